// SPDX-License-Identifier: MIT
// 21_sieges_phone.mjs - the same on a phone, by taps.
import assert from "node:assert/strict";
import { allSieges } from "./kit/polis.mjs";
import { phone } from "./kit/stage.mjs";

export const title = "Polis: a whole match in each siege rule by taps at 360 px";

export async function run(stage) {
  const touch = { viewport: phone, hasTouch: true, isMobile: true };
  const sieges = await allSieges(stage, 21, touch);
  assert.ok(sieges.every((n) => n > 0), `each rule is besieged by: ${sieges}`);
}
