// SPDX-License-Identifier: MIT
// tree.ts - a match and what was tried beside it, as a tree of plies with marks and comments: read from a transcript, written as one.
import { lineOf, markShape, oneLine, remarkIn, wordsOf, type Mark, type Remark } from "../remarks";
import { readTranscript, type Transcript } from "../transcript";

/** A ply: of the match itself (`played`) or tried. The root is what was before the first, ply 0. */
export interface Node {
  readonly parent: Node | null;
  readonly ply: number;
  readonly who: string; // a seat, "*" chance, "!" the host
  readonly text: string; // the move as transcripts write it
  readonly played: boolean;
  readonly kids: Node[]; // the one of the match first
  mark: Mark;
  comment: string; // one line
}

const tryShape = new RegExp(`^# try (v\\d+) after (v?\\d+): ([A-Z]{1,2}|\\*|!) ([^|]*?)(?: \\|(?: ${markShape}(?![^ ]))?(?: ?(.*))?)?$`);
const ours = /^# (?:analysis 1$|at \d+ \||try v\d+ after )/;

const born = (parent: Node | null, who: string, text: string, played: boolean): Node => ({
  parent,
  ply: parent ? parent.ply + 1 : 0,
  who,
  text,
  played,
  kids: [],
  mark: "",
  comment: "",
});

/** A tree over one file; docs/transcript.md tells how it is written. */
export class Tree {
  readonly file: Transcript;
  readonly root = born(null, "", "", true);
  /** The match's plies: `played[n]` is after n of them. */
  readonly played: readonly Node[];
  private readonly head: string;
  private readonly text: string; // of the match, without what was tried

  /** Throws TranscriptFault where the text is no transcript. What was tried and no longer fits is left out. */
  constructor(text: string) {
    const lines = text.replace(/\r/g, "").split("\n");
    this.text = lines.filter((line) => !ours.test(line)).join("\n").replace(/\n+$/, "\n");
    this.file = readTranscript(this.text);
    const end = lines.findIndex((line, i) => line.trim() === "" && lines.slice(0, i).some((one) => one.startsWith("seat ")));
    this.head = lines.slice(0, end < 0 ? lines.length : end).filter((line) => !line.startsWith("#")).join("\n");
    const played = [this.root];
    for (const { who, text: move } of this.file.plies) {
      const node = born(played.at(-1)!, who, move, true);
      played.at(-1)!.kids.push(node);
      played.push(node);
    }
    this.played = played;
    this.readTried(lines);
  }

  private readTried(lines: readonly string[]): void {
    const tried = new Map<string, Node>();
    for (const line of lines) {
      const at = remarkIn(line);
      if (at) this.remark(at);
      const one = tryShape.exec(line);
      const parent = one && (one[2]!.startsWith("v") ? tried.get(one[2]!) : this.played[Number(one[2])]);
      if (!one || !parent) continue;
      const made = this.add(parent, one[3]!, one[4]!.trim());
      Object.assign(made, { mark: one[5] ?? "", comment: oneLine(one[6] ?? "") });
      tried.set(one[1]!, made);
    }
  }

  /** Says that about a ply of the match, if there is one. */
  remark({ ply, mark, comment }: Remark): void {
    const node = this.played[ply];
    if (node) Object.assign(node, { mark, comment });
  }

  /** The ply made there by that seat: the one there is, or a new one. */
  add(parent: Node, who: string, text: string): Node {
    const known = parent.kids.find((one) => one.who === who && one.text === text);
    if (known) return known;
    const made = born(parent, who, text, false);
    parent.kids.push(made);
    return made;
  }

  /** Takes away what was tried there, with all that follows; answers where one stands then. The match itself stays. */
  remove(node: Node): Node {
    if (node.played || !node.parent) return node;
    node.parent.kids.splice(node.parent.kids.indexOf(node), 1);
    return node.parent;
  }

  /** From the first ply to that one. */
  lineOf(node: Node): Node[] {
    const line: Node[] = [];
    for (let at: Node | null = node; at?.parent; at = at.parent) line.push(at);
    return line.reverse();
  }

  /** The match as if it had come there: what the engine is asked about. */
  transcript(node: Node): string {
    return `${this.head}\n\n${this.lineOf(node)
      .map(({ ply, who, text }) => `${ply} ${who} ${text}\n`)
      .join("")}`;
  }

  /** All that was tried, each after what it follows on, with the words of comments. */
  private tried(): string {
    const lines: string[] = [];
    const names = new Map<Node, string>();
    const visit = (from: Node) => {
      for (const node of from.kids.filter(({ played }) => !played)) {
        const name = `v${names.size + 1}`;
        const after = names.get(from) ?? String(from.ply);
        names.set(node, name);
        lines.push(`# try ${name} after ${after}: ${node.who} ${node.text}${node.mark || node.comment ? ` ${wordsOf(node)}` : ""}`);
        visit(node);
      }
    };
    for (const node of this.played) {
      if (node.mark || node.comment) lines.push(lineOf(node));
      visit(node);
    }
    return lines.length ? `# analysis 1\n${lines.join("\n")}\n` : "";
  }

  /** A transcript that any program reads, with what was tried in comments behind it. */
  write(): string {
    return `${this.text}${this.tried()}`;
  }

  /** The same with nothing that only a check needs. */
  writeShort(): string {
    return `${this.transcript(this.played.at(-1)!)}${this.tried()}`;
  }

  /** A name for a place in it: "12", or the way to what was tried, "12.0.1": which of those tried there, then which ply behind. */
  placeOf(node: Node): string {
    if (node.played) return String(node.ply);
    const ways: number[] = [];
    let at = node;
    for (; !at.played; at = at.parent!) ways.push(at.parent!.kids.filter(({ played }) => !played).indexOf(at));
    return [at.ply, ...ways.reverse()].join(".");
  }

  /** The place of that name, or as far towards it as there is. */
  at(place: string): Node {
    const [ply = 0, ...ways] = place.split(".").map(Number);
    let node = this.played[Math.max(0, Math.min(this.played.length - 1, ply || 0))]!;
    for (const way of ways) node = node.kids.filter(({ played }) => !played)[way] ?? node;
    return node;
  }
}
