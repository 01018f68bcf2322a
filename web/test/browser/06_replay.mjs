// SPDX-License-Identifier: MIT
// 06_replay.mjs - looking back: by scrubber, keys and address; nobody's cards while it lasts, everybody's after the end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { tableFor } from "./kit/play.mjs";
import { until } from "./kit/until.mjs";
import { board, t } from "./kit/words.mjs";

export const title = "replay: scrubber, keys and an address for ply and eyes; a seat's cards hidden while it lasts, open after the end";

const place = (page) => page.locator(".replay-controls output");
const hands = (page) => page.getByRole("region", { name: t("hand") });

async function at(page, ply, last) {
  await place(page).filter({ hasText: new RegExp(`^${t("ply_of", ply, last)}$`) }).waitFor();
}

/** Who held a province then, as the map shows it. */
async function owners(page) {
  return page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll("g.spqr-force[data-place]")].map((one) => [one.dataset.place, one.textContent.trim()])),
  );
}

/** What was asked for comes a moment after the number of the ply. */
async function shows(page, wanted, what) {
  await until(async () => wanted(await owners(page)), what);
  return owners(page);
}

const same = (wanted) => (found) => isDeepStrictEqual(found, wanted);
/** The story of the eyes that are looked through. */
const told = (page) => until(async () => (await page.locator(".replay-side .log-lines li").count()) > 0, "what happened, in words");

const held = (n) => (found) => Object.keys(found).length === n;

async function ways(stage, link, match, last) {
  const page = await stage.open(link);
  await page.locator("main.table-page").waitFor();
  await page.keyboard.press("r");
  await page.waitForURL(new RegExp(`ply=${last}$`));
  await at(page, last, last);
  const now = await shows(page, held(45), "the whole map");
  await page.keyboard.press("Home");
  await at(page, 0, last);
  await shows(page, held(0), "the empty map of the beginning");
  for (const ply of [1, 2, 3]) {
    await page.keyboard.press("ArrowRight");
    await at(page, ply, last);
  }
  await page.keyboard.press("ArrowLeft");
  await at(page, 2, last);
  await shows(page, held(2), "two provinces after two plies");
  await page.locator(".scrubber input").fill("30");
  await at(page, 30, last);
  const then = await shows(page, held(30), "thirty provinces after thirty plies");
  await page.waitForURL(/ply=30$/);
  await page.keyboard.press("End");
  await at(page, last, last);
  await shows(page, same(now), "the map as it is now");
  // By itself, from the beginning.
  await page.keyboard.press("Home");
  await at(page, 0, last);
  await page.getByRole("button", { name: t("replay_play"), exact: true }).click();
  await until(async () => Number.parseInt(await place(page).innerText()) >= 2, "the replay to go on by itself");
  await page.getByRole("button", { name: t("replay_pause"), exact: true }).click();
  // The address is enough for somebody else.
  await page.getByRole("slider", { name: t("replay_ply") }).fill("30");
  await page.getByRole("button", { name: t("share_moment") }).click();
  const address = page.getByRole("textbox", { name: t("share_moment") });
  await until(async () => /ply=30$/.test(await address.inputValue()), "the address of the moment");
  const other = await stage.open(await address.inputValue());
  await at(other, 30, last);
  await shows(other, same(then), "the same moment to somebody else");
  assert.ok(!(await address.inputValue()).includes("#"), "it gives no seat away");
  return { page, other, match };
}

/** Comments and bookmarks of one's own: kept by the browser, in the file and, one at a time, in a link for others. */
async function remarks(stage, page, last) {
  const box = page.locator(".replay-remarks");
  await page.locator(".scrubber input").fill("30");
  await at(page, 30, last);
  await box.locator("summary").click();
  await box.locator("select").selectOption("?!");
  const words = "too early & <b>bold</b>";
  await box.getByRole("textbox").fill(words);
  await box.getByRole("textbox").press("Tab");
  await page.keyboard.press("End");
  await at(page, last, last);
  await box.locator('[data-key="bookmark"]').click();
  await until(async () => (await box.locator(".remark-one").count()) === 2, "the comment and the bookmark");
  await page.waitForURL(new RegExp(`ply=${last}&`));
  await page.reload();
  await box.locator(".remark-one").first().click();
  await at(page, 30, last);
  assert.equal(await box.getByRole("textbox").inputValue(), words);
  const coming = page.waitForEvent("download");
  await box.locator('[data-key="save-remarks"]').click();
  const path = join(stage.server.folder, "remarked.alea");
  await (await coming).saveAs(path);
  const file = readFileSync(path, "utf8");
  assert.ok(file.includes(`\n# at 30 | ?! ${words}\n`) && file.includes(`\n# at ${last} | `), "comment lines of the transcript");
  await stage.runs("check", path); // which it still is
  await page.getByRole("button", { name: t("share_moment") }).click();
  const address = await page.getByRole("textbox", { name: t("share_moment") }).inputValue();
  const other = await stage.open(address);
  await other.locator(".said").filter({ hasText: `?! ${words}` }).waitFor();
  await at(other, 30, last);
  assert.equal(await other.locator(".remark-one").count(), 0, "they are nobody else's");
  await other.keyboard.press("ArrowRight");
  await at(other, 31, last);
  assert.equal(await other.locator(".said").count(), 0);
}

export async function run(stage) {
  const made = await tableFor(stage, { options: { max_rounds: "6" } });
  const holds = ({ view }) => Object.values(view.hand.A ?? {}).some((n) => n > 0);
  const state = await made.player.playUntil((one) => holds(one) && one.view.phase === "reinforce_land", { conquers: true });
  const { page, other } = await ways(stage, made.link, made.match, state.ply);

  // While it lasts: mine to me, nobody's to others, not even by the address.
  await page.keyboard.press("End");
  await hands(page).waitFor();
  await page.locator(".replay-hands .spqr-cards li").first().waitFor(); // my own cards, in my own replay
  assert.equal(await page.locator(".eyes").count(), 0, "no other eyes while it lasts");
  await other.keyboard.press("End");
  await at(other, state.ply, state.ply);
  assert.equal(await hands(other).count(), 0);
  const names = (await stage.server.api("/games/spqrisiko")).sets.card.map(({ name }) => name);
  const seen = await other.locator(".replay-side").innerText();
  for (const name of names) assert.ok(!new RegExp(`\\b${name}\\b.*card|card.*\\b${name}\\b`, "i").test(seen), `a spectator reads of a card: ${name}`);
  stage.watch.allow(/403/);
  const forbidden = await stage.open(`/m/${made.match}?ply=${state.ply}&as=A`);
  await forbidden.getByRole("alert").waitFor();
  assert.equal(await forbidden.locator(".spqr-cards").count(), 0);

  // After the end: any eyes, and the address keeps them.
  const over = await made.player.playUntil(() => false).catch(() => stage.server.state(made.match, made.token));
  assert.equal(over.status, "over");
  await other.goto(`/m/${made.match}?ply=${state.ply}`);
  await at(other, state.ply, over.ply);
  assert.equal(await hands(other).count(), 0);
  await other.getByLabel(t("eyes")).selectOption("A");
  await other.locator('[data-key="hand-A"] .spqr-cards li').first().waitFor();
  await other.waitForURL(/as=A$/);
  await told(other);
  const again = await stage.open(other.url());
  await at(again, state.ply, over.ply);
  await again.locator('[data-key="hand-A"] .spqr-cards li').first().waitFor();
  assert.equal(await again.getByLabel(t("eyes")).inputValue(), "A");
  await told(again);
  await again.getByLabel(t("eyes")).selectOption("all");
  await until(async () => (await again.locator('[data-key^="hand-"]').count()) === 3, "the cards of all three");
  assert.equal(await again.getByText(board("hand"), { exact: true }).count(), 3);
  await told(again);
  await remarks(stage, again, over.ply);
}
