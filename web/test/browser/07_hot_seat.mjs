// SPDX-License-Identifier: MIT
// 07_hot_seat.mjs - two people at one device: a curtain between them, and behind it nothing of either, whatever one tries.
import assert from "node:assert/strict";
import { Player } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { board, t } from "./kit/words.mjs";

export const title = "hot seat: a curtain falls between two at one device; behind it no secret on the page, by reload, or in history";

/** The names of cards in all that the page holds, also unseen. */
async function secretsIn(page, names) {
  const text = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll("*")].flatMap((one) => [...one.attributes].map(({ value }) => value));
    return [document.body.textContent, ...attributes, document.title].join("\n");
  });
  return names.filter((name) => text.includes(name));
}

async function make(stage, page) {
  await page.goto("/new?game=spqrisiko");
  await page.getByLabel(t("hot")).check();
  await page.getByLabel(t("seat_name", "A")).fill("Anna");
  await page.getByLabel(t("seat_name", "B")).fill("Bruno");
  await page.getByLabel(t("seat_who", "C")).selectOption("bot:greedy");
  await (await stage.optionField(page, "spqrisiko", "setup_mode")).selectOption("random");
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/m\/[a-z2-7]+$/);
  return new URL(page.url()).pathname.split("/")[2];
}

const tokens = (page, match) =>
  page.evaluate((id) => Object.fromEntries(JSON.parse(localStorage.getItem("alea.tables"))[id].held.map((one) => [one.seat, one.token])), match);

/** By script until A holds a card; B does no more than it must. */
async function untilCard(server, match, held) {
  const holds = ({ view }) => Object.values(view.hand.A ?? {}).some((n) => n > 0);
  const anna = new Player(server, match, held.A);
  const bruno = new Player(server, match, held.B);
  for (let turns = 0; turns < 30; turns++) {
    const both = await until(async () => {
      const state = await server.state(match);
      return ["A", "B"].includes(state.actor) && state;
    }, "a person's turn");
    const player = both.actor === "A" ? anna : bruno;
    const state = await server.state(match, player.token);
    if (both.actor === "A" && holds(state)) return state;
    const move = await player.choose(state, both.actor === "A");
    for (let own = state, next = move; ; ) {
      await server.api(`/matches/${match}/moves`, { token: player.token, body: { ply: own.ply, m: next.m } });
      own = await server.state(match, player.token);
      if (own.actor !== own.you || own.status !== "playing" || !own.moves?.length) break;
      if (both.actor === "A" && holds(own) && own.view.phase === "reinforce_land") return own;
      next = await player.choose(own, both.actor === "A");
    }
  }
  throw new Error("no card came");
}

export async function run(stage) {
  const page = await stage.page();
  const match = await make(stage, page);
  const requests = [];
  page.on("request", (request) => request.headers().authorization && requests.push(request.url()));
  const curtain = page.locator("main.curtain");
  const table = new TablePage(page);

  // At first nobody sits at the screen.
  await curtain.waitFor();
  await page.getByRole("button", { name: t("curtain_me", "Anna") }).click();
  await table.ready();
  await table.myTurn();
  const held = await tokens(page, match);
  const names = (await stage.server.api("/games/spqrisiko")).sets.card.map(({ name }) => name);
  await untilCard(stage.server, match, held);
  // The curtain falls a moment after the turn, before her cards or over them.
  const { ply } = await stage.server.state(match, held.A);
  await until(async () => {
    if (await curtain.isVisible()) await page.getByRole("button", { name: t("curtain_me", "Anna") }).click();
    return (await page.locator(".spqr-cards li").count()) > 0 && (await table.ply()) === ply;
  }, "Anna's cards");
  assert.notDeepEqual(await secretsIn(page, names), [], "Anna sees her cards");

  // Her turn ends: the curtain, and nothing of hers behind it.
  const anna = new Player(stage.server, match, held.A);
  const rest = await stage.server.state(match, held.A);
  for (let state = rest; state.actor === "A"; state = await stage.server.state(match, held.A))
    await stage.server.move(match, held.A, await anna.choose(state, false));
  await page.getByRole("heading", { name: t("curtain_pass", "Bruno") }).waitFor();
  assert.equal(await page.getByRole("region", { name: board("hand") }).count(), 0);
  assert.deepEqual(await secretsIn(page, names), []);
  assert.match(await page.title(), new RegExp(t("curtain")));

  // Not by reloading, nor by the keys, nor by the moments of the match in the history.
  requests.length = 0;
  await page.reload();
  await curtain.waitFor();
  assert.deepEqual(await secretsIn(page, names), []);
  for (const key of ["r", "t", "l", "Escape", "p"]) await page.keyboard.press(key);
  await curtain.waitFor();
  assert.deepEqual(requests, [], "behind the curtain nothing is asked as a seat");
  await page.goto(`/m/${match}?ply=${rest.ply}`);
  await page.locator("main.replay .replay-controls").waitFor();
  await page.locator(".replay-side .log-lines").waitFor();
  assert.equal(await page.locator(".spqr-cards").count(), 0);
  assert.deepEqual(requests, [], "looking back is a spectator's");
  await page.goBack();
  await curtain.waitFor();
  assert.deepEqual(await secretsIn(page, names), []);

  // It is Bruno's: his own hand, not hers, and the table goes on.
  await page.getByRole("button", { name: t("curtain_me", "Bruno") }).click();
  await table.ready();
  await table.myTurn();
  assert.equal(await page.locator(".spqr-cards li").count(), 0, "Bruno conquered nothing and holds nothing");
  await table.playFirst();
}
