// SPDX-License-Identifier: MIT
// tree.test.ts - what was tried beside a match: read, written, shared as an address, and nothing of the match lost.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Tree } from "../../src/analyse/tree";
import { pack, unpack } from "../../src/pack";
import { lineOf, remarkIn, withRemark } from "../../src/remarks";

const lesson = readFileSync("../data/lessons/spqrisiko.alea", "utf8");

test("the match alone is written as it came", () => {
  for (const name of readdirSync("../data/lessons")) {
    const text = readFileSync(`../data/lessons/${name}`, "utf8");
    const tree = new Tree(text);
    assert.equal(tree.write(), text, name);
    assert.equal(tree.played.length - 1, tree.file.plies.length, name);
    assert.equal(new Tree(tree.writeShort()).played.length, tree.played.length, name);
  }
});

test("what was tried comes back, with marks and comments, by file and by address", async () => {
  const tree = new Tree(lesson);
  const at = tree.played[5]!;
  const one = tree.add(at, "A", "claim sicilia");
  const two = tree.add(one, "*", "dice 6 1 - 2");
  const other = tree.add(at, "A", "pass");
  tree.played[3]!.mark = "?!";
  tree.played[4]!.comment = "a pity | of sorts";
  one.mark = "!?";
  one.comment = "what if\n it had";
  other.comment = "! looks like a mark";
  assert.equal(tree.add(at, "A", "claim sicilia"), one);
  for (const text of [tree.write(), tree.writeShort(), await unpack(await pack(tree.writeShort()))]) {
    const again = new Tree(text);
    const [first, second] = again.played[5]!.kids.filter(({ played }) => !played);
    assert.deepEqual([first!.who, first!.text, first!.mark, first!.comment], ["A", "claim sicilia", "!?", "what if it had"]);
    assert.deepEqual([first!.kids[0]!.who, first!.kids[0]!.text, first!.kids[0]!.ply], ["*", "dice 6 1 - 2", 7]);
    assert.deepEqual([second!.text, second!.mark, second!.comment], ["pass", "", "! looks like a mark"]);
    assert.deepEqual([again.played[3]!.mark, again.played[4]!.comment], ["?!", "a pity | of sorts"]);
    assert.equal(again.at(tree.placeOf(two)).text, "dice 6 1 - 2");
    assert.equal(again.writeShort(), tree.writeShort());
  }
  assert.ok(tree.transcript(two).endsWith("6 A claim sicilia\n7 * dice 6 1 - 2\n"));
  assert.equal(tree.remove(one), at);
  assert.equal(tree.remove(at), at);
  assert.deepEqual(at.kids.map(({ text }) => text).slice(1), ["pass"]);
});

test("a broken address, and variations that lead nowhere, do no harm", async () => {
  await assert.rejects(unpack("abc"));
  const tree = new Tree(`${lesson}# try v1 after 9999: A pass\n# try v2 after v7: A pass\n# try nonsense\n# at 99999 | !\n`);
  assert.equal(tree.played.every(({ kids }) => kids.length <= 1), true);
  assert.equal(tree.at("3.7.1"), tree.played[3]);
  assert.equal(tree.at("rubbish"), tree.root);
});

test("a remark is one line, and read as it was written; what says nothing is none", () => {
  const list = [{ ply: 3, mark: "?!" as const, comment: "too early | or not" }, { ply: 12, mark: "" as const, comment: "! it began" }, { ply: 20, mark: "!!" as const, comment: "" }];
  assert.deepEqual(list.map((one) => remarkIn(lineOf(one))), list);
  assert.deepEqual(remarkIn(lineOf({ ply: 1, mark: "", comment: " two\n lines " })), { ply: 1, mark: "", comment: "two lines" });
  for (const line of ["# at x | !", "# try v1 after 2: A x | !", "1 A roll", "# at 3", ""]) assert.equal(remarkIn(line), null, line);
  const more = withRemark(list, { ply: 12, mark: "", comment: "  " });
  assert.deepEqual(more.map(({ ply }) => ply), [3, 20]);
  assert.deepEqual(withRemark(more, { ply: 5, mark: "?", comment: "" }).map(({ ply }) => ply), [3, 5, 20]);
});
