// SPDX-License-Identifier: MIT
// bench.mjs - make bench-wasm: nanoseconds a step of random play, the engine for browsers beside the program, taking turns in one run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const alea = process.env.ALEA ?? join(root, "build", "alea");
const out = mkdtempSync(join(tmpdir(), "alea-bench-"));
const rounds = 5;
const wanted = 1.0; // seconds of a round, roughly

try {
  await esbuild.build({ entryPoints: [join(root, "web/src/engine/module.ts")], bundle: true, format: "esm", outfile: join(out, "engine.mjs") });
  const { Engine } = await import(join(out, "engine.mjs"));
  const engine = new Engine(new WebAssembly.Module(readFileSync(join(root, "build-wasm", "alea.wasm"))));
  const { games } = JSON.parse(spawnSync(alea, ["games", "--json"], { encoding: "utf8" }).stdout);

  /** Nanoseconds a step. */
  const program = (game, bots, count) => {
    const args = ["sim", game, "--bots", bots.join(","), "--games", String(count), "--threads", "1", "--json"];
    const { seconds, steps } = JSON.parse(spawnSync(alea, args, { encoding: "utf8" }).stdout);
    return (seconds * 1e9) / steps;
  };
  const module = (game, bots, count) => {
    const since = performance.now();
    const { steps } = engine.ask({ do: "series", game, bots, games: count });
    return ((performance.now() - since) * 1e6) / steps;
  };

  const plays = (game, bots) => {
    try {
      return engine.ask({ do: "series", game, bots, games: 1 });
    } catch {
      return null;
    }
  };

  console.log("game           program    browser   ns a step, the best of 5 rounds");
  for (const { id, seats } of games) {
    const bots = Array(seats.min).fill("random");
    while (bots.length < seats.max && !plays(id, bots)) bots.push("random"); // two may need an option
    const since = performance.now();
    module(id, bots, 4);
    const count = Math.max(4, Math.ceil((4 * wanted * 1000) / Math.max(0.1, performance.now() - since)));
    let best = [Infinity, Infinity];
    for (let round = 0; round < rounds; round++)
      best = [Math.min(best[0], program(id, bots, count)), Math.min(best[1], module(id, bots, count))];
    const [there, here] = best;
    console.log(`${id.padEnd(12)} ${there.toFixed(1).padStart(9)} ${here.toFixed(1).padStart(10)}   ${Math.round((100 * there) / here)}% of its speed`);
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
