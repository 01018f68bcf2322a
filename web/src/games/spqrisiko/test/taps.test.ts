// SPDX-License-Identifier: MIT
// taps.test.ts - what a tap on the map means at each decision, on a table that only notes what it is told.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { batch, signal } from "@preact/signals";
import type { GameInfo, Move, PlyMessage, State } from "../../../api";
import type { Table } from "../../../board";
import { makes } from "../Hand";
import { modelOf } from "../model";
import { isAttack, throwOf } from "../throws";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/spqrisiko.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/spqrisiko.json"), "utf8"));
const named = (rows: { id: string; names: { en: string } }[]) => rows.map(({ id, names }) => ({ id, name: names.en }));
const info = {
  data,
  sets: { province: named(data.provinces.rows), sea: named(data.seas.rows), card: named(data.cards.rows), card_set: named(data.sets.rows) },
} as unknown as GameInfo;

const index = (province: string): number => data.provinces.rows.findIndex((row: { id: string }) => row.id === province);
const base = {
  phase: "land_attack",
  step: "idle",
  active: "A",
  own: { A: ["italia", "cisalpina", "noricum"], B: ["raetia", "illiria", "sicilia"] },
  legionaries: { italia: 6, cisalpina: 3, noricum: 5, raetia: 2, illiria: 1, sicilia: 2 },
  triremes: { A: { tyrrenum: 2 }, B: {} },
};

let next = 1;
const move = (verb: string, args: Record<string, string | number> = {}): Move => ({
  m: next++,
  verb,
  args,
  text: [verb, ...Object.values(args)].join(" "),
  words: verb,
});
const at = (verb: string, ...provinces: string[]): Move[] => provinces.map((province) => move(verb, { province }));

/** A table that notes what it is told; `answer` is what the server would do next. */
function tableWith(view: object, moves: Move[], undo = true, facts: object = {}) {
  const told: string[] = [];
  const shown = signal({ facts, view: { ...base, ...view }, seats: [{ seat: "A", name: "Anna" }, { seat: "B", name: "" }], undo: { ok: undo }, you: "A", ply: 1 });
  const choices = signal<readonly Move[]>(moves);
  const picked = signal<Move | null>(null);
  const table = {
    lang: "en",
    info,
    changed: new Set<string>(),
    looked: null,
    get state() {
      return shown.value as unknown as State;
    },
    get moves() {
      return choices.value;
    },
    get picked() {
      return picked.value;
    },
    pick: (one: Move) => (told.push(`pick ${one.text}`), (picked.value = one)),
    play: (one: Move) => (told.push(`play ${one.text}`), batch(() => ((picked.value = null), (choices.value = [])))),
    unpick: () => (picked.value = null),
    undo: () => (told.push("undo"), (choices.value = [])),
    why: (text: string) => told.push(`why ${text}`),
    look: (place: string | null) => place && told.push(`look ${place}`),
  } as unknown as Table;
  const answer = (view: object, moves: Move[]): void =>
    batch(() => {
      shown.value = { ...shown.value, view: { ...base, ...view }, ply: shown.value.ply + 1 };
      choices.value = moves;
    });
  return { table, model: modelOf(table), told, answer };
}

test("the first tap on a choice shows it, the second plays it", () => {
  const { model, told } = tableWith({ phase: "setup" }, at("claim", "dacia", "moesia"));
  model.tap("dacia");
  model.tap("moesia");
  model.tap("moesia");
  assert.deepEqual(told, ["pick claim dacia", "pick claim moesia", "play claim moesia"]);
});

test("legionaries go on being placed at every further tap on the same province", () => {
  const place = () => at("place", "italia", "cisalpina");
  const { model, told, answer } = tableWith({ phase: "reinforce_land", pool: 4 }, place());
  model.tap("italia");
  model.tap("italia");
  answer({ phase: "reinforce_land", pool: 3 }, place());
  model.tap("italia");
  answer({ phase: "reinforce_land", pool: 2 }, place());
  model.tap("cisalpina");
  assert.deepEqual(told, ["pick place italia", "play place italia", "play place italia", "pick place cisalpina"]);
});

test("what a set gave and would be lost comes first, and the tool can be changed", () => {
  const moves = [...at("place", "italia", "cisalpina"), ...at("centre", "italia"), move("refund", { sea: "tyrrenum" })];
  const { model, told } = tableWith({ phase: "reinforce_land", pool: 4, pending_centres: 1 }, moves);
  assert.deepEqual(model.tools.value, ["centre", "place", "refund"]);
  assert.equal(model.isChoice("cisalpina"), false);
  model.tap("italia");
  model.useTool("place");
  assert.equal(model.isChoice("cisalpina"), true);
  model.tap("italia");
  model.tap("tyrrenum");
  assert.deepEqual(told, ["pick centre italia", "pick place italia", "pick refund tyrrenum"]);
  assert.equal(model.tool.value, "refund");
});

test("an action is opened by one tap, since it can be taken back", () => {
  const { model, told } = tableWith({}, [...at("attack_from", "italia", "cisalpina"), move("done")]);
  model.tap("cisalpina");
  assert.deepEqual(told, ["pick attack_from cisalpina", "play attack_from cisalpina"]);
});

test("a tap on an enemy opens the attack from the strongest neighbour and shows it as the target", () => {
  const { model, told, answer } = tableWith({}, [...at("attack_from", "italia", "cisalpina", "noricum"), move("done")]);
  assert.deepEqual(model.originsAgainst("raetia").map(({ text }) => text), ["attack_from noricum", "attack_from cisalpina"]);
  model.tap("raetia");
  answer({ step: "attack_to", from: index("noricum") }, at("attack_to", "raetia", "illiria"));
  assert.deepEqual(told, ["play attack_from noricum", "pick attack_to raetia"]);
  model.tap("raetia");
  assert.equal(told.at(-1), "play attack_to raetia");
});

test("while it is asked how many move in, a tap on the next enemy moves in as many as are shown and opens that attack", () => {
  const advance = move("advance", { number: 3 });
  const { table, model, told, answer } = tableWith({ step: "advance", from: index("noricum"), to: index("raetia") }, [move("advance", { number: 2 }), advance]);
  table.pick(advance);
  model.tap("italia");
  assert.ok(!told.includes("play advance 3"), "an own province is looked at alone");
  table.pick(advance);
  model.tap("illiria");
  answer({}, [...at("attack_from", "italia", "noricum"), move("done")]);
  answer({ step: "attack_to", from: index("noricum") }, at("attack_to", "illiria"));
  assert.deepEqual(
    told.slice(told.lastIndexOf("pick advance 3") + 1),
    ["play advance 3", "play attack_from noricum", "pick attack_to illiria"],
  );
});

test("an attack by sea is offered across a sea with own triremes only", () => {
  const { model } = tableWith({ phase: "sea_attack" }, at("embark", "italia", "noricum"));
  assert.deepEqual(model.originsAgainst("sicilia").map(({ text }) => text), ["embark italia"]);
  assert.deepEqual(model.originsAgainst("raetia"), []);
});

test("while an action is only begun, another place begins it anew, and its own does nothing", () => {
  const begun = { step: "attack_to", from: index("italia") };
  const { model, told, answer } = tableWith(begun, at("attack_to", "raetia"), true, { begins: ["italia", "noricum"], begins_at_sea: [] });
  model.tap("italia");
  assert.deepEqual(told, []);
  model.tap("noricum");
  assert.deepEqual(told, ["undo"]);
  answer({}, at("attack_from", "italia", "noricum"));
  assert.deepEqual(told, ["undo", "pick attack_from noricum", "play attack_from noricum"]);
});

test("a tap on what is no choice opens it and asks why, where the verb fits the place", () => {
  const { model, told } = tableWith({ step: "attack_to", from: index("cisalpina") }, at("attack_to", "raetia"), false);
  model.tap("dacia");
  model.tap("tyrrenum");
  assert.deepEqual(told, ["look dacia", "why attack_to dacia", "look tyrrenum"]);
});

test("a place is described with all that is seen of it", () => {
  const { model } = tableWith({ centres: ["italia"] }, at("attack_from", "italia"));
  assert.equal(
    model.describe("italia"),
    "Italy; Anna (A); 6 legionaries; power centre; can be chosen; borders Cisalpine Gaul; seas: Tyrrhenian Sea, Ionian Sea, and Adriatic Sea",
  );
  assert.match(model.describe("tyrrenum"), /^Tyrrhenian Sea; Anna \(A\) 2; controlled by Anna \(A\); on the coast: /);
  assert.match(model.describe("dacia"), /^Dacia; free; /);
});

test("a throw is told with who fought where", () => {
  const { table } = tableWith({}, []);
  const before = { ...base, step: "land_throw", from: index("noricum"), to: index("raetia") };
  const thrown = { event: "thrown", args: [[[6, 3], [5]], 0, 1], words: "Dice", role: "move" };
  const conquered = { event: "conquered", args: ["A", "raetia", 2], words: "A conquers Raetia", role: "news" };
  const message = { kind: "ply", events: [thrown, conquered] } as unknown as PlyMessage;
  assert.deepEqual(throwOf(message, before, table), {
    dice: [[6, 3], [5]],
    sides: ["Anna (A) · Noricum", "B · Raetia"],
    fighters: ["A", "B"],
    at: ["noricum", "raetia"],
    losses: [0, 1],
    words: "A conquers Raetia",
  });
  assert.equal(throwOf({ kind: "ply", events: [conquered] } as unknown as PlyMessage, before, table), null);
  assert.equal(isAttack(move("roll", { number: 2 })), true);
  assert.equal(isAttack(move("place", { province: "italia" })), false);
});

test("sets are those that the cards make", () => {
  const made = (hand: Record<string, number>) =>
    data.sets.rows.filter((set: Parameters<typeof makes>[0]) => makes(set, hand)).map(({ id }: { id: string }) => id);
  assert.deepEqual(made({ legionary: 3, vexillum: 1 }), ["legionary_x3"]);
  assert.deepEqual(made({ legionary: 2, vexillum: 1, trireme: 1 }), ["legionary_vexillum_trireme"]);
  assert.deepEqual(made({}), []);
});
