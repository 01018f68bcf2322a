// SPDX-License-Identifier: MIT
// Glyph.tsx - small signs drawn for this board; beside them always stand words or a label.

const paths = {
  points: "M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z",
  province: "M2 5.4l5-2 6 2 5-2v11.2l-5 2-6-2-5 2zm5.6-.3v9.6l4.8 1.6V6.7z",
  sea: "M1 7.2c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0 3-1.6 4.5 0 3 1.6 4.5 0v2.2c-1.5 1.6-3 1.6-4.5 0s-3-1.6-4.5 0-3 1.6-4.5 0-3-1.6-4.5 0zm0 5c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0 3-1.6 4.5 0 3 1.6 4.5 0v2.2c-1.5 1.6-3 1.6-4.5 0s-3-1.6-4.5 0-3 1.6-4.5 0-3-1.6-4.5 0z",
  legionary: "M3.6 7.6C4.4 2.4 15.6 2.4 16.4 7.6l-2 .7C13.6 5.4 6.4 5.4 5.6 8.3zM4.6 12.6C4.2 7.2 7 6.6 10 6.6s5.8.6 5.4 6c-.1 2.7-1 4.6-2.8 5.4v-5.1H7.4V18c-1.8-.8-2.7-2.7-2.8-5.4z",
  vexillum: "M9.2 1.4h1.6v1.8H16v10l-3-1.7-2.2 1.2v5.9H9.2v-5.9L7 11.5l-3 1.7v-10h5.2z",
  trireme: "M9.2 2h1.6v1.3c2 .1 3.6-.1 5-.7.6 2.9.6 5.6-.1 8.1-1.5.5-3.2.7-4.9.7v1.7c2.3 0 4.2-.2 5.6-.5L19 14.4c-2 2.6-5 3.7-9.6 3.6-4.7 0-7.6-1.5-8.4-5.4 2.4.4 5.2.6 8.2.6v-1.8c-1.7 0-3.4-.3-4.9-.8.7-2.5.7-5.1 0-7.9 1.4.5 3 .7 4.9.7z",
  centre: "M10 1.8L18.4 7v1.4H1.6V7zM3.2 9.4h2.4v5.4H3.2zm5.6 0h2.4v5.4H8.8zm5.6 0h2.4v5.4h-2.4zM1.6 15.8h16.8v2.4H1.6z",
  cards: "M3.2 4.6L10.6 2l4.6 12.6L7.8 17.3zM13 3.2h4.2v12.6h-1.1z",
} as const;

export type GlyphName = keyof typeof paths;

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg class="spqr-glyph" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** A number beside its sign, told in words. */
export function Tally({ name, n, label }: { name: GlyphName; n: number; label: string }) {
  return (
    <span class="spqr-tally" title={label} role="img" aria-label={label}>
      <Glyph name={name} />
      <span aria-hidden="true">{n}</span>
    </span>
  );
}
