// SPDX-License-Identifier: MIT
// 34_notices.mjs - where somebody wants to be told: a webhook and a mail, tried by the button, in two languages and on a phone; a mail's link
// opens the seat once; a push is shown by the service worker while its turn waits, one for several tables, and a tap on it leads to the table.
import assert from "node:assert/strict";
import { createServer as listenHttp } from "node:http";
import { createServer as listenTcp } from "node:net";
import { PushService, pushKeys } from "./kit/push.mjs";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { en, it, ofNotices } from "./kit/words.mjs";

export const title = "notices: channels tried by their button, confirmed by mail, in two languages at 360 px; a link for once; a push is shown";
export const whole = true; // a push is shown by the browser, not by its page

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
const pushes = new PushService();
await pushes.start();
hooks.unref();
relay.unref();

export const options = [
  ...["--push-keys", pushKeys()],
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
  const moves = async (seat) => (await stage.server.state(made.match)).actors.includes(seat);
  for (const { token, seat } of [first, second]) {
    await until(() => moves(seat), `the turn of ${seat}`);
    while (await moves(seat)) await stage.server.move(made.match, token, (await stage.server.state(made.match, token)).moves[0]);
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

/** In the page, before its scripts: the push service that can't be reached has this subscription. */
function subscribeThere({ endpoint, p256dh, auth }) {
  const bytes = (words) => Uint8Array.from(atob(words), (letter) => letter.charCodeAt(0)).buffer;
  const one = { endpoint, getKey: (name) => bytes(name === "auth" ? auth : p256dh) };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => one;
}

/** A table in this context's browser at which somebody else moves first; its seat is the device's. */
async function seatAt(stage, context, name) {
  const made = await stage.server.create({ game: "polis", seats: ["human", "human"], names: ["Anna", "Bruno"], name });
  for (const { token } of made.seats) await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  const { actor } = await stage.server.state(made.match);
  const [first, own] = actor === "A" ? made.seats : [...made.seats].reverse();
  const page = await context.newPage();
  const link = new URL(own.url);
  await page.goto(link.pathname + link.hash);
  await new TablePage(page).ready();
  return { ...made, first, own, page, url: `${stage.server.url}/m/${made.match}` };
}

async function askForPush(page, lang) {
  const dialog = await openNotices(page, lang);
  await dialog.locator('[data-key="way"]').selectOption("push");
  await dialog.getByRole("button", { name: ofNotices[lang].add, exact: true }).click();
  return dialog;
}

async function subscribeHere(page, lang) {
  const dialog = await askForPush(page, lang);
  await dialog.locator("[data-channel]").waitFor();
  return dialog;
}

/** A browser that takes no service worker: that is said, and one can try again. */
async function noWorker(page) {
  await page.evaluate(() => (navigator.serviceWorker.register = () => Promise.reject(new Error("full"))));
  const dialog = await askForPush(page, "en");
  await dialog.getByText(ofNotices.en.push_failed.split("{1}")[0]).waitFor();
  assert.ok(await dialog.getByRole("button", { name: ofNotices.en.add, exact: true }).isEnabled());
  await page.reload();
  await new TablePage(page).ready();
}

/** Whoever is to move does as little as may be. */
async function play(stage, { match, seats }) {
  const { actor } = await stage.server.state(match);
  const { token } = seats.find(({ seat }) => seat === actor);
  const { moves } = await stage.server.state(match, token);
  await stage.server.move(match, token, moves.find(({ text }) => text === "pass") ?? moves[0]);
}

/** The turn passes to the seat, after its own if it has one: what the server pushes then. */
async function pushOf(stage, table) {
  const before = pushes.got.length;
  let { actor } = await stage.server.state(table.match);
  for (let turn = 0; pushes.got.length === before && turn < 20; turn++) {
    const was = actor;
    await play(stage, table);
    ({ actor } = await stage.server.state(table.match));
    if (was !== actor && actor === table.own.seat) await until(() => pushes.got.length > before, "the push");
  }
  return pushes.got.at(-1);
}

/** In the service worker, which the browser stops whenever it has nothing to do. */
async function inWorker(page, work, value) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage("wake")));
  const worker = await until(() => page.context().serviceWorkers().at(-1), "the service worker");
  return worker.evaluate(work, value);
}

const closeAll = (page) =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).forEach((any) => any.close()));

/** No push service is reachable: what the server sent is decrypted here, and the browser's developer protocol hands it to the worker. */
async function pushed(stage) {
  const context = await stage.context({ permissions: ["notifications"], viewport: phone });
  await context.addInitScript(subscribeThere, pushes.subscription());
  const one = await seatAt(stage, context, "Sabato");
  const workers = await context.newCDPSession(one.page);
  const found = new Promise((done) => {
    workers.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId));
  });
  await workers.send("ServiceWorker.enable");

  await noWorker(one.page);
  // The page subscribes, and the test button's push is shown.
  const dialog = await subscribeHere(one.page, "en");
  const registrationId = await found;
  const push = (said) => {
    const data = JSON.stringify(said);
    return workers.send("ServiceWorker.deliverPushMessage", { origin: stage.server.url, registrationId, data });
  };
  await dialog.getByRole("button", { name: ofNotices.en.test }).click();
  await dialog.getByText(ofNotices.en.test_good).waitFor();
  const shown = () =>
    one.page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title: said, tag, data }) => ({ said, tag, url: data.url })),
    );
  /** The worker gets what was pushed, until it did its work: a browser with much to do drops a push, and takes a notice back after 25 s. */
  const given = async (said, isDone, what) => {
    const tried = async () => {
      await push(said);
      return until(async () => isDone(await shown()), what, 15_000).catch(() => null);
    };
    await until(tried, what).catch(async (late) => {
      const news = said.ask && (await stage.server.api(`/news/${said.ask}`).catch((refused) => `${refused}`));
      throw new Error(`${late.message}: there is ${JSON.stringify(await shown())}, news ${JSON.stringify(news)}, of ${JSON.stringify(said)}`);
    });
  };
  await given(pushes.got.at(-1), ([one]) => one?.said.length > 0, "the test's notice");
  await closeAll(one.page);

  // A turn: shown while it waits, one notice for two tables, nothing once they were played.
  await one.page.goto("/help"); // nobody has the table before their eyes, nor looks
  const late = await pushOf(stage, one);
  assert.ok(late.ask && !JSON.stringify(late).includes(one.own.token), "a push without the way to ask");
  const other = await seatAt(stage, context, "Domenica");
  await given(late, (all) => all.length === 1, "the notice of a turn");
  assert.deepEqual(await shown(), [{ said: "Your turn: Sabato", tag: "turns", url: one.url }]);
  await subscribeHere(other.page, "en");
  await other.page.goto("/help");
  const second = await pushOf(stage, other);
  await given(second, ([both]) => both?.said.includes("2"), "one notice for both");
  assert.deepEqual(await shown(), [{ said: "Your turn at 2 tables", tag: "turns", url: `${stage.server.url}/` }]);
  for (const table of [one, other]) await stage.server.move(table.match, table.own.token, "pass");
  await given(late, (all) => all.length === 0, "what waits no more to go");

  // Where a browser wants something to be shown, it says so.
  const safari = "AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";
  await inWorker(one.page, (value) => Object.defineProperty(navigator, "userAgent", { value, configurable: true }), safari);
  await given(second, ([calm]) => calm?.said === "Nothing waits any more", "the calm notice");
  await inWorker(one.page, () => delete navigator.userAgent);
  await tapped(stage, context, one, given);
  await context.close();
}

/** A tap comes from the system, of which a headless browser has none: the worker is given its event. Where it may not open a window for want
 * of a hand, what it would open is opened. */
async function tapped(stage, context, table, given) {
  const again = await pushOf(stage, table);
  await closeAll(table.page);
  await given(again, ([notice]) => notice?.url === table.url, "the notice");
  const tap = () =>
    inWorker(table.page, async () => {
      const wanted = [];
      const { openWindow } = self.clients;
      self.clients.openWindow = (url) => {
        wanted.push(url);
        return openWindow.call(self.clients, url).catch(() => null);
      };
      const [notice] = await self.registration.getNotifications();
      const event = new NotificationEvent("notificationclick", { notification: notice });
      const works = [];
      event.waitUntil = (work) => works.push(work);
      self.dispatchEvent(event);
      await Promise.allSettled(works);
      self.clients.openWindow = openWindow;
      return { wanted, left: (await self.registration.getNotifications()).length };
    });
  const { wanted, left } = await tap();
  assert.deepEqual([wanted, left], [[table.url], 0]);
  const page = await context.newPage();
  await page.goto(new URL(wanted[0]).pathname);
  await new TablePage(page).ready();
  const seat = (await stage.server.state(table.match, table.own.token)).you;
  assert.equal(seat, table.own.seat);
  await page.getByRole("button", { name: en.menu, exact: true }).waitFor();
  // With the table open somewhere no second one is opened.
  await page.evaluate(() => window.blur());
  await inWorker(table.page, (data) => self.registration.showNotification("again", { tag: "turns", data }), { url: table.url });
  assert.deepEqual((await tap()).wanted, []);
}

/** As if its tab were left, and come back to: what was seen is told then, if it is news. */
const leave = (page) =>
  page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });

/** An address that is no more, of which its person hears at the next visit. */
async function switchedOff(stage, match, token) {
  const { channel } = await stage.server.api(`/matches/${match}/channels`, { token, body: { kind: "json", address: hookUrl("/gone") } });
  await stage.server.api(`/matches/${match}/channels/${channel}/test`, { token, body: {} });
  const status = async () => (await stage.server.api(`/matches/${match}/channels`, { token })).channels[0].status;
  await until(async () => (await status()) === "failed", "a channel that is switched off");
}

async function hearsOfSilence(page) {
  const banner = page.locator('[data-key="silenced"]');
  await banner.getByText(ofNotices.en.silenced).waitFor();
  await banner.getByRole("button", { name: ofNotices.en.title }).click();
  await page.locator("dialog[open]").getByText(ofNotices.en.failed).waitFor();
  await page.keyboard.press("Escape");
  await banner.waitFor({ state: "detached" });
}

/** A page that lies open somewhere sees nothing for its person, until a hand is on it again. */
async function forgotten(stage, made, page, told) {
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 130_000;
  });
  const before = told.length;
  await play(stage, made);
  const { ply } = await stage.server.state(made.match);
  await until(async () => (await new TablePage(page).ply()) === ply, "the ply on the page");
  await leave(page);
  assert.equal(told.length, before);
  await page.mouse.move(100, 200);
  await leave(page);
  await until(() => told.length > before, "news of what was seen by the hand that came back");
}

/** What was seen on one device is not news on another: it is told from where this seat has stopped looking. The server is told once, with its
 * turn, and not again after a reload. */
async function seenElsewhere(stage) {
  const made = await stage.server.create({ game: "polis", seats: ["human", "human"], names: ["Anna", "Bruno"] });
  for (const { token } of made.seats) await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  for (let ply = 0; ply < 3; ply++) await play(stage, made);
  const { actor } = await stage.server.state(made.match);
  const own = made.seats.find(({ seat }) => seat === actor);
  const link = new URL(own.url);
  await switchedOff(stage, made.match, own.token);
  const desk = await stage.open("/help");
  const told = [];
  desk.on("request", (request) => new URL(request.url()).pathname.endsWith("/looked") && told.push(request.postDataJSON()));
  await desk.goto(link.pathname + link.hash);
  await new TablePage(desk).ready();
  await desk.mouse.move(100, 100);
  await until(async () => (await stage.server.state(made.match, own.token)).viewed, "the server to know");
  const { viewed, ply } = await stage.server.state(made.match, own.token);
  assert.equal(viewed.ply, ply);
  await leave(desk);
  await desk.reload();
  await new TablePage(desk).ready();
  await desk.mouse.move(200, 100);
  await leave(desk);
  assert.deepEqual(told, [{ ply }]);
  await play(stage, made);
  await until(() => told.length === 2, "news of what was seen");
  assert.equal(told[1].ply, (await stage.server.state(made.match, own.token)).ply);
  await hearsOfSilence(desk);
  await forgotten(stage, made, desk, told);
  await desk.context().close();
  await play(stage, made);
  const small = await stage.open(link.pathname + link.hash, { viewport: phone, prefs: { lang: "it" } });
  await small.locator('[data-key="away-banner"]').waitFor();
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
  await pushed(stage);
  await seenElsewhere(stage);
}
