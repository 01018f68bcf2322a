// SPDX-License-Identifier: MIT
// remarks.ts - what somebody thinks of a ply of a match that is over: a mark and a comment, written as a comment line of its transcript
// (docs/transcript.md).

/** What one may think of a ply, as chess players write it. */
export const marks = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Mark = (typeof marks)[number] | "";

export interface Remark {
  readonly ply: number; // as transcripts count, 0: before the first
  readonly mark: Mark;
  readonly comment: string; // one line
}

export const longestComment = 1000;
const most = 500; // of one match

export const oneLine = (words: string): string => words.replace(/\s+/g, " ").trim();

export const markShape = "(!!|\\?\\?|!\\?|\\?!|!|\\?)?";
const lineShape = new RegExp(`^# at (\\d+) \\|(?: ${markShape}(?![^ ]))?(?: ?(.*))?$`);

/** Behind the bar of such a line, the bar included. */
export const wordsOf = ({ mark, comment }: Pick<Remark, "mark" | "comment">): string => `| ${mark} ${oneLine(comment)}`.trimEnd();

export const lineOf = (remark: Remark): string => `# at ${remark.ply} ${wordsOf(remark)}`;

/** Null: the line is none. */
export function remarkIn(line: string): Remark | null {
  const found = lineShape.exec(line);
  return found && { ply: Number(found[1]), mark: (found[2] ?? "") as Mark, comment: oneLine(found[3] ?? "") };
}

/** The list with that one in the place of the ply's own, without it where it says nothing. */
export function withRemark(list: readonly Remark[], remark: Remark): readonly Remark[] {
  const others = list.filter(({ ply }) => ply !== remark.ply);
  const said = remark.mark || oneLine(remark.comment) ? [remark] : [];
  return [...others, ...said].sort((a, b) => a.ply - b.ply).slice(0, most);
}
