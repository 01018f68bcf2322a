// SPDX-License-Identifier: MIT
// 29_own_account.mjs - an account's own affairs: the code told at sign-up, another password, a lost one, this device's seats, what is kept, the end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { counted, until } from "./kit/until.mjs";
import { account, ofNotices, t } from "./kit/words.mjs";

export const title = "an account: code at sign-up, lost password, device's seats, export and end";

const password = "correct horse";

async function signUp(page) {
  await page.getByLabel(account("name")).first().fill("Livia");
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("sign_up") }).click();
  const code = await page.getByRole("textbox", { name: account("code") }).inputValue();
  assert.match(code, /^([a-z2-7]{5}-){3}[a-z2-7]{5}$/);
  await page.getByRole("button", { name: account("code_kept") }).click();
  await counted(page.getByRole("textbox", { name: account("code") }), 0, "it is told once");
  return code;
}

async function takeDevice(page) {
  await page.getByRole("button", { name: account("device", 1) }).click();
  await page.getByText(account("device_done", 1)).waitFor();
  await page.getByRole("region", { name: t("my_tables") }).getByRole("link").first().waitFor();
  await counted(page.getByRole("button", { name: account("device", 1) }), 0, "nothing is left to take over");
}

/** The bots play until nobody is waited for but Livia. */
async function nextTable(page) {
  const turns = page.getByRole("region", { name: ofNotices.en.turns });
  const next = turns.locator('[data-key="next-table"]');
  await until(async () => {
    await page.reload();
    await turns.waitFor();
    return (await next.count()) > 0;
  }, "Livia's turn");
  const [file] = await Promise.all([page.waitForEvent("download"), turns.getByRole("link", { name: ofNotices.en.calendar }).click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /^BEGIN:VCALENDAR/);
  await next.click();
  await page.locator("main.table-page").waitFor();
  await page.goto("/account");
}

export async function run(stage) {
  stage.watch.allow(/\b40[01]\b/);
  const page = await stage.open("/");
  await page.locator(".game-card", { hasText: "SPQRisiko" }).getByRole("button", { name: t("play_now") }).click();
  await page.waitForURL(/\/m\/[a-z2-7]+$/);
  await page.locator("main.table-page").waitFor();
  await page.goto("/account");
  const code = await signUp(page);
  await takeDevice(page);
  await nextTable(page);

  // A host who has set no way of being told: the page says so.
  const notices = page.locator('[data-key="notices"]');
  await notices.locator("summary").click();
  await notices.getByText(ofNotices.en.unset).waitFor();
  await counted(notices.locator('[data-key="way"]'), 0, "no way of being told is offered");

  // What is kept, as a file.
  await page.locator('[data-key="data"] > summary').click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: account("export") }).click()]);
  const kept = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.equal(kept.account.name, "Livia");
  assert.equal(kept.matches[0].seats[0].seat, "A");

  // Another password, which is refused first.
  const safety = page.locator('[data-key="safety"]');
  await safety.locator("summary").click();
  const change = safety.locator("form").first();
  await change.getByLabel(t("password"), { exact: true }).fill("wrong horse");
  await change.getByLabel(t("new_password")).fill("battery staple");
  await change.getByRole("button").click();
  await change.getByRole("alert").waitFor();
  await change.getByLabel(t("password"), { exact: true }).fill(password);
  await change.getByRole("button").click();
  await page.getByText(account("password_done")).waitFor();

  // Lost: another browser, with the code as somebody types it.
  const elsewhere = await stage.open("/account");
  await elsewhere.locator('[data-key="lost"] > summary').click();
  const lost = elsewhere.locator('[data-key="lost"] form');
  await lost.getByLabel(account("name")).fill("livia");
  await lost.getByLabel(t("code")).fill(code.toUpperCase().replaceAll("-", " "));
  await lost.getByLabel(t("new_password")).fill("third horse");
  await lost.getByRole("button").click();
  await elsewhere.getByText(t("signed_in", "Livia")).waitFor();
  assert.notEqual(await elsewhere.getByRole("textbox", { name: account("code") }).inputValue(), code);
  await page.reload();
  await page.getByRole("button", { name: t("sign_in") }).waitFor();

  // The end: the account is gone, the seat is not.
  await elsewhere.locator('[data-key="data"] > summary').click();
  const end = elsewhere.locator('[data-key="data"] form');
  await end.getByLabel(t("password"), { exact: true }).fill("third horse");
  await end.getByRole("button").click();
  await elsewhere.getByText(account("deleted")).waitFor();
  await elsewhere.getByRole("button", { name: t("sign_up") }).waitFor();
  await page.goto("/");
  await page.getByRole("region", { name: t("my_tables") }).getByRole("link").first().click();
  await page.locator(".seat-row", { hasText: t("seat_you") }).waitFor();
}
