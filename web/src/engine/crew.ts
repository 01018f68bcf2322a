// SPDX-License-Identifier: MIT
// crew.ts - several engines at once, for work that can be shared out: each in a worker of its own, and nothing is shared between them, so
// that no page has to be isolated for it.
import { askEngine, EngineClient } from "./client";

type AskIt = EngineClient["ask"];

const most = 4;
const idle = 5000; // ms after which all but the first give their memory back

/** How many work at once on so many cores, of which one is the page's own. */
export const crewSize = (cores: number): number => Math.max(1, Math.min(cores - 1, most));

const others: EngineClient[] = [];
let busy = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const rest = (): void => others.forEach((one) => one.rest());

/** Has each of them do that: the first, who answers whatever else is asked, is number 0. Rejects, once all are done, as one of them did. */
export async function together(work: (ask: AskIt, number: number, of: number) => Promise<void>): Promise<void> {
  const size = crewSize(navigator.hardwareConcurrency || 1);
  while (others.length < size - 1) others.push(new EngineClient());
  const asks: readonly AskIt[] = [askEngine, ...others.map((one): AskIt => (...asked) => one.ask(...asked))];
  clearTimeout(timer);
  busy++;
  const done = await Promise.allSettled(asks.map((ask, number) => work(ask, number, size)));
  if (--busy === 0) timer = setTimeout(rest, idle);
  for (const one of done) if (one.status === "rejected") throw one.reason;
}
