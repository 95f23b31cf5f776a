// Reads forms of hands as the phone does: a line with a table, a state and the fields of each form.
import { createInterface } from "node:readline";

import { mayStop, outcomeOf } from "../../../static/js/hand_outcome.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { table, forms } = JSON.parse(line);
  console.log(JSON.stringify(forms.map(([state, fields]) => [mayStop(table, state), outcomeOf(table, state, fields)])));
}
