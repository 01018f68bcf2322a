// SPDX-License-Identifier: MIT
// board.ts - what the folder of a game's board offers to the page. The page knows no game; a folder knows no page.
import type { ComponentType } from "preact";
import type { Sound } from "./sounds";
import type { GameHead, GameInfo, Lang, Message, Move, Odds, PlyMessage, Side, State, View } from "./api";

/** The next move of a row, by what stands when it is asked; null: the row is over, or no longer meant. */
export type NextMove = () => Move | null;

/** What the player has pointed at, and what the page can do with it. One object as long as the table is open: its members read
 * signals, so a component draws again only when what it read has changed (of `state` that is every ply: keep pieces in computed()). */
export interface Table {
  /** The language of the page: of a board's own words. */
  readonly lang: Lang;
  readonly state: State;
  readonly info: GameInfo;
  /** The choices of the viewer at this moment; empty when it is not their turn, or while looking back. */
  readonly moves: readonly Move[];
  /** The choice that was shown by a first tap and would be played by a second; null: none. */
  readonly picked: Move | null;
  /** The chances of what is picked, or of the decision at hand; null: none, or not told yet. */
  readonly odds: Odds | null;
  /** Places and pieces that changed in the last plies, as ids: to be marked. */
  readonly changed: ReadonlySet<string>;
  /** First tap on a choice shows it, the second plays it. */
  pick(move: Move): void;
  /** Plays without a second tap: for what can be taken back. A choice with a warning is only picked by it, if it was not yet. */
  play(move: Move): void;
  unpick(): void;
  /** Makes moves one after the other, each asked of `next` once the one before was answered and shown. The row ends where `next` has
   * none, one is refused, it is no longer the viewer's turn, or the viewer touches anything else. */
  playRow(next: NextMove): void;
  /** True while a row is being made. */
  readonly inRow: boolean;
  /** The attacker gives up when fewer than so many would be left, as the viewer wishes; 0: never. */
  readonly stopAt: number;
  /** Takes the viewer's last move back, where state.undo says that it may be: another place for an action just begun. */
  undo(): void;
  /** Asks the server why that move, in the words of a transcript ("attack_from italia"), is not allowed, and tells the answer. */
  why(text: string): void;
  /** Gives an order in the words of the terminal ("move 4 to 5: F A"), whole or not at all, or one move as transcripts write it.
   * Resolves once it is seen here; false: it was refused, and the page says why. Missing where nothing can be played. */
  order?(text: string): Promise<boolean>;
  /** Asks the server below the address of the match ("/consents"), as the viewer: with a body it is POST. Rejects with an ApiError, which
   * `tell` shows. Missing where there is no live match. */
  ask?<T>(path: string, body?: unknown, query?: Readonly<Record<string, string | number | undefined>>): Promise<T>;
  /** Asks the game about chances without a match: GET /games/ID/odds/QUESTION. Rejects where the server can't reckon them. */
  reckon?(question: string, given: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
  /** What happened in one round as the viewer knows it, in parts (docs/reports.md). Missing where there is no live match. */
  report?(round: number): Promise<readonly string[]>;
  /** The view at the beginning, and all plies since as the viewer heard of them: what was known when. */
  past?(): Promise<Past>;
  /** Shows a refusal of `ask` as the page shows all refusals. */
  tell?(cause: unknown): void;
  /** The truth is shown, and held against what that seat's side believes; null: it is not. Missing where nobody sees both. */
  readonly against?: string | null;
  /** A place was tapped that is no choice: the page opens its details. */
  look(place: string | null): void;
  /** The place whose details are open; null: none. */
  readonly looked: string | null;
  /** Arrows that the viewer, or its side, has drawn for itself (map/Noted.tsx). Missing where nobody can. */
  readonly noted?: readonly { readonly from: string; readonly to: string }[];
}

export interface Past {
  readonly first: View;
  readonly plies: readonly PlyMessage[];
}

/** A task that a Master has put to one person. */
export interface Mission {
  readonly seat: string;
  /** Whose it is beside that: a character. */
  readonly whose: string;
  /** The last day on which it may be accepted; null: it is under way, and waits to be judged. */
  readonly until: number | null;
  readonly accepted: boolean;
  /** In the Master's words; null: there are none. */
  readonly task: string | null;
}

/** A board's own words by key, in one language, beside those that the server sends. */
export type Words = Readonly<Record<string, string>>;

/** The folder of a game exports `board: Board` from its index.ts(x); a style.css beside it is loaded with it. Of the page it may use
 * style/tokens.css (colours, seats), parts/SeatMark.tsx, parts/Rule.tsx (words with rules and addresses), words/fill.ts, map/ (the window
 * of a map) and the types of api.ts. */
export interface Board {
  /** The map or mat; fills what it is given, is tapped, dragged, pinched and used by keyboard. */
  readonly Map: ComponentType<{ table: Table }>;
  /** The same as an HTML table: an equal view, with the same choices. */
  readonly Places: ComponentType<{ table: Table }>;
  /** A seat in one row: score, forces, forecast. Beside the name, which the page shows. */
  readonly Seat?: ComponentType<{ table: Table; seat: string }>;
  /** Which side of the game a seat plays, beside the name. */
  readonly Side?: ComponentType<{ table: Table; seat: string }>;
  /** What this viewer alone holds (cards). */
  readonly Hand?: ComponentType<{ table: Table }>;
  /** Which of the game's sets are places of its map, of which something can be noted. */
  readonly places?: readonly string[];
  /** Tasks that stand, by what has been told. Missing: nobody is given any. */
  readonly missions?: (state: State, past: Past) => readonly Mission[];
  /** Details of a place, in the sheet. */
  readonly Place?: ComponentType<{ table: Table; place: string }>;
  /** What lies beside the map and changes with the game: tracks, markets, cards on display. */
  readonly Mat?: ComponentType<{ table: Table }>;
  /** How the choices are laid out in the sheet; without it, a list in groups of their verb. */
  readonly Choices?: ComponentType<{ table: Table }>;
  /** More than the choice that is shown: several at once, on to the end. Stands in the foot, over the choice that was picked. */
  readonly Further?: ComponentType<{ table: Table }>;
  /** Where in a turn one is: stands under whose turn it is, for everybody. */
  readonly Track?: ComponentType<{ table: Table }>;
  /** Of a game that lasts for days and is looked at for minutes: the table is laid out around what is to be done today. */
  readonly days?: Days;
  /** True if an exact chance is worth asking for at this choice: the page then asks /odds and shows the answer. */
  readonly isAttack?: (move: Move) => boolean;
  /** Whose chances `table.odds` are. */
  readonly fightersOf?: (table: Table) => Fighters;
  /** Draws the chances that the game gives in its own shape (`detail`). */
  readonly Odds?: ComponentType<{ table: Table; odds: Odds; /** In a few words, for a line. */ brief?: boolean }>;
  /** The options of a new table, explained: it shows those that it knows (`keys`), the page the others. */
  readonly options?: {
    readonly keys: readonly string[];
    readonly Fields: ComponentType<OptionFields>;
    /** What options begin with at a table that somebody runs for so many people, where that is not the usual. */
    readonly run?: (people: number) => Readonly<Record<string, string>>;
  };
  /** When windows close, where that is a table of the game's data: fields that lay another one over it (docs/scenario.md). */
  readonly Hours?: ComponentType<HourFields>;
  /** What somebody who enrols on a side may wish to be, and how many of that side may, where that is bounded. */
  readonly wishes?: (info: GameInfo, lang: Lang, side: Side) => readonly Wish[];
  /** What fell at a real table, as the Master enters it: is it waited for, and the fields for it. `table.moves` are the host's moves;
   * `tell` hears what would be entered, move by move, or null while something lacks. */
  readonly byHand?: {
    readonly waits: (table: Table) => boolean;
    readonly Fields: ComponentType<{ table: Table; tell: (moves: readonly string[] | null) => void }>;
  };
  /** A throw of dice in a message, to be shown falling, with what it decided; null: nothing fell. `before`: the view that the
   * message changed, which tells who fought. */
  readonly throwOf?: (message: Message, before: View, table: Table) => Throw | null;
  /** What is heard, if sounds are on, of an event or a verb. */
  readonly sounds?: Readonly<Record<string, Sound>>;
}

/** Something that one may wish to be, by its id; `most`: so many of a side at most, null: any number. */
export interface Wish {
  readonly id: string;
  readonly name: string;
  readonly most: number | null;
}

/** The parts of a table around what is to be done today; see Board.days. */
export interface Days {
  /** Over the board, in the place of the seats: the day, its windows, who of one's own side is waited for. `offset`: the server's clock
   * minus this device's, in ms. */
  readonly Top: ComponentType<{ table: Table; offset: number }>;
  /** What the viewer has to do, may do, and what has happened: in the place of prompt and choices, whoever is to move. */
  readonly Today: ComponentType<{ table: Table }>;
  /** The map of a match that is looked back at: where all is seen, what each side knew beside the truth. */
  readonly Retold: ComponentType<{ table: Table }>;
  /** The viewer's own side, in the place of the seats. */
  readonly Team: ComponentType<{ table: Table }>;
  /** Who somebody is that has just been invited. */
  readonly Welcome: ComponentType<{ state: State; info: GameInfo; lang: Lang }>;
  /** What the tabs are called. */
  readonly tabs: (lang: Lang) => Readonly<Record<"today" | "map" | "team", string>>;
  /** Whoever sits here has a side of their own, with a chat that it alone reads, and a Master to write to. */
  readonly teams: boolean;
}

/** What the fields of a new table's options are given. */
export interface OptionFields {
  readonly game: GameHead;
  readonly lang: Lang;
  /** What was chosen, the usual values included. */
  readonly values: Readonly<Record<string, string>>;
  set(key: string, value: string): void;
}

/** What the fields of closing times are given. */
export interface HourFields {
  readonly info: GameInfo;
  readonly lang: Lang;
  /** The tables that are laid over, by name; none: all is as usual. */
  readonly laid: Readonly<Record<string, unknown>>;
  lay(tables: Readonly<Record<string, unknown>>): void;
}

/** The seats of both sides of a fight, the attacker's first; null: nobody's. In their colours dice and chances are drawn. */
export type Fighters = readonly [string | null, string | null];

/** A throw of dice to be shown: what fell on either side, and what it decided. */
export interface Throw {
  readonly dice: readonly [readonly number[], readonly number[]];
  readonly sides: readonly [string, string]; // who threw, in words
  readonly fighters: Fighters;
  readonly at: readonly string[]; // the places of the fight, beside which the dice fall
  readonly faces?: number; // of a die; six as a rule
  readonly losses: readonly [number, number] | null; // null: nobody can lose anything by it
  readonly words: string;
}
