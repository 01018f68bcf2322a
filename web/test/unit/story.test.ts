// SPDX-License-Identifier: MIT
// story.test.ts - plies as lines of a log, choices in groups, distributions as bars.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Move, PlyMessage, Role, Verb } from "../../src/api";
import { barsOf } from "../../src/table/chances";
import { groupMoves } from "../../src/table/groups";
import { gather, headingsOf, linesOf, roundOf } from "../../src/table/story";
import { seatIndex, seatKey } from "../../src/seat";

const event = (role: Role, words: string, args: Event["args"] = [], token = words): Event => ({
  event: token,
  args,
  words,
  role,
});
const move = (words: string): Move => ({ m: 1, text: words, verb: words, args: {}, words });
const ply = (n: number, seat: string | null, words: string | null, events: Event[], note?: string): PlyMessage => ({
  kind: "ply",
  ply: n,
  rev: n,
  seat,
  move: words === null ? null : move(words),
  events,
  changes: {},
  actor: null,
  actors: [],
  round: 1,
  status: "playing",
  ...(note === undefined ? {} : { note }),
});
const words = (message: PlyMessage) => linesOf(message).map((line) => line.words);

test("events are told, routine ones are not", () => {
  assert.deepEqual(words(ply(1, "A", "go", [event("news", "A goes"), event("routine", "hm")])), ["A goes"]);
});

test("what the host entered of a throw stays marked", () => {
  const thrown = { ...ply(1, "host", "dice 5 - 3", [event("part", "5 - 3")]), by_hand: "thrown by hand" };
  assert.deepEqual(words(thrown), ["dice 5 - 3 (thrown by hand)", "5 - 3"]);
});

test("a move of which nothing is told is told by its own words", () => {
  assert.deepEqual(words(ply(1, "A", "go", [])), ["go"]);
  assert.deepEqual(words(ply(1, "A", "go", [event("routine", "hm")])), ["go"]);
  assert.deepEqual(words(ply(1, "A", "go", [event("move", "A did something")])), ["go"]);
});

test("who does not know the move hears that there was one", () => {
  assert.deepEqual(words(ply(1, "A", null, [event("move", "A did something")])), ["A did something"]);
  assert.deepEqual(words(ply(1, null, null, [])), []);
});

test("parts of one kind make one line", () => {
  const parts = [event("part", "one", [], "x"), event("part", "two", [], "x"), event("part", "three", [], "y")];
  assert.deepEqual(words(ply(1, "A", "go", parts)), ["one; two", "three"]);
});

test("a line is marked with the seat that it is about", () => {
  const [line] = linesOf(ply(1, "A", "end", [event("news", "B scores", ["B", 3])]));
  assert.equal(line?.seat, "B");
});

test("the host's move is told with its reason", () => {
  assert.deepEqual(words(ply(1, "host", "Resign for B", [event("news", "B resigns", ["B"])], "no time")), [
    "Resign for B",
    "B resigns",
    "no time",
  ]);
});

test("small moves of a seat are gathered and counted", () => {
  const lines = [
    ply(1, "A", "place x", []),
    ply(2, "A", "place x", []),
    ply(3, "A", "place y", []),
    ply(4, "B", "place x", []),
  ].flatMap(linesOf);
  assert.deepEqual(
    gather(lines, false).map((line) => [line.seat, line.words, line.ply]),
    [
      ["A", "place x (×2); place y", 3],
      ["B", "place x", 4],
    ],
  );
});

test("what leads to something told needs no line where a board draws it", () => {
  const lines = [ply(1, "A", "from x", []), ply(2, "A", "to y", [event("news", "A attacks y", ["A"])])].flatMap(linesOf);
  assert.deepEqual(
    gather(lines, true).map((line) => line.words),
    ["A attacks y"],
  );
  assert.equal(gather(lines, false).length, 2);
});

test("headings: the last round, and the step within it", () => {
  const plies = [
    ply(1, "A", "a", [event("round", "Round 1"), event("step", "First")]),
    ply(2, "A", "b", [event("step", "Second")]),
  ];
  assert.deepEqual(headingsOf(plies), ["Round 1", "Second"]);
  assert.deepEqual(headingsOf([...plies, ply(3, "B", "c", [event("round", "Round 2")])]), ["Round 2"]);
  assert.deepEqual(headingsOf([]), []);
});

test("choices are grouped by verb and kind of argument", () => {
  const verbs: Verb[] = [
    { token: "take", set: "place", words: "Take {1}", ask: false },
    { token: "take", set: "number", words: "Take {1} {1|man|men}", ask: false },
    { token: "do", set: "deed", words: "{1}", ask: false },
    { token: "done", set: null, words: "Done", ask: true },
  ];
  const choice = (verb: string, args: Move["args"], m: number): Move => ({ m, text: verb, verb, args, words: verb });
  const groups = groupMoves(
    [
      choice("take", { place: "x" }, 1),
      choice("take", { place: "y" }, 2),
      choice("take", { number: 1 }, 3),
      choice("take", { number: 2 }, 4),
      choice("do", { deed: "a" }, 5),
      choice("do", { deed: "b" }, 6),
      choice("done", {}, 7),
    ],
    verbs,
  );
  assert.deepEqual(
    groups.map((group) => [group.title, group.moves.length]),
    [
      ["Take…", 2],
      ["Take … men", 2],
      [null, 2],
      [null, 1],
    ],
  );
});

test("bars leave out what can hardly be, most left first", () => {
  assert.deepEqual(
    barsOf([0, 0.25, 0.5, 0.25, 0.0001]).map((bar) => bar.left),
    [3, 2, 1],
  );
  assert.deepEqual(
    barsOf([1]).map((bar) => bar.left),
    [0],
  );
});

test("letters of seats", () => {
  assert.deepEqual(
    ["A", "F", "G", "Z", "AA", "AB", "-", "chance", null, ""].map(seatIndex),
    [0, 5, 6, 25, 26, 27, -1, -1, -1, -1],
  );
  assert.deepEqual(["A", "G", "AA", null].map(seatKey), ["0", "0", "2", "nobody"]);
});

test("a table's heading is the round alone: a step that is over is none", () => {
  const plies = [ply(1, "A", "a", [event("round", "Round 1")]), ply(2, "A", "b", [event("step", "A: siege")]), ply(3, "A", "done", [])];
  assert.equal(roundOf(plies), "Round 1");
  assert.equal(roundOf(plies.slice(1)), "");
});
