// SPDX-License-Identifier: MIT
// unit.mjs [WORD] - runs the unit tests (those in whose path the word is): each *.test.ts bundled by esbuild as it stands, then node's own
// runner. Last line: N passed, N failed. `unit.mjs --engine [WORD]` runs those of the engine, build-wasm/alea.wasm, instead.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
const engine = process.argv[2] === "--engine";
const word = process.argv[engine ? 3 : 2] ?? "";
const here = join(dirname(fileURLToPath(import.meta.url)), engine ? "engine" : "unit");
const games = join(here, "..", "..", "src", "games");
const maps = join(here, "..", "..", "map"); // as they stand
const wanted = (path) => path.includes(word);
const tests = (engine ? [here] : [here, games]).flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".test.ts"))
    .filter(wanted)
    .map((name) => join(folder, name)),
);
const out = mkdtempSync(join(tmpdir(), "alea-unit-"));
try {
  await esbuild.build({
    entryPoints: tests,
    outdir: out,
    outbase: join(here, "..", ".."),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".json": "json" },
    define: { BUILD_ENGINE: "null", BUILD_LESSONS: "{}", BUILD_SITE: "false" },
    logLevel: "warning",
  });
  const files = readdirSync(out, { recursive: true })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => join(out, name))
    .concat(
      (engine ? [] : readdirSync(maps))
        .filter((name) => name.endsWith(".test.mjs"))
        .filter(wanted)
        .map((name) => join(maps, name)),
    )
    .sort();
  const counts = { passed: 0, failed: 0 };
  const stream = run({ files, concurrency: 1 });
  stream.on("test:pass", (event) => event.details.type !== "suite" && counts.passed++);
  stream.on("test:fail", (event) => event.details.type !== "suite" && counts.failed++);
  stream.compose(new spec()).pipe(process.stdout);
  await new Promise((done) => stream.on("end", done));
  await new Promise((done) => setTimeout(done, 50));
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
} finally {
  rmSync(out, { recursive: true, force: true });
}
