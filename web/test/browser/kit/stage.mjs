// SPDX-License-Identifier: MIT
// stage.mjs - what a scenario is given: contexts of the browser, each watched; the server; and things that all scenarios do.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Watch } from "./watch.mjs";
import { usual } from "./until.mjs";
import { t } from "./words.mjs";

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

/** Written before the page's first script, unless the page has written its own since. */
export function remember(prefs) {
  try {
    if (!localStorage.getItem("alea.prefs")) localStorage.setItem("alea.prefs", JSON.stringify(prefs));
  } catch {
    // An empty page has no storage.
  }
}

/** What has no opacity is laid out, hit and read like all else, and costs no drawing: a third of what a browser takes of the processor. */
function leaveUndrawn() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html, dialog, [popover] { opacity: 0 !important }");
  document.adoptedStyleSheets = [sheet];
}

const draw = (drawn) => document.adoptedStyleSheets.forEach((sheet) => (sheet.disabled = drawn));

/** Asks that page something about what is seen on it, while it is drawn. */
export async function whileDrawn(page, ask) {
  await page.evaluate(draw, true);
  const answer = await ask();
  await page.evaluate(draw, false);
  return answer;
}

/** Runs a program that is told nothing, and waits for its end: {stdout, stderr}, or an error with both. */
export function execute(program, words, options = {}) {
  const ran = promisify(execFile)(program, words, { maxBuffer: 1 << 26, ...options });
  ran.child.stdin.end();
  return ran;
}

/** A network on which each request takes a while of its own, and so may overtake the one before it. */
const slow = process.env.ALEA_TEST_NETWORK === "slow";
const latest = { script: 1500, stylesheet: 1500 }; // ms; all else at most half a second

async function late(route) {
  await new Promise((done) => setTimeout(done, Math.random() * (latest[route.request().resourceType()] ?? 500)));
  await route.fallback().catch(() => undefined); // the page may be gone
}

/** Each page computes at a speed of its own, from as usual to a fifth of it. */
const slowPages = process.env.ALEA_TEST_PAGES === "slow";

async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 + Math.floor(Math.random() * 5) });
}

export class Stage {
  /** `drawn`: pages are, all the time. `alone`: something is measured, on pages as fast as they are. */
  constructor(browser, server, alea, { drawn, alone }) {
    Object.assign(this, { drawn, alone });
    this.browser = browser;
    this.server = server;
    this.alea = alea;
    this.watch = new Watch();
    this.contexts = [];
    this.notes = [];
  }

  /** What the program says to these words; that all went well is seen to. It runs beside everything else: a program that is waited for would
   * hold up the other scenario, too, and all of their clocks. */
  async runs(...words) {
    const { stdout } = await execute(this.alea, words).catch(({ message, stdout }) => assert.fail(`${message}${stdout}`));
    return stdout;
  }

  /** A match between bots, whole, as the program saved it: its file. */
  async played(game, seats) {
    const path = join(this.server.folder, `played-${game}.alea`);
    await this.runs("play", game, "--seats", Array(seats).fill("greedy").join(","), "--seed", "a1ea", "--save", path);
    return path;
  }

  /** A figure that was measured, printed with the result. */
  note(text) {
    this.notes.push(text);
  }

  /** A person's browser of their own. `prefs`: of the page; moves of others are shown at once unless told. */
  async context({ prefs = {}, ...options } = {}) {
    const context = await this.browser.newContext({
      baseURL: this.server.url,
      viewport: desktop,
      locale: "en-GB",
      timezoneId: "Europe/Rome",
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(usual);
    context.setDefaultNavigationTimeout(2 * usual);
    this.watch.follow(context);
    await context.addInitScript(remember, { pace: "instant", ...prefs });
    if (slowPages && !this.alone) context.on("page", (page) => void slowDown(page).catch(() => undefined)); // it may be gone
    if (slow) await context.route("**/*", late);
    if (!this.drawn) await context.addInitScript(leaveUndrawn);
    this.contexts.push(context);
    return context;
  }

  /** A page in a browser of its own. */
  async page(options) {
    return (await this.context(options)).newPage();
  }

  /** Somebody opens an address; whole or from the root. */
  async open(address, options) {
    const page = await this.page(options);
    await page.goto(address);
    return page;
  }

  /** What an option of a game is called on the page. */
  async option(game, key) {
    const { options } = await this.server.api(`/games/${game}`);
    return options.find((one) => one.key === key).text;
  }

  /** The field of an option where a table is made; the options are folded away as long as they are the usual ones. */
  async optionField(page, game, key) {
    const summary = page.locator("summary", { hasText: t("options_usual") });
    await summary.waitFor();
    if (await summary.evaluate((one) => !one.parentElement.open)) await summary.click();
    return page.getByLabel(await this.option(game, key));
  }

  /** Every page that is open, drawn from now on, for pictures. */
  async pages() {
    const all = this.contexts.flatMap((context) => context.pages());
    await Promise.all(all.map((page) => page.evaluate(draw, true).catch(() => undefined)));
    return all;
  }

  quiet() {
    assert.deepEqual(this.watch.faults, [], "the browser complained");
  }

  async free() {
    await Promise.all(this.contexts.map((context) => context.close().catch(() => undefined)));
  }
}
