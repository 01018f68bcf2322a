// SPDX-License-Identifier: MIT
// 37_laid.mjs - a match without a server on a scenario: its file holds that, and is taken up, analysed and shared elsewhere.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { doubled } from "./kit/play.mjs";
import { TablePage } from "./kit/table.mjs";
import { until } from "./kit/until.mjs";
import { here, t } from "./kit/words.mjs";

export const title = "a match on a scenario: kept in its file, taken up elsewhere or with friends, analysed, shared as an address";

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** The scenario that a saved file holds. */
function heldBy(text) {
  const letters = [...text.matchAll(/^# laid 1 (\S+)$/gm)].map(([, part]) => part).join("");
  return inflateRawSync(Buffer.from(letters, "base64url")).toString("utf8");
}

async function playHere(stage, laid) {
  const page = await stage.open("/new?game=spqrisiko");
  await page.locator('[data-key="where-here"]').check();
  await page.locator("#create-scenario summary").click();
  await page.getByLabel(t("scenario_file")).setInputFiles(file("short.json", JSON.stringify(laid)));
  await page.getByRole("button", { name: t("create"), exact: true }).click();
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  const table = new TablePage(page);
  await table.ready();
  await table.playFirst();
  const menu = await table.menu();
  const [download] = await Promise.all([page.waitForEvent("download"), menu.getByRole("button", { name: t("save_file") }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  await goesOn(stage, page, menu, laid);
  return text;
}

/** With friends at a table of the server: the same scenario, to the byte. */
async function goesOn(stage, page, menu, laid) {
  await menu.locator('[data-key="continue"] summary').click();
  await menu.getByRole("checkbox", { name: here("continue_friend", "").trim() }).first().check();
  await menu.getByRole("button", { name: here("continue"), exact: true }).click();
  await page.waitForURL(/\/a\/[a-z2-7]{12}$/);
  const match = new URL(page.url()).pathname.split("/")[2];
  const { ply, scenario } = await stage.server.api(`/matches/${match}`);
  assert.ok(ply >= 1);
  assert.equal(scenario.name, laid.name);
  const kept = await fetch(`${stage.server.url}/api/v1/matches/${match}/scenario`);
  assert.equal(await kept.text(), JSON.stringify(laid));
}

/** The program plays it by the scenario that the file holds, and wants it beside the file. */
async function checked(stage, text) {
  const paths = ["laid.alea", "laid.json"].map((name) => join(stage.server.folder, name));
  writeFileSync(paths[0], text);
  writeFileSync(paths[1], heldBy(text));
  await stage.runs("check", paths[0], "--scenario", paths[1]);
}

async function takenUp(stage, text) {
  const page = await stage.open("/");
  await page.locator('[data-key="take-up"]').setInputFiles(file("evening.alea", text));
  await page.waitForURL(/\/m\/here[a-z2-7]{6}$/);
  const table = new TablePage(page);
  await table.ready();
  await table.playFirst();
}

async function analysed(stage, text) {
  const page = await stage.open("/analyse");
  await page.locator('input[type="file"]').setInputFiles(file("evening.alea", text));
  await page.locator("main.analyse .turn-box").waitFor();
  await until(() => new URL(page.url()).hash.includes("z="), "the address of it");
  const other = await stage.open(new URL(page.url()).pathname + new URL(page.url()).hash);
  await other.locator("main.analyse .turn-box").waitFor();
}

export async function run(stage) {
  const laid = doubled((await stage.server.api("/games/spqrisiko")).data);
  const text = await playHere(stage, laid);
  assert.deepEqual(JSON.parse(heldBy(text)), laid);
  await checked(stage, text);
  await takenUp(stage, text);
  await analysed(stage, text);
}
