// SPDX-License-Identifier: MIT
// board.test.ts - the board without a browser: throws recomputed, tables that agree with the data, positions, layout.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { GameInfo } from "../../../api";
import type { Board } from "../../../board";
import { readTranscript } from "../../../transcript";
import { verify, type Report } from "../../../verify";
import { graphOf } from "../graph";
import { TERRAIN } from "../../../map/Ground";
import { spread } from "../../../map/layout";
import { largestEmpire, positionOf } from "../position";
import { map } from "../shapes";
import { CARDS, cardsOfSet, CLAIM_LEGIONARIES, DECK, GROUP_LEGIONARIES, neutralSetup, PROVINCES } from "../tables";
import { lossesOf, verifier } from "../verifier";
import { say, tables, type Word } from "../words";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/spqrisiko.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/spqrisiko.json"), "utf8"));
const files = join(root, "web/src/games/spqrisiko/test");
const board = { verifier } as unknown as Board;
const check = (text: string): Promise<Report> => verify(readTranscript(text), board, () => undefined);
const faults = (report: Report): number => report.throws.filter(({ verdict }) => verdict !== "good").length + (report.stopped ? 1 : 0);

// ---- Fair dice

for (const name of readdirSync(files).filter((one) => one.endsWith(".alea")))
  test(`every throw of ${name} is computed from its seed`, async () => {
    const report = await check(readFileSync(join(files, name), "utf8"));
    assert.equal(report.seed, "good");
    assert.ok(report.throws.length > 20);
    assert.equal(faults(report), 0, JSON.stringify(report.stopped ?? report.throws.find(({ verdict }) => verdict !== "good")));
  });

test("one altered die or card is found, wherever it is", async () => {
  const lines = readFileSync(join(files, "eliminated.alea"), "utf8").split("\n");
  const throws = lines.flatMap((line, at) => (/^\d+ \* (dice|card) /.test(line) ? [at] : []));
  assert.ok(throws.length > 20);
  for (const at of throws.filter((_, i) => i % 5 === 0)) {
    const altered = [...lines];
    altered[at] = lines[at]!.includes("dice")
      ? lines[at]!.replace(/dice (\d)/, (_, face: string) => `dice ${(Number(face) % 6) + 1}`)
      : lines[at]!.replace(/card (\w+)/, (_, card: string) => `card ${card === "vexillum" ? "legionary" : "vexillum"}`);
    const report = await check(altered.join("\n"));
    const found = report.throws.find(({ verdict }) => verdict === "bad");
    assert.equal(found?.ply.line, at + 1, lines[at]);
  }
});

test("fewer dice than the forces allow are found", async () => {
  const lines = readFileSync(join(files, "eliminated.alea"), "utf8").split("\n");
  const at = lines.findIndex((line) => /^\d+ \* dice \d \d/.test(line));
  lines[at] = lines[at]!.replace(/dice \d /, "dice ");
  assert.ok(faults(await check(lines.join("\n"))) > 0);
});

const alea = process.env.ALEA ?? join(root, "build/alea");
test("games that this build plays are computed too", { skip: existsSync(alea) ? false : "no alea" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "alea-"));
  try {
    const tables = [
      ["random,random,random", "ruleset=rulebook_2005", "max_rounds=4"],
      ["random,greedy,random,greedy", "setup_mode=random", "max_rounds=3"],
      ["greedy,random,greedy,random,greedy", "victory_points=4"],
      ["greedy,random", "two_players=true", "max_rounds=6"],
    ];
    for (const [index, [seats, ...options]] of tables.entries()) {
      const file = join(folder, `${index}.alea`);
      const args = ["play", "spqrisiko", "--seats", seats!, "--seed", `${index + 11}`, "--word", "B=però", "--save", file];
      const played = spawnSync(alea, [...args, ...options.flatMap((option) => ["--option", option])], { input: "", timeout: 60_000 });
      assert.equal(played.status, 0, String(played.stderr));
      const report = await check(readFileSync(file, "utf8"));
      assert.equal(report.seed, "good");
      assert.equal(faults(report), 0, `${seats} ${options.join(" ")}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("losses of throws are those of the rules' examples", () => {
  assert.deepEqual(lossesOf([5, 3], [6, 2], false), [1, 1]); // EX-26
  assert.deepEqual(lossesOf([6], [6], false), [1, 0]);
  assert.deepEqual(lossesOf([2, 6, 2], [4, 4, 5], false), [2, 1]);
  assert.deepEqual(lossesOf([5, 3], [5, 3], true), [0, 0]); // EX-25
  assert.deepEqual(lossesOf([5, 4], [5, 3], true), [0, 1]);
  assert.deepEqual(lossesOf([6, 1, 1], [4, 2], true), [1, 1]); // EX-23
});

// ---- The verifier's own tables

test("the tables of the verifier are those of the data", () => {
  assert.deepEqual(PROVINCES, data.provinces.rows.map((row: { id: string }) => row.id));
  assert.deepEqual(CARDS, data.cards.rows.map((row: { id: string }) => row.id));
  assert.deepEqual(DECK, data.cards.rows.map((row: { count: number }) => row.count));
  assert.equal(CLAIM_LEGIONARIES, data.setup.legionaries_per_claim);
  assert.equal(GROUP_LEGIONARIES, data.setup.legionaries_per_neutral_group);
  for (const set of data.sets.rows) assert.deepEqual(cardsOfSet(set.id).toSorted(), set.cards.toSorted());
  for (const row of data.setup.rows) {
    const perColour = row.neutral_legionaries !== (row.players < 5 ? 27 : 0);
    assert.deepEqual(neutralSetup(row.players, perColour), { groups: row.neutral_groups_drafted, preplaced: row.neutral_preplaced });
  }
});

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
