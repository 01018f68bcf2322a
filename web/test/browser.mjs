// SPDX-License-Identifier: MIT
// browser.mjs - the page end to end: a real server, a real browser, two scenarios side by side.
//
//   node web/test/browser.mjs PATH_TO_alea [SCENARIO...]
//
// SCENARIO: the beginning of a file name in web/test/browser ("04"). Most play in Chromium without its window, which takes a third less of the
// processor; one that says `whole` needs the browser about it, too (notifications). CHROMIUM: the browser for all of them. ALEA_TEST_SEED: any words; a
// scenario's tables have the same seeds at each run, and others with other words. ALEA_TEST_NETWORK=slow: what pages ask for comes late, each answer by
// a time of its own; ALEA_TEST_PAGES=slow: each page computes at a speed of its own, down to a fifth of the usual. Scenarios wait more than they
// compute, so two play at once; one that measures says `alone`, and plays after the others. Pages are not drawn, but for pictures and what is asked about
// them; one that says `drawn` has them drawn all the time. Prints a line for each scenario, pictures of what failed go to a temporary folder; the last
// line is `N passed, N failed`.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fateLibrary, launch } from "./browser/kit/launch.mjs";
import { Server } from "./browser/kit/server.mjs";
import { Stage } from "./browser/kit/stage.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "browser");
const longest = process.env.ALEA_TEST_PAGES === "slow" ? 3_600_000 : 900_000; // ms of one scenario: a guard against hanging, which a busy machine must not reach

const [program, ...wanted] = process.argv.slice(2);
if (!program) {
  console.error("usage: node web/test/browser.mjs PATH_TO_alea [SCENARIO...]");
  process.exit(2);
}
const alea = resolve(program);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".mjs") && (wanted.length === 0 || wanted.some((start) => name.startsWith(start))))
  .sort();

let pictures = null;

async function takePictures(stage, name) {
  pictures ??= mkdtempSync(join(tmpdir(), "alea-pictures-"));
  mkdirSync(pictures, { recursive: true });
  const taken = [];
  for (const [i, page] of (await stage.pages()).entries()) {
    const path = join(pictures, `${name}-${i + 1}.png`);
    await page.screenshot({ path, timeout: 10_000 }).then(
      () => taken.push(path),
      () => undefined,
    );
  }
  return taken;
}

function within(work, ms) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Null, or why it failed. */
async function play(stage, run) {
  try {
    await within(run(stage), longest);
    stage.quiet();
    return null;
  } catch (fault) {
    const complaints = stage.watch.faults.map((one) => `\n    heard: ${one}`).join("");
    return `${fault?.stack ?? fault}${complaints}`;
  }
}

const launched = new Map(); // browsers, with the browser about the page and without

function browserOf(whole) {
  if (!launched.has(whole)) launched.set(whole, launch(whole));
  return launched.get(whole);
}

const scenario = (name) => import(pathToFileURL(join(folder, name)).href);

async function runScenario(library, name) {
  const { title, run, options = [], whole = false, drawn = false, alone = false } = await scenario(name);
  const server = new Server(alea, options, { library, seed: `${process.env.ALEA_TEST_SEED ?? "alea"} ${name}` });
  await server.start();
  const stage = new Stage(await browserOf(whole), server, alea, { drawn, alone });
  const began = Date.now();
  const fault = await play(stage, run);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (fault === null) console.log(`ok      ${name.replace(/\.mjs$/, "")}: ${title} (${seconds} s)`);
  else {
    const taken = await takePictures(stage, name.replace(/\.mjs$/, ""));
    console.log(`FAILED  ${name.replace(/\.mjs$/, "")}: ${title} (${seconds} s)\n    ${fault.replace(/\n/g, "\n    ")}`);
    for (const path of taken) console.log(`    picture: ${path}`);
  }
  for (const note of stage.notes) console.log(`        ${note}`);
  await stage.free();
  await server.free();
  return fault === null;
}

const counts = { passed: 0, failed: 0 };
const made = mkdtempSync(join(tmpdir(), "alea-fate-"));
try {
  const library = fateLibrary(made);
  const beside = [];
  const alone = [];
  for (const name of files) ((await scenario(name)).alone ? alone : beside).push(name);
  const playOn = async (names) => {
    for (let name; (name = names.shift()); ) counts[(await runScenario(library, name)) ? "passed" : "failed"]++;
  };
  await Promise.all([playOn(beside), playOn(beside)]);
  await playOn(alone);
} catch (fault) {
  console.log(`FAILED  ${fault?.stack ?? fault}`);
  counts.failed++;
} finally {
  for (const browser of launched.values()) await browser.then((one) => one.close()).catch(() => undefined);
  rmSync(made, { recursive: true, force: true });
}
if (files.length === 0) console.log("no such scenario");
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
