// SPDX-License-Identifier: MIT
// 01_home.mjs - the first page: one tap leads to a table, and everything tells that it is my turn.
import assert from "node:assert/strict";
import { TablePage, tabOf, waitTab } from "./kit/table.mjs";
import { here, t } from "./kit/words.mjs";

export const title = "home: play now in one tap, and title, icon and words tell whose turn it is";

export async function run(stage) {
  const page = await stage.open("/");
  await page.getByRole("heading", { level: 1, name: t("home_title") }).waitFor();
  assert.match((await tabOf(page)).icon, /favicon-[0-9a-f]+\.svg/);
  await page.waitForLoadState("networkidle");
  assert.equal(await page.getByText(here("no_engine")).count(), 0, "nobody is told first what this page can't do");
  await page.getByRole("button", { name: t("play_now") }).first().click();
  await page.waitForURL(/\/m\/[a-z2-7]+$/);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  await waitTab(page, new RegExp(`^● ${t("your_turn")}`), /favicon-turn-/);
  assert.equal(await page.locator(".turn-box .prompt").count(), 1, "what is to be decided stands in words");
  assert.match(await page.locator(".seat-row.turn").innerText(), new RegExp(t("seat_you")), "the seat at turn is marked as mine");

  // Who watches has another tab, and no choices.
  const match = new URL(page.url()).pathname.split("/")[2];
  const watcher = await stage.open(`/m/${match}`);
  const watched = new TablePage(watcher);
  await watched.ready();
  await waitTab(watcher, new RegExp(t("turn_of", ".+")), /favicon-[0-9a-f]{10}/);
  assert.equal(await watched.choices("main").count(), 0);

  // Back on the first page the table is found again, and that it waits for me.
  await page.getByRole("link", { name: t("home") }).click();
  const mine = page.getByRole("region", { name: t("my_tables") });
  await mine.getByText(t("your_turn"), { exact: true }).waitFor();
  await waitTab(page, new RegExp(`^${t("home_title")}`), /favicon-[0-9a-f]{10}/);
  await mine.getByRole("link").first().click();
  await table.myTurn();
}
