// SPDX-License-Identifier: MIT
// map.test.ts - the map without a browser: what places are told to be, lanes of trade, where things stand, ways, taps.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { signal } from "@preact/signals";
import type { GameInfo, Lang, Move, State } from "../../../api";
import type { Table } from "../../../board";
import { TERRAIN } from "../../../map/Ground";
import { meant } from "../../../map/spots";
import { factsOf } from "../facts";
import { graphOf } from "../graph";
import { modelOf } from "../model";
import { lanesFor } from "../routes";
import { map } from "../shapes";
import { matOf, outline, spotOf } from "../spots";
import { waysOf } from "../ways";
import { beginning } from "./beginning";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/polis.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/polis.json"), "utf8"));
interface Row {
  readonly id: string;
  readonly names: Readonly<Record<Lang, string>>;
}
function infoIn(lang: Lang): GameInfo {
  const named = (rows: readonly Row[]) => rows.map(({ id, names }) => ({ id, name: names[lang] }));
  const shiploads = data.markets.items.flatMap((market: { shiploads: Row[] }) => market.shiploads);
  const sets = {
    side: named(data.sides.items),
    region: named(data.regions.items),
    polis: named(data.poleis.items),
    resource: named(data.resources.items),
    project: named(data.projects.items),
    shipload: named(shiploads),
    market: named(data.markets.items),
    round: named(data.rounds.items),
  };
  return { data, sets } as unknown as GameInfo;
}
const graph = graphOf(infoIn("en"));

/** As the game begins. [POL-SETUP-3 to 8] */
const start = {
  round: "r3",
  step: "action",
  active: "sparta",
  decider: "sparta",
  what: 255,
  where: 255,
  own: { sparta: ["sparta", "gythion", "pylos"], athens: ["athens", "chalcis", "chios"] },
  population: { sparta: 4, gythion: 1, pylos: 2, athens: 5, chalcis: 1, chios: 2 },
  units: {
    sparta: { laconia: 3, myrtoan_sea: 1, ionian_sea: 1 },
    athens: { attica: 3, ionia: 2, cyclades: 2, south_sporades: 1 },
  },
  proxenos: { sparta: "sparta", athens: "athens" },
};

const choice = (verb: string, set: string, place: string): Move => ({
  m: place.length * 100 + place.charCodeAt(0),
  verb,
  args: { [set]: place },
  text: `${verb} ${place}`,
  words: verb,
});

function modelWith(view: object, moves: readonly Move[] = [], lang: Lang = "en") {
  const told: string[] = [];
  const picked = signal<Move | null>(null);
  const table = {
    lang,
    info: infoIn(lang),
    moves,
    changed: new Set<string>(["sparta", "argos", "theatre"]),
    looked: null,
    state: { view: { ...start, ...view }, facts: beginning, seats: [], you: "A", options: {} } as unknown as State,
    get picked() {
      return picked.value;
    },
    pick: (move: Move) => (told.push(`pick ${move.text}`), (picked.value = move)),
    play: (move: Move) => told.push(`play ${move.text}`),
    unpick: () => (picked.value = null),
    why: (text: string) => told.push(`why ${text}`),
    look: (place: string | null) => place && told.push(`look ${place}`),
  } as unknown as Table;
  return { model: modelOf(table), told };
}

test("a polis is told with all that is seen of it, in both languages", () => {
  const view = {
    own: { sparta: ["sparta", "argos"], athens: ["athens"] },
    population: { sparta: 4, argos: 4, athens: 5 },
    discs: { athens: { argos: 1 } },
    proxenos: { sparta: "sparta", athens: "argos" },
    captive: 2,
    project: { isthmian_games: "completed", nemean_games: "progress" },
    project_at: { isthmian_games: "argos", nemean_games: "argos" },
  };
  const moves = [choice("from", "polis", "argos")];
  assert.equal(
    modelWith(view, moves).model.describe("argos"),
    "Argos; in Arcadia; Sparta; population 4 (base 3, at most 5); megalopolis; Fortification 3; Athens: 1 of 3 siege discs; " +
      "captive proxenos of Athens; in progress: Nemean Games; completed: Isthmian Games; can be chosen; Port: Myrtoan Sea",
  );
  assert.equal(
    modelWith(view, moves, "it").model.describe("argos"),
    "Argo; in Arcadia; Sparta; popolazione 4 (base 3, massimo 5); megalopoli; Fortificazione 3; Atene: 1 disco assedio su 3; " +
      "prosseno prigioniero di Atene; in corso: Giochi Nemei; completati: Giochi Istmici; si può scegliere; Porto: Mare di Mirto",
  );
});

test("regions and shiploads are told too", () => {
  const { model } = modelWith({ tribute: ["laconia"] });
  assert.equal(
    model.describe("laconia"),
    "Laconia; Sparta: 3 hoplites, no room for more; Sparta controls; collected this round; " +
      "poleis: Sparta (Sparta, 4) and Gythion (Sparta, 1); borders Arcadia, Messenia, and Myrtoan Sea",
  );
  assert.match(model.describe("thracian_sea"), /^Thracian Sea; no units; poleis: Abdera \(neutral, 1\); borders /);
  assert.equal(
    model.describe("persia_wine_3"),
    "Persian Empire 3 (wine for wheat); 3 wine for 3 wheat; or 3 silver; Route of Sparta barred: Southern Sporades",
  );
  assert.match(modelWith({}, [], "it").model.describe("egypt_wine_4"), /^Egitto 4 \(vino per grano\); 4 vino per 4 grano; /);
});

test("lanes: free where no enemy controls a sea, and what bars the others [EX-66]", () => {
  const facts = factsOf(beginning, graph);
  const sparta = lanesFor(facts, graph, "sparta", "illyria");
  assert.equal(sparta.of("ionian_sea", "sparta_port"), "way");
  assert.equal(sparta.of("illyria", "ionian_sea"), "way");
  assert.equal(sparta.of("south_sporades", "persia"), "barred");
  assert.deepEqual([...sparta.barred], ["south_sporades"]);
  const athens = lanesFor(facts, graph, "athens", null);
  assert.equal(athens.of("egypt", "south_sporades"), "free");
  assert.equal(athens.of("illyria", "ionian_sea"), "barred");
  const open = lanesFor(factsOf({ reach: { athens: ["illyria"] }, route_athens: { illyria: ["myrtoan_sea", "ionian_sea"] } }, graph), graph, "athens", null);
  assert.equal(open.barred.size, 0);
  assert.equal(open.of("myrtoan_sea", "ionian_sea"), "free");
});

test("every place stands at a point of its own within the frame, and every lane is drawn", () => {
  const { model } = modelWith({});
  const spots = model.places.map((place) => spotOf(place, graph.markets));
  assert.equal(new Set(spots.map(String)).size, model.places.length);
  for (const [x, y] of spots) assert.ok(x > 0 && y > 0 && x < map.width && y < map.height);
  for (const market of graph.markets) {
    const { x, y, width, height } = matOf(market);
    assert.ok(x > 0 && y > 0 && x + width < map.width && y + height < map.height, market.id);
  }
  const edges = [...data.graphs.trade.edges, ...data.graphs.trade.ruling_edges].map((edge: string[]) => [...edge].sort().join(" "));
  assert.deepEqual(map.routes.map(({ a, b }) => [a, b].sort().join(" ")).sort(), edges.sort());
});

test("every kind of terrain has a sign", () => {
  for (const kind of Object.keys(map.terrain ?? {})) assert.ok(TERRAIN[kind], kind);
});

test("the outline of a sea leaves its islands out", () => {
  assert.equal(outline("M0 0l10 0 0 10-10 0zM2 2l0 3 3 0 0-3z"), "M0 0l10 0 0 10-10 0z");
  assert.equal(outline("M0 0l10 0 0 10-10 0zM20 2l3 0 0 3-3 0z"), "M0 0l10 0 0 10-10 0zM20 2l3 0 0 3-3 0z");
});

test("a tap on a polis means its region where regions are asked for, and itself where it is a choice", () => {
  const never = () => Infinity;
  const regions = modelWith({ step: "collect_in", action: "collect" }, [choice("in", "region", "laconia")]).model;
  assert.equal(meant(regions, "sparta", never), "laconia");
  assert.equal(meant(regions, "thebes", never), "thebes");
  const poleis = modelWith({ step: "make_from" }, [choice("from", "polis", "sparta")]).model;
  assert.equal(meant(poleis, "sparta", never), "sparta");
});

test("ways lead from every region that can be chosen to the destination, and with the proxenos", () => {
  const view = { step: "move_hoplites", action: "move_hoplites", what: graph.lands.indexOf("arcadia") };
  const { model } = modelWith(view, [choice("from", "region", "laconia"), choice("from", "region", "messenia")]);
  assert.deepEqual(waysOf(model).map(({ from, to, look }) => `${from} ${to} ${look}`), ["laconia arcadia can", "messenia arcadia can"]);
  const herald = modelWith({ step: "prox_to", action: "move_proxenos" }, [choice("to", "polis", "argos")]).model;
  assert.deepEqual(waysOf(herald), []);
  herald.table.pick(herald.choices.value.places.get("argos")!);
  assert.deepEqual(waysOf(herald), [{ from: "sparta", to: "argos", look: "picked" }]);
});

test("a capital that shares its name with a side does not glow with it; a polis does with its projects", () => {
  const { model } = modelWith({ project: { theatre: "progress" }, project_at: { theatre: "athens" } });
  assert.deepEqual([...model.changed.value].sort(), ["argos", "athens", "theatre"]);
});
