// SPDX-License-Identifier: MIT
// 26_new_campaign.mjs - a new Master makes a campaign on the page: who plays, when windows close and on which days not, dice of a real table; and
// one with a sealed scenario. What can't be is said in words, and what was chosen is what the table plays by.
import assert from "node:assert/strict";
import { hold } from "./kit/hold.mjs";
import { phone } from "./kit/stage.mjs";
import { until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { incursio as say, proof, t, w } from "./kit/words.mjs";

export const title = "a new Master: closing times, days of rest, table dice, a sealed scenario";

/** The form, filled in by somebody who runs a campaign of so many people. */
async function form(stage, people, options = {}) {
  const page = await stage.open("/new?game=incursio", options);
  await page.locator("form.create").waitFor();
  await page.getByLabel(t("master_me")).check();
  await page.getByLabel(t("master_people"), { exact: false }).fill(String(people));
  await page.locator('input[name="option-map"][value="small"]').check();
  return page;
}

const file = (name, value) => ({ name, mimeType: "application/json", buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)) });
const scenario = (replace) => ({ format: "alea.scenario", version: 1, game: "incursio", name: "hoard", replace });

async function made(page) {
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.locator("main.desk .guide").waitFor();
  const match = /\/a\/(\w+)/.exec(page.url())[1];
  const master = await page.evaluate((id) => JSON.parse(localStorage.getItem("alea.tables"))[id].master, match);
  return { match, master };
}

/** A slow network: somebody says how many people play before the board's code is there, which advises who answers for whom. */
async function boardLate(stage) {
  const page = await stage.open("/new");
  await page.locator("form.create").waitFor();
  const code = await hold(page, "**/part-*.js");
  await page.locator('input[name="game"]').last().check();
  await page.getByLabel(t("master_me")).check();
  await page.getByLabel(t("master_people"), { exact: false }).fill("6");
  await until(() => code.count() > 0, "the board's code, asked for");
  code.arrive();
  await page.locator('input[name="option-teams"][value="players"]:checked').waitFor();
  await page.getByLabel(t("master_people"), { exact: false }).fill("5");
  await page.locator('input[name="option-teams"][value="generals"]:checked').waitFor();
  // What was chosen by hand stands for as long as the advice is the same.
  await page.locator('input[name="option-teams"][value="players"]').check();
  await page.getByLabel(t("master_people"), { exact: false }).fill("4");
  await page.locator('input[name="option-teams"][value="players"]:checked').waitFor();
  // A number whose first figure is less than the least can be typed.
  const people = page.getByLabel(t("master_people"), { exact: false });
  await people.press("Control+a");
  await people.pressSequentially("12");
  assert.equal(await people.inputValue(), "12");
  const { match } = await made(page);
  assert.equal((await stage.server.state(match)).seats.length, 12);
  await page.close();
}

/** A closing time of the first window that the least of 45 minutes can't put off, whatever the time of day in Rome is. */
function firstClosing() {
  const now = new Date().toLocaleTimeString("en-GB", { timeZone: "Europe/Rome", hour: "2-digit", minute: "2-digit" });
  return now > "08:15" && now < "09:30" ? "07:15" : "09:15";
}

async function hours(stage) {
  const page = await form(stage, 6, { viewport: phone, hasTouch: true, isMobile: true });
  assert.ok(await page.locator('input[name="option-teams"][value="players"]').isChecked(), "six people are no two Generals");
  await page.locator('input[name="option-dice"][value="initiative"]').check();
  await page.locator(".inc-hours summary").click();
  const times = page.locator('.inc-hours input[type="time"]');
  assert.equal(await times.count(), 8);
  await times.first().fill("13:00");
  await page.getByText(say("hours_early")).waitFor();
  const closing = firstClosing();
  await times.first().fill(closing);
  await page.getByText(say("hours_early")).waitFor({ state: "detached" });
  await page.getByLabel("Sun", { exact: true }).check();
  await page.getByLabel(say("minimum_minutes")).fill("45");
  assert.deepEqual(await faultsOfSize(page), []);
  const { match, master } = await made(page);
  assert.deepEqual(await faultsOfSize(page), []);
  // Whoever wants no enrolment has a list of links, one a seat, by sides.
  await page.locator(".link-list summary").click();
  const lines = (await page.locator(".link-list pre").innerText()).trim().split("\n");
  assert.equal(lines.length, 6);
  for (const [i, line] of lines.entries()) assert.match(line, new RegExp(`^${i < 3 ? "Defenders" : "Raiders"}.*/m/${match}#[A-Za-z0-9_-]{43}$`));
  assert.deepEqual(await faultsOfSize(page), []);
  const { server } = stage;
  const { body } = await server.ask(`/matches/${match}/scenario`);
  const { deadlines } = (typeof body === "string" ? JSON.parse(body) : body).replace;
  assert.deepEqual([deadlines.windows[0].closes, deadlines.rest_days, deadlines.minimum_minutes], [closing, [7], 45]);
  // The desk leads on: it begins, and what waits for dice says so.
  await page.getByRole("button", { name: t("start_anyway") }).click();
  await until(async () => (await server.state(match)).status === "playing", "the campaign to begin");
  // What of a move is asked here reaches the server only when the move can't be made any more: nobody is told of a refusal.
  const asked = await hold(page, "**/preview?*");
  // What is as likely as all the rest is no list.
  await page.locator('[role=tab][data-tab="late"]').click();
  await page.getByRole("button", { name: w("rehearse") }).click();
  await page.getByText(w("rehearsal_even", 36)).waitFor();
  assert.equal(await page.locator(".rehearsal li").count(), 0);
  const host = async (text) => server.api(`/matches/${match}/host`, { token: master, body: { ply: (await server.state(match)).ply, text } });
  await until(() => asked.count() > 0, "deputies to be looked at");
  await host("close");
  await page.locator(".by-hand").waitFor();
  const answered = page.waitForResponse("**/preview?*");
  asked.arrive();
  await answered;
  await host("dice 6 - 1");
  const { window, options } = await until(async () => {
    const state = await server.state(match);
    return state.window?.closes && state;
  }, "the window of movement");
  assert.equal(options.teams, "players");
  assert.ok(window.local.includes(`T${closing}`), window.local);
  assert.notEqual(new Date(window.local.slice(0, 10)).getUTCDay(), 0, "nothing closes on a Sunday");
}

async function sealed(stage) {
  const page = await form(stage, 2);
  await page.locator("#create-scenario summary").click();
  const input = page.getByLabel(t("scenario_file"));
  await input.setInputFiles(file("a.json", "no JSON at all"));
  await page.getByText(t("scenario_no_json")).waitFor();
  await input.setInputFiles(file("a.json", { ...scenario({}), game: "polis" }));
  await page.getByText(t("scenario_other_game", "polis")).waitFor();
  const { data } = await stage.server.api("/games/incursio");
  // A rule can't be sealed: the server says where it stands.
  await input.setInputFiles(file("a.json", scenario({ initiative: { ...data.initiative, yesterday_loser_bonus: 2 } })));
  await page.getByText(t("scenario_read", "hoard", "initiative")).waitFor();
  // Hours of one's own go with it.
  await page.locator(".inc-hours summary").click();
  await page.locator('.inc-hours input[type="time"]').last().fill("23:50");
  stage.watch.allow(/\b400\b/);
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.getByRole("alert").getByText("initiative", { exact: false }).waitFor();
  const maps = data.maps.map((map) => ({ ...map, setup: { ...map.setup, treasury: map.setup.treasury + 150 } }));
  await input.setInputFiles(file("a.json", scenario({ maps })));
  const { match, master } = await made(page);
  assert.equal((await stage.server.ask(`/matches/${match}/scenario`)).status, 403);
  const { body } = await stage.server.ask(`/matches/${match}/scenario`, { token: master });
  const { replace } = typeof body === "string" ? JSON.parse(body) : body;
  assert.deepEqual([replace.deadlines.windows.at(-1).closes, replace.maps[0].setup.treasury], ["23:50", maps[0].setup.treasury]);
  await page.getByRole("button", { name: w("enrol_begin") }).waitFor();
  await opened(stage, { match, master });
}

/** A land of one's own, laid over the game's: the board draws it, with its names and lines, and the desk knows it, too. */
async function otherLand(stage) {
  const { server } = stage;
  const { data } = await server.api("/games/incursio");
  const small = data.maps[1];
  const renamed = small.sites.map((site) => (site.id === "s07" ? { ...site, names: { en: "Winter Keep", it: "Rocca d'Inverno" } } : site));
  const sites = renamed.map((site) => (site.id === "s12" ? { ...site, q: site.q + 1 } : site));
  const made = await server.create({
    game: "incursio",
    seats: ["human", "human"],
    options: { map: "small", opening: "known" },
    master: true,
    scenario: scenario({ maps: [data.maps[0], { ...small, sites }] }),
  });
  const board = await stage.open(`/m/${made.match}#${made.seats[0].token}`);
  await board.getByRole("button", { name: t("join"), exact: true }).click();
  const desk = await stage.open(`/a/${made.match}#${made.master}`);
  for (const page of [board, desk]) await page.locator(".inc-name").getByText("Winter Keep").waitFor({ state: "attached" });
  const { scenario: told } = await server.state(made.match);
  await board.getByRole("button", { name: t("menu"), exact: true }).click();
  await board.getByText(t("about_table")).click();
  await board.locator('[data-key="seal"]').getByText(told.hash).waitFor();
}

/** At the end what was sealed is open, and the page says whether it is what was sealed. */
async function opened(stage, { match, master }) {
  const { server } = stage;
  const { status, scenario: seal } = await server.state(match);
  assert.ok(seal.sealed && seal.name === "hoard");
  if (status === "waiting") await server.api(`/matches/${match}/start`, { token: master, body: {} });
  const { ply } = await server.state(match);
  await server.api(`/matches/${match}/host`, { token: master, body: { ply, text: "resign raiders" } });
  const page = await stage.open(`/verify?match=${match}`);
  await page.getByText(proof("seal_good")).waitFor();
  await page.getByText(seal.hash).waitFor();
}

export async function run(stage) {
  await hours(stage);
  await boardLate(stage);
  await sealed(stage);
  await otherLand(stage);
}
