// Reads what the lines of the standard input mean, as the form of a report does: {"text", "hundreds"} a line, JSON.
import { createInterface } from "node:readline";

import { read, typedAs } from "../../../static/js/figures.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { text, hundreds } = JSON.parse(line);
  const found = read(text, hundreds);
  const again = "points" in found && !found.bad ? typedAs(found.points, hundreds) : null;
  console.log(JSON.stringify({ points: found.bad || found.empty ? null : found.points, again }));
}
