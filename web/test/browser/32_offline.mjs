// SPDX-License-Identifier: MIT
// 32_offline.mjs - a match without a server: begun, the network gone, the browser closed and opened again, finished, saved; its dice
// verified by the program. What is kept on the device holds nothing of a seat or the API. A browser without WebAssembly plays at the server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { tableFor } from "./kit/play.mjs";
import { desktop, remember } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until, usual } from "./kit/until.mjs";
import { here, t } from "./kit/words.mjs";

export const title = "in flight mode: a match begun, the browser restarted, finished, saved, verified by the program; nothing of a seat is cached";

/** A browser with a folder of its own, as a person's. */
async function browser(stage, folder) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
    baseURL: stage.server.url,
    viewport: desktop,
    locale: "en-GB",
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(usual);
  stage.watch.follow(context);
  await context.addInitScript(remember, { pace: "instant" });
  stage.contexts.push(context);
  return context;
}

/** The addresses of all that the browser's caches hold. */
const cached = (page) =>
  page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all;
  });

async function save(page) {
  const menu = await new TablePage(page).menu();
  const [download] = await Promise.all([page.waitForEvent("download"), menu.getByRole("button", { name: t("save_file") }).click()]);
  const path = await download.path();
  await page.keyboard.press("Escape");
  return path;
}

/** Without WebAssembly: said on the first page, and a table of the server is played at. */
async function oldBrowser(stage) {
  const made = await tableFor(stage);
  const context = await stage.context();
  await context.addInitScript(() => delete globalThis.WebAssembly);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByText(here("no_engine")).waitFor();
  await page.goto(made.link);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  await table.playFirst();
  await context.close();
}

/** The worker is asked for anew each time, and tells which files it keeps. */
async function heads(stage) {
  const worker = await fetch(`${stage.server.url}/sw.js`);
  assert.match(worker.headers.get("content-type"), /^text\/javascript/);
  assert.match(worker.headers.get("cache-control"), /no-cache/);
  assert.match(worker.headers.get("content-security-policy"), /^default-src 'none'/);
  assert.ok(!/["'.]\/?(api|a|y|c|e)\//.test(await worker.text()));
  const page = await (await fetch(stage.server.url)).text();
  const manifest = await fetch(stage.server.url + /<link rel="manifest" href="([^"]+)"/.exec(page)[1]);
  assert.match(manifest.headers.get("content-type"), /^application\/manifest\+json/);
  assert.equal((await manifest.json()).start_url, "./");
}

export async function run(stage) {
  await heads(stage);
  await oldBrowser(stage);
  const folder = join(stage.server.folder, "profile");
  // Begun while the server is there; nothing is kept before somebody plays here.
  let context = await browser(stage, folder);
  let [page] = context.pages();
  await page.goto("/");
  await page.locator('[data-key="here"] button').first().waitFor();
  assert.deepEqual(await cached(page), []);
  await page.goto("/new?game=spqrisiko");
  await page.locator('[data-key="where-here"]').check();
  await page.locator(".seat-fields input").first().fill("Anna");
  await (await stage.optionField(page, "spqrisiko", "max_rounds")).fill("2"); // bots play on to it, once she has resigned
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  const address = page.url();
  let table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await until(async () => (await cached(page)).some((path) => path.endsWith(".wasm")), "the page to be kept");
  for (const path of await cached(page)) assert.match(path, /^\/[^/]+\.(js|css|html|svg|wasm|woff2|txt|webmanifest)$/, path);

  // From there a match goes on at the server, with a friend at a bot's seat; this one stays.
  await table.playFirst();
  const dialog = await table.menu();
  await dialog.locator('[data-key="continue"] summary').click();
  await dialog.getByRole("checkbox", { name: here("continue_friend", "").trim() }).first().check();
  await dialog.getByRole("button", { name: here("continue"), exact: true }).click();
  await page.waitForURL(/\/a\/[a-z2-7]{12}$/);
  const match = new URL(page.url()).pathname.split("/")[2];
  const state = await stage.server.api(`/matches/${match}`);
  assert.ok(state.ply >= 1 && state.status === "playing");
  assert.equal(state.seats[0].name, "Anna");
  assert.equal(state.seats.filter(({ who }) => who === "human").length, 2);
  await page.goto(address);
  await table.ready();

  // The network goes, and so does the server.
  await stage.server.kill("SIGTERM");
  stage.watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED/, /\/api\/v1\/.*net::/);
  await context.setOffline(true);
  for (let i = 0; i < 3; i++) await table.playFirst();
  const ply = await table.ply();
  assert.ok(ply >= 3);
  await page.reload();
  await table.ready();
  await context.close();

  // Another day: the browser is opened without a network.
  context = await browser(stage, folder);
  await context.setOffline(true);
  [page] = context.pages();
  await page.goto("/");
  await page.getByRole("region", { name: t("my_tables") }).getByRole("link").first().click();
  await page.waitForURL(address);
  table = new TablePage(page);
  await table.ready();
  await until(async () => (await table.ply()) >= ply, "the match where it was left");
  for (let i = 0; i < 3; i++) await table.playFirst();
  const menu = await table.menu();
  await menu.getByRole("button", { name: t("resign") }).click();
  await menu.getByRole("button", { name: t("resign") }).click();
  await page.locator(".result").waitFor(); // bots play on to the end
  const path = await save(page);
  const text = readFileSync(path, "utf8");
  assert.match(text, /^seed [0-9a-f]{64}$/m);
  assert.match(text, /Anna/);
  await stage.runs("check", path);
  await stage.runs("verify", path);

  // Its record, looked back at, and the verifier, without a network.
  await page.goto(`${address}?ply=2`);
  await page.locator("main").first().waitFor();
  await page.goto("/verify");
  await page.locator('input[type="file"]').setInputFiles({ name: "saved.alea", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator("section[aria-live]").filter({ hasText: "saved.alea" }).getByRole("alert").waitFor();

  // A match that was saved in the middle goes on.
  await page.goto("/");
  await page.locator(".game-card button").first().click();
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  table = new TablePage(page);
  await table.ready();
  await table.playFirst();
  const middle = readFileSync(await save(page), "utf8");
  await page.goto("/");
  await page
    .locator('[data-key="take-up"]')
    .setInputFiles({ name: "evening.alea", mimeType: "text/plain", buffer: Buffer.from(middle) });
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  await table.ready();
  assert.equal(await page.locator(".table-names h1").innerText(), "evening");
  assert.ok((await table.ply()) >= 1);
  for (const path of await cached(page)) assert.ok(!/^\/(api|a|y|c|e)\//.test(path), path);
  await context.close();
}
