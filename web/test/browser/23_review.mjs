// SPDX-License-Identifier: MIT
// 23_review.mjs - a match that is over, looked at again: the page against what the server says, on a wide screen and on a phone.
import assert from "node:assert/strict";
import { examine, looks } from "./kit/axe.mjs";
import { tableFor } from "./kit/play.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { reviewing, t } from "./kit/words.mjs";

export const title = "a review after the end: the curve, luck of each seat, the largest mistakes with links into the replay";

/** The rule that decided is told in the numbers of this match, not in those by which the game is usually played. */
async function tellsTheRule(stage) {
  const { server } = stage;
  const { match, link, player } = await tableFor(stage, { options: { victory_points: "1" } });
  const over = async () => (await server.api(`/matches/${match}`)).status === "over";
  await player.playUntil(({ status }) => status === "over", { conquers: true }).catch(() => undefined); // it ends while others move
  await until(over, "the end of the match");
  const { rule } = (await server.api(`/matches/${match}`)).result;
  const textIn = ({ rules }) => rules.find((one) => one.rule === rule).text;
  const [played, usual] = [textIn(await server.api(`/matches/${match}/rules`)), textIn(await server.api("/games/spqrisiko"))];
  assert.notEqual(played, usual, "the match has a number of its own");
  const page = await stage.open(link);
  await page.locator(".result").getByText(played).waitFor();
  await page.close();
}

/** The way there as a person finds it: from the card of the result, whose curve is of the same review. */
async function fromTheResult(stage, made) {
  const page = await stage.open(made.link);
  await page.locator(".result-chances svg").waitFor();
  await page.evaluate(() => {
    globalThis.again = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.question?.do === "review") globalThis.again++;
      return post.call(this, message, ...more);
    };
  });
  await page.locator(".result").getByRole("link", { name: t("result_analyse") }).click();
  await page.waitForURL(/review=1$/);
  await page.locator(".review-seats").waitFor();
  assert.equal(await page.evaluate(() => globalThis.again), 0, "what was computed for the curve is there");
  return page;
}

async function tellsWhatTheServerSays(page, review) {
  assert.equal(await page.locator(".review-curve polyline").count(), review.seats.length);
  assert.equal(await page.locator(".review-seat").count(), review.seats.length);
  for (const [index, seat] of review.seats.entries())
    assert.ok((await page.locator(".review-seat").nth(index).innerText()).includes(reviewing("percentile", Math.round(seat.percentile))));
  assert.equal(await page.locator(".mistake-mark").count(), review.mistakes.length);
  await page.getByText(reviewing("as_table")).click();
  const last = await page.locator(".review-table tbody tr").last().locator("td").allInnerTexts();
  assert.deepEqual(last, review.plies.at(-1).value.map((value) => `${Math.round(100 * value)}%`));
}

async function leadsIntoTheReplay(page, review) {
  const [worst] = review.mistakes;
  assert.ok(worst, "somebody made a mistake");
  const row = page.locator("section", { has: page.getByRole("heading", { name: reviewing("mistakes") }) }).locator("li").first();
  assert.ok((await row.innerText()).includes(worst.better.words));
  await row.getByRole("link", { name: reviewing("see", worst.ply) }).click();
  await page.waitForURL(new RegExp(`ply=${worst.ply - 1}&as=all`));
  await page.locator(".replay-controls output").filter({ hasText: new RegExp(`^${worst.ply - 1} `) }).waitFor();
}

/** Over at the server, it is taken home by its file: its end and its curve are there without the server's match. */
async function takenHome(stage, made) {
  const transcript = await fetch(`${stage.server.url}/api/v1/matches/${made.match}/transcript`);
  const page = await stage.open("/");
  const file = { name: "evening.alea", mimeType: "text/plain", buffer: Buffer.from(await transcript.arrayBuffer()) };
  await page.locator('[data-key="take-up"]').setInputFiles(file);
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  await page.locator(".result-chances svg").waitFor();
  await page.close();
}

export async function run(stage) {
  const made = await tableFor(stage, { options: { max_rounds: "2" } });
  await tellsTheRule(stage);
  const early = await stage.server.ask(`/matches/${made.match}/review`);
  assert.equal(early.status, 409, "not while it lasts");
  await made.player.playUntil((state) => state.round >= 2, { conquers: true });
  await stage.server.api(`/matches/${made.match}/resign`, { token: made.token, body: {} });
  await until(async () => (await stage.server.api(`/matches/${made.match}`)).status === "over", "the bots play on to the end");
  const page = await fromTheResult(stage, made);
  // The reader's machine has computed it: the server was not asked, and says the same numbers.
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  assert.ok(asked.some((path) => path.startsWith("/worker-")), "no worker was begun: was the page built after `make wasm`?");
  assert.ok(!asked.some((path) => path.endsWith("/review")), "the server was asked for a review");
  const review = await until(async () => {
    const answer = await stage.server.api(`/matches/${made.match}/review`);
    return answer.seats ? answer : null;
  }, "the server's own review");
  await tellsWhatTheServerSays(page, review);
  await leadsIntoTheReplay(page, review);
  await takenHome(stage, made);
  const { seats, mistakes } = await stage.server.api(`/matches/${made.match}/review`);
  for (const { cost, noise } of [...seats, ...mistakes]) assert.ok(cost >= 0 && noise >= 0, "a cost is never negative, and tells its noise");
  const views = [{ name: "review", path: `/m/${made.match}?review=1`, ready: ".review-seats" }];
  assert.deepEqual([...(await examine(stage, desktop, views, looks)), ...(await examine(stage, phone, views, looks.slice(0, 1)))], []);
  const small = await stage.page({ viewport: phone });
  await small.goto(views[0].path);
  await small.locator(".review-seats").waitFor();
  assert.deepEqual(await faultsOfSize(small, { targets: false }), []);
  stage.note(`${review.plies.length} plies, ${review.battles.length} battles, ${review.mistakes.length} mistakes`);
}
