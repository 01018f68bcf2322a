// SPDX-License-Identifier: MIT
// bench.mjs [GAME...] - make bench-wasm: how fast the engine for browsers is in Chromium. A step of random play beside the program's, taking
// turns in one run; what a bot of level `hard` takes to answer; the review of a match of some 300 plies.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
const mostThought = 1500; // ms: as web/src/here/answer.ts asks
const reviewed = 300; // plies, as near as a match of some seeds comes to it

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(alea, args, { input: "", encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`alea ${args.join(" ")}: ${stderr}`);
  return stdout;
};

/** What was learned, by game: the text of its file. */
const weights = Object.fromEntries(
  readdirSync(join(root, "data", "weights")).map((name) => [name.replace(/\.json$/, ""), readFileSync(join(root, "data", "weights", name), "utf8")]),
);

/** A page that asks its engine, and how long that took: milliseconds, by the page's own clock. */
async function pageWithEngine(browser) {
  const built = await esbuild.build({
    stdin: { contents: 'export * from "./module"; export * from "./weights";', resolveDir: join(root, "web/src/engine"), loader: "ts" },
    bundle: true,
    format: "iife",
    globalName: "alea",
    write: false,
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: built.outputFiles[0].text });
  const letters = readFileSync(join(root, "build-wasm", "alea.wasm")).toString("base64");
  await page.evaluate(async ({ letters, files }) => {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    globalThis.engine = new globalThis.alea.Engine(await WebAssembly.compile(bytes));
    for (const file of files) globalThis.engine.ask(globalThis.alea.given(JSON.parse(file)));
  }, { letters, files: Object.values(weights) });
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

/** Iterations a second of so many engines at once, each in a worker of its own and by its own seed: as the analysis board thinks. */
async function together(browser, question, engines) {
  const built = await esbuild.build({ entryPoints: [join(root, "web/src/engine/worker.ts")], bundle: true, format: "iife", write: false });
  const page = await browser.newPage();
  const given = { engines, question, weights, script: built.outputFiles[0].text, letters: readFileSync(join(root, "build-wasm", "alea.wasm")).toString("base64"), ms: 1000 * wanted };
  const rate = await page.evaluate(async ({ engines, question, weights, script, letters, ms }) => {
    const address = (part, type) => URL.createObjectURL(new Blob([part], { type }));
    const module = address(Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)), "application/wasm");
    const learned = Object.fromEntries(Object.entries(weights).map(([game, text]) => [game, address(text, "application/json")]));
    const workers = Array.from({ length: engines }, () => new Worker(address(script, "text/javascript")));
    const ask = (worker, id) =>
      new Promise((done) => {
        worker.onmessage = ({ data }) => done(data.answer.iterations);
        worker.postMessage({ id, question: { ...question, seed: id } });
      });
    for (const worker of workers) worker.postMessage({ module, weights: learned });
    const timed = async () => {
      const since = performance.now();
      let all = 0;
      const work = async (worker, number) => {
        for (let id = number; performance.now() - since < ms; id += engines) all += await ask(worker, id);
      };
      await Promise.all(workers.map((worker, i) => work(worker, i + 1)));
      return (1000 * all) / (performance.now() - since);
    };
    await timed(); // meanwhile the browser compiles it anew, to be fast
    return timed();
  }, given);
  await page.close();
  return rate;
}

/** By one engine and by two, taking turns: the best of the rounds. */
async function shared(browser, id, transcript) {
  const best = [0, 0];
  for (let round = 0; round < rounds; round++)
    for (const engines of [1, 2]) {
      const question = { do: "best", transcript, iterations: id === "incursio" ? 12 : 1000 };
      best[engines - 1] = Math.max(best[engines - 1], await together(browser, question, engines));
    }
  const [one, two] = best.map((rate) => Math.round(rate));
  return `${one} iterations a second by one engine, ${two} by two at once (${(best[1] / best[0]).toFixed(2)} times)`;
}

/** A match between bots as far as its middle, where somebody chooses. */
function middle(id, bots) {
  const path = join(out, "middle.alea");
  run("play", id, "--seats", bots.join(","), "--seed", "a1ea", "--save", path);
  const lines = readFileSync(path, "utf8").split("\n");
  const plies = lines.flatMap((line, i) => (/^\d+ [A-Z] /.test(line) ? [i] : []));
  const head = lines.slice(0, lines.indexOf(""));
  const played = lines.slice(head.length + 1, plies[plies.length >> 1]).filter((line) => /^\d+ /.test(line));
  return `${head.join("\n")}\n\n${played.join("\n")}\n`;
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

/** Milliseconds that `hard` takes for a decision, at a table of the module, as the page asks. One that plans decides for all of its turn at once. */
async function hard(ask, { id, levels }, seats) {
  if (!levels.some((level) => level.id === "hard")) return "there is none";
  const match = "herebench";
  const laid = await ask({ do: "table_lay", match, game: id, seats: Array(seats).fill("bot:hard"), now: 1 });
  if (laid.fault) return laid.fault;
  const times = [];
  for (let plies = laid.answer.plies, thinks = true; thinks && times.length < decisions; ) {
    const { answer, took } = await ask({ do: "table_think", match, most_ms: mostThought });
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
  for (const game of games.filter(({ levels }) => levels.some(({ id }) => id === "hard")))
    console.log(`the analysis of ${game.id}: ${await shared(browser, game.id, middle(game.id, await fewest(ask, game, "greedy")))}`);
  if (games.some(({ id }) => id === "spqrisiko")) console.log(`review of SPQRisiko: ${await review(ask)}`);
} finally {
  await browser.close();
  rmSync(out, { recursive: true, force: true });
}
