// SPDX-License-Identifier: MIT
// 26_missions.mjs - a free mission: offered at the Master's desk in words, read and accepted on a phone, under way, judged; the other side hears
// nothing of it.
import assert from "node:assert/strict";
import { Campaign } from "./kit/campaign.mjs";
import { openDesk, tab } from "./kit/desk.mjs";
import { say, Seat } from "./kit/incursio.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { w } from "./kit/words.mjs";

export const title = "a free mission: its task offered at the desk, accepted on a phone, judged; secret from the other side";

const TASK = "Guide the envoys of the salt road to the Great Barn, without lights";
const WENT = "They came through, at dawn";

async function offered(desk, carla) {
  const missions = desk.getByRole("region", { name: w("missions") });
  await missions.getByLabel(w("mission_whose")).selectOption({ index: 2 });
  await missions.getByLabel(w("mission_until")).fill("3");
  const offer = missions.getByRole("button", { name: w("mission_offer") });
  assert.ok(await offer.isDisabled(), "a task has words");
  await missions.getByLabel(w("mission_task"), { exact: true }).fill(TASK);
  const reads = missions.locator(".readings > div").filter({ hasText: TASK });
  await reads.waitFor();
  assert.match(await reads.locator("dt").innerText(), /^Defenders/);
  await offer.click();
  await missions.locator(".mission").filter({ hasText: w("mission_waits", 3) }).getByText(TASK).waitFor();
  await carla.page.locator(".inc-mission .inc-words").getByText(TASK).waitFor();
  await carla.page.locator(".inc-asked h3").getByText(say("offered")).waitFor();
  assert.deepEqual(await faultsOfSize(carla.page), []);
  await carla.act("answer yes").tap();
  await missions.locator(".mission").filter({ hasText: w("mission_accepted") }).waitFor();
  return missions;
}

async function judged(campaign, missions) {
  await campaign.playTo("deploy");
  await missions.locator(".mission").filter({ hasText: w("mission_under_way") }).getByText(TASK).waitFor();
  const judge = missions.locator(".judge");
  await judge.getByRole("textbox").fill(WENT);
  const success = judge.getByRole("button", { name: w("mission_succeeded") });
  await success.click();
  await judge.locator(".readings").getByText(WENT).first().waitFor();
  await success.click();
  await missions.locator(".mission").waitFor({ state: "detached" });
}

export async function run(stage) {
  const campaign = await Campaign.make(stage.server);
  await campaign.playTo("move");
  const desk = await stage.page({ viewport: { width: 1024, height: 768 } });
  await openDesk(desk, campaign);
  const carla = await Seat.open(stage, campaign, "C", { small: true });
  const dino = await Seat.open(stage, campaign, "D");
  await tab(desk, "tell");
  await judged(campaign, await offered(desk, carla));
  const heard = async (seat) => JSON.stringify(await campaign.state(seat, "/events?since=0&wait=0&lang=en"));
  const own = await heard("E");
  for (const words of [TASK, WENT]) assert.ok(own.includes(words), `the own side reads: ${words}`);
  const others = (await heard("D")) + dino.heard.join();
  for (const words of [TASK, WENT]) assert.ok(!others.includes(words), `the other side is told: ${words}`);
}
