// SPDX-License-Identifier: MIT
// 16_lesson.mjs - the guided first round: to its end by the moves that it asks for, back and forth, in both languages, on a phone.
import assert from "node:assert/strict";
import { stay } from "./kit/hold.mjs";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { counted, until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { it, t } from "./kit/words.mjs";

export const title = "lessons: played to the end by clicks, other moves answered kindly, kept, in both languages, on a phone";

class LessonPage extends TablePage {
  constructor(page) {
    super(page);
    this.words = page.locator(".lesson-words");
    this.box = page.locator(".lesson-box");
    this.onwards = page.locator('[data-key="onwards"]');
    this.showMe = page.locator('[data-key="show-me"]');
  }

  async stands(step, lang = "en") {
    await this.page.locator(`.lesson-box[data-ply="${step.ply}"]`).waitFor();
    const plain = (text) => text.replaceAll("`", "").replace(/\s+/g, " ").trim();
    await until(async () => plain(await this.words.innerText()) === plain(step.text), `the words of ply ${step.ply} in ${lang}`);
    await until(() => new URL(this.page.url()).searchParams.get("ply") === String(step.ply), "the step in the address");
    const inSight = await this.words.evaluate((box) => {
      const { top, bottom, height } = box.getBoundingClientRect();
      return height > 60 && top >= 0 && bottom <= innerHeight;
    });
    assert.ok(inSight, "the words are in sight");
    const board = await this.page.locator(".table-board").boundingBox();
    const sheet = await this.page.locator("aside.sheet").boundingBox();
    assert.ok(Math.min(board.y + board.height, sheet.x > 10 ? Infinity : sheet.y) - board.y > 180, "the board is in sight");
  }

  /** By the asked choice itself: in the sheet, or on the map; else the lesson does it. */
  async playAsked(move, finger) {
    const before = await this.ply();
    const button = this.page.locator(`.lesson-box [data-choice="${move.m}"][data-asked]`);
    const place = Object.values(move.args).find((arg) => typeof arg === "string");
    const gone = async () => (await this.ply()) !== before;
    let by = "sheet";
    if (await button.isVisible()) {
      await button.click();
      await until(async () => (await gone()) || (await this.playButton.isVisible()), `${move.text} to be shown`);
      if (!(await gone())) await this.playButton.click();
    } else if (place && (await this.page.locator(`path[data-place="${place}"][data-asked][aria-pressed]`).count()) > 0) {
      by = "map";
      await this.tapPlace(place, { finger });
      await until(async () => (await gone()) || (await this.playButton.isVisible()), `${move.text} to be shown`);
      if (!(await gone())) await this.tapPlace(place, { finger });
    } else {
      by = "lesson";
      await this.showMe.click();
    }
    await until(gone, `${move.text} to be played`);
    return by;
  }
}

const lessonOf = (stage, game, lang = "en") => stage.server.api(`/games/${game}/lesson?lang=${lang}`);
const stepAt = (stage, game, ply) => stage.server.api(`/games/${game}/lesson/${ply}`);

/** From step to step; how the asked moves were played. */
async function walk(stage, lesson, taught, steps, finger = false) {
  const by = { sheet: 0, map: 0, lesson: 0 };
  for (const [i, step] of steps.entries()) {
    await taught.stands(step);
    if (i + 1 === steps.length) break;
    const { move } = await stepAt(stage, lesson.game, step.ply);
    assert.equal(move !== null, step.asks);
    if (move) {
      await taught.box.getByText(move.words).first().waitFor();
      by[await taught.playAsked(move, finger)]++;
    } else await taught.onwards.click();
  }
  return by;
}

/** Another legal move is answered, and nothing goes on. */
async function othersAreAnswered(stage, taught, game, ply) {
  const { state, move } = await stepAt(stage, game, ply);
  const other = state.moves.find((one) => one.m !== move.m);
  const { page } = taught;
  await page.keyboard.press("n");
  await taught.picked.waitFor();
  while (!(await taught.playButton.innerText()).includes(other.words)) await page.keyboard.press("n");
  await page.keyboard.press("p");
  await taught.notice.filter({ hasText: t("lesson_other", other.words, move.words) }).waitFor();
  assert.equal(await taught.ply(), ply);
}

async function wholeLesson(stage) {
  const lesson = await lessonOf(stage, "spqrisiko");
  const italian = await lessonOf(stage, "spqrisiko", "it");
  const page = await stage.open("/");
  const card = page.locator(".game-card").filter({ hasText: "SPQRisiko" });
  await card.getByRole("link", { name: t("lesson"), exact: true }).click();
  const taught = new LessonPage(page);
  const first = lesson.steps.findIndex(({ asks }) => asks);
  await walk(stage, lesson, taught, lesson.steps.slice(0, first + 1));
  await othersAreAnswered(stage, taught, lesson.game, lesson.steps[first].ply);

  // Why not, the other language, and where one was after a reload.
  await page.locator(".more-ways summary").click();
  await page.getByLabel(t("why_what")).selectOption({ index: 1 });
  await page.getByRole("button", { name: t("why_ask"), exact: true }).click();
  await taught.notice.waitFor();
  await page.getByRole("button", { name: /^IT:/ }).click();
  await taught.stands(italian.steps[first], "it");
  await taught.box.getByText(it.lesson_now).waitFor();
  await page.getByRole("button", { name: /^EN:/ }).click();
  await taught.stands(lesson.steps[first]);
  await page.goto("/learn/spqrisiko");
  await taught.stands(lesson.steps[first]);

  // Keys: forth and back, the asked move, the text.
  await page.keyboard.press("ArrowRight");
  await taught.stands(lesson.steps[first + 1]);
  await page.keyboard.press("ArrowLeft");
  await taught.stands(lesson.steps[first]);
  await page.keyboard.press("m");
  await taught.stands(lesson.steps[first + 1]);
  await page.keyboard.press("t");
  await page.locator(".spqr-places").waitFor();
  await page.keyboard.press("t");

  const by = await walk(stage, lesson, taught, lesson.steps.slice(first + 1));
  assert.ok(by.sheet > 0 && by.map > 0, `played in the sheet and on the map: ${JSON.stringify(by)}`);
  assert.equal(by.lesson, 0, "each asked move is a choice that one finds");
  stage.note(`${lesson.steps.length} steps: ${by.sheet} moves in the sheet, ${by.map} on the map`);

  // The end: again, or a table.
  await page.getByRole("button", { name: t("lesson_again") }).last().click();
  await taught.stands(lesson.steps[0]);
  await page.keyboard.press("ArrowRight");
  for (const step of lesson.steps.slice(1)) {
    await taught.stands(step);
    await page.getByRole("button", { name: t("lesson_forward") }).click({ force: true });
  }
  await page.getByRole("button", { name: t("play_now") }).click();
  await page.waitForURL(/\/m\//);
  await new TablePage(page).ready();
}

/** What happens on the way is told line by line, and one need not wait for it. */
async function toldOnTheWay(stage) {
  const lesson = await lessonOf(stage, "spqrisiko");
  const page = await stage.open("/learn/spqrisiko", { prefs: { pace: "calm" }, reducedMotion: "no-preference" });
  const taught = new LessonPage(page);
  await taught.stands(lesson.steps[0]);
  await taught.onwards.click();
  await page.locator(".lesson-told li").nth(1).waitFor();
  await stay(page);
  await page.locator('[data-key="skip"]').click();
  await taught.stands(lesson.steps[1]);
  await taught.tab("log");
  assert.ok((await page.locator(".log-line").count()) > 20, "the log holds what happened");
}

/** What a bot would do where the learner is asked: as the server tells it, and no longer once the learner has gone on. */
async function advised(stage, page, taught, step) {
  await taught.stands(step);
  const { plans } = await stage.server.api(`/games/spqrisiko/lesson/${step.ply}/explain`);
  await page.locator('[data-key="explain"]').click();
  const told = page.locator(".explain > ol > li");
  await counted(told, plans.length, "the plans of a bot");
  for (const [i, { moves }] of plans.entries()) assert.ok((await told.nth(i).innerText()).includes(moves[0].words), moves[0].words);
  assert.deepEqual(await faultsOfSize(page), [], "what is too small or aside");
  await taught.showMe.click();
  await told.first().waitFor({ state: "detached" });
}

async function onPhone(stage) {
  const lesson = await lessonOf(stage, "spqrisiko");
  const page = await stage.open("/learn/spqrisiko", { viewport: phone, hasTouch: true, isMobile: true });
  const taught = new LessonPage(page);
  const by = await walk(stage, lesson, taught, lesson.steps.slice(0, 6), true);
  stage.note(`on a phone: ${JSON.stringify(by)}`);
  assert.deepEqual(await faultsOfSize(page), [], "what is too small or aside");
  const asked = lesson.steps.find(({ asks, ply }) => asks && ply >= lesson.steps[6].ply);
  await page.goto(`/learn/spqrisiko?ply=${asked.ply}`);
  await advised(stage, page, taught, asked);
}

/** The lesson of another game, by whatever choices its board has; of those that are played by their words the beginning. */
async function ofAnother(stage, game) {
  const lesson = await lessonOf(stage, game.id);
  const page = await stage.open(`/learn/${game.id}`);
  const taught = new LessonPage(page);
  await taught.stands(lesson.steps[0]);
  const drawn = (await page.locator(".words-boards").count()) === 0;
  const steps = drawn ? lesson.steps : lesson.steps.slice(0, 8);
  const by = await walk(stage, lesson, taught, steps);
  stage.note(`${game.title}: ${steps.length} steps: ${JSON.stringify(by)}`);
  assert.ok(by.sheet + by.map > by.lesson);
}

async function whatThereIsNot(stage) {
  stage.watch.allow(/answer: 404 GET .*\/(games|lesson)/, /status of 404.*\/(games|lesson)/);
  const page = await stage.open("/learn/nothing");
  await page.getByRole("heading", { name: t("trouble_missing") }).waitFor();
}

export async function run(stage) {
  const { games } = await stage.server.api("/games");
  const others = games.filter(({ id, lesson }) => lesson && id !== "spqrisiko");
  await Promise.all([
    wholeLesson(stage),
    toldOnTheWay(stage).then(() => onPhone(stage)),
    others.reduce((before, game) => before.then(() => ofAnother(stage, game)), Promise.resolve()),
  ]);
  await whatThereIsNot(stage);
}
