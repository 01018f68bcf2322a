// SPDX-License-Identifier: MIT
// alerts.ts - how the page says that it is my turn to who looks elsewhere: title, favicon, and a notification if allowed.
import { prefs, writePref } from "./device";
import { t } from "./words";

/** Sets the title of the tab; empty parts are left out. */
export function setTitle(...parts: readonly (string | null | undefined | false)[]): void {
  document.title = [...parts.filter(Boolean), "Alea"].join(" – ");
}

/** Chooses the icon of the tab: `turn` marks that it is the viewer's turn. */
export function setIcon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = turn ? BUILD_ICONS["favicon-turn"] : BUILD_ICONS.favicon;
  if (link && link.getAttribute("href") !== href) link.href = href;
}

/** True if the browser can show notifications here; whether it may, the person decides in askToNotify. */
export function canNotify(): boolean {
  return typeof Notification === "function" && window.isSecureContext;
}

/** Asked only after a click: browsers punish pages that ask unbidden. */
export async function askToNotify(on: boolean): Promise<boolean> {
  const granted = on && canNotify() && (await Notification.requestPermission()) === "granted";
  writePref("notify", granted);
  return granted;
}

/** Shows a notification, if it is wanted and the page is out of sight; a newer one of the same match replaces it. */
export function notifyTurn(match: string, table: string, prompt: string): void {
  if (!prefs.peek().notify || !canNotify() || Notification.permission !== "granted" || document.visibilityState === "visible")
    return;
  try {
    const note = new Notification(`${t("your_turn")}: ${table}`, { body: prompt, tag: match });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications to service workers alone: title and favicon still tell.
  }
}
