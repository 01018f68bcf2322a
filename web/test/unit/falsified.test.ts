// SPDX-License-Identifier: MIT
// falsified.test.ts - the matches of tests/cli/falsified.py: no honest one is accused here, and each falsified one is caught.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Board } from "../../src/board";
import { verifier as polis } from "../../src/games/polis/verifier";
import { verifier as spqrisiko } from "../../src/games/spqrisiko/verifier";
import { readTranscript, TranscriptFault } from "../../src/transcript";
import { isGood, verify, type Report } from "../../src/verify";

const root = resolve(process.cwd(), "..");
const alea = process.env["ALEA"] ?? join(root, "build", "alea");
const boards: Readonly<Record<string, Board>> = {
  polis: { verifier: polis } as unknown as Board,
  spqrisiko: { verifier: spqrisiko } as unknown as Board,
};
const folder = mkdtempSync(join(tmpdir(), "alea-falsified-"));

before(() => {
  if (!existsSync(alea)) return;
  const make = "import sys; sys.path.insert(0, sys.argv[1]); import falsified; falsified.write_all(*sys.argv[2:])";
  const made = spawnSync("python3", ["-c", make, join(root, "tests", "cli"), alea, folder], { encoding: "utf8", timeout: 300_000 });
  assert.equal(made.status, 0, made.stderr);
});
after(() => rmSync(folder, { recursive: true }));

async function reports(part: string): Promise<ReadonlyMap<string, Report | null>> {
  const found = new Map<string, Report | null>();
  for (const name of readdirSync(join(folder, part))) {
    try {
      const file = readTranscript(readFileSync(join(folder, part, name), "utf8"));
      found.set(name, await verify(file, boards[file.game] ?? null, () => undefined));
    } catch (fault) {
      assert.ok(fault instanceof TranscriptFault, name);
      found.set(name, null);
    }
  }
  return found;
}

const skip = existsSync(alea) ? false : "no alea";

test("honest matches are not accused", { skip }, async () => {
  const found = await reports("honest");
  assert.ok(found.size >= 25);
  for (const [name, report] of found) {
    assert.ok(report && isGood(report), name);
    const dice = report.throws.filter(({ ply }) => ply.text.startsWith("dice "));
    assert.ok(
      dice.every(({ verdict }) => verdict === "good"),
      name,
    );
    if (report.beacon) assert.deepEqual([report.beacon.randomness, report.beacon.signature], ["good", "good"]);
  }
  const whole = [...found.values()].filter((report) => report?.beacon);
  assert.ok(whole.length >= 8);
  for (const report of whole) {
    assert.ok(Object.keys(report!.promises).length === 2);
    assert.ok(Object.values(report!.names).every((name) => name === "same"));
  }
});

test("each falsified one is caught", { skip }, async () => {
  const found = await reports("false");
  assert.ok(found.size >= 250);
  for (const [name, report] of found) assert.ok(!report || (!isGood(report) && report.seed !== "sealed"), name);
});
