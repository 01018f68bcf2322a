// SPDX-License-Identifier: MIT
// pictures.mjs - twenty moments of the page at three sizes, light and dark, to be looked at side by side with those of another commit.
//
//   node web/test/pictures.mjs PATH_TO_alea --out FOLDER [MOMENT...]
//
// MOMENT: the beginning of a name in kit/moments.mjs. A picture is FOLDER/MOMENT-WIDTH-THEME.png; the folder is none of the repository. The program may be
// an older one: a moment that it doesn't have is told, and the others are taken. Chance is the same in every run, so that the same moment is seen.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fateLibrary, launch } from "./browser/kit/launch.mjs";
import { linkOf, moments } from "./browser/kit/moments.mjs";
import { Server } from "./browser/kit/server.mjs";
import { Stage } from "./browser/kit/stage.mjs";

const sizes = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1024, height: 768 } },
  { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
];
const themes = ["light", "dark"];
const patience = 30_000; // ms for a moment to be seen: an older page may not have it at all

function argumentsOf(list) {
  const at = list.indexOf("--out");
  const out = at < 0 ? null : list[at + 1];
  const [program, ...wanted] = list.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
  if (!program || !out) {
    console.error("usage: node web/test/pictures.mjs PATH_TO_alea --out FOLDER [MOMENT...]");
    process.exit(2);
  }
  return { alea: resolve(program), out: resolve(out), wanted };
}

async function opened(stage, moment, made, size, theme) {
  const context = await stage.context({ ...size, ...moment.options, colorScheme: theme });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.goto(linkOf(moment, made));
  await page.locator(moment.ready).first().waitFor();
  await moment.then?.(page, made, stage);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** The page comes to rest: what moves into its place has come there. What falls by itself is not waited for. */
const rest = (page, live) => page.waitForTimeout(live ? 100 : 500);

async function take(stage, moment, out) {
  const make = () => moment.of?.(stage) ?? null;
  const once = moment.live ? null : await make();
  for (const size of sizes) {
    let page = null;
    for (const theme of themes) {
      if (moment.live || !page) page = await opened(stage, moment, moment.live ? await make() : once, size, theme);
      else await page.emulateMedia({ colorScheme: theme });
      await rest(page, moment.live);
      await page.screenshot({ path: join(out, `${moment.name}-${size.viewport.width}-${theme}.png`) });
      if (moment.live) await page.context().close();
    }
    await page.context().close();
  }
}

const { alea, out, wanted } = argumentsOf(process.argv.slice(2));
mkdirSync(out, { recursive: true });
const made = mkdtempSync(join(tmpdir(), "alea-fate-"));
const browser = await launch();
let missing = 0;
try {
  const library = fateLibrary(made);
  for (const moment of moments.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))) {
    const server = new Server(alea, [], { library, seed: moment.name });
    await server.start();
    const stage = new Stage(browser, server, alea, { drawn: true });
    await take(stage, moment, out).then(
      () => console.log(`taken    ${moment.name}`),
      (fault) => (missing++, console.log(`missing  ${moment.name}: ${String(fault).split("\n")[0]}`)),
    );
    await stage.free();
    await server.free();
  }
} finally {
  await browser.close();
  rmSync(made, { recursive: true, force: true });
}
process.exitCode = missing > 0 ? 1 : 0;
