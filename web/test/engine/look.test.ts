// SPDX-License-Identifier: MIT
// look.test.ts - where a transcript ends: what was played there is offered or can fall, a line tried from it goes on, bots weigh it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { joined } from "../../src/analyse/thinker";
import { EngineError } from "../../src/engine/module";
import type { Looked } from "../../src/engine/questions";
import { alea, engine, fewest, games, native } from "./kit";

const one = engine();
const folder = mkdtempSync(join(tmpdir(), "alea-look-"));
const files = new Map<string, string>();
before(() => {
  assert.ok(alea);
  for (const game of games) {
    const path = join(folder, `${game}.alea`);
    const bots = fewest(one, game, "greedy");
    native("play", game, "--seats", bots.join(","), "--seed", "a1ea", "--save", path);
    files.set(game, readFileSync(path, "utf8"));
  }
});
after(() => rmSync(folder, { recursive: true }));

/** The head, and the plies, without checks and the end. */
function taken(transcript: string): { head: string; plies: readonly string[] } {
  const at = transcript.indexOf("\n\n");
  const plies = transcript.slice(at + 2).split("\n").filter((line) => /^\d+ /.test(line));
  return { head: transcript.slice(0, at), plies };
}
const upTo = (file: ReturnType<typeof taken>, n: number): string => `${file.head}\n\n${file.plies.slice(0, n).join("\n")}\n`;

/** So many places of a match, the first and the last among them. */
const places = (last: number, n: number): number[] => [...new Set(Array.from({ length: n + 1 }, (_, i) => Math.round((i * last) / n)))];

test("at every place of a match the move that was made is offered, or can fall", () => {
  for (const [game, transcript] of files) {
    const file = taken(transcript);
    for (const at of places(file.plies.length - 1, 25)) {
      const [, seat, text] = /^\d+ (\S+) ([^|]*?)(?: \|.*)?$/.exec(file.plies[at]!)!;
      const found = one.ask({ do: "look", transcript: upTo(file, at), seat: seat! });
      assert.equal(found.all.ply, at, game);
      assert.equal(found.all.status, "playing", game);
      const offered = seat === "*" ? found.outcomes.map(({ move }) => move) : (found.state.moves ?? []);
      const after = (move: string): string =>
        JSON.stringify(one.ask({ do: "look", transcript: `${upTo(file, at)}${at + 1} ${seat} ${move}\n` }).all.view);
      const same = (move: string): boolean => move === text || (seat === "*" && after(move) === after(text!)); // throws of one effect are one
      if (seat !== "!") assert.ok(offered.some((move) => same(move.text)), `${game} ${at}: ${text}`);
      if (seat === "*") assert.ok(Math.abs(found.outcomes.reduce((sum, { chance }) => sum + chance, 0) - 1) < 1e-3, game);
      if (seat === "*" || seat === "!") continue;
      assert.equal(found.state.you, seat, game);
      const { why } = one.ask({ do: "table_why", transcript: upTo(file, at), seat: seat!, text: text! });
      assert.equal(why.allowed, true, `${game} ${at}: ${text}`);
    }
    const end = one.ask({ do: "look", transcript: upTo(file, file.plies.length), made: 1 });
    assert.equal(end.all.status, "over", game);
    assert.ok(end.all.result, game);
    assert.equal(end.made!.length, file.plies.length, game);
    const [last] = end.messages;
    assert.ok(last?.kind === "ply" && last.ply === file.plies.length && last.move?.words === end.made!.at(-1), game);
  }
});

test("another throw than the one that fell leads on; a move that is refused is refused in words", () => {
  for (const [game, transcript] of files) {
    const file = taken(transcript);
    const at = file.plies.findIndex((line) => /^\d+ \* /.test(line));
    if (at < 0) continue;
    const { outcomes } = one.ask({ do: "look", transcript: upTo(file, at) });
    for (const outcome of outcomes.slice(0, 6)) {
      const line = `${upTo(file, at)}${at + 1} * ${outcome.move.text}\n`;
      assert.equal(one.ask({ do: "look", transcript: line }).all.ply, at + 1, game);
    }
    assert.throws(
      () => one.ask({ do: "look", transcript: `${upTo(file, at)}${at + 1} A ${outcomes[0]!.move.text}\n` }),
      (fault) => fault instanceof EngineError && fault.body.ply === at + 1,
    );
  }
});

test("the bot weighs the moves of whoever chooses: more iterations, the same order of sizes; one line each", () => {
  for (const [game, transcript] of files) {
    const file = taken(transcript);
    const at = places(file.plies.length - 1, 40).find(
      (ply) => (one.ask({ do: "look", transcript: upTo(file, ply) }).state.moves ?? []).length > 2,
    );
    if (at === undefined) continue;
    const weighed = one.ask({ do: "best", transcript: upTo(file, at), iterations: 400, plans: 0 });
    assert.equal(weighed.iterations, 400, game);
    const moves = weighed.moves!;
    assert.ok(moves.length > 1, game);
    for (let i = 1; i < moves.length; i++) assert.ok(moves[i - 1]!.visits >= moves[i]!.visits, game);
    for (const { move, value, line } of moves) {
      assert.equal((line[0]?.move ?? move).text, move.text, game);
      if (value !== null) assert.ok(value >= 0 && value <= 1, game);
    }
    assert.ok(moves[0]!.line.length > 0, game);
    assert.deepEqual(one.ask({ do: "best", transcript: upTo(file, at), iterations: 400, plans: 0 }), weighed, game);
    const first = moves[0]!;
    const { odds } = one.ask({ do: "table_odds", transcript: upTo(file, at), text: first.move.text });
    assert.equal(typeof odds.words, "string", game);
  }
  assert.ok(one.memory < 64 << 20, `${one.memory} bytes`);
});

test("where bots compare plans, whole plans are weighed: each can be played to its end", () => {
  const file = taken(files.get("incursio")!);
  const at = file.plies.findIndex((line, i) => i > 40 && /^\d+ [A-Z] /.test(line));
  const question = { do: "best", transcript: upTo(file, at), iterations: 24 } as const;
  const weighed = one.ask(question);
  assert.deepEqual(one.ask(question), weighed);
  assert.equal(weighed.plans, true);
  assert.ok(weighed.iterations! >= 24 && weighed.moves!.length > 1);
  for (const { move, visits, value, line } of weighed.moves!) {
    assert.ok(visits > 0 && value! >= 0 && value! <= 1);
    assert.equal(line[0]!.move.text, move.text);
    const plies = line.map((step, i) => `${at + i + 1} ${step.seat} ${step.move.text}\n`);
    assert.equal(one.ask({ do: "look", transcript: upTo(file, at) + plies.join("") }).all.ply, at + plies.length);
  }
});

test("what two engines see of one place, each by a seed of its own, adds up", () => {
  const other = engine();
  for (const [game, iterations] of [["spqrisiko", 300], ["polis", 300], ["incursio", 12]] as const) {
    const file = taken(files.get(game)!);
    const late = places(file.plies.length - 1, 40).slice(20); // where dice are thrown
    const at = late.find(
      (ply) => (one.ask({ do: "look", transcript: upTo(file, ply) }).state.moves ?? []).length > 2,
    )!;
    const seen = [one, other].map((each, i) => each.ask({ do: "best", transcript: upTo(file, at), iterations, seed: i + 1 }));
    const tries = (moves: readonly { readonly visits: number }[]) => moves.reduce((sum, { visits }) => sum + visits, 0);
    const both = seen.reduce<ReturnType<typeof joined>>(joined, []);
    assert.equal(tries(both), tries(seen[0]!.moves!) + tries(seen[1]!.moves!), game);
    const worth = (moves: readonly { readonly visits: number; readonly value: number | null }[]) =>
      moves.reduce((sum, { visits, value }) => sum + visits * (value ?? 0), 0);
    assert.ok(Math.abs(worth(both) - worth(seen[0]!.moves!) - worth(seen[1]!.moves!)) < 1e-6, game);
    assert.notDeepEqual(seen[0], seen[1], game);
  }
});

/** As a seat has the match there while it goes on: the head of its file, and its view. */
function running(file: ReturnType<typeof taken>, at: number) {
  const { state } = one.ask({ do: "look", transcript: upTo(file, at) });
  return { state, about: { transcript: `${file.head}\n\n`, view: state.view, ...(state.you ? { viewer: state.you } : {}) } };
}

test("of a seat's view alone the same is answered as of the match: why not, and the chances", () => {
  for (const [game, transcript] of files) {
    const file = taken(transcript);
    for (const at of places(file.plies.length - 1, 12)) {
      const { state, about } = running(file, at);
      if (!state.you) continue;
      const whole = { transcript: upTo(file, at), seat: state.you };
      for (const { text } of (state.moves ?? []).slice(0, 3)) {
        assert.deepEqual(one.ask({ do: "table_why", text, ...about }), one.ask({ do: "table_why", text, ...whole }), `${game} ${at}`);
        assert.deepEqual(one.ask({ do: "table_odds", text, ...about }), one.ask({ do: "table_odds", text, ...whole }), `${game} ${at}`);
      }
      const [, , played] = /^\d+ (\S+) ([^|]*?)(?: \|.*)?$/.exec(file.plies[0]!)!; // may well be refused there
      assert.deepEqual(
        one.ask({ do: "table_why", text: played!, ...about }).why.rule,
        one.ask({ do: "table_why", text: played!, ...whole }).why.rule,
        `${game} ${at}`,
      );
    }
  }
});

test("what is hidden is filled by guesses: by their number alone, others by others, and what is known stays; moves are tried there", () => {
  for (const [game, transcript] of files) {
    const file = taken(transcript);
    const seen = new Set<string>();
    for (const at of places(file.plies.length - 1, 12)) {
      const { state, about } = running(file, at);
      if (!state.you) continue;
      for (const guess of [1, 2, 3]) {
        const found: Looked = one.ask({ do: "look", ...about, guess, seat: state.you });
        assert.deepEqual(found.state.view, state.view, `${game} ${at}: what is known stays`);
        assert.deepEqual(found.state.moves, state.moves, `${game} ${at}`);
        assert.equal(found.all.ply, 0, game);
        assert.deepEqual(one.ask({ do: "look", ...about, guess, seat: state.you }).all, found.all, game);
        seen.add(JSON.stringify(found.all.view));
      }
      const move = state.moves?.[0];
      if (!move) continue;
      const tried = { ...about, guess: 1, plies: [`${state.you} ${move.text}`] };
      const next = one.ask({ do: "look", ...tried });
      assert.equal(next.all.ply, 1, game);
      assert.equal((next.messages[0] as { move?: { text: string } }).move?.text, move.text, game);
      assert.ok(one.ask({ do: "best", ...tried, iterations: 5 }), game);
    }
    if (game === "spqrisiko" || game === "incursio") assert.ok(seen.size > 13, `${game}: ${seen.size} guesses`);
  }
});

test("a view that can't be, and moves that can't be made from a guess: an answer in words, the engine alive", () => {
  for (const [game, transcript] of files) {
    const file = taken(transcript);
    const at = places(file.plies.length - 1, 12).find((ply) => running(file, ply).state.you)!;
    const { state, about } = running(file, at);
    const asked = (more: object) => () => one.ask({ do: "look", ...about, guess: 1, ...more } as Parameters<typeof one.ask>[0]);
    assert.throws(asked({ plies: ["A rubbish"] }), (fault) => fault instanceof EngineError && fault.body.ply === 1, game);
    assert.throws(asked({ plies: ["?? pass"] }), EngineError, game);
    assert.throws(asked({ plies: [7] }), EngineError, game);
    assert.throws(asked({ transcript: upTo(file, 1) }), EngineError, `${game}: moves before a view`);
    for (const member of Object.keys(state.view).slice(0, 40))
      for (const value of ["rubbish", 999_999_999, -1, ["rubbish"], { rubbish: 3 }, [[]], null])
        try {
          asked({ view: { ...state.view, [member]: value } })();
        } catch (fault) {
          assert.ok(fault instanceof EngineError, `${game}: ${member} ${JSON.stringify(value)}: ${fault}`);
        }
  }
  assert.ok(one.memory < 64 << 20, `${one.memory} bytes`);
});

test("nothing to choose, nonsense, and a file that ends in the middle: an answer in words, the engine alive", () => {
  const [game, transcript] = [...files].at(-1)!;
  assert.equal(one.ask({ do: "best", transcript }).seat, null, game);
  for (const broken of ["", "alea 1\n", transcript.slice(0, transcript.length / 2), transcript.replace(/^2 .*$/m, "2 A rubbish")])
    assert.throws(() => one.ask({ do: "look", transcript: broken }), EngineError);
  assert.equal(one.ask({ do: "look", transcript, seat: "Z" }).all.status, "over");
});
