// SPDX-License-Identifier: MIT
// games.ts - games and their boards, fetched when they are needed, once.
import { effect, signal } from "@preact/signals";
import { api, ApiError, type Ask, type GameInfo, type Games, type Lang, type State } from "../api";
import type { Board } from "../board";
import { loadStyle } from "../look";
import { boards } from "../games/index";

const infos = new Map<string, Promise<GameInfo>>();
const heads = new Map<Lang, Promise<Games>>();
const loaded = new Map<string, Promise<Board | null>>();

/** Keeps what came; what failed is asked for anew the next time. */
function once<K, T>(known: Map<K, Promise<T>>, key: K, ask: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const asked = ask();
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/** What the first page tells of a game beside its words; undefined where its folder tells nothing. */
export function aboutGame(game: string): About | undefined {
  return Object.hasOwn(BUILD_ABOUT, game) ? BUILD_ABOUT[game] : undefined;
}

/** By what one begins: a board rather than words, an evening rather than weeks, what is easy rather than what is hard. */
function startRank({ id }: { readonly id: string }): number {
  const about = aboutGame(id);
  return Number(!hasBoard(id)) * 100 + Number(!about?.minutes) * 10 + (about?.difficulty ?? 0);
}

/** The list of games, in the order in which one would try them. */
export function loadGames(lang: Lang): Promise<Games> {
  return once(heads, lang, async () => {
    const all = await api<Games>("/games", { lang });
    return { ...all, games: [...all.games].sort((a, b) => startRank(a) - startRank(b)) };
  });
}

/** One game with its tables, verbs and rules, in that language. */
export function loadGame(game: string, lang: Lang): Promise<GameInfo> {
  return once(infos, `${game} ${lang}`, () => api<GameInfo>(`/games/${game}`, { lang }));
}

interface Scenario {
  readonly replace: Readonly<Record<string, unknown>>;
}

const laid = new Map<string, Promise<Scenario>>();

/** The game as a match plays it: its tables with those of an open scenario over them, and the names there. A sealed one changes nothing
 * that a board draws. */
export async function loadGameOf({ game, match, scenario }: State, who: Ask, lang: Lang): Promise<GameInfo> {
  const info = await loadGame(game, lang);
  if (!scenario || scenario.sealed) return info;
  const [{ replace }, played] = await Promise.all([
    once(laid, match, () => api<Scenario>(`/matches/${match}/scenario`, who)),
    api<Pick<GameInfo, "rules" | "sets">>(`/matches/${match}/rules`, { ...who, lang }),
  ]);
  return { ...info, ...played, data: { ...(info.data as object), ...replace } };
}

/** The table that is open: its match may be played by other numbers than the game usually is. */
export const openTable = signal<{
  readonly match: string;
  readonly game: string;
  readonly who: () => { readonly token: string | null; readonly seat: string | null };
} | null>(null);

/** The page's root names the game of the open table: a game's style may colour seats by what they are there. */
export function followTable(): void {
  effect(() => {
    document.documentElement.dataset["game"] = openTable.value?.game ?? "";
  });
}

/** The game, its rules as the open table plays by them, where it is of that game. */
export async function loadPlayed(game: string, lang: Lang): Promise<GameInfo> {
  const info = await loadGame(game, lang);
  const table = openTable.peek();
  if (table?.game !== game) return info;
  try {
    return { ...info, ...(await api<Pick<GameInfo, "rules">>(`/matches/${table.match}/rules`, { ...table.who(), lang })) };
  } catch (cause) {
    if (cause instanceof ApiError) return info; // The usual ones, then.
    throw cause;
  }
}

/** True if the page has a folder for the game, and so draws it rather than showing its words. */
export function hasBoard(game: string): boolean {
  return Object.hasOwn(boards, game);
}

/** The board of a game, with its style. Null: the game has no folder, and is shown by its words. */
export function loadBoard(game: string): Promise<Board | null> {
  if (!hasBoard(game)) return Promise.resolve(null);
  return once(loaded, game, async () => {
    const [part] = await Promise.all([boards[game]!(), loadStyle(game)]);
    return part.board;
  });
}
