// SPDX-License-Identifier: MIT
// beacon.test.ts - recorded rounds of drand's two best known chains, as they were published; each with a digit changed is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chainName, signedBy, timeOf } from "../../src/beacon";
import { commitment, fromHex, randomnessOf } from "../../src/fair";
import { readTranscript } from "../../src/transcript";
import { isGood, verifyHere } from "../../src/verify";

const quicknet = {
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  round: 657413,
  signature: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
};
const chained = {
  chain: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
  round: 3311596,
  signature:
    "a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98897d217b9121e92c8ddebbddda8d92f9" +
    "00e3bd6bf9deb166863b1a19390d743f82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754",
  previous:
    "8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad91d70ddb01266f4b7c576983db464b43" +
    "0e65680b9e0098552758afd6c1e6afcb77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8",
};

test("the randomness is the hash of the signature", () => {
  const randomness = (signature: string) => randomnessOf(fromHex(signature)!);
  assert.equal(randomness(quicknet.signature), "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587");
  assert.equal(randomness(chained.signature), "647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920");
});

test("what a beacon signed is known, and nothing else", async () => {
  for (const round of [quicknet, chained]) {
    assert.equal(await signedBy(round), "good");
    assert.equal(await signedBy({ ...round, round: round.round + 1 }), "bad");
    assert.equal(await signedBy({ ...round, signature: round.signature.replace("8", "9") }), "bad");
    assert.equal(await signedBy({ ...round, signature: "00" }), "bad");
    assert.equal(await signedBy({ ...round, chain: "00".repeat(32) }), "unknown");
  }
  assert.equal(await signedBy({ ...chained, previous: chained.signature }), "bad");
  const { previous, ...alone } = chained; // as a transcript has it
  assert.ok(previous);
  assert.equal(await signedBy(alone), "unknown");
});

test("rounds have their time", () => {
  assert.equal(chainName(quicknet.chain), "quicknet");
  assert.equal(timeOf(quicknet.chain, quicknet.round)?.toISOString(), "2023-09-15T11:00:03.000Z");
  assert.equal(timeOf("00".repeat(32), 1), null);
});

/** A match that has not been played yet, which names that round. */
const headWith = (chain: string, signature: string): string => `alea 2
game null 1
options rounds=2 tie=nobody
seat A human
seat B human
dice fair
commitment ${commitment(new Uint8Array(32))}
seed ${"00".repeat(32)}
beacon ${chain} ${quicknet.round} ${randomnessOf(fromHex(signature)!)} ${signature}

`;

test("a round that somebody has made up is found out", async () => {
  const check = (text: string) => verifyHere(readTranscript(text), () => undefined);
  const signed = await check(headWith(quicknet.chain, quicknet.signature));
  assert.ok(isGood(signed));
  assert.deepEqual([signed.beacon?.randomness, signed.beacon?.signature], ["good", "good"]);
  const forged = await check(headWith(quicknet.chain, "00".repeat(48)));
  assert.ok(!isGood(forged));
  assert.deepEqual([forged.beacon?.randomness, forged.beacon?.signature], ["good", "bad"]);
  const elsewhere = await check(headWith("00".repeat(32), quicknet.signature));
  assert.ok(isGood(elsewhere));
  assert.equal(elsewhere.beacon?.signature, "unknown");
});
