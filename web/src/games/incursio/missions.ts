// SPDX-License-Identifier: MIT
// missions.ts - free missions that stand, with their task: the Master's words beside the offer, as far as the viewer was told them.
import type { State } from "../../api";
import type { Mission, Past } from "../../board";
import { SIDES } from "./data";
import { positionOf } from "./position";

const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? (value as number[]) : []);
const of = (value: unknown, key: string): unknown => (value as Record<string, unknown> | null | undefined)?.[key];

/** The view's numbers say which stand: 1 + character, and the last day on which each may be accepted; 0: it is under way. */
export function missionsOf({ view, sides = [] }: State, { plies }: Past): readonly Mission[] {
  return SIDES.flatMap((side) => {
    const until = numbers(of(view["free_until"], side));
    const seats = sides.find((one) => one.side === side)?.seats ?? [];
    return numbers(of(view["free_who"], side)).flatMap((who, i): Mission[] => {
      const character = positionOf(view).characters(side).find(({ id }) => id === `c${who}`);
      if (!who || !character) return [];
      const { id, seat, action } = character;
      const offers = ({ event, args }: (typeof plies)[number]["events"][number]): boolean =>
        event === "free_offered" && args[1] === id && seats.includes(String(args[0]));
      const task = plies.findLast(({ note, events }) => note && events.some(offers))?.note ?? null;
      return [{ seat, whose: id.toUpperCase(), until: until[i] || null, accepted: action === "free", task }];
    });
  });
}
