// SPDX-License-Identifier: MIT
// hands.ts - where on the desk the host's moves lie, by their verb. A verb that stands nowhere here lies with the others.
import type { HostMove } from "./asks";

/** The parts of the desk that lay out moves, in the order of the verbs there. */
export const placesOf = {
  window: ["close", "close_silent", "pause", "resume", "length", "reroll", "deadline"],
  bulletins: ["bulletin", "bulletin_to"],
  person: ["choose_person"],
  missions: ["offer", "succeed", "fail"],
  generals: ["appoint"],
  end: ["consent", "end", "resign"],
  by_hand: ["result", "falls_attacker", "falls_defender", "result_end"],
  site: ["correct"],
} as const;

const laidOut: ReadonlySet<string> = new Set(Object.values(placesOf).flat());

/** Moves that mend what the position holds, and whatever else has no place of its own. */
export const corrections = (moves: readonly HostMove[]): readonly HostMove[] => moves.filter(({ verb }) => !laidOut.has(verb));
