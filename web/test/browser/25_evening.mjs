// SPDX-License-Identifier: MIT
// 25_evening.mjs - four people play SPQRisiko to 8 points by clicks: how many, and how many the same decisions took one by one.
import assert from "node:assert/strict";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";

export const title = "an evening of four: rows of moves by one tap, with at most 60% of the clicks that the same decisions take one by one";

const most = 0.6; // eight evenings with other dice took 49 to 60%, 55% all together
const names = ["Anna", "Bruno", "Carla", "Dario"];
/** Attacks of a turn, at most: somebody has to lead. */
const attacks = { A: 6, B: 2, C: 1, D: 1 };
/** Points come twice as fast: an evening that fits into a test. */
const points = (data) => {
  const more = (row) => (row.id === "largest_empire" || row.id === "most_provinces" ? { ...row, points: 2 } : row);
  return { format: "alea.scenario", version: 1, game: "spqrisiko", name: "short_evening", replace: { scoring: { ...data.scoring, rows: data.scoring.rows.map(more) } } };
};

/** What each decision takes tap by tap: shown and played, unless it can be taken back, is shown by itself, or repeats the one before. */
const opens = new Set(["attack_from", "embark", "move_from", "sail_from", "build_from", "fight"]);
const shownByItself = new Set(["roll", "advance", "commit", "move", "sail", "stop"]);
const late = new Set(["land_attack", "strategic_move"]);
function alone(verb, before, phase) {
  if (verb === "done") return late.has(phase) ? 2 : 1;
  if (opens.has(verb) || shownByItself.has(verb)) return 1;
  if (verb === "attack_to" && before.verb === "attack_from") return 1; // the tap on the enemy has opened the attack and shown it
  return verb === before.verb && before.same ? 1 : 2;
}

/** A person at the table: clicks on the page, and counts them beside what was decided by them. */
class Person {
  constructor(stage, made, seat, page, { verbs, provinces, near }) {
    Object.assign(this, { server: stage.server, match: made.match, token: seat.token, seat: seat.seat, page, provinces, near });
    this.table = new TablePage(page);
    this.clicks = 0;
    this.oneByOne = 0;
    this.measured = seat.seat !== "A";
    let before = { verb: "", m: 0 };
    page.on("request", (request) => {
      if (request.method() !== "POST" || !/\/moves(\?|$)/.test(request.url())) return;
      const { m } = request.postDataJSON();
      const verb = verbs[m >>> 24];
      this.oneByOne += alone(verb, { verb: before.verb, same: before.m === m }, this.phase);
      before = { verb, m };
    });
  }

  /** The state once the page shows it, and nothing of a row is under way. */
  async look() {
    return until(async () => {
      const state = await this.server.state(this.match, this.token);
      this.phase = state.view.phase;
      const { ply, underWay } = await this.table.glance();
      return ply === state.ply && !underWay && state;
    }, "the page to be where the match is");
  }

  async press(selector) {
    this.clicks++;
    await this.page.locator(selector).first().click();
  }

  async tap(place) {
    this.clicks++;
    await until(async () => (await this.table.place(place).getAttribute("aria-pressed")) === "false" || (await this.table.place(place).count()) > 0, `${place} on the map`);
    await this.table.tapPlace(place);
  }

  /** The enemy that is to be attacked, and how much stronger its strongest neighbour is; null: none is worth it. */
  target({ own, you, legionaries }, from) {
    const mine = new Set(own[you]);
    let best = null;
    for (const province of from)
      for (const to of this.near.get(province) ?? []) {
        const gain = legionaries[province] - legionaries[to];
        if (!mine.has(to) && gain > (best?.gain ?? 1)) best = { to, gain };
      }
    return best?.to ?? null;
  }

  /** The enemy to go on against, once as many as are shown have moved into what was conquered; null: none is worth it. */
  next({ view, you, moves }) {
    const n = Math.max(...moves.map(({ args }) => args.number));
    const [from, to] = [view.from, view.to].map((index) => this.provinces[index ?? 0]);
    const legionaries = { ...view.legionaries, [from]: view.legionaries[from] - n, [to]: view.legionaries[to] + n };
    return this.target({ own: view.own, you, legionaries }, view.own[you]);
  }

  /** The own province beside an enemy that has most legionaries over the weakest enemy. */
  front({ view, you, moves }) {
    const mine = new Set(view.own[you]);
    const worth = (place) => {
      const foes = (this.near.get(place) ?? []).filter((one) => !mine.has(one)).map((one) => view.legionaries[one]);
      return foes.length ? view.legionaries[place] - Math.min(...foes) : -1000;
    };
    return moves.filter(({ verb }) => verb === "place").map(({ args }) => args.province).reduce((a, b) => (worth(b) > worth(a) ? b : a));
  }

  /** True: what was pressed wants a second tap. False: it was played. */
  asked(ply) {
    return until(async () => {
      if (await this.page.locator('[data-key="play"]').count()) return "asked";
      return (await this.server.state(this.match, this.token)).ply > ply && "played";
    }, "a press to show").then((answer) => answer === "asked");
  }

  /** Once the way that is counted against is gone: n legionaries by taps on their province, the first of which shows it. */
  async oneAtATime(place, n) {
    const [clicks, oneByOne] = [this.clicks, this.oneByOne];
    await this.tap(place);
    for (; n > 0; n--) {
      const { ply } = await this.look();
      await this.tap(place);
      await this.changed(ply, "one more legionary");
    }
    assert.equal(this.clicks - clicks, this.oneByOne - oneByOne, "what one by one takes");
    Object.assign(this, { measured: true, clicks, oneByOne }); // it was no part of the evening
  }

  async changed(ply, what) {
    await until(async () => (await this.server.state(this.match, this.token)).ply > ply, what);
    return this.look();
  }

  /** A tap on an enemy opens the attack from the strongest neighbour and shows it; one more throws until it falls. */
  async attack(place) {
    await this.tap(place);
    await this.page.locator('[data-key="further"]').waitFor();
    await this.press('[data-key="further"]');
  }

  async endTurn() {
    await this.press('[data-spqr="end-turn"]');
    await this.press('[data-spqr="end-turn"][aria-pressed="true"]');
  }

  async turn() {
    let made = 0;
    for (let state = await this.look(); state.moves?.length; state = await this.look()) {
      const { view, ply, moves } = state;
      const can = (verb) => moves.some((move) => move.verb === verb);
      if (can("set")) {
        const set = moves.find((move) => move.verb === "set");
        await this.press(`[data-choice="${set.m}"]`);
        await this.press('[data-key="play"]');
      } else if (can("centre")) {
        await this.tap(moves.find(({ verb }) => verb === "centre").args.province);
        await this.press('[data-key="play"]');
      } else if (view.pool) {
        const place = this.front(state);
        if (this.measured || view.pool === 1) {
          await this.tap(place);
          await this.press(view.pool > 1 ? '[data-key="further"]' : '[data-key="play"]');
        } else await this.oneAtATime(place, view.pool);
      } else if (view.step === "advance") {
        const on = made < attacks[this.seat] ? this.next(state) : null;
        made += on ? 1 : 0;
        await this.page.locator('[data-key="play"]').first().waitFor(); // the number that is shown by itself
        if (on) await this.attack(on);
        else await this.endTurn();
      } else if (view.step === "roll" || view.step === "attack_to") await this.press('[data-key="further"]');
      else {
        const from = moves.filter(({ verb }) => verb === "attack_from").map(({ args }) => args.province);
        const target = view.phase === "land_attack" && made < attacks[this.seat] ? this.target({ ...view, you: state.you }, from) : null;
        if (target) {
          made++;
          await this.attack(target);
        } else if ((await this.page.locator('[data-spqr="end-turn"]').count()) && view.phase === "land_attack") await this.endTurn();
        else {
          await this.press('[data-spqr="done"]');
          if (await this.asked(ply)) await this.press('[data-key="play"]');
        }
      }
      await this.changed(ply, `something to come of a click in ${view.phase} ${view.step}`);
    }
  }
}

export async function run(stage) {
  const { server } = stage;
  const info = await server.api("/games/spqrisiko");
  const verbs = ["", ...info.verbs.map(({ token }) => token)];
  const provinces = info.data.provinces.rows.map(({ id }) => id);
  const near = new Map();
  for (const [a, b] of info.data.land_adjacency.pairs)
    for (const [from, to] of [[a, b], [b, a]]) near.set(from, [...(near.get(from) ?? []), to]);
  const made = await server.create({ game: "spqrisiko", options: { setup_mode: "random", victory_points: "8" }, seats: names.map(() => "human"), names, scenario: points(info.data) });
  const people = [];
  for (const seat of made.seats) {
    await server.api(`/matches/${made.match}/join`, { token: seat.token, body: {} });
    const { pathname, hash } = new URL(seat.url);
    const person = new Person(stage, made, seat, await stage.open(pathname + hash), { verbs, provinces, near });
    await person.table.ready();
    people.push(person);
  }
  let state = await server.state(made.match);
  for (; state.status !== "over"; state = await server.state(made.match)) {
    const person = people.find(({ seat }) => state.actors.includes(seat));
    if (person) await person.turn();
  }
  await people[0].page.locator(".result").waitFor();
  assert.ok(Math.max(...Object.values(state.view.vp)) >= 8, "somebody has 8 points");
  const sum = (key) => people.reduce((all, person) => all + person[key], 0);
  const [clicks, oneByOne] = [sum("clicks"), sum("oneByOne")];
  stage.note(`${clicks} clicks over ${state.round} rounds; one by one ${oneByOne}: ${Math.round((100 * clicks) / oneByOne)}%`);
  assert.ok(clicks <= most * oneByOne, `${clicks} clicks are more than ${most} of ${oneByOne}`);
}
