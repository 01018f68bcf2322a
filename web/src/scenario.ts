// SPDX-License-Identifier: MIT
// scenario.ts - the scenario that a match was played on, wherever it is to be had.
import { apiText } from "./api";
import { tokenToLook } from "./device";
import { heldIn } from "./laid";

/** The scenario that a transcript names: of its file, else of that match; null: it names none, or it can't be had. */
export async function scenarioFor(transcript: string, match: string | null): Promise<string | null> {
  if (!/^(scenario|sealed) /m.test(transcript)) return null;
  const held = await heldIn(transcript, "laid");
  return held ?? (match === null ? null : apiText(`/matches/${match}/scenario`, { token: tokenToLook(match) }).catch(() => null));
}
