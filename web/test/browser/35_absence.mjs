// SPDX-License-Identifier: MIT
// 35_absence.mjs - a seat is lent: the link is made in the menu, taken by a friend, seen by the table, refused to the other side and to its owner,
// taken back; a vacation of days that the form gave; turns that go by on an order; in both languages, on a phone.
import assert from "node:assert/strict";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { en, it, ofTerms } from "./kit/words.mjs";

export const title = "a seat is lent by a link, taken by a friend, refused to the other side, taken back; a vacation; a standing order; on a phone in Italian, too";

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
  await small.getByText("Ognuno può andare in vacanza per 9 giorni in tutto").waitFor();
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

/** An order given in the menu, on a phone: a turn goes by on it; what ended it is read over the board and put away; nobody else sees it. */
async function standing(stage) {
  const made = await stage.server.create({ game: "polis", seats: ["human", "human"], names: ["Anna", "Bruno"] });
  for (const [i, { token }] of made.seats.entries())
    await stage.server.api(`/matches/${made.match}/join`, { token, body: { name: ["Anna", "Bruno"][i] } });
  const { actor } = await stage.server.state(made.match);
  const [mover, other] = actor === "A" ? made.seats : [...made.seats].reverse();
  const page = await stage.open(pathOf(other.url), { viewport: phone, prefs: { lang: "it" } });
  await new TablePage(page).ready();
  const dialog = await openAway(page, "it");
  const box = dialog.getByRole("region", { name: ofTerms.it.standing });
  await box.getByLabel(ofTerms.it.standing_pass).uncheck();
  await box.getByLabel("Ritirati", { exact: true }).check();
  await box.getByLabel(ofTerms.it.standing_pass).check();
  await box.getByLabel(ofTerms.it.standing_times).selectOption("3");
  await box.locator('[data-key="standing"]').click();
  await box.getByRole("status").getByText("Ritirati").waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  await page.keyboard.press("Escape"); // the dialog
  await page.keyboard.press("Escape"); // the menu
  const watching = await stage.open(`/m/${made.match}`);
  await new TablePage(watching).ready();
  for (let turn = 0; turn < 3; turn++) await stage.server.move(made.match, mover.token, "pass").catch(() => undefined);
  await until(async () => (await stage.server.state(made.match, other.token)).standing_order.left < 3, "a turn that goes by");
  const line = page.locator(".away-lines");
  await line.waitFor();
  assert.equal(await watching.locator(".away-lines").count(), 0, "somebody else reads of it");
  await line.locator('[data-key="standing-end"]').click();
  await line.waitFor({ state: "detached" });
  assert.equal((await stage.server.state(made.match, other.token)).standing_order, undefined);
}

export async function run(stage) {
  await vacation(stage);
  await standing(stage);
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
