// SPDX-License-Identifier: MIT
// module.ts - the engine, compiled to WebAssembly, asked as include/alea/wasm.h says: a question goes in as JSON, its answer comes out.
// The same in a worker of the page and in Node. It reaches nothing: no file, no network, no page.
import type { Answers, Failure, Question } from "./questions";

/** The engine answered that something is wrong: what, in words. */
export class EngineError extends Error {
  readonly body: Failure;
  constructor(body: Failure) {
    super(body.text);
    this.name = "EngineError";
    this.body = body;
  }
}

/** The engine itself failed: memory ran out, or a fault of ours. `message`: its last words. The next question finds a new one. */
export class EngineTrap extends Error {}

export type Progress = (done: number, all: number) => void;

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  alea_wasm_room(bytes: number): number;
  alea_wasm_ask(bytes: number): number;
}

const badDescriptor = 8; // WASI's EBADF
const noSeek = 29;

/** An engine of its own memory. */
export class Engine {
  readonly #module: WebAssembly.Module;
  #exports: Exports | null = null;
  #progress: Progress | null = null;
  #lastWords = "";

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Bytes that its memory takes, which only grows. */
  get memory(): number {
    return this.#exports?.memory.buffer.byteLength ?? 0;
  }

  /** The answer to a question. Throws EngineError where something is wrong with it, EngineTrap where the engine broke. */
  ask<Kind extends Question["do"]>(question: Question & { do: Kind }, progress: Progress | null = null): Answers[Kind] {
    const text = this.askText(JSON.stringify(question), progress);
    const answer = JSON.parse(text) as Answers[Kind] | Failure;
    if ("error" in answer) throw new EngineError(answer);
    return answer;
  }

  /** The same of any bytes, as they come: its answer is JSON whatever they are. */
  askText(question: string | Uint8Array, progress: Progress | null = null): string {
    const bytes = typeof question === "string" ? new TextEncoder().encode(question) : question;
    this.#progress = progress;
    try {
      return this.#answerTo(bytes);
    } catch (fault) {
      this.#exports = null; // what its memory holds now is worth nothing
      throw new EngineTrap(this.#lastWords || String(fault));
    } finally {
      this.#progress = null;
    }
  }

  #answerTo(bytes: Uint8Array): string {
    this.#exports ??= this.#begin();
    const { memory, alea_wasm_room, alea_wasm_ask } = this.#exports;
    const room = alea_wasm_room(bytes.length);
    if (room !== 0) new Uint8Array(memory.buffer, room >>> 0, bytes.length).set(bytes);
    const at = alea_wasm_ask(bytes.length) >>> 0;
    const [from, length] = new Uint32Array(memory.buffer, at, 2) as unknown as [number, number];
    return new TextDecoder().decode(new Uint8Array(memory.buffer, from, length));
  }

  #begin(): Exports {
    this.#lastWords = "";
    const instance = new WebAssembly.Instance(this.#module, {
      alea: { progress: (done: number, all: number) => this.#progress?.(done >>> 0, all >>> 0) },
      wasi_snapshot_preview1: this.#system(),
    });
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return exports;
  }

  /** What the module asks of a system: the time, random bytes, and to be heard when it fails. */
  #system(): Record<string, (...args: never[]) => number | void> {
    const view = () => new DataView(this.#memory());
    return {
      clock_time_get: (clock: number, _precision: bigint, at: number) => {
        const ms = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
        return 0;
      },
      random_get: (at: number, bytes: number) => {
        for (let done = 0; done < bytes; done += 65536)
          crypto.getRandomValues(new Uint8Array(this.#memory(), at + done, Math.min(65536, bytes - done)));
        return 0;
      },
      fd_write: (_file: number, parts: number, count: number, written: number) => {
        let all = 0;
        for (let i = 0; i < count; i++) {
          const from = view().getUint32(parts + 8 * i, true);
          const length = view().getUint32(parts + 8 * i + 4, true);
          this.#lastWords += new TextDecoder().decode(new Uint8Array(this.#memory(), from, length));
          all += length;
        }
        view().setUint32(written, all, true);
        return 0;
      },
      fd_close: () => badDescriptor,
      fd_seek: () => noSeek,
      proc_exit: (code: number) => {
        throw new EngineTrap(`exit ${code}`);
      },
    };
  }

  #memory(): ArrayBuffer {
    return this.#exports!.memory.buffer as ArrayBuffer;
  }
}
