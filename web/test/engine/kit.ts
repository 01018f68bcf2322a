// SPDX-License-Identifier: MIT
// kit.ts - the module that was built, and the native program beside which it is asked.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Engine } from "../../src/engine/module";
import { given, type Weights } from "../../src/engine/weights";

export const root = resolve(process.cwd(), "..");
export const alea = process.env["ALEA"] ?? join(root, "build", "alea");
export const wasmPath = join(root, "build-wasm", "alea.wasm");

/** All that was learned, as its files have it. */
export const learned: readonly Weights[] = readdirSync(join(root, "data", "weights")).map(
  (name) => JSON.parse(readFileSync(join(root, "data", "weights", name), "utf8")) as Weights,
);

/** One that was handed none of it. */
export const unlearned = (): Engine => new Engine(new WebAssembly.Module(readFileSync(wasmPath)));

/** One that was handed all of it. */
export function engine(): Engine {
  const one = unlearned();
  for (const weights of learned) one.ask(given(weights));
  return one;
}
export const native = (...args: readonly string[]): string => execFileSync(alea, args, { encoding: "utf8", maxBuffer: 1 << 28 });

/** The games there are. */
export const games: readonly string[] = readFileSync(join(root, "src", "games", "meson.build"), "utf8")
  .match(/^games = \[(.*)\]/m)![1]!
  .split(",")
  .map((name) => name.replace(/[ ']/g, ""));

/** The fewest bots of that kind that the game takes, found by trying. */
export function fewest(one: Engine, game: string, bot: string): string[] {
  for (let n = 1; n <= 16; n++) {
    const bots = Array<string>(n).fill(bot);
    try {
      one.ask({ do: "series", game, bots, games: 1 });
      return bots;
    } catch (fault) {
      if (!(fault instanceof Error) || n === 16) throw fault;
    }
  }
  return [];
}
