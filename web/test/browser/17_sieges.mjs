// SPDX-License-Identifier: MIT
// 17_sieges.mjs - whole matches of Polis against a bot on a wide screen, in each of the siege rules.
import assert from "node:assert/strict";
import { allSieges } from "./kit/polis.mjs";

export const title = "Polis: a whole match in each siege rule by clicks at 1280 px";

export async function run(stage) {
  const sieges = await allSieges(stage, 11);
  assert.ok(sieges.every((n) => n > 0), `each rule is besieged by: ${sieges}`);
}
