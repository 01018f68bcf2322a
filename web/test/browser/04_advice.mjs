// SPDX-License-Identifier: MIT
// 04_advice.mjs - undo and why it is barred, why a place is no choice, and the exact odds before an attack is declared.
import assert from "node:assert/strict";
import { doubled, tableFor } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "advice: undo and why not, why-not of a place with its rule, odds as the server computes them, with a stop rule";

async function undo(table, state) {
  const { page } = table;
  // Barred, the button still says why.
  assert.equal(await table.undoButton.getAttribute("aria-disabled"), "true");
  await table.undoButton.click({ force: true });
  await table.notice.filter({ hasText: state.undo.text }).waitFor();

  const place = state.moves.find((move) => move.verb === "place").args.province;
  const { n } = await table.force(place);
  await table.tapTwice(place);
  await table.waitForce(place, "A", n + 1);
  await until(async () => (await table.undoButton.getAttribute("aria-disabled")) === "false", "undo to be allowed");
  await table.undoButton.click();
  await table.waitForce(place, "A", n);
  await until(async () => (await table.ply()) === state.ply, "the ply from before");
  await page.locator("path[data-place]").first().waitFor();
}

async function whyNot(stage, table, state, match, token) {
  const foreign = state.view.own.B[0];
  const why = await stage.server.api(`/matches/${match}/why?text=${encodeURIComponent(`place ${foreign}`)}`, { token });
  assert.equal(why.allowed, false);
  await table.tapPlace(foreign);
  await table.notice.filter({ hasText: why.text.replace(/ ?\(?[A-Z]+-[A-Z]+-\d+\)?/g, "").slice(0, 25) }).waitFor();
  await table.page.getByRole("region", { name: t("place_details") }).waitFor();
  // The rule can be opened, and closed again by Escape.
  await table.notice.getByRole("button", { name: why.rule }).click();
  const dialog = table.page.getByRole("dialog", { name: why.rule });
  const info = await stage.server.api("/games/spqrisiko");
  await dialog.getByText(info.rules.find((one) => one.rule === why.rule).text).first().waitFor();
  await table.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

/** With the engine in its worker, which the first question brought, the same is answered without the server. */
async function atOnce(stage, table, state, match, token) {
  const asked = [];
  const { page } = table;
  page.on("request", (request) => /\/(why|odds)\?/.test(request.url()) && asked.push(request.url()));
  const [, ...others] = state.view.own.B;
  let i = 0;
  const place = await until(async () => {
    const before = asked.length;
    const one = others[i++ % others.length];
    const why = await stage.server.api(`/matches/${match}/why?text=${encodeURIComponent(`place ${one}`)}`, { token });
    await table.tapPlace(one);
    await table.notice.filter({ hasText: why.words }).waitFor();
    return asked.length === before && one;
  }, "the engine to answer in the place of the server");
  stage.note(`the worker answered about ${place}, the server ${asked.length} times before`);
}

const percents = (chance, digits) =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: digits }).format(chance);

async function compare(panel, battle) {
  const win = percents(battle.win, battle.win > 0.99 || battle.win < 0.01 ? 2 : 1);
  await panel.locator(".odds-win strong", { hasText: win }).waitFor();
  const numbers = panel.locator("summary", { hasText: t("odds_table") });
  if ((await panel.locator("details[open]").count()) === 0) await numbers.click();
  const rows = await panel.locator("tbody tr").allInnerTexts();
  const shown = new Map(rows.map((row) => row.trim().split(/\s+/)).map(([left, ...cells]) => [Number(left), cells]));
  let sum = 0;
  for (const [left, [attacker]] of shown) {
    const chance = battle.attackers_left[left];
    assert.equal(attacker, chance === undefined || chance < 1e-9 ? "–" : percents(chance, 2), `${left} attackers left`);
    sum += chance ?? 0;
  }
  assert.ok(Math.abs(sum - 1) < 0.01, "all that can be left is in the table");
}

async function odds(stage, table, { match, token, player }) {
  const { page } = table;
  const state = await player.phase("land_attack");
  const strongest = state.moves
    .filter((move) => move.verb === "attack_from")
    .reduce((a, b) => (state.view.legionaries[a.args.province] >= state.view.legionaries[b.args.province] ? a : b));
  await table.at(state.ply);
  await table.tapPlace(strongest.args.province);
  const begun = await until(async () => {
    const now = await stage.server.state(match, token);
    return ["attack_to", "roll"].includes(now.view.step) && now;
  }, "the attack to be begun by one tap: it can be taken back");
  await table.at(begun.ply);
  let text = null;
  if (begun.view.step === "attack_to") {
    await table.tapPlace(begun.moves[0].args.province);
    await table.picked.waitFor();
    assert.equal((await stage.server.state(match, token)).ply, begun.ply, "a first tap on the target declares nothing");
    ({ text } = begun.moves[0]);
  }
  const panel = page.getByRole("region", { name: t("odds"), exact: true });
  await panel.waitFor();
  const ask = async (stop) => {
    const query = new URLSearchParams({ ...(text ? { text } : { text: begun.moves.at(-1).text }), ...(stop ? { stop } : {}) });
    return (await stage.server.api(`/matches/${match}/odds?${query}`, { token })).battle;
  };
  const battle = await ask(0);
  assert.ok(battle.attackers >= 2, "the script gathered a force");
  await compare(panel, battle);
  assert.equal(await panel.locator(".bars").count(), 2, "what is left of both is drawn");
  // Another rule for stopping, other odds.
  await panel.getByLabel(t("odds_stop")).selectOption("2");
  const cautious = await ask(2);
  assert.notEqual(cautious.win, battle.win);
  await compare(panel, cautious);
}

/** Declared and thrown: then it cannot be taken back, and the button says so. */
async function barred(stage, table, match, token) {
  const before = await stage.server.state(match, token);
  while (!(await stage.server.state(match, token)).view.force && (await table.ply()) < before.ply + 3) {
    await table.playFirst();
    if ((await stage.server.state(match, token)).undo?.ok === false) break;
  }
  const state = await stage.server.state(match, token);
  assert.equal(state.undo.ok, false);
  await until(async () => (await table.ply()) === state.ply, "the throw on the page");
  await until(async () => (await table.undoButton.getAttribute("aria-disabled")) === "true", "undo to be barred");
  await table.undoButton.click({ force: true });
  await table.notice.filter({ hasText: state.undo.text }).waitFor();
}

/** So it does at a table on an open scenario, which it has from there. */
async function atOnceLaid(stage) {
  const { data } = await stage.server.api("/games/spqrisiko");
  const made = await tableFor(stage, { scenario: doubled(data) });
  const state = await stage.server.turn(made.match, made.token);
  const page = await stage.open(made.link);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  await atOnce(stage, table, state, made.match, made.token);
  await page.close();
}

/** Who looks on is shown no choice, and asks nothing, of nobody. */
async function looksOn(stage, { match }) {
  const page = await stage.open(`/m/${match}`);
  const table = new TablePage(page);
  const asked = [];
  page.on("request", (request) => /\/(why|odds)\?/.test(request.url()) && asked.push(request.url()));
  await table.ready();
  await table.tapPlace("italia");
  await page.getByRole("region", { name: t("place_details") }).waitFor();
  assert.equal(await page.locator(".why-form").count(), 0);
  assert.deepEqual(asked, []);
  await page.close();
}

export async function run(stage) {
  await atOnceLaid(stage);
  const made = await tableFor(stage);
  await looksOn(stage, made);
  const state = await stage.server.turn(made.match, made.token);
  const page = await stage.open(made.link);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  await undo(table, state);
  await whyNot(stage, table, state, made.match, made.token);
  await atOnce(stage, table, state, made.match, made.token);
  await odds(stage, table, made);
  await barred(stage, table, made.match, made.token);
}
