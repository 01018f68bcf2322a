// SPDX-License-Identifier: MIT
// laid.ts - what a transcript does not hold and its match takes, in the file itself: comments at its end that other programs skip
// (docs/transcript.md). The scenario that it was played on; what is known of one that goes on.
import { pack, unpack } from "./pack";

type Name = "laid" | "known";

const letters = 1000; // of a line
const shape = (name: Name): RegExp => new RegExp(`^# ${name} 1 ([\\w-]+)\\r?\\n?`, "gm");

/** The transcript with that beside it; as it is where there is none (null), or the browser can pack nothing. */
export async function withHeld(transcript: string, name: Name, held: string | null): Promise<string> {
  if (held === null || typeof CompressionStream === "undefined") return transcript;
  const packed = await pack(held);
  let lines = "";
  for (let at = 0; at < packed.length; at += letters) lines += `# ${name} 1 ${packed.slice(at, at + letters)}\n`;
  return transcript.replace(shape(name), "").replace(/\n*$/, "\n") + lines;
}

/** What the file holds of that name; null: nothing, or what there is is not whole. */
export async function heldIn(transcript: string, name: Name): Promise<string | null> {
  const packed = [...transcript.matchAll(shape(name))].map(([, part]) => part).join("");
  return packed ? unpack(packed).catch(() => null) : null;
}

export const withScenario = (transcript: string, scenario: string | null): Promise<string> => withHeld(transcript, "laid", scenario);
