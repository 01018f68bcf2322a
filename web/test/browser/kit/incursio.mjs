// SPDX-License-Identifier: MIT
// incursio.mjs - a campaign of Incursio on the page: a table with a Master, people in browsers of their own, all that each was sent.
import assert from "node:assert/strict";
import { phone } from "./stage.mjs";
import { TablePage } from "./table.mjs";
import { until } from "./until.mjs";

export { incursio as say } from "./words.mjs";

export const NAMES = { A: "Anna", B: "Bruno", C: "Carla", D: "Dino", E: "Elsa", F: "Furio" };

/** Six people and a Master on the small map, all of them there. */
export async function campaign(stage, { names = NAMES, options = {}, seats = 6 } = {}) {
  const { server } = stage;
  const letters = Object.keys(names).slice(0, seats);
  const made = await server.create({
    game: "incursio",
    seats: letters.map(() => "human"),
    options: { map: "small", teams: "players", ...options },
    clock: { kind: "windows", zone: "Europe/Rome" },
    master: true,
    start: "joined",
    name: "Winter in Esdef",
  });
  const tokens = Object.fromEntries(made.seats.map(({ seat, token }) => [seat, token]));
  for (const seat of letters) await server.api(`/matches/${made.match}/join`, { token: tokens[seat], body: { name: names[seat] } });
  await until(async () => (await server.state(made.match)).status === "playing", "the campaign to begin");
  const links = Object.fromEntries(made.seats.map(({ seat, url }) => [seat, new URL(url).pathname + new URL(url).hash]));
  return { ...made, tokens, links, letters };
}

/** Presses done for seats by the API, or makes the first move of what has to be done before: reinforcements to be dealt. */
export async function doneBy(stage, made, seats) {
  for (const seat of seats) {
    const state = await stage.server.state(made.match, made.tokens[seat]);
    const done = state.moves?.find(({ verb }) => verb === "done") ?? (state.view.step === "deploy" ? state.moves?.[0] : undefined);
    if (done) await stage.server.move(made.match, made.tokens[seat], done);
  }
}

/** Goes on, everybody being done with everything, to a window for which `holds(view)`. One seat's "done" may close a window, so each is
 * followed by a look. */
export async function goTo(stage, made, holds) {
  const seats = made.letters;
  let at;
  let next = 0;
  await until(async () => {
    for (const end = next + seats.length; next < end; next++) {
      at = (await stage.server.state(made.match)).view;
      if (holds(at)) return true;
      await doneBy(stage, made, [seats[next % seats.length]]);
    }
    return false;
  }, "the campaign to come to that window");
  return at;
}

/** Somebody's browser at the table; `heard` is all that came to it, as text. */
export class Seat {
  constructor(page, letter) {
    Object.assign(this, { page, letter, heard: [], table: new TablePage(page, "inc") });
    this.hear(page);
  }

  /** All that comes to a page of that person is theirs. */
  hear(page) {
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.heard.push(String(payload))));
    page.on("response", (answer) => {
      if (/\/(api|c)\//.test(answer.url())) answer.text().then((text) => this.heard.push(text), () => undefined);
    });
  }

  static async open(stage, made, letter, { small = false, prefs, ...more } = {}) {
    const touch = small ? { viewport: phone, hasTouch: true, isMobile: true } : { viewport: { width: 1280, height: 800 } };
    const page = await stage.page({ ...touch, ...(prefs ? { prefs } : {}), ...more });
    const seat = new Seat(page, letter);
    await page.goto(letter ? made.links[letter] : `/m/${made.match}`);
    await seat.table.ready();
    await page.locator(".inc-today").waitFor({ state: "attached" });
    return seat;
  }

  act(id) {
    return this.page.locator(`[data-act="${id}"]`);
  }
  card() {
    return this.page.locator(".inc-today");
  }
  async tab(id) {
    await this.page.locator(`[data-tab="${id}"]`).click();
  }
  site(id) {
    return this.page.locator(`#inc-${id}`);
  }
  /** A tap in the middle of a site on the map. */
  async tap(id, finger = false) {
    await this.table.still();
    const box = await until(async () => this.site(id).boundingBox(), `${id} on the map`);
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    if (finger) await this.page.touchscreen.tap(...at);
    else await this.page.mouse.click(...at);
  }
  async step(step, side) {
    await this.page.locator(`.inc-ribbon li[aria-current="step"]`).filter({ hasText: step }).waitFor({ state: "attached" });
    void side;
  }
}

/** What of the other side must never be told, by the members of a view: [member, holds(value)]. */
const lists = (value) => Object.values(value ?? {}).filter(Boolean);
const OTHERS = {
  defenders: [
    ["demons", (value) => lists(value).length > 0],
    ["raiders_know", (value) => lists(value).length > 0],
    ["located", (value) => value.length > 0],
    ["resources", (value) => value > 0],
    ["seen_structures", (value) => lists(value).length > 0],
  ],
  raiders: [
    ["soldiers", (value) => lists(value).length > 0],
    ["garrison", (value) => lists(value).length > 0],
    ["structures", (value) => lists(value).length > 0],
    ["defenders_know", (value) => lists(value).length > 0],
    ["treasury", (value) => value > 0],
    ["foreseen", (value) => value.length > 0],
  ],
};

/** Searches everything that a browser was sent for facts of the other side, and for words that only the other side has said. */
export function searchSecrets(seat, side, secrets) {
  const found = [];
  const of = side ? OTHERS[side] : [...OTHERS.defenders, ...OTHERS.raiders];
  const look = (one) => {
    for (const value of Object.values(one ?? {})) if (value && typeof value === "object") look(value);
    for (const holder of [one?.view, one?.changes])
      for (const [member, holds] of of) if (holder && member in holder && holder[member] !== null && holds(holder[member])) found.push(`${seat.letter}: ${member} ${JSON.stringify(holder[member]).slice(0, 80)}`);
  };
  let messages = 0;
  for (const text of seat.heard) {
    for (const secret of secrets) if (text.includes(secret)) found.push(`${seat.letter}: "${secret}"`);
    try {
      look(JSON.parse(text));
      messages++;
    } catch {
      // no JSON: a picture, a page
    }
  }
  assert.ok(messages > 3, `${seat.letter} was told something`);
  return found;
}
