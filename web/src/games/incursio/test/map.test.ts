// SPDX-License-Identifier: MIT
// map.test.ts - the map without a browser: the data read, views read, what eyes see, and a land that never stands in the way.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { GameInfo, View } from "../../../api";
import { dataOf, labelOf, landOf, SPACING } from "../data";
import { wordsOf } from "../describe";
import { chance, sceneryOf, seedOf } from "../ground";
import { tagOf } from "../marks";
import { ageOf, countsOf, differs, misses, knowledgeIn, lookAt, looksOf, pairsIn, positionOf, structuresIn, unitsIn } from "../position";
import { tables } from "../words";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/incursio.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/incursio.json"), "utf8"));
const info = { data } as GameInfo;
const small = landOf(info, { map: "small" });
const whole = landOf(info, { map: "esdef" });

test("both maps: every site stands in its frame, no two on each other, lines join sites that are there", () => {
  for (const [land, n] of [[small, 13], [whole, 43]] as const) {
    assert.equal(land.sites.size, n);
    const spots = [...land.sites.values()].map(({ spot }) => spot);
    for (const [x, y] of spots) assert.ok(x > 40 && x < land.width - 40 && y > 40 && y < land.height - 40);
    for (const [i, [x, y]] of spots.entries())
      for (const [a, b] of spots.slice(i + 1)) assert.ok(Math.hypot(a - x, b - y) > 0.6 * SPACING, `${x} ${y} and ${a} ${b}`);
    for (const { from, to } of land.lines) assert.ok(land.sites.has(from) && land.sites.has(to));
  }
  assert.deepEqual(small.near.get("s03"), ["s01", "s02", "s04", "s06"]);
  assert.deepEqual(small.grey.get("s03"), ["s01", "s02"]);
  assert.equal(labelOf(small, "s07", "it"), "7 Rocca Piccola");
});

test("a scenario's only map is played whichever is asked for", () => {
  const one = landOf({ data: { ...data, maps: [data.maps[1]] } } as GameInfo, { map: "small" });
  assert.equal(one.sites.size, 13);
});

test("species: who may be what, by the size of a side", () => {
  const { species } = dataOf(info);
  assert.equal(species.get("krinar")!.quota, 6);
  assert.equal(species.get("molor")!.quota, 8);
  assert.equal(species.get("no_dp")!.quota, null);
  assert.equal(species.get("esdefian")!.quota, null);
});

test("the tables: what a founding costs, what a level wants", () => {
  const { founding, levels, attacks } = dataOf(info);
  assert.equal(founding.cost, 600); // [INC-FOUND-3]
  assert.deepEqual(levels[3]!.requires, { extra_dwellings: 3, manned_walls: 1, barracks: 1, mine: 1 });
  assert.equal(attacks, 3);
});

// ---- The land ------------------------------------------------------------------------------------------------------------------------------

test("the land of a map is always the same, and another map's another", () => {
  assert.notEqual(seedOf(small), seedOf(whole));
  const [a, b] = [chance(7), chance(7)];
  for (let i = 0; i < 100; i++) {
    const n = a();
    assert.ok(n >= 0 && n < 1);
    assert.equal(n, b());
  }
  assert.equal(sceneryOf(small), sceneryOf(small));
});

test("signs of the land stand beside sites and lines; the sites stand on land", () => {
  for (const land of [small, whole]) {
    const { signs, shore, rivers } = sceneryOf(land);
    const spots = Object.values(signs).flat();
    assert.ok(signs.tree.length > 2 && signs.hill.length > 5 && signs.thorn.length > 5, "woods, hills and waste");
    assert.ok(rivers.startsWith("M"));
    for (const [x, y] of spots)
      for (const { spot } of land.sites.values()) assert.ok(Math.hypot(spot[0] - x, spot[1] - y) > 24, `${x} ${y}`);
    for (const { from, to } of land.lines) {
      const [[ax, ay], [bx, by]] = [land.sites.get(from)!.spot, land.sites.get(to)!.spot];
      for (const [x, y] of spots)
        for (let part = 0; part <= 1; part += 0.05)
          assert.ok(Math.hypot(ax + (bx - ax) * part - x, ay + (by - ay) * part - y) > 10, `${from} ${to}`);
    }
    assert.ok(/^M[^a-z]*Z$/.test(shore), "closed outlines alone");
  }
});

// ---- Views ------------------------------------------------------------------------------------------------------------------------------------

test("lists of units: types, portals, states, ways", () => {
  const units = unitsIn("A C* F! F+ A>s04 C<s06 Tr~ As~*");
  assert.deepEqual(units.map(({ type }) => type), ["A", "C", "F", "F", "A", "C", "Tr", "As"]);
  assert.deepEqual(units.map(({ state }) => state), ["idle", "moved", "fought", "fresh", "going", "coming", "idle", "moved"]);
  assert.equal(units[4]!.way, "s04");
  assert.ok(units[6]!.portal && !units[0]!.portal);
  assert.equal(countsOf(units, "defenders"), "2 F, 2 A, 2 C");
  assert.deepEqual(unitsIn(""), []);
});

test("what is known, with its days; structures with copies; pairs", () => {
  assert.deepEqual(knowledgeIn("settlement2@1 units=some@2 - C"), {
    kind: "settlement", level: 2, kindDay: 1, enemies: "some", enemiesDay: 2, camp: [null, "C"],
  });
  assert.deepEqual(knowledgeIn("ruin@0").level, null);
  assert.equal(knowledgeIn("units=0@3").enemies, 0);
  assert.deepEqual([...structuresIn("guard_tower extra_dwellings=2 @3").copies], [["guard_tower", 1], ["extra_dwellings", 2]]);
  assert.equal(structuresIn("@3").day, 3);
  assert.equal(pairsIn("-").size, 0);
  assert.deepEqual([...pairsIn("c1=mine c2=found")], [["c1", "mine"], ["c2", "found"]]);
});

const view: View = {
  day: 4,
  step: "move",
  side: "defenders",
  level: { s04: 1, s07: 2 },
  garrison: { s04: "F", s07: "F A F" },
  soldiers: { s04: "A", s07: "A C>s04 F", s05: "" },
  demons: { s02: "Tr As Di", s03: "Tr" },
  born: { s02: 8, s05: 8 },
  defenders_know: { s02: "ruin@0", s05: "units=2@1", s03: "units=some@4", s08: "units=0@2" },
  raiders_know: { s07: "settlement2@1 units=5@1", s04: "settlement@0" },
  foreseen: ["s08"],
  located: ["s08", "s09"],
  work: "c1=found",
  work_site: "c1=s10",
  seat_of: { defenders: "c1=A c2=C" },
  flags: { defenders: { c2: 9 } },
};
const position = positionOf(view);

test("own sites are seen as they are: garrison, camp, without those who are ordered away", () => {
  const look = lookAt(small, position, "defenders", "s07");
  assert.deepEqual([look.kind, look.level, look.garrison, look.camp, look.own], ["settlement", 2, 3, 2, true]);
  assert.equal(tagOf(look, 4)!.words, "3|2");
  assert.equal(wordsOf(look, "en", 4, true), "settlement of level 2, capital, Defenders: 3 in the garrison, 2 in camp");
});

test("enemies: a number with its age, some, nobody, and never seen", () => {
  const look = (site: string) => lookAt(small, position, "defenders", site);
  assert.equal(tagOf(look("s05"), 4)!.age, "old");
  assert.deepEqual(tagOf(look("s03"), 4), { words: "?", day: "", side: "raiders", age: "today" });
  assert.equal(look("s02").level, 3); // who knows of a ruin can reckon its age [INC-RUIN-2]
  assert.ok(look("s02").fog && look("s12").fog && !look("s08").fog && !look("s07").fog);
  assert.ok(look("s08").portal && !look("s09").portal);
  assert.equal(ageOf(4, 4), "today");
  assert.equal(ageOf(2, 4), "recent");
  assert.equal(ageOf(1, 4), "old");
});

test("eyes that may not see do not, though the view holds it", () => {
  const raiders = lookAt(small, position, "raiders", "s07");
  assert.deepEqual([raiders.garrison, raiders.camp, raiders.enemies], [0, 0, { count: 5, day: 1 }]);
  assert.ok([...looksOf(small, position, "none").values()].every(({ enemies, holder, garrison, camp }) => !enemies && !holder && !garrison && !camp));
  assert.equal(lookAt(small, position, "none", "s07").level, null); // levels are not public at the start
});

test("truth beside belief", () => {
  const truth = lookAt(small, position, "all", "s07");
  assert.ok(differs(truth, lookAt(small, position, "raiders", "s04")) || truth.garrison + truth.camp === 5);
  assert.ok(!differs(truth, lookAt(small, position, "raiders", "s07")), "five were counted, and five there are");
  assert.ok(differs(lookAt(small, position, "all", "s02"), lookAt(small, position, "defenders", "s05")));
  assert.ok(!misses(truth, lookAt(small, position, "raiders", "s07")) && misses(truth, { ...lookAt(small, position, "raiders", "s07"), enemies: null }));
  assert.ok(!misses(truth, lookAt(small, position, "defenders", "s07")), "one's own is known");
  assert.ok(differs(lookAt(small, position, "all", "s03"), { ...lookAt(small, position, "defenders", "s03"), enemies: { count: 0, day: 4 } }));
});

test("characters: whose, asked or confirmed, and works in the yard", () => {
  const [first, second] = position.characters("defenders");
  assert.deepEqual([first!.seat, first!.work, first!.workSite], ["A", "found", "s10"]);
  assert.ok(second!.confirmed && second!.assigned && !second!.refused);
  assert.deepEqual(position.works("s10"), ["found"]);
});

test("every word is there in both languages, with the same holes", () => {
  const holes = (text: string): string => [...new Set(text.match(/\{\d/g) ?? [])].sort().join();
  for (const [key, text] of Object.entries(tables.en)) assert.equal(holes(tables.it[key as keyof typeof tables.it] ?? ""), holes(text), key);
});
