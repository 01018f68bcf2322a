// SPDX-License-Identifier: MIT
// 26_desk.mjs - a day of a campaign at the Master's desk: enrolling by one link, consents by link, a reminder and a recorded yes, a closing
// time put off, a correction with what each will read, a ruling, packs, going back; and nobody is told a fact of the other side.
import assert from "node:assert/strict";
import { Campaign } from "./kit/campaign.mjs";
import { examine, looks } from "./kit/axe.mjs";
import { copyPack, correct, goBack, openDesk, rule, sure, tab } from "./kit/desk.mjs";
import { desktop, phone } from "./kit/stage.mjs";
import { counted, until } from "./kit/until.mjs";
import { t, w } from "./kit/words.mjs";
import { faultsOfSize } from "./kit/views.mjs";

export const title = "the Master's desk: a day with two Generals, players on phones, and links";

const masterSends = /\/host\?/;
const markup = '<img src=x onerror="window.hit=1">';
const marks = { A: "olive press", B: "black candle" }; // in all that a side says in secret

/** All that a context was told, by answers and sockets. */
function listen(context, heard) {
  context.on("page", (page) => {
    page.on("response", (answer) => {
      if (/\/api\/|\/c\//.test(answer.url())) answer.text().then((text) => heard.push(text), () => undefined);
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  });
}

async function person(stage, options = {}) {
  const context = await stage.context(options);
  const heard = [];
  listen(context, heard);
  return { page: await context.newPage(), heard };
}

const onPhone = { viewport: phone, hasTouch: true, isMobile: true };

async function open(page, path, ready) {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
}

// ---- Enrolling -----------------------------------------------------------------------------------------------------------------

async function enrolling(stage) {
  const { server } = stage;
  const made = await server.create({
    game: "incursio",
    seats: Array.from({ length: 6 }, () => "human"),
    options: { map: "small", teams: "players" },
    clock: { kind: "windows", zone: "Europe/Rome" },
    master: true,
    start: "joined",
    name: `Esdef ${markup}`,
  });
  const desk = await stage.open(`/a/${made.match}#${made.master}`);
  await desk.getByRole("button", { name: w("enrol_begin") }).click();
  const field = desk.getByRole("textbox", { name: w("enrol_link") });
  const link = await field.inputValue();
  assert.match(link, /\/e\/[a-z2-7]{12}#[A-Za-z0-9_-]{43}$/);
  const guide = { name: "desk: the first day", path: `/a/${made.match}#${made.master}`, ready: "main.desk .guide" };
  const form = { name: "enrolling", path: link, ready: "main form.card" };
  const found = [...(await examine(stage, desktop, [guide], looks)), ...(await examine(stage, phone, [form], looks))];
  assert.deepEqual(found, []);
  const { page: zoe, heard } = await person(stage, onPhone);
  await zoe.goto(link);
  const coat = (page, side) => page.locator(side).evaluate((mark) => getComputedStyle(mark).getPropertyValue("--seat"));
  await zoe.locator('label [data-seat="1"]').waitFor();
  for (const seat of ["0", "1"])
    await until(
      async () => (await coat(zoe, `label [data-seat="${seat}"]`)) === (await coat(desk, `.desk button [data-seat="${seat}"]`)),
      "a side to have its colour before one enrols, too",
    );
  await zoe.getByLabel(t("your_name")).fill(`Zoe ${markup}`.slice(0, 40));
  await zoe.getByRole("radio").nth(2).check();
  const wish = zoe.getByLabel(/^I would like to be/);
  await wish.selectOption({ index: 1 });
  await zoe.getByLabel(/^Anything else/).fill("not on Tuesdays");
  assert.deepEqual(await faultsOfSize(zoe), []);
  await zoe.getByRole("button", { name: w("enrol"), exact: true }).click();
  await zoe.getByText("You have enrolled").waitFor();
  // The Master seats her; her page shows it by itself, and her link opens the seat.
  await desk.getByText("not on Tuesdays").waitFor();
  await desk.getByRole("button", { name: w("accept") }).click();
  await zoe.getByRole("button", { name: t("to_my_seat") }).click();
  await zoe.getByRole("button", { name: t("join"), exact: true }).click();
  await zoe.locator("main.table-page").waitFor();
  assert.ok(!heard.join().includes(made.master));
  for (const page of [desk, zoe]) {
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.equal(await page.locator('img[src="x"]').count(), 0, "a name is no markup");
  }
  // The link is closed: whoever has it open, or comes later, is told so.
  stage.watch.allow(/\b401\b/);
  await desk.getByRole("button", { name: w("enrol_end") }).click();
  await until(async () => (await server.ask(`/matches/${made.match}/enrolments`, { token: new URL(link).hash.slice(1) })).status === 401, "the end of the link");
  const late = await stage.open(link);
  await late.getByText(w("enrol_closed_says")).waitFor();
}

// ---- A day -----------------------------------------------------------------------------------------------------------------------

async function consents(stage, campaign, players, desk) {
  const asked = await campaign.asked("c2 build 02 in 4");
  const { page: carla } = players.C;
  // Her phone: one screen, Yes, thanks.
  await carla.goto(asked.path);
  assert.deepEqual(await faultsOfSize(carla), []);
  assert.ok(await carla.evaluate(() => document.body.scrollHeight <= window.innerHeight + 1), "the question fits one screen");
  await carla.getByRole("button", { name: "Yes" }).click();
  await carla.getByText("Thank you, Carla").waitFor();
  await carla.getByRole("button", { name: "No" }).click();
  await carla.getByText("Your answer is: no").waitFor();
  assert.deepEqual(await examine(stage, phone, [{ name: "consent", path: asked.path, ready: "blockquote" }], looks), []);
  // The desk shows it without being asked.
  await desk.getByText("1 answer given").waitFor();
  await carla.getByRole("button", { name: "Yes" }).click();
  await until(async () => (await campaign.state("A", "/consents")).consents[0].answer === "yes", "her yes");
  await carla.getByRole("link", { name: "To your seat" }).click();
  await carla.locator("main.table-page").waitFor();
  await open(carla, campaign.link("C"), "main.table-page");
  // What Elena said in the group the Master records, with where and when.
  await campaign.asked("c3 rest").catch(() => campaign.asked("c3 mission tithe"));
  const row = desk.locator(".late-row").filter({ hasText: "Elena" });
  await row.getByLabel(/^Where and when/).fill(`in the group, 20:12, by the ${marks.A}`);
  await row.getByRole("button", { name: w("record_yes") }).click();
  await desk.getByText(w("recorded_said")).waitFor();
  await row.getByLabel(/^Where and when/).waitFor({ state: "detached" }); // the desk is told of it, and of its ply
  return asked;
}

/** What each side says in secret, so that it can be looked for in all that the others are told. */
async function secrets(campaign) {
  await campaign.send("C", "/proposals", { order: "c3 mission tithe", text: `Let us pray by the ${marks.A}` });
  await campaign.send("A", "/chat", { to: "team", text: `Meet at the ${marks.A}` });
  await campaign.send("B", "/chat", { to: "team", text: `Bring the ${marks.B}` });
}

/** A time in the past is refused where it was asked; whoever asks anew is told of no old refusal. */
async function refusedInDialog(stage, desk) {
  const dialog = desk.getByRole("dialog", { name: w("put_off") });
  const ask = () => desk.getByRole("button", { name: w("put_off"), exact: true }).click();
  stage.watch.allow(/\b400\b/);
  await ask();
  await dialog.getByLabel(w("closes_at")).fill("2001-01-01T12:00");
  await dialog.getByRole("button", { name: w("put_off") }).click();
  await dialog.getByRole("alert").waitFor();
  await desk.keyboard.press("Escape");
  await ask();
  await dialog.getByLabel(w("closes_at")).waitFor();
  await counted(dialog.getByRole("alert"), 0, "the old refusal to be gone");
  await desk.keyboard.press("Escape");
}

async function clock(stage, campaign, desk) {
  await desk.getByRole("button", { name: w("rehearse") }).click();
  await desk.locator(".rehearsal").getByText(/^Silent would be:/).waitFor();
  const before = (await campaign.state(null)).window.closes;
  // A ply that comes in between is no reason against it: it is sent anew, and counts once.
  let sent = 0;
  await desk.route(masterSends, async (route) => {
    if (route.request().method() === "POST" && ++sent === 1) await campaign.host("bulletin", "Rain over the harbour");
    await route.continue();
  });
  stage.watch.allow(/\b409\b/);
  await desk.getByRole("button", { name: w("one_hour_more") }).click();
  await desk.getByText(w("put_off_said")).waitFor();
  await desk.unroute(masterSends);
  assert.equal(sent, 2);
  assert.equal((await campaign.state(null)).window.closes, before + 3_600_000);
  await refusedInDialog(stage, desk);
  await sure(desk, "Pause");
  await desk.locator(".countdown").getByText(t("window_paused")).waitFor();
  await sure(desk, "Resume");
  await desk.getByText("is open until").waitFor();
}

async function correction(players, desk) {
  const reason = `miscounted at the ${marks.A}`;
  await correct(desk, reason);
  await players.A.page.locator('[data-tab="log"]').click();
  await players.A.page.getByText(reason).first().waitFor();
}

/** What a ruling is to who may read it: told at once, under its rule, and kept beside the chat. */
async function readRuling({ page }, question) {
  const told = page.locator(".notice-place").filter({ hasText: question });
  await told.getByRole("button", { name: "INC-ROLE-13" }).click();
  const dialog = page.getByRole("dialog", { name: "INC-ROLE-13" });
  await dialog.locator(".rulings li").filter({ hasText: question }).getByText("No. 1").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator('[data-tab="chat"]').click();
  await page.locator(".rulings-box summary").click();
  await page.locator(".rulings-box .rulings li").filter({ hasText: question }).waitFor();
}

async function words(campaign, players, desk) {
  await tab(desk, "tell");
  await desk.getByRole("textbox", { name: /^Words/ }).fill(`A storm over Esdef ${markup}`);
  const film = desk.getByRole("region", { name: w("bulletins") }).getByLabel(/^Address of a picture/);
  await film.fill("javascript:alert(1)");
  await desk.getByText(w("film_wrong")).waitFor();
  await film.fill("https://example.org/storm.mp4");
  await desk.locator(".readings").filter({ hasText: "A storm" }).first().waitFor(); // by then the desk knows of the last ply, too
  await desk.getByRole("button", { name: w("publish") }).click();
  await desk.getByText(w("told_said")).waitFor();
  await players.A.page.locator('a[href="https://example.org/storm.mp4"]').first().waitFor();
  await rule(desk, "May two be of it?", `No, says the ${marks.B}.`);
  const read = async (who) => (await campaign.state(who, "/posts?kind=ruling")).posts.length;
  assert.deepEqual([await read("B"), await read("A"), await read(null)], [1, 0, 0]);
  await readRuling(players.B, "May two be of it?");
}

async function packs(desk) {
  const copied = await copyPack(desk, "Defenders");
  assert.match(copied, /, for Defenders of Esdef$/m, "a group's words are for all of it, not for its General");
  assert.ok(copied.includes("Defenders") && !copied.includes("#"), copied);
  await desk.locator(".pack-picture img").waitFor();
  assert.equal(await desk.evaluate(() => typeof navigator.share), "undefined", "this device shares nothing, and nothing is lost");
}

async function timeline(campaign, desk) {
  await tab(desk, "timeline");
  await desk.locator(".lanes .entry").first().click();
  await desk.getByText(/As those eyes saw it/).waitFor();
  await desk.getByRole("button", { name: w("to_now") }).click();
  // Back to the window of movement: not before both sides consent.
  const { ply, window } = await campaign.state(null);
  await goBack(desk, campaign, 1, 1, "a mistake in the maintenance");
  const after = await campaign.state(null);
  assert.ok(after.ply > ply && after.window.id !== window.id, `${after.window.id} after ${window.id}`);
}

async function day(stage) {
  const campaign = await Campaign.make(stage.server, { names: ["Anna", "Bruno", "Carla", `Dario ${markup}`.slice(0, 40), "Elena", "Fabio"] });
  await campaign.playTo("personal");
  const players = { A: await person(stage), B: await person(stage), C: await person(stage, onPhone), onlooker: await person(stage) };
  for (const seat of ["A", "B"]) await open(players[seat].page, campaign.link(seat), "main.table-page");
  await open(players.onlooker.page, `/m/${campaign.match}`, "main.table-page");
  const desk = await stage.page({ viewport: { width: 1440, height: 900 } });
  await openDesk(desk, campaign);
  await secrets(campaign);
  const asked = await consents(stage, campaign, players, desk);
  await clock(stage, campaign, desk);
  await correction(players, desk);
  await words(campaign, players, desk);
  await packs(desk);
  await timeline(campaign, desk);
  // What was asked before counts no longer, and its link says so.
  stage.watch.allow(/\b410\b/);
  await players.C.page.goto(asked.path);
  await players.C.page.getByText("taken back to before this request").waitFor();
  for (const { page } of Object.values(players)) assert.equal(await page.evaluate(() => window.hit), undefined);
  // Facts of a side in everything that others were told.
  for (const [who, side] of [["A", "A"], ["C", "A"], ["B", "B"], ["onlooker", null]]) {
    const all = players[who].heard.join("\n");
    assert.ok(all.length > 2000, `${who} was told nothing`);
    for (const [owner, mark] of Object.entries(marks)) assert.ok(owner === side || !all.includes(mark), `${who} is told of the ${mark}`);
    assert.ok(!all.includes(campaign.master), `${who} is told the Master's token`);
  }
  return campaign;
}

// ---- How it looks ------------------------------------------------------------------------------------------------------------------

async function examined(stage, campaign) {
  const panels = ["late", "correct", "tell", "timeline", "packs", "people"].map((id) => ({
    name: `desk: ${id}`,
    path: campaign.desk,
    ready: "main.desk .tabs",
    then: (page) => tab(page, id),
  }));
  const found = [
    ...(await examine(stage, desktop, panels, looks, () => undefined)),
    ...(await examine(stage, phone, [panels[0], panels[3]], looks.slice(0, 1), () => undefined)),
  ];
  assert.deepEqual(found, []);
  const small = await stage.open(campaign.desk, onPhone);
  await small.locator("main.desk .tabs").waitFor();
  for (const id of ["late", "correct", "tell", "timeline", "packs", "people", "map"]) {
    await tab(small, id);
    assert.deepEqual(await faultsOfSize(small), [], id);
  }
}

export async function run(stage) {
  await enrolling(stage);
  await examined(stage, await day(stage));
}
