// SPDX-License-Identifier: MIT
// ask.ts - a request to the server over plain HTTP, or to the engine in this browser, and what becomes of it.

import type { Lang } from "./api";
import { pathIsHere, pathIsOfGames } from "./here/id";

/** The body of a refusal. `error` is a code for programs, `text` a sentence for people; `retry_after` is in seconds. */
export interface Failure {
  readonly error: string;
  readonly text: string;
  readonly rule?: string;
  readonly ply?: number;
  readonly retry_after?: number;
  readonly where?: string;
}

/** The server refused, or could not be reached ("offline"). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Failure;
  constructor(status: number, body: Failure) {
    super(body.text);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
  /** True if nobody answered: asking again may help, because the server has not refused. */
  get unanswered(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/**
 * A request. Without a method it is GET, or POST where there is a body. `token` speaks for a seat, `seat` picks one of the
 * account's.
 */
export interface Ask {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly token?: string | null;
  readonly seat?: string | null;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
  readonly lang?: Lang;
}

const base = "/api/v1";
const offline: Readonly<Record<Lang, string>> = {
  it: "Il server non risponde.",
  en: "The server does not answer.",
};

let language: Lang = "en";
/** The language in which the server is asked to speak. */
export function setApiLang(lang: Lang): void {
  language = lang;
}

/** The address of a path of the API, with the language in which the server is to answer. */
export function apiUrl(path: string, query?: Ask["query"], lang: Lang = language): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  search.set("lang", lang);
  return `${base}${path}?${search}`;
}

async function failure(answer: Response, lang: Lang): Promise<ApiError> {
  try {
    const body = (await answer.json()) as Failure;
    if (typeof body.error === "string") return new ApiError(answer.status, body);
  } catch {
    // Not JSON: a proxy answered in the server's place.
  }
  return new ApiError(answer.status, { error: "internal", text: `${offline[lang]} (${answer.status})` });
}

const patience = { times: 3, seconds: 10 };

/** Waits; an abort ends it at once, as it ends a request. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => (clearTimeout(timer), fail(new DOMException("given up", "AbortError")));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), done()), seconds * 1000);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

type Read<T> = (answer: Response) => Promise<T>;

/** What comes of `work`. Where it breaks nobody answered: an answer that ends halfway, or is no JSON where a proxy gave it, is none. */
async function whole<T>(work: Promise<T>, lang: Lang): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, { error: "offline", text: offline[lang] });
  }
}

/** As `sendOnce`. A question that came when too many had come from this address, where a whole family may sit, is asked again. */
async function send<T>(path: string, ask: Ask, accept: string, read: Read<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await sendOnce(path, ask, accept, read);
    } catch (cause) {
      const asks = (ask.method ?? "GET") === "GET" && ask.body === undefined;
      const wait = cause instanceof ApiError && cause.body.error === "rate_limited" ? cause.body.retry_after : undefined;
      if (!asks || wait === undefined || wait > patience.seconds || time > patience.times) throw cause;
      await pause(wait, ask.signal);
    }
  }
}

async function sendOnce<T>(path: string, ask: Ask, accept: string, read: Read<T>): Promise<T> {
  const lang = ask.lang ?? language;
  const headers: Record<string, string> = { Accept: accept };
  if (ask.token) headers["Authorization"] = `Bearer ${ask.token}`;
  if (ask.seat) headers["Alea-Seat"] = ask.seat;
  if (ask.body !== undefined) headers["Content-Type"] = "application/json";
  const asked = fetch(apiUrl(path, ask.query, lang), {
    method: ask.method ?? (ask.body === undefined ? "GET" : "POST"),
    headers,
    credentials: "same-origin",
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
    ...(ask.signal ? { signal: ask.signal } : {}),
  });
  const answer = await whole(asked, lang);
  if (!answer.ok) throw await failure(answer, lang);
  return whole(read(answer), lang);
}

/** The engine in this browser answers for its own tables; about games, where no server does; for everything, where there is none. */
async function askHere(path: string, ask: Ask): Promise<unknown> {
  const { answer } = await import("./here/answer");
  return answer(path, ask, ask.lang ?? language);
}

async function either<T>(path: string, ask: Ask, server: () => Promise<T>): Promise<T> {
  if (BUILD_SITE || pathIsHere(path)) return (await askHere(path, ask)) as T;
  try {
    return await server();
  } catch (cause) {
    const silent = cause instanceof ApiError && cause.unanswered && BUILD_ENGINE && pathIsOfGames(path);
    if (!silent) throw cause;
    return (await askHere(path, ask).catch(() => Promise.reject(cause))) as T;
  }
}

/**
 * Asks, and gives the JSON of the answer; null for 204. The caller vouches for T, as the answer is not checked. Throws ApiError
 * for a refusal or silence.
 */
export async function api<T>(path: string, ask: Ask = {}): Promise<T> {
  const read = async (answer: Response) => (answer.status === 204 ? null : await answer.json()) as T;
  const found = await either<T | string>(path, ask, () => send(path, ask, "application/json", read));
  return typeof found === "string" ? (JSON.parse(found) as T) : found; // a file that the engine keeps as it is
}

/** Asks as `api` does, for an answer that is text: a transcript, say. */
export function apiText(path: string, ask: Ask = {}): Promise<string> {
  return either(path, ask, () => send(path, ask, "*/*", (answer) => answer.text()));
}
