// SPDX-License-Identifier: MIT
// 26_mishaps.mjs - a campaign among people where things go another way: a stack is dragged while the server goes away, a window closes by the
// clock under a General's hand, a chat runs over, a device shares packs, a spy's news are looked up day by day.
import assert from "node:assert/strict";
import { Campaign } from "./kit/campaign.mjs";
import { hold } from "./kit/hold.mjs";
import { goTo, Seat } from "./kit/incursio.mjs";
import { until } from "./kit/until.mjs";
import { incursio as say, t, w } from "./kit/words.mjs";

export const title = "a campaign's mishaps: a drag without a server, a deadline, a loud chat, packs shared, what was known when";

/** The pointer goes from the middle of one site to that of another; `between` happens while it is held. */
async function drag(seat, from, to, between = async () => undefined) {
  const middle = async (id) => {
    await seat.table.still();
    const box = await until(async () => seat.site(id).boundingBox(), `${id} on the map`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [a, b] = [await middle(from), await middle(to)];
  await seat.page.mouse.move(...a);
  await seat.page.mouse.down();
  await seat.page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, { steps: 4 });
  await seat.page.locator(".inc-drag").waitFor({ state: "attached" });
  await between();
  await seat.page.mouse.move(...(await middle(to)), { steps: 4 }); // the hand follows where the map went
  await seat.page.mouse.up();
}

async function dragged(stage, campaign) {
  const { server } = stage;
  await goTo(stage, campaign, (view) => view.step === "move" && view.side === "raiders");
  const [letter, from, to, camp] = ["B", "s05", "s04", "demons"]; // soldiers stand there: the march tells both sides of each other
  const general = await Seat.open(stage, campaign, letter);
  await general.page.locator(`.inc-spot[data-place="${from}"][aria-pressed]`).waitFor({ state: "attached" });
  const moved = async () => /[<>]/.test(Object.values((await campaign.state(letter)).view[camp]).join(" "));
  // Where no line leads nothing is ordered.
  await drag(general, from, "s02");
  assert.equal(await general.act("march").count(), 0);
  stage.watch.allow(/ERR_CONNECTION|WebSocket|ERR_EMPTY_RESPONSE/);
  await drag(general, from, to, async () => {
    await server.kill("SIGKILL");
    await general.page.getByText(t("lost")).waitFor();
  });
  await general.act("march").waitFor();
  await general.act("march").click();
  await server.start();
  await until(
    async () => {
      if (await moved()) return true;
      const button = general.act("march"); // it may be gone at any moment: what was sent has arrived then
      if (await button.isEnabled({ timeout: 10_000 }).catch(() => false)) await button.click({ timeout: 10_000 }).catch(() => undefined);
      return false;
    },
    "the march, once the server is back",
  );
  await general.page.locator(".inc-orders li").waitFor();
  assert.equal(await general.page.locator(".inc-orders li").count(), 1, "and it is ordered once");
  return { general, letter };
}

/** The window closes at its time while the General looks at it: what was entered runs, the page shows the next one. */
async function deadline(stage, campaign, { general }) {
  const { server } = stage;
  const before = (await server.state(campaign.match)).window;
  const { ply } = await campaign.state(null);
  await campaign.send("master", "/host", { ply, closes: server.now() + 3_600_000 });
  await server.shift(3_601_000);
  await until(async () => {
    const { window } = await server.state(campaign.match);
    return window && (window.id !== before.id || window.opened !== before.opened);
  }, "the window to close by the clock");
  await general.page.locator(".inc-orders li").waitFor({ state: "detached" });
  const { messages } = await campaign.state(general.letter, "/events?since=0&wait=0&lang=en");
  assert.ok(messages.some(({ note }) => note === "it is closing time"), "the record says that the clock closed it");
}

/** Twenty people say two hundred lines within a minute: none is lost, in their order; and who says too much too fast loses no line. */
async function loud(stage) {
  const campaign = await Campaign.make(stage.server, { people: 20 });
  const [letter, ...others] = campaign.letters;
  const general = await Seat.open(stage, campaign, letter);
  stage.watch.allow(/\b429\b/);
  await general.tab("chat");
  const began = Date.now();
  for (let i = 0; i < 10; i++) await Promise.all(campaign.letters.map((seat) => campaign.send(seat, "/chat", { text: `line ${i} of ${seat}.` })));
  stage.note(`200 lines in ${Math.round((Date.now() - began) / 1000)} s`);
  await general.page.locator('[data-channel="all"]').click();
  const lines = general.page.locator(".chat-lines li");
  await until(async () => (await lines.filter({ hasText: /line \d of [A-T]\./ }).count()) === 200, "all lines");
  const all = await lines.allInnerTexts();
  for (const seat of others) {
    const own = all.filter((line) => line.includes(` of ${seat}.`)).map((line) => Number(/line (\d)/.exec(line)[1]));
    assert.deepEqual(own, [...own.keys()], seat);
  }
  // Whoever says more than the server takes at once loses nothing: the line is given back until it is taken.
  const field = general.page.locator('[data-key="chat"]');
  await field.fill("my own line");
  await until(async () => {
    const answer = general.page.waitForResponse((one) => one.request().method() === "POST" && /\/chat\b/.test(one.url()));
    await general.page.locator(".chat form").getByRole("button").click();
    if ((await answer).ok()) return true;
    await until(async () => (await field.inputValue()) === "my own line", "the line, given back");
    return false;
  }, "the line, once the server takes it");
  await lines.filter({ hasText: "my own line" }).waitFor();
  // What is said while older lines are fetched stands behind them, and none of them is missed.
  const older = await hold(general.page, /\/chat\?.*after=/);
  await general.page.reload();
  await until(() => older.count() > 0, "the chat to be fetched");
  await campaign.send(others[0], "/chat", { text: "said meanwhile" });
  await general.tab("chat");
  await general.page.locator('[data-channel="all"]').click();
  await lines.filter({ hasText: "said meanwhile" }).waitFor();
  older.arrive();
  await until(async () => (await lines.filter({ hasText: /line \d of [A-T]\./ }).count()) === 200, "all older lines");
  assert.match((await lines.allInnerTexts()).at(-1), /said meanwhile/);
  await general.page.context().close();
}

/** A device that shares gets a part's words, or with one button all words and the picture themselves. */
async function shared(stage, campaign) {
  const context = await stage.context();
  await context.addInitScript(() => {
    window.shared = [];
    Object.defineProperty(navigator, "canShare", { value: () => true });
    Object.defineProperty(navigator, "share", {
      value: async ({ text, files }) => {
        const [file] = files ?? [];
        window.shared.push({ text, ...(file && { type: file.type, bytes: (await file.arrayBuffer()).byteLength }) });
      },
    });
  });
  const desk = await context.newPage();
  await desk.goto(campaign.desk);
  await desk.locator('[role=tab][data-tab="packs"]').click();
  const words = desk.locator(".pack-texts");
  await words.getByRole("button", { name: new RegExp(`^${t("share")}`) }).first().click();
  await desk.locator(".pack-picture").getByRole("button", { name: w("share_pack") }).click();
  const told = await until(async () => {
    const all = await desk.evaluate(() => window.shared);
    return all.length === 2 && all;
  }, "both to be shared");
  const parts = await words.locator("pre").allInnerTexts();
  const [part, whole] = told;
  assert.deepEqual(part, { text: parts[0] });
  assert.equal(whole.text, parts.join("\n\n"));
  assert.ok(/^image\/(png|svg\+xml)/.test(whole.type) && whole.bytes > 5000, JSON.stringify(whole));
  assert.ok(!JSON.stringify(told).includes(campaign.master), "no link is in what a group is sent");
  assert.ok((await desk.getByText(w("own_links")).count()) === 1);
}

/** In the sheet of a site what is known of it stands day by day; at the Master's desk what was so stands beside it. */
async function known(stage, campaign) {
  const desk = await stage.open(campaign.desk);
  const { view } = await campaign.state("master", "?as=all");
  const found = ["defenders", "raiders"].flatMap((side) =>
    Object.entries(view[`${side}_know`] ?? {}).flatMap(([site, words]) => (/@[1-9]/.test(words) ? [{ side, site }] : [])),
  );
  assert.ok(found.length > 0, "a march tells something");
  const { side, site } = found[0];
  await desk.locator(`#inc-${site}`).focus();
  await desk.keyboard.press("Enter");
  const news = desk.locator(".looked section").filter({ hasText: say("known_by", say(`${side}_full`)) }).locator(".inc-news");
  await news.locator("summary").click();
  await news.locator("li").first().waitFor();
  assert.match((await news.locator("li").first().innerText()).replace(/\s+/g, " "), /^Day \d+: .*\(in truth: /);
}

export async function run(stage) {
  const campaign = await Campaign.make(stage.server, { options: { opening: "known" } });
  const at = await dragged(stage, campaign);
  await deadline(stage, campaign, at);
  await loud(stage);
  await shared(stage, campaign);
  await known(stage, campaign);
}
