// SPDX-License-Identifier: MIT
// told.test.ts - the plies that a replay tells: fetched once, in pages, those before the one that is looked at as well.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message, PlyMessage } from "../../src/api";
import { begins } from "../../src/table/story";
import { Told } from "../../src/table/told";

const ply = (n: number): PlyMessage => ({
  kind: "ply",
  ply: n,
  rev: n,
  seat: "A",
  move: null,
  events: [],
  changes: {},
  actor: "A",
  actors: ["A"],
  round: 1,
  status: "playing",
});

/** A match of so many plies, and what was asked of it. */
function match(plies: number) {
  const asked: number[] = [];
  const told = new Told(async (since, limit) => {
    asked.push(since);
    const messages: Message[] = [];
    for (let n = since + 1; n <= Math.min(plies, since + limit); n++) messages.push(ply(n));
    return messages;
  });
  return { told, asked };
}

const settled = () => new Promise((done) => setTimeout(done, 0));
const numbers = (plies: readonly PlyMessage[]) => plies.map((one) => one.ply);

test("a ply is fetched with its page, and each page once", async () => {
  const { told, asked } = match(50);
  assert.equal((await told.at(7))?.ply, 7);
  assert.equal((await told.at(8))?.ply, 8);
  assert.deepEqual(asked, [0, 50]); // is that all, or all that there was time for?
  assert.deepEqual(numbers(told.upTo(3)), [1, 2, 3]);
});

test("two that ask at once wait for one answer", async () => {
  const { told, asked } = match(50);
  const both = await Promise.all([told.at(1), told.at(2)]);
  assert.deepEqual(
    both.map((one) => one?.ply),
    [1, 2],
  );
  assert.deepEqual(asked, [0, 50]);
});

test("there is nothing before the first ply, or behind the last", async () => {
  const { told } = match(5);
  assert.equal(await told.at(0), null);
  assert.equal(await told.at(6), null);
  assert.deepEqual(told.upTo(0), []);
});

test("who looks at the first ply of a page is told what came before it", async () => {
  const { told, asked } = match(900);
  assert.equal((await told.at(601))?.ply, 601);
  await settled();
  assert.deepEqual(asked.sort(), [300, 600]);
  const story = numbers(told.upTo(601));
  assert.equal(story.length, 120);
  assert.equal(story[0], 482);
  assert.equal(story[119], 601);
});

test("what could not be fetched is asked for again", async () => {
  let fails = true;
  const told = new Told(async () => {
    if (fails) throw new Error("offline");
    return [ply(1)];
  });
  await assert.rejects(told.at(1), /offline/);
  assert.deepEqual(told.upTo(1), []);
  fails = false;
  assert.equal((await told.at(1))?.ply, 1);
});

test("messages of other kinds are no plies", async () => {
  const told = new Told(async () => [{ kind: "chat", n: 1, seat: "A", at: 0, text: "Ave" } as Message, ply(1)]);
  assert.equal((await told.at(1))?.ply, 1);
  assert.deepEqual(numbers(told.upTo(1)), [1]);
});

test("headings are gone to and stood under, on either side, across pages", async () => {
  const heading: Readonly<Record<number, "round" | "step">> = { 2: "round", 4: "step", 400: "step", 650: "round" };
  const told = new Told(async (since, limit) =>
    Array.from({ length: Math.max(0, Math.min(700, since + limit) - since) }, (_, i) => {
      const n = since + 1 + i;
      const role = heading[n];
      return { ...ply(n), events: role ? [{ event: role, args: [], words: `${role} ${n}`, role }] : [] };
    }),
  );
  const find = async (from: number, by: 1 | -1, what: "step" | "round") => (await told.find(from, by, 700, begins(what)))?.ply ?? null;
  assert.deepEqual([await find(0, 1, "step"), await find(4, 1, "step"), await find(4, 1, "round")], [2, 400, 650]);
  assert.deepEqual([await find(650, -1, "step"), await find(500, -1, "round"), await find(2, -1, "round")], [400, 2, null]);
  assert.equal(await find(650, 1, "step"), null);
  assert.deepEqual(await told.headings(1), []);
  assert.deepEqual(await told.headings(399), ["round 2", "step 4"]);
  assert.deepEqual(await told.headings(650), ["round 650"]);
});
