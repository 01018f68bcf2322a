// SPDX-License-Identifier: MIT
// hold.mjs - a network that holds back what a page asks for, until a scenario lets it arrive.

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
