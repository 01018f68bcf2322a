// SPDX-License-Identifier: MIT
// 28_links.mjs - links that went wrong say so, and what to do: half a token, one that is dead, an address cut off; codes for phones; how friends
// reach a server that only this machine does.
import assert from "node:assert/strict";
import { t } from "./kit/words.mjs";

export const title = "links: half a one, a dead one and a cut address say so and what to do; QR codes and how to let friends in";

export async function run(stage) {
  stage.watch.allow(/\b40[134]\b/);
  const made = await stage.server.create({ game: "polis", seats: ["human", "human"], names: ["Anna", "Bruno"], start: "joined" });
  const [a, b] = made.seats.map(({ token }) => token);
  const at = `/m/${made.match}`;

  // Half a token makes nobody a spectator unknowingly.
  const page = await stage.open(`${at}#${b.slice(0, 20)}`);
  await page.getByRole("heading", { level: 1, name: t("link_broken") }).waitFor();
  await page.getByText(t("link_broken_says", 20)).waitFor();
  await page.getByLabel(t("link_paste")).fill("https://example.org/");
  await page.getByRole("button", { name: t("link_paste_open") }).click();
  await page.getByText(t("link_paste_wrong")).waitFor();
  await page.getByLabel(t("link_paste")).fill(` ${stage.server.url}${at}#${b.slice(0, 30)}\n${b.slice(30)} `);
  await page.getByRole("button", { name: t("link_paste_open") }).click();
  await page.getByText(t("join_seat", "B, Athens")).waitFor();
  assert.ok(!page.url().includes(b), "the token is taken out of the address");

  // A full stop behind a link is none of it.
  const stop = await stage.open(`${at}#${a}.`);
  await stop.getByText(t("join_seat", "A, Sparta")).waitFor();

  // An address that was cut.
  const cut = await stage.open(`/m/${made.match.slice(0, 7)}`);
  await cut.getByLabel(t("link_paste")).waitFor();
  const stuck = await stage.open(`${at},`);
  await stuck.getByRole("heading", { level: 1, name: t("link_broken") }).waitFor();

  // A seat's link that is dead says so, and one may watch.
  await stage.server.api(`/matches/${made.match}/seats/B`, { token: made.admin, body: { who: "human" } });
  const dead = await stage.open(`${at}#${b}`);
  await dead.getByRole("heading", { level: 1, name: t("link_dead") }).waitFor();
  await dead.getByRole("button", { name: t("link_watch_now") }).click();
  await dead.locator("main.table-page").waitFor();

  await inviting(stage);
}

/** The page of whoever made the table: a code for each link, and how friends get in. */
async function inviting(stage) {
  const page = await stage.open("/new");
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/a\/[a-z2-7]{12}$/);
  await page.getByText(t("links_local_same")).waitFor();
  const command = await page.getByLabel(t("links_local_how"), { exact: true }).inputValue();
  assert.equal(command, `alea serve --listen 0.0.0.0:${stage.server.port}`);
  await page.getByRole("button", { name: t("qr_of", t("link_of", "B")) }).click();
  const code = page.getByRole("img", { name: t("qr_of", t("link_of", "B")) });
  await code.waitFor();
  const side = Number((await code.getAttribute("viewBox")).split(" ")[2]);
  assert.ok(side >= 21 + 8 && (side - 8 - 17) % 4 === 0, `a code has 4n + 17 modules and its margin: ${side}`);
  await page.keyboard.press("Escape");
}
