// SPDX-License-Identifier: MIT
// merge.test.ts - a state and the plies that are told of it; what changed; our own move behind an answer that says "stale".
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlyMessage, State } from "../../src/api";
import { applyPly, applyTable, changedBetween, wentThrough, wholeUntil } from "../../src/merge";

const state: State = {
  kind: "state",
  match: "m",
  game: "g",
  name: "",
  rev: 5,
  ply: 3,
  you: "A",
  status: "playing",
  actor: "A",
  actors: ["A"],
  round: 1,
  options: {},
  seats: [],
  clock: null,
  dice: { kind: "fair", commitment: "", seed: null, words: {} },
  view: { round: 1, forces: { italia: 3, sicilia: 1 }, centres: ["italia"], ships: { A: { ionium: 1 } } },
  prompt: "Choose.",
  moves: [{ m: 7, text: "done", verb: "done", args: {}, words: "Done" }],
  undo: { ok: true },
  result: null,
  created: 0,
  chat: 0,
};

const ply = (change: Partial<PlyMessage>): PlyMessage => ({
  kind: "ply",
  ply: 4,
  rev: 6,
  seat: "A",
  move: { m: 7, text: "done", verb: "done", args: {}, words: "Done" },
  events: [],
  changes: {},
  actor: "B",
  actors: ["B"],
  round: 1,
  status: "playing",
  ...change,
});

test("facts that a ply tells take the place of those before, the others stay", () => {
  const before = { ...state, facts: { open: ["a", "b"], need: { A: 3 } } };
  assert.deepEqual(applyPly(before, ply({ facts: { open: ["b"] } }))!.facts, { open: ["b"], need: { A: 3 } });
  assert.deepEqual(applyPly(before, ply({}))!.facts, before.facts);
  assert.equal(applyPly(state, ply({}))!.facts, undefined);
});

test("a ply changes what it names and leaves the rest", () => {
  const after = applyPly(state, ply({ changes: { forces: { italia: 2 } } }))!;
  assert.equal(after.ply, 4);
  assert.equal(after.actor, "B");
  assert.deepEqual(after.view["forces"], { italia: 2 });
  assert.equal(after.view["centres"], state.view["centres"]);
  assert.equal(state.ply, 3, "the state before is untouched");
});

test("choices, prompt and undo of the node before are gone", () => {
  const after = applyPly(state, ply({}))!;
  assert.equal(after.moves, undefined);
  assert.equal(after.prompt, undefined);
  assert.equal(after.undo, undefined);
  const own = applyPly(state, ply({ actor: "A", actors: ["A"], moves: state.moves!, prompt: "Again." }))!;
  assert.equal(own.prompt, "Again.");
  assert.equal(own.moves?.length, 1);
});

test("a member that became empty stays of its kind", () => {
  const after = applyPly(state, ply({ changes: { centres: null, forces: null, round: null } }))!;
  assert.deepEqual(after.view["centres"], []);
  assert.deepEqual(after.view["forces"], {});
  assert.equal(after.view["round"], 0);
});

test("what is told twice changes nothing, what is missing is noticed", () => {
  assert.equal(applyPly(state, ply({ ply: 3 })), state);
  assert.equal(applyPly(state, ply({ ply: 2 })), state);
  assert.equal(applyPly(state, ply({ ply: 5 })), null);
});

test("what a table message tells", () => {
  const after = applyTable(state, { kind: "table", rev: 9, status: "paused", seats: [], clock: null });
  assert.equal(after.status, "paused");
  assert.equal(after.rev, 9);
  assert.equal(after.ply, 3);
});

test("the window that is open, where a game has such", () => {
  const window = { id: "w", seats: ["A"], opened: 1, closes: 2, local: null, paused: false };
  assert.ok(!("window" in applyPly(state, ply({}))!));
  const open = applyPly(state, ply({ window }))!;
  assert.deepEqual(open.window, window);
  assert.deepEqual(applyPly(open, ply({ ply: 5 }))!.window, window);
  assert.equal(applyPly(open, ply({ ply: 5, window: null }))!.window, null);
  const told = { kind: "table", rev: 9, status: "playing", seats: [], clock: null } as const;
  assert.deepEqual(applyTable(open, told).window, window);
  assert.equal(applyTable(open, { ...told, window: { ...window, closes: 3 } }).window?.closes, 3);
});

test("what changed: counts, sets and rows of a seat", () => {
  const after = { ...state.view, forces: { italia: 2, sicilia: 1, gallia: 4 }, centres: ["gallia"], ships: { A: { ionium: 2 } } };
  assert.deepEqual([...changedBetween(state.view, after)].sort(), ["gallia", "ionium", "italia"]);
  assert.equal(changedBetween(state.view, state.view).size, 0);
});

test("our own move behind a stale answer", () => {
  const sent = { seat: "A", ply: 3, move: { m: 7 } };
  assert.ok(wentThrough(sent, ply({})));
  assert.ok(wentThrough({ ...sent, move: { text: "done" } }, ply({})));
  assert.ok(!wentThrough(sent, ply({ seat: "B" })));
  assert.ok(!wentThrough(sent, ply({ move: null })));
  assert.ok(!wentThrough({ ...sent, move: { m: 8 } }, ply({})));
  assert.ok(!wentThrough(sent, undefined));
});

test("of lines that came out of order the first hole is known", () => {
  const upTo = (...numbers: number[]) => wholeUntil(numbers.map((n) => ({ n })));
  assert.deepEqual([upTo(), upTo(1, 2, 3), upTo(61), upTo(1, 2, 61)], [0, 3, 0, 2]);
});
