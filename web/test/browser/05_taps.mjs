// SPDX-License-Identifier: MIT
// 05_taps.mjs - a first tap shows and a second plays, by mouse and by finger; on a phone everything can be hit and nothing lies aside.
import assert from "node:assert/strict";
import { tableFor } from "./kit/play.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { faultsOfSize, visit, views } from "./kit/views.mjs";

export const title = "taps: shown by the first, played by the second, by mouse and finger; targets of 44 px, nothing aside at 360 px or with text twice as large";

async function tapByTap(stage, { finger, options }) {
  const made = await tableFor(stage);
  const state = await stage.server.turn(made.match, made.token);
  const table = new TablePage(await stage.open(made.link, options));
  await table.ready();
  await table.myTurn();
  const [first, second] = state.moves.filter((move) => move.verb === "place").map((move) => move.args.province);
  const pressed = (place) => table.place(place).getAttribute("aria-pressed");
  await until(async () => (await pressed(first)) === "false", "the choices on the map");
  await table.tapPlace(first, { finger });
  await table.picked.waitFor();
  assert.equal(await pressed(first), "true");
  assert.equal((await stage.server.state(made.match, made.token)).ply, state.ply, "the first tap plays nothing");
  // Another place instead: shown, and the first no more.
  await table.tapPlace(second, { finger });
  await until(async () => (await pressed(second)) === "true" && (await pressed(first)) === "false", "the other to be shown");
  assert.equal((await stage.server.state(made.match, made.token)).ply, state.ply);
  const { n } = await table.force(second);
  await table.tapPlace(second, { finger });
  await table.waitForce(second, "A", n + 1);
  assert.equal((await stage.server.state(made.match, made.token)).ply, state.ply + 1);
  return { ...made, table };
}

export async function run(stage) {
  await tapByTap(stage, { finger: false, options: { viewport: desktop } });
  const small = { viewport: phone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const made = await tapByTap(stage, { finger: true, options: small });

  const faults = [];
  const page = await stage.page(small);
  for (const view of views(made)) {
    await visit(page, view);
    for (const fault of await faultsOfSize(page)) faults.push(`360 px, ${view.name}: ${fault}`);
  }
  // Twice the text on a tablet: all of it still there, one below the other.
  const large = await stage.page({ viewport: { width: 720, height: 900 } });
  for (const view of views(made)) {
    await visit(large, view);
    await large.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const fault of await faultsOfSize(large, { targets: false })) faults.push(`text 200%, ${view.name}: ${fault}`);
  }
  assert.deepEqual(faults, []);
}
