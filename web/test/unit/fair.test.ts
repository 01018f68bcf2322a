// SPDX-License-Identifier: MIT
// fair.test.ts - the same vectors as src/engine/dice_test.c, which were computed apart with Python's hashlib.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boundName, commitment, fromHex, packBeacon, packWords, promise, randomnessOf, Throw, toHex } from "../../src/fair";

const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
const plain = packWords(["", ""]);
const worded = packWords(["alea", "", "è".repeat(32)]);

test("the commitment is pinned", () => {
  assert.equal(commitment(seed), "b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0");
});

test("words are pinned", () => {
  const vectors = [
    [1, 0, plain, 0x86b6691d],
    [1, 1, plain, 0x33c1d8c5],
    [1, 15, plain, 0x7d0c1847],
    [1, 16, plain, 0x78223ed5],
    [1, 47, plain, 0x67c0b300],
    [2, 0, plain, 0x3759e07b],
    [0xffffffff, 0, plain, 0xfc88c9e0],
    [1, 0, worded, 0x6fc8c6d3],
    [1, 16, worded, 0xc4443c11],
    [300, 3, worded, 0x0e4e0481],
  ] as const;
  for (const [n, word, words, expected] of vectors) {
    const stream = new Throw(seed, words, n);
    for (let skipped = 0; skipped < word; skipped++) stream.word();
    assert.equal(stream.word(), expected, `throw ${n}, word ${word}`);
  }
});

test("ranges are pinned, rejections too", () => {
  const die = [3, 1, 4, 4, 3, 5, 5, 4, 5, 2, 4, 6, 1, 5, 6, 3, 6, 1, 6, 2];
  die.forEach((face, i) => assert.equal(1 + new Throw(seed, worded, i + 1).below(6), face, `throw ${i + 1}`));
  const wide = [1406571806, 69027744, 2147381271, 1644939808, 1568310788, 2681223491, 2413947815, 1759263784];
  const used = [1, 2, 1, 2, 1, 1, 1, 1];
  wide.forEach((expected, i) => {
    const stream = new Throw(seed, worded, i + 1);
    assert.equal(stream.below(3 * 2 ** 30), expected);
    assert.equal(stream.wordsUsed, used[i]);
  });
});

test("words do not run together", () => {
  const one = new Throw(seed, packWords(["ab", ""]), 1).word();
  const other = new Throw(seed, packWords(["a", "b"]), 1).word();
  assert.notEqual(one, other);
});

test("hexadecimal, there and back", () => {
  assert.equal(toHex(fromHex("00ff10ab")!), "00ff10ab");
  assert.equal(fromHex("0"), null);
  assert.equal(fromHex("zz"), null);
});

test("promises, names and dice with a beacon are pinned", () => {
  const first = (n: number) => Uint8Array.from({ length: n }, (_, i) => i);
  assert.equal(
    promise(fromHex(commitment(seed))!, 2, "alea k3v7è"),
    "5ed70870089d6708d7d6de5f89c7bc315062068c8ee79461429557a7f4f4887b",
  );
  assert.equal(boundName(first(16), "Giulia"), "cdf87c354d1e072765c739799052b01ecfd7828b13f639df0c31dbaadeeed3ae");
  const beacon = packBeacon(12345678901, fromHex(randomnessOf(first(48)))!);
  const vectors = [
    [1, 0, 0x60ac32f3],
    [1, 16, 0xe3b21210],
    [300, 3, 0xd3c4ba79],
  ] as const;
  for (const [n, word, expected] of vectors) {
    const stream = new Throw(seed, worded, n, beacon);
    for (let skipped = 0; skipped < word; skipped++) stream.word();
    assert.equal(stream.word(), expected, `throw ${n}, word ${word}`);
  }
});
