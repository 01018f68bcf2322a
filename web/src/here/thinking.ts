// SPDX-License-Identifier: MIT
// thinking.ts - a bot of a match of this device thinks, and has for so long that one would wonder.
import { signal } from "@preact/signals";

const wondered = 150; // ms

export const thinking = signal(false);

/** Says so as long as that lasts. */
export async function thinkingWhile<T>(work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => (thinking.value = true), wondered);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    thinking.value = false;
  }
}
