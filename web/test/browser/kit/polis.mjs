// SPDX-License-Identifier: MIT
// polis.mjs - a side of Polis played by a person who tries everything: which choice, and how it is made on the page, by clicks, by
// keys, or in the text view alone.
import assert from "node:assert/strict";
import { TablePage } from "./table.mjs";
import { until } from "./until.mjs";
import { faultsOfSize } from "./views.mjs";
import { t } from "./words.mjs";

/** Random numbers that are the same in every run: mulberry32. */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

const turnsOfRound = 4;
/** How much a choice is liked, by its words; what is not named: 1. In danger: of a side that would starve, or end without Prestige. */
const liked = {
  usual: { "act trade": 4, "act collect": 4, "act move_hoplites": 5, "act create_hoplites": 3, "act start_project": 2 },
  danger: { "act trade": 40, "act collect": 12, "act move_hoplites": 3, "act create_merchants": 2 },
  always: { "act besiege": 1000, done: 2, force: 3, garrison: 2, fight: 4, "row wheat": 12, exchange: 3 },
  // At the beginning Sparta marches to where a neutral city can be besieged at once.
  first: { "act move_hoplites": 1000, "to thessaly": 1000, "to arcadia": 1000, "from laconia": 1000 },
};
const feeds = /^load (egypt_oil_3|egypt_wine_4|euxine|illyria_wood|persia_wine_3|persia_oil|thrace_metal)/;

/** A choice, now this one, now that, but rarely one that is warned of; whoever has had turns enough passes, and the match ends. */
export function choiceOf(state, random) {
  const { view } = state;
  const safe = state.moves.filter(({ warning }) => !warning);
  const moves = safe.length > 0 ? safe : state.moves;
  const danger = state.moves.some(({ text, warning }) => text === "pass" && warning);
  const pass = moves.find(({ text }) => text === "pass");
  if (pass && view.step === "action" && view.actions === 0 && view.turns > 2 * turnsOfRound && !danger) return pass;
  const likes = { ...(danger ? liked.danger : liked.usual), ...liked.always, ...(view.turns <= 2 ? liked.first : {}) };
  const weightOf = ({ text }) => likes[text] ?? (feeds.test(text) ? 10 : 1);
  const weighed = moves.filter((move) => move !== pass || moves.length === 1).map((move) => [move, weightOf(move)]);
  let at = random() * weighed.reduce((sum, [, weight]) => sum + weight, 0);
  return (weighed.find(([, weight]) => (at -= weight) < 0) ?? weighed[weighed.length - 1])[0];
}

const placeOf = ({ args }) => args.region ?? args.polis ?? args.shipload ?? null;

export class PolisPage extends TablePage {
  /** `how`: "clicks", "keys" or "text". */
  constructor(page, how = "clicks") {
    super(page, "polis");
    this.touch = { finger: !!page.viewportSize() && page.viewportSize().width < 500 };
    this.how = how;
    this.places = 0;
    this.seen = { sheet: 0, map: 0, rows: 0, keys: 0 };
  }

  /** The choice as something that can be pressed: in the sheet, in the rows of the text view, or on the map. */
  async targetOf(move) {
    const place = placeOf(move);
    const named = `[data-choice="${move.m}"]`;
    const inSheet = this.page.locator(`.turn-box ${named}`);
    const inRows = this.page.locator(`.polis-places ${named}`);
    const closed = this.page.locator(".turn-box .polis-choices details:not([open]) > summary:visible");
    if (this.how === "text" && (await inRows.first().isVisible())) return { target: inRows.first(), where: "rows" };
    // Every other place is tapped where it lies.
    if (this.how === "clicks" && place && this.places++ % 2 === 0) return { where: "map", place };
    if (await inSheet.first().isVisible()) return { target: inSheet.first(), where: "sheet" };
    if (this.how === "clicks" && place) return { where: "map", place };
    if ((await closed.count()) > 0) {
      await this.press(closed.first());
      return this.targetOf(move);
    }
    return null;
  }

  /** Shows the choice and plays it; resolves once it is played. While a move is on its way, or what the others did is shown, the page has no
   * choices; and a click that came late may have been taken for none: so the choice is looked for anew until it is played. */
  async make(move, before) {
    const played = async () => (await this.ply()) !== before;
    if (this.how === "keys") return this.makeByKeys(move, played);
    if ("number" in move.args) return this.makeNumber(move, played);
    let found = null;
    let presses = 0;
    const comes = async () => {
      const { ply, picked } = await this.glance();
      return ply !== before ? "played" : picked?.includes(move.words) && "shown";
    };
    const press = async () => {
      if (await played()) return true;
      if (found?.where !== "map") found = await this.targetOf(move);
      if (!found) return false;
      if (found.where === "rows") {
        const says = await found.target.innerText({ timeout: 5000 }).catch(() => null);
        if (says === null) return false; // it has gone meanwhile
        assert.match(says, /\S/, `the row's button for ${move.text} says what it does`);
      }
      if (found.where === "map") await this.tapPlace(found.place, this.touch);
      else if (!(await this.press(found.target)) && !(await comes())) return false;
      if (presses++ === 0) this.seen[found.where]++;
      const shows = until(comes, `${move.text} to be shown or played`, 20_000).catch(() => false); // a map that moved was tapped elsewhere
      if ((await shows) === "played") return true;
      // The foot of the sheet holds what plays it, too.
      if (presses % 2 === 0 && (await this.playButton.isVisible())) await this.press(this.playButton);
      return false;
    };
    await until(press, `${move.text} to be played`);
  }

  async isShown(move) {
    return !!(await this.glance()).picked?.includes(move.words);
  }

  /** By the steps of one at its sides. */
  async makeNumber(move, played) {
    const [fewer, more] = [0, 1].map((i) => this.page.locator(".turn-box .polis-step").nth(i));
    const shown = this.page.locator(".turn-box .polis-amount-number");
    for (let steps = 0; steps < 100; steps++) {
      const n = Number(await shown.innerText());
      if (n === move.args.number) break;
      await (n < move.args.number ? more : fewer).click();
    }
    await until(async () => (await this.press(this.playButton)) || played(), `${move.text} to be pressed`);
    this.seen.sheet++;
    await until(played, `${move.text} to be played`);
  }

  async makeByKeys(move, played) {
    this.seen.keys++;
    const shows = async () => {
      for (let steps = 0; steps < 60; steps++) {
        if (await this.isShown(move)) return true;
        await this.page.keyboard.press("n");
      }
      return false;
    };
    await until(shows, `${move.text} to be shown by its key`);
    await this.page.keyboard.press("p");
    await until(played, `${move.text} to be played by its key`);
  }
}

/** Plays the seat's match to its end on the page: the choices that were made, as transcripts write them, and the last round. */
export async function playToEnd(table, server, made, random, { most = 700 } = {}) {
  const moves = [];
  for (let round = ""; moves.length < most; ) {
    const state = await server.turn(made.match, made.token);
    if (state.status === "over") return { moves, round };
    ({ round } = state.view);
    await table.at(state.ply);
    const move = choiceOf(state, random);
    await table.make(move, state.ply);
    moves.push(move.text);
  }
  throw new Error(`no end after ${most} choices`);
}

/** A table of two: `seats` as in the API. The link of each person, and that of the first as `link`. */
export async function polisTable(server, { siege = "standard", seats = ["human", "bot:greedy"], scenario } = {}) {
  const made = await server.create({ game: "polis", options: { siege }, seats, ...(scenario ? { scenario } : {}) });
  const people = made.seats.filter((seat) => seat.token);
  for (const [i, seat] of people.entries()) await server.api(`/matches/${made.match}/join`, { token: seat.token, body: { name: ["Anna", "Bruno"][i] } });
  const links = people.map(({ url }) => new URL(url).pathname + new URL(url).hash);
  return { ...made, people, links, link: links[0], token: people[0].token };
}

/** Two people play until whoever is to move is where `holds(state, moves made)`: the table, with the link of that one. What `wanted(state)` finds is
 * played before anything else. */
export async function polisUntil(server, seed, holds, wanted = () => undefined) {
  const made = await polisTable(server, { seats: ["human", "human"] });
  const random = dice(seed);
  for (let moves = 0; moves < 600; moves++) {
    const { actor } = await server.state(made.match, null);
    const { token } = made.people.find(({ seat }) => seat === actor);
    const state = await server.state(made.match, token);
    if (holds(state, moves)) return { ...made, token, actor, link: `/m/${made.match}#${token}` };
    await server.move(made.match, token, wanted(state) ?? choiceOf(state, random));
  }
  throw new Error("Polis does not come to where the scenario begins");
}

/** The same until somebody has a polis to besiege. */
export const polisSiege = (server) =>
  polisUntil(
    server,
    5,
    ({ moves }) => moves.some(({ verb }) => verb === "polis"),
    ({ moves }) => moves.find(({ text }) => text === "act besiege"),
  );

/** The siege rules that the server offers. */
export async function siegesOf(stage) {
  const { options } = await stage.server.api("/games/polis");
  return options.find(({ key }) => key === "siege").values;
}

/** A match against a bot in each of the siege rules, to the end, by clicks and taps. `seed`: of the choices in the first of them. */
export async function allSieges(stage, seed, options) {
  const whole = async (siege, seed) => {
    const made = await polisTable(stage.server, { siege });
    const table = new PolisPage(await stage.open(made.link, options));
    await table.ready();
    const { moves, round } = await playToEnd(table, stage.server, made, dice(seed));
    await table.turn.filter({ hasText: t("turn_over") }).waitFor();
    await table.page.locator(".result").first().waitFor();
    assert.deepEqual(await faultsOfSize(table.page, { targets: options !== undefined }), [], `${siege}: what is too small or aside at the end`);
    const sieges = moves.filter((text) => text.startsWith("polis ")).length;
    stage.note(`${siege}: ${moves.length} choices to round ${round}, ${sieges} sieges (${table.seen.sheet} in the sheet, ${table.seen.map} on the map)`);
    assert.ok(table.seen.map > 0 && table.seen.sheet > 0);
    await table.page.context().close();
    return sieges;
  };
  const modes = (await siegesOf(stage)).map((siege, i) => [siege, seed + i]);
  // Two at a time: a person's pause is the other's turn.
  const counts = [];
  for (let i = 0; i < modes.length; i += 2) counts.push(...(await Promise.all(modes.slice(i, i + 2).map(([siege, seed]) => whole(siege, seed)))));
  return counts;
}
