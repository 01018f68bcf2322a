// SPDX-License-Identifier: MIT
// 26_people.mjs - people of a campaign come and go while it runs, at the Master's desk: one is replaced by somebody who enrols late, one gets a
// new link, a bot plays for a third, another General is appointed, a second Master comes by link; and what a side sees otherwise than it is, on
// maps that are seen whole.
import assert from "node:assert/strict";
import { Campaign } from "./kit/campaign.mjs";
import { openDesk, tab } from "./kit/desk.mjs";
import { say, Seat } from "./kit/incursio.mjs";
import { phone } from "./kit/stage.mjs";
import { counted, until } from "./kit/until.mjs";
import { t, w } from "./kit/words.mjs";
import { faultsOfSize } from "./kit/views.mjs";

export const title = "a campaign's people come and go: replaced, a new link, a bot, another General, a second Master; where a side is mistaken";

const seatOf = async (campaign, letter) => (await campaign.state(null)).seats.find(({ seat }) => seat === letter);
const late = (desk, name) => desk.locator(".late-row").filter({ hasText: name });

/** What an open page tells whose link is dead. */
const dead = (page) => page.getByText(t("seat_lost")).waitFor();

/** Who made the table makes a new link; the person goes on with it, the older one opens nothing. */
async function newLink(stage, campaign, desk) {
  const carla = await Seat.open(stage, campaign, "C", { small: true });
  await late(desk, "Carla").locator("summary").click();
  await late(desk, "Carla").getByRole("button", { name: w("new_link") }).click();
  const link = await desk.getByRole("textbox", { name: t("link_of", "C") }).inputValue(); // her name leaves the row with the older link
  await dead(carla.page);
  assert.deepEqual(await faultsOfSize(carla.page), []);
  campaign.tokens.C = new URL(link).hash.slice(1);
  const again = await stage.open(new URL(link).pathname + new URL(link).hash, { viewport: phone, hasTouch: true, isMobile: true });
  const welcome = again.locator(".inc-welcome");
  await welcome.getByText(say("welcome_side", say("defenders_full"))).waitFor();
  assert.match(await welcome.innerText(), /C2 \(.+\).*Anna/s, "the invitation says who one is");
  await again.getByRole("button", { name: t("join"), exact: true }).tap();
  await again.locator(".inc-today").waitFor();
}

/** Somebody enrols in the middle of it and wishes for a side; whoever sat there is told, and nothing of what was asked is lost. */
async function replaced(stage, campaign, desk) {
  const dario = await Seat.open(stage, campaign, "D");
  const { token: link } = await campaign.send("master", "/enrolment", { open: true });
  const { body } = await stage.server.ask(`/matches/${campaign.match}/enrolments`, { token: link, body: { name: "Nina", wishes: "by night only" } });
  await tab(desk, "people");
  const waiting = desk.locator(".cards > li").filter({ hasText: "by night only" });
  await waiting.getByRole("combobox").selectOption("D");
  await waiting.getByText(w("replaces", "Nina", "Dario")).waitFor();
  await waiting.getByRole("button", { name: w("replace"), exact: true }).click();
  await desk.getByText(w("seated_said", "Nina")).waitFor();
  await dead(dario.page);
  const nina = await stage.open(`/m/${campaign.match}#${body.token}`);
  await nina.getByRole("button", { name: t("join"), exact: true }).click();
  await nina.locator(".inc-today").waitFor();
  campaign.tokens.D = body.token;
  await until(async () => (await seatOf(campaign, "D")).name === "Nina", "Nina at her seat");
}

async function bot(campaign, desk) {
  await tab(desk, "late");
  await late(desk, "Nina").getByText(t("seat_online")).waitFor(); // rows move as people come, and a press between is none
  await late(desk, "Fabio").locator("summary").click();
  await late(desk, "Fabio").getByRole("button", { name: t("seat_to_bot") }).click();
  assert.notEqual((await seatOf(campaign, "F")).who, "bot:greedy", "one tap alone takes nobody's seat");
  await desk.getByRole("dialog").getByRole("button", { name: t("seat_to_bot") }).click();
  await desk.getByText(w("bot_said")).waitFor();
  await until(async () => (await seatOf(campaign, "F")).who === "bot:greedy", "a bot at that seat");
}

/** Who enrolled, and whose seat went to a bot before they ever sat there, is told so: no form as if nothing had been. */
async function given(stage, campaign) {
  const { token: link } = await campaign.send("master", "/enrolment", { open: true });
  const pia = await stage.open(`/e/${campaign.match}#${link}`, { viewport: phone, hasTouch: true });
  await pia.getByLabel(t("your_name")).fill("Pia");
  await pia.getByRole("button", { name: w("enrol"), exact: true }).click();
  await pia.getByText(w("enrolled_waits", "Pia")).waitFor();
  const { enrolments } = await campaign.send("master", "/enrolments");
  await campaign.send("master", `/enrolments/${enrolments.find(({ name }) => name === "Pia").enrolment}`, { accept: "F" });
  await pia.getByText(w("enrolled_seated", "Pia")).waitFor();
  await campaign.send("master", "/seats/F", { who: "bot:greedy" });
  await pia.reload();
  await pia.getByRole("heading", { level: 1, name: w("enrol_lost") }).waitFor();
  assert.deepEqual(await faultsOfSize(pia), []);
  await pia.getByRole("button", { name: w("enrol_anew") }).click();
  await pia.getByLabel(t("your_name")).waitFor();
}

async function general(campaign, desk) {
  await tab(desk, "people");
  const form = desk.locator("form.act").filter({ has: desk.getByRole("button", { name: w("appoint"), exact: true }) });
  await form.getByRole("combobox").selectOption("appoint E");
  await form.locator(".readings").getByText("General").first().waitFor();
  await form.getByRole("button", { name: w("appoint"), exact: true }).click();
  await until(async () => (await campaign.state("E")).view.general.defenders === "E", "another General");
}

/** The second Master's own desk; what that one does is on record under the name. */
async function masters(stage, campaign, desk) {
  await desk.getByText(w("masters"), { exact: true }).click();
  await desk.getByLabel(w("master_name"), { exact: true }).fill("Olga");
  await desk.getByRole("button", { name: w("master_add") }).click();
  const link = await desk.getByRole("textbox", { name: w("master_link", "Olga") }).inputValue();
  const second = await stage.open(new URL(link).pathname + new URL(link).hash);
  await second.locator("main.desk .tabs").waitFor();
  await tab(second, "tell");
  await second.getByRole("textbox", { name: /^Words/ }).fill("A comet over Esdef");
  const publish = second.getByRole("button", { name: w("publish") });
  const { y } = await publish.boundingBox();
  await second.locator(".readings").getByText("A comet", { exact: false }).waitFor();
  assert.ok(Math.abs((await publish.boundingBox()).y - y) < 2, "the button stays where it is when the reading comes");
  await publish.click();
  await second.getByText(w("told_said")).waitFor();
  const { messages } = await campaign.state(null, "/events?since=0&wait=0&lang=en");
  assert.ok(messages.some(({ note }) => note?.includes("Olga") && note.includes("comet")), "who of the Masters has said it");
}

/** Truth beside belief: on the map, and line by line. */
async function difference(desk) {
  const eyes = desk.getByRole("group", { name: t("eyes") });
  const beside = desk.getByRole("button", { name: w("eyes_beside"), exact: true });
  assert.ok(await beside.isDisabled(), "all eyes see no difference");
  await eyes.getByRole("button", { name: /Raiders/ }).click();
  await beside.click();
  await desk.locator(".differences tbody tr").first().waitFor();
  // Of the seven garrisons the Raiders have counted none; their own ruins they know.
  await counted(desk.locator(".inc-sign.changed"), 7, "sites that they don't know");
  await beside.click();
  await desk.locator(".differences").waitFor({ state: "detached" });
}

/** Where maps are compared nothing of them lies aside. */
async function whole(page, maps) {
  const all = `.map-zoom button[aria-label="${t("zoom_all")}"]`;
  await counted(page.locator(all), maps, "as many maps");
  await counted(page.locator(`${all}:enabled`), 0, "no map of which a part is seen");
}

export async function run(stage) {
  stage.watch.allow(/\b(401|429)\b/);
  const campaign = await Campaign.make(stage.server, { options: { map: "esdef" } });
  await campaign.playTo("personal");
  const desk = await stage.page({ viewport: { width: 1024, height: 768 } });
  await desk.goto(`/a/${campaign.match}#${campaign.admin}`); // who made the table runs it, too
  await desk.locator(".seat-desk").first().waitFor();
  await desk.goto("about:blank");
  await openDesk(desk, campaign);
  await whole(desk, 1);
  await newLink(stage, campaign, desk);
  await difference(desk);
  await replaced(stage, campaign, desk);
  await bot(campaign, desk);
  await general(campaign, desk);
  await masters(stage, campaign, desk);
  await given(stage, campaign);
  await campaign.host("resign raiders");
  const replay = await stage.open(`/m/${campaign.match}?ply=6&as=all`);
  await replay.locator(".inc-two figure").nth(1).waitFor();
  await whole(replay, 2);
}
