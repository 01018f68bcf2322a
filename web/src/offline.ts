// SPDX-License-Identifier: MIT
// offline.ts - the page kept on this device by its service worker, from when somebody first plays here, wants pushes or installs it: until
// then nobody pays for the engine's bytes.
import { signal } from "@preact/signals";

/** null: not known, or not wanted yet. */
export const pageKept = signal<boolean | null>(null);

/** Has the page kept from now on. What it keeps, and what never, says sw.js. */
export async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return void (pageKept.value = false);
  try {
    await navigator.serviceWorker.register(BUILD_SITE ? "./sw.js" : "/sw.js");
    await navigator.serviceWorker.ready;
    void navigator.storage?.persist?.().catch(() => undefined); // else a full disk may cost the matches
    pageKept.value = true;
  } catch {
    pageKept.value = false; // no secure origin, or the browser keeps nothing
  }
}

/** Called once. Who has installed the page wants it kept; who has it kept gets the next release with the next visit. */
export async function followPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const installed = window.matchMedia("(display-mode: standalone)").matches;
  const known = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (known) pageKept.value = true;
  else if (installed) await keepPage();
}
