// SPDX-License-Identifier: MIT
// news.ts - what a side came to know of a site, in its order: which day, from where, and, where all is seen, what was so at that moment. It is
// told by the plies themselves: each brings the members of the view that changed.
import type { PlyMessage, View } from "../../api";
import type { Past } from "../../board";
import type { Land, Side } from "./data";
import { lookAt, positionOf, type Look } from "./position";
import type { Word } from "./words";

export interface News {
  readonly ply: number;
  readonly day: number;
  readonly look: Look;
  /** Did the count of enemies come anew, did what stands there? */
  readonly counted: boolean;
  readonly seen: boolean;
  /** Copies by structure, as far as they were recognised by then; null: no news of them. */
  readonly structures: ReadonlyMap<string, number> | null;
  /** Where it comes from; null: no event tells. */
  readonly source: Word | null;
  /** What was so; null where the viewer may not know. */
  readonly truth: (Look & { readonly structures: ReadonlyMap<string, number> }) | null;
}

/** The first that an event of the ply begins with, of those that name the site. */
const SOURCES: readonly (readonly [string, Word])[] = [
  ["spied", "news_spy"],
  ["contact", "news_contact"],
  ["found_empty", "news_contact"],
  ["battle", "news_battle"],
  ["left_standing", "news_battle"],
  ["sacked", "news_battle"],
  ["purified", "news_battle"],
  ["corrected", "news_master"],
  ["portal", "news_portal"],
];

function sourceOf({ events }: PlyMessage, site: string): Word | null {
  const named = events.filter(({ args }) => args.includes(site)).map(({ event }) => event);
  return SOURCES.find(([begins]) => named.some((event) => event.startsWith(begins)))?.[1] ?? null;
}

const wordsAt = (view: View, member: string, site: string): string => String(((view[member] ?? {}) as Record<string, unknown>)[site] ?? "");

/** A spy recognises structures one by one: what the next one adds is told with those before it. */
const goesOn = (last: News | undefined, { day, source }: News): boolean =>
  !!last?.structures && last.day === day && last.source === source && !last.counted && !last.seen;

/** What that side came to know of the site up to a ply. `all`: the views hold the truth, too. */
export function newsOf(land: Land, { first, plies }: Past, side: Side, site: string, upTo: number, all: boolean): readonly News[] {
  const found: News[] = [];
  let view = first;
  for (const ply of plies) {
    if (ply.ply > upTo) break;
    const before = view;
    view = { ...view, ...ply.changes };
    const anew = (member: string): boolean => wordsAt(before, member, site) !== wordsAt(view, member, site);
    const built = side === "raiders" && anew("seen_structures");
    if (!built && !anew(`${side}_know`)) continue;
    const [old, position] = [positionOf(before), positionOf(view)];
    const [was, now] = [old.knows(side, site), position.knows(side, site)];
    const counted = now.enemiesDay !== null && (was.enemies !== now.enemies || was.enemiesDay !== now.enemiesDay);
    const seen = now.kindDay !== null && (was.kind !== now.kind || was.level !== now.level);
    if (!counted && !seen && !built) continue;
    const news: News = {
      ply: ply.ply,
      day: ply.round,
      look: lookAt(land, position, side, site),
      counted,
      seen,
      structures: built ? position.seen(site).copies : null,
      source: sourceOf(ply, site),
      truth: all ? { ...lookAt(land, position, "all", site), structures: position.structures(site) } : null,
    };
    if (built && !counted && !seen && goesOn(found.at(-1), news)) found.pop();
    found.push(news);
  }
  return found;
}
