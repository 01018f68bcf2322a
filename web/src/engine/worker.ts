// SPDX-License-Identifier: MIT
// worker.ts - the engine in a thread of its own: one question after the other, so that the page stays alive meanwhile.
import { Engine, EngineError } from "./module";
import type { Failure, Question } from "./questions";
import { given, wanted, type Weights } from "./weights";

/** Where the module lies, and what was learned, by game. */
interface Files {
  readonly module: string;
  readonly weights: Readonly<Record<string, string>>;
}

/** What the page says: first where the files lie, then questions. */
export type ToWorker = Files | { readonly id: number; readonly question: Question };

/** What it is told: an answer, what is wrong (`body`), or that the engine broke; and how far a long one is. */
export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly body: Failure }
  | { readonly id: number; readonly broke: string }
  | { readonly id: number; readonly done: number; readonly all: number };

const say = (message: FromWorker): void => (self as unknown as { postMessage(message: FromWorker): void }).postMessage(message);

let engine: Promise<Engine> | null = null;
let weights: Map<string, string>; // those that the engine was not handed yet
let told = 0;

/** At most so many messages a second say how far it is. */
const pause = 100;

async function load(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

const begin = async (url: string): Promise<Engine> => new Engine(await WebAssembly.compile(await (await load(url)).arrayBuffer()));

/** The engine, which has learned what there is to learn for that question. It goes on without what does not come, or is of no use to it. */
async function ready(question: Question): Promise<Engine> {
  const one = await engine!;
  const game = wanted(question) ?? "";
  const url = weights.get(game);
  if (url === undefined) return one;
  const coming = load(url).then((answer) => answer.json() as Promise<Weights>);
  const file = await coming.catch((fault: unknown) => void console.warn(`${url}: ${String(fault)}`));
  if (!file) return one;
  weights.delete(game);
  try {
    one.ask(given(file));
  } catch (fault) {
    if (!(fault instanceof EngineError)) throw fault;
    console.warn(fault.message);
  }
  return one;
}

async function answer(id: number, question: Question): Promise<void> {
  try {
    const progress = (done: number, all: number) => {
      if (performance.now() - told < pause) return;
      told = performance.now();
      say({ id, done, all });
    };
    say({ id, answer: (await ready(question)).ask(question, progress) });
  } catch (fault) {
    say(fault instanceof EngineError ? { id, body: fault.body } : { id, broke: fault instanceof Error ? fault.message : String(fault) });
  }
}

let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    engine = begin(data.module);
    weights = new Map(Object.entries(data.weights));
  } else last = last.then(() => answer(data.id, data.question));
};
