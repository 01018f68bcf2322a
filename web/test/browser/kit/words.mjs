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
/** Of an account, in both languages. */
export const ofAccount = await load("words/account.ts");
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

/** The words of a part of the page that come with it, in English: a function of key and arguments. */
async function wordsOf(part) {
  const words = await load(`words/${part}.ts`);
  return (key, ...args) => fill(words.en[key], args);
}

/** About an account. */
export const account = await wordsOf("account");
/** On the analysis board. */
export const analysis = await wordsOf("analyse");
/** About matches without a server. */
export const here = await wordsOf("here");
/** About the proof of the dice. */
export const proof = await wordsOf("verify");
/** About a match looked at again. */
export const reviewing = await wordsOf("review");
/** On the pages around a campaign. */
export const w = await wordsOf("desk");

/** The board's own word of a key. */
export function board(key, ...args) {
  return say("en", key, ...args);
}
