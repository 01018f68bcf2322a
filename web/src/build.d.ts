// SPDX-License-Identifier: MIT
// build.d.ts - what build.mjs puts in: addresses of files whose names hold a hash.
declare const BUILD_STYLES: Readonly<Record<string, string>>;
/** The engine, the worker that runs it, and by game what was learned; null where the page was built without (make wasm). */
declare const BUILD_ENGINE: { readonly module: string; readonly worker: string; readonly weights: Readonly<Record<string, string>> } | null;
declare const BUILD_ICONS: Readonly<Record<"favicon" | "favicon-turn", string>>;
/** What about.mjs of a game's folder says, by game: minutes or days of a match, difficulty from 1 to 3, a picture of the board. */
interface About {
  readonly minutes?: readonly [number, number];
  readonly days?: readonly [number, number];
  readonly difficulty: 1 | 2 | 3;
  readonly picture: string;
}
declare const BUILD_ABOUT: Readonly<Record<string, About>>;
/** By game, where its lesson lies, for the engine. */
declare const BUILD_LESSONS: Readonly<Record<string, string>>;
/** True: the page is a site without a server (make site). */
declare const BUILD_SITE: boolean;
