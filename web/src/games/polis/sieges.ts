// SPDX-License-Identifier: MIT
// sieges.ts - the four siege rules as data/polis.json has them, for whoever chooses one before there is a table, and their comparison
// row by row. [POL-SETUP-2]
import type { Word } from "./words";

/** In the words of the data; a test holds it to them. */
export interface SiegeRules {
  readonly id: string;
  readonly die: number | null;
  readonly needs_control: boolean;
  readonly prestige_start: number;
  readonly prestige_continue: number | null;
  readonly prestige_win: number;
  readonly force: { readonly times: number | "any" } | null;
  readonly garrison: boolean;
  readonly break_check: "any_time" | "end_of_action" | null;
  readonly discs_stay_between_rounds: boolean | null;
  readonly start_after_opponent_passed: boolean;
}

const dice = {
  die: 4,
  needs_control: true,
  prestige_start: 1,
  prestige_continue: null,
  prestige_win: 0,
  garrison: false,
  break_check: null,
  discs_stay_between_rounds: null,
  start_after_opponent_passed: true,
} as const;
const discs = { die: null, needs_control: false, prestige_continue: 0, garrison: true, start_after_opponent_passed: false } as const;

export const SIEGES: readonly SiegeRules[] = [
  { id: "standard", ...dice, force: null },
  { id: "sacrifice", ...dice, force: { times: 1 } },
  {
    id: "diceless",
    ...discs,
    prestige_start: 0,
    prestige_win: 1,
    force: null,
    break_check: "any_time",
    discs_stay_between_rounds: false,
  },
  {
    id: "diceless_sacrifice",
    ...discs,
    prestige_start: 1,
    prestige_win: 0,
    force: { times: "any" },
    break_check: "end_of_action",
    discs_stay_between_rounds: true,
  },
];

/** A cell in words, or a number as it stands; null: the rule doesn't know such a thing. */
export type Cell = Word | number | null;

export interface Row {
  readonly head: Word;
  cell(rules: SiegeRules): Cell;
}

const byForce = <Value>({ force }: SiegeRules, none: Value, once: Value, any: Value): Value =>
  force === null ? none : force.times === "any" ? any : once;

/** The table 10.1 of the rules. */
export const ROWS: readonly Row[] = [
  { head: "siege_die", cell: ({ die }) => (die === null ? "siege_no_die" : "siege_d4") },
  { head: "siege_control", cell: ({ needs_control }) => (needs_control ? "siege_needed" : "siege_not_needed") },
  {
    head: "siege_hoplites",
    cell: (rules) => (rules.die !== null ? "siege_hoplites_roll" : rules.force ? "siege_hoplites_discs_not_force" : "siege_hoplites_discs"),
  },
  { head: "siege_start", cell: ({ prestige_start }) => prestige_start },
  { head: "siege_continue", cell: ({ prestige_continue }) => prestige_continue },
  { head: "siege_win", cell: ({ prestige_win }) => prestige_win },
  { head: "siege_force", cell: (rules) => byForce<Cell>(rules, "siege_no", "siege_force_once", "siege_force_any") },
  { head: "siege_reward", cell: () => "siege_reward_f" },
  {
    head: "siege_failure",
    cell: (rules) => (rules.die === null ? "siege_failure_none" : rules.force ? "siege_failure_then_force" : "siege_failure_loss"),
  },
  { head: "siege_garrison", cell: ({ garrison }) => (garrison ? "siege_garrison_below" : "siege_no") },
  {
    head: "siege_breaks",
    cell: ({ break_check }) => (break_check === null ? null : break_check === "any_time" ? "siege_breaks_at_once" : "siege_breaks_action"),
  },
  {
    head: "siege_round_end",
    cell: ({ discs_stay_between_rounds: stay }) => (stay === null ? null : stay ? "siege_discs_stay" : "siege_discs_removed"),
  },
  {
    head: "siege_passed",
    cell: ({ start_after_opponent_passed }) => (start_after_opponent_passed ? "siege_passed_start" : "siege_passed_continue"),
  },
  { head: "siege_rival", cell: ({ die }) => (die === null ? "siege_barred" : null) },
  { head: "siege_total", cell: () => "siege_total_f" },
  { head: "siege_actions", cell: ({ die }) => (die === null ? "siege_actions_f" : "siege_actions_try") },
];
