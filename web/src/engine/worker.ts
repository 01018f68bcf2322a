// SPDX-License-Identifier: MIT
// worker.ts - the engine in a thread of its own: one question after the other, so that the page stays alive meanwhile.
import { Engine, EngineError } from "./module";
import type { Failure, Question } from "./questions";

/** What the page says: first where the module lies, then questions. */
export type ToWorker = { readonly module: string } | { readonly id: number; readonly question: Question };

/** What it is told: an answer, what is wrong (`body`), or that the engine broke; and how far a long one is. */
export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly body: Failure }
  | { readonly id: number; readonly broke: string }
  | { readonly id: number; readonly done: number; readonly all: number };

const say = (message: FromWorker): void => (self as unknown as { postMessage(message: FromWorker): void }).postMessage(message);

let engine: Promise<Engine> | null = null;
let told = 0;

/** At most so many messages a second say how far it is. */
const pause = 100;

async function load(url: string): Promise<Engine> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Engine(await WebAssembly.compile(await answer.arrayBuffer()));
}

async function answer(id: number, question: Question): Promise<void> {
  try {
    const progress = (done: number, all: number) => {
      if (performance.now() - told < pause) return;
      told = performance.now();
      say({ id, done, all });
    };
    say({ id, answer: (await engine!).ask(question, progress) });
  } catch (fault) {
    say(fault instanceof EngineError ? { id, body: fault.body } : { id, broke: fault instanceof Error ? fault.message : String(fault) });
  }
}

let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) engine = load(data.module);
  else last = last.then(() => answer(data.id, data.question));
};
