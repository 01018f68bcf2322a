// SPDX-License-Identifier: MIT
// beacon.ts - drand, a public beacon: did it sign what a file says of a round? The mathematics (BLS over curve 12-381) is a library
// that is loaded when it is needed.
import { fromHex } from "./fair";

interface Chain {
  readonly name: string;
  readonly publicKey: string;
  readonly genesis: number; // seconds since 1970, of round 1
  readonly period: number; // seconds
  /** What it signs: the number of the round, or that behind the signature of the round before. */
  readonly chained: boolean;
  /** Signatures on G1 and keys on G2, or the other way round. */
  readonly short: boolean;
}

/** The chain whose rounds can be checked by a file alone, and come every three seconds. */
export const quicknet = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/** By the hash of the chain: the two that are best known, as they publish themselves. */
const chains: Readonly<Record<string, Chain>> = {
  [quicknet]: {
    name: "quicknet",
    publicKey:
      "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
      "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    genesis: 1692803367,
    period: 3,
    chained: false,
    short: true,
  },
  "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": {
    name: "default",
    publicKey: "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
    genesis: 1595431050,
    period: 30,
    chained: true,
    short: false,
  },
};

/** A round of a chain, which is named by its hash. All hashes and signatures are in hexadecimal. */
export interface Round {
  readonly chain: string; // its hash, in hexadecimal
  readonly round: number;
  readonly signature: string;
  /** Of the round before: a chained beacon signs it too. Transcripts do not hold it. */
  readonly previous?: string;
}

/** "good": signed by the chain; "bad": not signed by it; "unknown": the chain is not known here, or too little of the round. */
export type Signed = "good" | "bad" | "unknown";

export const chainName = (hash: string): string | null => chains[hash.toLowerCase()]?.name ?? null;

/** The time at which the chain publishes the round; null if the chain is not known here. */
export function timeOf(hash: string, round: number): Date | null {
  const chain = chains[hash.toLowerCase()];
  return chain ? new Date(1000 * (chain.genesis + (round - 1) * chain.period)) : null;
}

function messageOf(chain: Chain, { round, previous }: Round): Uint8Array | null {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(round));
  const before = chain.chained ? fromHex(previous ?? "") : new Uint8Array();
  if (!before || (chain.chained && before.length === 0)) return null;
  const message = new Uint8Array(before.length + 8);
  message.set(before);
  message.set(new Uint8Array(number.buffer), before.length);
  return message;
}

/** Verifies the signature of a round. */
export async function signedBy(round: Round): Promise<Signed> {
  const chain = chains[round.chain.toLowerCase()];
  const message = chain && messageOf(chain, round);
  if (!chain || !message) return "unknown";
  const [{ bls12_381 }, { sha256 }] = await Promise.all([
    import("@noble/curves/bls12-381.js"),
    import("@noble/hashes/sha2.js"),
  ]);
  try {
    const signature = fromHex(round.signature);
    const key = fromHex(chain.publicKey);
    if (!signature || !key) return "bad";
    const domain = `BLS_SIG_BLS12381${chain.short ? "G1" : "G2"}_XMD:SHA-256_SSWU_RO_NUL_`;
    const good = chain.short
      ? bls12_381.shortSignatures.verify(signature, bls12_381.shortSignatures.hash(sha256(message), domain), key)
      : bls12_381.longSignatures.verify(signature, bls12_381.longSignatures.hash(sha256(message), domain), key);
    return good ? "good" : "bad";
  } catch {
    return "bad"; // no point of the curve
  }
}
