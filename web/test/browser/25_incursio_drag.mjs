// SPDX-License-Identifier: MIT
// 25_incursio_drag.mjs - tiles dragged by the mouse: out of a garrison, into it, where there is no room; and works into another order of payment.
import assert from "node:assert/strict";
import { campaign, doneBy, goTo, Seat } from "./kit/incursio.mjs";
import { counted, until } from "./kit/until.mjs";

export const title = "Incursio: a garrison's tiles and the order of payment dragged by the mouse; a drop that can't be says why";

const count = (words) => String(words ?? "").split(" ").filter((word) => word && !word.includes(">")).length;

async function garrison(stage, made, anna) {
  const { page } = anna;
  const inside = async () => count((await stage.server.state(made.match, made.tokens.A)).view.garrison.s07);
  await page.locator('.inc-options [data-site="s07"]').click();
  const tiles = (group) => page.locator(".inc-garrison > .inc-tiles").nth(group).locator("div[draggable=true]");
  const full = await inside();
  assert.equal(await tiles(0).count(), full);
  // Another order that is only put together is one of those who stood there: it goes with the one that leaves.
  const reorder = page.locator(".inc-reorder");
  await reorder.locator("summary").click();
  await reorder.locator(".inc-sequence button").last().click();
  await page.locator(".inc-reorder .button.primary:enabled").waitFor();
  const oneLeaves = async () => {
    await tiles(0).first().dragTo(page.locator(".inc-garrison > .inc-tiles").nth(1));
    await until(async () => (await inside()) === full - 1, "one to leave");
  };
  await oneLeaves();
  await counted(tiles(0), full - 1, "it to be drawn");
  await tiles(1).first().dragTo(tiles(0).first());
  await until(async () => (await inside()) === full, "another one to enter");
  stage.watch.allow(/answer: 422 POST .*\/moves/, /status of 422/);
  // No room: nothing changes, and the rule stands there.
  await tiles(1).first().dragTo(tiles(0).first());
  await page.locator(".turn-box").getByText(/INC-GARR-\d+/).first().waitFor();
  assert.equal(await inside(), full);
  await oneLeaves();
}

async function payments(stage, made, anna) {
  const { page } = anna;
  const view = async () => (await stage.server.state(made.match, made.tokens.A)).view;
  for (const [who, seat] of [["c1", "A"], ["c2", "C"]])
    await stage.server.move(made.match, made.tokens[seat], `${who}: build 02 in ${who === "c1" ? 4 : 6}`);
  const rows = page.locator(".inc-payments li");
  await until(async () => (await rows.count()) === 2, "both works to be paid");
  assert.match(await rows.nth(0).innerText(), /C1/);
  await rows.nth(1).dragTo(rows.nth(0));
  await until(async () => {
    const { pay } = await view();
    return pay.c2 === 1 && pay.c1 === 2;
  }, "the other order of payment");
  await until(async () => /C2/.test(await rows.nth(0).innerText()), "it to be drawn");
}

export async function run(stage) {
  const made = await campaign(stage, { options: { dice: "initiative" } });
  await goTo(stage, made, ({ step }) => step === "initiative");
  // The Defenders win it: then they may put a garrison in another order.
  const { ply } = await stage.server.state(made.match);
  await stage.server.api(`/matches/${made.match}/host`, { token: made.master, body: { ply, text: "dice 6 - 1" } });
  await goTo(stage, made, ({ step, side }) => step === "move" && side === "defenders");
  const anna = await Seat.open(stage, made, "A");
  await garrison(stage, made, anna);
  // The Generals alone close what comes between: nobody is done with the personal actions yet.
  await until(async () => {
    for (const seat of ["A", "B"]) {
      if ((await stage.server.state(made.match)).view.step === "personal") return true;
      await doneBy(stage, made, [seat]);
    }
    return false;
  }, "the personal actions");
  await payments(stage, made, anna);
}
