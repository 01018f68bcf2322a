// SPDX-License-Identifier: MIT
// dialogues.test.ts - decisions without a browser: what they cost and bring, which taps play, throws as they are shown.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { AtHand, GameInfo, Message, Move, Odds, State, View } from "../../../api";
import type { Table } from "../../../board";
import { dialogues } from "../Choices";
import { detailIn } from "../dialogues/details";
import * as sums from "../dialogues/sums";
import { factsOf } from "../facts";
import { graphOf } from "../graph";
import { isLight, modelOf } from "../model";
import { isAttack } from "../Odds";
import { positionOf, type Position } from "../position";
import { throwOf } from "../throws";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/polis.json") ? "." : ".."));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const data = read("data/polis.json");
interface Row {
  readonly id: string;
  readonly names: { readonly en: string };
}
const named = (rows: readonly Row[]) => rows.map(({ id, names }) => ({ id, name: names.en }));
const info = {
  data,
  sets: {
    side: named(data.sides.items),
    region: named(data.regions.items),
    polis: named(data.poleis.items),
    resource: named(data.resources.items),
    project: named(data.projects.items),
  },
} as unknown as GameInfo;
const graph = graphOf(info);

/** As the game begins, in round 3. [POL-SETUP-3 to 8] */
const start = {
  round: "r3",
  step: "action",
  active: "sparta",
  decider: "sparta",
  own: { sparta: ["sparta", "gythion", "pylos"], athens: ["athens", "chalcis", "chios"] },
  population: { sparta: 4, gythion: 1, pylos: 2, athens: 5, chalcis: 1, chios: 2 },
  units: {
    sparta: { laconia: 3, myrtoan_sea: 1, ionian_sea: 1 },
    athens: { attica: 3, ionia: 2, cyclades: 2, south_sporades: 1 },
  },
  port: { sparta: 1, athens: 1 },
  proxenos: { sparta: "sparta", athens: "athens" },
};
const at = (change: object = {}): Position => positionOf({ ...start, ...change } as View, graph);
const move = (verb: string, args: Move["args"] = {}, warning?: string): Move => ({
  m: 1,
  text: verb,
  verb,
  args,
  words: verb,
  ...(warning ? { warning } : {}),
});

// ---- What the engine tells: facts of STATE, as src/games/polis/facts_test.c has them

const facts = (told: Record<string, unknown>) => factsOf(told, graph);
const sieges = { reward: { argos: 3, gela: 2 }, missing: { 2: [1, 0, 0, 0, 0, 0, 0], 3: [2, 1, 0, 0, 0, 0, 0] } };

test("hoplites on the rows of a tribute box bring what is told, on as many as there is room for", () => {
  const told = { tribute: { metal: [1, 3, 6, 10, 0], wood: [0, 0, 0, 0, 0], oil: [1, 2, 0, 0, 0] }, tribute_prestige: [0, 0] };
  const rows = sums.tributeOf(at({ rows: { metal: 2, oil: 1 } }), facts(told), graph.resources);
  assert.deepEqual(
    rows.map((row) => [row.id, row.hoplites, sums.yieldOf(row), row.brings]),
    [
      ["metal", 2, 3, [1, 3, 6, 10]],
      ["oil", 1, 1, [1, 2]],
    ],
  );
  assert.deepEqual(graph.gives("laconia"), ["metal", "oil", "silver"]);
});

test("one more row brings Prestige, where it is told", () => {
  const rows = sums.tributeOf(at({ rows: { prestige: 2 } }), facts({ tribute: {}, tribute_prestige: [2, 4, 6, 8, 0] }), graph.resources);
  assert.deepEqual(
    rows.map((row) => [row.id, row.brings.length, sums.yieldOf(row)]),
    [["prestige", 4, 4]],
  );
});

test("a project is paid as is told for so much silver; of what can't be paid nothing is told", () => {
  const { payment } = facts({ pays: { 0: { wine: 3, oil: 1, silver: 1 }, 1: { wine: 2, oil: 1, silver: 2 }, 2: {} } });
  assert.deepEqual(payment(1), { wine: 2, oil: 1, silver: 2 });
  assert.equal(payment(2), null);
  assert.equal(payment(3), null);
});

test("forcing has the price that is told", () => {
  const told = { force_prestige: 3, force_hoplites: 2, force_population: 1, force_wins: 1, siege_breaks: 0 };
  assert.deepEqual(facts(told).force, { prestige: 3, hoplites: 2, population: 1, wins: true, breaks: false });
});

// ---- Sums

test("places of a marker with one price are told together", () => {
  const to = [2, 1, 3].map((position) => ({ position, price: position < 3 ? 4 : 5, weight: 1 }));
  assert.deepEqual(sums.landingsByPrice(to), [
    { price: 4, weight: 2, positions: [1, 2] },
    { price: 5, weight: 1, positions: [3] },
  ]);
});

// ---- An exchange of cards, from what lies open before and after

const battle = { battle: "attica", attacker: "athens", units: { sparta: { attica: 4 }, athens: { attica: 4 } } };
const laid = { attack: ["crescent_2", "ambush_2"], answer: ["crescent_1", null], played: { crescent_2: 1, ambush_2: 1, crescent_1: 1 } };

test("an exchange is told by the cards that were played, the units and the Prestige", () => {
  const before = at({ ...battle, ...laid, step: "answer" });
  const after = {
    ...battle,
    step: "deal",
    attack: [null, null],
    answer: [null, null],
    units: { sparta: { attica: 3 }, athens: { attica: 4 } },
    played: { ...laid.played, phalanx_1: 1 },
    won: { athens: 3 },
  };
  assert.deepEqual(sums.exchangeBetween(before, at(after)), {
    attacker: "athens",
    attack: ["crescent_2", "ambush_2"],
    answer: ["crescent_1", "phalanx_1"],
    losses: 1,
    prestige: 3,
  });
});

test("nothing was decided while cards are still put down, nor when the battle is over", () => {
  const before = at({ ...battle, ...laid, step: "answer" });
  assert.equal(sums.exchangeBetween(before, before), null);
  assert.equal(sums.exchangeBetween(before, at()), null);
});

// ---- Taps

test("what can be taken back takes one tap; what is thrown, shown or paid for good takes two", () => {
  const light = (one: Move, change: object = {}): boolean => isLight(one, at(change));
  const collecting = { action: "collect", actions: 0 };
  assert.ok(light(move("act", { action: "collect" })));
  assert.ok(light(move("row", { row: "metal" }), collecting));
  assert.ok(light(move("done"), collecting));
  assert.ok(light(move("pay", { resource: "metal" }), { action: "create_hoplites" }));
  for (const action of ["redeem_proxenos", "civil_war"]) assert.ok(!light(move("act", { action })), action);
  assert.ok(!light(move("done"), { action: "collect", actions: 1 })); // the turn ends with it
  assert.ok(!light(move("pay"), { action: null })); // Supply
  assert.ok(!light(move("to", { polis: "argos" }), { action: "move_proxenos" }));
  for (const verb of ["pass", "play", "answer", "retreat", "force", "discard", "phoros", "polis", "exchange"]) assert.ok(!light(move(verb)), verb);
  assert.ok(!light(move("act", { action: "collect" }, "Sparta loses by POL-END-2")));
});

// ---- Chances

const odds = (...detail: readonly Partial<AtHand>[]): Odds =>
  ({ words: "", battle: null, detail: detail.length ? detail.map((one) => ({ choice: false, about: {}, given: {}, answer: null, ...one })) : null }) as unknown as Odds;
const siege = (polis: string, given: AtHand["given"], answer: object) => ({
  question: "siege",
  about: { polis },
  given: { mode: "sacrifice", fortification: 3, hoplites: 4, prestige: 4, discs: 0, ...given },
  answer: answer as AtHand["answer"],
});
const die = (value: number, lost: number, spent: number) => ({ value, expected_hoplites_lost: lost, expected_prestige_spent: spent });

const detailOf = (of: Odds) => detailIn(of, facts(sieges));
function siegeIn(of: Odds) {
  const detail = detailOf(of);
  assert.ok(detail?.kind === "siege");
  return detail;
}

test("a siege with the die is told with and without forcing", () => {
  const { die: told, ...rest } = siegeIn(odds(siege("argos", { objective: "never" }, die(0.5, 0.5, 1)), siege("argos", {}, die(1, 1.25, 1.5))));
  assert.deepEqual(told, { plain: { taken: 0.5, hoplites: 0.5, prestige: 0.5 }, forced: { taken: 1, hoplites: 1.25, prestige: 1.5 } });
  assert.deepEqual([rest.polis, rest.fortification, rest.hoplites, rest.reward, rest.discs], ["argos", 3, 4, 3, null]);
  assert.deepEqual(rest.faces.slice(0, 4), [2, 1, 0, 0]);
  assert.equal(siegeIn(odds(siege("argos", {}, die(0.5, 0.5, 1)))).die!.forced, null);
});

test("after a failed roll there is no die any more", () => {
  assert.equal(siegeIn(odds(siege("argos", { roll: 1 }, die(1, 2, 1)))).die, null);
});

test("a siege with discs is told by its schedules, none too, and by what may break it", () => {
  const frontier = [{ turns: 1, prestige: 3, hoplites: 2, forced: 2 }];
  const notes = ["The discs stay at the end of the round."];
  assert.deepEqual(siegeIn(odds({ ...siege("argos", { discs: 1 }, { frontier }), notes })).discs, { laid: 1, needed: 3, risks: notes, schedules: frontier });
  assert.deepEqual(siegeIn(odds(siege("argos", {}, { frontier: [] }))).discs, { laid: 0, needed: 3, risks: [], schedules: [] });
});

test("several sieges are targets", () => {
  const told = detailOf(odds(siege("argos", { objective: "never" }, die(0.5, 0.5, 1)), siege("argos", {}, die(1, 1.25, 1.5)), siege("gela", {}, die(0.25, 1, 1))));
  assert.ok(told?.kind === "targets");
  assert.deepEqual(told.sieges.map(({ polis, die }) => [polis, die?.plain.taken, die?.forced?.taken]), [["argos", 0.5, 1], ["gela", 0.25, undefined]]);
});

test("trade is told by the ways to pay, cards by what nobody has seen", () => {
  const market = (paid: string) => ({ question: "market", given: { shipload: "egypt_oil_3", position: 2, paid }, answer: { outcomes: [{ position: 3, price: 5, value: 1 }] } });
  const landing = { position: 3, price: 5, weight: 1 };
  assert.deepEqual(detailOf(odds(market("exchange"))), { kind: "trade", shipload: "egypt_oil_3", position: 2, exchange: [landing], bought: [] });
  assert.deepEqual(detailOf(odds({ question: "cards", given: { formation: "wedge", held: 4 }, answer: { value: 0.6, cards: [0.4, 0.5, 0.1] } })), {
    kind: "battle",
    formations: [{ formation: "wedge", unseen: 2, chance: 0.6 }],
  });
});

test("nothing at hand is no detail; what is worth asking about is an attack", () => {
  assert.equal(detailOf(odds()), null);
  assert.equal(detailIn(null, facts({})), null);
  assert.ok(isAttack(move("polis", { polis: "argos" })) && !isAttack(move("act", { action: "besiege" })));
  assert.ok(!isAttack(move("act", { action: "collect" })) && !isAttack(move("answer", { card: "wedge_1" })));
});

// ---- Throws

const table = { lang: "en", info, state: { view: start, facts: { failure_hoplites: 1 }, seats: [], you: "A", options: {} } as unknown as State, moves: [] } as unknown as Table;
const thrown = (dice: number[], events: object[]): Message =>
  ({ kind: "ply", move: { verb: "dice", args: { dice: [dice, []] } }, events }) as unknown as Message;

test("a siege's die is shown with who threw, against what, and what was lost", () => {
  modelOf(table);
  const failed = thrown([1], [
    { event: "siege_rolled", args: ["argos", [[1], []], 3], words: "" },
    { event: "siege_failed", args: ["sparta", "argos"], words: "Sparta fails" },
    { event: "battle_began", args: ["attica", 4, 4], words: "Battle" },
  ]);
  assert.deepEqual(throwOf(failed, start as View, table), {
    dice: [[1], []],
    faces: 4,
    fighters: ["A", null],
    at: ["argos"],
    sides: ["Sparta", "Argos (neutral), Fortification 3"],
    losses: [1, 0],
    words: "Sparta fails",
  });
});

test("a market's dice are shown, and cost nobody anything", () => {
  const moved = thrown([2, 4], [{ event: "market_moved", args: ["oil", 3], words: "The marker of oil is now at position 3" }]);
  const shown = throwOf(moved, start as View, table);
  assert.deepEqual([shown?.dice, shown?.losses], [[[2, 4], []], null]);
  assert.equal(throwOf(thrown([1], []), start as View, table), null);
});

// ---- All steps

/** Those in which nobody chooses. */
const CHANCE: ReadonlySet<string> = new Set(["project", "event", "siege_die", "market_die", "deal", "over"]);

test("every step has its dialogue, and every verb in it is one of the game's", () => {
  const steps: string[] = read("docs/view.polis.json").$defs.step.enum;
  assert.deepEqual(Object.keys(dialogues).sort(), steps.filter((step) => !CHANCE.has(step)).sort());
  const verbs: { id: string; token?: string }[] = read("data/text/polis.json").verbs;
  const known = new Set(verbs.map(({ id, token }) => token ?? id));
  for (const [step, { verbs: offered }] of Object.entries(dialogues)) for (const verb of offered) assert.ok(known.has(verb), `${step}: ${verb}`);
});
