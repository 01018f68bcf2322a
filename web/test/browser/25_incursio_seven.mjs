// SPDX-License-Identifier: MIT
// 25_incursio_seven.mjs - a short campaign of Incursio in seven browsers: a Master at the desk, two Generals, four players, two of them on phones.
// Proposals, consents by link, closing times that come by the clock, an assault, spies, a correction, a ruling, packs, going back, the end.
// Everything that each browser was sent is searched for what the other side alone was told.
import assert from "node:assert/strict";
import { Campaign } from "./kit/campaign.mjs";
import { copyPack, correct, goBack, openDesk, rule, sure, tab } from "./kit/desk.mjs";
import { doneBy, goTo, say, searchSecrets, Seat } from "./kit/incursio.mjs";
import { until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";
import { t } from "./kit/words.mjs";

export const title = "Incursio in seven browsers: a short campaign with a Master, Generals, players on phones; each is told what is theirs alone";

const SIDES = { defenders: ["A", "C", "E"], raiders: ["B", "D", "F"] };
const sideOf = (letter) => (SIDES.defenders.includes(letter) ? "defenders" : "raiders");
/** In all that a side says in secret. */
const MARKS = { defenders: "olive press", raiders: "black candle" };
const ORDERS = {
  defenders: { general: "A", mate: "C", camp: "soldiers", from: "s06", to: "s07", spied: "s05" },
  raiders: { general: "B", mate: "D", camp: "demons", from: "s13", to: "s11", spied: "s07" },
};

/** Of each side the General's character, and that of the player who is asked. */
const [OWN, ASKED] = ["c1", "c2"];

/** The small map, over after two days. */
async function short(server) {
  const { data } = await server.api("/games/incursio");
  const maps = data.maps.map((map) => ({ ...map, setup: { ...map.setup, days: 2, days_min: 1 } }));
  return { format: "alea.scenario", version: 1, game: "incursio", name: "two_days", replace: { maps } };
}

class Day {
  constructor(stage, campaign) {
    Object.assign(this, { stage, campaign, server: stage.server, seats: {} });
  }

  async open() {
    for (const letter of this.campaign.letters)
      this.seats[letter] = await Seat.open(this.stage, this.campaign, letter, { small: letter === "C" || letter === "D" });
    this.desk = await this.stage.page({ viewport: { width: 1440, height: 900 } });
    await openDesk(this.desk, this.campaign);
  }

  async view(letter) {
    return (await this.campaign.state(letter)).view;
  }

  goTo(holds) {
    return goTo(this.stage, this.campaign, holds);
  }

  async inMotion(side) {
    const { general, camp } = ORDERS[side];
    return /[<>]/.test(Object.values((await this.view(general))[camp]).join(" "));
  }

  /** The open window's closing time comes; resolves once it has closed. */
  async deadline() {
    const { window } = await this.campaign.state(null);
    await this.server.shift(window.closes - this.server.now() + 1000);
    await until(async () => {
      const now = (await this.campaign.state(null)).window;
      return now?.id !== window.id || now.opened !== window.opened;
    }, `${window.id} to close by the clock`);
  }

  // ---- Movement --------------------------------------------------------------------------------------------------------------------

  /** A player's proposal, put together on a phone, is adopted by the General, who closes the window. */
  async proposed(side) {
    const { general, mate, from, to } = ORDERS[side];
    const { page } = this.seats[mate];
    await page.locator(".inc-propose > summary").tap();
    for (const site of [from, to]) await page.locator(`.inc-propose .inc-options [data-site="${site}"]`).tap();
    await this.seats[mate].act("march").tap();
    await page.locator(".inc-propose form input").fill(MARKS[side]);
    await page.locator(".inc-propose form").getByRole("button").tap();
    const leader = this.seats[general];
    await leader.page.locator(".inc-proposal q").filter({ hasText: MARKS[side] }).waitFor();
    await leader.page.locator('.inc-proposal [data-act^="adopt"]').click();
    await until(() => this.inMotion(side), "the proposal to be adopted");
    await leader.act("done").click();
    await until(async () => (await leader.page.locator(".inc-warn").count()) > 0 || (await leader.act("done").count()) === 0, "a warning, or the end of the window");
    if ((await leader.page.locator(".inc-warn").count()) > 0) await leader.act("done").click();
  }

  /** The General marches, and is not done: the clock closes the window, and what was entered runs. */
  async overtaken(side) {
    const { general, from, to } = ORDERS[side];
    const { page } = this.seats[general];
    for (const site of [from, to]) await page.locator(`.inc-options [data-site="${site}"]`).click();
    await this.seats[general].act("march").click();
    await page.locator(".inc-orders li").first().waitFor();
    await this.deadline();
    await page.locator(".inc-orders li").first().waitFor({ state: "detached" });
    const { messages } = await this.campaign.state(null, "/events?since=0&wait=0&lang=en");
    assert.ok(messages.some(({ note }) => note === "it is closing time"), "the record says that the clock closed it");
    const open = (await this.campaign.state(null)).window.name;
    await this.desk.locator(".countdown-name").getByText(open, { exact: true }).waitFor();
  }

  // ---- Assault ---------------------------------------------------------------------------------------------------------------------

  async assault() {
    await this.goTo(({ step, side }) => step === "assault" && side === "raiders");
    const { page } = this.seats.B;
    await page.locator('.inc-options [data-site="s04"]').click();
    await page.locator(".inc-camp .inc-tile:not([disabled])").first().click();
    await page.locator('.inc-camp .inc-tile[aria-pressed="false"]:not([disabled])').first().click();
    await this.seats.B.act("prepare").click();
    await this.seats.B.act("launch").click();
    await until(async () => (await this.view("B")).attacks === 1, "the attack to be launched");
  }

  // ---- Personal actions --------------------------------------------------------------------------------------------------------------

  /** Asked by the General, with a link for that one person; the address of the link. */
  async ask(side) {
    const { general, spied } = ORDERS[side];
    const { page } = this.seats[general];
    await this.seats[general].act(`ask ${ASKED}`).click();
    await page.locator(".inc-action select").first().selectOption("spy");
    await page.locator(".inc-action select").nth(1).selectOption(spied);
    if (side === "raiders") await page.locator(".inc-action select").nth(2).selectOption("structures");
    await page.locator(".inc-action input").fill(MARKS[side]);
    await page.locator(".inc-action").getByRole("button", { name: say("ask_this") }).click();
    const row = page.locator(".inc-character").filter({ hasText: ASKED.toUpperCase() });
    await row.getByRole("button", { name: say("ask_by_link") }).click();
    return row.locator(".inc-bylink input[readonly]").inputValue();
  }

  /** The link on the phone of whoever is asked; each answer is thanked for. */
  async answer(side, link, ...answers) {
    const { mate } = ORDERS[side];
    const page = await this.seats[mate].page.context().newPage();
    this.seats[mate].hear(page);
    await page.goto(link);
    assert.deepEqual(await faultsOfSize(page), []);
    for (const one of answers) {
      await page.getByRole("button", { name: one, exact: true }).tap();
      await page.getByText(`Your answer is: ${one.toLowerCase()}`).waitFor();
    }
    await until(async () => (await this.view(mate)).flags[side][ASKED] & 1, `${mate}'s yes`);
    return page;
  }

  /** Both Generals press at the instant at which the window closes: what they pressed is in the record, or they are told that it is not. */
  async race() {
    const racing = Object.values(ORDERS);
    for (const { general } of racing) {
      await this.seats[general].act(`choose ${OWN}`).click();
      await this.seats[general].page.locator(".inc-action").getByRole("button", { name: say("do_this") }).waitFor();
    }
    const answers = {};
    for (const { general } of racing)
      this.seats[general].page.on("response", (one) => {
        if (one.request().method() === "POST" && one.url().includes("/moves")) answers[general] ??= one;
      });
    // Whoever finds the button gone has seen that the window is closed.
    const press = ({ general }) =>
      this.seats[general].page.evaluate(() => {
        const button = document.querySelector(".inc-action button[type=submit]");
        button?.click();
        return button !== null;
      });
    const presses = racing.map(press);
    await Promise.any(presses);
    await this.deadline();
    const pressed = await Promise.all(presses);
    for (const [i, { general }] of racing.entries()) {
      if (!pressed[i]) continue;
      const answer = await until(async () => answers[general], `an answer to ${general}`);
      if (answer.ok()) {
        const { messages } = await this.campaign.state(general, "/events?since=0&wait=0&lang=en");
        assert.ok(messages.some(({ seat, move }) => seat === general && move?.verb === "rest"), `${general} was told yes, and the record has it`);
      } else await this.seats[general].page.locator(".notice-place .message").filter({ hasText: /\S/ }).first().waitFor();
    }
    this.stage.note(`at the closing time: ${racing.map(({ general }) => `${general} ${answers[general]?.status() ?? "saw it closed"}`).join(", ")}`);
  }

  async personal() {
    await this.goTo(({ step }) => step === "personal");
    const links = { defenders: await this.ask("defenders"), raiders: await this.ask("raiders") };
    await this.answer("defenders", links.defenders, "Yes");
    const page = await this.answer("raiders", links.raiders, "No", "Yes");
    // Meanwhile the Master mends what was miscounted, and rules.
    await correct(this.desk, `miscounted at the ${MARKS.defenders}`);
    await rule(this.desk, "May two be of it?", `No, says the ${MARKS.raiders}.`);
    for (const letter of ["E", "F"]) {
      await this.seats[letter].act("done").click();
      if (await this.seats[letter].page.locator(".inc-warn").count()) await this.seats[letter].act("done").click();
    }
    await this.race();
    // A consent after its window: the link says that it has closed, and with which answer.
    await page.goto(links.raiders);
    await page.getByText("The window of this request has closed.").waitFor();
    await page.close();
    for (const side of Object.keys(ORDERS)) {
      const { spied, mate } = ORDERS[side];
      const { body } = await this.server.ask(`/matches/${this.campaign.match}/history?set=site&of=${spied}`, { token: this.campaign.token(mate) });
      assert.ok(body.lines.length > 0, `${side} know of ${spied}`);
    }
  }

  // ---- Evening, going back, the end --------------------------------------------------------------------------------------------------

  async evening() {
    await this.goTo(({ step }) => step === "deploy");
    await this.seats.A.act("deal-for-me").click();
    await this.seats.A.act("deal").click();
    await until(async () => Object.keys((await this.view("A")).due.defenders).length === 0, "the reinforcements to stand");
    await this.goTo(({ day }) => day === 2);
    await this.seats.A.page.locator(".inc-day-of").filter({ hasText: say("day_of", 2, 2) }).waitFor();
    await this.seats.C.page.locator(".inc-yesterday li").first().waitFor();
    // What each group is sent of the day that is over.
    for (const [whose, foreign] of [["Defenders", ["raiders"]], ["Raiders", ["defenders"]], ["Public", ["defenders", "raiders"]]]) {
      const text = await copyPack(this.desk, whose);
      assert.ok(text.length > 80 && !text.includes("#"), text);
      for (const side of foreign) assert.ok(!text.includes(MARKS[side]), `the pack of ${whose}: ${text}`);
    }
  }

  async back() {
    await goBack(this.desk, this.campaign, 1, 0, "the reinforcements were miscounted");
    assert.equal((await this.view(null)).day, 1);
    for (const letter of ["A", "D"]) await this.seats[letter].page.locator(".inc-day-of").filter({ hasText: say("day_of", 1, 2) }).waitFor({ state: "attached" });
  }

  /** While it goes on each looks back at what was known on the own side: one map. */
  async lookBack() {
    for (const letter of ["A", "D"]) {
      const page = await this.seats[letter].page.context().newPage();
      this.seats[letter].hear(page);
      await page.goto(`/m/${this.campaign.match}?ply=12`);
      await page.locator(".replay-under").waitFor({ state: "attached" });
      await page.locator(".inc-sign").first().waitFor({ state: "attached" });
      assert.deepEqual([await page.locator(".inc-sign").count(), await page.locator(".inc-two, .inc-belief").count()], [13, 0], letter);
      await page.close();
    }
  }

  async end() {
    await until(async () => {
      for (const letter of this.campaign.letters) {
        if ((await this.campaign.state(null)).status === "over") return true;
        await doneBy(this.stage, this.campaign, [letter]);
      }
      return false;
    }, "the end of the second day");
    await this.seats.A.page.locator(".result-places").first().waitFor();
    await this.desk.getByText(t("turn_over")).first().waitFor();
    const { page } = this.seats.D;
    await page.goto(`/m/${this.campaign.match}?ply=12&as=all`);
    await page.locator(".inc-retold .map-board").waitFor();
    assert.deepEqual(await faultsOfSize(page), []);
    const wide = this.seats.B.page;
    await wide.goto(`/m/${this.campaign.match}?ply=12&as=all`);
    await wide.locator(".inc-two figure").nth(1).waitFor();
    assert.equal(await wide.locator(".inc-two .inc-sign").count(), 26, "both maps, whole");
  }
}

// ---- Who was told what ---------------------------------------------------------------------------------------------------------------

const least = 20; // letters: what is said by fewer may be said of something else, too

/** Sentences that one side alone was told, by the Master's record. The words of a move are the same for both sides' characters. */
async function secretsOf(campaign) {
  const lines = [];
  for (let since = 0, last = Infinity; since < last; ) {
    const page = await campaign.state("master", `/timeline?as=all&since=${since}&lang=en`);
    lines.push(...page.lines);
    last = page.ply > since ? page.last : 0;
    since = page.ply;
  }
  const told = { defenders: new Set(), raiders: new Set() };
  const open = { defenders: "", raiders: "" };
  const lanes = { defenders: "A", raiders: "B" };
  for (const line of lines)
    for (const side of Object.keys(told))
      if (line.lanes.includes(lanes[side]) || line.lanes.includes("none")) open[side] += `\n${line.words} ${line.note ?? ""}`;
      else if (line.words.length > least && line.lanes.length && line.role !== "move") told[side === "defenders" ? "raiders" : "defenders"].add(line.words);
  const secret = (side, other) => [...told[side]].filter((words) => !open[other].includes(words));
  return { defenders: secret("defenders", "raiders"), raiders: secret("raiders", "defenders") };
}

/** Nothing of the other side in all that each browser has been sent. */
async function searched(stage, campaign, seats) {
  const secrets = await secretsOf(campaign);
  const others = { defenders: "raiders", raiders: "defenders" };
  for (const side of Object.keys(secrets)) assert.ok(secrets[side].length > 5, `${side}: ${secrets[side].length} sentences of their own`);
  const json = (words) => JSON.stringify(words).slice(1, -1);
  const found = [];
  let heard = 0;
  for (const seat of Object.values(seats)) {
    const other = others[sideOf(seat.letter)];
    const tokens = campaign.letters.filter((letter) => letter !== seat.letter).map((letter) => campaign.token(letter));
    found.push(...searchSecrets(seat, sideOf(seat.letter), [MARKS[other], ...secrets[other].map(json), ...tokens, campaign.master, campaign.admin]));
    heard += seat.heard.length;
  }
  stage.note(`${heard} answers and messages searched for ${secrets.defenders.length} and ${secrets.raiders.length} sentences`);
  assert.deepEqual(found, []);
}

export async function run(stage) {
  stage.watch.allow(/\b(409|410|422)\b/);
  const campaign = await Campaign.make(stage.server, { scenario: await short(stage.server) });
  const day = new Day(stage, campaign);
  await day.open();
  const words = (await campaign.state("master", "/host?lang=en")).moves.find(({ verb }) => verb === "close").words;
  await sure(day.desk, words);
  await day.goTo(({ step }) => step === "move");
  const first = (await day.view(null)).side;
  for (const side of [first, first === "defenders" ? "raiders" : "defenders"]) {
    await day.goTo((view) => view.step === "move" && view.side === side);
    await (side === first ? day.proposed(side) : day.overtaken(side));
    if (side === "raiders") await day.assault();
  }
  await day.personal();
  await day.evening();
  await day.back();
  await day.lookBack();
  await searched(stage, campaign, day.seats);
  await day.end();
  await tab(day.desk, "timeline");
}
