// SPDX-License-Identifier: MIT
// 12_axe.mjs - what axe finds on every view, in light, dark and forced colours, on a wide screen and on a phone: nothing serious.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tableFor } from "./kit/play.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { t } from "./kit/words.mjs";
import { views, visit } from "./kit/views.mjs";

export const title = "axe: nothing serious or critical on any view, light, dark and in forced colours";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Colours differ by look; structure, names and roles do not, and are examined once. */
const colours = { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] };
const looks = [
  { name: "light", media: { colorScheme: "light", forcedColors: "none" }, runOnly: undefined },
  { name: "dark", media: { colorScheme: "dark", forcedColors: "none" }, runOnly: colours },
  { name: "forced colours", media: { colorScheme: "dark", forcedColors: "active" }, runOnly: colours },
];
const onPhone = ["home", "table", "seats", "menu", "replay", "a choice shown", "text view"];

/** Not through the page's own policy, which forbids scripts of others: from outside, as an extension would. */
async function findings(page, session, runOnly) {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "axe" });
  const call = async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    assert.ok(!exceptionDetails, exceptionDetails?.exception?.description ?? exceptionDetails?.text);
    return result.value;
  };
  await call(`if (!self.axe) {\n${axe}\n}`);
  const { violations, passes } = await call(
    `axe.run(document, { resultTypes: ["violations"], ...${JSON.stringify(runOnly ? { runOnly } : {})} }).then(({ violations, passes }) => ({
      passes: passes.length, violations: violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.slice(0, 3).map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary.replace(/\\s+/g, " ").slice(0, 160)) })) }))`,
  );
  assert.ok(passes > 0, "axe examined nothing");
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical");
}

/** Beside the views of all tests: choices shown, odds, the text view, dialogs, the curtain's kin. */
function moreViews(made) {
  const table = { path: made.link, ready: "main.table-page .turn-box [data-choice]" };
  return [
    {
      name: "a choice shown",
      ...table,
      then: async (page) => {
        await page.keyboard.press("n");
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
  const found = [];
  const all = [...views(made), ...moreViews(made)];
  const examine = async (page, session, view, where, runOnly) => {
    for (const one of await findings(page, session, runOnly))
      found.push(`${where}, ${view.name}: ${one.id} (${one.impact}) ${one.help}: ${one.nodes.join(" | ")}`);
  };
  const see = async (viewport, wanted, seen) => {
    const page = await stage.page({ viewport });
    const session = await page.context().newCDPSession(page);
    for (const view of wanted) {
      await visit(page, view);
      for (const { name, media, runOnly } of seen) {
        await page.emulateMedia(media);
        await examine(page, session, view, `${name}, ${viewport.width} px`, runOnly);
      }
      // The choice between map and text is kept.
      if (view.name === "text view") await page.keyboard.press("t");
    }
  };
  await see(desktop, all, looks);
  await see(phone, all.filter(({ name }) => onPhone.includes(name)), looks.slice(0, 1));
  stage.note(`${all.length} views in ${looks.length} looks, ${onPhone.length} on a phone`);
  assert.deepEqual(found, []);
}
