// SPDX-License-Identifier: MIT
// sieges.ts - the siege rules of data/polis.json, for whoever chooses one before there is a table or reads a file without a server,
// and their comparison row by row. [POL-SETUP-2]
import { siege_modes } from "../../../../data/polis.json";
import type { Word } from "./words";

/** A row of the data: docs/adding-a-variant.md. */
export interface SiegeMode {
  readonly id: string;
  /** What it feels like, by language. */
  readonly text: Readonly<Record<string, string>>;
  readonly die: number | null;
  readonly needs_control: boolean;
  readonly prestige_start: number;
  readonly prestige_continue: number | null;
  readonly prestige_win: number;
  readonly force: { readonly prestige: number; readonly hoplites: number | string; readonly enemy_population: number } | null;
  readonly garrison: boolean;
  readonly break_check: string | null;
  readonly discs_stay_between_rounds: boolean | null;
  readonly start_after_opponent_passed: boolean;
}

const SIEGES: readonly SiegeMode[] = siege_modes.items;

export const siegeOf = (id: string | undefined): SiegeMode | undefined => SIEGES.find((mode) => mode.id === id);

/** Words with their arguments. */
export type Phrase = readonly [Word, ...number[]];

/** A cell in words, one phrase after the other, or a number as it stands; null: the mode doesn't know such a thing. */
export type Cell = readonly Phrase[] | number | null;

export interface Row {
  readonly head: Word;
  cell(mode: SiegeMode): Cell;
}

function force({ die, force }: SiegeMode): Cell {
  if (!force) return [["siege_no"]];
  const { prestige, hoplites, enemy_population: people } = force;
  const paid: Phrase = die === null ? ["siege_force_any", prestige, Number(hoplites)] : ["siege_force_once", prestige];
  return people ? [paid, ["siege_force_people", people]] : [paid];
}

/** What the polis brings, less what is paid for it: further discs are so many as F less 1. */
function total({ prestige_start, prestige_win, prestige_continue: further }: SiegeMode): Cell {
  const once: Phrase = ["siege_total_f", prestige_start + prestige_win];
  return further ? [once, ["siege_total_further", further]] : [once];
}

/** The table 10.1 of the rules. */
export const ROWS: readonly Row[] = [
  { head: "siege_die", cell: ({ die }) => [die === null ? ["siege_no_die"] : ["siege_die_of", die]] },
  { head: "siege_control", cell: ({ needs_control }) => [[needs_control ? "siege_needed" : "siege_not_needed"]] },
  {
    head: "siege_hoplites",
    cell: (mode) => [[mode.die !== null ? "siege_hoplites_roll" : mode.force ? "siege_hoplites_discs_not_force" : "siege_hoplites_discs"]],
  },
  { head: "siege_start", cell: ({ prestige_start }) => prestige_start },
  { head: "siege_continue", cell: ({ prestige_continue }) => prestige_continue },
  { head: "siege_win", cell: ({ prestige_win }) => prestige_win },
  { head: "siege_force", cell: force },
  { head: "siege_reward", cell: () => [["siege_reward_f"]] },
  {
    head: "siege_failure",
    cell: (mode) =>
      mode.die === null ? [["siege_failure_none"]] : mode.force ? [["siege_failure_loss"], ["siege_failure_then_force"]] : [["siege_failure_loss"]],
  },
  { head: "siege_garrison", cell: ({ garrison }) => [[garrison ? "siege_garrison_below" : "siege_no"]] },
  {
    head: "siege_breaks",
    cell: ({ break_check: breaks }) => (breaks === null ? null : [[breaks === "any_time" ? "siege_breaks_at_once" : "siege_breaks_action"]]),
  },
  {
    head: "siege_round_end",
    cell: ({ discs_stay_between_rounds: stay }) => (stay === null ? null : [[stay ? "siege_discs_stay" : "siege_discs_removed"]]),
  },
  {
    head: "siege_passed",
    cell: ({ start_after_opponent_passed }) => [[start_after_opponent_passed ? "siege_passed_start" : "siege_passed_continue"]],
  },
  { head: "siege_rival", cell: ({ die }) => (die === null ? [["siege_barred"]] : null) },
  { head: "siege_total", cell: total },
  { head: "siege_actions", cell: ({ die }) => [[die === null ? "siege_actions_f" : "siege_actions_try"]] },
];
