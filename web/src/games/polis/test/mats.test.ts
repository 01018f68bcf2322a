// SPDX-License-Identifier: MIT
// mats.test.ts - what the mats, the details of places and the options count and say, held to the data of the game.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { GameInfo } from "../../../api";
import { graphOf } from "../graph";
import { factsOf } from "../facts";
import { berthOf, forcesOf, sitesFor } from "../ledger";
import { positionOf } from "../position";
import { ROWS, siegeOf, type SiegeMode } from "../sieges";
import { actionsAt } from "../starts";
import { say, type Word } from "../words";
import * as choices from "../words/choices";
import * as map from "../words/map";
import * as mats from "../words/mats";
import { beginning } from "./beginning";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/polis.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/polis.json"), "utf8"));
const named = (rows: { id: string; names: { en: string } }[]) => rows.map(({ id, names }) => ({ id, name: names.en }));
const sets = { region: named(data.regions.items), polis: named(data.poleis.items), resource: named(data.resources.items), project: named(data.projects.items) };
const graph = graphOf({ data, sets } as unknown as GameInfo);

const base = {
  round: "r3",
  step: "action",
  active: "sparta",
  start: "sparta",
  prestige: { sparta: 4, athens: 4 },
  resource: { sparta: {}, athens: {} },
  own: { sparta: ["sparta", "gythion", "pylos"], athens: ["athens", "chalcis", "chios"] },
  population: { sparta: 4, gythion: 1, pylos: 2, athens: 5, chalcis: 1, chios: 2 },
  units: { sparta: { laconia: 3, ionian_sea: 1, myrtoan_sea: 1 }, athens: { attica: 3, ionia: 2, cyclades: 2, south_sporades: 1 } },
  port: { sparta: 1, athens: 1 },
  proxenos: { sparta: "sparta", athens: "athens" },
};
const at = (view: object) => positionOf({ ...base, ...view }, graph);

// ---- Words

const parts = { map, choices, mats };

test("both languages say the same, and no word of one part of the board hides another's", () => {
  const holes = (text: string): string[] => [...new Set(text.match(/\{\d/g) ?? [])].toSorted();
  const owners = new Map<string, string>();
  for (const [name, { en, it }] of Object.entries(parts)) {
    const italian = it as Record<string, string>;
    assert.deepEqual(Object.keys(italian).toSorted(), Object.keys(en).toSorted());
    for (const [word, text] of Object.entries(en as Record<string, string>)) {
      assert.deepEqual(holes(italian[word]!), holes(text), word);
      assert.equal(owners.get(word), undefined, `${word}: in ${owners.get(word)} and in ${name}`);
      owners.set(word, name);
    }
  }
});

// ---- Siege rules

const SIEGES = data.siege_modes.items as readonly SiegeMode[];

test("each siege rule of the data can be chosen, and says what it feels like", () => {
  for (const mode of SIEGES) {
    assert.deepEqual(siegeOf(mode.id), mode);
    for (const lang of ["it", "en"] as const) assert.ok(mode.text[lang]?.includes("."), mode.id);
  }
});

test("the comparison has a cell for each rule, in both languages", () => {
  for (const { head, cell } of ROWS)
    for (const mode of SIEGES)
      for (const lang of ["it", "en"] as const) {
        const found = cell(mode);
        assert.ok(say(lang, head));
        if (found instanceof Array)
          for (const [word, ...args] of found) {
            assert.ok(args.every(Number.isInteger), `${head} ${mode.id}`);
            assert.doesNotMatch(say(lang, word, ...args), /\{/, `${head} ${mode.id}`);
          }
      }
  const strengths = data.poleis.items.filter((city: { besiegeable: boolean }) => city.besiegeable).map((city: { fortification: number }) => city.fortification);
  assert.deepEqual([Math.min(...strengths), Math.max(...strengths)], [1, 4]);
});

test("the comparison is table 10.1 of the rules", () => {
  const told = (id: string, head: Word): string => {
    const found = ROWS.find((row) => row.head === head)!.cell(siegeOf(id)!);
    return found instanceof Array ? found.map(([word, ...args]) => say("en", word, ...args)).join("; ") : String(found);
  };
  assert.equal(told("standard", "siege_die"), "one d4: F or more takes the polis");
  assert.equal(told("sacrifice", "siege_force"), "once, right after a failed throw: 1 Prestige and F less the die in hoplites");
  assert.equal(told("sacrifice", "siege_failure"), "1 hoplite lost; an enemy polis loses 1 population; then force or not");
  assert.equal(told("diceless", "siege_force"), "no");
  assert.equal(told("diceless", "siege_total"), "F less 1 gained");
  assert.equal(
    told("diceless_sacrifice", "siege_force"),
    "as often as you can pay: each disc 1 Prestige and 1 hoplite; an enemy polis also loses 1 population",
  );
});

// ---- Counting

test("forces are counted by kind, merchants by where they are", () => {
  const position = at({ trader: { egypt_oil_3: 1, thrace_metal_3: 2 } });
  assert.deepEqual(forcesOf(position, graph, "sparta"), { poleis: 3, people: 7, hoplites: 3, galleys: 2, trading: 1 });
  assert.deepEqual(forcesOf(position, graph, "athens"), { poleis: 3, people: 8, hoplites: 5, galleys: 3, trading: 1 });
});

// ---- What the engine tells

test("facts are read as they are told, and nothing is missed where none are", () => {
  const facts = factsOf(beginning, graph);
  assert.deepEqual([facts.isTurn, facts.actionsLeft, facts.threshold, facts.event], [true, 2, 8, "none"]);
  assert.deepEqual([facts.control("laconia"), facts.control("attica"), facts.control("macedonia")], ["sparta", "athens", null]);
  assert.deepEqual([facts.need("sparta"), facts.kept("sparta", "oil"), facts.kept("athens", "oil"), facts.brings("phidias")], [7, 3, 0, 2]);
  assert.deepEqual([facts.room("sparta", "attica"), facts.room("sparta", "laconia"), facts.moreMerchants("athens"), facts.growth("argos")], [3, 0, 2, 0]);
  assert.deepEqual(["argos", "chalcis", "athens"].map((polis) => facts.civilWar("sparta", polis)), [6, 3, 0]);
  const none = factsOf(undefined, graph);
  assert.deepEqual([none.isTurn, none.event, none.fights("attica"), none.score("sparta")], [false, "none", false, 0]);
});

test("a free way is told in the order in which it is sailed, a barred one by the seas that bar it", () => {
  const seas = ["thracian_sea", "south_sporades", "myrtoan_sea"];
  const facts = factsOf({ reach: { sparta: ["thrace"] }, route_sparta: { thrace: seas, egypt: ["south_sporades"] } }, graph);
  assert.deepEqual(facts.route("sparta", "thrace"), { free: true, seas: seas.toReversed() });
  assert.deepEqual(facts.route("sparta", "egypt"), { free: false, seas: ["south_sporades"] });
});

test("a project may go where its kind is at home and nothing is in progress", () => {
  const temple = graph.project("temple_of_zeus")!;
  const facts = factsOf(beginning, graph);
  assert.deepEqual(sitesFor(temple, facts, graph, "sparta"), ["sparta"]);
  assert.deepEqual(sitesFor(temple, facts, graph, "athens"), []);
  assert.deepEqual(sitesFor(temple, factsOf({ builders: { sparta: ["pylos"] } }, graph), graph, "sparta"), []);
});

test("a shipload is free, taken, closed, or open later", () => {
  const position = at({ trader: { egypt_oil_3: 2 }, closed: ["persia_wine_3"] });
  const facts = factsOf({ open: ["illyria_wood_3"] }, graph);
  const berths = ["egypt_oil_3", "persia_wine_3", "egypt_wine_4", "illyria_wood_3"].map((one) => berthOf(position, facts, one));
  assert.deepEqual(berths, ["taken", "closed", "later", "free"]);
});

// ---- What may be begun at a place

test("a place offers the actions that make sense there", () => {
  const offered = (place: string, view: object = {}) => actionsAt(at(view), graph, "sparta", place).map(({ action }) => action);
  assert.deepEqual(offered("pylos"), ["create_hoplites", "create_galleys", "create_merchants", "move_proxenos"]);
  assert.deepEqual(offered("gythion"), ["create_hoplites", "create_galleys", "create_merchants", "move_proxenos"]);
  assert.deepEqual(offered("argos"), ["besiege", "move_proxenos"]);
  assert.deepEqual(offered("athens"), []);
  assert.deepEqual(offered("argos", { proxenos: { sparta: "argos", athens: "athens" } }), ["besiege", "civil_war"]);
  assert.deepEqual(offered("chios", { proxenos: { sparta: "chios", athens: "athens" }, captive: 1 }), ["besiege", "redeem_proxenos"]);
  assert.deepEqual(offered("laconia"), ["collect", "move_hoplites"]);
  assert.deepEqual(offered("laconia", { tribute: ["laconia"] }), ["move_hoplites"]);
  assert.deepEqual(offered("cyclades"), ["move_galleys"]);
  assert.deepEqual(offered("egypt_oil_3"), ["trade"]);
  assert.deepEqual(offered("egypt_oil_3", { trader: { egypt_oil_3: 2 } }), []);
  assert.deepEqual(actionsAt(at({}), graph, null, "argos"), []);
});
