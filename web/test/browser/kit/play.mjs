// SPDX-License-Identifier: MIT
// play.mjs - a seat of SPQRisiko played by script over the API, to bring a table to where a scenario begins: to an attack, a card.
import { until } from "./until.mjs";

const numberOf = (move) => Number(move.args.number);
const placeOf = (move) => move.args.province ?? move.args.sea;
const chanceOf = (move) => Number(/([\d.]+)%/.exec(move.remark ?? "")?.[1] ?? 0);
const most = (moves, value) => moves.reduce((best, one) => (value(one) > value(best) ? one : best));

export class Player {
  constructor(server, match, token) {
    Object.assign(this, { server, match, token, near: null });
  }

  async neighbours() {
    if (this.near) return this.near;
    const { data } = await this.server.api("/games/spqrisiko");
    this.near = new Map();
    for (const [a, b] of data.land_adjacency.pairs)
      for (const [from, to] of [[a, b], [b, a]]) this.near.set(from, [...(this.near.get(from) ?? []), to]);
    return this.near;
  }

  /** Own provinces with a foreign neighbour; the better the chance there, the higher. */
  async fronts(state) {
    const near = await this.neighbours();
    const { own, legionaries } = state.view;
    const mine = new Set(own[state.you]);
    const value = (place) => {
      const foreign = (near.get(place) ?? []).filter((one) => !mine.has(one));
      return foreign.length ? legionaries[place] - Math.min(...foreign.map((one) => legionaries[one])) : -100;
    };
    return (move) => value(placeOf(move));
  }

  async choose(state, conquers) {
    const of = (verb) => state.moves.filter((move) => move.verb === verb);
    const one = (verb) => of(verb)[0];
    if (of("place").length) return most(of("place"), await this.fronts(state));
    if (of("roll").length) return most(of("roll"), numberOf);
    if (of("advance").length) return most(of("advance"), numberOf);
    if (of("attack_to").length) return most(of("attack_to"), chanceOf);
    if (conquers && of("attack_from").length) {
      const best = most(of("attack_from"), (move) => state.view.legionaries[placeOf(move)]);
      if (state.view.legionaries[placeOf(best)] > 2) return best;
    }
    return one("done") ?? one("stop") ?? state.moves[0];
  }

  /** Plays on until the seat has a decision at which `goal(state)` holds. */
  async playUntil(goal, { conquers = false, most: limit = 400 } = {}) {
    for (let moves = 0; moves < limit; moves++) {
      const state = await this.server.turn(this.match, this.token);
      if (state.status === "over") break;
      if (goal(state)) return state;
      const move = await this.choose(state, conquers);
      await this.server.api(`/matches/${this.match}/moves`, { token: this.token, body: { ply: state.ply, m: move.m } });
    }
    throw new Error("the script did not come to where the scenario begins");
  }

  phase(phase, step = "idle") {
    return this.playUntil(({ view }) => view.phase === phase && view.step === step);
  }
}

/** A scenario by which points come twice as fast. */
export function doubled({ scoring }) {
  const rows = scoring.rows.map((row) => ({ ...row, points: 2 * row.points }));
  return { format: "alea.scenario", version: 1, game: "spqrisiko", name: "short_evening", replace: { scoring: { ...scoring, rows } } };
}

/** A table against bots, in the middle of whose first turn the only person is. */
export async function tableFor(stage, plan = {}) {
  const { server } = stage;
  const made = await server.create({
    game: "spqrisiko",
    options: { setup_mode: "random", ...plan.options },
    seats: plan.seats ?? ["human", "bot:greedy", "bot:greedy"],
    ...(plan.clock ? { clock: plan.clock } : {}),
    ...(plan.name ? { name: plan.name } : {}),
    ...(plan.scenario ? { scenario: plan.scenario } : {}),
  });
  const people = made.seats.filter((seat) => seat.token);
  for (const [i, seat] of people.entries())
    await server.api(`/matches/${made.match}/join`, { token: seat.token, body: { name: ["Anna", "Bruno", "Carla"][i] } });
  const [{ token, url }] = people;
  const address = new URL(url);
  await until(async () => (await server.state(made.match)).status === "playing", "the match to begin");
  return {
    ...made,
    people,
    token,
    link: address.pathname + address.hash,
    player: new Player(server, made.match, token),
  };
}
