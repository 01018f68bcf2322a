// SPDX-License-Identifier: MIT
// laws.test.ts - the laws of every game (tests/laws.c) over the engine as it is compiled for browsers, in Node: each variant for itself.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { games, root } from "./kit";

/** Usual games of each variant; long ones count for several (tests/laws.c). To get to the first takes most of the time. */
const each = process.env["ALEA_WASM_LAW_GAMES"] ?? "200";

const laws = join(root, "build-wasm", "tests", "laws.wasm");
const runner = join(root, "web", "test", "engine", "laws.mjs");

/** Runs that program; what it said. In a process of its own: Node 20 aborts when it collects some of those that have run in it. */
function run(...args: readonly string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", runner, laws, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return { status, said: stdout + stderr };
}

for (const game of games)
  test(`${game}: its laws hold in every variant`, () => {
    let variants = 0;
    for (; ; variants++) {
      const { status, said } = run(game, "--variant", String(variants), "--games", each);
      if (/^1\.\.0$/m.test(said)) break; // there are no more
      assert.equal(status, 0, said.split("\n").filter((line) => !line.startsWith("ok")).join("\n"));
      assert.ok(Number(/^1\.\.(\d+)$/m.exec(said)?.[1]) > 50, "all laws were asked");
    }
    assert.ok(variants > 0);
  });
