// SPDX-License-Identifier: MIT
// 22_lab_report.mjs - the report of the lab as it is opened from a disk: nothing aside of the window on a phone, axe in all looks, on paper.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { examine, looks } from "./kit/axe.mjs";
import { desktop, phone, whileDrawn } from "./kit/stage.mjs";

export const title = "the lab's report: readable on a phone and on paper, axe finds nothing, plots stay within their figures";

const samples = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/lab");

/** In words: what lies aside of the window, or of the figure that it belongs to; letters that are too small. */
function faultsOfLayout(page) {
  return page.evaluate(() => {
    const found = [];
    const root = document.scrollingElement;
    if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
    const says = (one) => `${one.tagName} "${one.textContent.trim().slice(0, 40)}"`;
    for (const one of document.querySelectorAll("figure :is(th, td, svg, text, use, rect, span, b, h3, p)")) {
      const box = one.getBoundingClientRect();
      const figure = one.closest("figure").getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || one.closest(".unseen, details:not([open])")) continue;
      if (box.left < figure.left - 1 || box.right > figure.right + 1) found.push(`aside: ${says(one)}`);
      if (box.top < figure.top - 1 || box.bottom > figure.bottom + 1) found.push(`above or below: ${says(one)}`);
    }
    for (const one of document.querySelectorAll("p, td, th, dd, li, text, .names span"))
      if (Number.parseFloat(getComputedStyle(one).fontSize) < 11.5) found.push(`small: ${says(one)}`);
    return [...new Set(found)];
  });
}

/** Marks lie where their figures are: a larger mean lies farther right. */
async function marksInOrder(page) {
  const rows = await page.locator("#seats table.dots tbody tr:has(use)").evaluateAll((all) =>
    all.map((row) => {
      const box = row.querySelector('.track use[href^="#m"]').getBoundingClientRect();
      return { at: box.left + box.width / 2, mean: Number.parseFloat(row.querySelector(".value b").textContent.replace(",", ".")) };
    }),
  );
  assert.ok(rows.length > 1, "a row for each variant");
  rows.sort((a, b) => a.mean - b.mean);
  for (let i = 1; i < rows.length; i++)
    assert.ok(rows[i].mean === rows[i - 1].mean || rows[i].at > rows[i - 1].at, `${rows[i].mean} lies right of ${rows[i - 1].mean}`);
}

/** The first by its key, as a person would. */
async function openAll(page) {
  await page.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("details[open] table").first().waitFor();
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
}

async function onPaper(page) {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const seen = await page.evaluate(() => ({
    paper: getComputedStyle(document.documentElement).backgroundColor,
    ink: getComputedStyle(document.body).color,
    contents: getComputedStyle(document.querySelector("nav")).display,
    folded: [...document.querySelectorAll("details")].every((one) => one.querySelector("table").getBoundingClientRect().height > 20),
  }));
  assert.deepEqual(seen, { paper: "rgb(255, 255, 255)", ink: "rgb(0, 0, 0)", contents: "none", folded: true });
  const printed = await whileDrawn(page, () => page.pdf({ format: "A4" }));
  assert.ok(printed.length > 20_000, "it prints");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
}

export async function run(stage) {
  const folder = mkdtempSync(join(tmpdir(), "alea-report-"));
  try {
    const views = [];
    for (const [name, lang] of [["compare", "it"], ["match", "en"], ["tournament", "en"]]) {
      const path = join(folder, `${name}-${lang}.html`);
      await stage.runs("lab", "report", join(samples, `${name}.json`), "-o", path, "--lang", lang);
      views.push({ name: `${name}, ${lang}`, path: pathToFileURL(path).href, ready: "main #repeat", then: openAll });
    }
    for (const viewport of [desktop, phone]) {
      for (const view of views) {
        const page = await stage.open(view.path, { viewport });
        assert.deepEqual(await faultsOfLayout(page), [], `${view.name} at ${viewport.width} px`);
        await view.then(page);
        assert.deepEqual(await faultsOfLayout(page), [], `${view.name} at ${viewport.width} px, all open`);
        if (view.name.startsWith("compare")) await marksInOrder(page);
      }
    }
    const found = [
      ...(await examine(stage, desktop, views, looks.slice(0, 1))),
      ...(await examine(stage, phone, views.slice(0, 1), looks)),
    ];
    assert.deepEqual(found, []);
    await onPaper(await stage.open(views[0].path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
