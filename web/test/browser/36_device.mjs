// SPDX-License-Identifier: MIT
// 36_device.mjs - matches of this device: the same one in two tabs, in a browser that is full, and under the next release of the page.
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { here, t } from "./kit/words.mjs";

export const title = "matches of this device: one tab at a time, no room left for them, whoever plays before a bot, the next release taken up";

async function begin(page, { game = "spqrisiko", bot = null } = {}) {
  await page.goto(`/new?game=${game}`);
  await page.locator('[data-key="where-here"]').check();
  if (bot) await page.getByLabel(t("seat_who", "B")).selectOption(bot);
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  const table = new TablePage(page, game === "incursio" ? "inc" : undefined);
  await table.ready();
  if (game !== "incursio") await table.myTurn();
  return table;
}

/** Two would write over each other: the second is told, and goes on by itself once the first is closed. */
async function twoTabs(stage) {
  const context = await stage.context();
  const first = await context.newPage();
  const table = await begin(first);
  await table.playFirst();
  const ply = await table.ply();
  const second = await context.newPage();
  stage.watch.allow(/409/, /\/api\/v1\//);
  await second.goto(first.url());
  await second.getByText(here("elsewhere")).first().waitFor();
  await first.close();
  const again = new TablePage(second);
  await again.ready();
  await until(async () => (await again.ply()) >= ply, "the match as the other tab left it");
  await again.playFirst();
  await leftAndOpened(context, second, again);
  await context.close();
}

/** Whoever has left its view has it open no longer: a third opens it, with all that was played; one goes back at once, and finds it. */
async function leftAndOpened(context, page, table) {
  const address = page.url();
  const home = page.getByRole("link", { name: t("home") }).first();
  await home.click();
  await page.locator(".game-card").first().waitFor();
  await page.goBack();
  await table.ready();
  await table.playFirst();
  const ply = await table.ply();
  await home.click();
  const third = await context.newPage();
  await third.goto(address);
  const opened = new TablePage(third);
  await opened.ready();
  await until(async () => (await opened.ply()) >= ply, "the match as it was left");
  await opened.playFirst();
}

/** What the browser gives the page from here on. What it has been promised before counts for a while, so nothing may have been written yet. */
async function allow(page, bytes) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: bytes });
}

/** All of that is taken, by a database of the test's own, down to what no match is smaller than; returns how to give it back. */
async function fill(page) {
  await page.evaluate(async () => {
    const base = await new Promise((done, fail) => {
      const asked = indexedDB.open("ballast", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("stones", { autoIncrement: true });
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
    const put = (bytes) =>
      new Promise((done) => {
        const work = base.transaction("stones", "readwrite", { durability: "strict" });
        work.oncomplete = () => done(true);
        work.onabort = () => done(false);
        work.objectStore("stones").add(crypto.getRandomValues(new Uint8Array(bytes)));
      });
    for (let bytes = 1 << 16; bytes >= 1 << 7; ) if (!(await put(bytes))) bytes >>= 1;
    base.close();
  });
  return () => page.evaluate(() => new Promise((done) => (indexedDB.deleteDatabase("ballast").onsuccess = done)));
}

/** Where the browser keeps no more, the match goes on in the page, and that is said; with room again it is kept whole. */
async function noRoom(stage) {
  const context = await stage.context();
  const page = await context.newPage();
  await page.goto("/help");
  await allow(page, 24 << 20);
  const table = await begin(page);
  await table.playFirst();
  const address = page.url();
  const makeRoom = await fill(page);
  await table.playFirst();
  await page.getByText(here("goes_on_unkept")).first().waitFor();
  const ply = await table.ply();
  // Elsewhere in the page and back: nothing is lost as long as it is open, and one is asked before it is left.
  await page.getByRole("link", { name: t("home") }).first().click();
  await page.getByRole("region", { name: t("my_tables") }).getByRole("link").first().click();
  await page.waitForURL(address);
  await table.ready();
  await until(async () => (await table.ply()) >= ply, "the match that the page holds");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  // No new one begins where it could not be kept.
  await page.getByRole("link", { name: t("home") }).first().click();
  await page.locator('[data-key="here"] button').first().click();
  await page.getByText(here("not_stored").slice(0, 40)).first().waitFor();
  await makeRoom();
  await page.getByRole("region", { name: t("my_tables") }).getByRole("link").first().click();
  await page.waitForURL(address);
  await table.ready();
  await table.playFirst();
  const kept = await table.ply();
  await page.reload();
  await table.ready();
  await until(async () => (await table.ply()) >= kept, "the match as it was kept");
  await context.close();
}

/** Where both sides decide at once a bot that plans thinks meanwhile, in slices, so that whoever plays is answered soon. */
async function botThinksMeanwhile(stage) {
  const context = await stage.context();
  await context.addInitScript(() => {
    globalThis.asked = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.question) globalThis.asked.push({ kind: message.question.do, sliced: message.question.slice_ms > 0 });
      return post.call(this, message, ...more);
    };
  });
  const page = await context.newPage();
  await begin(page, { game: "incursio", bot: "bot:hard" });
  const done = page.locator('[data-act="done"]').first();
  await done.waitFor();
  await until(() => page.evaluate(() => globalThis.asked.some(({ kind }) => kind === "table_think")), "the bot to think meanwhile");
  await until(async () => {
    if (await done.isVisible()) await done.click({ timeout: 10_000 }).catch(() => undefined);
    return page.evaluate(() => globalThis.asked.some(({ kind }) => kind === "table_move"));
  }, "the window to be closed");
  const whole = await page.evaluate(() => {
    const first = globalThis.asked.findIndex(({ kind }) => kind === "table_move");
    return globalThis.asked.slice(0, first).filter(({ kind, sliced }) => kind === "table_think" && !sliced).length;
  });
  assert.equal(whole, 0, "while it was looked at, a bot thought in slices alone");
  await context.close();
}

/** The server as it is, but for its service worker, which `change` may make that of another release. */
function behind(server, change) {
  const { hostname, port } = new URL(server);
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: `${hostname}:${port}` };
    if (asked.url === "/sw.js") delete headers["accept-encoding"];
    const far = request({ hostname, port, path: asked.url, method: asked.method, headers }, (came) => {
      if (asked.url !== "/sw.js") return answer.writeHead(came.statusCode, came.headers), came.pipe(answer);
      const parts = [];
      came.on("data", (part) => parts.push(part));
      came.on("end", () => {
        const text = change(Buffer.concat(parts).toString("utf8"));
        const { "content-length": _length, etag: _etag, ...kept } = came.headers;
        answer.writeHead(came.statusCode, kept);
        answer.end(text);
      });
      return undefined;
    });
    far.on("error", () => answer.destroy());
    asked.pipe(far);
  });
  return new Promise((done) => proxy.listen(0, "127.0.0.1", () => done(proxy)));
}

/** A page that is kept takes up the next release with the next visit, drops the old one's files, and has its matches still. */
async function nextRelease(stage) {
  let release = (text) => text;
  const proxy = await behind(stage.server.url, (text) => release(text));
  try {
    const context = await stage.context({ baseURL: `http://127.0.0.1:${proxy.address().port}` });
    const page = await context.newPage();
    const table = await begin(page);
    await table.playFirst();
    const ply = await table.ply();
    const caches = () => page.evaluate(() => globalThis.caches.keys());
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const [old] = await until(async () => ((await caches()).length === 1 ? caches() : null), "the page to be kept");
    assert.match(old, /^alea-[0-9a-f]{16}$/);
    release = (text) => text.replace(/alea-[0-9a-f]{16}/, "alea-0000000000000001");
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()).then(() => undefined));
    await until(async () => (await caches()).join() === "alea-0000000000000001", "the next release, and nothing of the old one");
    await context.setOffline(true);
    stage.watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /\/api\/v1\/.*net::/);
    await page.reload();
    const again = new TablePage(page);
    await again.ready();
    await until(async () => (await again.ply()) >= ply, "the match, without a network");
    await context.close();
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

export async function run(stage) {
  await twoTabs(stage);
  await noRoom(stage);
  await botThinksMeanwhile(stage);
  await nextRelease(stage);
}
