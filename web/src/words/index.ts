// SPDX-License-Identifier: MIT
// index.ts - the words of the page in two languages: t(KEY, ...) in the one that is chosen, and dates and numbers that go with it.
import { effect, signal } from "@preact/signals";
import { setApiLang, type Lang } from "../api";
import { readPrefs, writePref } from "../device";
import type { en } from "./en";
import { fill } from "./fill";

/** The keys of the page's words: those of en.ts, all of which it.ts must have. */
export type Key = keyof typeof en;
type Table = Readonly<Record<Key, string>>;

/** The words are as much as half of a board: a language is fetched when it is wanted. */
const fetched: Readonly<Record<Lang, () => Promise<Table>>> = {
  it: () => import("./it").then((part) => part.it),
  en: () => import("./en").then((part) => part.en),
};
const tables = new Map<Lang, Table>();

async function fetchWords(wanted: Lang): Promise<void> {
  if (!tables.has(wanted)) tables.set(wanted, await fetched[wanted]());
}

export const languages: readonly { readonly id: Lang; readonly name: string }[] = [
  { id: "it", name: "Italiano" },
  { id: "en", name: "English" },
];

function first(): Lang {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = asked ?? readPrefs().lang ?? navigator.languages?.find((one) => /^(it|en)\b/i.test(one));
  return wanted?.toLowerCase().startsWith("it") ? "it" : "en";
}

export const lang = signal<Lang>(first());
await fetchWords(lang.peek()); // nothing can be said before

effect(() => {
  document.documentElement.lang = lang.value;
  setApiLang(lang.value);
});

/** Changes the language of the page, and remembers it on this device. Where its words can't be fetched, nothing changes. */
export async function chooseLang(chosen: Lang): Promise<void> {
  const failed = await fetchWords(chosen).catch(() => true);
  if (failed) return;
  writePref("lang", chosen);
  lang.value = chosen;
}

/**
 * The words of that key in the chosen language, with {1}, {2} filled. Reads a signal: what draws it is drawn again in another
 * language.
 */
export function t(key: Key, ...args: (string | number)[]): string {
  return fill(tables.get(lang.value)![key], args);
}

/** The same of words that come with the part of the page that says them. */
export function sayingOf<K extends string>(own: Readonly<Record<Lang, Readonly<Record<K, string>>>>) {
  return (key: K, ...args: (string | number)[]): string => fill(own[lang.value][key], args);
}

/** Words whose key is made of parts that come from the server; undefined where there are none. */
export function tMaybe(key: string, ...args: (string | number)[]): string | undefined {
  const template = (tables.get(lang.value) as Readonly<Record<string, string>>)[key];
  return template === undefined ? undefined : fill(template, args);
}

/** Dates and numbers as they are written here: in English the day before the month, and 24 hours. */
const locales: Readonly<Record<Lang, string>> = { it: "it-IT", en: "en-GB" };
const locale = () => locales[lang.value];

/** A part from 0 to 1 as a percentage, in the chosen language. */
export function percent(part: number, digits = 1): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: digits }).format(part);
}

/** A number with so many digits behind the point, or comma. */
export function decimal(n: number, digits = 1): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(n);
}

const day = 24 * 3600 * 1000;

/** A time (milliseconds), past or to come, as precisely as its distance makes useful: "14:05", "Tuesday 14:05", "3 March". */
export function moment(at: number, now = Date.now()): string {
  const date = new Date(at);
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
  const away = Math.abs(now - at);
  if (away < day && date.getDate() === new Date(now).getDate()) return date.toLocaleTimeString(locale(), time);
  if (away < 6 * day) return date.toLocaleDateString(locale(), { weekday: "long", ...time });
  return date.toLocaleDateString(locale(), {
    day: "numeric",
    month: "long",
    ...(away > 300 * day ? { year: "numeric" } : {}),
  });
}

/** A length of time as a clock shows it: "2 d 3 h", "4 h 05 min", "1:09". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (n: number) => String(n).padStart(2, "0");
  if (hours >= 24) return t("time_days_hours", Math.floor(hours / 24), hours % 24);
  if (hours >= 1) return t("time_hours_minutes", hours, two(minutes % 60));
  return `${minutes}:${two(seconds % 60)}`;
}

/** A list in words: "A, B and C". */
export function listing(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(items);
}
