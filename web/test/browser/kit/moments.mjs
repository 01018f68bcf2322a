// SPDX-License-Identifier: MIT
// moments.mjs - twenty moments of the page, each as its table stands before it and what is done until it is seen: for pictures of any commit.
import { until } from "./until.mjs";
import { campaign, goTo } from "./incursio.mjs";
import { tableFor } from "./play.mjs";
import { polisSiege, polisUntil } from "./polis.mjs";
import { showChoice } from "./table.mjs";

const mine = ".turn-box.mine";

/** A match of SPQRisiko that is over, with a person who conquered. */
async function overMatch(stage) {
  const made = await tableFor(stage, { options: { victory_points: "6", max_rounds: "6" } });
  await made.player.playUntil(({ status }) => status === "over", { conquers: true }).catch(() => undefined); // it ends while others move
  await until(async () => (await stage.server.state(made.match)).status === "over", "the end of the match");
  return made;
}

const sheetTab = (id) => async (page) => {
  await page.locator(`[data-tab="${id}"]`).click({ timeout: 3000 });
};

/** Of a campaign the first window of that step, as the General whose it is. */
async function windowOf(stage, step) {
  const made = await campaign(stage);
  const view = await goTo(stage, made, (at) => at.step === step);
  const seat = view.side === "raiders" ? "B" : "A";
  return { ...made, link: made.links[seat] };
}

/** {name, of: what is made once, link(made): the address, ready: what is waited for, then(page, made): what is done, live: made anew for each picture}. */
export const moments = [
  { name: "home", link: () => "/", ready: "main h1" },
  { name: "new-table", link: () => "/new?game=spqrisiko", ready: "form.create" },
  {
    name: "invitation",
    of: (stage) =>
      stage.server.create({ game: "spqrisiko", seats: ["human", "human", "bot:greedy"], names: ["Anna", "", ""], name: "Thursday evening", clock: { kind: "live", move: 90, reserve: 900, then: "bot:greedy" } }),
    link: ({ seats }) => new URL(seats[1].url).pathname + new URL(seats[1].url).hash,
    ready: "main h1",
  },
  {
    name: "draft",
    of: (stage) => tableFor(stage, { options: { setup_mode: "draft" } }),
    ready: mine,
    then: showChoice,
  },
  { name: "first-turn", of: tableFor, ready: mine },
  {
    name: "attack",
    of: async (stage) => {
      const made = await tableFor(stage);
      await made.player.playUntil(({ view }) => view.phase === "land_attack" && view.step === "attack_to", { conquers: true });
      return made;
    },
    ready: mine,
    then: async (page) => {
      await showChoice(page);
      await page.locator(".odds strong").first().waitFor();
    },
  },
  {
    name: "battle",
    live: true,
    options: { reducedMotion: "no-preference", prefs: { pace: "calm" } },
    of: async (stage) => {
      const made = await tableFor(stage);
      const { moves } = await made.player.playUntil((state) => state.moves.some(({ verb }) => verb === "roll"), { conquers: true });
      return { ...made, roll: moves.filter(({ verb }) => verb === "roll").at(-1) };
    },
    ready: mine,
    then: async (page, { match, token, roll }, stage) => {
      await stage.server.move(match, token, roll);
      await page.locator(".throw.lying").waitFor();
    },
  },
  {
    name: "end",
    of: overMatch,
    ready: ".result .result-places, .result table, .result ol, .result",
    then: (page) => page.locator(".result-chances svg").waitFor({ timeout: 20_000 }).catch(() => undefined),
  },
  { name: "replay", of: overMatch, link: ({ match }) => `/m/${match}?ply=40`, ready: "main.replay .replay-controls" },
  { name: "review", of: overMatch, link: ({ match }) => `/m/${match}?review=1`, ready: ".review-seats, .review-seat" },
  { name: "text-view", of: tableFor, ready: mine, then: (page) => page.keyboard.press("t") },
  { name: "lesson", link: () => "/learn/spqrisiko?ply=54", ready: ".lesson-box [data-choice]" },
  { name: "polis-sea", of: (stage) => polisUntil(stage.server, 3, ({ view }, moves) => moves > 25 && view.step === "action"), ready: mine },
  {
    name: "polis-siege",
    of: (stage) => polisSiege(stage.server),
    ready: mine,
    then: showChoice,
  },
  {
    name: "polis-forecast",
    of: (stage) => polisUntil(stage.server, 3, ({ view, moves }, n) => n > 60 && view.step === "action" && moves.some(({ text, warning }) => text === "pass" && warning)),
    ready: mine,
    then: (page) => (page.viewportSize().width < 960 ? sheetTab("seats")(page) : undefined),
  },
  { name: "polis-mat", of: (stage) => polisUntil(stage.server, 7, ({ view }, moves) => moves > 40 && view.step === "action"), ready: mine, then: sheetTab("mat") },
  {
    name: "incursio-map",
    of: (stage) => windowOf(stage, "move"),
    ready: ".inc-today, .turn-box",
    then: (page) => (page.viewportSize().width < 960 ? sheetTab("map")(page) : undefined),
  },
  { name: "incursio-day", of: (stage) => windowOf(stage, "assault"), ready: ".inc-today, .turn-box" },
  { name: "account", link: () => "/account", ready: 'input[type="password"]' },
  { name: "analysis", of: overMatch, link: ({ match }) => `/analyse?m=${match}`, ready: "main .map-drawing" },
];

/** Where a moment is seen. */
export const linkOf = (moment, made) => moment.link?.(made) ?? made.link;
