// SPDX-License-Identifier: MIT
// 13_running.mjs - who made a table runs it: pause, a bot for a seat, a fresh link, mute, the end of it; a deputy; markup stays text.
import assert from "node:assert/strict";
import { hold } from "./kit/hold.mjs";
import { tableFor } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "running a table: pause, bot, fresh link, mute, delete; a deputy gives the seat back; markup in names and chat is text";

const markup = '<img src=x onerror="window.hit=1"><b>bold</b>&amp;';

async function say(page, text) {
  await page.locator('[data-tab="chat"]').click();
  await page.getByLabel(t("chat_label")).fill(text);
  await page.getByRole("button", { name: t("send") }).click();
}

/** What somebody types while their last line is on its way stays. */
async function sayTwo(page, other) {
  const sent = /\/chat\b/;
  const line = await hold(page, sent);
  await say(page, "the first");
  await page.getByLabel(t("chat_label")).fill("the second");
  const answered = page.waitForResponse(sent);
  line.arrive();
  await (await answered).finished();
  await other.locator(".chat-lines p", { hasText: "the first" }).waitFor();
  assert.equal(await page.getByLabel(t("chat_label")).inputValue(), "the second");
  await page.unroute(sent, { behavior: "wait" });
  await page.getByRole("button", { name: t("send") }).click();
  await other.locator(".chat-lines p", { hasText: "the second" }).waitFor();
}

async function markupIsText(stage) {
  const { server } = stage;
  const made = await server.create({ game: "spqrisiko", seats: ["human", "human", "bot:greedy"], name: `Evening ${markup}`, listed: true });
  const [annas, brunos] = made.seats.map(({ url }) => url && new URL(url));
  const bruno = await stage.open(brunos.pathname + brunos.hash);
  await bruno.getByLabel(t("your_name")).fill(markup.slice(0, 40));
  await bruno.getByRole("button", { name: t("join"), exact: true }).click();
  await bruno.locator("main.table-page").waitFor();
  await server.api(`/matches/${made.match}/join`, { token: made.seats[0].token, body: { name: "Anna" } });
  const anna = await stage.open(annas.pathname + annas.hash);
  await anna.locator(".seat-name", { hasText: "<img src=x" }).first().waitFor();
  await anna.getByRole("heading", { level: 1 }).filter({ hasText: markup }).waitFor();
  await say(bruno, `Ave! ${markup}`);
  await anna.locator(".tab-mark", { hasText: "1" }).waitFor();
  await anna.locator('[data-tab="chat"]').click();
  await anna.locator(".chat-lines p", { hasText: `Ave! ${markup}` }).waitFor();
  await sayTwo(bruno, anna);
  const home = await stage.open("/");
  await home.locator(".table-row-name", { hasText: markup }).waitFor();
  for (const page of [anna, bruno, home]) {
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.equal(await page.locator('img:not(.game-picture), b').count(), 0, "no markup of others becomes part of the page");
  }
  return { made, anna, bruno };
}

async function running(stage, { made, anna, bruno }) {
  const { server } = stage;
  const desk = await stage.open(`/a/${made.match}#${made.admin}`);
  const seat = (letter) => desk.locator(".seat-desk").nth(letter.charCodeAt(0) - 65);
  const table = new TablePage(anna);
  await table.myTurn();
  // Pause: said to all, nobody moves; and on.
  await desk.getByRole("button", { name: t("pause"), exact: true }).click();
  for (const page of [anna, bruno]) await page.getByText(t("paused")).waitFor();
  await table.turn.filter({ hasText: t("turn_paused") }).waitFor();
  assert.equal(await table.choices().count(), 0);
  await desk.getByRole("button", { name: t("resume"), exact: true }).click();
  await anna.getByText(t("paused")).waitFor({ state: "detached" });
  await table.myTurn();
  await table.tapOnce("italia");
  await table.waitForce("italia", "A");
  await table.tapTwice("britannia");
  await table.waitForce("britannia", null);
  // Muted: the field is gone, and with it said why.
  await seat("B").getByRole("button", { name: t("seat_mute"), exact: true }).click();
  await bruno.getByText(t("chat_muted")).waitFor();
  await seat("B").getByRole("button", { name: t("seat_unmute"), exact: true }).click();
  await bruno.getByLabel(t("chat_label")).waitFor();
  // A bot takes the silent seat, and it plays on at once.
  await seat("B").getByRole("button", { name: t("seat_to_bot") }).click();
  const ask = desk.getByRole("dialog");
  await ask.getByRole("button", { name: t("cancel") }).click(); // one tap alone takes nobody's seat
  await ask.waitFor({ state: "detached" });
  await seat("B").getByRole("button", { name: t("seat_to_bot") }).click();
  await ask.getByRole("button", { name: t("seat_to_bot") }).click();
  await anna.locator(".seat-row").nth(1).getByText(t("bot_normal")).waitFor();
  await anna.locator(".chat-lines li", { hasText: t("chat_table") }).filter({ hasText: "given seat B to bot:normal" }).waitFor();
  await table.myTurn();
  // Bruno is told, and watches; his link is void.
  await bruno.getByText(t("seat_lost")).waitFor();
  assert.equal(await bruno.getByLabel(t("chat_label")).count(), 0);
  stage.watch.allow(/\b(401|403)\b/);
  await bruno.reload();
  await bruno.getByRole("alert").waitFor();
  // A fresh link: the old one is void, the new one sits down.
  await seat("B").getByRole("button", { name: t("seat_reopen") }).click();
  const fresh = await desk.getByRole("status").getByRole("textbox", { name: t("link_of", "B") }).inputValue();
  assert.notEqual(fresh, made.seats[1].url);
  const again = await stage.open(fresh);
  await again.getByRole("button", { name: t("join"), exact: true }).click();
  await again.locator("main.table-page").waitFor();
  const state = await server.state(made.match, new URL(fresh).hash.slice(1));
  assert.equal(state.you, "B");
  assert.equal(state.seats[1].who, "human");
  // Deleted, after being asked twice: gone for all.
  stage.watch.allow(/\b(404|410)\b/);
  await desk.getByRole("button", { name: t("delete"), exact: true }).click();
  await desk.getByRole("dialog").getByRole("button", { name: t("delete"), exact: true }).click();
  await desk.waitForURL(/\/$/);
  assert.ok([404, 410].includes((await server.ask(`/matches/${made.match}`)).status));
  await until(async () => (await anna.locator(".link-mark.live").count()) === 0, "Anna's line to be closed");
}

/** Time runs out, a bot plays for the person; back again with one tap. Three bots end a match within seconds, hence the pause. */
async function deputy(stage) {
  const { server } = stage;
  const made = await tableFor(stage, { clock: { kind: "live", move: 2, reserve: 0, then: "bot:greedy" }, seats: ["human", "human", "bot:greedy"] });
  const isDeputy = async () => (await server.state(made.match, made.token)).seats[0].deputy;
  await until(isDeputy, "a deputy in the seat");
  await server.api(`/matches/${made.match}/pause`, { token: made.admin, body: { paused: true } });
  const table = new TablePage(await stage.open(made.link));
  await table.ready();
  const { page } = table;
  await page.getByText(t("deputy")).waitFor();
  await page.locator(".seat-row").first().getByText(t("seat_deputy")).waitFor();
  await page.getByRole("button", { name: t("deputy_return") }).click();
  await page.getByText(t("deputy")).waitFor({ state: "detached" });
  assert.equal(await isDeputy(), false);
}

export async function run(stage) {
  await running(stage, await markupIsText(stage));
  await deputy(stage);
}
