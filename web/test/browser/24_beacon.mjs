// SPDX-License-Identifier: MIT
// 24_beacon.mjs - dice into which a public beacon enters: asked for by a tick where the server asks one, told to whoever joins, awaited by
// the first throw, and verified at the end; the table after it has one, too.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { proof, t } from "./kit/words.mjs";

export const title = "beacon: ticked, told to a friend who joins, awaited by the throws, checked by its signature";

// A recorded round of drand's quicknet, which this relay lets come out some seconds after the promises.
const chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const recorded = {
  round: 1000000,
  randomness: "b22aad4794f7451896f7a371aa46106fd84d919f3f569acd5b2fddf1d1440af3",
  signature: "83ad29e4c409f9470fc2ef02f90214df49e02b441a1a241a82d622d9f608ef98fd8b11a029f1bee9d9e83b45088abe72",
};
const period = 1000; // seconds
const ahead = 900; // of whoever asks first when rounds come out: the server's clock is moved on to it
let genesis = 0;

let away = true; // at first it can't be reached
const relay = createServer((request, answer) => {
  if (!away) genesis ||= Math.floor(Date.now() / 1000) + ahead - (recorded.round - 1) * period;
  const info = { hash: chain, period, genesis_time: genesis };
  const answers = { [`/${chain}/info`]: info, [`/${chain}/public/${recorded.round}`]: recorded };
  const body = away ? undefined : answers[request.url];
  answer.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {}));
});
await new Promise((done) => relay.listen(0, "127.0.0.1", done));
relay.unref();

export const options = ["--beacon", `http://127.0.0.1:${relay.address().port}`];

/** Anna's table, with a bot and a place for Bruno: the page, and his link. */
async function make(stage) {
  const page = await stage.page();
  await page.goto("/new?game=spqrisiko");
  await page.getByLabel(t("seat_who", "C")).selectOption("bot:greedy");
  await page.locator("summary", { hasText: t("dice_fair") }).click();
  await page.getByLabel(t("dice_beacon")).check();
  await (await stage.optionField(page, "spqrisiko", "max_rounds")).fill("1");
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/a\/[a-z2-7]+$/);
  const link = await page.getByRole("textbox", { name: t("link_of", "B") }).inputValue();
  await page.getByRole("link", { name: t("to_my_seat") }).click();
  const anna = new TablePage(page);
  await anna.ready();
  return { anna, link };
}

async function join(stage, link) {
  const page = await stage.open(link);
  await page.getByText(t("dice_beacon_says")).waitFor();
  await page.getByRole("button", { name: t("join"), exact: true }).click();
  const bruno = new TablePage(page);
  await bruno.ready();
  return bruno;
}

async function resign(table) {
  const menu = await table.menu();
  await menu.getByRole("button", { name: t("resign") }).click();
  await menu.getByRole("button", { name: t("resign") }).click();
  await table.page.getByRole("dialog", { name: t("menu") }).waitFor({ state: "detached" });
}

export async function run(stage) {
  const { anna, link } = await make(stage);
  const match = new URL(link).pathname.split("/")[2];
  const bruno = await join(stage, link);
  await anna.page.getByText(t("beacon_fails")).waitFor();
  away = false;
  await anna.page.getByText(t("beacon_awaited", recorded.round)).waitFor();
  const menu = await bruno.menu();
  await menu.locator("summary", { hasText: t("about_table") }).click();
  await menu.getByText(`${chain} ${recorded.round}`).waitFor();
  await bruno.page.keyboard.press("Escape");
  await stage.server.shift(1_000_000);
  await until(async () => (await stage.server.state(match)).dice.beacon.randomness === recorded.randomness, "the round to come out");
  await anna.page.getByText(t("beacon_awaited", recorded.round)).waitFor({ state: "detached" });

  await anna.myTurn();
  for (const table of [anna, bruno]) await resign(table);
  await anna.page.locator(".result").waitFor();
  await anna.page.goto(`/verify?match=${match}`);
  const verdict = anna.page.getByRole("alert");
  await verdict.waitFor();
  assert.equal(await verdict.innerText(), proof("good", Number(/\d+/.exec(await verdict.innerText())[0])));
  const [signed] = proof("beacon_good", recorded.round, "quicknet", "").split(", )");
  await anna.page.getByText(signed).waitFor();

  await anna.page.goto(`/m/${match}`);
  await anna.page.locator(".result").getByRole("button", { name: t("rematch") }).click();
  await anna.page.waitForURL(/\/a\/[a-z2-7]+$/);
  const next = new URL(anna.page.url()).pathname.split("/")[2];
  assert.notEqual(next, match);
  assert.equal((await stage.server.state(next)).dice.beacon.chain, chain);
}
