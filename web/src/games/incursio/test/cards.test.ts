// SPDX-License-Identifier: MIT
// cards.test.ts - what the task cards reckon by themselves, held against the rules: dice of a pair, reinforcements dealt in turn.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { dealt } from "../cards/Deploy";
import { diceOf, hasAdvantage } from "../odds";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/incursio.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/incursio.json"), "utf8"));

test("advantages are those of the data, and no others", () => {
  const types = data.unit_types as { id: string; symbol: string; advantage_over: string }[];
  for (const one of types) for (const other of types) assert.equal(hasAdvantage(one.symbol, other.symbol), one.advantage_over === other.id, `${one.symbol} ${other.symbol}`);
  assert.ok(!hasAdvantage("?", "F"));
});

test("dice of a pair: the seed's examples [INC-COMBAT-4, -9, -10]", () => {
  assert.deepEqual(diceOf("Tr", "A", true), [6, 4]); // the first example's first pair
  assert.deepEqual(diceOf("Di", "C", true), [4, 6]);
  assert.deepEqual(diceOf("As", "F", true), [6, 6]);
  assert.deepEqual(diceOf("Tr", "F", true), [4, 6]);
  assert.deepEqual(diceOf("Tr", "F", false), [6, 6]); // outside of the garrison F uses no advantage
  assert.deepEqual(diceOf("Di", "F", false), [6, 4]);
  assert.deepEqual(diceOf("As", null, true), [null, null]);
  assert.deepEqual(diceOf("As", null, false), [6, null]);
});

test("deal for me: types in turn to sites in turn; spent types and full sites are skipped [INC-ROLE-22]", () => {
  const slots = (due: Record<string, number>) => Object.entries(due).flatMap(([site, n]) => Array.from({ length: n }, () => ({ site, type: null, inside: true })));
  const told = (due: Record<string, number>, pool: Record<string, number>) => dealt(slots(due), pool, "defenders").map(({ site, type }) => `${site} ${type}`);
  assert.deepEqual(told({ s04: 1, s06: 1, s07: 2 }, { F: 1, A: 2, C: 1 }), ["s04 F", "s06 A", "s07 C", "s07 A"]);
  assert.deepEqual(told({ s04: 3 }, { F: 0, A: 3, C: 0 }), ["s04 A", "s04 A", "s04 A"]);
  // What was chosen by hand stays, and is not dealt twice.
  const begun = slots({ s04: 2 });
  begun[0] = { site: "s04", type: "C" as never, inside: false };
  assert.deepEqual(dealt(begun, { F: 1, C: 1 }, "defenders").map(({ type }) => type), ["C", "F"]);
});
