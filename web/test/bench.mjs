// SPDX-License-Identifier: MIT
// bench.mjs [GAME...] - make bench-wasm: how fast the engine for browsers is in Chromium. A step of random play beside the program's, taking
// turns in one run; what a bot of level `hard` takes to answer; the review of a match of some 300 plies.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const alea = process.env.ALEA ?? join(root, "build", "alea");
const out = mkdtempSync(join(tmpdir(), "alea-bench-"));
const rounds = 5;
const wanted = 1.0; // seconds of a round, roughly
const decisions = 24; // of a bot that is timed, the first of a match
const reviewed = 300; // plies, as near as a match of some seeds comes to it

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(alea, args, { input: "", encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`alea ${args.join(" ")}: ${stderr}`);
  return stdout;
};

/** A page that asks its engine, and how long that took: milliseconds, by the page's own clock. */
async function pageWithEngine(browser) {
  const built = await esbuild.build({
    entryPoints: [join(root, "web/src/engine/module.ts")],
    bundle: true,
    format: "iife",
    globalName: "alea",
    write: false,
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: built.outputFiles[0].text });
  await page.evaluate(async (letters) => {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    globalThis.engine = new globalThis.alea.Engine(await WebAssembly.compile(bytes));
  }, readFileSync(join(root, "build-wasm", "alea.wasm")).toString("base64"));
  return (question) =>
    page.evaluate((asked) => {
      const since = performance.now();
      try {
        const answer = globalThis.engine.ask(asked);
        return { answer, took: performance.now() - since };
      } catch (fault) {
        return { fault: String(fault) };
      }
    }, question);
}

/** The fewest bots of that kind that the game takes: two may need an option. */
async function fewest(ask, { id, seats }, bot) {
  const bots = Array(seats.min).fill(bot);
  while (bots.length < seats.max && (await ask({ do: "series", game: id, bots, games: 1 })).fault) bots.push(bot);
  return bots;
}

async function steps(ask, game) {
  const bots = await fewest(ask, game, "random");
  const play = async (count) => {
    const { answer, took } = await ask({ do: "series", game: game.id, bots, games: count });
    return { took, step: (took * 1e6) / answer.steps };
  };
  const count = Math.max(4, Math.ceil((4 * wanted * 1000) / Math.max(0.1, (await play(4)).took)));
  let [there, here] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    const { seconds, steps } = JSON.parse(run("sim", game.id, "--bots", bots.join(","), "--games", String(count), "--threads", "1", "--json"));
    there = Math.min(there, (seconds * 1e9) / steps);
    here = Math.min(here, (await play(count)).step);
  }
  return `${there.toFixed(1).padStart(9)} ${here.toFixed(1).padStart(10)}   ${Math.round((100 * there) / here)}% of its speed`;
}

/** Milliseconds that `hard` takes for a decision, at a table of the module. */
async function hard(ask, { id, levels }, seats) {
  if (!levels.some((level) => level.id === "hard")) return "there is none";
  const match = "herebench";
  const laid = await ask({ do: "table_lay", match, game: id, seats: Array(seats).fill("bot:hard"), now: 1 });
  if (laid.fault) return laid.fault;
  const times = [];
  for (let plies = laid.answer.plies, thinks = true; thinks && times.length < decisions; ) {
    const { answer, took } = await ask({ do: "table_think", match, most_ms: 60_000 });
    if (answer.plies > plies) times.push(took);
    ({ plies, thinks } = answer);
  }
  times.sort((a, b) => a - b);
  return `${times[times.length >> 1].toFixed(0)} ms in the middle, ${times.at(-1).toFixed(0)} at most, of ${times.length} decisions`;
}

async function review(ask) {
  let best = { plies: Infinity };
  for (let seed = 1; seed <= 12; seed++) {
    const path = join(out, "match.alea");
    run("play", "spqrisiko", "--seats", "greedy,greedy,greedy", "--seed", seed.toString(16).padStart(4, "0"), "--save", path);
    const transcript = readFileSync(path, "utf8");
    const plies = transcript.split("\n").filter((line) => /^\d+ /.test(line)).length;
    if (Math.abs(plies - reviewed) < Math.abs(best.plies - reviewed)) best = { plies, transcript };
  }
  const { took, fault } = await ask({ do: "review", transcript: best.transcript });
  return fault ?? `${best.plies} plies in ${(took / 1000).toFixed(1)} s, ${((took * reviewed) / best.plies / 1000).toFixed(1)} s for ${reviewed}`;
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  const ask = await pageWithEngine(browser);
  const only = process.argv.slice(2);
  const games = (await ask({ do: "games" })).answer.games.games.filter(({ id }) => only.length === 0 || only.includes(id));
  console.log(`game           program   Chromium   ns a step of random play, the best of ${rounds} rounds`);
  for (const game of games) console.log(`${game.id.padEnd(12)} ${await steps(ask, game)}`);
  for (const game of games) console.log(`hard in ${game.id}: ${await hard(ask, game, (await fewest(ask, game, "random")).length)}`);
  if (games.some(({ id }) => id === "spqrisiko")) console.log(`review of SPQRisiko: ${await review(ask)}`);
} finally {
  await browser.close();
  rmSync(out, { recursive: true, force: true });
}
