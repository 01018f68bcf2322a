// SPDX-License-Identifier: MIT
// 32_analyse.mjs - the analysis board: a file, moves tried, throws chosen, a bot, file and address; mistakes tried again, and puzzles.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { examine, looks } from "./kit/axe.mjs";
import { tableFor } from "./kit/play.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { showChoice } from "./kit/table.mjs";
import { counted, until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { analysis, it, reviewing, t } from "./kit/words.mjs";

export const title = "analysis: any match, moves and throws tried, a bot's view, shared as file and address; mistakes tried again as puzzles";

const ready = "main.analyse .turn-box";
const atPly = (page, ply) => page.locator(`.turn-box[data-ply="${ply}"]`).waitFor();
const iterations = async (page) => Number(await page.locator("output[data-iterations]").getAttribute("data-iterations"));

/** The text that the address of the page holds. */
function heldBy(page) {
  const packed = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("z") ?? "";
  return packed ? inflateRawSync(Buffer.from(packed, "base64url")).toString("utf8") : "";
}

const pliesOf = (path) => readFileSync(path, "utf8").split("\n").filter((line) => /^\d+ /.test(line));

async function openFile(page, path) {
  await page.goto("/analyse");
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.locator(ready).waitFor();
}

/** By the list of moves and by keys; the server is asked about none of it. */
async function walks(page, path) {
  await page.locator('[data-place="0"]').waitFor();
  await page.keyboard.press("ArrowRight");
  await atPly(page, 1);
  await page.keyboard.press("End");
  await atPly(page, pliesOf(path).length);
  await page.locator(".analyse-scores").waitFor();
  await page.keyboard.press("Home");
  await atPly(page, 0);
}

/** Another move than that of the match, by keys alone, with a mark and a comment. */
async function triesAMove(page, path) {
  const at = pliesOf(path).findIndex((line, i) => i > 4 && / [A-Z] /.test(line));
  for (let ply = 0; ply < at; ply++) {
    await page.keyboard.press("ArrowRight");
    await atPly(page, ply + 1);
  }
  const was = pliesOf(path)[at].split(" ").slice(2).join(" ");
  await showChoice(page);
  await page.locator(".turn-foot .picked").waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  await atPly(page, at + 1);
  await page.locator(`[aria-current][data-place^="${at}."]`).waitFor();
  await page.locator(".remark-fields select").selectOption("!?");
  await page.locator(".remark-fields input").fill("and if?");
  await page.locator(".remark-fields input").press("Tab");
  await page.locator(".analyse-comment", { hasText: "and if?" }).waitFor();
  return { at, was };
}

/** A move tried and left before the engine has answered: one is where one went, and can choose there. */
async function leavesATry(stage, path) {
  const page = await stage.page();
  await openFile(page, path);
  const at = pliesOf(path).findIndex((line, i) => i > 4 && / [A-Z] /.test(line));
  await page.locator(`[data-place="${at}"]`).click();
  await atPly(page, at);
  await showChoice(page);
  await page.locator(".turn-foot .picked").waitFor();
  await page.evaluate(() => {
    for (const key of ["p", "Home"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await atPly(page, 0);
  await page.keyboard.press("ArrowRight");
  await atPly(page, 1); // answered after the move
  await page.locator('[data-place="1"][aria-current]').waitFor();
  await page.close();
}

/** A throw that did not fall, chosen. */
async function choosesAThrow(page, path) {
  const at = pliesOf(path).findIndex((line, i) => i > 40 && / \* dice/.test(line));
  assert.ok(at > 0, "dice fall in this match");
  await page.evaluate((place) => document.querySelector(`[data-place="${place}"]`)?.click(), "0");
  await atPly(page, 0);
  await until(() => new URL(page.url()).hash.startsWith("#at=0&"), "the address to follow");
  const packed = new URL(page.url()).hash.replace(/at=[^&]*/, `at=${at}`);
  await page.goto(`/analyse${packed}`);
  await page.reload();
  await atPly(page, at);
  const outcomes = page.locator("[data-outcome]");
  assert.ok((await outcomes.count()) > 1, "more than one throw can fall");
  const fell = pliesOf(path)[at].split(" ").slice(2).join(" ");
  const other = await outcomes.evaluateAll((all, fell) => all.map((one) => one.dataset.outcome).find((text) => text !== fell), fell);
  await page.locator(`[data-outcome="${other}"]`).click();
  await atPly(page, at + 1);
  await page.keyboard.press("ArrowLeft");
  await atPly(page, at);
  return { at, other };
}

async function letsABotThink(page) {
  await page.getByRole("tab", { name: t("analyse_bot"), exact: true }).click();
  await page.locator('[data-key="think"]').click();
  await page.locator("[data-weighed]").first().waitFor();
  const first = await iterations(page);
  await until(async () => (await iterations(page)) > first, "the estimate to run on");
  await page.locator('[data-key="stop"]').click();
  await page.locator('[data-key="think"]').waitFor();
  const stopped = await iterations(page);
  await page.locator("[data-weighed]").first().click();
  await until(async () => (await page.locator("output[data-iterations]").count()) === 0 || (await iterations(page)) === 0, "another place, no estimate");
  assert.ok(stopped > 0);
}

/** Two engines, where three cores are there: each is asked, what they have seen adds up, and the second one ends when nobody thinks any more. */
async function thinksTogether(stage, path) {
  const context = await stage.context();
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 3 });
    globalThis.seen = [];
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        const own = globalThis.seen.push(0) - 1;
        this.addEventListener("message", ({ data }) => (globalThis.seen[own] += data.answer?.iterations ?? 0));
      }
    };
  });
  const page = await context.newPage();
  await openFile(page, path);
  for (const ply of [1, 2, 3]) {
    await page.keyboard.press("ArrowRight");
    await atPly(page, ply);
  }
  await page.getByRole("tab", { name: t("analyse_bot"), exact: true }).click();
  await page.locator('[data-key="think"]').click();
  const told = () =>
    page.evaluate(() => {
      const all = Number(document.querySelector("output[data-iterations]")?.getAttribute("data-iterations") ?? 0);
      return { all, seen: globalThis.seen };
    });
  const both = await until(async () => {
    const { all, seen } = await told();
    return seen.length === 2 && seen.every((one) => one > 500) && all === seen[0] + seen[1] && seen;
  }, "two engines, and their sum");
  stage.note(`two engines tried ${both.join(" and ")} times`);
  await page.locator('[data-key="stop"]').click();
  await until(() => page.workers().length === 1, "the second engine to end");
  await context.close();
}

/** In Incursio whole plans are compared: each is told to its end, and what it brings. */
async function comparesPlans(stage, path) {
  const page = await stage.page();
  await openFile(page, path);
  const at = pliesOf(path).findIndex((line) => /^\d+ [A-Z] /.test(line));
  for (let ply = 1; ply <= at; ply++) await page.keyboard.press("ArrowRight");
  await atPly(page, at);
  await page.getByRole("tab", { name: t("analyse_bot"), exact: true }).click();
  await page.locator('[data-key="think"]').click();
  await page.locator("[data-weighed]").first().waitFor();
  await page.getByText(analysis("bot_says_plans", pliesOf(path)[at].split(" ")[1])).waitFor();
  assert.ok((await page.locator(".analyse-goes-on").first().locator("span").count()) > 1, "what follows in the plan");
  await page.locator('[data-key="stop"]').click();
  await page.close();
}

/** The file is read by the program, and by the page with all that was tried; so is the address, in another browser. */
async function shares(stage, page, path, tried) {
  await page.getByRole("tab", { name: t("share"), exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator('[data-key="save"]').click()]);
  const saved = join(stage.server.folder, "analysis.alea");
  await download.saveAs(saved);
  await stage.runs("check", saved);
  const text = readFileSync(saved, "utf8");
  assert.ok(text.includes("| !? and if?"), "mark and comment stand in the file");
  assert.deepEqual(pliesOf(saved), pliesOf(path), "the match is what it was");
  const address = await page.locator(".analyse-share input").inputValue();
  const own = await stage.open(address);
  await own.locator(ready).waitFor();
  await own.close();
  const other = await stage.open(address.replace(/at=[^&]*/, `at=${tried.at}.0`));
  await atPly(other, tried.at + 1);
  await other.locator(".analyse-comment", { hasText: "and if?" }).waitFor();
  await other.close();
}

async function refuses(stage, page, path) {
  const broken = join(stage.server.folder, "broken.alea");
  writeFileSync(broken, readFileSync(path, "utf8").replace(/^9 .*$/m, "9 A rubbish"));
  await page.goto("/analyse");
  await page.locator('input[type="file"]').setInputFiles(broken);
  await page.getByRole("alert").waitFor();
  await page.goto("/analyse#at=1&z=abc");
  await page.reload();
  await page.getByRole("alert").filter({ hasText: analysis("bad_address") }).waitFor();
}

/** From the review to the mistake, a move of one's own, the verdict; and the same as a puzzle, with the server out of reach of it. */
async function mistakes(stage) {
  const made = await tableFor(stage, { options: { max_rounds: "2" } });
  await made.player.playUntil((state) => state.round >= 2, { conquers: true });
  await goesOn(stage, made);
  await stage.server.api(`/matches/${made.match}/resign`, { token: made.token, body: {} });
  await until(async () => (await stage.server.api(`/matches/${made.match}`)).status === "over", "the bots play on to the end");
  const page = await stage.open(made.link);
  await page.locator(".result").getByRole("link", { name: t("analyse_title") }).waitFor();
  await page.goto(`/m/${made.match}?review=1`);
  await page.locator(".review-seats").waitFor();
  await page.getByRole("link", { name: reviewing("try") }).first().click();
  await tried(page);
  const review = await until(async () => {
    const answer = await stage.server.api(`/matches/${made.match}/review`);
    return answer.seats ? answer : null;
  }, "the server's own review");
  const own = review.mistakes.filter(({ seat }) => seat === "A").length;
  await page.goto("/puzzles");
  await page.getByRole("heading", { name: t("puzzles_title") }).waitFor();
  await counted(page.locator("[data-puzzle]"), own, "one's own mistakes, and nobody else's");
  if (own > 0) {
    await page.getByRole("link", { name: analysis("puzzle_solve") }).first().click();
    await tried(page);
    await page.getByRole("link", { name: analysis("leave") }).click();
    await page.locator("[data-puzzle]", { hasText: analysis("puzzle_best") }).first().waitFor();
    await page.getByRole("button", { name: analysis("puzzle_drop") }).first().click();
    await counted(page.locator("[data-puzzle]"), own - 1, "one puzzle less");
  }
  stage.note(`${review.mistakes.length} mistakes, ${own} of them a puzzle`);
}

/**
 * One's own match while it goes on: what is hidden is a guess, said and numbered; another one; moves are tried and weighed in it, and the
 * server hears of none of it.
 */
async function goesOn(stage, made) {
  const page = await stage.open(made.link);
  await page.locator(".turn-box").waitFor();
  await page.goto(`/analyse?m=${made.match}`);
  await page.locator('[data-guess="1"]').getByText(analysis("guess_says")).waitFor();
  const asked = [];
  page.on("request", (request) => new URL(request.url()).pathname.startsWith("/api/") && asked.push(request.url()));
  await page.locator('[data-key="guess"]').click();
  await page.locator('[data-guess="2"]').waitFor();
  await showChoice(page);
  await page.locator(".turn-foot .picked").waitFor();
  await page.keyboard.press("p");
  await atPly(page, 1);
  await page.keyboard.press("ArrowLeft");
  await atPly(page, 0);
  await page.getByRole("tab", { name: t("analyse_bot"), exact: true }).click();
  await page.locator('[data-key="think"]').click();
  await page.locator("[data-weighed]").first().waitFor();
  await page.locator('[data-key="stop"]').click();
  await page.getByRole("tab", { name: t("share"), exact: true }).click();
  await page.getByText(analysis("guess_shared")).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator('[data-key="save"]').click()]);
  assert.deepEqual(asked, [], "the server is asked about none of it");
  // Its file brings all of it back: what is known, the guess, and what was tried.
  const other = await stage.page();
  await openFile(other, await download.path());
  await other.locator('[data-guess="2"]').waitFor();
  await other.getByRole("tab", { name: t("analyse_lines"), exact: true }).click();
  await other.locator('[data-place="0.0"]').click();
  await atPly(other, 1);
  await other.close();
  await until(() => new URL(page.url()).searchParams.get("guess") === "2", "the address to tell the guess");
  await page.reload();
  await page.locator('[data-guess="2"]').waitFor();
  await page.close();
}

/** What the table has agreed on: the page refuses a match that goes on, and says why; whoever is invited reads it first. */
async function helpAgreedOn(stage) {
  const seats = ["human", "human"];
  const table = (help) => stage.server.create({ game: "polis", seats, help });
  for (const [help, says] of [["none", "analyse_no_help"], ["odds", "analyse_odds_alone"]]) {
    const made = await table(help);
    const page = await stage.open(`/analyse?m=${made.match}`);
    await page.getByRole("alert").filter({ hasText: t(says) }).waitFor();
    const { pathname, hash } = new URL(made.seats[1].url);
    await page.goto(pathname + hash);
    await page.locator(".invitation").getByText(t(`aid_${help}_says`)).waitFor();
    await page.close();
  }
  const open = await table("all");
  const page = await stage.open(`/analyse?m=${open.match}`);
  await page.locator('[data-guess="1"]').waitFor();
  await page.close();
  const maker = await stage.open("/new?game=polis");
  await maker.getByRole("radio", { name: t("aid_none_says") }).check();
  const [sent] = await Promise.all([
    maker.waitForRequest((request) => request.method() === "POST" && request.url().includes("/matches?")),
    maker.getByRole("button", { name: t("create"), exact: true }).click(),
  ]);
  assert.equal(sent.postDataJSON().help, "none");
  await maker.close();
}

/** Nothing of the answer is in sight before a move was tried. */
async function tried(page) {
  await page.locator(".try-box").waitFor();
  assert.ok(await page.getByRole("button", { name: t("replay_forward") }).isDisabled(), "the match is not shown on");
  const choice = page.locator(".turn-box [data-choice]").first();
  await choice.waitFor({ state: "attached" });
  await page.keyboard.press("n");
  await page.locator(".turn-foot .picked").waitFor();
  await page.keyboard.press("p");
  await page.locator(".try-verdict").waitFor();
  assert.ok((await page.locator(".try-verdict tr").count()) >= 2);
}

/** Every game, both languages, a phone. */
async function everywhere(stage, path) {
  for (const [game, seats] of [["incursio", 2], ["polis", 2]]) {
    const page = await stage.page();
    const match = await stage.played(game, seats);
    await openFile(page, match);
    await page.keyboard.press("ArrowRight");
    await atPly(page, 1);
    await page.close();
    if (game === "incursio") await comparesPlans(stage, match);
  }
  const italian = await stage.page({ locale: "it-IT", viewport: phone });
  await italian.goto("/analyse?lang=it");
  await italian.getByRole("heading", { name: it.analyse_title }).waitFor();
  await italian.locator('input[type="file"]').setInputFiles(path);
  await italian.locator(ready).waitFor();
  await italian.getByRole("tab", { name: it.analyse_lines, exact: true }).click();
  await italian.locator(`[data-place="1"]`).click();
  await italian.locator(`[aria-current][data-place="1"]`).waitFor();
  assert.deepEqual(await faultsOfSize(italian, { targets: false }), []);
  const address = await until(() => new URL(italian.url()).hash.includes("z=") && italian.url(), "the address to hold the match");
  const views = [
    { name: "analyse", path: new URL(address).pathname + new URL(address).hash, ready },
    { name: "begin", path: "/analyse?fresh", ready: "form.analyse-paste" },
    { name: "puzzles", path: "/puzzles", ready: "h1" },
  ];
  assert.deepEqual([...(await examine(stage, desktop, views, looks)), ...(await examine(stage, phone, views, looks.slice(0, 1)))], []);
}

export async function run(stage) {
  const path = await stage.played("spqrisiko", 3);
  const page = await stage.page();
  await openFile(page, path);
  await walks(page, path);
  const tried = await triesAMove(page, path);
  await until(() => heldBy(page).includes("| !? and if?"), "the address to hold what was tried");
  await choosesAThrow(page, path);
  await shares(stage, page, path, tried);
  await page.goto(`/analyse#${new URL(await page.evaluate(() => location.href)).hash.slice(1).replace(/at=[^&]*/, `at=${tried.at}`)}`);
  await page.reload();
  await atPly(page, tried.at);
  await letsABotThink(page);
  await thinksTogether(stage, path);
  await leavesATry(stage, path);
  await refuses(stage, page, path);
  await mistakes(stage);
  await helpAgreedOn(stage);
  await everywhere(stage, path);
}
