// SPDX-License-Identifier: MIT
// 26_by_hand.mjs - a campaign whose dice fall at a real table: the Master enters the initiative with the address of its film, a pass of a battle
// by boxes for each pair, and the rest of it as its result; what can't be is said while it is typed.
import assert from "node:assert/strict";
import { Campaign } from "./kit/campaign.mjs";
import { examine, looks } from "./kit/axe.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { until } from "./kit/until.mjs";
import { incursio as say, w } from "./kit/words.mjs";
import { faultsOfSize } from "./kit/views.mjs";

export const title = "dice of a real table on the Master's desk: initiative, pairs, a battle's result";

const panel = (desk) => desk.locator(".by-hand");
const box = (desk, key) => panel(desk).locator(`[data-die="${key}"]`);
const enter = (desk) => panel(desk).getByRole("button", { name: w("enter_it") });

async function initiative(campaign, desk) {
  await campaign.host("close");
  await until(async () => (await campaign.state(null)).view.step === "initiative", "the initiative");
  await panel(desk).waitFor();
  assert.ok(await enter(desk).isDisabled(), "nothing was typed");
  await box(desk, "initiative 0 0").fill("7");
  await panel(desk).getByText(say("no_such_face", 6)).waitFor();
  await box(desk, "initiative 0 0").fill("2");
  await box(desk, "initiative 0 1").fill("5");
  await panel(desk).locator("summary").click();
  await panel(desk).getByLabel(w("film")).fill("https://example.org/dice.mp4");
  await panel(desk).locator(".readings").getByText("The Defenders roll 2", { exact: false }).first().waitFor();
  await enter(desk).click();
  await until(async () => (await campaign.state(null)).view.first === "raiders", "the Raiders to be first");
  const { messages } = await campaign.state("A", "/events?since=0&wait=0");
  const thrown = messages.find(({ by_hand: marked }) => marked);
  assert.ok(thrown && thrown.note.includes("https://example.org/dice.mp4"), JSON.stringify(thrown));
}

/** The Raiders attack; the dice of the first pass fall in boxes. */
async function pass(campaign, desk) {
  await campaign.playTo("assault", "B");
  await campaign.order("B", "attack 4: from 5 Tr As");
  await until(async () => (await campaign.state(null)).view.step === "pair", "the battle");
  const rows = panel(desk).locator(".inc-dice tbody tr");
  await until(async () => (await rows.count()) === 3, "the line and the camp");
  // Pairs are told as they face each other: demons of the line, soldiers of the camp, the dice of each.
  assert.match((await rows.first().innerText()).replace(/\s+/g, " "), /^1 Tr .*d6.*d4.* A$/);
  await box(desk, "pair 0 0").focus();
  for (const face of ["6", "1", "6", "1"]) await desk.keyboard.type(face);
  await panel(desk).locator(".readings > div").first().waitFor();
  const { ply } = await campaign.state("B");
  await enter(desk).click();
  await until(async () => (await campaign.state("B")).ply > ply, "the pass to be entered");
}

/** What is left is told as its result: an impossible one is refused while it is put together, by its rule. */
async function result(campaign, desk) {
  await until(async () => (await panel(desk).locator(".inc-dice tbody tr").count()) === 2, "the clash with the garrison");
  await panel(desk).locator('[data-how="result"]').click();
  const outcome = (id) => panel(desk).getByRole("radio").nth(["taken", "repelled", "retreat"].indexOf(id));
  await outcome("repelled").check();
  assert.equal(await panel(desk).locator('[data-verb="falls_attacker"] [aria-pressed="true"]').count(), 2, "who is repelled has fallen");
  await outcome("taken").check();
  const attackers = panel(desk).locator('[data-verb="falls_attacker"] button');
  for (const at of [0, 1]) await attackers.nth(at).click(); // nobody is left to take it
  await panel(desk).getByRole("alert").getByText("INC-TABLE-13").waitFor();
  for (const at of [0, 1]) await attackers.nth(at).click();
  await panel(desk).locator(".readings").getByText("is destroyed", { exact: false }).first().waitFor();
  await enter(desk).click();
  await until(async () => (await campaign.state(null)).view.battle === null, "the battle to be over");
  await panel(desk).waitFor({ state: "detached" });
  const { view } = await campaign.state("B");
  assert.equal(view.level.s04 ?? 0, 0, "the settlement has fallen");
}

export async function run(stage) {
  stage.watch.allow(/\b422\b/);
  const campaign = await Campaign.make(stage.server, { people: 2, names: ["Anna", "Bruno"], options: { dice: "table", opening: "known", teams: "generals" } });
  const desk = await stage.open(campaign.desk);
  await desk.locator("main.desk").waitFor();
  await initiative(campaign, desk);
  await pass(campaign, desk);
  const view = { name: "desk: dice of a real table", path: campaign.desk, ready: ".by-hand", then: () => undefined };
  assert.deepEqual(await examine(stage, desktop, [view], looks, () => undefined), []);
  const small = await stage.open(campaign.desk, { viewport: phone, hasTouch: true, isMobile: true });
  await panel(small).waitFor();
  assert.deepEqual(await faultsOfSize(small), []);
  await panel(small).locator('[data-how="result"]').click();
  await panel(small).getByRole("radio").first().check();
  assert.deepEqual(await faultsOfSize(small), []);
  await result(campaign, desk);
}
