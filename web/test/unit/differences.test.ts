// SPDX-License-Identifier: MIT
// differences.test.ts - two texts beside each other: what is in one alone, in its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "../../src/desk/differences";

test("the same text has no differences", () => assert.deepEqual(differences("a\nb", "a\nb"), []));

test("each stretch by itself, in order", () => {
  assert.deepEqual(differences("a\n? here\nc\nd", "a\n5 here\n  camp\nc\nd\ne"), [
    { seen: ["? here"], is: ["5 here", "camp"] },
    { seen: [], is: ["e"] },
  ]);
});

test("one is empty", () => assert.deepEqual(differences("", "x"), [{ seen: [""], is: ["x"] }]));
