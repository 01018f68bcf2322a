// SPDX-License-Identifier: MIT
// news.test.ts - what a side came to know of a site, ply by ply; and a battle's line as the Master is shown it, with the dice that fall next.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { GameInfo, PlyMessage, View } from "../../../api";
import { backedBy, clashOf, metIn, throwsOf } from "../clash";
import { dataOf, landOf } from "../data";
import { newsOf } from "../news";
import { positionOf } from "../position";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/incursio.json") ? "." : ".."));
const info = { data: JSON.parse(readFileSync(join(root, "data/incursio.json"), "utf8")) } as GameInfo;
const small = landOf(info, { map: "small" });
const sites = [...small.sites.keys()];

const ply = (n: number, round: number, changes: View, ...events: readonly (readonly [string, ...string[]])[]): PlyMessage =>
  ({ kind: "ply", ply: n, round, changes, events: events.map(([event, ...args]) => ({ event, args, role: "part", words: "" })) }) as unknown as PlyMessage;

test("knowledge of a site: counted, then seen empty, each with its day and source; the truth where it is there", () => {
  const first: View = { day: 1, defenders_know: {}, demons: { s05: "Tr As Di" }, born: { s05: 7 } };
  const plies = [
    ply(1, 1, { defenders_know: { s05: "units=2@1" } }, ["spied_count", "s05"]),
    ply(2, 2, { day: 2, demons: {} }),
    ply(3, 4, { day: 4, defenders_know: { s05: "units=2@1", s02: "units=1@4" } }, ["contact", "s02"]),
    ply(4, 4, { defenders_know: { s05: "empty@4 units=0@4" } }, ["found_empty", "s05"]),
  ];
  const news = newsOf(small, { first, plies }, "defenders", "s05", 9, true);
  assert.deepEqual(news.map(({ ply: n, day, source, counted, seen }) => [n, day, source, counted, seen]), [
    [1, 1, "news_spy", true, false],
    [4, 4, "news_contact", true, true],
  ]);
  assert.deepEqual(news.map(({ look }) => look.enemies?.count), [2, 0]);
  assert.deepEqual(news.map(({ truth }) => truth!.garrison + truth!.camp), [3, 0]);
  // Looked back at, nothing is known ahead of its time; and without eyes for it there is no truth.
  const then = newsOf(small, { first, plies }, "defenders", "s05", 3, false);
  assert.deepEqual(then.map(({ ply: n, truth }) => [n, truth]), [[1, null]]);
});

test("structures that a spy recognised, one after the other, are one line; beside it what stood there", () => {
  const first: View = { day: 2, raiders_know: {}, seen_structures: {}, level: { s04: 2 }, structures: { s04: "walls extra_dwellings=3 mine" }, soldiers: { s04: "F" } };
  const plies = [
    ply(1, 2, { raiders_know: { s04: "settlement2@2" } }, ["spied_kind", "s04"]),
    ply(2, 2, { seen_structures: { s04: "walls @2" } }, ["spied_structure", "s04", "walls"]),
    ply(3, 2, { seen_structures: { s04: "walls extra_dwellings=3 @2" } }, ["spied_structure", "s04", "extra_dwellings"]),
    ply(4, 3, { seen_structures: { s04: "walls extra_dwellings=3 @3" } }, ["spied_no_structures", "s04"]),
  ];
  const news = newsOf(small, { first, plies }, "raiders", "s04", 9, true);
  assert.deepEqual(news.map(({ ply: n, day, seen }) => [n, day, seen]), [[1, 2, true], [3, 2, false], [4, 3, false]]);
  assert.deepEqual(news.map(({ structures }) => structures && [...structures]), [null, [["walls", 1], ["extra_dwellings", 3]], [["walls", 1], ["extra_dwellings", 3]]]);
  assert.deepEqual([...news[1]!.truth!.structures.keys()], ["walls", "extra_dwellings", "mine"]);
  // The other side has none of it.
  assert.deepEqual(newsOf(small, { first, plies }, "defenders", "s04", 9, true), []);
});

test("a clash: the line by its numbers, those whom it meets, the dice of the rest of the pass", () => {
  const view: View = {
    day: 3, step: "pair", side: "raiders", battle: "s04", stage: "camp", pass: 2, attackers: 3, pairs: 2, at: 1, line: "4 3 0", dice: "5-2",
    demons: { s02: "Tr", s05: "Di As Tr Tr" }, garrison: { s04: "F" }, soldiers: { s04: "A C" },
  };
  const clash = clashOf(positionOf(view), sites)!;
  assert.deepEqual(clash.line, ["Tr", "Tr", "Tr"]);
  assert.deepEqual([clash.defenders, clash.garrison, metIn(clash)], [["F", "A", "C"], 1, ["A", "C"]]);
  assert.deepEqual(clash.fell, [[5, 2]]);
  assert.deepEqual(throwsOf(view, clash, dataOf(info)), [
    { kind: "pair", at: 1, who: ["Tr", "C"], faces: [6, 6] },
    { kind: "extra", at: 2, who: ["Tr", null], faces: [6, null] },
  ]);
  // Extras back the fighters of their type in turn; without one they throw nothing.
  assert.deepEqual([2, 3, 4].map((extra) => backedBy(["Tr", "Tr", "Tr", "Di", "Tr"], 2, extra)), [0, -1, 1]);
  assert.equal(clashOf(positionOf({ ...view, battle: null }), sites), null);
});
