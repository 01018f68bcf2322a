// SPDX-License-Identifier: MIT
// 32_agreed.mjs - a match is taken back across turns: asked for where undoing is refused, shown to the other with what it would take back,
// refused, asked again from the menu in another language and on a phone, and agreed to; a pause and its end by a vote; who comes back reads
// what happened, and until when to decide.
import assert from "node:assert/strict";
import { phone } from "./kit/stage.mjs";
import { TablePage } from "./kit/table.mjs";
import { t } from "./kit/words.mjs";
import { until } from "./kit/until.mjs";

export const title = "all agree to go back across turns, to pause and to end; who comes back reads what happened";

export async function run(stage) {
  const clock = { kind: "days", reserve: 86400, move: 86400 };
  const made = await stage.server.create({ game: "spqrisiko", seats: ["human", "human", "bot:greedy"], names: ["Anna", "Bruno"], clock });
  const [one, two] = made.seats.map(({ token }) => token);
  for (const token of [one, two]) await stage.server.api(`/matches/${made.match}/join`, { token, body: {} });
  const anna = new TablePage(await stage.open(`/m/${made.match}#${one}`));
  await anna.ready();
  await stage.server.move(made.match, one, "claim italia");
  await stage.server.move(made.match, one, "neutral corsica");
  await until(async () => (await anna.ply()) >= 2, "Anna's moves to be shown");
  const bruno = new TablePage(await stage.open(`/m/${made.match}#${two}`, { viewport: phone, prefs: { lang: "it" } }));
  await bruno.ready();

  // Undoing alone is refused, and offers to ask.
  await anna.undoButton.click({ force: true }); // barred, it says why
  await anna.page.locator('[data-key="offer"]').click();
  const asked = anna.page.locator('[data-key="agreement"]');
  await asked.locator('[data-key="withdraw"]').waitFor();
  const told = bruno.page.locator('[data-key="agreement"]');
  await told.getByText("Anna").first().waitFor();
  await told.locator("summary").click();
  await told.locator("li").first().waitFor();
  assert.ok(await bruno.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await told.locator('[data-key="refuse"]').click();
  await told.waitFor({ state: "detached" });
  await asked.waitFor({ state: "detached" });

  // Again, from the menu.
  await anna.page.getByRole("button", { name: t("menu"), exact: true }).click();
  await anna.page.locator('[data-key="ask-back"]').click();
  await asked.waitFor();
  await told.locator('[data-key="agree"]').click();
  await told.waitFor({ state: "detached" });
  await anna.myTurn();
  await anna.page.locator('path[data-place="italia"]').first().waitFor({ state: "attached" });
  await anna.page.getByRole("tab", { name: t("log") }).click();
  await anna.page.getByText(/seat A asked for it/).first().waitFor();

  // A pause, and on again.
  await bruno.page.locator("header.table-head").getByRole("button").last().click();
  await bruno.page.locator('[data-key="ask-pause"]').click();
  await asked.locator('[data-key="agree"]').click();
  await anna.page.getByText(t("paused")).first().waitFor();
  await anna.page.getByRole("button", { name: t("menu"), exact: true }).click();
  await anna.page.locator('[data-key="ask-pause"]').click();
  await told.locator('[data-key="agree"]').click();
  await anna.page.getByText(t("paused")).first().waitFor({ state: "detached" });

  // Bruno has left; Anna moves; he comes back.
  await bruno.page.goto("about:blank");
  await stage.server.move(made.match, one, "neutral corsica");
  await bruno.page.goto(`${stage.server.url}/m/${made.match}`);
  const away = bruno.page.locator('[data-key="away-banner"]');
  await away.waitFor();
  await away.locator("summary").click();
  await away.locator("li").first().waitFor();
  await away.getByText(/fino a/).waitFor();
  assert.ok((await away.locator("summary").boundingBox()).height >= 44, "a finger hits it");
}
