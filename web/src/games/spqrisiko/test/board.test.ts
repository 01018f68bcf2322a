// SPDX-License-Identifier: MIT
// board.test.ts - the board without a browser: positions, words, layout.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { GameInfo } from "../../../api";
import { graphOf } from "../graph";
import { TERRAIN } from "../../../map/Ground";
import { spread } from "../../../map/layout";
import { largestEmpire, positionOf } from "../position";
import { map } from "../shapes";
import { say, tables, type Word } from "../words";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/spqrisiko.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/spqrisiko.json"), "utf8"));

// ---- Positions

const named = (rows: { id: string; names: { en: string } }[]) => rows.map(({ id, names }) => ({ id, name: names.en }));
const info = {
  data,
  sets: { province: named(data.provinces.rows), sea: named(data.seas.rows), card: named(data.cards.rows), card_set: named(data.sets.rows) },
} as unknown as GameInfo;
const graph = graphOf(info);

test("the map's neighbours are those of the data, both ways", () => {
  assert.deepEqual(graph.land.get("italia"), ["cisalpina"]);
  assert.deepEqual(graph.water.get("italia"), ["tyrrenum", "ionium", "hadriaticum"]);
  assert.ok(graph.land.get("tyrrenum")!.includes("italia"));
  assert.ok(graph.water.get("tyrrenum")!.includes("balearicum"));
  assert.equal(graph.land.get("corsica"), undefined);
});

test("a view is read as its step means it", () => {
  const own = { A: ["italia", "cisalpina", "raetia", "noricum", "sicilia"], B: ["galicia"] };
  const view = { own, legionaries: { italia: 4, cisalpina: 1, galicia: 2, belgica: 3 }, centres: ["italia"] };
  const ships = { A: { tyrrenum: 2, ionium: 1 }, B: { tyrrenum: 1, ionium: 1 } };
  const sea = { ...view, triremes: ships, step: "naval_throw", from: 5, to: 1, active: "A" };
  const position = positionOf(sea, graph, ["A", "B"]);
  assert.equal(position.owner("italia"), "A");
  assert.equal(position.owner("belgica"), null);
  assert.equal(position.owner("dacia"), undefined);
  assert.equal(position.from, "tyrrenum");
  assert.equal(position.to, null);
  assert.equal(position.enemy, "B");
  assert.equal(position.control("tyrrenum"), "A");
  assert.equal(position.control("ionium"), null);
  assert.equal(positionOf({ ...view, step: "roll", from: 9, to: 6 }, graph, ["A", "B"]).to, "raetia");
  assert.equal(positionOf({ ...view, step: "idle", from: 9 }, graph, ["A", "B"]).from, null);
  assert.equal(largestEmpire(own.A, graph), 4);
  assert.equal(largestEmpire([], graph), 0);
});

test("a view of which members are missing or empty is read without fault", () => {
  for (const view of [{}, { own: null, legionaries: null, triremes: null, hand: null, centres: null }]) {
    const position = positionOf(view, graph, ["A"]);
    assert.equal(position.owner("italia"), undefined);
    assert.equal(position.control("ionium"), null);
    assert.deepEqual(position.hand("A"), {});
  }
});

// ---- Words

test("both languages have the same words with the same arguments, and each is used", () => {
  const folder = join(root, "web/src/games/spqrisiko");
  const sources = readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && name !== "words.ts");
  const source = sources.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  const args = (text: string) => [...new Set([...text.matchAll(/\{(\d)/g)].map((match) => match[1]))].sort().join();
  assert.deepEqual(Object.keys(tables.it), Object.keys(tables.en));
  for (const word of Object.keys(tables.en) as Word[]) {
    assert.equal(args(tables.it[word]), args(tables.en[word]), word);
    assert.ok(source.includes(`"${word}"`), `${word} is not used`);
  }
  assert.equal(say("it", "legionaries", 1), "1 legionario");
  assert.equal(say("en", "legionaries", 3), "3 legionaries");
});

// ---- The drawing

test("every place is drawn, and every kind of terrain has a sign", () => {
  for (const province of graph.provinces) assert.ok(map.provinces[province]?.d && map.provinces[province]?.force, province);
  for (const sea of graph.seas) assert.ok(map.seas[sea]?.d && map.seas[sea]?.fleet, sea);
  for (const kind of Object.keys(map.terrain ?? {})) assert.ok(TERRAIN[kind], kind);
});

// ---- Layout

test("marks that cover each other give way, and none goes far", () => {
  const boxes = [
    { x: 0, y: 0, w: 10, h: 6 },
    { x: 8, y: 2, w: 10, h: 6 },
    { x: 100, y: 0, w: 10, h: 6 },
  ];
  spread(boxes, 13);
  assert.ok(Math.abs(boxes[0]!.y - boxes[1]!.y) >= 11.9 || Math.abs(boxes[0]!.x - boxes[1]!.x) >= 19.9);
  assert.deepEqual(boxes[2], { x: 100, y: 0, w: 10, h: 6 });
  const heap = Array.from({ length: 9 }, () => ({ x: 0, y: 0, w: 10, h: 6 }));
  spread(heap, 13);
  for (const { x, y } of heap) assert.ok(Math.abs(x) <= 13 && Math.abs(y) <= 13);
});
