// SPDX-License-Identifier: MIT
// send.ts - a move on its way: sent again until it is answered, and never made twice, because it names the ply that it answers.
import type { ReadonlySignal } from "@preact/signals";
import { api, ApiError, type Event, type Message, type Move, type PlyMessage, type State } from "../api";
import type { Live, Who } from "../live";
import { wentThrough } from "../merge";

interface Answer {
  readonly ply: number;
  readonly events: readonly Event[];
}

// Milliseconds before each further attempt: 18.5 seconds in all.
const delays = [300, 700, 1500, 3000, 5000, 8000];

async function plyAfter(match: string, who: Who, ply: number): Promise<PlyMessage | undefined> {
  const query = { since: ply, limit: 1, wait: 0 };
  const { messages } = await api<{ messages: readonly Message[] }>(`/matches/${match}/events`, { ...who, query });
  return messages.find((message): message is PlyMessage => message.kind === "ply" && message.ply === ply + 1);
}

/** Makes a move, by its number or in words. Throws ApiError when it was refused, or nobody answered at all. */
export async function sendMove(match: string, who: Who, state: State, move: Move | { readonly text: string }): Promise<Answer> {
  const body = "m" in move ? { ply: state.ply, m: move.m } : { ply: state.ply, text: move.text };
  for (let attempt = 0; ; attempt++) {
    try {
      return await api<Answer>(`/matches/${match}/moves`, { ...who, body });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const again = cause.unanswered || cause.body.error === "rate_limited";
      if (again && attempt < delays.length) {
        await new Promise((done) => setTimeout(done, Math.max(delays[attempt]!, (cause.body.retry_after ?? 0) * 1000)));
        continue;
      }
      // Refused as stale after a first try without an answer: maybe because that first try arrived.
      if (cause.body.error !== "stale" || attempt === 0 || !state.you) throw cause;
      const next = await plyAfter(match, who, state.ply);
      if (!wentThrough({ seat: state.you, ply: state.ply, move }, next)) throw cause;
      return { ply: cause.body.ply ?? state.ply + 1, events: next?.events ?? [] };
    }
  }
}

const unheard = 2500; // ms: a ply that was accepted but not received by then means that the connection is dead

/** Waits until that ply has arrived: before, the choices are still those of the decision that was just made. */
export function told(now: ReadonlySignal<State | null>, ply: number, live: Live): Promise<void> {
  if ((now.peek()?.ply ?? 0) >= ply) return Promise.resolve();
  return new Promise((done) => {
    const timer = window.setTimeout(() => (live.again(), finish()), unheard);
    const stop = now.subscribe((state) => void ((state?.ply ?? 0) >= ply && finish()));
    const finish = () => (clearTimeout(timer), stop(), done());
  });
}
