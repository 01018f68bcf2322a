// SPDX-License-Identifier: MIT
// 34_notices.mjs - where somebody wants to be told: a webhook and a mail, tried by the button, in two languages and on a phone; a mail's link
// opens the seat once; a push is shown by the service worker, and a tap on it leads to the table.
import assert from "node:assert/strict";
import { createServer as listenHttp } from "node:http";
import { createServer as listenTcp } from "node:net";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { en, it, ofNotices } from "./kit/words.mjs";

export const title = "notices: channels tried by their button, confirmed by mail, in two languages at 360 px; a link for once; a push is shown";

const hooked = [];
const hooks = listenHttp((request, answer) => {
  request.resume();
  hooked.push(request.url);
  answer.writeHead(request.url === "/gone" ? 410 : 200).end("ok");
});
await new Promise((done) => hooks.listen(0, "127.0.0.1", done));

/** As little of SMTP as a relay needs; the mails' texts. */
const mails = [];
const relay = listenTcp((socket) => {
  let data = null;
  let rest = "";
  socket.write("220 relay\r\n");
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    rest += chunk;
    for (let end; (end = rest.indexOf("\r\n")) >= 0; ) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (data !== null && line === ".") {
        mails.push(data.join("\n"));
        data = null;
        socket.write("250 OK\r\n");
      } else if (data !== null) data.push(line);
      else if (/^DATA/i.test(line)) {
        data = [];
        socket.write("354 go on\r\n");
      } else socket.write(/^QUIT/i.test(line) ? "221 bye\r\n" : "250 OK\r\n");
    }
  });
});
await new Promise((done) => relay.listen(0, "127.0.0.1", done));
hooks.unref();
relay.unref();

export const options = [
  ...["--hooks", "--hooks-allow", "127.0.0.1", "--notice-after", "0"],
  ...["--mail-relay", `smtp://127.0.0.1:${relay.address().port}`, "--mail-from", "alea@example.org"],
];

const hookUrl = (path) => `http://127.0.0.1:${hooks.address().port}${path}`;
const words = (mail) =>
  [...mail.matchAll(/base64\n\n([A-Za-z0-9+/=\n]+)/g)].map(([, part]) => Buffer.from(part, "base64").toString()).join("\n");

async function openNotices(page, lang) {
  await page.getByRole("button", { name: { en, it }[lang].menu, exact: true }).click();
  await page.locator('[data-key="notices"]').click();
  const dialog = page.locator("dialog[open]").last();
  await dialog.getByText(ofNotices[lang].says).waitFor();
  return dialog;
}

async function add(dialog, kind, address, lang) {
  await dialog.locator('[data-key="way"]').selectOption(kind);
  await dialog.locator('[data-key="address"]').fill(address);
  await dialog.getByRole("button", { name: ofNotices[lang].add, exact: true }).click();
}

async function hooksAndMail(page, lang) {
  const w = ofNotices[lang];
  const dialog = await openNotices(page, lang);
  await dialog.getByText(w.none).waitFor();
  await add(dialog, "json", "nowhere", lang);
  await dialog.getByRole("alert").waitFor(); // and says what is wrong with it
  await add(dialog, "json", hookUrl("/own"), lang);
  const own = dialog.locator("[data-channel]").first();
  await own.getByRole("button", { name: w.test }).click();
  await own.getByText(w.test_good).waitFor();
  assert.ok(hooked.includes("/own"));
  await add(dialog, "json", hookUrl("/gone"), lang);
  const gone = dialog.locator("[data-channel]").nth(1);
  await gone.getByRole("button", { name: w.test }).click();
  await gone.getByText(w.failed).waitFor();
  await gone.getByText("410").first().waitFor();
  await gone.getByRole("button", { name: w.remove }).click();
  await until(async () => (await dialog.locator("[data-channel]").count()) === 1, "one channel");
  await own.getByText(w.settings).click();
  await own.getByLabel(w.hours.replace("{1}", "24")).click();
  await own.getByText(w.saved).waitFor();
  const before = mails.length;
  await add(dialog, "mail", "anna@example.org", lang);
  await dialog.getByText(w.confirm).first().waitFor();
  await until(() => mails.length > before, "the question to the address");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  return dialog;
}

/** The link of the first mail confirms, that of the turn opens the seat, once. */
async function byMail(stage, made, page) {
  const confirm = new URL(/http\S+\/n\/\w+/.exec(words(mails.at(-1)))[0]).pathname;
  await page.goto(confirm);
  await page.locator('button[value="yes"]').click();
  await page.locator('button[value="no"]').waitFor();
  const [first, second] = made.seats;
  const before = mails.length;
  for (let moves = 0; mails.length === before && moves < 60; moves++) {
    for (const { token, seat } of [second, first]) {
      const state = await stage.server.state(made.match, token);
      const moving = state.actors.includes(seat) && state.moves?.[0];
      if (moving) await stage.server.move(made.match, token, moving);
    }
  }
  await until(() => mails.length > before, "the mail of the turn");
  const link = new URL(/http\S+#once=[\w-]+/.exec(words(mails.at(-1)))[0]);
  const elsewhere = await stage.open(link.pathname + link.hash);
  await new TablePage(elsewhere).ready();
  assert.equal(new URL(elsewhere.url()).hash, "");
  const again = await stage.open(link.pathname + link.hash);
  await again.getByRole("alert").waitFor();
  assert.equal(await again.locator("main.table-page").count(), 0);
}

/** No push service is reachable: the browser's developer protocol hands the worker what one would. */
async function pushed(stage, made) {
  const context = await stage.context({ permissions: ["notifications"] });
  const page = await context.newPage();
  const workers = await context.newCDPSession(page);
  const found = new Promise((done) => {
    workers.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId));
  });
  await workers.send("ServiceWorker.enable");
  await page.goto("/help");
  await page.evaluate(() => navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready));
  const registrationId = await found;
  const url = `${stage.server.url}/m/${made.match}`;
  const push = (said) =>
    workers.send("ServiceWorker.deliverPushMessage", { origin: stage.server.url, registrationId, data: JSON.stringify(said) });
  await push({ title: "Your turn: Sabato", body: "Sabato", url, at: Date.now() });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title: said, tag, data }) => ({ said, tag, url: data.url })),
    );
  await until(async () => (await shown()).length === 1, "the notice");
  await push({ title: "6 hours left: Sabato", body: "Sabato", url, at: Date.now() });
  await until(async () => (await shown())[0]?.said.startsWith("6 hours"), "the newer one in its place");
  assert.deepEqual(await shown(), [{ said: "6 hours left: Sabato", tag: url, url }]);
  await context.close();
}

export async function run(stage) {
  stage.watch.allow(/40[09] POST \S+\/channels/, /status of 4(00|09|10)/, /410 POST \S+\/passes/);
  const made = await stage.server.create({ game: "spqrisiko", seats: ["human", "human", "bot:random"], names: ["Anna", "Bruno", ""], name: "Sabato" });
  const link = new URL(made.seats[0].url);
  for (const { token } of made.seats.slice(0, 2)) await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  const page = await stage.open(link.pathname + link.hash, { viewport: phone });
  await new TablePage(page).ready();
  await hooksAndMail(page, "en");
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/notices-en.png` });
  await page.goto(`/m/${made.match}?lang=it`);
  await new TablePage(page).ready();
  const dialog = await openNotices(page, "it");
  await dialog.getByRole("heading", { name: ofNotices.it.kind_mail }).waitFor();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/notices-it.png` });
  await byMail(stage, made, page);
  await pushed(stage, made);
}
