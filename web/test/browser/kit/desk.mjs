// SPDX-License-Identifier: MIT
// desk.mjs - what a Master does at the desk, as a person finds it there.
import assert from "node:assert/strict";
import { until } from "./until.mjs";
import { t, w } from "./words.mjs";

export async function openDesk(desk, campaign) {
  await desk.goto(campaign.desk);
  await desk.locator("main.desk .tabs").waitFor();
  assert.ok(!new URL(desk.url()).hash, "the Master's token leaves the address");
}

export const tab = (desk, id) => desk.locator(`[role=tab][data-tab="${id}"]`).click();

/** A move of the open window's, which asks once more. */
export async function sure(desk, words) {
  await desk.locator(".window-card").getByRole("button", { name: words, exact: true }).click();
  const dialog = desk.getByRole("dialog", { name: words });
  await dialog.getByText(/will read/).first().waitFor();
  await dialog.getByRole("button", { name: words, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** A unit is added at the fifth place there is, for a reason; what each will read stands there before it is made. Only the Defenders read it. */
export async function correct(desk, reason) {
  await tab(desk, "correct");
  await desk.getByLabel(/^Where/).selectOption({ index: 4 });
  await desk.getByRole("button", { name: w("correct_here") }).click();
  await desk.getByLabel(/^What is mended/).selectOption({ label: "Added: …" });
  await desk.getByLabel(/^Which/).selectOption({ index: 1 });
  assert.ok(await desk.getByRole("button", { name: w("make_it") }).isDisabled(), "a reason is wanted");
  await desk.getByLabel(/^Reason/).fill(reason);
  const readings = desk.locator(".readings > div");
  await readings.filter({ hasText: reason }).waitFor();
  assert.equal(await readings.filter({ hasText: reason }).count(), 1);
  assert.match(await readings.filter({ hasText: reason }).locator("dt").innerText(), /^Defenders/);
  await desk.getByRole("button", { name: w("make_it") }).click();
  await desk.getByText(w("done_said")).waitFor();
}

/** A ruling for the Raiders alone, by a hand that presses twice. */
export async function rule(desk, question, answer) {
  await tab(desk, "tell");
  const rulings = desk.getByRole("region", { name: w("rulings") });
  await rulings.getByLabel(/^Search the rules/).fill("INC-ROLE-13");
  await rulings.locator("input[name=rule]").first().check();
  await rulings.getByLabel(/^Question/).fill(question);
  await rulings.getByLabel(/^Answer/).fill(answer);
  await rulings.getByLabel(/^For whom/).selectOption({ index: 2 });
  await rulings.getByRole("button", { name: w("rule_it") }).dblclick();
  await rulings.locator(".rulings li").filter({ hasText: question }).waitFor();
}

/** The pack of a side, or the public's, as the button copies it. */
export async function copyPack(desk, whose) {
  await desk.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab(desk, "packs");
  const name = new RegExp(`^${whose}`);
  await desk.getByRole("group", { name: w("pack_whose") }).getByRole("button", { name }).click();
  const texts = desk.getByRole("group", { name }).locator(".pack-texts");
  const text = await texts.locator("pre").first().innerText();
  await texts.getByRole("button", { name: /^Copy/ }).first().click();
  const copied = () => desk.evaluate(() => navigator.clipboard.readText());
  return until(async () => (await copied()).trim() === text.trim() && copied(), "the pack to be copied");
}

/** Back to a window of the list, the newest first; both sides have consented before, as far as they were told anything since. */
export async function goBack(desk, campaign, day, nth, reason) {
  await tab(desk, "timeline");
  await desk.getByText(w("rewind_list")).click();
  await desk.getByRole("button", { name: new RegExp(`^Go back to day ${day}`) }).nth(nth).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason", exact: true }).fill(reason);
  for (const side of ["defenders", "raiders"]) await campaign.host(`consent ${side}`, "agreed in the group");
  // The desk has heard of both; a move made before that would be refused as stale.
  await dialog.locator("summary").filter({ hasText: w("consents_of_sides") }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: w("rewind"), exact: true }).click();
  await desk.getByText(w("rewound_said")).waitFor();
}
