// SPDX-License-Identifier: MIT
// rows.test.ts - rows of moves by one tap: what comes next, and where they end, on a table that only answers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { batch, signal } from "@preact/signals";
import type { GameInfo, Move, State } from "../../../api";
import type { Table } from "../../../board";
import { modelOf } from "../model";
import { endsTurn, manyOf, severalOf, toTheEnd } from "../rows";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/spqrisiko.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/spqrisiko.json"), "utf8"));
const named = (rows: { id: string; names: { en: string } }[]) => rows.map(({ id, names }) => ({ id, name: names.en }));
const info = { data, sets: { province: named(data.provinces.rows), sea: named(data.seas.rows) } } as unknown as GameInfo;
const index = (province: string): number => data.provinces.rows.findIndex((row: { id: string }) => row.id === province);

const move = (verb: string, args: Record<string, string | number> = {}): Move => {
  const text = [verb, ...Object.values(args)].join(" ");
  return { m: [...text].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7) % 1e9, verb, args, text, words: verb };
};
const places = (verb: string, ...provinces: string[]): Move[] => provinces.map((province) => move(verb, { province }));
const numbers = (verb: string, ...all: number[]): Move[] => all.map((number) => move(verb, { number }));

const base = {
  active: "A",
  own: { A: ["italia", "cisalpina"], B: ["raetia"] },
  legionaries: { italia: 6, cisalpina: 6, raetia: 4 },
  hand_size: {},
};

/** `picked`: the choice that is shown. `answer` is what stands after the next move. */
function tableWith(view: object, moves: Move[], picked: Move | null = null, stopAt = 0) {
  const state = signal({ view: { ...base, ...view }, seats: [{ seat: "A" }, { seat: "B" }], round: 1, ply: 1, facts: {} });
  const choices = signal<readonly Move[]>(moves);
  const table = {
    info,
    picked,
    stopAt,
    lang: "en",
    get state() {
      return state.value as unknown as State;
    },
    get moves() {
      return choices.value;
    },
  } as unknown as Table;
  const answer = (view: object, moves: Move[], round = 1, facts: object = {}): void =>
    batch(() => {
      state.value = { ...state.value, round, facts, view: { ...base, ...view } };
      choices.value = moves;
    });
  return { table, model: modelOf(table), answer };
}

const land = { phase: "reinforce_land", pool: 3 };

test("several legionaries go to one province, and nothing else follows while the phase has more to offer", () => {
  const picked = places("place", "italia")[0]!;
  const { model, answer } = tableWith(land, places("place", "italia", "cisalpina"), picked);
  assert.equal(manyOf(model, picked), 3);
  const next = severalOf(model, picked, 2);
  assert.equal(next()?.text, "place italia");
  answer({ ...land, pool: 2 }, places("place", "italia", "cisalpina"));
  assert.equal(next()?.text, "place italia");
  answer({ ...land, pool: 1 }, places("place", "italia", "cisalpina"));
  assert.equal(next(), null);
});

test("with the last one the phase ends where nothing else can be done in it, and never where a set could be held", () => {
  const picked = places("place", "italia")[0]!;
  for (const [cards, last] of [[2, "done"], [3, undefined]] as const) {
    const view = { ...land, pool: 1, hand_size: { A: cards } };
    const { model, answer } = tableWith(view, places("place", "italia"), picked);
    const next = severalOf(model, picked, 1);
    assert.equal(next()?.text, "place italia");
    answer({ ...view, pool: 0 }, [move("done")]);
    assert.equal(next()?.text, last);
    answer({ phase: "land_attack", hand_size: { A: cards } }, [move("done")]);
    assert.equal(next(), null, "and that was all");
  }
});

test("a row of placing ends when the phase is another one", () => {
  const picked = places("place", "italia")[0]!;
  const { model, answer } = tableWith(land, places("place", "italia"), picked);
  const next = severalOf(model, picked, 3);
  next();
  answer({ phase: "land_attack" }, places("attack_from", "cisalpina"));
  assert.equal(next(), null);
});

const attack = { phase: "land_attack", step: "roll", from: index("cisalpina"), to: index("raetia") };
const left = (n: number) => ({ ...attack, legionaries: { ...base.legionaries, cisalpina: n } });

test("an attack is declared and thrown with the most dice until it is over", () => {
  const picked = places("attack_to", "raetia")[0]!;
  const { table, model, answer } = tableWith({ ...attack, step: "attack_to" }, [picked], picked);
  const next = toTheEnd(model, table)!;
  assert.equal(next(), picked);
  answer(left(6), numbers("roll", 3));
  assert.equal(next()?.text, "roll 3");
  answer(left(3), [...numbers("roll", 1, 2), move("stop")]);
  assert.equal(next()?.text, "roll 2");
  answer({ ...attack, step: "advance" }, numbers("advance", 0, 1));
  assert.equal(next(), null, "how many go on is asked");
});

test("the rule for stopping is kept: fewer than so many beyond the one that stays, and the attack stops", () => {
  const picked = numbers("roll", 3)[0]!;
  const { table, model, answer } = tableWith(left(6), [picked], picked, 3);
  const next = toTheEnd(model, table)!;
  assert.equal(next()?.text, "roll 3");
  answer(left(4), [...numbers("roll", 3), move("stop")]);
  assert.equal(next()?.text, "roll 3", "three are left to attack");
  answer(left(3), [...numbers("roll", 2), move("stop")]);
  assert.equal(next()?.text, "stop");
});

test("a throw in another battle is no longer meant", () => {
  const picked = numbers("roll", 3)[0]!;
  const { table, model, answer } = tableWith(left(6), [picked], picked);
  const next = toTheEnd(model, table)!;
  answer({ ...attack, from: index("italia") }, [picked]);
  assert.equal(next(), null);
});

test("the turn is ended phase by phase, and not the next one's, nor one's own of the next round", () => {
  const { model, answer } = tableWith({ phase: "naval_move" }, [move("done")]);
  const next = endsTurn(model);
  assert.equal(next()?.text, "done");
  answer({ phase: "land_attack" }, [...places("attack_from", "italia"), move("done")]);
  assert.equal(next()?.text, "done");
  answer({ phase: "reinforce_land" }, [move("done")], 2);
  assert.equal(next(), null);
});

test("a turn that ends with a conquest: as many as are shown move in first", () => {
  const [, picked] = numbers("advance", 2, 3);
  const { model, answer } = tableWith({ ...attack, step: "advance" }, numbers("advance", 2, 3), picked);
  const next = endsTurn(model, picked!);
  assert.equal(next(), picked);
  answer({ phase: "land_attack" }, [...places("attack_from", "italia"), move("done")]);
  assert.equal(next()?.text, "done");
});

test("the last phase is the one that is told to end the turn", () => {
  const { model, answer } = tableWith({ phase: "land_attack" }, [move("done")]);
  assert.equal(model.lastPhase, false);
  answer({ phase: "land_attack" }, [move("done")], 1, { ends_turn: 1 });
  assert.equal(model.lastPhase, true);
});
