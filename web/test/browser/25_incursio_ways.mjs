// SPDX-License-Identifier: MIT
// 25_incursio_ways.mjs - Incursio by keys alone and by its table of sites alone; what axe finds on its views; the end, with both maps.
import assert from "node:assert/strict";
import { examine, looks } from "./kit/axe.mjs";
import { campaign, doneBy, goTo, say, Seat } from "./kit/incursio.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { typeTo } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { ofReplay, t } from "./kit/words.mjs";

export const title = "Incursio: by keys alone, by its text alone; axe in light, dark and forced colours; both maps after the end";

const stateOf = (stage, made, seat) => stage.server.state(made.match, made.tokens[seat]);
const marching = (view) => /[<>]/.test([...Object.values(view.soldiers), ...Object.values(view.demons)].join(" "));

/** Tab by Tab until what has the focus is that. */
async function tabTo(page, selector) {
  await until(async () => {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return true;
    await page.keyboard.press("Tab");
    return false;
  }, `the focus on ${selector}`);
}

/** A march, by the keys of the map and of the card; and done. */
async function byKeys(stage, made, letter, from, to) {
  const { page } = await Seat.open(stage, made, letter);
  await tabTo(page, ".inc-spot");
  await page.keyboard.press("Home");
  // The sites in their order by letters of their names, as everywhere on maps.
  for (const site of [from, to]) {
    const name = await page.locator(`#inc-${site}`).getAttribute("aria-label");
    const word = /^\d+ ([^;]+);/.exec(name)[1].replace(/,.*/, "");
    await typeTo(page, word.slice(0, 5), () => page.evaluate((id) => document.activeElement?.id === id, `inc-${site}`));
    await page.keyboard.press("Enter");
  }
  await tabTo(page, '[data-act="march"]');
  await page.keyboard.press("Enter");
  await until(async () => marching((await stateOf(stage, made, letter)).view), "the march by keys");
  await tabTo(page, ".inc-orders button");
  await page.keyboard.press("Enter");
  await until(async () => !marching((await stateOf(stage, made, letter)).view), "it is taken back by keys");
  await page.context().close();
}

/** The same march, with the table of sites in the place of the map, on a phone. */
async function byText(stage, made, letter, from, to) {
  const { page, ...seat } = await Seat.open(stage, made, letter, { small: true, prefs: { text: true } });
  await page.locator('[data-tab="map"]').click();
  await page.locator(".inc-table").waitFor();
  assert.equal(await page.locator(".inc-table tbody tr").count(), 13);
  await page.locator(`.inc-table .choice[data-site="${from}"]`).click();
  await page.locator(`.inc-table .choice[data-site="${to}"]`).click();
  assert.deepEqual(await faultsOfSize(page), []);
  await page.locator('[data-tab="play"]').click();
  await page.locator('[data-act="march"]').click();
  await until(async () => marching((await stateOf(stage, made, letter)).view), "the march by text");
  await page.locator('[data-act="done"]').click();
  await page.locator('[data-act="done"]').click();
  await until(async () => (await stateOf(stage, made, letter)).view.step !== "move" || (await stateOf(stage, made, letter)).view.side !== side(letter), "done by text");
  void seat;
  await page.context().close();
}

/** Looked back at by windows and days, by keys and buttons; the address keeps the ply, and the game's own words say where one is. */
async function byWindows(stage, made) {
  const { messages } = await stage.server.api(`/matches/${made.match}/events?since=0&as=all&wait=0`);
  const headings = messages.filter(({ events }) => events?.some(({ role }) => role === "round" || role === "step"));
  const days = headings.filter(({ events }) => events.some(({ role }) => role === "round"));
  const words = ({ events }, role) => events.findLast((one) => one.role === role)?.words ?? "";
  assert.ok(days.length >= 1 && headings.length > 4, "a campaign has days and windows");
  const page = await stage.open(`/m/${made.match}?ply=0&as=all`);
  const at = async (one) => {
    await page.waitForURL(new RegExp(`ply=${one?.ply ?? 0}&`));
    if (one) await page.locator(".replay-under").filter({ hasText: words(one, "step") || words(one, "round") }).waitFor();
  };
  await page.locator(".replay-under").waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.game), "incursio", "seats in the colours of their sides");
  for (const one of headings.slice(0, 3)) {
    await page.keyboard.press("k");
    await at(one);
  }
  await page.keyboard.press("ArrowRight");
  await at({ ply: headings[2].ply + 1, events: headings[2].events });
  await page.keyboard.press("j");
  await at(headings[2]);
  await page.keyboard.press("J");
  await at(days.findLast(({ ply }) => ply < headings[2].ply));
  await page.keyboard.press("Home");
  await at(null);
  await page.locator(".stride select").selectOption("round");
  await page.getByRole("button", { name: ofReplay.en.heading_on }).click();
  await at(days[0]);
  await page.context().close();
}

const side = (letter) => (letter === "A" ? "defenders" : "raiders");

/** A device keeps which of the two views was looked at last. */
const asMap = (page) => page.evaluate(() => localStorage.setItem("alea.prefs", JSON.stringify({ pace: "instant" })));

/** Every view of a seat, for axe. */
function viewsOf(made, letter) {
  const table = { path: made.links[letter], ready: "main.table-page .inc-today" };
  const tab = (id) => async (page) => {
    const found = page.locator(`[data-tab="${id}"]`);
    if (await found.count()) await found.click();
  };
  return [
    { name: `${letter}: today`, ...table },
    { name: `${letter}: team`, ...table, then: tab("seats") },
    { name: `${letter}: chat`, ...table, then: tab("chat") },
    {
      name: `${letter}: sites as text`,
      ...table,
      then: async (page) => {
        await tab("map")(page);
        await page.getByRole("button", { name: t("view_text") }).click();
        await page.locator(".inc-table").waitFor();
      },
    },
    {
      name: `${letter}: a site`,
      ...table,
      then: async (page) => {
        await tab("map")(page);
        await page.locator("#inc-s12").focus();
        await page.keyboard.press("Enter");
        await tab("play")(page);
        await page.locator(".inc-place").waitFor();
      },
    },
  ];
}

export async function run(stage) {
  const made = await campaign(stage);
  await goTo(stage, made, (view) => view.step === "move");
  const letter = (await stage.server.state(made.match)).view.side === "defenders" ? "A" : "B";
  const [from, to] = letter === "A" ? ["s07", "s06"] : ["s05", "s08"];
  const onlooker = { name: "who looks on", path: `/m/${made.match}`, ready: "main.table-page .inc-today" };
  const found = await examine(stage, desktop, [...viewsOf(made, letter), onlooker], looks, asMap);
  found.push(...(await examine(stage, phone, viewsOf(made, letter === "A" ? "C" : "D"), looks, asMap)));
  await byKeys(stage, made, letter, from, to);
  await byText(stage, made, letter, from, to);

  // Personal actions and deployment, examined as well.
  await goTo(stage, made, (view) => view.step === "personal");
  found.push(...(await examine(stage, desktop, viewsOf(made, "A").slice(0, 1), looks)));
  await goTo(stage, made, (view) => view.step === "deploy");
  found.push(...(await examine(stage, phone, viewsOf(made, "A").slice(0, 1), looks)));
  assert.deepEqual(found, []);

  // The end: both maps side by side, the truth, and where a side was mistaken.
  await doneBy(stage, made, made.letters);
  const { ply } = await stage.server.state(made.match);
  await stage.server.api(`/matches/${made.match}/host`, { token: made.master, body: { ply, text: "resign raiders" } });
  await until(async () => (await stage.server.state(made.match)).status === "over", "the end");
  // Sides, not twenty seats, with what each had its points from; a side of several people is one column.
  const over = await stage.open(`/m/${made.match}`);
  const { result } = await stage.server.state(made.match);
  await over.locator(".result-places.tall").waitFor();
  assert.equal(await over.locator(".result-places thead th").count(), 2);
  const numbers = await over.locator(".result-places tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(numbers, result.columns.map((column, i) => [column, String(result.rows.A[i]), String(result.rows.B[i])]));
  await over.locator(".result-chances polyline").nth(1).waitFor();
  assert.equal(await over.locator(".result-chances polyline").count(), 2);

  const replay = { name: "replay", path: `/m/${made.match}?ply=12&as=all`, ready: ".inc-retold .map-board" };
  for (const size of [desktop, phone]) assert.deepEqual(await examine(stage, size, [replay], looks), []);
  await byWindows(stage, made);

  // On a phone the numbers stand in the sheet, and a replay shows one side's map, with room to see it.
  const small = await stage.page({ viewport: phone, hasTouch: true, isMobile: true });
  await small.goto(`/m/${made.match}`);
  await small.locator(".turn-box .result-places").waitFor();
  const table = await small.locator(".turn-box .result-places").boundingBox();
  const next = await small.locator(".turn-box .result-chances").boundingBox();
  assert.ok(next.y >= table.y + table.height, "nothing lies over the numbers");
  await small.goto(`/m/${made.match}?ply=12&as=all`);
  await small.locator(".inc-retold .map-board").waitFor();
  assert.ok((await small.locator(".inc-retold .map-board").boundingBox()).height > 180);
  await small.locator('[data-shown="map_raiders"]').tap();
  await small.locator('[data-shown="map_raiders"][aria-pressed="true"]').waitFor();
  assert.deepEqual(await faultsOfSize(small), []);
  await small.context().close();

  const page = await stage.open(`/m/${made.match}?ply=12&as=all`);
  await page.locator(".inc-two figure").nth(1).waitFor();
  assert.equal(await page.locator(".inc-two .inc-sign").count(), 26);
  await page.locator('[data-shown="raiders"]').click();
  // By then nobody has counted anybody: nobody is mistaken.
  await until(async () => (await page.locator(".inc-sign").count()) === 13, "the one map of the truth");
  assert.equal(await page.locator(".inc-belief").count(), 0);
  assert.match(await page.locator("#inc-s07").getAttribute("aria-label"), new RegExp(say("garrison_n", "\\d+")));
}
