// SPDX-License-Identifier: MIT
// agreement.ts - what a seat asks of the whole table, as the server tells it.

/** What one seat asks of the people of all seats. `to`: the viewer's ply after which the match would stand. */
export interface Agreement {
  readonly agreement: number;
  readonly what: "rewind" | "pause" | "go_on" | "end";
  readonly by: string;
  readonly to?: number;
  readonly winner?: string;
  readonly asked: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
  readonly needs: number;
  readonly may: boolean;
  readonly text?: string;
}
