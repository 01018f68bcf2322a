// SPDX-License-Identifier: MIT
// 02_friends.mjs - a table is made with options, clock and words; three browsers join by their links, a fourth watches.
import assert from "node:assert/strict";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { board, t } from "./kit/words.mjs";

export const title = "friends: made with options, clock and words; joined by links in three browsers; moves reach the others and who watches";

const people = [
  { seat: "A", name: "Anna", word: "luna" },
  { seat: "B", name: "Bruno", word: "sole" },
  { seat: "C", name: "Carla & Co", word: "stella" },
];

/** A match that could not end is refused, by the names that its options have here and not by their keys. */
async function endless(stage, page) {
  const points = await stage.optionField(page, "spqrisiko", "victory_points");
  const rounds = await stage.optionField(page, "spqrisiko", "max_rounds");
  const usual = await points.inputValue();
  stage.watch.allow(/^(answer: 400 POST|console: .*status of 400).*\/api\/v1\/matches/);
  await points.fill("0");
  await rounds.fill("0");
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  const said = await page.getByRole("alert").innerText();
  assert.ok(said.startsWith("Target of victory points, Limit of rounds: without a target"), said);
  await points.fill(usual);
}

async function make(stage, page, [first]) {
  await page.goto("/new?game=spqrisiko");
  await page.getByLabel(t("table_name")).fill("Friday evening");
  await page.getByLabel(t("seat_name", "A")).fill(first.name);
  await page.getByLabel(t("clock_live")).check();
  await page.getByLabel(t("clock_move_seconds")).fill("90");
  await page.locator("summary", { hasText: t("dice_fair") }).click();
  await page.getByLabel(t("your_word")).fill(first.word);
  await endless(stage, page);
  await (await stage.optionField(page, "spqrisiko", "max_rounds")).fill("2");
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/a\/[a-z2-7]+$/);
  const link = (seat) => page.getByRole("textbox", { name: t("link_of", seat) }).inputValue();
  return { links: { B: await link("B"), C: await link("C") }, watch: await page.getByRole("textbox", { name: t("link_watch_short") }).inputValue() };
}

async function join(stage, link, { seat, name, word }) {
  const page = await stage.open(link);
  await page.getByText(t("join_seat", seat)).waitFor();
  assert.equal(new URL(page.url()).hash, "", "the token leaves the address");
  await page.getByLabel(t("your_name")).fill(name);
  await page.getByLabel(t("your_word")).fill(word);
  await page.getByRole("button", { name: t("join"), exact: true }).click();
  await page.locator("main.table-page").waitFor();
  return new TablePage(page);
}

export async function run(stage) {
  const page = await stage.page();
  const { links, watch } = await make(stage, page, people);
  const match = new URL(watch).pathname.split("/")[2];
  assert.equal(new URL(links.B).hash.length, 44);

  await page.getByRole("link", { name: t("to_my_seat") }).click();
  const anna = new TablePage(page);
  await anna.ready();
  await anna.turn.filter({ hasText: t("turn_waiting") }).waitFor();
  await page.getByText(t("waiting_for", `${t("seat_named", "B")} and ${t("seat_named", "C")}`)).waitFor();

  const bruno = await join(stage, links.B, people[1]);
  await bruno.turn.filter({ hasText: t("turn_waiting") }).waitFor();
  await page.getByText(t("waiting_for", t("seat_named", "C"))).waitFor();
  const carla = await join(stage, links.C, people[2]);
  const watcher = new TablePage(await stage.open(watch));
  await watcher.ready();

  // With the last one it begins, for all of them.
  await anna.myTurn();
  for (const other of [bruno, carla, watcher]) await other.turn.filter({ hasText: t("turn_of", "Anna") }).waitFor();
  const state = await stage.server.state(match);
  assert.equal(String(state.options.max_rounds), "2");
  assert.equal(state.clock.kind, "live");
  assert.equal(state.clock.move, 90);
  for (const { seat, word } of people) {
    assert.match(state.dice.words[seat], new RegExp(`^${word} [a-z2-7]{20}$`), "what was typed, and what the page drew");
    assert.match(state.dice.promises[seat], /^[0-9a-f]{64}$/);
  }
  assert.equal(await page.locator(".seat-row .clock").count(), 3, "each seat's clock shows");

  // A move of one is seen by the others, and then it is the next one's turn.
  const everybody = [anna, bruno, carla, watcher];
  for (const [mover, seat, own, neutral] of [
    [anna, "A", "italia", "britannia"],
    [bruno, "B", "achaia", "dacia"],
    [carla, "C", "aegyptus", "galatia"],
  ]) {
    await mover.myTurn();
    await mover.tapOnce(own);
    for (const one of everybody) await one.waitForce(own, seat);
    await mover.tapTwice(neutral);
    for (const one of everybody) await one.waitForce(neutral, null);
  }
  await anna.myTurn();

  // Names of all, everywhere; who watches has neither choices nor cards.
  for (const one of everybody)
    for (const { name } of people) await one.page.locator(".seat-name", { hasText: name }).waitFor();
  assert.equal(await watcher.choices("main").count(), 0);
  assert.equal(await watcher.page.getByRole("region", { name: board("hand") }).count(), 0);
  assert.equal(await anna.page.getByRole("region", { name: board("hand") }).count(), 1);
  await until(async () => (await bruno.page.locator(".seat-row .tag", { hasText: t("seat_away") }).count()) === 0, "everybody to be here");
}
