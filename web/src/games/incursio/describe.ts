// SPDX-License-Identifier: MIT
// describe.ts - a site in words: what a sighted player sees of it at a glance.
import type { Lang } from "../../api";
import type { Look } from "./position";
import { say, type Word } from "./words";

/** "today", "yesterday", "day 2". */
export function dayWords(lang: Lang, day: number, today: number): string {
  if (day >= today) return say(lang, "day_today");
  return day === today - 1 ? say(lang, "day_yesterday") : say(lang, "day_n", day);
}

export function kindWords(look: Look, lang: Lang): string {
  if (look.works) return say(lang, "works");
  if (look.kind === "empty" || look.kind === "unknown") return say(lang, look.kind);
  const word: Word = look.level === null ? `${look.kind}_unknown` : `${look.kind}_n`;
  return say(lang, word, look.level ?? 0);
}

/** "2 enemies, yesterday"; "" where nothing is known. */
export function enemiesWords(look: Look, lang: Lang, today: number): string {
  if (!look.enemies) return "";
  const { count, day } = look.enemies;
  const when = dayWords(lang, day, today);
  if (count === "some") return say(lang, "enemies_some", when);
  return count === 0 ? say(lang, "enemies_none", when) : say(lang, "enemies_n", count, when);
}

/** "4 in the garrison, 3 in camp"; "" where nobody of one's own, or of those who hold it, is known to stand. */
export function forceWords(look: Look, lang: Lang): string {
  const parts: string[] = [];
  if (look.garrison) parts.push(say(lang, "garrison_n", look.garrison));
  if (look.camp) parts.push(say(lang, "camp_n", look.camp));
  return parts.join(", ");
}

export function wordsOf(look: Look, lang: Lang, today: number, capital: boolean): string {
  const parts = [kindWords(look, lang)];
  if (capital && look.kind === "settlement") parts.push(say(lang, "capital"));
  if (look.own && look.holder) parts.push(say(lang, "units_of", say(lang, look.holder), forceWords(look, lang) || "0"));
  const enemies = enemiesWords(look, lang, today);
  if (enemies) parts.push(enemies);
  if (look.portal) parts.push(say(lang, "portal"));
  if (look.fog) parts.push(say(lang, "fog"));
  return parts.join(", ");
}
