// SPDX-License-Identifier: MIT
// 26_look.mjs - how a table looks: marks at every scale, names off all lines, colours and patterns, the legend, letters, theme, dice.
import assert from "node:assert/strict";
import { stay } from "./kit/hold.mjs";
import { tableFor } from "./kit/play.mjs";
import { choiceOf, dice, polisSiege, polisTable } from "./kit/polis.mjs";
import { phone } from "./kit/stage.mjs";
import { showChoice, TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "the look: choices marked at a scale of 1, one wash an owner, names off lines, marks and arrows, a legend that goes";
export const drawn = true; // it counts what is painted

const large = { width: 1440, height: 900 };

/** At this size the map's scale is exactly 1, which the first paint must not take for one that is painted already. */
async function marksAtOne(table) {
  const drawing = table.page.locator(".map-drawing");
  await until(async () => (await drawing.getAttribute("width")) === "1000.0", "a map as wide in pixels as in its units");
  const look = await drawing.evaluate((svg) => ({
    mark: svg.style.getPropertyValue("--mark"),
    line: getComputedStyle(svg.querySelector(".map-edge.can .line")).strokeWidth,
  }));
  assert.ok(Number(look.mark) > 0.5, `--mark is ${look.mark}`);
  assert.ok(look.line !== "1px", "the line around a choice is a line of its own");
}

/** Names that are written: inside the frame, and over no mark, no arrow and no other name. */
async function namesOf(table) {
  return table.page.evaluate(() => {
    const boxOf = (one) => one.getBoundingClientRect();
    const names = [...document.querySelectorAll(".map-name.shown")].map((name) => ({ words: name.textContent, box: boxOf(name), kind: name.getAttribute("class") }));
    const frame = boxOf(document.querySelector(".map-frame"));
    const marks = [...document.querySelectorAll(".spqr-shield, .spqr-bowl, .spqr-hull")].map(boxOf);
    const arrow = document.querySelector(".map-way .line:not(.head)");
    const svg = boxOf(document.querySelector(".map-drawing"));
    const points = arrow ? Array.from({ length: 41 }, (_, i) => arrow.getPointAtLength((arrow.getTotalLength() * i) / 40)) : [];
    const meet = (a, b, air = 1) => a.left + air < b.right && b.left + air < a.right && a.top + air < b.bottom && b.top + air < a.bottom;
    const faults = [];
    for (const [i, { words, box }] of names.entries()) {
      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) faults.push(`${words}: beyond the frame`);
      if (marks.some((mark) => meet(box, mark, 3))) faults.push(`${words}: over a mark`);
      if (names.slice(i + 1).some((other) => meet(box, other.box, 3))) faults.push(`${words}: over another name`);
      if (points.some(({ x, y }) => x + svg.left > box.left && x + svg.left < box.right && y + svg.top > box.top + 2 && y + svg.top < box.bottom - 2))
        faults.push(`${words}: under the arrow`);
    }
    return { count: names.length, arrow: points.length > 0, faults };
  });
}

/** They are laid out in a frame of their own, after the map. */
async function names(table) {
  let last;
  const well = async () => (last = await namesOf(table)).count > 30 && last.faults.length === 0;
  await until(well, "names on the map").catch(() => undefined);
  assert.deepEqual(last.faults, []);
  assert.ok(last.count > 30, `${last.count} names on the map`);
}

/** In a draft nothing stands on the map yet: a name stands on its own ground where there is room, and that of a sea in the water. */
async function namesOfDraft(stage) {
  const made = await tableFor(stage, { options: { setup_mode: "draft" } });
  const table = new TablePage(await stage.open(made.link, { viewport: large }));
  await table.ready();
  await until(async () => (await namesOf(table)).count > 30, "names on the map");
  const namesAside = () => table.page.evaluate(() =>
    [...document.querySelectorAll(".map-name.shown")]
      .map((name) => {
        const { x, y, width, height } = name.getBoundingClientRect();
        const under = document.elementsFromPoint(x + width / 2, y + height / 2).find((one) => one.matches("path[data-place]"));
        return [name.textContent, under?.getAttribute("aria-label")?.split(";")[0].replaceAll(" ", "") === name.textContent.replaceAll(" ", "")];
      })
      .filter(([, own]) => !own)
      .map(([words]) => words),
  );
  let aside = [];
  await until(async () => (aside = await namesAside()).length <= 6, "names on their own ground").catch(() => undefined);
  stage.note(`names of a draft beside their own ground: ${aside.join(", ") || "none"}`);
  assert.ok(aside.length <= 6, `names beside their ground: ${aside}`);
}

/** Whose a province is shows as a wash; the pattern fills it only for who wants no colours. */
async function patterns(table) {
  const fill = () => table.page.locator('path.map-land[data-seat="0"]').first().evaluate((path) => getComputedStyle(path).fill);
  assert.match(await fill(), /^rgb/);
  assert.equal(await table.page.locator('.map-realm[data-seat="0"] .map-rim').count(), 1, "one rim around all of it");
  await table.page.emulateMedia({ forcedColors: "active" });
  assert.match(await fill(), /url/);
  await table.page.emulateMedia({ forcedColors: "none" });
}

/** Rims are dear to paint: they lie in a layer of their own, which stays as it is while choices are shown over it. */
async function rims(table) {
  const { page } = table;
  const session = await page.context().newCDPSession(page);
  let layers = [];
  session.on("LayerTree.layerTreeDidChange", (event) => (layers = event.layers ?? layers));
  for (const domain of ["DOM", "LayerTree"]) await session.send(`${domain}.enable`);
  await session.send("DOM.getDocument");
  const paints = () => layers.reduce((sum, { paintCount }) => sum + paintCount, 0);
  const paintsOfRims = async () => {
    for (const { backendNodeId, paintCount } of layers.filter((one) => one.backendNodeId)) {
      const { node } = await session.send("DOM.describeNode", { backendNodeId });
      if (node.attributes?.includes("map-realm")) return paintCount;
    }
    return 0;
  };
  const showFive = async () => {
    for (let i = 0; i < 5; i++) {
      const all = paints();
      await page.keyboard.press("n");
      await until(() => paints() > all, "another choice to be painted");
    }
  };
  await showChoice(page);
  // Not at once: a page that was just opened may still find its measures.
  await until(async () => {
    const before = await paintsOfRims();
    await showFive();
    return before > 0 && (await paintsOfRims()) === before;
  }, "five choices to be shown without a rim being painted");
  await session.detach();
  await page.keyboard.press("Escape");
  await table.picked.waitFor({ state: "detached" });
}

/** It covers no button, and Escape folds it away without taking back what is picked. */
async function legend(table) {
  const { page } = table;
  await showChoice(page);
  await table.picked.waitFor();
  await page.locator(".map-legend summary").click();
  await page.locator(".map-legend li").first().waitFor();
  const covered = await page.locator(".map-zoom button:enabled").evaluateAll((buttons) =>
    buttons.filter((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length,
  );
  assert.equal(covered, 0, "no button of the map lies under the legend");
  await page.keyboard.press("Escape");
  await page.locator(".map-legend:not([open])").waitFor();
  assert.equal(await table.picked.isVisible(), true, "what was picked is still picked");
  await page.keyboard.press("Escape");
  await table.picked.waitFor({ state: "detached" });
}

/** The dice of a throw fall beside the fight, in the colours of who fights; a tap ends what is still to be shown. */
async function arena(stage) {
  const made = await tableFor(stage);
  const state = await made.player.playUntil(({ moves }) => moves.some(({ verb }) => verb === "roll"), { conquers: true });
  const table = new TablePage(await stage.open(made.link, { viewport: large, reducedMotion: "no-preference", prefs: { pace: "calm" } }));
  await table.ready();
  await table.myTurn();
  const { provinces } = (await stage.server.api("/games/spqrisiko")).data;
  const [from, to] = [state.view.from, state.view.to].map((index) => provinces.rows[index ?? 0].id);
  const roll = state.moves.filter(({ verb }) => verb === "roll").at(-1);
  await table.page.evaluate(() => {
    // The page keeps the word: dice fall for less than half a second, and a busy machine may look later.
    window.moved = new Set();
    document.addEventListener("animationstart", ({ animationName }) => window.moved.add(animationName));
  });
  await stay(table.page);
  await stage.server.move(made.match, made.token, roll);
  const thrown = table.page.locator(".throw");
  await thrown.waitFor();
  await until(
    () => table.page.evaluate(() => ["tumble", "tumble-back"].every((name) => window.moved.has(name))),
    "the dice of both sides to move",
  );
  const seen = await thrown.evaluate((one, places) => {
    const colour = (key) => {
      const probe = document.createElement("i");
      probe.dataset.seat = key;
      probe.style.color = "var(--seat)";
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const box = one.getBoundingClientRect();
    const covered = places.filter((place) => {
      const mark = document.querySelector(`g.spqr-force[data-place="${place}"]`).getBoundingClientRect();
      return mark.left < box.right && box.left < mark.right && mark.top < box.bottom && box.top < mark.bottom;
    });
    const sides = [...one.querySelectorAll(".throw-side")].map((side) => [colour(side.dataset.seat), getComputedStyle(side.querySelector(".die-body")).fill]);
    return { covered, sides, size: one.querySelector(".die").getBoundingClientRect().width };
  }, [from, to]);
  assert.deepEqual(seen.covered, []);
  for (const [seat, die] of seen.sides) assert.equal(die, seat, "a die has the colour of who throws it");
  assert.notEqual(seen.sides[0][1], seen.sides[1][1]);
  await thrown.click();
  await thrown.waitFor({ state: "detached" });
}

/** Counts tones and noises that the page starts. */
function listen() {
  window.heard = 0;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const { start } = kind.prototype;
    kind.prototype.start = function (...args) {
      window.heard++;
      return start.apply(this, args);
    };
  }
}

/** Theme, size of text, patterns and sounds are a person's choice, and are kept. */
async function settings(stage, made) {
  const page = await stage.page({ colorScheme: "light" });
  await page.addInitScript(listen);
  await page.goto(made.link);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  const seen = () =>
    page.evaluate(() => {
      const [root, land] = [document.documentElement, document.querySelector(".map-bed")];
      return {
        paper: getComputedStyle(root).backgroundColor,
        land: getComputedStyle(land).fill,
        scheme: getComputedStyle(root).colorScheme,
        text: parseFloat(getComputedStyle(root).fontSize),
        mark: document.querySelector(".spqr-shield").getBoundingClientRect().height,
        fill: getComputedStyle(document.querySelector('path.map-land[data-seat="0"]')).fill.startsWith("url"),
        heard: window.heard,
      };
    });
  const before = await seen();
  assert.equal(before.heard, 0);
  await showChoice(page);
  await page.keyboard.press("p");
  await until(async () => (await table.picked.count()) === 0, "the move to be played");
  assert.equal((await seen()).heard, 0, "sounds are off until they are wanted");
  const menu = await table.menu();
  await menu.getByLabel(t("theme")).selectOption("dark");
  await menu.getByLabel(t("text_size")).selectOption("130");
  await menu.getByLabel(t("patterns_on")).check();
  await menu.getByLabel(t("sounds_on")).check();
  const grown = ({ mark }) => Math.abs(mark / before.mark - 1.3) < 0.15;
  const chosen = async () => {
    await until(async () => grown(await seen()), "marks to grow with the text"); // in a frame of their own
    const now = await seen();
    assert.notEqual(now.paper, before.paper);
    assert.notEqual(now.land, before.land, "the board's own sheet follows, too");
    assert.equal(now.scheme, "dark");
    assert.equal(now.text, 20.8);
    assert.equal(now.fill, true);
    return now;
  };
  assert.ok((await chosen()).heard > 0, "switched on, they are heard");
  await page.reload();
  await table.ready();
  await page.locator(".map-edge.can").first().waitFor({ state: "attached" });
  await chosen();
  await page.locator(".map-window").click({ position: { x: 3, y: 3 } });
  const quiet = (await seen()).heard;
  await showChoice(page);
  await page.keyboard.press("p");
  await until(async () => (await seen()).heard > quiet, "a move to be heard");
  await (await table.menu()).getByLabel(t("theme")).selectOption("light");
  assert.equal((await seen()).paper, before.paper);
}

/** Polis: names of cities can be read, a side stands beside its player's name, and a turn does not change the map's size. */
async function cities(stage) {
  const made = await polisTable(stage.server, { seats: ["human", "human"] });
  const page = await stage.open(made.link, { viewport: { width: 1024, height: 768 } });
  const table = new TablePage(page, "polis");
  await table.ready();
  const seen = () =>
    page.evaluate(() => ({
      names: [...document.querySelectorAll(".map-name.city.shown text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a),
      emblems: document.querySelectorAll(".map-name.city .polis-emblem").length,
      sides: [...document.querySelectorAll(".seat-strip .polis-side-name")].map((one) => one.textContent),
      board: document.querySelector(".table-board").getBoundingClientRect().height,
    }));
  await until(async () => (await seen()).names.length > 5, "names of cities");
  const first = await seen();
  assert.ok(Math.min(...first.names) >= 12, `names of ${Math.min(...first.names)} px`);
  assert.equal(first.emblems, 18);
  assert.deepEqual(first.sides, ["Sparta", "Athens"]);
  const random = dice(3);
  const heights = new Set();
  for (let moves = 0; moves < 40; moves++)
    for (const { token } of made.people) {
      const state = await stage.server.state(made.match, token);
      if (!state.moves?.length) continue;
      await stage.server.move(made.match, token, choiceOf(state, random));
      if (moves % 4 === 0) heights.add((await seen()).board);
    }
  assert.deepEqual([...heights], [first.board], "the board is as tall at every turn");
}

/** Polis: the faces of the die by which a siege is won have the colour of who lays it. */
async function faces(stage) {
  const made = await polisSiege(stage.server);
  const page = await stage.open(made.link, { viewport: large });
  await new TablePage(page, "polis").ready();
  await showChoice(page);
  const won = page.locator(".polis-faces .won path").first();
  await won.waitFor();
  const [fill, seat] = await won.evaluate((path, key) => {
    const probe = document.createElement("i");
    probe.dataset.seat = key;
    probe.style.color = "var(--seat)";
    document.body.append(probe);
    return [getComputedStyle(path).fill, getComputedStyle(probe).color];
  }, String("AB".indexOf(made.actor)));
  assert.equal(fill, seat);
}

export async function run(stage) {
  const made = await tableFor(stage);
  const table = new TablePage(await stage.open(made.link, { viewport: large }));
  await table.ready();
  await table.myTurn();
  await table.page.locator(".map-edge.can").first().waitFor({ state: "attached" });
  await marksAtOne(table);
  await names(table);
  await patterns(table);
  await rims(table);
  await legend(table);

  const small = new TablePage(await stage.open(made.link, { viewport: phone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }));
  await small.ready();
  await legend(small);
  await faces(stage);
  await namesOfDraft(stage);

  const strip = () => table.page.locator(".seat-strip").evaluate((one) => one.getBoundingClientRect().height);
  const tall = await strip();

  // An attack that is shown: its arrow runs over no name.
  await made.player.playUntil((state) => state.view.phase === "land_attack" && state.view.step === "attack_to", { conquers: true });
  await table.myTurn();
  await showChoice(table.page);
  await table.page.locator(".map-way .line").first().waitFor({ state: "attached" });
  await until(async () => {
    const { arrow, faults } = await namesOf(table);
    return arrow && faults.length === 0;
  }, "names to make way for the arrow");
  assert.equal(await strip(), tall, "the strip of seats is as tall as at the first turn");
  await cities(stage);
  await arena(stage);
  await settings(stage, await tableFor(stage));
}
