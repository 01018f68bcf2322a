// SPDX-License-Identifier: MIT
// 24_draw.mjs - words for the dice: a page draws its own, somebody who promises and does not tell is named; and a page that has heard
// more than a database that was put back says so.
import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { blake2b } from "@noble/hashes/blake2.js";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { t } from "./kit/words.mjs";

export const title = "draw: words that pages draw, a seat that does not tell its word, a record that was put back";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const promiseOf = (commitment, seat, word) =>
  hex(blake2b(Buffer.concat([Buffer.from("alea word 1"), Buffer.from(commitment, "hex"), Buffer.from([seat]), Buffer.from(word)]), { dkLen: 32 }));

/** Against bots: one exchange more, and it is on. */
async function alone(stage) {
  const page = await stage.page();
  await page.goto("/new?game=spqrisiko");
  await page.getByRole("button", { name: t("all_bots") }).click();
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/m\/[a-z2-7]+$/);
  await new TablePage(page).ready();
  const state = await stage.server.state(new URL(page.url()).pathname.split("/")[2]);
  assert.equal(state.status, "playing");
  assert.match(state.dice.words.A, /^[a-z2-7]{20}$/);
  assert.equal(state.dice.promises.A, promiseOf(state.dice.commitment, 0, state.dice.words.A));
  await page.close();
}

/** B, C: a script that promises and does not tell. */
async function unopened(stage) {
  const seats = ["human", "human", "human"];
  const made = await stage.server.create({ game: "spqrisiko", seats, start: "joined" });
  const [anna, ...others] = made.seats;
  const page = new TablePage(await stage.open(anna.url));
  await page.page.getByRole("button", { name: t("join"), exact: true }).click();
  await page.ready();
  for (const [i, { token }] of others.entries()) {
    const promise = promiseOf(made.commitment, i + 1, "a word that nobody tells");
    await stage.server.api(`/matches/${made.match}/join`, { token, body: { commitment: made.commitment, promise } });
  }
  await until(async () => {
    const { draw } = (await stage.server.state(made.match)).dice;
    return draw?.phase === "opening" && draw.opened.includes("A");
  }, "Anna's page to tell its word");
  await stage.server.shift(61_000); // a minute is waited for the others
  const state = await until(async () => {
    const now = await stage.server.state(made.match);
    return now.status === "playing" && now;
  }, "the match to begin without the others' words");
  assert.deepEqual(state.dice.unopened, [
    { seat: "B", commitment: made.commitment },
    { seat: "C", commitment: made.commitment },
  ]);
  assert.notEqual(state.dice.commitment, made.commitment, "the server drew anew, too");
  assert.deepEqual(Object.keys(state.dice.promises), ["A"]);
  assert.equal(state.dice.promises.A, promiseOf(state.dice.commitment, 0, state.dice.words.A));
  await page.myTurn();
  await page.page.close();
}

async function claim(stage, made, seat, province) {
  await stage.server.move(made.match, made.seats[seat].token, `claim ${province}`);
}

async function putBack(stage) {
  const { server } = stage;
  const made = await server.create({ game: "spqrisiko", seats: ["human", "human", "human"] });
  const table = new TablePage(await stage.open(made.url));
  await table.ready();
  const copy = (from, to) => {
    for (const end of ["-wal", "-shm"]) rmSync(join(server.folder, to) + end, { force: true });
    cpSync(join(server.folder, from), join(server.folder, to));
  };
  await claim(stage, made, 0, "italia");
  await table.waitForce("italia", "A");
  // The page may ask while the server is away.
  stage.watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET/, /WebSocket connection to .* failed/);
  await server.kill("SIGTERM");
  copy("alea.db", "kept.db");
  await server.start();
  for (let i = 0; i < 4; i++) await playAny(server, made, 0);
  const { ply } = await server.state(made.match);
  await until(() => table.page.evaluate(([match, wanted]) => (localStorage.getItem(`alea.heard.${match}`) ?? "").includes(`"ply":${wanted},`), [made.match, ply]), "the page to keep what it heard");
  assert.equal(await table.page.getByRole("alert").count(), 0);
  await server.kill("SIGTERM");
  copy("kept.db", "alea.db");
  await server.start();
  for (let i = 0; i < 6; i++) await playAny(server, made, -1);
  await table.page.getByText(t("record_differs", "1")).waitFor();
  // The bytes of a reload are compared, too; and the link that one can write down is shown.
  await table.page.reload();
  await table.ready();
}

/** The first move that there is, or the last, of whoever is to move. */
async function playAny(server, made, which) {
  const { actor } = await server.state(made.match);
  const seat = made.seats.find((one) => one.seat === actor);
  const state = await server.state(made.match, seat.token);
  await server.move(made.match, seat.token, state.moves.at(which));
}

export async function run(stage) {
  await alone(stage);
  await unopened(stage);
  await putBack(stage);
}
