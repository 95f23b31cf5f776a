import assert from "node:assert/strict";
import { test } from "node:test";

import { addressAtTheDesk, newKey, pauseAfter, settled } from "../../../static/js/outbox_items.js";

const NOON = 1_000;
const hand = (key, after, tag = "h0-00000000") => ({
  key,
  after,
  state: "waiting",
  fields: [
    ["if_match", tag],
    ["what", "draw"],
  ],
});
const done = { done: true, sentences: [], leads_to: "/seat/hands/", tag: "h1-12345678" };
const refused = { done: false, sentences: ["Please look again."], leads_to: "", tag: "" };

test("what was accepted says so, and the next of its chain names it", () => {
  const [first, second, third] = [hand("a", ""), hand("b", "a"), hand("c", "b")];

  assert.deepEqual(settled([first, second, third], "a", done, NOON), [
    { ...first, state: "done", at: NOON, sentences: [], leadsTo: "/seat/hands/", tag: "h1-12345678" },
    { ...second, after: "", fields: [["if_match", "h1-12345678"], ["what", "draw"]] },
  ]);
});

test("of a chain whose first is refused nothing is sent", () => {
  const [first, second, third] = [hand("a", ""), hand("b", "a"), hand("c", "b")];

  assert.deepEqual(settled([first, second, third], "a", refused, NOON), [
    { ...first, state: "refused", at: NOON, sentences: ["Please look again."], leadsTo: "", tag: "" },
    { ...second, state: "refused", follows: true },
    { ...third, state: "refused", follows: true },
  ]);
});

test("what stands alone waits on", () => {
  const [first, other] = [hand("a", ""), hand("x", "")];

  assert.deepEqual(
    settled([first, other], "a", refused, NOON).map((item) => item.key),
    ["a"],
  );
});

test("what was taken out meanwhile stays out", () => {
  assert.deepEqual(settled([hand("b", "a")], "a", done, NOON), []);
});

test("pauses grow to fifteen seconds, a quarter apart", () => {
  const middle = [1, 2, 3, 4, 5, 6, 100].map((failed) => pauseAfter(failed, 0.5));

  assert.deepEqual(middle, [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  assert.deepEqual([pauseAfter(1, 0), pauseAfter(1, 1)], [750, 1_250]);
});

test("a key is one that the server takes, and another each time", () => {
  const keys = Array.from({ length: 100 }, newKey);

  assert.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key)));
  assert.equal(new Set(keys).size, 100);
});

test("the referee's phone opens the table with what was typed, and with no secret", () => {
  const fields = [
    ["seated", "1,2,3,4"],
    ["if_match", ""],
    ["points_0", "412"],
    ["points_1", "-15"],
    ["points_2", "0"],
    ["sticks", "1"],
    ["chombo_0", "0"],
    ["chombo_1", "1"],
    ["imbalance_reason", ""],
  ];

  assert.equal(
    addressAtTheDesk({ desk: "https://hall.example/t/open/desk/tables/5/", fields }),
    "https://hall.example/t/open/desk/tables/5/?points_0=412&points_1=-15&points_2=0&sticks=1&chombo_1=1",
  );
});
