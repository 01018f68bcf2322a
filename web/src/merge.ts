// SPDX-License-Identifier: MIT
// merge.ts - a state and what is told of it, put together: pure functions, so that tests can replay whole games through them.
import type { Move, PlyMessage, State, TableMessage, View } from "./api";
import type { PostMessage } from "./sides";

/** The empty value of a member's kind: a change to null means that nothing is left of it. */
function emptied(before: unknown): unknown {
  if (Array.isArray(before)) return [];
  if (typeof before === "number") return 0;
  return typeof before === "object" && before !== null ? {} : null;
}

function mergeView(view: View, changes: PlyMessage["changes"]): View {
  const merged: Record<string, unknown> = { ...view };
  for (const [member, value] of Object.entries(changes)) merged[member] = value === null ? emptied(view[member]) : value;
  return merged;
}

/** The state after that ply. Null: the message does not follow on the state (plies are missing), it must be fetched anew. */
export function applyPly(state: State, message: PlyMessage): State | null {
  if (message.ply <= state.ply) return state;
  if (message.ply !== state.ply + 1) return null;
  const { moves: _moves, undo: _undo, prompt: _prompt, undone: _undone, chain: _chain, ...rest } = state;
  return {
    ...rest,
    ply: message.ply,
    ...(message.chain === undefined ? {} : { chain: message.chain }),
    rev: message.rev,
    view: mergeView(state.view, message.changes),
    ...(message.facts === undefined ? {} : { facts: { ...state.facts, ...message.facts } }),
    actor: message.actor,
    actors: message.actors,
    round: message.round,
    status: message.status,
    ...(message.prompt === undefined ? {} : { prompt: message.prompt }),
    ...(message.moves === undefined ? {} : { moves: message.moves }),
    ...(message.undo === undefined ? {} : { undo: message.undo }),
    seats: message.seats ?? state.seats,
    clock: message.clock === undefined ? state.clock : message.clock,
    ...(message.window === undefined ? {} : { window: message.window }),
    result: message.result === undefined ? state.result : message.result,
    dice: message.dice ?? state.dice,
    ...(message.team === undefined ? {} : { team: message.team }),
    ...(message.consents === undefined ? {} : { consents: message.consents }),
    ...(message.proposals === undefined ? {} : { proposals: message.proposals }),
  };
}

/** The state once something was said beside the moves. */
export function applyPost(state: State, { n, rev, proposals }: PostMessage): State {
  return { ...state, posts: n, rev: rev ?? state.rev, ...(proposals ? { proposals } : {}) };
}

/** The state with the seats, clocks and status of the message. */
export function applyTable(state: State, message: TableMessage): State {
  const { rev, status, seats, clock } = message;
  const window = message.window === undefined ? {} : { window: message.window };
  const agreement = message.agreement === undefined ? {} : { agreement: message.agreement };
  return { ...state, rev, status, seats, clock, ...window, ...agreement, dice: message.dice ?? state.dice };
}

// ---- What changed ---------------------------------------------------------------------------------------------------------

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

function compare(before: unknown, after: unknown, found: Set<string>): void {
  if (before === after) return;
  if (Array.isArray(before) || Array.isArray(after)) {
    const was = new Set(Array.isArray(before) ? before : []);
    const is = new Set(Array.isArray(after) ? after : []);
    for (const one of was) if (!is.has(one) && typeof one === "string") found.add(one);
    for (const one of is) if (!was.has(one) && typeof one === "string") found.add(one);
    return;
  }
  if (!isRow(before) && !isRow(after)) return;
  const was = isRow(before) ? before : {};
  const is = isRow(after) ? after : {};
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (isRow(was[key]) || isRow(is[key]) || Array.isArray(was[key]) || Array.isArray(is[key])) compare(was[key], is[key], found);
    else if (was[key] !== is[key]) found.add(key);
  }
}

/** Ids of places, pieces and seats of which anything differs between two views. */
export function changedBetween(before: View, after: View): Set<string> {
  const found = new Set<string>();
  for (const member of new Set([...Object.keys(before), ...Object.keys(after)])) compare(before[member], after[member], found);
  return found;
}

// ---- Was it our own move that made the answer stale? -------------------------------------------------------------------------

/** A move that was sent, perhaps twice because no answer came. */
export interface Sent {
  readonly seat: string;
  readonly ply: number; // of the state that it answered
  readonly move: Pick<Move, "m"> | { readonly text: string };
}

/** Did that very move become the next ply? Then a refusal as stale means that it went through the first time. */
export function wentThrough(sent: Sent, message: PlyMessage | undefined): boolean {
  if (!message || message.seat !== sent.seat || message.ply !== sent.ply + 1 || !message.move) return false;
  return "m" in sent.move ? message.move.m === sent.move.m : message.move.text === sent.move.text;
}

/** Of lines with numbers from 1: up to which one none is missing. */
export function wholeUntil(lines: readonly { readonly n: number }[]): number {
  const hole = lines.findIndex(({ n }, i) => n !== i + 1);
  return hole < 0 ? lines.length : hole;
}
