import assert from "node:assert/strict";
import { test } from "node:test";

import { strokes } from "../../../static/js/gong.js";

test("the gong is struck once five minutes before the end, and three times at it", () => {
  assert.deepEqual(
    [
      [302, 301],
      [301, 300],
      [300, 299],
      [1, 0],
      [0, -1],
    ].map(([before, now]) => strokes(before, now)),
    [0, 1, 0, 3, 0],
  );
});

test("a phone that slept through both is told that the time is up", () => {
  assert.equal(strokes(900, -20), 3);
});

test("a page that opens late, a clock that stands and one with more time again are quiet", () => {
  assert.deepEqual(
    [
      [null, 200],
      [null, -5],
      [200, null],
      [-5, 295],
      [100, 400],
    ].map(([before, now]) => strokes(before, now)),
    [0, 0, 0, 0, 0],
  );
});
