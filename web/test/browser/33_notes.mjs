// SPDX-License-Identifier: MIT
// 33_notes.mjs - somebody notes something of the table, of a place, and draws an arrow: it is there on another device, in another language and
// on a phone; nobody else sees any of it.
import assert from "node:assert/strict";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";

export const title = "own notes and arrows are kept for oneself, on every device, in two languages and on a phone";

async function opened(stage, match, token, options) {
  const table = new TablePage(await stage.open(`/m/${match}#${token}`, options));
  await table.ready();
  await table.page.locator('[data-key="notes"] > summary').click();
  return table.page;
}

export async function run(stage) {
  const made = await stage.server.create({ game: "spqrisiko", seats: ["human", "human", "bot:greedy"], names: ["Anna", "Bruno"] });
  const [one, two] = made.seats.map(({ token }) => token);
  for (const token of [one, two]) await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  const anna = await opened(stage, made.match, one);
  await anna.locator('[data-key="note-text"]').fill("The sea first.");
  await anna.locator('[data-key="note-keep"]').click();
  await anna.locator(".note-one", { hasText: "The sea first." }).waitFor();
  await anna.locator('[data-key="note-place"]').selectOption("italia");
  await anna.locator('[data-key="note-to"]').selectOption("corsica");
  await anna.locator('[data-key="note-keep"]').click();
  await anna.locator(".note-one", { hasText: "Italy → Corsica" }).waitFor();
  await anna.locator(".map-way.noted").waitFor({ state: "attached" });

  const other = await opened(stage, made.match, one, { viewport: phone, prefs: { lang: "it" } });
  await other.locator(".note-one", { hasText: "Italia → Corsica" }).waitFor();
  await other.locator(".map-way.noted").waitFor({ state: "attached" });
  assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await other.locator(".note-one", { hasText: "The sea first." }).getByRole("button").click();
  await other.locator(".note-one", { hasText: "The sea first." }).waitFor({ state: "detached" });

  const bruno = await opened(stage, made.match, two);
  await bruno.locator('[data-key="note-text"]').waitFor();
  assert.equal(await bruno.locator(".note-one").count(), 0);
  assert.equal(await bruno.locator(".map-way.noted").count(), 0);
  assert.ok(!(await bruno.content()).includes("The sea first."), "nobody else is told");
}
