// SPDX-License-Identifier: MIT
// views.mjs - every view of the page, for what must hold on all of them; and what is too small, cut off or aside on one.
import { whileDrawn } from "./stage.mjs";
import { t } from "./words.mjs";

/** All views, given a table in play. `link`: the seat's; `admin`: the token of who made it. */
export function views({ match, link, admin }) {
  const table = { path: link, ready: "main.table-page .turn-box" };
  const tab = (id) => async (page) => {
    await page.locator(`[data-tab="${id}"]`).click();
    await page.locator(`#sheet-panel.part-${id}`).waitFor();
  };
  return [
    { name: "home", path: "/", ready: ".game-card" },
    { name: "new table", path: "/new", ready: "form.create" },
    {
      name: "new table, all open",
      path: "/new?game=spqrisiko",
      ready: "form.create",
      then: async (page) => {
        await page.getByLabel(t("clock_days")).check();
        const closed = page.locator("details:not([open]) > summary");
        while ((await closed.count()) > 0) await closed.first().click();
      },
    },
    { name: "table", ...table },
    { name: "seats", ...table, then: (page) => (page.viewportSize().width < 960 ? tab("seats")(page) : null) },
    { name: "log", ...table, then: tab("log") },
    { name: "chat", ...table, then: tab("chat") },
    {
      name: "menu",
      ...table,
      then: async (page) => {
        await page.getByRole("button", { name: t("menu") }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    { name: "running the table", path: `/a/${match}#${admin}`, ready: ".seat-desk" },
    { name: "replay", path: `/m/${match}?ply=40`, ready: "main.replay .replay-controls" },
    { name: "lesson", path: "/learn/spqrisiko?ply=54", ready: ".lesson-box [data-choice]" },
    { name: "lesson over", path: "/learn/spqrisiko?ply=63", ready: ".lesson-end" },
    { name: "verify", path: "/verify", ready: ".drop" },
    { name: "help", path: "/help?game=spqrisiko", ready: "dl.rules dt" },
    { name: "account", path: "/account", ready: 'input[type="password"]' },
    { name: "nothing there", path: "/nowhere", ready: "main h1" },
    { name: "the host without a link", path: "/admin", ready: "main h1" },
  ];
}

export async function visit(page, view) {
  // An address that differs by its fragment alone loads nothing anew.
  await page.goto("about:blank");
  await page.goto(view.path);
  await page.locator(view.ready).first().waitFor();
  await view.then?.(page);
}

/** In words: what lies aside of the window, and targets that are too small for a finger. */
export function faultsOfSize(page, { targets = true } = {}) {
  const look = async (wantsTargets) => {
    await document.fonts.ready;
    const found = [];
    const root = document.scrollingElement;
    if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
    const says = (one) =>
      `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}"`;
    const least = 44;
    const inSight = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!inSight(root)) found.push("nothing is drawn");
    const scrolled = (one) => one.closest(".scroll, .tabs, .seat-strip, dialog .dialog-body, .sheet-panel");
    for (const one of document.querySelectorAll("button, summary, select, input, [role=tab], a.button, a.icon-button, a.table-link")) {
      if (!inSight(one) || one.classList.contains("hidden") || one.closest(".hidden, .skip-link")) continue;
      const box = one.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      if (!scrolled(one) && (box.left < -1 || box.right > root.clientWidth + 1)) found.push(`aside: ${says(one)}`);
      if (one.matches("button, a.button, summary, [role=tab]") && one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== "visible")
        found.push(`cut off: ${says(one)}`);
      if (!wantsTargets) continue;
      // A box to be ticked is hit by its words as well. The id of a rule stands in the middle of a sentence; lines may be hit beside.
      const target = one.matches("input[type=checkbox], input[type=radio], input[type=file]") ? one.closest("label") : one;
      if (one.matches(".rule-link, .log-ply, .forecast-line, .spqr-link")) continue;
      const { width, height } = target.getBoundingClientRect();
      const tall = Math.round(height) < least;
      const narrow = Math.round(width) < least && !one.matches("input[type=range]");
      if (tall || narrow) found.push(`${Math.round(width)}x${Math.round(height)}: ${says(one)}`);
    }
    return [...new Set(found)];
  };
  return whileDrawn(page, () => page.evaluate(look, targets));
}
