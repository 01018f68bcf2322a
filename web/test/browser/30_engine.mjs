// SPDX-License-Identifier: MIT
// 30_engine.mjs - the engine in the page's worker: dice of every game verified, with the network gone; rubbish; the same games as elsewhere.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tableFor } from "./kit/play.mjs";
import { until } from "./kit/until.mjs";
import { proof } from "./kit/words.mjs";

export const title = "the engine in the page: every game's dice verified without a network, the altered caught, signatures as kept";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const most = 350 * 1024; // bytes, as they come over the wire

const seats = { incursio: 2, polis: 2, spqrisiko: 3 };

/** What the page says of a file that was dropped. */
async function verdictOf(page, path) {
  await page.locator('input[type="file"]').setInputFiles(path);
  const section = page.locator("section[aria-live]").filter({ hasText: path.split("/").pop() });
  const verdict = section.getByRole("alert");
  await verdict.waitFor();
  return { says: await verdict.innerText(), bad: await section.locator("tr.bad").count(), unknown: await section.locator("tr.unknown").count() };
}

/** Asks the page's own worker, as the page does. */
function ask(page, questions, given = files) {
  return page.evaluate(
    ([{ worker, module, weights }, questions]) =>
      new Promise((tell, fail) => {
        const one = new Worker(worker, { type: "module" });
        const answers = [];
        one.onerror = (event) => fail(new Error(event.message));
        one.onmessage = ({ data }) => {
          if ("done" in data) return;
          answers.push(data);
          if (answers.length < questions.length) return;
          one.terminate();
          tell(answers);
        };
        one.postMessage({ module, weights });
        questions.forEach((question, id) => one.postMessage({ id, question }));
      }),
    [given, questions],
  );
}
let files = null;

/** Where the page has the engine, by what it has fetched. */
async function findFiles(stage, page) {
  const scripts = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const worker = scripts.map((url) => new URL(url).pathname).find((path) => path.startsWith("/worker-"));
  assert.ok(worker, "no worker was begun: was the page built after `make wasm`?");
  const text = await (await page.request.get(new URL("/", stage.server.url).href)).text();
  const script = /src="(\/app-[^"]+\.js)"/.exec(text)[1];
  for (const path of [script, ...scripts.map((url) => new URL(url).pathname).filter((one) => one.endsWith(".js"))]) {
    const says = await (await page.request.get(new URL(path, stage.server.url).href)).text();
    const module = /\/alea-[0-9a-f]+\.wasm/.exec(says);
    const weights = Object.fromEntries([...says.matchAll(/\/weights-(\w+)-[0-9a-f]+\.txt/g)].map(([path, game]) => [game, path]));
    if (module) return { worker, module: module[0], weights };
  }
  return assert.fail("no script names the engine");
}

/** A browser without WebAssembly: the server computes what it would have, of a match of its own. */
async function withoutEngine(stage) {
  const made = await tableFor(stage, { options: { max_rounds: "2" } });
  await stage.server.api(`/matches/${made.match}/resign`, { token: made.token, body: {} });
  await until(async () => (await stage.server.api(`/matches/${made.match}`)).status === "over", "the bots play on to the end");
  const page = await stage.page();
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(`/verify?match=${made.match}`);
  const verdict = page.getByRole("alert");
  await verdict.waitFor();
  const { throws } = await stage.server.api(`/matches/${made.match}/verify`);
  assert.equal(await verdict.innerText(), proof("good", throws.length));
  await page.getByText(proof("by_server")).waitFor();
}

export async function run(stage) {
  await withoutEngine(stage);
  const games = Object.keys(seats);
  const paths = {};
  for (const game of games) paths[game] = await stage.played(game, seats[game]);
  const page = await stage.open("/verify");
  const throwsOf = (path) => readFileSync(path, "utf8").split("\n").filter((line) => /^\d+ \* /.test(line)).length;
  const good = async (game) => {
    const found = await verdictOf(page, paths[game]);
    assert.deepEqual(found, { says: proof("good", throwsOf(paths[game])), bad: 0, unknown: 0 }, game);
  };
  await good(games[0]);
  files = await findFiles(stage, page);
  const coming = await page.request.get(new URL(files.module, stage.server.url).href, { headers: { "Accept-Encoding": "br" } });
  const bytes = Number(coming.headers()["content-length"]);
  assert.equal(coming.headers()["content-type"], "application/wasm");
  assert.ok(coming.headers()["content-encoding"] === "br" && bytes > 0 && bytes <= most, `${bytes} bytes`);
  stage.note(`the engine: ${(bytes / 1024).toFixed(1)} KiB over the wire`);

  // The same games as everywhere: 200 of each, in this browser.
  const kept = readFileSync(join(root, "tests/signature.txt"), "utf8").trim().split("\n").map((line) => line.split(" "));
  const fewest = (game) => Array(seats[game] ?? 2).fill("random");
  const answers = await ask(page, kept.map(([game]) => ({ do: "series", game, bots: fewest(game), games: 200, seed: 1 })));
  kept.forEach(([game, signature], i) => assert.equal(answers[i].answer?.signature, signature, game));

  // What the program thinks by what it has learned is thought here, too.
  const learned = Object.keys(files.weights);
  assert.deepEqual(learned, ["polis"]);
  const byProgram = async (game, bot) =>
    JSON.parse(await stage.runs("sim", game, "--bots", `${bot},${bot}`, "--games", "1", "--seed", "9", "--json")).signature;
  const asked = learned.map((game) => ({ do: "series", game, bots: ["search:20it", "search:20it"], games: 1, seed: 9 }));
  const thought = await ask(page, asked);
  for (const [i, game] of learned.entries()) assert.equal(thought[i].answer?.signature, await byProgram(game, "search:20it"), game);
  // Where that does not come it is done without.
  const nowhere = Object.fromEntries(learned.map((game) => [game, `/weights-${game}-nowhere.txt`]));
  stage.watch.allow(/-nowhere\.txt/);
  const without = await ask(page, asked, { ...files, weights: nowhere });
  for (const [i, game] of learned.entries()) assert.equal(without[i].answer?.signature, await byProgram(game, "search:20it:linear"), game);

  // Without a network, and after rubbish.
  await page.context().setOffline(true);
  for (const game of games) await good(game);
  const altered = join(stage.server.folder, "engine-altered.alea");
  const lines = readFileSync(paths.spqrisiko, "utf8").split("\n");
  const at = lines.findIndex((line) => /^\d+ \* dice 6 /.test(line));
  lines[at] = lines[at].replace(" dice 6 ", " dice 5 ");
  writeFileSync(altered, lines.join("\n"));
  const caught = await verdictOf(page, altered);
  assert.equal(caught.says, proof("bad"));
  assert.ok(caught.bad >= 1);
  // A head of a game that there is not: only the engine can know that.
  const unknown = join(stage.server.folder, "engine-unknown.alea");
  writeFileSync(unknown, readFileSync(paths.spqrisiko, "utf8").replace("game spqrisiko", "game nothing"));
  const rubbish = await verdictOf(page, unknown);
  assert.match(rubbish.says, /nothing/);
  await good(games[0]);
  await page.context().setOffline(false);
}
