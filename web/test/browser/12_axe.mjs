// SPDX-License-Identifier: MIT
// 12_axe.mjs - what axe finds on every view, in light, dark and forced colours, on a wide screen and on a phone: nothing serious.
import assert from "node:assert/strict";
import { examine, looks } from "./kit/axe.mjs";
import { tableFor } from "./kit/play.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { showChoice } from "./kit/table.mjs";
import { t } from "./kit/words.mjs";
import { views } from "./kit/views.mjs";

export const title = "axe: nothing serious or critical on any view, light, dark and in forced colours";

const onPhone = ["home", "table", "seats", "menu", "replay", "lesson", "a choice shown", "text view"];

/** So low that every panel of the sheet is longer than its room. */
const lowPhone = { width: 360, height: 480 };
const inTheSheet = ["seats", "log", "chat"];

/** Beside the views of all tests: choices shown, odds, the text view, dialogs, the curtain's kin. */
function moreViews(made) {
  const table = { path: made.link, ready: "main.table-page .turn-box [data-choice]" };
  return [
    {
      name: "a choice shown",
      ...table,
      then: async (page) => {
        await showChoice(page);
        await page.locator(".turn-foot .picked").waitFor();
      },
    },
    {
      name: "text view",
      ...table,
      then: async (page) => {
        await page.keyboard.press("t");
        await page.locator(".spqr-places").waitFor();
      },
    },
    {
      name: "keys",
      ...table,
      then: async (page) => {
        await page.keyboard.press("?");
        await page.getByRole("dialog", { name: t("shortcuts") }).waitFor();
      },
    },
  ];
}

export async function run(stage) {
  const made = await tableFor(stage, { options: { max_rounds: "4" } });
  // To an attack that is about to be thrown, with its odds, and cards in hand if they came.
  await made.player.playUntil((state) => state.round >= 2 && state.view.phase === "land_attack" && state.view.step === "attack_to", {
    conquers: true,
  });
  const all = [...views(made), ...moreViews(made)];
  // The choice between map and text is kept.
  const back = (page, view) => view.name === "text view" && page.keyboard.press("t");
  const named = (names) => all.filter(({ name }) => names.includes(name));
  const found = [
    ...(await examine(stage, desktop, all, looks, back)),
    ...(await examine(stage, phone, named(onPhone), looks.slice(0, 1), back)),
    ...(await examine(stage, lowPhone, named(inTheSheet), looks.slice(0, 1), back)),
  ];
  stage.note(`${all.length} views in ${looks.length} looks, ${onPhone.length} on a phone`);
  assert.deepEqual(found, []);
}
