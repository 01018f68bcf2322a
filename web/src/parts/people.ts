// SPDX-License-Identifier: MIT
// people.ts - what people, bots and policies are called.
import type { Help, Level, Option, Seat, State } from "../api";
import { t, tMaybe, type Key } from "../words";

/** `who` sits at a seat, as the server words it: "human", "bot:hard". */
export function isBot(who: string): boolean {
  return who.startsWith("bot:");
}

/** A bot's name for people: that of its level, or its own id. */
export function botTitle(who: string): string {
  const name = who.replace(/^bot:/, "");
  return tMaybe(`bot_${name}`) ?? t("bot_named", name);
}

/** How strong a bot is and how it plays, in one line: the page's words, or those that the server sends. */
export function botSays(bot: { readonly id: string; readonly text: string }): string {
  return tMaybe(`bot_says_${bot.id}`) ?? bot.text;
}

const levels = ["beginner", "easy", "normal", "hard", "expert"];

/** Bots in the order in which they are offered: the levels that the game has first, then the others as they come. */
export function botsToChoose<Bot extends { readonly id: string }>(bots: readonly Bot[], has: readonly Level[]): readonly Bot[] {
  const offered = has.flatMap((level) => bots.filter(({ id }) => id === level.id));
  return [...offered, ...bots.filter(({ id }) => !levels.includes(id))];
}

/** How strong a bot was measured to be in a game of these levels, "strength 1650", if it was. */
export function ratingOf(who: string, has: readonly Level[]): string | undefined {
  const rating = has.find(({ id }) => id === who.replace(/^bot:/, ""))?.rating;
  return rating ? t("rating_about", rating) : undefined;
}

/** A bot's name and, if it was measured, its strength: "Normal bot, strength 1650". */
export function botRated(who: string, has: readonly Level[]): string {
  return [botTitle(who), ratingOf(who, has)].filter(Boolean).join(", ");
}

/** A seat for people: the name of who sits there, else what the bot is called and where it sits, else "seat A". */
export function seatTitle(seat: Pick<Seat, "seat" | "name" | "who">): string {
  return seat.name || (isBot(seat.who) ? t("bot_at", botTitle(seat.who), seat.seat) : t("seat_named", seat.seat));
}

/** What that seat's side is called; "" in games that have no names for sides. */
export function sideTitle(state: Pick<State, "sides">, seat: string): string {
  return state.sides?.find(({ seats }) => seats.includes(seat))?.name ?? "";
}

/** A value of an option in words: the game's own, or the page's for yes and no. */
export function optionWords(option: Option, value: Option["default"]): string {
  const words = option.words?.[option.values?.indexOf(String(value)) ?? -1];
  if (words) return words;
  if (value === "true") return t("option_true");
  return value === "false" ? t("option_false") : String(value);
}

/** What a table may agree on, from the least help to the most, in words. */
export const helps: Readonly<Record<Help, { readonly name: Key; readonly says: Key }>> = {
  none: { name: "aid_none", says: "aid_none_says" },
  odds: { name: "aid_odds", says: "aid_odds_says" },
  all: { name: "aid_all", says: "aid_all_says" },
};
