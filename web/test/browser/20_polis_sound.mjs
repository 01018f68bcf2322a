// SPDX-License-Identifier: MIT
// 20_polis_sound.mjs - Polis' views under axe; what a person types wrong; the siege rules at creation; what both games weigh.
import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { examine, looks } from "./kit/axe.mjs";
import { PolisPage, polisTable, siegesOf } from "./kit/polis.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { counted, until } from "./kit/until.mjs";
import { faultsOfSize, visit } from "./kit/views.mjs";
import { t } from "./kit/words.mjs";

export const title = "Polis: axe, wrong orders refused with the rule, the siege rules compared at creation, both games within 350 KiB";

const most = 350 * 1024;

function views(made) {
  const table = { path: made.link, ready: "main.table-page .turn-box [data-choice]" };
  const then = (key, ready) => async (page) => {
    await page.keyboard.press(key);
    await page.locator(ready).first().waitFor();
  };
  return [
    { name: "table", ...table },
    { name: "a choice shown", ...table, then: then("n", ".turn-foot .picked") },
    { name: "mats", ...table, then: then("m", ".part-mat") },
    { name: "replay", path: `/m/${made.match}?ply=20`, ready: "main.replay .replay-controls" },
    { name: "new table", path: "/new?game=polis", ready: 'input[type="radio"][value="diceless_sacrifice"]' },
    { name: "text view", ...table, then: then("t", ".polis-places") },
  ];
}

const back = (page, { name }) => name === "text view" && page.keyboard.press("t");

/** An action that can't be chosen now: which one depends on the event of the round. */
const closedAction = ({ moves }) => ["redeem_proxenos", "civil_war", "besiege"].find((action) => !moves.some((move) => move.verb === "act" && move.args.action === action));

/** Orders that can't be, with what the answer must name. */
const wrong = (turn) => [
  ["attack_from italia", /attack_from/],
  ["move 5 8: all", /move/],
  [`act ${closedAction(turn)}`, /POL-/],
  ["polis argos", /POL-/],
  ["row wheat", /POL-/],
  ["act act", /act/],
  ["phoros 99", /POL-/],
  ["\u202e\u0000pass", /./],
  ["x".repeat(480), /./],
];

async function refusals(stage, made) {
  const table = new PolisPage(await stage.open(made.link));
  const { page } = table;
  stage.watch.allow(/answer: 4\d\d POST .*\/moves/, /console: Failed to load resource: .* 4\d\d/);
  await table.ready();
  await table.myTurn();
  const before = await stage.server.turn(made.match, made.token);
  const spectator = await stage.server.state(made.match);
  await page.locator(".more-ways:not(.notes) summary").click();
  for (const [order, named] of wrong(before)) {
    await page.getByLabel(t("order_label")).fill(order);
    await page.getByRole("button", { name: t("order_send"), exact: true }).click();
    await until(async () => named.test(await table.notice.innerText().catch(() => "")), `an answer to ${order.slice(0, 40)} that names ${named}`);
    assert.ok(await page.locator(".notice-place .message.bad").isVisible(), `${order.slice(0, 40)} is refused`);
    await page.locator(".notice-place .message .icon-button").click();
  }
  const after = await stage.server.state(made.match, made.token);
  assert.deepEqual([after.ply, after.rev, after.view], [before.ply, before.rev, before.view], "nothing has changed");
  assert.deepEqual(await stage.server.state(made.match), spectator, "nobody was told");
  // Tables and seats that are not there.
  stage.watch.allow(/answer: 40[134] GET/, /console: WebSocket connection .*zzzzzzzzzzzz.* 404/);
  await visit(page, { path: "/m/zzzzzzzzzzzz", ready: "main h1" });
  assert.match(await page.locator("main").innerText(), /\S/);
}

async function options(stage) {
  for (const viewport of [desktop, phone]) {
    for (const lang of ["en", "it"]) {
      const page = await stage.open("/new?game=polis", { viewport, prefs: { lang } });
      const modes = page.locator('.polis-options input[type="radio"]');
      await modes.first().waitFor({ state: "attached" });
      await counted(modes, (await siegesOf(stage)).length, "each siege rule to choose");
      const closed = page.locator(".polis-options details:not([open]) > summary");
      while ((await closed.count()) > 0) await closed.first().click();
      const words = await page.locator(".polis-options").innerText();
      for (const word of lang === "en" ? ["d4", "garrison", "Prestige"] : ["d4", "guarnigione", "PP"]) assert.ok(words.toLowerCase().includes(word.toLowerCase()), `${lang}: ${word}`);
      assert.deepEqual(await faultsOfSize(page), [], `${lang}, ${viewport.width} px`);
      if (lang === "it" || viewport === phone) continue;
      await page.locator('input[value="diceless"]').check();
      await page.getByRole("button", { name: t("all_bots") }).click();
      await page.getByRole("button", { name: t("create"), exact: true }).click();
      await page.waitForURL(/\/m\//);
      const match = new URL(page.url()).pathname.split("/")[2];
      assert.equal((await stage.server.state(match)).options.siege, "diceless");
    }
  }
}

/** Scripts and styles of the page with the boards of both games, as they are sent. */
async function weight(stage) {
  const page = await stage.page();
  const files = new Map();
  page.on("response", async (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) files.set(response.url(), await response.body().catch(() => Buffer.alloc(0)));
  });
  for (const game of ["spqrisiko", "polis"]) {
    const made = await stage.server.create({ game, seats: game === "polis" ? ["human", "bot:idle"] : ["human", "bot:idle", "bot:idle"] });
    const { token, url } = made.seats[0];
    await stage.server.api(`/matches/${made.match}/join`, { token, body: { name: "Anna" } });
    await page.goto(new URL(url).pathname + new URL(url).hash);
    await page.locator(".map-drawing").waitFor();
    await page.waitForLoadState("networkidle");
  }
  const sizes = [...files.values()].map((body) => brotliCompressSync(body).length);
  const sum = sizes.reduce((a, b) => a + b, 0);
  stage.note(`both games: ${(sum / 1024).toFixed(1)} KiB compressed in ${files.size} files`);
  assert.ok(files.size >= 6 && sum <= most, `${sum} bytes`);
}

export async function run(stage) {
  const made = await polisTable(stage.server, { siege: "sacrifice" });
  await stage.server.turn(made.match, made.token);
  await weight(stage);
  await options(stage);
  await refusals(stage, made);
  const all = views(made);
  const found = [...(await examine(stage, desktop, all, looks, back)), ...(await examine(stage, phone, all, looks.slice(0, 1), back))];
  assert.deepEqual(found, []);
}
