// SPDX-License-Identifier: MIT
// 19_polis_ways.mjs - whole matches of Polis by the keyboard alone and in the text view alone.
import assert from "node:assert/strict";
import { dice, playToEnd, PolisPage, polisTable } from "./kit/polis.mjs";
import { t } from "./kit/words.mjs";

export const title = "Polis: a whole match by keys alone, and one in the text view alone";

async function byKeys(stage) {
  const made = await polisTable(stage.server, { siege: "sacrifice" });
  const table = new PolisPage(await stage.open(made.link), "keys");
  await table.ready();
  // Nothing may be clicked: the mouse is taken away.
  await table.page.evaluate(() => document.addEventListener("pointerdown", () => (window.clicked = true), true));
  const { moves } = await playToEnd(table, stage.server, made, dice(31));
  await table.page.locator(".result").first().waitFor();
  assert.equal(await table.page.evaluate(() => window.clicked), undefined);
  stage.note(`${moves.length} choices by keys`);
}

async function byText(stage) {
  const made = await polisTable(stage.server, { siege: "diceless_sacrifice" });
  const table = new PolisPage(await stage.open(made.link, { prefs: { text: true } }), "text");
  await table.ready();
  await table.page.locator(".polis-places").waitFor();
  const { moves } = await playToEnd(table, stage.server, made, dice(41));
  await table.turn.filter({ hasText: t("turn_over") }).waitFor();
  assert.equal(await table.page.locator(".map-drawing").count(), 0, "the map was never there");
  assert.ok(table.seen.rows >= 3, "places were chosen in their rows");
  stage.note(`${moves.length} choices in the text view (${table.seen.rows} in rows of places)`);
}

export async function run(stage) {
  await Promise.all([byKeys(stage), byText(stage)]);
}
