// SPDX-License-Identifier: MIT
// words.mjs - the words of the page as the page has them, so that a test names a button as its reader does and survives a better word.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "src");

async function load(entry) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(source, entry)],
    bundle: true,
    write: false,
    platform: "neutral",
    format: "esm",
    logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

export const { en } = await load("words/en.ts");
export const { it } = await load("words/it.ts");
const desk = await load("words/desk.ts");
const ofAnalysis = await load("words/analyse.ts");
const ofHere = await load("words/here.ts");
export const ofNotices = await load("words/notices.ts");
export const ofReplay = await load("words/replay.ts");
/** Of what a table agrees on. */
export const ofTerms = await load("words/terms.ts");
const { fill } = await load("words/fill.ts");
const { say } = await load("games/spqrisiko/words.ts");
/** Of the board of Incursio, in English. */
export const incursio = await load("games/incursio/words.ts").then(
  (words) =>
    (key, ...args) =>
      words.say("en", key, ...args),
);

/** The page's word of a key, in English unless told. */
export function t(key, ...args) {
  return fill(en[key], args);
}

/** The word of a key on the pages around a campaign. */
export function w(key, ...args) {
  return fill(desk.en[key], args);
}

/** The word of a key about matches without a server. */
export function here(key, ...args) {
  return fill(ofHere.en[key], args);
}

/** The word of a key on the analysis board. */
export function analysis(key, ...args) {
  return fill(ofAnalysis.en[key], args);
}

/** The board's own word of a key. */
export function board(key, ...args) {
  return say("en", key, ...args);
}
