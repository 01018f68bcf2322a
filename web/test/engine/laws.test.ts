// SPDX-License-Identifier: MIT
// laws.test.ts - the laws of every game (tests/laws.c) over the engine as it is compiled for browsers, in Node: each variant for itself.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { WASI } from "node:wasi";
import { games, root } from "./kit";

/** Games of each game, over all its variants; tests/laws.c plays two of each at least. */
const each = process.env["ALEA_WASM_LAW_GAMES"] ?? "1";

const laws = new WebAssembly.Module(readFileSync(join(root, "build-wasm", "tests", "laws.wasm")));
const folder = mkdtempSync(join(tmpdir(), "alea-laws-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs that program; what it said. */
function run(...args: readonly string[]): { status: number; said: string } {
  const path = join(folder, "said");
  const file = openSync(path, "w");
  const wasi = new WASI({ version: "preview1", args: ["laws", ...args], stdout: file, stderr: file, returnOnExit: true });
  try {
    const status = wasi.start(new WebAssembly.Instance(laws, wasi.getImportObject() as WebAssembly.Imports));
    return { status, said: readFileSync(path, "utf8") };
  } catch (trap) {
    return { status: -1, said: `${readFileSync(path, "utf8")}\n${trap}` };
  } finally {
    closeSync(file);
  }
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
