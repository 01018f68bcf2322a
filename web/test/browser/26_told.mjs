// SPDX-License-Identifier: MIT
// 26_told.mjs - what a table tells: a clock within its bounds, prompts to whom they concern, the limit of rounds, a log that follows in a
// tab behind, a replay from its first line, the bot of a new clock.
import assert from "node:assert/strict";
import { tableFor } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { board, t } from "./kit/words.mjs";

export const title = "told rightly: clocks, prompts, calm forecasts, the limit of rounds, a log behind another tab, the first line of a replay, a clock's bot";

/** Keeps every text that a clock has shown. */
function watchClocks() {
  self.clocks = new Set();
  const look = () => {
    for (const one of document.querySelectorAll(".clock")) self.clocks.add(one.textContent.replace(/^.*: /, ""));
    requestAnimationFrame(look);
  };
  look();
}

/** The page was open for a while before the table: its last tick is old. No clock ever shows more than there is. */
async function clocks(stage) {
  const plan = { game: "spqrisiko", options: { setup_mode: "random" }, seats: ["human", "human", "human"], clock: { kind: "live", move: 30, reserve: 60 } };
  const made = await stage.server.create(plan);
  const page = await stage.open("/", {});
  await page.evaluate(watchClocks);
  await page.waitForTimeout(6000);
  const { pathname, hash } = new URL(made.seats[0].url);
  await page.evaluate((address) => {
    const link = document.body.appendChild(document.createElement("a"));
    link.href = address;
    link.click();
  }, pathname + hash);
  const join = page.getByRole("button", { name: t("join"), exact: true });
  await join.click();
  await page.locator(".clock").first().waitFor();
  await page.waitForTimeout(1500);
  const seconds = (await page.evaluate(() => [...self.clocks])).map((text) => text.split(":").reduce((all, part) => 60 * all + Number(part), 0));
  assert.ok(seconds.length > 0);
  assert.ok(Math.max(...seconds) <= 90, `a clock of 30 and 60 seconds showed ${Math.max(...seconds)}`);
}

async function promptsAndRounds(stage) {
  const made = await stage.server.create({ game: "spqrisiko", options: { max_rounds: "7" }, seats: ["human", "human", "human"], names: ["Anna", "Bruno", "Carla"] });
  const open = async ({ token, url }) => {
    await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
    const { pathname, hash } = new URL(url);
    const table = new TablePage(await stage.open(pathname + hash));
    await table.ready();
    return table;
  };
  const [anna, bruno] = [await open(made.seats[0]), await open(made.seats[1])];
  const watcher = new TablePage(await stage.open(`/m/${made.match}`));
  await watcher.ready();
  const { prompt } = await stage.server.state(made.match, made.seats[0].token);
  await anna.page.locator(".prompt", { hasText: prompt }).waitFor();
  for (const other of [bruno, watcher]) {
    await other.turn.filter({ hasText: t("turn_of", "Anna") }).waitFor();
    assert.equal(await other.page.locator(".prompt").count(), 0, "who does not decide is not asked");
  }
  await stage.server.move(made.match, made.seats[0].token, "claim italia");
  await bruno.page.locator(".log", { hasText: "Anna claims Italy" }).waitFor();
  for (const one of [anna, bruno, watcher]) await one.page.locator('[data-key="rounds"]', { hasText: board("round_of", 1, 7) }).waitFor();
}

/** Moves come while another tab is in front: the log stands at its end when one comes back. */
async function logBehind(stage) {
  const made = await tableFor(stage);
  const context = await stage.context();
  const page = await context.newPage();
  await page.goto(`/m/${made.match}`);
  const log = page.locator(".log").first();
  await log.waitFor();
  const front = await context.newPage();
  await front.bringToFront();
  // What a browser does to a tab behind: scrolls are told late, when more has been written.
  await page.evaluate(() => {
    const tell = (event) => {
      if (event.target.classList?.contains("log") && !event.late) {
        event.stopImmediatePropagation();
        setTimeout(() => {
          event.target.dispatchEvent(Object.assign(new Event("scroll"), { late: true }));
          window.scrolledTo = event.target.scrollTop;
        }, 700);
      }
    };
    document.addEventListener("scroll", tell, { capture: true });
  });
  await made.player.playUntil(({ round }) => round >= 2);
  const { ply } = await stage.server.state(made.match);
  await page.bringToFront();
  await until(async () => Number(await page.locator(".turn-box").getAttribute("data-ply")) >= ply, "all that happened");
  await until(() => log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight < 40 && window.scrolledTo === one.scrollTop), "the end of the log");
  // Who reads upwards is left where they read.
  await log.evaluate((one) => (one.scrollTop = 0));
  await until(() => page.evaluate(() => window.scrolledTo === 0), "the page to be told of it");
  await made.player.playUntil(({ round }) => round >= 3);
  await page.waitForTimeout(1500);
  assert.equal(await log.evaluate((one) => one.scrollTop), 0);
  const replay = await stage.open(`/m/${made.match}?ply=0`);
  const { ply: last } = await stage.server.state(made.match);
  await replay.locator(".log-none", { hasText: t("replay_begins", last) }).waitFor();
}

/** Hunger in the first round is a number like others: nothing warns before it is real. */
async function calm(stage) {
  const made = await stage.server.create({ game: "polis", seats: ["human", "human"], names: ["Anna", "Bruno"] });
  const { url, token } = made.seats[0];
  await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  const { pathname, hash } = new URL(url);
  const page = await stage.open(pathname + hash);
  await page.locator(".forecast").first().waitFor();
  assert.equal(await page.locator(".forecast-warning").count(), 0, "no warning on the first move of a game");
  assert.doesNotMatch(await page.locator(".seats").first().innerText(), /POL-END|LOSES|starve/);
}

async function clockForm(stage) {
  const page = await stage.open("/new");
  await page.getByRole("radio", { name: new RegExp(`^${t("clock_live")}`) }).check();
  const { bots } = await stage.server.api("/games");
  assert.ok(bots.some(({ id }) => id === "normal"));
  const then = page.getByLabel(t("then"));
  assert.equal(await then.inputValue(), "bot:normal", "the bot that fills seats plays for who is late, too");
  assert.equal(await then.locator("option:checked").innerText(), t("then_bot", t("bot_normal")));
}

export async function run(stage) {
  await clockForm(stage);
  await calm(stage);
  await promptsAndRounds(stage);
  await logBehind(stage);
  await clocks(stage);
}
