// SPDX-License-Identifier: MIT
// 31_tab_stops.mjs - the Tab key: a map is one stop, whose places are reached by arrows; a link skips to what is to be decided.
import assert from "node:assert/strict";
import { t } from "./kit/words.mjs";

export const title = "the Tab key: the map is one stop, arrows go on from it, and a link skips to the choices";

const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return { map: !!one.closest(".map-window"), turn: !!one.closest(".turn-box"), place: one.getAttribute("data-place") };
  });

async function stops(page) {
  let map = 0;
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now.map) map++;
    if (now.turn) return map;
  }
  return assert.fail(`no choice within 40 stops, ${map} of them on the map`);
}

export async function run(stage) {
  for (const [game, seats] of Object.entries({ spqrisiko: ["human", "bot:easy", "bot:easy"], polis: ["human", "bot:easy"] })) {
    const made = await stage.server.create({ game, seats });
    await stage.server.api(`/matches/${made.match}/join`, { token: made.seats[0].token, body: { name: "Anna" } });
    const page = await stage.open(`/m/${made.match}#${made.seats[0].token}`);
    await page.locator(".turn-box.mine").waitFor();
    await page.locator(".map-window [data-place]").first().waitFor({ state: "attached" });
    assert.equal(await stops(page), 1, `${game}: stops on the map before the choices`);

    // Back to it, and on by an arrow: another place has the focus, and the map is one stop still.
    await page.locator('.map-window [data-place][tabindex="0"]').focus();
    const { place } = await focused(page);
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await page.keyboard.press("PageDown");
    assert.equal(await page.locator('.map-window [data-place][tabindex="0"]').count(), 1);
    assert.ok((await focused(page)).map, `${game}: from ${place} the focus stays on the map`);

    await page.getByRole("button", { name: t("skip_to_choices") }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !!document.activeElement.closest(".turn-box"));
    await page.context().close();
  }
}
