// SPDX-License-Identifier: MIT
// files.test.ts - transcripts: golden ones and lessons replay to the same positions, dice are verified, reviews are the same.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { alea, engine, games, native, root } from "./kit";

const one = engine();
const folder = mkdtempSync(join(tmpdir(), "alea-engine-"));
before(() => {
  const make = "import sys; sys.path.insert(0, sys.argv[1]); import falsified; falsified.write_all(*sys.argv[2:])";
  const made = spawnSync("python3", ["-c", make, join(root, "tests", "cli"), alea, folder], { encoding: "utf8", timeout: 300_000 });
  assert.equal(made.status, 0, made.stderr);
});
after(() => rmSync(folder, { recursive: true }));

const in_ = (path: string, ending = ".alea"): string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(path, name));
const text = (path: string): string => readFileSync(path, "utf8");
const golden = [...games.flatMap((game) => in_(join(root, "src", "games", game))), ...in_(join(root, "data", "lessons"))];

test("golden transcripts and lessons replay, each check and result the same", () => {
  assert.ok(golden.length >= 30);
  for (const path of golden) {
    const found = one.ask({ do: "check", transcript: text(path), name: path });
    assert.deepEqual(found.faults, [], path);
    assert.ok(found.plies! > 0, path);
  }
});

test("transcripts of the fuzz corpus have the faults that the program finds", () => {
  for (const path of in_(join(root, "fuzz", "corpus", "transcript"), "")) {
    const bytes = readFileSync(path);
    const words = bytes.toString("utf8");
    if (!Buffer.from(words, "utf8").equals(bytes)) continue;
    const { faults } = one.ask({ do: "check", transcript: words, name: path });
    const ran = spawnSync(alea, ["check", path], { encoding: "utf8", env: { ...process.env, LANG: "C.UTF-8" } });
    const lines = ran.stdout.split("\n").filter(Boolean);
    assert.equal(faults.length, lines.length, path);
    faults.forEach((fault, i) => assert.ok(lines[i]!.includes(fault.text), `${path}: ${fault.text}, not ${lines[i]}`));
  }
});

test("dice: honest matches are good, each falsified one is caught", () => {
  const honest = in_(join(folder, "honest"));
  const falsified = in_(join(folder, "false"));
  assert.ok(honest.length >= 25 && falsified.length >= 250);
  for (const path of honest) {
    const found = one.ask({ do: "verify", transcript: text(path) });
    assert.equal(found.seed, "good", path);
    assert.equal(found.stopped, undefined, path);
    assert.ok(found.throws!.every(({ written, computed }) => written === computed), path);
    assert.ok([...Object.values(found.promises!), found.beacon ?? "good"].every((verdict) => verdict === "good"), path);
  }
  for (const path of falsified) {
    let caught = true;
    try {
      const found = one.ask({ do: "verify", transcript: text(path) });
      const kept = [...Object.values(found.promises ?? {}), found.beacon ?? "good"].every((verdict) => verdict === "good");
      const rolled = (found.throws ?? []).every(({ written, computed }) => written === computed);
      caught = found.seed === "bad" || !kept || !rolled || found.stopped !== undefined;
    } catch {
      // No match could be made of it: what is wrong was said.
    }
    assert.ok(caught, path);
  }
});

test("one altered throw is found, wherever it is: a die, a card, a place", () => {
  const kept = in_(join(root, "web", "src", "games"));
  assert.ok(kept.length >= 4);
  for (const path of kept) {
    const lines = text(path).split("\n");
    const verified = one.ask({ do: "verify", transcript: lines.join("\n") });
    assert.ok(verified.throws!.length > 20 && verified.throws!.every(({ written, computed }) => written === computed), path);
    const thrown = lines.flatMap((line, at) => (/^\d+ \* /.test(line) ? [at] : []));
    for (const at of thrown.filter((_, i) => i % 5 === 0)) {
      const words = (line: string) => line.replace(/^\d+ \* /, "");
      const [verb] = words(lines[at]!).split(" ");
      const other = thrown.find((n) => words(lines[n]!).startsWith(`${verb} `) && words(lines[n]!) !== words(lines[at]!));
      if (other === undefined) continue;
      const altered = lines.with(at, lines[at]!.replace(words(lines[at]!), words(lines[other]!)));
      const found = one.ask({ do: "verify", transcript: altered.join("\n") });
      const ply = Number(lines[at]!.split(" ")[0]);
      const bad = found.throws!.find(({ written, computed }) => written !== computed);
      assert.ok(bad?.ply === ply || found.stopped?.ply === ply, `${path}: ${lines[at]}`);
    }
  }
});

test("a throw that the host has entered is told beside those of the seed", () => {
  const path = in_(join(folder, "honest")).find((name) => /\bgame incursio\b/.test(text(name)) && /^\d+ \* /m.test(text(name)));
  const lines = text(path!).split("\n");
  const last = lines.findLastIndex((line) => /^\d+ \* /.test(line));
  const thrown = one.ask({ do: "verify", transcript: lines.join("\n") });
  const entered = one.ask({ do: "verify", transcript: lines.with(last, lines[last]!.replace(" * ", " ! ")).join("\n") });
  assert.deepEqual([thrown.by_hand, entered.by_hand], [undefined, 1]);
  assert.equal(entered.throws!.length, thrown.throws!.length - 1);
  assert.ok(entered.throws!.every(({ written, computed }) => written === computed));
});

for (const game of games)
  test(`${game}: a review is the program's, number for number`, () => {
    const path = in_(join(root, "src", "games", game, "golden"))
      .map((name) => ({ name, size: text(name).length }))
      .filter(({ name }) => !name.includes("table_") && !name.includes("rules_1"))
      .sort((a, b) => a.size - b.size)[0]!.name;
    const there = JSON.parse(native("review", path, "--samples", "2", "--seed", "5", "--threads", "1", "--json")) as unknown;
    let told = 0;
    const { review } = one.ask({ do: "review", transcript: text(path), samples: 2, seed: 5 }, () => told++);
    assert.deepEqual(review, there, path);
    assert.ok(told > 0);
  });
