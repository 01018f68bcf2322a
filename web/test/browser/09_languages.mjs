// SPDX-License-Identifier: MIT
// 09_languages.mjs - Italian and English: everything on a page changes at once, nothing of the other is left over, and it stays.
import assert from "node:assert/strict";
import { tableFor } from "./kit/play.mjs";
import { until } from "./kit/until.mjs";
import { visit, views } from "./kit/views.mjs";
import { en, it } from "./kit/words.mjs";

export const title = "languages: the whole page changes between Italian and English, no word of the other is left, and the choice stays";

/** Words that a sentence of the one has and no sentence of the other. */
const telling = {
  en: /\b(the|your|you|seat|table|move|of|with|player|who|is|and|this|choose|legionaries|rules|sea|from)\b/i,
  it: /\b(il|lo|gli|della|delle|degli|dei|che|non|sono|tuo|tua|tuoi|turno|posto|tavolo|mossa|partita|giocatore|scegli|mare|regole?|una|di)\b/i,
};
const names = /^(Bruno|Anna|Alea|[A-Z]+-[A-Z]+-\d+)$/;

/** Every piece of text that a person sees or hears. */
function saidOn(page) {
  return page.evaluate(() => {
    const found = new Set([document.title]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        const inside = node.parentElement.closest("body [lang], noscript, script, style, .code, kbd, input");
        if (!inside && node.textContent.trim()) found.add(node.textContent.trim());
      } else
        for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "aria-description"]) {
          const value = node.getAttribute(name);
          if (value?.trim() && !node.closest("body [lang]")) found.add(value.trim());
        }
    }
    return [...found];
  });
}

const plain = new Set([...Object.values(en), ...Object.values(it)].filter((words) => /\{/.test(words)));

/** What is of the other language: a whole phrase of its table that is none of this one's, or a telling word. */
function leftovers(said, own, other, telling) {
  const ours = new Set(Object.values(own));
  const theirs = new Set(Object.values(other).filter((words) => !ours.has(words) && !plain.has(words)));
  return said.filter((words) => !names.test(words) && (theirs.has(words) || telling.test(words)));
}

async function speaks(page, lang, where, faults) {
  await until(() => page.evaluate((wanted) => document.documentElement.lang === wanted, lang), `the page in ${lang}`);
  const [own, other, words] = lang === "it" ? [it, en, telling.en] : [en, it, telling.it];
  // What the server says comes a moment later.
  let left = [];
  const none = async () => (left = leftovers(await saidOn(page), own, other, words)).length === 0;
  await until(none, "all words").catch(() => undefined);
  for (const one of left) faults.push(`${where}, in ${lang}: "${one.slice(0, 120)}"`);
}

export async function run(stage) {
  const made = await tableFor(stage, { options: { max_rounds: "3" } });
  await made.player.playUntil((state) => state.round === 2 && state.view.phase === "land_attack", { conquers: true });
  const faults = [];
  const page = await stage.page();
  await page.goto("/");
  await page.getByRole("button", { name: /Italiano/ }).click();
  await page.getByRole("heading", { level: 1, name: it.home_title }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: it.home_title }).waitFor();
  const shown = views(made).map(({ then, ...view }) => ({ ...view, ...(["log"].includes(view.name) ? { then } : {}) }));
  for (const view of shown) {
    await visit(page, view);
    await speaks(page, "it", view.name, faults);
  }
  // At the table itself, without leaving it: there and back.
  const switchTo = async (lang, menu, select) => {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("dialog").getByLabel(select).first().selectOption(lang);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await visit(page, shown.find(({ name }) => name === "log"));
  await switchTo("en", it.menu, it.language);
  await speaks(page, "en", "table", faults);
  await page.getByRole("button", { name: en.view_text }).click();
  await page.locator(".spqr-places").waitFor();
  await speaks(page, "en", "text view", faults);
  await switchTo("it", en.menu, en.language);
  await speaks(page, "it", "text view", faults);
  await switchTo("en", it.menu, it.language);
  for (const view of shown) {
    await visit(page, view);
    await speaks(page, "en", view.name, faults);
  }
  assert.deepEqual(faults, []);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("alea.prefs")).lang), "en");
}
