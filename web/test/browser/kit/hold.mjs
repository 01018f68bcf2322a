// SPDX-License-Identifier: MIT
// hold.mjs - what would come or go while a scenario looks is held: a network holds back what a page asks for, until a scenario lets it arrive; and
// what a page shows for a while alone stays.

/** Requests of the page that match wait until `arrive()`; `count()`: how many there were. */
export async function hold(page, pattern) {
  let held = 0;
  let arrive;
  const arrives = new Promise((done) => (arrive = done));
  await page.route(pattern, async (route) => {
    held++;
    await arrives;
    await route.continue();
  });
  return { arrive, count: () => held };
}

/** From here on what the page would do later than in 0.3 s it does never: dice that fall lie there, however late they are looked at. */
export const stay = (page) =>
  page.evaluate(() => {
    const { setTimeout } = window;
    window.setTimeout = (run, ms, ...args) => (ms > 300 ? 0 : setTimeout(run, ms, ...args));
  });
