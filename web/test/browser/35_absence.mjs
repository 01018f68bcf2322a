// SPDX-License-Identifier: MIT
// 35_absence.mjs - a seat is lent: the link is made in the menu, taken by a friend, seen by the table, refused to the other side and to its owner,
// taken back; a vacation of days that the form gave; in both languages, on a phone.
import assert from "node:assert/strict";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { en, it, ofTerms } from "./kit/words.mjs";

export const title = "a seat is lent by a link, taken by a friend, refused to the other side, taken back; a vacation; on a phone in Italian, too";

const pathOf = (url) => new URL(url).pathname + new URL(url).hash;

async function openAway(page, lang) {
  await page.getByRole("button", { name: { en, it }[lang].menu, exact: true }).click();
  await page.locator('[data-key="away"]').click();
  const dialog = page.locator("dialog[open]").last();
  await dialog.getByText(ofTerms[lang].lend_says).waitFor();
  return dialog;
}

async function lend(page, lang) {
  const dialog = await openAway(page, lang);
  await dialog.locator('[data-key="lend"]').click();
  const link = dialog.getByRole("textbox", { name: ofTerms[lang].lend_link });
  await link.waitFor();
  return { dialog, url: await link.inputValue() };
}

const awayLine = (page, words) => page.locator(".away-lines").getByText(words);

/** Days off: told in the invitation, begun in the menu, seen by the table, ended before their time. */
async function vacation(stage) {
  const clock = { kind: "days", move: 86400, reserve: 0, vacation: 9 };
  const made = await stage.server.create({ game: "polis", seats: ["human", "human"], names: ["Anna", "Bruno"], clock });
  const small = await stage.open(pathOf(made.seats[0].url), { viewport: phone, prefs: { lang: "it" } });
  await small.getByText(it.clock_away_says.replace("{1}", "9")).waitFor();
  for (const [i, { token }] of made.seats.entries())
    await stage.server.api(`/matches/${made.match}/join`, { token, body: { name: ["Anna", "Bruno"][i] } });
  await new TablePage(small).ready();
  const dialog = await openAway(small, "it");
  await dialog.locator('[data-key="vacation"]').click();
  await dialog.getByRole("status").waitFor();
  const wide = await small.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  assert.equal((await stage.server.state(made.match)).seats[0].vacation.days, 6);
  const bruno = await stage.open(pathOf(made.seats[1].url));
  await new TablePage(bruno).ready();
  await awayLine(bruno, /vacation/).waitFor();
  await dialog.locator('[data-key="vacation-end"]').click();
  await dialog.locator('[data-key="vacation"]').waitFor();
  await awayLine(bruno, /vacation/).waitFor({ state: "detached" });
}

export async function run(stage) {
  await vacation(stage);
  stage.watch.allow(/\b40[139]\b/);
  const made = await stage.server.create({ game: "spqrisiko", seats: ["human", "human", "bot:greedy"], names: ["Anna", "Bruno"] });
  for (const [i, { token }] of made.seats.slice(0, 2).entries())
    await stage.server.api(`/matches/${made.match}/join`, { token, body: { name: ["Anna", "Bruno"][i] } });
  const anna = await stage.open(pathOf(made.seats[0].url));
  await new TablePage(anna).ready();
  const { url } = await lend(anna, "en");

  // The other side reads of it, and can't take it; nor can Anna from her own browser.
  const bruno = await stage.open(pathOf(made.seats[1].url));
  await new TablePage(bruno).ready();
  await awayLine(bruno, "A").waitFor();
  for (const page of [bruno, anna]) {
    const name = page === bruno ? "Bruno" : "Anna";
    const tab = await page.context().newPage();
    await tab.goto(pathOf(url));
    await tab.getByLabel(en.your_name).fill(name);
    await tab.locator("form button[type=submit]").click();
    await new TablePage(tab).ready(); // at one's own seat again
    await tab.locator(".away-lines").getByRole("alert").waitFor();
    await tab.close();
  }

  // A friend takes it, and sits there.
  const carla = await stage.open(pathOf(url));
  await carla.getByLabel(en.your_name).fill("Carla");
  await carla.locator("form button[type=submit]").click();
  await new TablePage(carla).ready();
  await until(async () => (await stage.server.state(made.match)).seats[0].lent?.name === "Carla", "Carla at the seat");
  await awayLine(carla, "Carla").waitFor();
  await awayLine(bruno, "Carla").waitFor();

  // Taken back, on a phone, in Italian.
  const small = await stage.open(pathOf(made.seats[0].url), { viewport: phone, prefs: { lang: "it" } });
  await new TablePage(small).ready();
  await awayLine(small, "Carla").waitFor();
  const dialog = await openAway(small, "it");
  const wide = await small.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  await dialog.locator('[data-key="take-back"]').click();
  await dialog.locator('[data-key="take-back"]').waitFor({ state: "detached" });
  await until(async () => !(await stage.server.state(made.match)).seats[0].lent, "the seat is back");
  await awayLine(bruno, "Carla").waitFor({ state: "detached" });
}
