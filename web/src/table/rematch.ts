// SPDX-License-Identifier: MIT
// rematch.ts - tables are made here: a new one, one against bots at once, and one more with the same people.
import { api, type Created, type GameHead, type Games, type Plan, type State } from "../api";
import { isHere } from "../here/id";
import { hold, mineOf, prefs, remember, type Held } from "../device";
import { isBot } from "../parts/people";
import { promiseFor, takePart } from "./draw";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True if an address leads nowhere but to this machine: a link with it is of no use to others. */
export function isLocal(origin: string): boolean {
  return loopback.test(new URL(origin).hostname);
}

/** The origin of links for others: that of this page, or, on the server's own machine, the one that the server knows of itself. */
function originOf(made: Created): string {
  return isLocal(location.origin) ? new URL(made.url).origin : location.origin;
}

/** What bots are called where nobody has named them: by the letter of their seat. */
const botNames = ["Appia", "Brutus", "Cassia", "Drusus", "Ennia", "Fabius", "Gallia", "Horatius"];

function named(plan: Plan): Plan {
  const names = plan.seats.map((who, i) => plan.names?.[i] || (isBot(who) ? (botNames[i] ?? "") : ""));
  return names.some(Boolean) ? { ...plan, names } : plan;
}

/** Makes a table and keeps what this device has of it. `own`: the seats that sit here, by number. Answers the address to go to. */
export async function createTable(plan: Plan, own: readonly number[], hot: boolean, word = ""): Promise<string> {
  // Who sits here draws a word for the dice: the match begins by it, if not when all have come.
  const start = plan.start ?? (own.length > 0 ? "drawn" : "now");
  const made = await api<Created>("/matches", { body: { ...named(plan), start } });
  const held: Held[] = [];
  const links: { seat: string; url: string }[] = [];
  const origin = originOf(made);
  made.seats.forEach(({ seat, token }, index) => {
    if (token && own.includes(index)) held.push({ token, seat });
    else if (token && !plan.open?.includes(seat)) links.push({ seat, url: `${origin}/m/${made.match}#${token}` });
  });
  remember(made.match, {
    game: plan.game,
    name: plan.name ?? "",
    held,
    admin: made.admin,
    ...(made.master ? { master: made.master } : {}),
    links,
    origin,
    hot: hot && held.length > 1,
    opened: Date.now(),
  });
  const first = held[0];
  if (first?.seat && !plan.transcript) {
    const drawn = await promiseFor(made.match, first.seat, made.commitment, word);
    const body = start === "drawn" ? { ...drawn.body, word: drawn.word } : drawn.body;
    await api(`/matches/${made.match}/draw`, { token: first.token, body });
  }
  // Who made the table sits down with that.
  const join = ({ token, seat }: Held) => {
    const name = plan.names?.[made.seats.findIndex((one) => one.seat === seat)] ?? "";
    return api(`/matches/${made.match}/join`, { token, body: name ? { name } : {} });
  };
  await Promise.all(held.map(join));
  if (first) {
    hold(made.match, first.token, first.seat);
    takePart(made.match, { token: first.token, seat: null });
  }
  return links.length > 0 || plan.open || made.master ? `/a/${made.match}` : `/m/${made.match}`;
}

/** The bot that fills a seat by itself: the normal level, or the first there is. */
export function usualBot(games: Games): string {
  return `bot:${games.bots.find((bot) => bot.id === "normal")?.id ?? games.bots[0]?.id ?? "random"}`;
}

/** A table of this device, played without a server: whoever is no bot sits here. Gives the address to go to. */
export async function createHere(plan: Plan, word = ""): Promise<string> {
  const { beginHere } = await import("../here/begin");
  return beginHere(named(plan), word);
}

/** Makes a table with bots on all other seats, which begins at once. Gives the address to go to. */
export function playBots(game: GameHead, games: Games, here = false): Promise<string> {
  const bots = Array.from({ length: game.seats.usual - 1 }, () => usualBot(games));
  const { name } = prefs.peek();
  const names = name ? { names: [name, ...bots.map(() => "")] } : {};
  const plan: Plan = { game: game.id, seats: ["human", ...bots], ...names };
  return here || games.here ? createHere(plan) : createTable(plan, [0], false);
}

/** The scenario of a match that is over. One that was sealed has been opened by then, and is laid openly. */
async function laidOver({ match, scenario }: State, token: string | null): Promise<Pick<Plan, "scenario">> {
  if (!scenario) return {};
  const { salt: _opened, ...file } = await api<Record<string, unknown>>(`/matches/${match}/scenario`, { token });
  return { scenario: { ...file, format: "alea.scenario" } };
}

/**
 * Makes one more table with the same options, clock and people, with this device at the seats that it had. Gives the address to go
 * to.
 */
export async function rematch(state: State): Promise<string> {
  const mine = mineOf(state.match);
  const here = new Set(mine.held.map((one) => one.seat));
  const own = state.seats.flatMap(({ seat, who }, index) => (who === "human" && here.has(seat) ? [index] : []));
  const firstHuman = state.seats.findIndex(({ who }) => who === "human");
  const { kind, reserve, move, quiet, late, then, zone } = state.clock ?? { kind: "none" as const };
  const seats = state.window !== undefined && kind !== "windows"; /* a clock of seats, older than those of windows */
  const plan: Plan = {
    game: state.game,
    options: Object.fromEntries(Object.entries(state.options).map(([key, value]) => [key, String(value)])),
    seats: state.seats.map(({ who }) => who),
    names: state.seats.map(({ name }) => name),
    name: state.name,
    ...(state.dice.beacon ? { beacon: { chain: state.dice.beacon.chain } } : {}),
    ...(kind === "none" || seats ? {} : { clock: JSON.parse(JSON.stringify({ kind, reserve, move, quiet, late, then, zone })) }),
  };
  if (isHere(state.match)) return createHere(plan);
  const laid = await laidOver(state, mine.held[0]?.token ?? null);
  return createTable({ ...plan, ...laid }, own.length > 0 ? own : firstHuman >= 0 ? [firstHuman] : [], mine.hot ?? false);
}
