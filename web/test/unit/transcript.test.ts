// SPDX-License-Identifier: MIT
// transcript.test.ts - files are read as docs/transcript.md says, and verified; a changed face, word or seed is found.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTranscript, TranscriptFault } from "../../src/transcript";
import { checkSealed, verifyHere } from "../../src/verify";
import { scenarioHash } from "../../src/fair";

/** The example of docs/transcript.md, complete. */
const example = `alea 1
game null 1
options rounds=3 tie=nobody
seat A human Anna
seat B bot:greedy
dice fair
commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0
seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
word A alea iacta est

1 A bet three
= 257d3b
2 B bet five
3 * dice 6
= 1b298c
4 B bet two
= 69333d
5 A bet six
6 * dice 2
= 60feaa
7 A bet one
= 0b01db
8 ! resign A | Anna's train has arrived
= 89211e
end 0 1
`;

/** The same, whose host takes it back: to the beginning; to behind what was taken back; and to before that. */
const rewound = `${example.slice(0, example.indexOf("4 B bet two"))}4 ! rewind 0 | a mistake
5 A bet one
6 B bet two
7 * dice 2
8 A bet one
9 ! rewind 7
10 B bet six
11 A bet six
12 * dice 3
13 ! rewind 5
14 B bet four
15 * dice 4
`;

/** Its dice have six faces, as a file that is over tells. */
const check = (text: string) => verifyHere(readTranscript(text.replace(/^(\d+ \* dice .*)$/gm, "$1\n# of 6")), () => undefined);

test("a head is read", () => {
  const file = readTranscript(example);
  assert.equal(file.game, "null");
  assert.deepEqual(file.options, { rounds: "3", tie: "nobody" });
  assert.deepEqual(
    file.seats.map((seat) => seat.seat),
    ["A", "B"],
  );
  assert.equal(file.words["A"], "alea iacta est");
  assert.equal(file.dice, "fair");
});

test("plies are read, notes and results too", () => {
  const file = readTranscript(example);
  assert.equal(file.plies.length, 8);
  assert.deepEqual(file.plies[7], { ply: 8, line: 23, who: "!", text: "resign A", note: "Anna's train has arrived", faces: null });
  assert.deepEqual(file.end, ["0", "1"]);
});

test("posts and notes of several lines are read", () => {
  const lines = [
    "post 1 A proposal to A,B order bet one; bet two | go\\nnow | \\\\o/",
    "post 2 B answer to A,B re 1 declined",
    "post 3 ! chat to all | ave",
  ];
  const talk = example.replace("alea 1", "alea 3").replace("arrived", "arrived\\nat last");
  const file = readTranscript(talk.replace("2 B bet five", `${lines.join("\n")}\n2 B bet five`));
  assert.equal(file.plies.length, 8);
  assert.equal(file.plies[7]?.note, "Anna's train has arrived\nat last");
  assert.deepEqual(
    file.posts.map(({ line, ...post }) => post),
    [
      { number: 1, ply: 1, from: "A", kind: "proposal", to: ["A", "B"], re: null, answer: null, order: ["bet one", "bet two"], text: "go\nnow | \\o/" },
      { number: 2, ply: 1, from: "B", kind: "answer", to: ["A", "B"], re: 1, answer: "declined", order: [], text: "" },
      { number: 3, ply: 1, from: "!", kind: "chat", to: "all", re: null, answer: null, order: [], text: "ave" },
    ],
  );
  assert.equal(readTranscript(example.replace("arrived", "arrived\\n")).plies[7]?.note, "Anna's train has arrived\\n");
});

test("posts do not change the dice", async () => {
  const report = await check(example.replace("alea 1", "alea 3").replace("3 * dice 6", "post 1 A chat to - | hm\n3 * dice 6"));
  assert.deepEqual(
    report.throws.map((one) => one.verdict),
    ["good", "good"],
  );
});

test("carriage returns, tabs and comments do no harm", () => {
  const file = readTranscript(
    `# mine\r\n${example.replace("1 A bet three", "1\tA bet three  \n  # a comment").replace(/\n/g, "\r\n")}`,
  );
  assert.equal(file.plies[0]?.text, "bet three");
});

test("faults name their line", () => {
  const fault = (text: string, line: number) =>
    assert.throws(
      () => readTranscript(text),
      (error) => error instanceof TranscriptFault && error.line === line,
    );
  fault("hello\n", 1);
  fault(example.replace("alea 1", "alea 5"), 1);
  fault(example.replace("2 B bet five", "post 1 A chat to all | x"), 13);
  const posts = example.replace("alea 1", "alea 3");
  fault(posts.replace("2 B bet five", "post 2 A chat to all | x"), 13);
  fault(posts.replace("2 B bet five", "post 1 A shout to all | x"), 13);
  fault(posts.replace("2 B bet five", "2 B bet five | a\\b"), 13);
  fault(example.replace("2 B bet", "3 B bet"), 13);
  fault(example.replace("4 B bet two", "B bet two"), 16);
});

test("good dice are good", async () => {
  const report = await check(example);
  assert.equal(report.seed, "good");
  assert.deepEqual(
    report.throws.map((one) => one.verdict),
    ["good", "good"],
  );
});

test("a changed face is found", async () => {
  const report = await check(example.replace("3 * dice 6", "3 * dice 5"));
  assert.deepEqual(
    report.throws.map((one) => one.verdict),
    ["bad", "good"],
  );
  assert.equal(report.throws[0]?.computed, "dice 6");
});

test("a changed word changes the dice", async () => {
  const report = await check(example.replace("word A alea", "word A Alea"));
  assert.equal(report.seed, "good");
  assert.ok(report.throws.some((one) => one.verdict === "bad"));
});

test("throws of a game that the page can't compute are not judged", async () => {
  const report = await verifyHere(readTranscript(example), () => undefined); // which tells no faces
  assert.equal(report.seed, "good");
  assert.ok(report.throws.every((one) => one.verdict === "unknown" && one.computed === null));
});

test("another seed is found", async () => {
  const report = await check(example.replace("seed 0001", "seed ff01"));
  assert.equal(report.seed, "bad");
});

test("a sealed file and dice by hand are said to be so", async () => {
  assert.equal((await check(example.replace(/seed .*\n/, ""))).seed, "sealed");
  const byHand = example.replace("dice fair", "dice by hand").replace(/commitment .*\nseed .*\nword .*\n/, "");
  assert.equal((await check(byHand)).seed, "by hand");
});

test("the throws of a match that was taken back are numbered on", async () => {
  const report = await check(rewound);
  assert.deepEqual(
    report.throws.map(({ ply, n }) => [ply.ply, n]),
    [
      [3, 1],
      [7, 2],
      [12, 3],
      [15, 4],
    ],
  );
  assert.equal(report.throws[0]!.verdict, "good");
  assert.ok(report.throws.some(({ verdict }) => verdict === "bad"), "the other dice were made up");
});

test("a sealed scenario is what was committed to, or is told not to be", () => {
  const bytes = new TextEncoder().encode('{"format":"alea.sealed","name":"hoard"}');
  const lines = (hash: string, ...opened: string[]) =>
    [`alea 4`, `game null 1`, `options`, `sealed hoard ${hash}`, ...opened.map((one) => `opened ${one}`), `seat A human`, ``].join("\n");
  const [first, rest] = [Buffer.from(bytes.slice(0, 12)).toString("base64"), Buffer.from(bytes.slice(12)).toString("base64")];
  const verdict = (...more: Parameters<typeof lines>) => checkSealed(readTranscript(lines(...more)));
  const hash = scenarioHash(bytes);
  assert.equal(verdict(hash), "sealed");
  assert.equal(verdict(hash, first, rest), "good");
  assert.equal(verdict(hash, first), "bad");
  assert.equal(verdict(`00${hash.slice(2)}`, first, rest), hash.startsWith("00") ? "good" : "bad");
  assert.equal(verdict(hash, "%%%"), "bad");
  assert.equal(checkSealed(readTranscript(example)), null);
});
