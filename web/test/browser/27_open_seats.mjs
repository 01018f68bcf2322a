// SPDX-License-Identifier: MIT
// 27_open_seats.mjs - strangers: a table with an open seat is found on the first page, and its seat taken there; whoever holds the older link
// has it no more; my tables tell opponents and whose turn it is.
import assert from "node:assert/strict";
import { hold } from "./kit/hold.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { ofTerms, t } from "./kit/words.mjs";

export const title = "strangers find an open seat on the first page and take it; my tables tell who plays, and whose turn it is";

async function make(stage) {
  const maker = await stage.open("/new?game=spqrisiko", { prefs: { name: "Anna" } });
  await maker.getByLabel(t("seat_who", "B")).waitFor();
  await maker.getByRole("textbox", { name: t("table_name") }).fill("Evening");
  await maker.getByLabel(t("seat_who", "B")).selectOption("open");
  assert.ok(await maker.getByLabel(t("listed")).isChecked(), "an open seat is of use at a listed table");
  for (const seat of ["C", "D", "E", "F"]) {
    const who = maker.getByLabel(t("seat_who", seat));
    if (await who.count()) await who.selectOption("bot:easy");
  }
  await maker.getByText(t("bot_says_easy")).waitFor();
  const takebacks = maker.locator('[data-key="takebacks"]');
  assert.equal(await takebacks.locator('[value="creator"]').count(), 0, "with strangers nobody takes back alone");
  await takebacks.locator('[value="none"]').check();
  await maker.getByRole("button", { name: t("create"), exact: true }).click();
  await maker.waitForURL(/\/a\/[a-z2-7]{12}$/);
  await maker.getByText(t("open_seat_at", 1).replace(/\{.*/, "")).first().waitFor();
  assert.equal(await maker.getByLabel(t("link_of", "B"), { exact: true }).count(), 0, "nobody needs a link to an open seat");
  return maker;
}

/** More tables than a look is told, all with an open seat: the rest comes when asked for, and a look that is answered late takes none away. */
async function manyTables(stage) {
  const plan = { game: "spqrisiko", seats: ["human", "human", "human"], open: ["B", "C"], listed: true };
  for (let i = 0; i < 51; i++) await stage.server.create({ ...plan, name: `Evening ${i}` });
  const page = await stage.open("/");
  const links = page.getByRole("region", { name: t("listed_open") }).getByRole("link");
  await until(async () => (await links.count()) === 50, "the first page of tables");
  const look = await hold(page, /\/matches\?(?!.*before)/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await until(() => look.count() === 1, "the first page to be looked at again");
  await page.getByRole("button", { name: t("more") }).click();
  await until(async () => (await links.count()) > 50, "the second page of tables");
  const all = await links.count();
  const answered = page.waitForResponse(/\/matches\?(?!.*before)/);
  look.arrive();
  await (await answered).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await links.count(), all);
}

export async function run(stage) {
  const maker = await make(stage);
  const left = await stage.open("/");
  await left.getByRole("region", { name: t("listed_open") }).waitFor();
  const stranger = await stage.open("/");
  const open = stranger.getByRole("region", { name: t("listed_open") });
  await open.getByText(t("open_seats", 1)).waitFor();
  await open.getByRole("link").first().click();
  await stranger.getByRole("heading", { level: 1, name: t("take_title", "Evening") }).waitFor();
  await stranger.getByText("Anna").first().waitFor();
  await stranger.getByRole("link", { name: t("lesson_learn") }).waitFor();
  await stranger.locator(".invitation .game-picture").waitFor();
  await stranger.locator(".invitation").getByText(ofTerms.en.takebacks_none_says).waitFor();

  // Looking first loses nothing.
  await stranger.getByRole("button", { name: t("join_look") }).click();
  await stranger.locator('[data-key="sit"]').click();
  await stranger.getByLabel(t("your_name")).fill("Bruno");
  await stranger.getByRole("button", { name: t("seat_take") }).click();
  const table = new TablePage(stranger);
  await table.ready();
  await stranger.locator(".seat-row", { hasText: "Bruno" }).filter({ hasText: t("seat_you") }).waitFor();

  // A first page that was left open hears of it once it is seen again.
  await left.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await left.getByRole("region", { name: t("listed_open") }).waitFor({ state: "detached" });
  await left.getByRole("region", { name: t("listed_tables") }).getByText("Evening").waitFor();

  // It begins, once both pages have told their words for the dice: both are told whose turn it is, against whom.
  const match = new URL(maker.url()).pathname.split("/")[2];
  await until(async () => (await stage.server.state(match)).status === "playing", "the match to begin");
  await maker.goto("/");
  const mine = maker.getByRole("region", { name: t("my_tables") });
  await mine.getByText(/Bruno/).waitFor();
  await mine.getByText(new RegExp(`${t("your_turn")}|${t("turn_of", "Bruno")}`)).first().waitFor();
  const third = await stage.open("/");
  await third.getByRole("region", { name: t("listed_tables") }).getByText("Evening").waitFor();
  assert.equal(await third.getByRole("region", { name: t("listed_open") }).count(), 0, "it is open no more");
  await manyTables(stage);
}
