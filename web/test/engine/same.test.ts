// SPDX-License-Identifier: MIT
// same.test.ts - the module plays as the native program does: signatures of seeded games, of all bots, options and scenarios.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { EngineError } from "../../src/engine/module";
import { given } from "../../src/engine/weights";
import { alea, engine, fewest, games, learned, native, root, unlearned } from "./kit";

/** Games of the larger comparison, all games together. */
const most = Number(process.env["ALEA_WASM_GAMES"] ?? 2000);
const one = engine();
const folder = mkdtempSync(join(tmpdir(), "alea-engine-"));
after(() => rmSync(folder, { recursive: true }));

const kept = new Map(
  readFileSync(join(root, "tests", "signature.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ") as [string, string]),
);

for (const game of games)
  test(`${game}: 200 games have the signature that is kept`, () => {
    const { signature } = one.ask({ do: "series", game, bots: fewest(one, game, "random"), games: 200, seed: 1 });
    assert.equal(signature, kept.get(game));
  });

interface Listed {
  readonly seats: { readonly min: number; readonly max: number };
  readonly options: readonly { readonly key: string; readonly values?: readonly string[]; readonly min?: number; readonly max?: number }[];
}

/** "key=value" for the ends of numbers, and for each word. */
function choicesOf(game: string): string[] {
  const { games: all } = JSON.parse(native("games", game, "--json")) as { games: Listed[] };
  return all[0]!.options.flatMap(({ key, values, min, max }) =>
    (values ?? [...new Set([min!, max!])]).map((value) => `${key}=${value}`),
  );
}

/** What either of them says: the signature, or what is wrong. */
function played(game: string, bots: readonly string[], count: number, seed: number, options: readonly string[], scenario?: string) {
  const args = [game, "--bots", bots.join(","), "--games", String(count), "--seed", String(seed), "--json", "--threads", "1"];
  for (const option of options) args.push("--option", option);
  if (scenario !== undefined) args.push("--scenario", scenario);
  const ran = spawnSync(alea, ["sim", ...args], { encoding: "utf8", env: { ...process.env, LANG: "C.UTF-8" } });
  const there = ran.status === 0 ? (JSON.parse(ran.stdout) as { signature: string }).signature : ran.stderr;
  try {
    const given = scenario === undefined ? {} : { scenario: readFileSync(scenario, "utf8") };
    const { signature } = one.ask({ do: "series", game, bots, games: count, seed, options, ...given });
    return { here: signature, there, refused: false };
  } catch (fault) {
    assert.ok(fault instanceof EngineError, String(fault));
    return { here: fault.body.text, there, refused: true };
  }
}

for (const game of games)
  test(`${game}: the same games whatever the option`, () => {
    const bots = fewest(one, game, "random");
    const choices = choicesOf(game);
    const count = Math.ceil(most / games.length / choices.length);
    for (const [index, choice] of choices.entries()) {
      const { here, there, refused } = played(game, bots, count, 1000 + index, [choice]);
      if (refused) assert.ok(there.includes(here), `${choice}: ${here}, not ${there}`);
      else assert.equal(here, there, choice);
    }
  });

for (const game of games)
  test(`${game}: the same choices of bots that reckon`, () => {
    // A search of little time does not come forward where orders are entered and taken back (docs/bots.md).
    const all = game === "incursio" ? [["greedy", 1] as const] : ([["greedy", 4], ["search:20it", 1]] as const);
    for (const [bot, count] of all) {
      const { here, there } = played(game, fewest(one, game, bot), count, 7, []);
      assert.equal(here, there, bot);
    }
  });

for (const weights of learned)
  test(`${weights.game}: what was learned is made use of, or refused in words and done without`, () => {
    const { game } = weights;
    const bare = unlearned();
    const played = (by: typeof one, bot: string) =>
      by.ask({ do: "series", game, bots: fewest(one, game, "random").map(() => bot), games: 1, seed: 9 }).signature;
    const linear = played(one, "search:20it:linear");
    assert.notEqual(played(one, "search:20it"), linear);
    assert.equal(played(bare, "search:20it"), linear);
    const fits = given(weights);
    for (const [wrong, says] of [
      [{ ...fits, rules_version: fits.rules_version + 98 }, `version ${fits.rules_version + 98} of the rules`],
      [{ ...fits, numbers: fits.numbers.slice(1) }, `${fits.numbers.length} numbers`],
      [{ ...fits, numbers: [] }, `${fits.numbers.length} numbers`],
    ] as const) {
      assert.throws(() => bare.ask(wrong), (fault) => fault instanceof EngineError && fault.message.includes(says));
      assert.equal(played(bare, "search:20it"), linear, says);
    }
    bare.ask(fits);
    assert.equal(played(bare, "search:20it"), played(one, "search:20it"));
  });

test("scenarios are played, or refused in the same words", () => {
  const corpus = join(root, "fuzz", "corpus", "scenario");
  let fine = 0;
  for (const name of readdirSync(corpus)) {
    const bytes = readFileSync(join(corpus, name));
    const text = bytes.toString("utf8");
    if (!Buffer.from(text, "utf8").equals(bytes)) continue; // a question is UTF-8: rubbish.test.ts asks such
    const game = games.find((id) => name.startsWith(id)) ?? "null";
    const path = join(folder, "scenario.json");
    writeFileSync(path, bytes);
    const { here, there, refused } = played(game, fewest(one, game, "random"), 1, 3, [], path);
    if (refused) assert.ok(there.includes(here), `${name}: ${here}, not ${there}`);
    else assert.equal(here, there, name);
    if (!refused) fine++;
  }
  assert.ok(fine >= 3, `${fine} scenarios were played`);
});
