// Plays the hands of games as the phone does: lines with a table, the state before each hand, and what happened.
import { createInterface } from "node:readline";
import { next, start } from "../../../static/js/hand_rules.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { table, hands } = JSON.parse(line);
  console.log(JSON.stringify([start(table), hands.map(([state, outcome]) => next(table, state, outcome))]));
}
