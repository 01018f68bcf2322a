// SPDX-License-Identifier: MIT
// answer.ts - the other one that answers the page: the engine in this browser, by the paths and with the answers of docs/api.md, at the
// tables that it holds itself, and about games where no server is reached.
import { effect } from "@preact/signals";
import { ApiError, type Ask, type Failure, type GameHead, type Games, type Lang, type State } from "../api";
import { EngineClient } from "../engine/client";
import { EngineError, EngineTrap } from "../engine/module";
import type { Answers, Question, Standing } from "../engine/questions";
import { place } from "../route";
import { lockOf } from "./id";
import { find, isHeld, keep, keepOn, type Kept } from "./keep";
import { w } from "./say";

const engine = new EngineClient(); // its own: a review that lasts keeps no table waiting
const mostThought = 1500; // ms of a bot's move
const slice = 50; // ms of its thought at once, where people are asked, too: who is about to play waits no longer for an answer
const calm = 300; // ms since they have asked something, before it goes on
const mostWaited = 150; // ms that it may think on when they wait for it alone
const waitedFor = /_(move|undo|why|odds)$/; // questions
const usualWait = 25; // seconds of /events
const keptEvery = 8; // plies of bots between which nothing is written

const statuses: Readonly<Record<string, number>> = { not_found: 404, over: 410, stale: 409, no_undo: 409, refused: 422 };
const refuse = (body: Failure): ApiError => new ApiError(statuses[body.error] ?? 400, body);

async function ask<Kind extends Question["do"]>(question: Question & { do: Kind }): Promise<Answers[Kind]> {
  try {
    return await engine.ask<Kind>(question);
  } catch (cause) {
    if (cause instanceof EngineError) throw refuse(cause.body);
    if (cause instanceof EngineTrap) throw new ApiError(500, { error: "internal", text: `${w("engine_broke")} ${cause.message}` });
    throw cause;
  }
}

/** Whatever the browser says of its storage, in words: a private window may keep nothing, a disk may be full. */
const storeFault = (word: "not_stored" | "goes_on_unkept", cause: unknown): Failure => {
  const why = cause instanceof Error ? ` (${cause.message || cause.name})` : "";
  return { error: "store", text: w(word) + why };
};

async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError(507, storeFault("not_stored", cause));
  }
}

async function keptOf(match: string): Promise<Kept> {
  const kept = await stored(find(match));
  if (!kept) throw new ApiError(404, { error: "not_found", text: w("not_kept") });
  return kept;
}

// ---- Whose it is --------------------------------------------------------------------------------------------------------------------

const locks = new Map<string, () => Promise<unknown>>(); // matches that no other tab can open now, each with how it is given back

/** A match that is open in another tab is played there: two would write over each other. */
function lock(match: string): Promise<void> {
  if (locks.has(match) || !navigator.locks) return Promise.resolve();
  return new Promise((done, fail) => {
    const asked = navigator.locks.request(lockOf(match), { ifAvailable: true }, (lock) => {
      if (!lock) return void fail(new ApiError(409, { error: "full", text: w("elsewhere") }));
      done();
      return new Promise<void>((free) => locks.set(match, () => (free(), asked)));
    });
  });
}

/** What the browser did not keep is in this tab alone, and stays its own. */
async function unlock(match: string): Promise<void> {
  if (isHeld(match)) return;
  await locks.get(match)?.();
  locks.delete(match);
}

// ---- The table that lies open ------------------------------------------------------------------------------------------------------

type Play = Question & { do: "table_move" | "table_undo" | "table_resign" };

/** One match at the engine's table. All that asks about it goes through `at`, which sees to it that it lies there. */
class Table {
  private standing: Standing | null = null; // null: it does not lie there
  private created = 0;
  private name = "";
  private scenario: { scenario: string } | undefined;
  private laying: Promise<void> | null = null;
  private thinking: Promise<void> | null = null;
  private thought = 0; // ms of the choice at hand, thought in slices
  private unkept = 0;
  private asked = 0; // ms since 1970: when somebody played or wanted to know something
  private fault: Failure | null = null; // still to be told: the browser did not keep what was played
  private readonly waiting = new Set<() => void>();
  private readonly underWay = new Set<Promise<unknown>>(); // what ends before another tab may open it
  private readonly before = left;
  readonly match: string;

  constructor(match: string) {
    this.match = match;
  }

  private during<T>(work: Promise<T>): Promise<T> {
    const over = () => void this.underWay.delete(work);
    this.underWay.add(work);
    work.then(over, over);
    return work;
  }

  /** Whoever has left it is answered no more. */
  private stay(): void {
    if (table !== this) throw new DOMException("left", "AbortError");
  }

  private async lay(): Promise<void> {
    await this.before;
    this.stay();
    await lock(this.match);
    const kept = await keptOf(this.match);
    this.asked = Date.now(); // who opens it looks first
    this.created = kept.created;
    this.name = kept.name;
    const { match, name, transcript, scenario } = kept;
    this.scenario = scenario === undefined ? undefined : { scenario };
    this.standing = await ask({ do: "table_lay", match, name, transcript, now: kept.created, ...this.scenario });
  }

  async at<Kind extends Question["do"]>(question: Question & { do: Kind }): Promise<Answers[Kind]> {
    this.stay();
    if (!this.standing) await (this.laying ??= this.during(this.lay()).finally(() => (this.laying = null)));
    if (waitedFor.test(question.do)) this.asked = Date.now();
    try {
      return await ask<Kind>(question);
    } catch (cause) {
      if (!(cause instanceof ApiError) || (cause.status !== 500 && cause.status !== 404)) throw cause;
      await this.lay(); // the engine broke, and begins anew
      return ask<Kind>(question);
    }
  }

  plays(question: Play) {
    return this.during(this.played(question));
  }

  private async played(question: Play) {
    const answer = await this.at(question);
    this.standing = answer;
    await this.write();
    this.tell();
    return answer;
  }

  private async write(): Promise<void> {
    const { match } = this;
    const { transcript } = await ask({ do: "table_transcript", match });
    const { status, actors, seats } = (await ask({ do: "table_state", match, plain: 1 })).state;
    this.unkept = 0;
    const { name, created } = this;
    const one = { match, name, created, changed: Date.now(), transcript, ...this.scenario, standing: { status, actors, seats } };
    await keepOn(one).catch((cause: unknown) => (this.fault = storeFault("goes_on_unkept", cause)));
  }

  private tell(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** The next bot moves, if one is to; where people are asked, too, it thinks about that for a slice. */
  private think(): Promise<void> {
    return (this.thinking ??= this.during(this.thinks()).finally(() => (this.thinking = null)));
  }

  private async thinks(): Promise<void> {
    const before = this.standing!;
    const since = Date.now();
    const time = before.asks
      ? { most_ms: mostThought, slice_ms: slice }
      : { most_ms: this.thought ? Math.min(mostThought, this.thought + mostWaited) : mostThought };
    this.standing = await this.at({ do: "table_think", match: this.match, now: since, ...time });
    this.thought = this.standing.plies === before.plies ? this.thought + Date.now() - since : 0;
    if (this.thought) return;
    if (!this.standing.thinks || ++this.unkept >= keptEvery) await this.write();
    this.tell();
  }

  /** What is new, as soon as there is any; bots move meanwhile. */
  async news(question: Question & { do: "table_events" }, seconds: number, signal?: AbortSignal): Promise<Answers["table_events"]> {
    const until = Date.now() + 1000 * seconds;
    for (;;) {
      signal?.throwIfAborted();
      const news = await this.at(question);
      const { fault } = this;
      this.fault = null;
      if (fault) return { ...news, messages: [...news.messages, { kind: "error", ...fault }] };
      if (news.messages.length > 0 || Date.now() >= until) return news;
      // Who is about to play comes first.
      const wait = this.standing?.asks ? this.asked + calm : 0;
      if (this.standing?.thinks && Date.now() >= wait) await this.think();
      else await this.change(this.standing?.thinks ? Math.min(until, wait) : until, signal);
    }
  }

  private change(until: number, signal?: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const end = () => (clearTimeout(timer), this.waiting.delete(end), done());
      const timer = setTimeout(end, until - Date.now());
      this.waiting.add(end);
      signal?.addEventListener("abort", end, { once: true });
    });
  }

  /** Once all that was played is written, another tab may open it. */
  async end(): Promise<void> {
    this.tell();
    await Promise.allSettled(this.underWay);
    const deleted = await find(this.match).then((kept) => !kept, () => false);
    if (this.unkept > 0 && !deleted) await this.write().catch(() => undefined); // an engine that broke knows nothing of it any more
    await unlock(this.match);
  }
}

let table: Table | null = null;
let left = Promise.resolve(); // until the tables that were left have ended

function leave(): void {
  const one = table;
  table = null;
  if (one) left = left.then(() => one.end());
}

function sit(match: string): Table {
  if (table?.match === match) return table;
  leave();
  return (table = new Table(match));
}

/** A match lies open as long as the address names it. */
function leaveUnseen(): void {
  const { route, query } = place.value;
  const seen = [query.get("m"), "match" in route ? route.match : null];
  if (table && !seen.includes(table.match)) leave();
}
effect(leaveUnseen);

// ---- Paths ------------------------------------------------------------------------------------------------------------------------------

interface Asked {
  readonly method: string;
  readonly part: readonly string[];
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly lang: Lang;
  readonly token: string | null;
  readonly signal: AbortSignal | undefined;
}

type Route = (asked: Asked) => Promise<unknown>;

const numberOf = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));
const wordOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

/** Only the members that are there: the engine refuses what is undefined. */
function given<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

/** Who asks, at which table, in which language: a seat's token is its letter here. */
const viewer = ({ part, token, query, lang }: Asked) =>
  given({ match: part[0]!, you: token ?? undefined, as: wordOf(query["as"]), lang });

const lessons = new Map<string, Promise<string>>();

/** A lesson's file, which the page has beside it. */
function lessonOf(game: string): Promise<string> {
  const url = Object.hasOwn(BUILD_LESSONS, game) ? BUILD_LESSONS[game] : undefined;
  if (!url) return Promise.reject(new ApiError(404, { error: "not_found", text: game }));
  const known = lessons.get(game);
  if (known) return known;
  const asked = fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(url))));
  lessons.set(game, asked);
  asked.catch(() => lessons.delete(game));
  return asked;
}

const withLesson = <T extends GameHead>(game: T): T => ({ ...game, lesson: Object.hasOwn(BUILD_LESSONS, game.id) });
const atStep = async ({ part, lang }: Asked) => ({ game: part[0]!, lesson: await lessonOf(part[0]!), ply: Number(part[1]), lang });

const routes: readonly (readonly [string, RegExp, Route])[] = [
  [
    "GET",
    /^\/games$/,
    async ({ lang }) => {
      const { games } = await ask({ do: "games", lang });
      return { ...games, games: games.games.map(withLesson), here: true } satisfies Games;
    },
  ],
  ["GET", /^\/games\/([^/]+)$/, async ({ part, lang }) => withLesson((await ask({ do: "game", game: part[0]!, lang })).game)],
  ["GET", /^\/games\/([^/]+)\/odds$/, async ({ part, lang }) => (await ask({ do: "chances", game: part[0]!, lang })).chances],
  [
    "GET",
    /^\/games\/([^/]+)\/odds\/([^/]+)$/,
    async ({ part, query, lang }) => {
      const values = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
      return (await ask({ do: "chances", game: part[0]!, question: part[1]!, given: Object.fromEntries(values), lang })).chances;
    },
  ],
  [
    "GET",
    /^\/games\/([^/]+)\/lesson$/,
    async ({ part, lang }) => (await ask({ do: "lesson", game: part[0]!, lesson: await lessonOf(part[0]!), lang })).lesson,
  ],
  ["GET", /^\/games\/([^/]+)\/lesson\/(\d+)$/, async (asked) => (await ask({ do: "lesson", ...(await atStep(asked)) })).lesson],
  [
    "GET",
    /^\/games\/([^/]+)\/lesson\/(\d+)\/why$/,
    async (asked) => (await ask({ do: "table_why", ...(await atStep(asked)), text: String(asked.query["text"]) })).why,
  ],
  [
    "GET",
    /^\/games\/([^/]+)\/lesson\/(\d+)\/odds$/,
    async (asked) => {
      const { text, stop } = asked.query;
      return (await ask({ do: "table_odds", ...(await atStep(asked)), ...given({ text: wordOf(text), stop: numberOf(stop) }) })).odds;
    },
  ],
  [
    "GET",
    /^\/games\/([^/]+)\/lesson\/(\d+)\/words$/,
    async (asked) => ask({ do: "table_words", ...(await atStep(asked)), ...given({ what: wordOf(asked.query["what"]) }) }),
  ],
  [
    "GET",
    /^\/matches\/([^/]+)$/,
    async (asked) => {
      const { part, query } = asked;
      // A list asks how it stands: that was written down, and no table is laid for it.
      if (query["plain"] !== undefined && table?.match !== part[0]) return { ...(await keptOf(part[0]!)).standing, clock: null };
      return (await sit(part[0]!).at({ do: "table_state", ...viewer(asked), ...given({ at: numberOf(query["at"]) }) })).state;
    },
  ],
  [
    "GET",
    /^\/matches\/([^/]+)\/events$/,
    async (asked) => {
      const { since, limit, rev, wait } = asked.query;
      const members = given({ since: numberOf(since), limit: numberOf(limit), rev: numberOf(rev) });
      return sit(asked.part[0]!).news({ do: "table_events", ...viewer(asked), ...members }, Number(wait ?? usualWait), asked.signal);
    },
  ],
  [
    "POST",
    /^\/matches\/([^/]+)\/moves$/,
    async (asked) => {
      const { ply, m, text } = asked.body;
      const members = given({ ply: Number(ply), m: numberOf(m), text: wordOf(text) });
      return sit(asked.part[0]!).plays({ do: "table_move", ...viewer(asked), ...members });
    },
  ],
  [
    "POST",
    /^\/matches\/([^/]+)\/undo$/,
    async (asked) => sit(asked.part[0]!).plays({ do: "table_undo", ...viewer(asked), ply: Number(asked.body["ply"]) }),
  ],
  ["POST", /^\/matches\/([^/]+)\/resign$/, async (asked) => sit(asked.part[0]!).plays({ do: "table_resign", ...viewer(asked) })],
  [
    "GET",
    /^\/matches\/([^/]+)\/why$/,
    async (asked) => (await sit(asked.part[0]!).at({ do: "table_why", ...viewer(asked), text: String(asked.query["text"]) })).why,
  ],
  [
    "GET",
    /^\/matches\/([^/]+)\/odds$/,
    async (asked) => {
      const members = given({ text: wordOf(asked.query["text"]), stop: numberOf(asked.query["stop"]) });
      return (await sit(asked.part[0]!).at({ do: "table_odds", ...viewer(asked), ...members })).odds;
    },
  ],
  [
    "GET",
    /^\/matches\/([^/]+)\/words$/,
    async (asked) => {
      const members = given({ what: wordOf(asked.query["what"]), at: numberOf(asked.query["at"]) });
      return sit(asked.part[0]!).at({ do: "table_words", ...viewer(asked), ...members });
    },
  ],
  ["GET", /^\/matches\/([^/]+)\/rules$/, async (asked) => sit(asked.part[0]!).at({ do: "table_rules", ...viewer(asked) })],
  [
    "GET",
    /^\/matches\/([^/]+)\/transcript$/,
    async ({ part, lang }) => (await sit(part[0]!).at({ do: "table_transcript", match: part[0]!, lang })).transcript,
  ],
  [
    "GET",
    /^\/matches\/([^/]+)\/scenario$/,
    async ({ part }) => {
      const { scenario } = await keptOf(part[0]!);
      if (scenario === undefined) throw new ApiError(404, { error: "not_found", text: w("not_kept") });
      return scenario;
    },
  ],
  [
    "GET",
    /^\/matches\/([^/]+)\/consents$/,
    async (asked) => {
      const { state } = await sit(asked.part[0]!).at({ do: "table_state", ...viewer(asked) });
      return { consents: (state as State).consents ?? [] };
    },
  ],
  ["GET", /^\/matches\/([^/]+)\/proposals$/, async () => ({ proposals: [] })],
];

/** The answer to a request, as a server would give it. Throws ApiError for a refusal, and for what takes a server. */
export async function answer(path: string, request: Ask, lang: Lang): Promise<unknown> {
  const method = request.method ?? (request.body === undefined ? "GET" : "POST");
  const { token = null, query = {}, signal } = request;
  for (const [wanted, shape, route] of routes) {
    const found = wanted === method ? shape.exec(path) : null;
    if (!found) continue;
    const body = (request.body ?? {}) as Asked["body"];
    return route({ method, part: found.slice(1), query, body, lang, token, signal }).finally(leaveUnseen);
  }
  throw new ApiError(501, { error: "not_here", text: w("wants_server") });
}

/** A new match of this device, or one taken up from its transcript; it is kept before anything else happens. */
export async function layHere(question: Question & { do: "table_lay" }): Promise<Answers["table_lay"]> {
  leave();
  await left;
  const { match, now, name = "", scenario } = question;
  const laidOver = scenario === undefined ? {} : { scenario };
  const laid = await ask(question);
  const { transcript } = await ask({ do: "table_transcript", match });
  const { status, actors, seats } = (await ask({ do: "table_state", match, plain: 1 })).state;
  await stored(keep({ match, name, created: now, changed: now, transcript, ...laidOver, standing: { status, actors, seats } }));
  return laid;
}
