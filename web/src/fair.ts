// SPDX-License-Identifier: MIT
// fair.ts - fair dice, computed as docs/fair-dice.md says: what binds seed, words and names, and the list of words of each throw.
import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";

const utf8 = new TextEncoder();

/** The bytes of hexadecimal digits, in either case; null if they are none. */
export function fromHex(hex: string): Uint8Array | null {
  if (hex.length % 2 || !/^[0-9a-f]*$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** Two lower-case digits a byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const bind = (label: string, ...parts: readonly Uint8Array[]): string =>
  toHex(blake2b(join(utf8.encode(label), ...parts), { dkLen: 32 }));

/** BLAKE2b-256("alea seed 1" | seed), in hexadecimal. */
export const commitment = (seed: Uint8Array): string => bind("alea seed 1", seed);

/** BLAKE2b-256("alea word 1" | commitment | seat | word), in hexadecimal; the seat by its number, A is 0. */
export const promise = (commitment: Uint8Array, seat: number, word: string): string =>
  bind("alea word 1", commitment, Uint8Array.of(seat), utf8.encode(word));

/** BLAKE2b-256("alea name 1" | salt | name), in hexadecimal. */
export const boundName = (salt: Uint8Array, name: string): string => bind("alea name 1", salt, utf8.encode(name));

/** BLAKE2b-256 of a scenario's bytes, in hexadecimal: of a sealed one the commitment to it. */
export const scenarioHash = (bytes: Uint8Array): string => toHex(blake2b(bytes, { dkLen: 32 }));

/** The randomness of a beacon's round: SHA-256 of its signature, in hexadecimal. */
export const randomnessOf = (signature: Uint8Array): string => toHex(sha256(signature));

/** The words of all seats as they are hashed: for each seat in turn the length of its word as one byte, and the word. */
export function packWords(words: readonly string[]): Uint8Array {
  return join(
    ...words.flatMap((word) => {
      const bytes = utf8.encode(word);
      return [Uint8Array.of(bytes.length), bytes];
    }),
  );
}

/** The part of a throw's hash that comes from a beacon: the round as 8 bytes, little endian, and the randomness. It follows the words. */
export function packBeacon(round: number, randomness: Uint8Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(round), true);
  return join(new Uint8Array(bytes.buffer), randomness);
}

/** The random numbers of throw n (from 1): 32-bit words, and numbers below m made of them by multiplication with rejection. */
export class Throw {
  private block: DataView | null = null;
  private used = 0;
  private readonly seed: Uint8Array;
  private readonly words: Uint8Array;
  private readonly n: number;
  private readonly beacon: Uint8Array | null; // packed

  constructor(seed: Uint8Array, words: Uint8Array, n: number, beacon: Uint8Array | null = null) {
    this.seed = seed;
    this.words = words;
    this.n = n;
    this.beacon = beacon;
  }

  /** How many 32-bit words were drawn: a worked example in the tests needs it. */
  get wordsUsed(): number {
    return this.used;
  }

  /** The next 32-bit word; 16 of them come from each block of the hash. */
  word(): number {
    if (this.used % 16 === 0 || !this.block) this.block = this.blockOf(Math.floor(this.used / 16));
    return this.block.getUint32(4 * (this.used++ % 16), true);
  }

  below(m: number): number {
    for (;;) {
      // A 32-bit word times m needs up to 64 bits: the exact product is kept as two parts.
      const x = this.word();
      const low = Math.imul(x, m) >>> 0;
      if (low >= 2 ** 32 % m) return Number((BigInt(x) * BigInt(m)) >> 32n);
    }
  }

  private blockOf(number: number): DataView {
    const head = new DataView(new ArrayBuffer(12));
    head.setUint32(0, this.n, true);
    head.setUint32(4, Math.floor(this.n / 2 ** 32), true);
    head.setUint32(8, number, true);
    const label = utf8.encode(this.beacon ? "alea dice 2" : "alea dice 1");
    const text = join(label, new Uint8Array(head.buffer), this.words, this.beacon ?? new Uint8Array());
    const hash = blake2b(text, { key: this.seed, dkLen: 64 });
    return new DataView(hash.buffer, hash.byteOffset, 64);
  }
}
