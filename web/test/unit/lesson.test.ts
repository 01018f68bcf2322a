// SPDX-License-Identifier: MIT
// lesson.test.ts - the lesson as a table: steps, the move that is asked for, others, what happens on the way, languages, failures.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answerFetch } from "./kit/page";
import type { Move, PlyMessage, State } from "../../src/api";
import type { LessonStep } from "../../src/table/lesson";
import { writePref } from "../../src/device";
import { LessonStore } from "../../src/table/lesson";
import { chooseLang } from "../../src/words";

// ---- A lesson of three moves: A bets (asked for), B bets, A looks (asked for) ----------------------------------------------------

const move = (m: number, words: string): Move => ({ m, text: words, verb: words, args: {}, words });
const one = move(1, "bet one");
const two = move(2, "bet two");
const look = move(3, "look");

const state = (ply: number, moves?: readonly Move[]): State => ({
  kind: "state",
  match: "",
  game: "x",
  name: "",
  rev: 0,
  ply,
  you: "A",
  status: "playing",
  actor: "A",
  actors: ["A", "B"],
  round: 1,
  options: {},
  seats: [],
  clock: null,
  dice: { kind: "fair", commitment: "", seed: null, words: {} },
  view: { bets: Object.fromEntries(["A", "B", "C"].slice(0, ply).map((seat) => [seat, 1])) },
  undo: { ok: true },
  result: null,
  created: 0,
  chat: 0,
  ...(moves ? { moves } : {}),
});

const message = (ply: number, seat: string, made: Move): PlyMessage => ({
  kind: "ply",
  ply,
  rev: 0,
  seat,
  move: made,
  events: [],
  changes: { bets: state(ply).view["bets"] },
  actor: "A",
  actors: ["A"],
  round: 1,
  status: "playing",
  undo: { ok: true },
});

// B's own decision comes at the same time as A's: A could move at ply 1 as well.
const steps: readonly LessonStep[] = [
  { ply: 0, text: "Bet.", move: one, state: state(0, [one, two]), next: 1, messages: [message(1, "A", one)] },
  { ply: 1, text: "Now B.", move: null, state: state(1, [two]), next: 3, messages: [message(2, "B", two), message(3, "A", look)] },
  { ply: 3, text: "The end.", move: null, state: state(3), next: null, messages: [] },
];

let broken = "";

beforeEach(async () => {
  broken = "";
  await chooseLang("en");
  writePref("pace", "instant");
  answerFetch((path, query) => {
    const mark = query.get("lang") === "it" ? " (it)" : "";
    const ply = /^\/games\/x\/lesson\/(\d+)$/.exec(path)?.[1];
    if (path === broken) return undefined;
    if (path === "/games/x") return { id: "x", title: `X${mark}`, sets: {}, verbs: [] };
    if (path === "/games/x/lesson")
      return { game: "x", seat: "A", plies: 3, steps: steps.map(({ ply: at, move: asked, text }) => ({ ply: at, asks: !!asked, text: text + mark })) };
    const step = steps.find((some) => some.ply === Number(ply));
    return step && { ...step, text: step.text + mark };
  });
});

const settled = () => new Promise((done) => setTimeout(done, 5));

async function opened(ply: number): Promise<LessonStore> {
  const lesson = new LessonStore("x");
  await lesson.open(ply);
  return lesson;
}

// ---- Steps --------------------------------------------------------------------------------------------------------------------------

test("it opens at a step, or at the last one before a ply", async () => {
  assert.equal((await opened(0)).at.value, 0);
  assert.equal((await opened(1)).at.value, 1);
  assert.equal((await opened(2)).here.value?.ply, 1);
  assert.equal((await opened(3)).at.value, 2);
  assert.equal((await opened(99)).here.value?.ply, 3);
  assert.equal((await opened(-5)).here.value?.ply, 0);
});

test("nothing can be undone, at no step and on no way", async () => {
  const lesson = await opened(0);
  assert.equal(lesson.state.undo, undefined);
  lesson.play(one);
  assert.equal(lesson.state.undo, undefined);
});

test("a step that is gone to has what led to it, marked and told", async () => {
  const lesson = await opened(3);
  assert.deepEqual(lesson.log.plies.value.map(({ ply }) => ply), [2, 3]);
  assert.equal(lesson.told.value, 2);
  assert.deepEqual([...lesson.changed].sort(), ["B", "C"]);
  await lesson.go(0);
  assert.deepEqual([lesson.log.plies.value.length, lesson.changed.size, lesson.at.value], [0, 0, 0]);
  await lesson.go(-1);
  assert.equal(lesson.at.value, 0);
  await lesson.go(7);
  assert.equal(lesson.at.value, 2);
});

// ---- Moves ---------------------------------------------------------------------------------------------------------------------------

test("the move that is asked for goes on, by a second tap or at once", async () => {
  const lesson = await opened(0);
  assert.deepEqual([lesson.asked.value, lesson.moves], [one, [one, two]]);
  lesson.pick(one);
  assert.equal(lesson.picked, one);
  assert.equal(lesson.at.value, 0);
  lesson.pick(one);
  await settled();
  assert.equal(lesson.here.value?.ply, 1);
  assert.equal(lesson.picked, null);
  assert.equal(lesson.walking.value, false);
  assert.deepEqual(lesson.log.plies.value.map(({ ply }) => ply), [1]);
});

test("of another legal move it is told that it could be made; one that is not offered is nothing", async () => {
  const lesson = await opened(0);
  lesson.play(two);
  assert.match(lesson.notice.value?.text ?? "", /bet two.*bet one/);
  lesson.notice.value = null;
  lesson.play(look);
  lesson.pick(look);
  assert.deepEqual([lesson.notice.value, lesson.picked, lesson.here.value?.ply], [null, null, 0]);
});

test("where nothing is asked for there are no choices, though the seat could move", async () => {
  const lesson = await opened(1);
  assert.equal(lesson.state.moves?.length, 1);
  assert.deepEqual([lesson.asked.value, lesson.moves], [null, []]);
  lesson.play(two);
  assert.equal(lesson.walking.value, false);
  lesson.onwards();
  await settled();
  assert.equal(lesson.here.value?.next, null);
  assert.deepEqual(lesson.log.plies.value.map(({ ply }) => ply), [1, 2, 3]);
  lesson.onwards(); // the end stays the end
  assert.equal(lesson.walking.value, false);
});

test("on the way plies are shown one after the other, until one skips them", async () => {
  writePref("pace", "quick");
  const lesson = await opened(1);
  lesson.onwards();
  assert.deepEqual([lesson.walking.value, lesson.told.value, lesson.state.ply], [true, 1, 2]);
  assert.deepEqual(lesson.moves, []);
  lesson.onwards(); // not twice
  lesson.show.skip();
  await settled();
  assert.deepEqual([lesson.walking.value, lesson.told.value, lesson.here.value?.ply], [false, 2, 3]);
  lesson.stop();
});

test("who leaves on the way does not arrive", async () => {
  writePref("pace", "quick");
  const lesson = await opened(1);
  lesson.onwards();
  await lesson.go(0);
  lesson.show.skip();
  await settled();
  assert.deepEqual([lesson.walking.value, lesson.here.value?.ply, lesson.state.ply], [false, 0, 0]);
});

// ---- Languages, failures -----------------------------------------------------------------------------------------------------------------

test("the language can change anywhere", async () => {
  const lesson = await opened(1);
  await chooseLang("it");
  await lesson.open(1);
  assert.deepEqual([lesson.here.value?.text, lesson.info.title, lesson.at.value], ["Now B. (it)", "X (it)", 1]);
});

test("what there is not is told; what fails on the way can be tried again", async () => {
  broken = "/games/x/lesson";
  assert.equal((await opened(0)).failed.value?.status, 404);
  broken = "/games/x/lesson/1";
  const lesson = await opened(0);
  lesson.play(one);
  await settled();
  assert.deepEqual([lesson.walking.value, lesson.notice.value?.kind], [false, "bad"]);
  broken = "";
  await lesson.go(1);
  assert.equal(lesson.here.value?.ply, 1);
});
