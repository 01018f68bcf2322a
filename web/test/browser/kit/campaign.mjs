// SPDX-License-Identifier: MIT
// campaign.mjs - a campaign of two sides and a Master, brought by script over the API to where a scenario begins.
import assert from "node:assert/strict";
import { until } from "./until.mjs";

const roman = { kind: "windows", zone: "Europe/Rome" };

export class Campaign {
  constructor(server, made, names) {
    Object.assign(this, { server, match: made.match, master: made.master, admin: made.admin, names });
    this.tokens = Object.fromEntries(made.seats.filter(({ token }) => token).map(({ seat, token }) => [seat, token]));
  }

  /** A table of so many people, all of whom have joined; A and B are the Generals, A, C, E of one side. */
  static async make(server, { people = 6, names = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"], ...plan } = {}) {
    const made = await server.create({
      game: "incursio",
      seats: Array.from({ length: people }, () => "human"),
      options: { map: "small", teams: "players", ...plan.options },
      clock: roman,
      master: true,
      name: plan.name ?? "Esdef",
      ...(plan.scenario ? { scenario: plan.scenario } : {}),
    });
    const campaign = new Campaign(server, made, names);
    for (const [i, token] of Object.values(campaign.tokens).entries())
      await server.api(`/matches/${made.match}/join`, { token, body: { name: names[i] ?? `P${i}` } });
    return campaign;
  }

  token(who) {
    return who === "master" ? this.master : (this.tokens[who] ?? undefined);
  }

  link(who) {
    return `/m/${this.match}#${this.token(who)}`;
  }

  get letters() {
    return Object.keys(this.tokens);
  }

  get links() {
    return Object.fromEntries(this.letters.map((seat) => [seat, this.link(seat)]));
  }

  get desk() {
    return `/a/${this.match}#${this.master}`;
  }

  state(who, query = "") {
    return this.server.api(`/matches/${this.match}${query}`, { token: this.token(who) });
  }

  ask(who, path, body) {
    return this.server.ask(`/matches/${this.match}${path}`, { token: this.token(who), body });
  }

  send(who, path, body) {
    return this.server.api(`/matches/${this.match}${path}`, { token: this.token(who), body });
  }

  async host(text, note) {
    const { ply } = await this.state(null);
    return this.send("master", "/host", { ply, text, ...(note ? { note } : {}) });
  }

  /** A whole order in words, as a player types it. */
  async order(who, text) {
    const { ply } = await this.state(who);
    return this.send(who, "/moves", { ply, text });
  }

  /** Everybody is done, or enters the first thing there is, until that window is open (of that side, if one is named). */
  async playTo(window, seat = null) {
    await until(async () => {
      const state = await this.state(null);
      if (state.window?.id === window && (!seat || state.window.seats.includes(seat))) return true;
      for (const actor of state.actors) {
        const own = await this.state(actor);
        const move = own.moves?.find((one) => one.verb === "done") ?? own.moves?.[0];
        if (move) await this.ask(actor, "/moves", { ply: own.ply, m: move.m });
      }
      return false;
    }, `the window ${window}`);
  }

  /** A request of A's for one person, and the link that puts it. */
  async asked(order, general = "A") {
    const { ply } = await this.state(general);
    const { consents } = await this.send(general, "/requests", { ply, order });
    assert.equal(consents.length, 1, JSON.stringify(consents));
    const { url } = await this.send(general, "/consents/links", { question: consents[0].question });
    return { question: consents[0].question, seat: consents[0].seat, path: new URL(url).pathname };
  }
}
