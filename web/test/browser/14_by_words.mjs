// SPDX-License-Identifier: MIT
// 14_by_words.mjs - games without a board of their own are played by their words: the terminal's pictures, and all choices as lists.
import assert from "node:assert/strict";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "by words: Polis and Incursio are played with what the terminal shows and lists of choices";

const moves = 6;

async function plays(stage, game) {
  const page = await stage.open("/");
  const card = page.locator(".game-card").filter({ hasText: game.title });
  await card.getByText(t("words_only")).waitFor();
  await card.getByRole("button", { name: t("play_now") }).click();
  await page.waitForURL(/\/m\//);
  const match = new URL(page.url()).pathname.split("/")[2];
  const token = await page.evaluate((id) => JSON.parse(localStorage.getItem("alea.tables"))[id].held[0].token, match);
  const table = new TablePage(page);
  await table.ready();
  const text = page.locator(".words-board pre").first();
  const before = (await stage.server.api(`/matches/${match}/words?what=board`, { token })).text;
  await until(async () => (await text.innerText()).trim() === before.trim(), "the terminal's board on the page");
  for (let i = 0; i < moves; i++) {
    const state = await stage.server.turn(match, token);
    if (state.status === "over") break;
    await table.myTurn();
    await until(async () => (await table.ply()) === state.ply, "the turn on the page");
    assert.equal(await page.locator(".turn-box .choice").count(), state.moves.length, "every legal move is offered");
    // Shown by a first press, played by a second on the same choice.
    const choice = page.locator(`.turn-box [data-choice="${state.moves[0].m}"]`);
    await choice.click();
    await until(async () => (await choice.getAttribute("aria-pressed")) === "true", "the choice to be shown");
    assert.equal((await stage.server.state(match, token)).ply, state.ply);
    await choice.click();
    await until(async () => (await table.ply()) !== state.ply, "the choice to be played");
  }
  const after = (await stage.server.api(`/matches/${match}/words?what=board`, { token })).text;
  await until(async () => (await text.innerText()).trim() === after.trim(), "the board to follow");
  assert.notEqual((await page.locator(".log").innerText()).trim(), "");
  // The other view of words, and a move that is typed.
  await page.keyboard.press("t");
  const places = (await stage.server.api(`/matches/${match}/words?what=places`, { token })).text;
  await until(async () => (await text.innerText()).trim() === places.trim(), "the places in words");
  const state = await stage.server.turn(match, token);
  if (state.status === "over") return;
  await until(async () => (await table.ply()) === state.ply, "the turn on the page");
  await page.locator(".more-ways summary").click();
  await page.getByLabel(t("order_label")).fill(state.moves.at(-1).text);
  await page.getByRole("button", { name: t("order_send"), exact: true }).click();
  await until(async () => (await table.ply()) !== state.ply, "the typed move");
}

export async function run(stage) {
  const { games } = await stage.server.api("/games");
  for (const game of games.filter(({ id }) => id !== "spqrisiko")) await plays(stage, game);
}
