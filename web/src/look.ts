// SPDX-License-Identifier: MIT
// look.ts - how a person wants the page to look, beside what the system says: light or dark, how large its text is, patterns for colours.
import { effect } from "@preact/signals";
import { prefs, type Theme } from "./device";

const SCHEME = /\(prefers-color-scheme: (light|dark)\)/g;
const ALWAYS = "(min-width: 0px)";
const NEVER = "(max-width: 0px)";

/** What a question of a style sheet becomes where the theme is chosen: the system is no longer asked. */
export function answered(media: string, theme: Theme): string {
  return theme === "system" ? media : media.replace(SCHEME, (_, scheme) => (scheme === theme ? ALWAYS : NEVER));
}

/** As the sheets have it. */
const asked = new WeakMap<object, string>();

function answer(rules: Iterable<CSSRule>, theme: Theme): void {
  for (const rule of rules) {
    if (!(rule instanceof CSSMediaRule)) continue;
    const media = asked.get(rule) ?? rule.media.mediaText;
    asked.set(rule, media);
    if (answered(media, "dark") !== media) rule.media.mediaText = answered(media, theme);
    answer(rule.cssRules, theme);
  }
}

/** Puts the chosen theme into all style sheets that are there; to be called again when another has come. */
export function dressSheets(): void {
  const { theme } = prefs.peek();
  for (const sheet of document.styleSheets) answer(sheet.cssRules, theme);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const media = asked.get(meta) ?? meta.media;
    asked.set(meta, media);
    meta.media = answered(media, theme);
  }
}

/** Brings styles of their own: of a game's board, or "seldom"; resolves once they are there. */
export function loadStyle(name: string): Promise<void> {
  const href = Object.hasOwn(BUILD_STYLES, name) ? BUILD_STYLES[name] : undefined;
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => {
      dressSheets();
      done();
    };
    document.head.append(link);
  });
}

/** Follows the preferences as long as the page is open. */
export function followLook(): void {
  effect(() => {
    const { theme, size, patterns } = prefs.value;
    const root = document.documentElement;
    root.style.colorScheme = theme === "system" ? "" : theme;
    root.style.fontSize = size === 100 ? "" : `${size}%`;
    root.toggleAttribute("data-patterns", patterns);
    dressSheets();
  });
}
