// SPDX-License-Identifier: MIT
// 17_sieges.mjs - whole matches of Polis against a bot, in each of the four siege rules, on a wide screen and on a phone.
import assert from "node:assert/strict";
import { dice, playToEnd, PolisPage, polisTable } from "./kit/polis.mjs";
import { phone } from "./kit/stage.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { t } from "./kit/words.mjs";

export const title = "Polis: a whole match in each siege rule by clicks, at 1280 and at 360 px";

const modes = ["standard", "sacrifice", "diceless", "diceless_sacrifice"];

async function whole(stage, siege, seed, options) {
  const made = await polisTable(stage.server, { siege });
  const table = new PolisPage(await stage.open(made.link, options));
  await table.ready();
  const moves = await playToEnd(table, stage.server, made, dice(seed));
  await table.page.locator(".result").first().waitFor();
  assert.deepEqual(await faultsOfSize(table.page, { targets: options !== undefined }), [], `${siege}: what is too small or aside at the end`);
  const state = await stage.server.state(made.match, made.token);
  assert.equal(state.status, "over");
  await table.turn.filter({ hasText: t("turn_over") }).waitFor();
  stage.note(`${siege}, ${options?.viewport ? "360" : "1280"} px: ${moves} choices (${table.seen.sheet} in the sheet, ${table.seen.map} on the map)`);
  await table.page.context().close();
  return table.seen;
}

export async function run(stage) {
  const touch = { viewport: phone, hasTouch: true, isMobile: true };
  // Side by side, two at a time: a person's pause is the other's turn.
  for (const [i, siege] of modes.entries()) await Promise.all([whole(stage, siege, 11 + i), whole(stage, siege, 21 + i, touch)]);
}
