// SPDX-License-Identifier: MIT
// 03_whole_game.mjs - a match against bots from the first choice to the last, by clicks; then its dice from the file alone.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TablePage } from "./kit/table.mjs";
import { proof, t } from "./kit/words.mjs";

export const title = "a whole match by clicks; result, opened seed, and the file verified: good as it is, caught when altered";

const mostMoves = 250;

async function playOut(table) {
  for (let moves = 0; moves < mostMoves; moves++) {
    const what = table.page.locator(".result, .turn-box.mine [data-choice], .turn-box.mine details.spqr-all, [data-key='play']").first();
    await what.waitFor({ state: "attached" });
    if ((await table.page.locator(".result").count()) > 0) return moves;
    await table.playFirst();
  }
  assert.fail(`no end after ${mostMoves} moves`);
}

async function verifyFile(page, path) {
  await page.goto("/verify");
  await page.locator('input[type="file"]').setInputFiles(path);
  const verdict = page.getByRole("alert");
  await verdict.waitFor();
  return { verdict: await verdict.innerText(), bad: await page.locator("tr.bad").count(), facts: await page.locator(".verify-facts").allInnerTexts() };
}

export async function run(stage) {
  const made = await stage.server.create({
    game: "spqrisiko",
    options: { setup_mode: "random", max_rounds: "2" },
    seats: ["human", "bot:greedy", "bot:random"],
    names: ["Anna", "", ""],
    words: ["luna", "", ""],
  });
  const page = await stage.open(new URL(made.seats[0].url).pathname + new URL(made.seats[0].url).hash);
  await page.getByRole("button", { name: t("join"), exact: true }).click();
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  stage.note(`${await playOut(table)} moves by clicks`);

  const result = page.getByRole("region", { name: t("result") });
  await result.waitFor();
  assert.equal(await result.locator(".result-places tbody tr").count(), 3);
  assert.equal(await result.locator("tr.winner").count(), 1);
  const ended = (await stage.server.state(made.match)).result;
  assert.deepEqual((await result.locator("thead th").allInnerTexts()).slice(2), ended.columns, "what is compared, by name");
  const order = Object.keys(ended.places).sort((a, b) => ended.places[a] - ended.places[b]);
  const rows = await result.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td:not(.result-place)")].map((cell) => Number(cell.textContent))));
  assert.deepEqual(rows, order.map((seat) => ended.rows[seat]));
  await result.getByRole("button", { name: ended.rule }).waitFor();
  if (ended.decided !== null) assert.equal(await result.locator("tr.winner td.decided").innerText(), String(ended.rows[order[0]][ended.decided]));
  await result.locator(".result-chances polyline").first().waitFor();
  assert.equal(await result.locator(".result-chances polyline").count(), 3, "the chances of each");
  await table.turn.filter({ hasText: t("turn_over") }).waitFor();

  // The file, and what its own verifier says of it.
  const coming = page.waitForEvent("download");
  await result.getByRole("button", { name: t("save_file") }).click();
  const path = join(stage.server.folder, "whole.alea");
  await (await coming).saveAs(path);
  const file = readFileSync(path, "utf8");
  const state = await stage.server.state(made.match);
  assert.ok(state.dice.seed && file.includes(state.dice.seed), "the seed is open, and in the file");
  await stage.runs("verify", path);

  // The page's own, from the table and from the file.
  await result.getByRole("link", { name: t("verify_dice") }).click();
  const good = page.getByRole("alert");
  await good.waitFor();
  const throws = Number(/\d+/.exec(await good.innerText())[0]);
  assert.equal(await good.innerText(), proof("good", throws));
  assert.ok(throws > 40, "the cards, the draft and the dice are all throws");
  await page.getByText(state.dice.seed).waitFor();
  await page.getByText(proof("seed_good")).waitFor();
  const sound = await verifyFile(page, path);
  assert.equal(sound.verdict, proof("good", throws));
  assert.equal(sound.bad, 0);

  // One face of one die altered, and one digit of the seed.
  const dice = /^(\d+ \S+ dice \D*)(\d)/m.exec(file);
  assert.ok(dice, "dice were thrown");
  const altered = join(stage.server.folder, "altered.alea");
  writeFileSync(altered, file.replace(dice[0], dice[1] + ((Number(dice[2]) % 6) + 1)));
  const caught = await verifyFile(page, altered);
  assert.equal(caught.verdict, proof("bad"));
  writeFileSync(altered, file.replaceAll(state.dice.seed, state.dice.seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))));
  const sealed = await verifyFile(page, altered);
  assert.equal(sealed.verdict, proof("bad"));
  assert.match(sealed.facts.join(), new RegExp(proof("seed_bad")));
}
