// SPDX-License-Identifier: MIT
// 30_phone.mjs - a phone's first picture: the map as high as its window, with names, where something is to be decided; own means and the clock
// under the head; a few choices in the foot, all of it without a scroll.
import assert from "node:assert/strict";
import { tableFor } from "./kit/play.mjs";
import { polisSiege } from "./kit/polis.mjs";
import { phone } from "./kit/stage.mjs";
import { showChoice } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "a phone: the map at full height with names and a choice in sight, own means and clock, a few choices in the foot";

const games = {
  spqrisiko: ["human", "bot:easy", "bot:easy"],
  polis: ["human", "bot:easy"],
};

/** What is seen of the map, in pixels of the screen. */
function look() {
  const window = document.querySelector(".map-window").getBoundingClientRect();
  const inside = ({ left, right, top, bottom }) => left < window.right && right > window.left && top < window.bottom && bottom > window.top;
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const names = [...document.querySelectorAll(".map-name")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && inside(box) && getComputedStyle(one).visibility !== "hidden" && getComputedStyle(one).opacity !== "0";
  });
  const drawn = document.querySelector(".map-window svg").getBoundingClientRect();
  return {
    high: drawn.height / window.height,
    names: names.length,
    choices: boxes(".map-edge.can").filter(inside).length,
  };
}

async function firstPicture(stage, page, game) {
  let seen;
  const whole = async () => {
    seen = await page.evaluate(look);
    return seen.names >= 5 && seen.high > 0.95 && (game !== "spqrisiko" || seen.choices > 0);
  };
  await until(whole, `${game}: names, and choices, on the map at its window's height`).catch(({ message }) => assert.fail(`${message}: ${JSON.stringify(seen)}`));
  const own = page.locator('[data-key="own"]');
  assert.match(await own.innerText(), /\d+:\d\d/, "the running clock");
  const box = await own.boundingBox();
  assert.ok(box.height < 44 && box.y < 110, `one line under the head: ${JSON.stringify(box)}`);
}

/** Plays over the API until the seat has two to four choices, and shows them in the foot. */
async function fewChoices(stage, page, made, game) {
  const { token } = made.seats[0];
  const few = (moves) => moves?.length >= 2 && moves.length <= 4;
  await until(async () => {
    const state = await stage.server.api(`/matches/${made.match}`, { token });
    if (few(state.moves)) return true;
    const move = state.moves?.find(({ verb }) => verb !== "pass");
    if (move) await stage.server.ask(`/matches/${made.match}/moves`, { token, body: { ply: state.ply, m: move.m } });
    return false;
  }, `${game}: a decision of a few choices`);
  const foot = page.locator(".turn-foot.deciding");
  await foot.waitFor();
  const first = await foot.getByRole("button").first().boundingBox();
  assert.ok(first.y + first.height <= phone.height, `${game}: the first choice can be tapped: ${JSON.stringify(first)}`);
  assert.equal(await page.locator(".turn-scroll .choices").count(), 0, "a choice stands in one place");
}

/** All buttons by which a choice that is shown is played are in sight, on a phone and in a low window beside the map; the choices above them may scroll.
 * `shows`: what is done until a choice is shown. */
async function plays(stage, link, what, shows = () => undefined) {
  for (const viewport of [phone, { width: 1024, height: 700 }]) {
    const page = await stage.open(link, { viewport });
    await page.locator(".turn-box.mine").waitFor();
    await shows(page);
    await page.locator(".turn-foot .picked").waitFor();
    await page.locator(".turn-foot .odds strong").first().waitFor();
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll(".turn-foot button")]
        .filter((one) => !one.closest(".spqr-choice-list, .polis-choices"))
        .filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          const ends = [y + 2, y + height - 2].map((at) => document.elementFromPoint(x + width / 2, at));
          return ends.some((seen) => !seen || !one.contains(seen));
        })
        .map((one) => one.textContent),
    );
    assert.deepEqual(covered, [], `${viewport.width} px: buttons of ${what} that are not in sight`);
    await page.context().close();
  }
}

/** An attack among several targets, a fight's dice, a siege. */
async function fights(stage) {
  const made = await tableFor(stage);
  await made.player.playUntil(({ moves }) => moves.length === 4 && moves[0].verb === "attack_to", { conquers: true });
  await plays(stage, made.link, "an attack", showChoice);
  await made.player.playUntil(({ moves }) => moves.some(({ verb }) => verb === "roll"), { conquers: true });
  await plays(stage, made.link, "a fight");
  await plays(stage, (await polisSiege(stage.server)).link, "a siege", showChoice);
}

/** What is unfolded in the low sheet is seen at once: the first choices at least. */
async function unfolds(stage) {
  const made = await tableFor(stage);
  const page = await stage.open(made.link, { viewport: phone, hasTouch: true });
  await page.locator(".turn-box.mine .spqr-all summary").tap();
  const first = page.locator(".spqr-all [data-choice]").first();
  await until(async () => {
    const box = await first.boundingBox();
    return box && box.y + box.height <= phone.height;
  }, "the first choice to be seen");
  await page.context().close();
}

/** A sheet that is drawn up hides the south of the map: a finger draws it forth. */
async function southOfTheMap(page) {
  await page.getByRole("button", { name: t("sheet_open") }).click();
  const boxes = () =>
    page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return { map: box(".map-drawing").bottom, sheet: box(".sheet").top, top: box(".map-window").top, left: box(".map-window").left };
    });
  const still = await until(async () => {
    const [before, after] = [await boxes(), await boxes()];
    return before.sheet === after.sheet && before.sheet < phone.height / 2 && after;
  }, "the sheet to be drawn up");
  assert.ok(still.map > still.sheet, "the south lies under it");
  const session = await page.context().newCDPSession(page);
  const touch = (type, y) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: still.left + 60, y }] });
  await until(async () => {
    await touch("touchStart", still.sheet - 10);
    for (let y = still.sheet - 10; y > still.top + 10; y -= 20) await touch("touchMove", y);
    await touch("touchEnd");
    const { map, sheet } = await boxes();
    return map <= sheet;
  }, "the map's south to come out from under the sheet");
}

export async function run(stage) {
  await unfolds(stage);
  await fights(stage);
  for (const [game, seats] of Object.entries(games)) {
    const clock = { kind: "live", move: 90, reserve: 900, then: "bot:greedy" };
    const made = await stage.server.create({ game, seats, clock });
    await stage.server.api(`/matches/${made.match}/join`, { token: made.seats[0].token, body: { name: "Anna" } });
    const page = await stage.open(`/m/${made.match}#${made.seats[0].token}`, { viewport: phone, hasTouch: true, isMobile: true });
    await page.locator(".map-window svg").first().waitFor();
    await page.locator(".turn-box.mine").waitFor();
    await firstPicture(stage, page, game);
    await fewChoices(stage, page, made, game);
    await southOfTheMap(page);
    await page.context().close();
  }
}
