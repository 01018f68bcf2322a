// SPDX-License-Identifier: MIT
// client.ts - the page asks the engine in its worker. The worker is begun at the first question, and begun anew after one that broke.
import { EngineError, EngineTrap, type Progress } from "./module";
import type { Answers, Failure, Question } from "./questions";
import type { FromWorker, ToWorker } from "./worker";

interface Waiting {
  readonly tell: (answer: never) => void;
  readonly fail: (fault: Error) => void;
  readonly progress: Progress | null;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let asked = 0;

/** True if the page was built with the engine, and this browser can run it. */
export const hasEngine = (): boolean => BUILD_ENGINE !== null && typeof WebAssembly === "object" && typeof Worker === "function";

/** Everybody who waits is told; the next question finds a new worker. */
function end(fault: Error): void {
  worker?.terminate();
  worker = null;
  const all = [...waiting.values()];
  waiting.clear();
  for (const { fail } of all) fail(fault);
}

function heard(message: FromWorker): void {
  const one = waiting.get(message.id);
  if (!one) return;
  if ("done" in message) return one.progress?.(message.done, message.all);
  if ("broke" in message) return end(new EngineTrap(message.broke));
  waiting.delete(message.id);
  if ("body" in message) one.fail(new EngineError(message.body as Failure));
  else one.tell(message.answer as never);
}

function begin(): Worker {
  const made = new Worker(BUILD_ENGINE!.worker, { type: "module" });
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => heard(data);
  made.onerror = (event) => end(new EngineTrap(event.message || "worker"));
  made.postMessage({ module: BUILD_ENGINE!.module } satisfies ToWorker);
  return made;
}

/** Nobody wants that answer any more: what it computes for nobody else is not computed on. */
function forget(id: number): void {
  const one = waiting.get(id);
  waiting.delete(id);
  one?.fail(new DOMException("", "AbortError"));
  if (one && waiting.size === 0) end(new EngineTrap(""));
}

/**
 * Asks it. Rejects with EngineError where something is wrong with the question, EngineTrap where the engine broke or can't be had, and as
 * fetch() does once `signal` is aborted.
 */
export function askEngine<Kind extends Question["do"]>(
  question: Question & { do: Kind },
  progress: Progress | null = null,
  signal: AbortSignal | null = null,
): Promise<Answers[Kind]> {
  if (!hasEngine()) return Promise.reject(new EngineTrap("no engine"));
  worker ??= begin();
  const id = ++asked;
  return new Promise((tell, fail) => {
    waiting.set(id, { tell, fail, progress });
    signal?.addEventListener("abort", () => forget(id), { once: true });
    worker!.postMessage({ id, question } satisfies ToWorker);
  });
}
