// SPDX-License-Identifier: MIT
// words.test.ts - both languages are complete, take the same arguments, and every key that the page asks for is there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as analyse from "../../src/words/analyse";
import * as desk from "../../src/words/desk";
import * as here from "../../src/words/here";
import * as replay from "../../src/words/replay";
import * as terms from "../../src/words/terms";
import { en } from "../../src/words/en";
import { fill } from "../../src/words/fill";
import { it } from "../../src/words/it";

const keys = Object.keys(en) as (keyof typeof en)[];
const argumentsOf = (template: string) => [...new Set([...template.matchAll(/\{(\d)/g)].map((found) => found[1]))].sort().join();

test("the same keys", () => {
  assert.deepEqual(Object.keys(it).sort(), [...keys].sort());
});

test("the same arguments, no empty words, no blanks at the ends", () => {
  for (const key of keys) {
    assert.equal(argumentsOf(it[key]), argumentsOf(en[key]), key);
    for (const words of [it[key], en[key]]) assert.ok(words !== "" && words === words.trim(), key);
  }
});

const textOf = (...folders: readonly string[]) =>
  folders
    .map((name) => join(process.cwd(), "src", name))
    .flatMap((folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")))
    .join("\n");

test("the words around a campaign: the same arguments, each used", () => {
  const text = textOf("desk");
  for (const key of Object.keys(desk.en) as desk.DeskKey[]) {
    assert.equal(argumentsOf(desk.it[key]), argumentsOf(desk.en[key]), key);
    assert.ok(text.includes(`"${key}"`) || key.startsWith("tab_"), `${key} is not used`);
  }
});

test("the words of the analysis board: the same arguments, each used", () => {
  const text = textOf("analyse");
  for (const key of Object.keys(analyse.en) as analyse.AnalyseKey[]) {
    assert.equal(argumentsOf(analyse.it[key]), argumentsOf(analyse.en[key]), key);
    assert.ok(text.includes(`"${key}"`), `${key} is not used`);
  }
});

test("the words about matches without a server: the same arguments, each used", () => {
  const text = textOf("here", "views", "parts");
  for (const key of Object.keys(here.en) as here.HereKey[]) {
    assert.equal(argumentsOf(here.it[key]), argumentsOf(here.en[key]), key);
    assert.ok(text.includes(`"${key}"`), `${key} is not used`);
  }
});

test("the words about looking back: the same arguments, each used", () => {
  const text = textOf("views");
  for (const key of Object.keys(replay.en) as replay.ReplayKey[]) {
    assert.equal(argumentsOf(replay.it[key]), argumentsOf(replay.en[key]), key);
    assert.ok(text.includes(`"${key}"`), `${key} is not used`);
  }
});

test("the words about what a table agrees on: the same arguments, each used", () => {
  const text = textOf("views", "parts");
  for (const key of Object.keys(terms.en) as terms.TermKey[]) {
    assert.equal(argumentsOf(terms.it[key]), argumentsOf(terms.en[key]), key);
    assert.ok(text.includes(`"${key}"`), `${key} is not used`);
  }
});

test("every key is used, and every key that is used exists", () => {
  const folder = join(process.cwd(), "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/^(words\/(it|en|desk|here|terms)|games\/)/.test(name),
  );
  const text = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const used = new Set([...text.matchAll(/(?:\bt\(|says: )"([a-z_]+)"/g)].map((found) => found[1]!));
  for (const key of used) assert.ok(key in en, `no words for ${key}`);
  const spare = keys.filter((key) => !text.includes(`"${key}"`) && !key.startsWith("bot_"));
  assert.deepEqual(spare, []);
});

test("templates: arguments, agreement, what is missing stays", () => {
  assert.equal(fill("{1} {1|move|moves}", [1]), "1 move");
  assert.equal(fill("{1} {1|move|moves}", [2]), "2 moves");
  assert.equal(fill("{2}, {1}", ["a", "b"]), "b, a");
  assert.equal(fill("{3}", ["a"]), "{3}");
});
