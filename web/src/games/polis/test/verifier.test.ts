// SPDX-License-Identifier: MIT
// verifier.test.ts - the chance of whole matches, computed from the file alone; and that nothing altered escapes it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { Board } from "../../../board";
import { readTranscript } from "../../../transcript";
import { verify, type Report } from "../../../verify";
import { CARDS, COUNTS, DIE, EVENTS, MOST_REFILLED, PROJECTS, SHOWN_PROJECTS } from "../tables";
import { verifier } from "../verifier";

const root = resolve(process.env.ALEA_ROOT ?? (existsSync("data/polis.json") ? "." : ".."));
const data = JSON.parse(readFileSync(join(root, "data/polis.json"), "utf8"));
const board = { verifier } as unknown as Board;
const check = (text: string): Promise<Report> => verify(readTranscript(text), board, () => undefined);
const faults = (report: Report): number => report.throws.filter(({ verdict }) => verdict !== "good").length + (report.stopped ? 1 : 0);
/** A match with battles that follow each other without a word between, siege dice and both kinds of market dice. */
const whole = readFileSync(join(root, "web/src/games/polis/test/two_battles.alea"), "utf8");

test("the tables of the verifier are those of the data", () => {
  const ids = (items: { id: string }[]): string[] => items.map(({ id }) => id);
  assert.deepEqual(PROJECTS, ids(data.projects.items));
  assert.deepEqual(CARDS, ids(data.combat_cards.items));
  assert.deepEqual(COUNTS, data.combat_cards.items.map(({ count }: { count: number }) => count));
  assert.ok(data.projects.items.every(({ count }: { count: number }) => count === 1));
  assert.ok(data.events.items.every(({ count }: { count: number }) => count === 1));
  for (const [i, { id }] of data.rounds.items.entries())
    assert.deepEqual(EVENTS[i], ids(data.events.items.filter(({ round }: { round: string }) => round === id)));
  assert.equal(EVENTS.length, data.rounds.items.length);
  assert.equal(SHOWN_PROJECTS, data.limits.items.projects_shown_per_round);
  assert.equal(DIE, data.goods_market.exchange_roll.sides);
  // Each side draws again at most the cards that it played; a battle has more units than that.
  const effects: { op: string; value?: number }[] = data.events.items.flatMap((event: { effects: object[] }) => event.effects);
  const lowered = effects.flatMap(({ op, value }) => (op === "battle_threshold" ? [value!] : []));
  const least = Math.min(...lowered, ...data.rounds.items.map((round: { battle_threshold: number }) => round.battle_threshold));
  assert.equal(MOST_REFILLED, 2 * data.constants.items.battle_cards_per_attack.value);
  assert.ok(least > MOST_REFILLED);
});

test("every throw of a whole match is computed from its seed", async () => {
  const report = await check(whole);
  assert.equal(report.seed, "good");
  assert.ok(report.throws.length > 80);
  assert.equal(faults(report), 0, JSON.stringify(report.stopped ?? report.throws.find(({ verdict }) => verdict !== "good")));
});

test("one altered die, card, tile or event is found, wherever it is", async () => {
  const lines = whole.split("\n");
  const throws = lines.flatMap((line, at) => (/^\d+ \* /.test(line) ? [at] : []));
  for (const at of throws.filter((_, i) => i % 4 === 0)) {
    const altered = [...lines];
    altered[at] = lines[at]!
      .replace(/dice (\d)/, (_, face: string) => `dice ${(Number(face) % DIE) + 1}`)
      .replace(/card (\w+)/, (_, card: string) => `card ${card === "wedge_1" ? "ambush_1" : "wedge_1"}`)
      .replace(/event (\w+)/, (_, event: string) => `event ${event.slice(0, event.indexOf("_"))}_no_event_${event.endsWith("1") ? 2 : 1}`)
      .replace(/project (\w+)/, (_, tile: string) => `project ${tile === "theatre" ? "phidias" : "theatre"}`);
    if (altered[at] === lines[at]) continue;
    const report = await check(altered.join("\n"));
    assert.equal(report.throws.find(({ verdict }) => verdict === "bad")?.ply.line, at + 1, lines[at]);
  }
});

test("a file with tables of its own is not judged by those of the game", async () => {
  const report = await check(whole.replace("\ndice fair", "\nscenario other 00\ndice fair"));
  assert.ok(report.throws.every(({ verdict }) => verdict === "unknown"));
});

const alea = process.env.ALEA ?? join(root, "build/alea");
test("matches that this build plays are computed too", { skip: existsSync(alea) ? false : "no alea" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "alea-"));
  try {
    for (const [index, { id: siege }] of (data.siege_modes.items as { id: string }[]).entries()) {
      const file = join(folder, `${siege}.alea`);
      const args = ["play", "polis", "--seats", "greedy,greedy", "--seed", `${index + 18}`, "--word", "B=però", "--save", file];
      const played = spawnSync(alea, [...args, "--option", `siege=${siege}`], { input: "", timeout: 60_000 });
      assert.equal(played.status, 0, String(played.stderr));
      const report = await check(readFileSync(file, "utf8"));
      assert.equal(report.seed, "good");
      assert.equal(faults(report), 0, siege);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
