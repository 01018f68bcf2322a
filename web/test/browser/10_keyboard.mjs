// SPDX-License-Identifier: MIT
// 10_keyboard.mjs - no mouse at all: from the first page to a table, a claim on the map, and a whole turn of one's own.
import assert from "node:assert/strict";
import { tableFor } from "./kit/play.mjs";
import { showChoice, TablePage, typeTo } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { board, t } from "./kit/words.mjs";

export const title = "keyboard: a claim by the arrows of the map, a whole turn by keys alone, the list by \"?\", and the focus always seen";

/** What has the focus, and whether one sees that it has. */
function focused(page) {
  return page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const style = getComputedStyle(one);
    const outlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1.5;
    const shadowed = style.boxShadow !== "none";
    const onMap = one.matches("[data-place]") && document.querySelector(".map-edge.focused") !== null;
    const around = one.closest("label")?.matches(":focus-within") && getComputedStyle(one.closest("label")).outlineStyle !== "none";
    const box = one.getBoundingClientRect();
    return {
      tag: one.tagName.toLowerCase(),
      place: one.getAttribute("data-place"),
      key: one.getAttribute("data-key"),
      choice: one.getAttribute("data-choice"),
      says: (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 60),
      heading: one.matches("h1"),
      card: one.closest(".game-card")?.textContent ?? "",
      seen: outlined || shadowed || onMap || !!around,
      inSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
  });
}

/** Tab until something is reached; every stop on the way shows that it has the focus. */
async function tabTo(page, wanted, what, most = 60) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (!now) continue;
    assert.ok(now.seen, `the focus is not seen on ${now.tag} "${now.says}"`);
    assert.ok(now.inSight, `the focus is out of sight on ${now.tag} "${now.says}"`);
    if (wanted(now)) return now;
  }
  throw new Error(`Tab does not come to ${what}`);
}

async function home(stage) {
  const page = await stage.open("/");
  await page.locator(".game-card").first().waitFor();
  await tabTo(page, ({ says, card }) => says === t("play_now") && card.includes("SPQRisiko"), "playing now");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/m\//);
  const table = new TablePage(page);
  await table.ready();
  await table.myTurn();
  return table;
}

async function claim(table) {
  const { page } = table;
  await tabTo(page, ({ place }) => place !== null, "the map");
  // Arrows go from place to place, each further east than the one before or not at all.
  const visited = new Set();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) {
    await page.keyboard.press(key);
    const now = await focused(page);
    assert.ok(now.place && now.seen, `${key} stays on the map, seen`);
    visited.add(now.place);
  }
  assert.ok(visited.size >= 4);
  await typeTo(page, "sici", async () => (await focused(page)).place === "sicilia");
  assert.match(await table.place("sicilia").getAttribute("aria-label"), new RegExp(board("choice")));
  // A claim can be taken back, so that one press makes it.
  await page.keyboard.press("Enter");
  await table.waitForce("sicilia", "A");
  assert.equal((await focused(page)).place, "sicilia", "the focus stays where it was");
  // The next choice, from west to east, once there are choices again.
  await page.locator('path[data-place][aria-pressed="false"]').first().waitFor({ state: "attached" });
  await page.keyboard.press("PageDown");
  const next = await focused(page);
  assert.ok(next.place && next.place !== "sicilia");
}

async function list(table) {
  const { page } = table;
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: t("shortcuts") });
  await dialog.waitFor();
  const rows = await dialog.locator(".shortcuts > div").allInnerTexts();
  for (const says of ["key_decide", "key_next", "key_play", "key_undo", "key_text", "key_chat", "key_replay"])
    assert.ok(rows.some((row) => row.includes(t(says))), `the list tells: ${t(says)}`);
  // Keys of the table do not count under it.
  await page.keyboard.press("t");
  assert.equal(await page.locator(".spqr-places").count(), 0);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" }); // it is closed a frame before that
  // It goes with its page, by its own link as by Back.
  await page.keyboard.press("?");
  await dialog.getByRole("link", { name: t("help") }).click();
  await page.waitForURL(/\/help$/);
  await dialog.waitFor({ state: "detached" });
  await page.goBack();
  await table.ready();
  await page.keyboard.press("?");
  await dialog.waitFor();
  await page.goBack();
  await page.locator(".game-card").first().waitFor();
  await dialog.waitFor({ state: "detached" });
}

/** A turn: d goes to the choices, n shows one, Escape drops it, p plays it, u takes it back; the end of a phase by Enter on its button. */
async function wholeTurn(stage) {
  const made = await tableFor(stage);
  const { server } = stage;
  const table = new TablePage(await stage.open(made.link));
  const { page } = table;
  await table.ready();
  await table.myTurn();
  const first = await server.turn(made.match, made.token);
  await showChoice(page);
  await table.picked.waitFor();
  await page.keyboard.press("Escape");
  await table.picked.waitFor({ state: "detached" });
  assert.equal(await table.ply(), first.ply, "nothing was played");
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await page.keyboard.press("b");
  await page.keyboard.press("p");
  await until(async () => (await table.ply()) === first.ply + 1, "the move by p");
  await page.keyboard.press("u");
  await until(async () => (await table.ply()) === first.ply, "the move taken back by u");
  await page.keyboard.press("d");
  await until(async () => ["button", "summary"].includes((await focused(page))?.tag), "the focus on the choices");
  assert.ok((await focused(page)).seen);

  for (let moves = 0; moves < 60; moves++) {
    const state = await server.turn(made.match, made.token);
    if (state.round > first.round) return;
    await table.at(state.ply);
    const done = state.moves.find((move) => move.verb === "done");
    if (done) {
      await page.locator(`[data-choice="${done.m}"]`).waitFor();
      await tabTo(page, ({ choice }) => choice === String(done.m), "the end of the phase", 120);
      await page.keyboard.press("Enter");
      await until(async () => (await table.ply()) !== state.ply || (await table.picked.isVisible()), "the end of the phase to be shown or played");
      if ((await table.ply()) === state.ply) await page.keyboard.press("p");
    } else {
      if (!(await table.picked.isVisible())) await showChoice(page);
      await table.picked.waitFor();
      await page.keyboard.press("p");
    }
    await until(async () => (await table.ply()) !== state.ply, "the move by keys");
  }
  assert.fail("the turn has no end");
}

export async function run(stage) {
  const table = await home(stage);
  await claim(table);
  await list(table);
  await wholeTurn(stage);
}
