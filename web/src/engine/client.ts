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

/** True if the page was built with the engine, and this browser can run it. */
export const hasEngine = (): boolean => BUILD_ENGINE !== null && typeof WebAssembly === "object" && typeof Worker === "function";

/** A worker with the engine in it, begun at the first question. */
export class EngineClient {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private asked = 0;

  /** Everybody who waits is told; the next question finds a new worker. */
  private end(fault: Error): void {
    this.worker?.terminate();
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { fail } of all) fail(fault);
  }

  private heard(message: FromWorker): void {
    const one = this.waiting.get(message.id);
    if (!one) return;
    if ("done" in message) return one.progress?.(message.done, message.all);
    if ("broke" in message) return this.end(new EngineTrap(message.broke));
    this.waiting.delete(message.id);
    if ("body" in message) one.fail(new EngineError(message.body as Failure));
    else one.tell(message.answer as never);
  }

  private begin(): Worker {
    const made = new Worker(BUILD_ENGINE!.worker, { type: "module" });
    made.onmessage = ({ data }: MessageEvent<FromWorker>) => this.heard(data);
    made.onerror = (event) => this.end(new EngineTrap(event.message || "worker"));
    // Their addresses may be relative: to the page, not to the worker.
    const address = (url: string) => new URL(url, document.baseURI).href;
    const weights = Object.entries(BUILD_ENGINE!.weights).map(([game, url]) => [game, address(url)]);
    made.postMessage({ module: address(BUILD_ENGINE!.module), weights: Object.fromEntries(weights) } satisfies ToWorker);
    return made;
  }

  /** Nobody wants that answer any more: what it computes for nobody else is not computed on. */
  private forget(id: number): void {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    one?.fail(new DOMException("", "AbortError"));
    if (one && this.waiting.size === 0) this.end(new EngineTrap(""));
  }

  /** Its memory is given back: the next question begins another worker. */
  rest(): void {
    this.end(new EngineTrap(""));
  }

  /**
   * Asks it. Rejects with EngineError where something is wrong with the question, EngineTrap where the engine broke or can't be had, and
   * as fetch() does once `signal` is aborted.
   */
  ask<Kind extends Question["do"]>(
    question: Question & { do: Kind },
    progress: Progress | null = null,
    signal: AbortSignal | null = null,
  ): Promise<Answers[Kind]> {
    if (!hasEngine()) return Promise.reject(new EngineTrap("no engine"));
    this.worker ??= this.begin();
    const id = ++this.asked;
    return new Promise((tell, fail) => {
      this.waiting.set(id, { tell, fail, progress });
      signal?.addEventListener("abort", () => this.forget(id), { once: true });
      this.worker!.postMessage({ id, question } satisfies ToWorker);
    });
  }
}

const client = new EngineClient();
/** Asks the one that verifies and reviews. */
export const askEngine: EngineClient["ask"] = (question, progress, signal) => client.ask(question, progress, signal);
