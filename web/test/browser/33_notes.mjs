// SPDX-License-Identifier: MIT
// 33_notes.mjs - somebody notes something of the table, of a place, and draws an arrow: it is there on another device, in another language and
// on a phone; nobody else sees any of it. What is for one's side reaches the others of it while they look on, and nobody else.
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

  // The other device is open all the time: what is taken out there goes here, too.
  await anna.locator(".note-one", { hasText: "The sea first." }).waitFor({ state: "detached" });

  const bruno = await opened(stage, made.match, two);
  await bruno.locator('[data-key="note-text"]').waitFor();
  assert.equal(await bruno.locator(".note-one").count(), 0);
  assert.equal(await bruno.locator(".map-way.noted").count(), 0);
  assert.ok(!(await bruno.content()).includes("The sea first."), "nobody else is told");
  await ofASide(stage);
}

/** Two of a side and one of the other have their pages open; none of them is loaded anew. */
async function ofASide(stage) {
  const made = await stage.server.create({ game: "incursio", seats: Array(6).fill("human"), options: { map: "small", teams: "players" } });
  const tokens = Object.fromEntries(made.seats.map(({ seat, token }) => [seat, token]));
  for (const token of Object.values(tokens)) await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  const writer = await opened(stage, made.match, tokens.A);
  const mate = await opened(stage, made.match, tokens.C, { viewport: phone });
  const foe = await opened(stage, made.match, tokens.B);
  for (const page of [mate, foe]) await page.locator('[data-key="note-text"]').waitFor();
  await writer.locator('[data-key="note-text"]').fill("Hold the ford.");
  await writer.locator('.note-form input[type="checkbox"]').check();
  await writer.locator('[data-key="note-keep"]').click();
  await mate.locator(".note-one", { hasText: "Hold the ford." }).waitFor();
  await mate.locator('[data-key="notes"] > summary', { hasText: "(1)" }).waitFor();
  assert.equal(await foe.locator(".note-one").count(), 0);
  await writer.locator(".note-one", { hasText: "Hold the ford." }).getByRole("button").click();
  await mate.locator(".note-one").waitFor({ state: "detached" });
  assert.ok(!(await foe.content()).includes("Hold the ford."), "the other side is told nothing");
}
