// SPDX-License-Identifier: MIT
// 33_site.mjs - the page as a site without a server (make site), given from a folder by a file server that knows nothing: played, learnt,
// verified; nothing is asked for outside that folder, and a policy stands in the page itself. Then once more without a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { execute } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { proof, t } from "./kit/words.mjs";

export const title = "a site without a server, in a folder of a file server: play, lesson, rules, verify; then in flight mode";

const web = join(dirname(fileURLToPath(import.meta.url)), "../..");
const prefix = "/some/where/";
const types = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Files of a folder, below the prefix; nothing else is there. */
function serve(folder) {
  const asked = [];
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://site");
    asked.push(pathname);
    const name = pathname.startsWith(prefix) ? normalize(pathname.slice(prefix.length) || "index.html") : "..";
    try {
      const bytes = readFileSync(join(folder, name.startsWith("..") ? "\0" : name));
      answer.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" });
      answer.end(bytes);
    } catch {
      answer.writeHead(404);
      answer.end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ server, asked, url: `http://127.0.0.1:${server.address().port}` })));
}

/** What is analysed stands in the address, which stays in the folder; a reload brings it back, and so does what is passed on. */
async function analysed(page, path) {
  await page.locator('nav a[href="#/analyse"]').click();
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.waitForURL(/#\/analyse#at=0&z=/);
  assert.equal(new URL(page.url()).pathname, prefix);
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/#\/analyse#at=1&z=/);
  await page.reload();
  await page.locator('.turn-box[data-ply="1"]').waitFor();
  await page.getByRole("tab", { name: t("share"), exact: true }).click();
  assert.equal(await page.locator(".analyse-share input").inputValue(), page.url());
}

export async function run(stage) {
  const folder = join(stage.server.folder, "site");
  await execute(process.execPath, ["build.mjs", folder, "--site"], { cwd: web });
  const { server, asked, url } = await serve(folder);
  try {
    const context = await stage.context({ baseURL: url, acceptDownloads: true });
    const page = await context.newPage();
    await page.goto(`${url}${prefix}`);
    await page.getByText(t("site_says")).waitFor();
    assert.match(await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content"), /^default-src 'none'/);
    assert.equal(await page.locator('a[href="#/account"]').count(), 0);
    for (const link of await page.locator("a[href]").all()) assert.match(await link.getAttribute("href"), /^#/);

    // A lesson, the rules.
    await page.locator('a[href^="#/learn/"]').first().click();
    await page.locator("main.table-page").waitFor();
    await page.goBack();
    await page.locator('nav a[href="#/help"]').click();
    await page.getByRole("heading", { level: 1, name: t("help") }).waitFor();
    const licences = await page.getByRole("link", { name: t("credits_licences") }).evaluate((link) => link.href);
    assert.match(await (await fetch(licences)).text(), /^preact /m);
    await page.locator('a[href="#/"]').first().click();

    // A match at once, and one of two rounds, found again after a reload.
    await page.locator(".game-card button").first().click();
    await page.waitForURL(/#\/m\/here[a-z2-7]{6}$/);
    let table = new TablePage(page);
    await table.ready();
    const atOnce = page.url();
    await page.goto(`${url}${prefix}#/new?game=spqrisiko`);
    await (await stage.optionField(page, "spqrisiko", "max_rounds")).fill("2"); // bots play on to it, once one has resigned
    await page.getByRole("button", { name: t("create"), exact: true }).click();
    await page.waitForURL((now) => /#\/m\/here[a-z2-7]{6}$/.test(now.href) && now.href !== atOnce);
    await table.ready();
    await table.myTurn();
    for (let i = 0; i < 3; i++) await table.playFirst();
    const ply = await table.ply();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    // Without a network.
    server.closeAllConnections();
    await context.setOffline(true);
    await page.reload();
    await table.ready();
    await until(async () => (await table.ply()) >= ply, "the match where it was left");
    await table.playFirst();
    const menu = await table.menu();
    await menu.getByRole("button", { name: t("resign") }).click();
    await menu.getByRole("button", { name: t("resign") }).click();
    await page.locator(".result").waitFor(); // bots play on to the end
    table = new TablePage(page);
    const again = await table.menu();
    const [download] = await Promise.all([page.waitForEvent("download"), again.getByRole("button", { name: t("save_file") }).click()]);
    const path = await download.path();
    for (const what of ["check", "verify"]) await stage.runs(what, path);
    await page.keyboard.press("Escape");
    await page.goto(`${url}${prefix}#/verify`);
    await page.locator('input[type="file"]').setInputFiles({ name: "saved.alea", mimeType: "text/plain", buffer: readFileSync(path) });
    const verdict = page.locator("section[aria-live]").filter({ hasText: "saved.alea" }).getByRole("alert");
    await verdict.waitFor();
    assert.ok(!(await verdict.innerText()).includes(proof("bad")));
    await analysed(page, path);
    assert.deepEqual(asked.filter((path) => !path.startsWith(prefix)), []);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
