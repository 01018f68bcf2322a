// SPDX-License-Identifier: MIT
// 24_account.mjs - an account: what is refused says why in the reader's language; signing in again; signing out in one tab ends the seat in
// another at once.
import assert from "node:assert/strict";
import { en, it, ofAccount } from "./kit/words.mjs";

export const title = "an account: refused names and passwords say why in both languages; signing out ends the session's seat at once";

const password = "correct horse";

async function send(page, words, key, name, secret) {
  await page.getByLabel(ofAccount[words === it ? "it" : "en"].name).fill(name);
  await page.getByLabel(words.password).fill(secret);
  await page.getByRole("button", { name: words[key], exact: true }).click();
}

async function refusals(page, words, said) {
  for (const [name, secret, why] of said) {
    await send(page, words, "sign_up", name, secret);
    await page.getByRole("alert").filter({ hasText: why }).waitFor();
  }
}

export async function run(stage) {
  stage.watch.allow(/\b400\b/);
  const page = await stage.open("/account");
  await refusals(page, en, [
    ["\u0410nna", password, "mixes alphabets"],
    ["An\u200bna", password, "can't be seen"],
    ["Anna", "Password1", "commonest in the world"],
    ["Anna Livia", "anna livia", "your name"],
  ]);
  await page.goto("/");
  await page.getByRole("button", { name: /Italiano/ }).click();
  await page.getByRole("heading", { level: 1, name: it.home_title }).waitFor();
  await page.goto("/account");
  await refusals(page, it, [
    ["\u0410nna", password, "mescola alfabeti"],
    ["An\u200bna", password, "non si vede"],
    ["Anna", "Password1", "più usate al mondo"],
    ["Anna Livia", "anna livia", "il tuo nome"],
  ]);
  // A name in pieces, as some keyboards write it, is made whole.
  await send(page, it, "sign_up", "E\u0301milie", password);
  await page.getByText(it.signed_in.replace("{1}", "Émilie")).waitFor();
  await notSignedOut(stage, page);
  await signingOut(stage, page);
}

/** Without a network nobody is signed out, and one is told so. */
async function notSignedOut(stage, page) {
  stage.watch.allow(/ERR_INTERNET_DISCONNECTED/, /\/api\/v1\/session.*net::/);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: it.sign_out }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: it.sign_out, disabled: false }).waitFor();
  await page.context().setOffline(false);
}

/** The seat that the account opened in another tab is a spectator's as soon as the person has signed out. */
async function signingOut(stage, page) {
  const made = await stage.server.create({ game: "spqrisiko", seats: ["human", "human", "human"] });
  for (const { token } of made.seats) await stage.server.api(`/matches/${made.match}/join`, { token, body: { name: "" } });
  const claimed = await page.evaluate(
    async ([match, token]) =>
      (await fetch(`/api/v1/matches/${match}/claim`, { method: "POST", headers: { Authorization: `Bearer ${token}` }, body: "{}" })).status,
    [made.match, made.seats[0].token],
  );
  assert.equal(claimed, 200);
  await page.reload();
  const table = await page.context().newPage();
  await table.goto(`/m/${made.match}?seat=A`);
  await table.locator("main.table-page").waitFor();
  await table.locator(".link-mark.live").waitFor({ state: "attached" });
  await table.locator(".seat-row").first().waitFor();
  await page.getByRole("button", { name: it.sign_out }).click();
  await page.getByLabel(it.password).waitFor();
  await table.getByText(it.seat_lost).waitFor();
  // The device is known: signing in again is a matter of the password alone.
  await send(page, it, "sign_in", "émilie", password);
  await page.getByText(it.signed_in.replace("{1}", "Émilie")).waitFor();
  const cookies = await page.context().cookies();
  const device = cookies.find(({ name }) => name === "alea_device");
  assert.ok(device?.httpOnly && device.sameSite === "Strict", "a device is known by a cookie that no script reads");
}
