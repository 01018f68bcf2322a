// SPDX-License-Identifier: MIT
// 11_text_view.mjs - the same turn without the map: everything is told and done in the table of places.
import assert from "node:assert/strict";
import { tableFor } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { board, t } from "./kit/words.mjs";

export const title = "text view: the table of places tells what the map tells, and a turn is played in it alone";

const rowOf = (page, name) => page.locator(".spqr-table tbody tr").filter({ has: page.getByRole("rowheader", { name, exact: false }) }).first();

async function placeNames(stage) {
  const { sets } = await stage.server.api("/games/spqrisiko");
  return new Map([...sets.province, ...sets.sea].map(({ id, name }) => [id, name]));
}

/** Owner and number of every province, as the server has them. */
async function agrees(page, state, names) {
  const rows = await page.locator(".spqr-table").first().locator("tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.innerText.trim())),
  );
  assert.equal(rows.length, 45);
  const byName = new Map(rows.map(([name, ...cells]) => [name.split("\n")[0], cells]));
  for (const [place, n] of Object.entries(state.view.legionaries)) {
    const [owner, force] = byName.get(names.get(place));
    const seat = Object.entries(state.view.own).find(([, own]) => own.includes(place))?.[0];
    assert.equal(Number.parseInt(force.replace(/\D+/, "")), n, `legionaries of ${place}`);
    assert.match(owner, seat ? new RegExp(`^${seat}\\b|\\(${seat}\\)`) : new RegExp(board("neutral")), `owner of ${place}`);
  }
}

/** Shows a choice in its row and plays it there by a second press. */
async function playInRow(table, server, made, state, move, names) {
  const { page } = table;
  const name = names.get(move.args.province ?? move.args.sea);
  const button = rowOf(page, name).locator(`.spqr-acts [data-choice="${move.m}"]`);
  await button.click();
  await until(async () => (await button.getAttribute("aria-pressed").catch(() => null)) === "true", `${move.text} to be shown`);
  assert.equal((await server.state(made.match, made.token)).ply, state.ply, "the first press plays nothing");
  await button.click();
}

export async function run(stage) {
  const made = await tableFor(stage);
  const { server } = stage;
  const names = await placeNames(stage);
  const page = await stage.open(made.link);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  await page.keyboard.press("t");
  await page.locator(".spqr-places").waitFor();
  assert.equal(await table.map.count(), 0, "the text stands in the place of the map");
  const first = await server.turn(made.match, made.token);
  await agrees(page, first, names);

  // A filter leaves the choices alone, a word leaves one place.
  await page.getByRole("button", { name: board("only_choices") }).click();
  const places = new Set(first.moves.filter((move) => move.args.province).map((move) => move.args.province));
  await until(async () => (await page.locator(".spqr-table").first().locator("tbody tr").count()) === places.size, "only the choices");
  await page.getByRole("button", { name: board("all"), exact: true }).click();

  for (let moves = 0; moves < 60; moves++) {
    const state = await server.turn(made.match, made.token);
    if (state.round > first.round) break;
    await table.at(state.ply);
    const inTable = state.moves.find((move) => (move.args.province || move.args.sea) && !/attack|embark|fight|move_from|sail_from|build_from/.test(move.verb));
    if (inTable) await playInRow(table, server, made, state, inTable, names);
    else await table.playFirst();
    await until(async () => (await table.ply()) !== state.ply, "the move");
  }
  const after = await server.turn(made.match, made.token);
  assert.equal(after.round, first.round + 1);
  await until(async () => (await table.ply()) === after.ply, "the end of the others' turns");
  await agrees(page, after, names);
  assert.equal(await table.map.count(), 0);
  // It is remembered, and the map is one key away.
  await page.reload();
  await page.locator(".spqr-places").waitFor();
  await page.getByRole("button", { name: t("view_map") }).click();
  await table.map.waitFor();
}
