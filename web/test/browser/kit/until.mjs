// SPDX-License-Identifier: MIT
// until.mjs - waiting for what no event tells: asked again shortly, bounded, and said in words when it does not come.

const every = 40; // ms
export const usual = 240_000; // ms: a guard against hanging, which a busy machine must not reach

/** The first answer of `ask` that is truthy. */
export async function until(ask, what, within = usual) {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${within} ms in vain for ${what}`);
    await new Promise((done) => setTimeout(done, every));
  }
}

/** Waits until a locator finds so many: a page draws after it was told. */
export const counted = (locator, n, what) => until(async () => (await locator.count()) === n, what);
