// SPDX-License-Identifier: MIT
// build.d.ts - what build.mjs puts in: addresses of files whose names hold a hash.
declare const BUILD_STYLES: Readonly<Record<string, string>>;
declare const BUILD_ICONS: Readonly<Record<"favicon" | "favicon-turn", string>>;
