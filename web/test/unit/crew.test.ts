// SPDX-License-Identifier: MIT
// crew.test.ts - how many engines think at once, and in which order what they have seen stands.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Move } from "../../src/api";
import { joined } from "../../src/analyse/thinker";
import { crewSize } from "../../src/engine/crew";

test("one core is the page's own, and no more than four work", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 8, 64].map(crewSize), [1, 1, 1, 2, 3, 4, 4, 4]);
});

const move = (m: number) => ({ m, text: `move ${m}` }) as Move;
const weighed = (m: number, visits: number, value: number, ...behind: number[]) => ({
  move: move(m),
  visits,
  value,
  line: [m, ...behind].map((one) => ({ seat: "A", move: move(one) })),
});

test("of moves the one that was tried most comes first, by all that was seen", () => {
  const first = joined([], { seat: "A", moves: [weighed(1, 60, 0.5), weighed(2, 40, 0.8)] });
  assert.deepEqual(first.map(({ move: { m } }) => m), [1, 2]);
  const both = joined(first, { seat: "A", moves: [weighed(2, 40, 0.6), weighed(1, 10, 0.2)] });
  assert.deepEqual(both.map(({ move: { m }, visits }) => [m, visits]), [[2, 80], [1, 70]]);
  assert.ok(Math.abs(both[0]!.value! - 0.7) < 1e-9);
});

test("plans that begin alike are told apart; one that was hardly tried does not come before one that is sure", () => {
  const moves = [weighed(1, 100, 0.6, 2, 3), weighed(1, 1, 1, 2, 4), weighed(5, 100, 0.7)];
  const all = joined([], { seat: "A", plans: true, moves });
  assert.deepEqual(all.map(({ line }) => line.map((step) => step.move.m)), [[5], [1, 2, 3], [1, 2, 4]]);
});
