// SPDX-License-Identifier: MIT
// seat.ts - the letters of seats, which of the six styles each has, and whether somebody is still to sit down.
import type { State } from "./api";

/** Seats have one of so many colours and patterns. */
export const SEAT_STYLES = 6;

/** "A" is 0, "Z" 25, "AA" 26 (letters of seats as in transcripts). -1 for what is no seat: null, "-", "chance". */
export function seatIndex(seat: string | null | undefined): number {
  if (!seat || !/^[A-Z]{1,2}$/.test(seat)) return -1;
  return seat.length === 1 ? seat.charCodeAt(0) - 65 : 26 * (seat.charCodeAt(0) - 64) + seat.charCodeAt(1) - 65;
}

/** The value of data-seat, by which tokens.css gives the colours; seats beyond the sixth share them and differ by letter. */
export function seatKey(seat: string | null | undefined): string {
  const index = seatIndex(seat);
  return index < 0 ? "nobody" : String(index % SEAT_STYLES);
}

/** True if the viewer has a seat for a person at which nobody has sat down yet. */
export function mustJoin(state: State): boolean {
  const seat = state.seats.find((one) => one.seat === state.you);
  return !!seat && seat.who === "human" && !seat.joined && state.status !== "over";
}

/** True if whoever looks has no seat here, and there is one to take. */
export function mayTake(state: State): boolean {
  return state.you === null && state.status !== "over" && state.seats.some((one) => one.open);
}
