// SPDX-License-Identifier: MIT
// keys.ts - shortcuts of one key, for all views: shown by "?", silent while one writes, and switched off by who wants to.
import { useLayoutEffect } from "preact/hooks";
import { prefs } from "./device";
import type { Key } from "./words";

export interface Shortcut {
  readonly key: string; // as KeyboardEvent.key
  readonly says: Key;
  readonly run: () => void;
}

/** Those of the view that is open, for the list that "?" shows. */
export const shortcutsNow: { list: readonly Shortcut[] } = { list: [] };

function writes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

function wanted(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]"))
    return false;
  if (event.key === "Escape") return true;
  return prefs.peek().keys && !writes(event.target);
}

/** Listens for these keys from the first picture of the component on, and for no others: one component at a time has shortcuts. */
export function useShortcuts(list: readonly Shortcut[]): void {
  shortcutsNow.list = list;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!wanted(event)) return;
      const found = shortcutsNow.list.find((one) => one.key === event.key);
      // A focused button keeps its own keys.
      if (!found || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", press);
      shortcutsNow.list = [];
    };
  }, []);
}
