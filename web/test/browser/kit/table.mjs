// SPDX-License-Identifier: MIT
// table.mjs - a table on the page as a person finds it: whose turn it is, the choices, the map, the sheet.
import assert from "node:assert/strict";
import { board, t } from "./words.mjs";
import { until } from "./until.mjs";

/** Shows the next choice by its key, once there is one: as long as a move is on its way there is none, though its ply is already shown. */
export async function showChoice(page) {
  await page.locator(".turn-box [data-choice]").first().waitFor({ state: "attached" });
  await page.keyboard.press("n");
}

/** Letters go to a name on the map. Those that come late begin another one: so they are typed until it is reached. */
export async function typeTo(page, letters, reached) {
  const type = async () => {
    if (await reached()) return true;
    await page.keyboard.type(letters);
    return reached();
  };
  await until(type, `the focus where "${letters}" leads`);
}

export class TablePage {
  /** `prefix`: of the ids of the places on its map. */
  constructor(page, prefix = "spqr") {
    this.page = page;
    this.prefix = prefix;
    this.turn = page.locator(".turn-line").first();
    this.picked = page.getByRole("group", { name: t("picked") });
    this.playButton = page.locator('[data-key="play"]');
    this.undoButton = page.locator('[data-key="undo"]');
    this.notice = page.locator(".notice-place .message");
    this.map = page.getByRole("group", { name: board("map") });
  }

  /** The table is there and its line open. */
  async ready(link = "live") {
    await this.page.locator(`.link-mark.${link}`).waitFor({ state: "attached" });
    await this.page.locator("main.table-page").waitFor();
  }

  async myTurn() {
    await this.turn.filter({ hasText: t("your_turn") }).waitFor();
  }

  /** The ply that is shown. */
  async ply() {
    return Number(await this.page.locator(".turn-box").getAttribute("data-ply"));
  }

  /** In one look, since each costs three processes a turn: the ply that is shown; whether a move or a row of them is under way, or still being
   * shown; the words of the choice that is shown, or null. */
  glance() {
    return this.page.evaluate(() => {
      const picked = document.querySelector(".turn-foot .picked");
      return {
        ply: Number(document.querySelector(".turn-box")?.dataset.ply),
        underWay: document.querySelector('.sending, [data-key="end-row"], [data-key="skip"]') !== null,
        picked: picked?.checkVisibility() ? picked.innerText : null,
      };
    });
  }

  /** The page is at that ply, and whoever is to move there can. */
  at(ply) {
    return until(() => this.glance().then((seen) => seen.ply === ply && !seen.underWay), `the page to be at ply ${ply}`);
  }

  /** The choices that can be pressed now, in their order. */
  choices(root = ".turn-box") {
    return this.page.locator(`${root} [data-choice]`);
  }

  place(id) {
    return this.page.locator(`path[data-place="${id}"]`);
  }

  /** Where a place can be tapped: the middle of its mark or name, in pixels of the window. */
  async spot(id) {
    return this.page.evaluate(([place, prefix]) => {
      const shape = document.getElementById(`${prefix}-${place}`);
      const inside = (x, y) => document.elementFromPoint(x, y)?.closest("[data-place]")?.getAttribute("data-place") === place;
      const mark = document.querySelector(`g[data-place="${place}"]`)?.getBoundingClientRect();
      const box = shape.getBoundingClientRect();
      const tries = mark ? [[mark.x + mark.width / 2, mark.y + mark.height / 2]] : [];
      for (let down = 1; down < 12; down++)
        for (let over = 1; over < 12; over++) tries.push([box.x + (box.width * over) / 12, box.y + (box.height * down) / 12]);
      const found = tries.find(([x, y]) => inside(x, y));
      return found ? { x: found[0], y: found[1] } : null;
    }, [id, this.prefix]);
  }

  /** What lies beside a small window comes into sight with the whole map. */
  async wholeMap() {
    const button = this.page.getByRole("button", { name: t("zoom_all") });
    if (await button.isEnabled().catch(() => false)) await this.press(button);
    return null;
  }

  /** The map stays where it is for two frames: a banner that goes gives it its room, and a tap that was aimed before meets another place. */
  async still() {
    await this.page.evaluate(async () => {
      const box = () => JSON.stringify(document.querySelector(".map-drawing")?.getBoundingClientRect());
      let last;
      do {
        last = box();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      } while (box() !== last);
    });
  }

  /** A tap with the mouse, or with a finger where the device has none. */
  async tapPlace(id, { finger = false } = {}) {
    await this.still();
    const spot = (await this.spot(id)) ?? (await this.wholeMap()) ?? (await until(() => this.spot(id), `${id} in sight on the map`));
    if (finger) await this.page.touchscreen.tap(spot.x, spot.y);
    else await this.page.mouse.click(spot.x, spot.y);
  }

  /** Shows a choice on the map, and plays it by a second tap. */
  async tapTwice(id, how) {
    await until(async () => (await this.place(id).getAttribute("aria-pressed")) === "false", `${id} to be a choice`);
    await this.tapPlace(id, how);
    await this.picked.waitFor();
    await this.tapPlace(id, how);
    await this.picked.waitFor({ state: "detached" });
  }

  /** Plays a choice on the map that may be taken back: one tap is enough. */
  async tapOnce(id, how) {
    await until(async () => (await this.place(id).getAttribute("aria-pressed")) === "false", `${id} to be a choice`);
    await this.tapPlace(id, how);
    await this.picked.waitFor({ state: "detached" });
  }

  /** What stands in a province on the map: {seat, n}; null: nothing. */
  async force(id) {
    return this.page.evaluate((place) => {
      const mark = document.querySelector(`g.spqr-force[data-place="${place}"]`);
      return mark && { seat: mark.querySelector(".spqr-letter")?.textContent ?? null, n: Number(mark.querySelector(".spqr-number").textContent) };
    }, id);
  }

  async waitForce(id, seat, n) {
    await until(
      async () => {
        const force = await this.force(id);
        return force && force.seat === seat && (n === undefined || force.n === n);
      },
      `${n ?? "legionaries"} of ${seat} in ${id}`,
    );
  }

  /** Shows the first choice that is offered and plays it, as a person who does not think. Resolves once it is played. */
  async playFirst() {
    const before = await this.ply();
    const done = async () => (await this.page.locator(".result, .curtain").count()) > 0 || (await this.ply()) !== before;
    await until(async () => {
      if (await done()) return true;
      if (await this.playButton.isVisible()) await this.press(this.playButton);
      else await this.pressFirst();
      return false;
    }, "the first choice to be played");
  }

  /** The board may show a choice, play it, or show the whole map, by itself at any time: what went away is no fault. False: it was not pressed,
   * for that reason or because the machine is busy. */
  press(button) {
    return button.click({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  }

  async pressFirst() {
    const first = this.page.locator(".turn-box [data-choice]:visible").first();
    const closed = this.page.locator(".turn-box details.spqr-all:not([open]) > summary");
    if (await first.isVisible()) await this.press(first);
    else if (await closed.isVisible()) await this.press(closed);
  }

  /** Opens a tab of the sheet. */
  async tab(id) {
    await this.page.locator(`[data-tab="${id}"]`).click();
  }

  async menu() {
    await this.page.getByRole("button", { name: t("menu") }).click();
    return this.page.getByRole("dialog", { name: t("menu") });
  }
}

/** Title and icon as a browser shows them in its tab. */
export async function tabOf(page) {
  return page.evaluate(() => ({ title: document.title, icon: document.querySelector('link[rel="icon"]').getAttribute("href") }));
}

export async function waitTab(page, title, icon) {
  await until(
    async () => {
      const tab = await tabOf(page);
      return title.test(tab.title) && icon.test(tab.icon);
    },
    `a tab with title ${title} and icon ${icon}`,
  ).catch(async (fault) => assert.fail(`${fault.message}, but it is ${JSON.stringify(await tabOf(page))}`));
}
