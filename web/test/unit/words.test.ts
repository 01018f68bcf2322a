// SPDX-License-Identifier: MIT
// words.test.ts - both languages are complete, take the same arguments, and every key that the page asks for is there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as account from "../../src/words/account";
import * as analyse from "../../src/words/analyse";
import * as desk from "../../src/words/desk";
import * as here from "../../src/words/here";
import * as notices from "../../src/words/notices";
import * as replay from "../../src/words/replay";
import * as review from "../../src/words/review";
import * as rulings from "../../src/words/rulings";
import * as terms from "../../src/words/terms";
import { en } from "../../src/words/en";
import { fill } from "../../src/words/fill";
import { it } from "../../src/words/it";
import * as verify from "../../src/words/verify";

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

const textOf = (...names: readonly string[]) =>
  names
    .map((name) => join(process.cwd(), "src", name))
    .flatMap((path) => (path.endsWith(".tsx") ? [path] : readdirSync(path).map((name) => join(path, name))))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");

/** Words that come with a part of the page, and the folders or files that say them. */
const parts = {
  account: [account, "views/Account.tsx"],
  analyse: [analyse, "analyse"],
  desk: [desk, "desk"],
  here: [here, "here", "views", "parts"],
  notices: [notices, "views", "parts"],
  replay: [replay, "views"],
  review: [review, "views/Review.tsx"],
  rulings: [rulings, "parts/Rulings.tsx"],
  terms: [terms, "views", "parts"],
  verify: [verify, "views/Verify.tsx"],
} as const;

/** Keys of which the page makes the last part. */
const made = /^(hint_|kind_|tab_)/;

test("the words of each part: the same keys and arguments, each used", () => {
  for (const [name, [words, ...sources]] of Object.entries(parts)) {
    const text = textOf(...sources);
    const inBoth: Readonly<Record<"en" | "it", Readonly<Record<string, string>>>> = words;
    assert.deepEqual(Object.keys(inBoth.it).sort(), Object.keys(inBoth.en).sort(), name);
    for (const [key, template] of Object.entries(inBoth.en)) {
      assert.equal(argumentsOf(inBoth.it[key]!), argumentsOf(template), `${name}: ${key}`);
      assert.ok(text.includes(`"${key}"`) || made.test(key), `${name}: ${key} is not used`);
    }
  }
});

test("every key is used, and every key that is used exists", () => {
  const folder = join(process.cwd(), "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/^(words\/[a-z]+(?<!index)\.ts|games\/)/.test(name),
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
