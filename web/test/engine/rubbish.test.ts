// SPDX-License-Identifier: MIT
// rubbish.test.ts - whatever bytes come, the answer is JSON that says what is wrong; and the engine answers the next question.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Failure } from "../../src/engine/questions";
import { engine, root } from "./kit";

const one = engine();
const alive = () => assert.equal(one.ask({ do: "series", game: "null", bots: ["random", "random"], games: 1 }).games, 1);

function refused(bytes: string | Uint8Array, why: string): void {
  const answer = JSON.parse(one.askText(bytes)) as Partial<Failure>;
  assert.ok(answer.error && answer.text, why);
  assert.doesNotMatch(answer.text, /\n/, why);
}

test("every file of the fuzz corpora is no question", () => {
  const corpus = join(root, "fuzz", "corpus");
  for (const name of readdirSync(corpus, { recursive: true, encoding: "utf8" })) {
    const path = join(corpus, name);
    let bytes: Buffer;
    try {
      bytes = readFileSync(path);
    } catch {
      continue; // a folder
    }
    refused(bytes, name);
  }
  alive();
});

test("a file of theirs inside a question is answered, whole or in words", () => {
  for (const part of ["transcript", "scenario"])
    for (const name of readdirSync(join(root, "fuzz", "corpus", part))) {
      const inside = JSON.stringify(readFileSync(join(root, "fuzz", "corpus", part, name)).toString("latin1"));
      for (const ask of ["check", "verify", "review", "series", part]) {
        const question = `{"do":"${ask}","lang":"it","game":"null","bots":["random","random"],"games":1,"samples":1,"transcript":${inside},"scenario":${inside}}`;
        assert.equal(typeof JSON.parse(one.askText(question)), "object", name);
      }
    }
  alive();
});

test("what is wrong with a question is said, by its member", () => {
  for (const [question, says] of [
    ["", "JSON"],
    ["[]", "JSON"],
    ["{}", "do"],
    [`{"do":7}`, "do"],
    [`{"do":"fly"}`, "fly"],
    [`{"do":"check"}`, "transcript"],
    [`{"do":"check","transcript":[]}`, "transcript"],
    [`{"do":"series","game":"chess","bots":["random"]}`, "chess"],
    [`{"do":"series","game":"null","bots":["random","random"],"games":0}`, "games"],
    [`{"do":"series","game":"null","bots":["random","nobody"]}`, "nobody"],
    [`{"do":"series","game":"null","bots":["random","exec:sh"]}`, "exec:sh"],
    [`{"do":"series","game":"null","bots":[1,2]}`, "bots"],
    [`{"do":"series","game":"null","bots":["random","random"],"options":["rounds=99"]}`, "rounds"],
    [`{"do":"series","game":"null","bots":["random","random"],"scenario":"{"}`, "scenario"],
    [`{"do":"series","game":"nu\\u0000ll","bots":["random"]}`, "game"],
    [`{"do":"weights","game":"chess"}`, "chess"],
    [`{"do":"weights","game":"polis","rules_version":"1"}`, "rules_version"],
    [`{"do":"weights","game":"polis","rules_version":1,"numbers":"AAAA"}`, "numbers"],
  ] as const) {
    const { text } = JSON.parse(one.askText(question)) as Failure;
    assert.ok(text.includes(says), `${question}: ${text}`);
  }
  alive();
});

test("a question that is too long is refused, and its memory is bounded", () => {
  refused(new Uint8Array(81 << 20), "81 MiB");
  alive();
  assert.ok(one.memory <= 64 << 20, `${one.memory} bytes`);
});
