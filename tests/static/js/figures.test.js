import assert from "node:assert/strict";
import { test } from "node:test";

import { read, slipOf } from "../../../static/js/figures.js";

// What the form asks once every figure is typed.
function slip(typed, { start = 120_000, hundreds = true } = {}) {
  const figures = typed.map((text) => read(text, hundreds));
  const sum = figures.reduce((all, one) => all + (one.bad || one.empty ? 0 : one.points), 0);
  return slipOf(figures, start - sum, hundreds);
}

test("one digit too many", () => {
  assert.deepEqual(slip(["412", "308", "1800", "300"]), { seat: 2, slip: "more", points: 18_000 });
});

test("one digit too many makes a figure that cannot be", () => {
  assert.deepEqual(slip(["412", "308", "180", "3004"]), { seat: 3, slip: "more", points: 30_000 });
});

test("a digit is missing", () => {
  assert.deepEqual(slip(["41", "308", "180", "300"]), { seat: 0, slip: "less", points: 41_200 });
});

test("two digits changed places", () => {
  assert.deepEqual(slip(["412", "380", "193", "287"]), { seat: 1, slip: "swapped", points: 30_800 });
});

test("plus for minus", () => {
  assert.deepEqual(slip(["682", "345", "188", "15"]), { seat: 3, slip: "negative", points: -1_500 });
});

test("all digits were typed", () => {
  assert.deepEqual(slip(["41200", "30800", "1800", "30000"]), { seat: 2, slip: "less", points: 18_000 });
});

test("points that do not end in 00", () => {
  assert.deepEqual(slip(["412", "-115", "-112", "-1850"], { start: 0, hundreds: false }), {
    seat: 3,
    slip: "more",
    points: -185,
  });
});

for (const [why, typed] of [
  ["it adds up", ["412", "308", "180", "300"]],
  ["somebody is not typed", ["412", "308", "1800", ""]],
  ["no slip of the thumb is as large", ["412", "308", "180", "257"]],
  ["it can have been one or another", ["412", "380", "180", "300"]],
  ["two figures cannot be", ["4121", "3081", "180", "300"]],
]) {
  test(`nothing where ${why}`, () => assert.equal(slip(typed), null));
}
