// SPDX-License-Identifier: MIT
// 14_by_words.mjs - games without a board of their own are played by their words: the terminal's pictures, and all choices as lists.
import assert from "node:assert/strict";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "by words: a game without a board is played with what the terminal shows and lists of choices";

const moves = 6;

/** The seat's turn as server and page agree on it: others may act at the same time. */
function agreed(stage, table, match, token) {
  return until(async () => {
    const state = await stage.server.turn(match, token);
    const { ply, underWay } = await table.glance();
    return ply === state.ply && !underWay && state;
  }, "the turn on the page");
}

async function words(stage, text, match, token, what) {
  await until(async () => {
    const said = (await stage.server.api(`/matches/${match}/words?what=${what}`, { token })).text;
    return (await text.innerText()).trim() === said.trim();
  }, `what the terminal shows of ${what} on the page`);
}

/** A page that was built without the folder of that game. */
async function without(stage, game) {
  const page = await stage.page();
  let left = 0;
  await page.route("**/*.js", async (route) => {
    const answer = await route.fetch();
    const script = await answer.text();
    const bare = script.replace(new RegExp(`\\b${game}:\\(\\)=>import\\("[^"]+"\\),?`), () => (left++, ""));
    await route.fulfill({ response: answer, body: bare });
  });
  await page.goto("/");
  await until(() => left > 0, "the list of boards in a script of the page");
  return page;
}

async function plays(stage, game) {
  const page = await without(stage, game.id);
  const card = page.locator(".game-card").filter({ hasText: game.title });
  await card.getByText(t("words_only")).waitFor();
  await card.getByRole("button", { name: t("play_now") }).click();
  await page.waitForURL(/\/m\//);
  const match = new URL(page.url()).pathname.split("/")[2];
  const token = await page.evaluate((id) => JSON.parse(localStorage.getItem("alea.tables"))[id].held[0].token, match);
  const table = new TablePage(page);
  await table.ready();
  const text = page.locator(".words-board pre").first();
  await words(stage, text, match, token, "board");
  for (let i = 0; i < moves; i++) {
    const state = await agreed(stage, table, match, token);
    if (state.status === "over") break;
    await table.myTurn();
    assert.equal(await page.locator(".turn-box .choice").count(), state.moves.length, "every legal move is offered");
    // Shown by a first press, played by a second on the same choice.
    const choice = page.locator(`.turn-box [data-choice="${state.moves[0].m}"]`);
    await choice.click();
    await until(async () => (await choice.getAttribute("aria-pressed")) === "true", "the choice to be shown");
    const now = await stage.server.state(match, token);
    assert.ok(now.moves.some(({ m }) => m === state.moves[0].m), "the first press plays nothing");
    await choice.click();
    await until(async () => (await table.ply()) !== state.ply, "the choice to be played");
  }
  await words(stage, text, match, token, "board");
  assert.notEqual((await page.locator(".log").innerText()).trim(), "");
  // The other view of words, and a move that is typed.
  await page.keyboard.press("t");
  await words(stage, text, match, token, "places");
  const state = await agreed(stage, table, match, token);
  if (state.status === "over") return;
  await page.locator(".more-ways:not(.notes) summary").click();
  await page.getByLabel(t("order_label")).fill(state.moves.at(-1).text);
  await page.getByRole("button", { name: t("order_send"), exact: true }).click();
  await until(async () => (await table.ply()) !== state.ply, "the typed move");
}

export async function run(stage) {
  const { games } = await stage.server.api("/games");
  await plays(stage, games.find(({ id }) => id === "incursio"));
}
