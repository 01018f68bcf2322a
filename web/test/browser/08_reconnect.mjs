// SPDX-License-Identifier: MIT
// 08_reconnect.mjs - the server is killed under an open page and comes back; an answer is lost on its way; a network without sockets.
import assert from "node:assert/strict";
import { hold } from "./kit/hold.mjs";
import { tableFor } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "reconnect: lost and live again after kill -9, no move twice, what a limit refused is asked again, a whole turn by plain requests";

const movesSent = /\/matches\/\w+\/moves\b/;
const placesOf = (state) => state.moves.filter((move) => move.verb === "place").map((move) => move.args.province);

async function killed(stage, made, table) {
  const { page } = table;
  const state = await stage.server.turn(made.match, made.token);
  const [place] = placesOf(state);
  const { n } = await table.force(place);
  await table.tapPlace(place);
  await table.picked.waitFor();
  await stage.server.kill("SIGKILL");
  await page.locator(".link-mark.lost").waitFor({ state: "attached" });
  await page.getByRole("alert").filter({ hasText: t("lost") }).waitFor();
  // Played into the void: said to be on its way, and made once somebody hears it.
  await table.playButton.click();
  await page.getByText(t("sending")).waitFor();
  assert.equal((await table.force(place)).n, n);
  await stage.server.start();
  await page.locator(".link-mark.live").waitFor({ state: "attached" });
  await page.getByRole("alert").filter({ hasText: t("lost") }).waitFor({ state: "detached" });
  await until(async () => {
    if ((await table.force(place))?.n === n + 1) return true;
    const { ply, underWay } = await table.glance();
    if (ply === state.ply && !underWay) await table.tapTwice(place); // it was given up before the server was back
    return false;
  }, "the move to be made");
  const after = await stage.server.turn(made.match, made.token);
  assert.equal(after.ply, state.ply + 1, "one move, once");
  assert.equal(after.view.legionaries[place], n + 1);
  // By hand, without waiting for the next attempt; and the match goes on.
  await stage.server.kill("SIGKILL");
  await page.locator(".link-mark.lost").waitFor({ state: "attached" });
  await stage.server.start();
  const retry = page.getByRole("button", { name: t("lost_retry") });
  await retry.click({ timeout: 2000 }).catch(() => undefined); // it may be back already
  await page.locator(".link-mark.live").waitFor({ state: "attached" });
  await table.tapTwice(place);
  await table.waitForce(place, "A", n + 2);
  // A server that is stopped says goodbye: once another has come nobody still reads that it stops.
  await stage.server.kill("SIGTERM");
  await page.locator(".link-mark.lost").waitFor({ state: "attached" });
  await page.getByRole("alert").filter({ hasText: t("lost") }).waitFor();
  assert.equal(await table.notice.count(), 0, "the line about the connection tells it alone");
  await stage.server.start();
  await page.locator(".link-mark.lost").waitFor({ state: "detached" });
}

/** The move arrives, its answer does not: it is sent again, and counts once. */
async function unanswered(stage, made, table) {
  const state = await stage.server.turn(made.match, made.token);
  const place = placesOf(state)[1]; // the first would take another one at the first tap
  const { n } = await table.force(place);
  let sent = 0;
  await table.page.route(movesSent, async (route) => {
    if (sent++ > 0) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await table.tapTwice(place);
  await table.waitForce(place, "A", n + 1);
  await until(() => sent >= 2, "the move to be sent again");
  await table.page.getByText(t("sending")).waitFor({ state: "detached" });
  const after = await stage.server.turn(made.match, made.token);
  assert.equal(after.view.legionaries[place], n + 1);
  assert.equal(after.ply, state.ply + 1);
  assert.equal(await table.notice.count(), 0, "nobody is told of a fault that was none");
  await table.page.unroute(movesSent);
}

/** The move arrives, and its ply is told before it is answered: one goes on, and the answer may come when it will. */
async function toldFirst(stage) {
  const made = await tableFor(stage);
  const table = new TablePage(await stage.open(made.link));
  await table.ready();
  await table.myTurn();
  const state = await stage.server.turn(made.match, made.token);
  const place = placesOf(state)[1];
  const { n } = await table.force(place);
  let sent = 0;
  let answers;
  const answered = new Promise((done) => (answers = done));
  await table.page.route(movesSent, async (route) => {
    const response = await route.fetch();
    if (sent++ === 0) await answered;
    return route.fulfill({ response });
  });
  await table.tapTwice(place);
  await table.waitForce(place, "A", n + 1);
  await table.tapOnce(place); // one more where the last one went
  await table.waitForce(place, "A", n + 2);
  answers();
  await table.at(state.ply + 2);
  assert.equal(await table.notice.count(), 0);
}

/** Whoever leaves while a move is on its way has left: its late answer connects nobody anew. */
async function leftMeanwhile(stage) {
  const made = await tableFor(stage);
  const table = new TablePage(await stage.open(made.link));
  const { page } = table;
  await table.ready();
  await table.myTurn();
  const move = await hold(page, movesSent);
  await table.tapTwice(placesOf(await stage.server.turn(made.match, made.token))[1]);
  await until(() => move.count() > 0, "the move to be sent");
  let sockets = 0;
  page.on("websocket", () => sockets++);
  await page.getByRole("link", { name: t("home") }).first().click();
  await page.locator(".game-card").first().waitFor();
  const answered = page.waitForResponse(movesSent);
  move.arrive();
  await answered;
  await page.waitForTimeout(3000); // after 2.5 its ply would be asked for
  assert.equal(sockets, 0);
}

/** Many at one address ask more than its share: what was asked is asked again when the server says so, and shown. */
async function limited(stage, made) {
  const page = await stage.page();
  let refused = 0;
  await page.route(/\/api\/v1\/games\/\w+\?/, async (route) => {
    if (refused++ > 1) return route.continue();
    const body = { error: "rate_limited", text: "too many", retry_after: 1 };
    return route.fulfill({ status: 429, contentType: "application/json", body: JSON.stringify(body) });
  });
  await page.goto(made.link);
  await new TablePage(page).ready();
  assert.ok(refused > 2, `asked ${refused} times`);
}

/** What a network's own page answers in the server's place, once, is no answer: one listens on, and a move is sent again. */
async function brokenAnswers(stage, made, table) {
  const { page } = table;
  const once = async (shape) => {
    let asked = 0;
    await page.route(shape, (route) => (asked++ ? route.fallback() : route.fulfill({ contentType: "text/html", body: "<p>Sign in" })));
    return () => asked > 1;
  };
  const heardAgain = await once(/\/events\?/);
  const elsewhere = async () => {
    const state = await stage.server.turn(made.match, made.token);
    await stage.server.move(made.match, made.token, state.moves.find(({ verb }) => verb === "place"));
    await until(async () => (await table.ply()) === state.ply + 1, "what was played elsewhere");
  };
  await elsewhere(); // it ends the question that was under way
  await elsewhere();
  const sentAgain = await once(movesSent);
  await table.playFirst();
  assert.ok(heardAgain() && sentAgain(), "both were asked again");
}

async function polling(stage) {
  const made = await tableFor(stage);
  const page = await stage.page();
  const sockets = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  const [path, hash] = made.link.split("#");
  await page.goto(`${path}?transport=poll#${hash}`);
  const table = new TablePage(page);
  await table.ready("polling");
  await table.myTurn();
  const first = await stage.server.turn(made.match, made.token);
  for (let moves = 0; moves < 60; moves++) {
    await table.playFirst();
    const state = await stage.server.state(made.match, made.token);
    if (state.round > first.round) break;
  }
  await table.myTurn();
  const now = await stage.server.turn(made.match, made.token);
  assert.equal(now.round, first.round + 1, "the turn ended, the bots had theirs, and it is mine again");
  await until(async () => (await table.ply()) === now.ply, "the page to have heard all of it");
  await brokenAnswers(stage, made, table);
  assert.deepEqual(sockets, []);
}

export async function run(stage) {
  const made = await tableFor(stage);
  const table = new TablePage(await stage.open(made.link));
  await table.ready();
  await table.myTurn();
  stage.watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/, /WebSocket connection to .* failed/);
  await limited(stage, made);
  await killed(stage, made, table);
  stage.watch.allow(/answer: 409 POST .*\/moves/, /status of 409/);
  await unanswered(stage, made, table);
  await toldFirst(stage);
  await leftMeanwhile(stage);
  await polling(stage);
}
