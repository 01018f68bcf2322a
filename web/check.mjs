// SPDX-License-Identifier: MIT
// check.mjs - types and house rules of the page: npm run check. One line a fault, FILE:LINE: what; last line: N files, N faults.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const longest = 140;
const mostLines = 600;

function filesIn(folder, found = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (["node_modules", "dist"].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) filesIn(path, found);
    else if (/\.(ts|tsx|mjs|css)$/.test(entry.name)) found.push(path);
  }
  return found;
}

const games = readdirSync(join(here, "src", "games"), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);
const head = { css: ["/* SPDX-License-Identifier: MIT */", "/* "], script: ["// SPDX-License-Identifier: MIT", "// "] };

/** A fault is [line, what]. */
function faultsOf(path, text) {
  const name = relative(here, path);
  const lines = text.split("\n");
  const [licence, comment] = head[path.endsWith(".css") ? "css" : "script"];
  const faults = [];
  if (lines[0] !== licence) faults.push([1, "the SPDX line is missing"]);
  if (!lines[1]?.startsWith(comment)) faults.push([2, "no comment says what this file is"]);
  if (lines.length > mostLines && !name.startsWith("src/words/")) faults.push([lines.length, `over ${mostLines} lines`]);
  const ours = !/^src\/games\/[^/]+\/|^map\/|^test\//.test(name) && name !== "src/games/index.ts";
  lines.forEach((line, i) => {
    if (/[ \t]+$|\t/.test(line)) faults.push([i + 1, "a tab or a trailing blank"]);
    if (line.length > longest && ours && !name.startsWith("src/words/")) faults.push([i + 1, `over ${longest} columns`]);
    if (ours) for (const game of games) if (line.toLowerCase().includes(game)) faults.push([i + 1, `names a game: ${game}`]);
    if (ours && path.endsWith(".tsx") && /\bstyle="|dangerouslySetInnerHTML|innerHTML/.test(line))
      faults.push([i + 1, "an inline style or markup from a string"]);
  });
  return faults;
}

let count = 0;
const files = filesIn(here);
for (const path of files)
  for (const [line, what] of faultsOf(path, readFileSync(path, "utf8"))) {
    console.log(`web/${relative(here, path)}:${line}: ${what}`);
    count++;
  }
if (/"resolved"/.test(readFileSync(join(here, "package-lock.json"), "utf8"))) {
  console.log("web/package-lock.json:1: names a registry: npm install --omit-lockfile-registry-resolved");
  count++;
}
const tsc = join(here, "node_modules", ".bin", "tsc");
if (existsSync(tsc)) {
  const types = spawnSync(tsc, ["--noEmit", "-p", here], { cwd: here, encoding: "utf8" });
  process.stdout.write(types.stdout);
  count +=
    types.stdout.split("\n").filter((line) => / error TS/.test(line)).length +
    (types.status !== 0 && types.stdout === "" ? 1 : 0);
}
console.log(`web check: ${files.length} files, ${count} faults`);
process.exitCode = count > 0 ? 1 : 0;
