// SPDX-License-Identifier: MIT
// play.test.ts - whole matches at the module's own table: told as a server tells them, their dice verified by the program.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { GameHead, Message, PlyMessage, State } from "../../src/api";
import type { Standing } from "../../src/engine/questions";
import { applyPly } from "../../src/merge";
import { engine, fewest, games, native, root } from "./kit";

const folder = mkdtempSync(join(tmpdir(), "alea-play-"));
after(() => rmSync(folder, { recursive: true }));
const match = "hereabcdef";
const one = engine();
const state = (you: string): State => one.ask({ do: "table_state", match, you }).state;

/** A person's choice: any, by a generator of its own, so that a run can be repeated. */
function chooser(seed: number): (n: number) => number {
  let x = seed;
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

for (const game of games)
  test(`${game}: a person and bots play to the end, and the record holds`, () => {
    const seats = fewest(one, game, "greedy").map((bot, i) => (i === 0 ? "human" : `bot:${bot}`));
    const any = chooser(7);
    one.ask({ do: "table_lay", match, game, seats, names: ["Anna"], name: "here", now: 1_800_000_000_000 });
    let now = state("A");
    assert.equal(now.match, match);
    assert.equal(now.you, "A");
    assert.equal(now.seats[0]!.name, "Anna");
    assert.ok(now.chain);
    let moves = 0;
    for (let steps = 0; now.status === "playing"; steps++) {
      assert.ok(steps < 40_000, "it ends");
      if (now.moves?.length) {
        const move = now.moves[any(now.moves.length)]!;
        if (moves < 20) {
          const why = one.ask({ do: "table_why", match, you: "A", text: move.text }).why;
          assert.equal(why.allowed, true, why.text);
          one.ask({ do: "table_odds", match, you: "A", text: move.text });
          assert.ok(one.ask({ do: "table_words", match, you: "A", what: "board" }).text.length > 0);
        }
        const answer = one.ask({ do: "table_move", match, you: "A", ply: now.ply, m: move.m });
        assert.ok(answer.ply > now.ply);
        if (++moves > 400) one.ask({ do: "table_resign", match, you: "A" });
      } else {
        one.ask({ do: "table_think", match, most_ms: 1000 });
      }
      const told: Message[] = [];
      for (let since = now.ply; ; ) {
        const news = one.ask({ do: "table_events", match, you: "A", since });
        told.push(...news.messages);
        if (news.ply === since) break;
        since = news.ply;
      }
      const whole = state("A");
      for (const message of told) now = applyPly(now, message as PlyMessage)!;
      if (steps % 50 === 0 || whole.status === "over") {
        assert.deepEqual(now.view, whole.view);
        assert.deepEqual(now.facts, whole.facts);
        assert.equal(whole.facts !== undefined, ["polis", "spqrisiko"].includes(game));
        assert.deepEqual(now.moves?.map(({ m }) => m), whole.moves?.map(({ m }) => m));
      }
      now = whole;
    }
    assert.ok(now.result);
    assert.match(now.dice.seed!, /^[0-9a-f]{64}$/);
    const path = join(folder, `${game}.alea`);
    writeFileSync(path, one.ask({ do: "table_transcript", match }).transcript);
    native("check", path);
    native("verify", path);
    assert.ok(one.memory <= 64 << 20, `${one.memory} bytes`);
  });

test("where people are asked, too, a bot that plans thinks in slices: others are answered between them, and what is wanted at once is what there is", () => {
  let standing: Standing = one.ask({ do: "table_lay", match, game: "incursio", seats: ["human", "bot:plans"], options: ["map=small"], now: 1 });
  let [undecided, cut] = [0, 0];
  for (let steps = 0; steps < 300 && cut < 2; steps++) {
    if (!standing.thinks) {
      const { moves, ply } = state("A");
      standing = one.ask({ do: "table_move", match, you: "A", ply, m: moves![0]!.m });
      continue;
    }
    const { plies } = standing;
    standing = one.ask({ do: "table_think", match, most_ms: 60_000, slice_ms: 1 });
    if (standing.plies > plies) continue;
    assert.ok(standing.thinks);
    undecided++;
    const [move] = state("A").moves ?? [];
    if (move) assert.equal(one.ask({ do: "table_why", match, you: "A", text: move.text }).why.allowed, true);
    if (undecided % 3) continue;
    standing = one.ask({ do: "table_think", match, most_ms: 1 });
    assert.ok(standing.plies > plies, "the time of all slices together is over");
    cut++;
  }
  assert.equal(cut, 2);
});

test("a match is taken up where it was left; one without its seed is not played on", () => {
  one.ask({ do: "table_lay", match, game: "spqrisiko", seats: ["human", "bot:greedy", "bot:greedy"], now: 1 });
  const first = state("A");
  const before = one.ask({ do: "table_move", match, you: "A", ply: 0, m: first.moves![0]!.m });
  const { transcript } = one.ask({ do: "table_transcript", match });
  const again = engine();
  const laid = again.ask({ do: "table_lay", match, transcript, now: 2 });
  assert.equal(laid.plies, before.plies);
  assert.deepEqual(again.ask({ do: "table_state", match, you: "A" }).state.view, state("A").view);
  const sealed = transcript.replace(/^seed [0-9a-f]{64}$/m, "seed sealed");
  assert.notEqual(sealed, transcript);
  assert.throws(() => again.ask({ do: "table_lay", match, transcript: sealed, now: 2, lang: "en" }), /seed/);
});

test("what can't be is an error in words: seats, moves, eyes, tables, and the table stays", () => {
  one.ask({ do: "table_lay", match, game: "spqrisiko", seats: ["human", "bot:greedy", "bot:greedy"], now: 1 });
  const bad: readonly (() => unknown)[] = [
    () => one.ask({ do: "table_lay", match, game: "spqrisiko", seats: ["human", "bot:nobody"], now: 1 }),
    () => one.ask({ do: "table_lay", match, game: "spqrisiko", seats: ["who"], now: 1 }),
    () => one.ask({ do: "table_lay", match, game: "chess", seats: ["human"], now: 1 }),
    () => one.ask({ do: "table_state", match: "herezzzzzz" }),
    () => one.ask({ do: "table_state", match, you: "Q" }),
    () => one.ask({ do: "table_state", match, you: "A", as: "B" }),
    () => one.ask({ do: "table_state", match, you: "A", at: 9999 }),
    () => one.ask({ do: "table_move", match, you: "A", ply: 0, m: 0 }),
    () => one.ask({ do: "table_move", match, you: "A", ply: 7, text: "pass" }),
    () => one.ask({ do: "table_move", match, ply: 0, text: "claim italia" }),
    () => one.ask({ do: "table_why", match, you: "A", text: "dance" }),
    () => one.ask({ do: "table_undo", match, you: "A", ply: 0 }),
  ];
  for (const ask of bad) assert.throws(ask, (fault: Error) => fault.name === "EngineError" && fault.message.length > 5);
  assert.equal(state("A").ply, 0);
  const { moves } = state("A");
  one.ask({ do: "table_move", match, you: "A", ply: 0, text: moves![0]!.text });
  assert.ok(state("A").ply >= 1);
});

test("games, their lessons and chances are told as a server tells them", () => {
  const { games: all } = one.ask({ do: "games", lang: "it" });
  assert.ok(all.games.length >= 3 && all.bots.length >= 3);
  for (const { id } of all.games as readonly GameHead[]) {
    assert.ok(one.ask({ do: "game", game: id }).game.rules.length > 10);
    const lesson = readFileSync(join(root, "data", "lessons", `${id}.alea`), "utf8");
    const whole = one.ask({ do: "lesson", game: id, lesson }).lesson as { plies: number; steps: readonly { ply: number }[] };
    for (const { ply } of whole.steps) {
      const step = one.ask({ do: "lesson", game: id, lesson, ply }).lesson as { state: State; next: number | null; messages: PlyMessage[] };
      let there = step.state;
      for (const message of step.messages) there = applyPly(there, message)!;
      if (step.next === null) continue;
      const next = one.ask({ do: "lesson", game: id, lesson, ply: step.next }).lesson as { state: State };
      assert.deepEqual(there.view, next.state.view);
    }
    assert.ok(one.ask({ do: "table_words", game: id, lesson, ply: 0, what: "places" }).text);
    const { questions } = one.ask({ do: "chances", game: id }).chances as { questions: readonly { name: string }[] };
    assert.ok(questions.length > 0);
  }
});
