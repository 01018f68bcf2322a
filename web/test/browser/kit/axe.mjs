// SPDX-License-Identifier: MIT
// axe.mjs - what axe finds serious or critical on views of the page, in light, dark and forced colours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { whileDrawn } from "./stage.mjs";
import { visit } from "./views.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Colours differ by look; structure, names and roles do not, and are examined once. */
const colours = { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] };
export const looks = [
  { name: "light", media: { colorScheme: "light", forcedColors: "none" }, runOnly: undefined },
  { name: "dark", media: { colorScheme: "dark", forcedColors: "none" }, runOnly: colours },
  { name: "forced colours", media: { colorScheme: "dark", forcedColors: "active" }, runOnly: colours },
];

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
  if (!(await call("!!self.axe"))) await call(axe); // half a megabyte, which each look at a view would send again
  const { violations, passes } = await call(
    `axe.run(document, { resultTypes: ["violations"], ...${JSON.stringify(runOnly ? { runOnly } : {})} }).then(({ violations, passes }) => ({
      passes: passes.length, violations: violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.slice(0, 3).map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary.replace(/\\s+/g, " ").slice(0, 160)) })) }))`,
  );
  assert.ok(passes > 0, "axe examined nothing");
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical");
}

/** Visits the views at that size in each of the looks: a line for each finding. `after`: what takes back what a view did. */
export async function examine(stage, viewport, views, seen, after) {
  const found = [];
  const page = await stage.page({ viewport });
  const session = await page.context().newCDPSession(page);
  for (const view of views) {
    await visit(page, view);
    for (const { name, media, runOnly } of seen) {
      await page.emulateMedia(media);
      for (const one of await whileDrawn(page, () => findings(page, session, runOnly)))
        found.push(`${name}, ${viewport.width} px, ${view.name}: ${one.id} (${one.impact}) ${one.help}: ${one.nodes.join(" | ")}`);
    }
    await after?.(page, view);
  }
  return found;
}
