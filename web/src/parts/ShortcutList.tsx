// SPDX-License-Identifier: MIT
// ShortcutList.tsx - the keys of the view that is open; "?" shows them.
import { signal } from "@preact/signals";
import { prefs } from "../device";
import { shortcutsNow, type Shortcut } from "../keys";
import { t } from "../words";
import { Dialog } from "./basic";

export const helpOpen = signal(false);

/** Keys that a keyboard shows by a word or sign. */
function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    Escape: "Esc",
    ArrowLeft: "←",
    ArrowRight: "→",
    " ": t("key_space"),
    Home: "Home",
    End: "End",
  };
  return names[key] ?? key.toUpperCase();
}

export function ShortcutTable({ list }: { list: readonly Pick<Shortcut, "key" | "says">[] }) {
  return (
    <dl class="shortcuts">
      {list.map((one) => (
        <div key={one.key}>
          <dt>
            <kbd>{keyName(one.key)}</kbd>
          </dt>
          <dd>{t(one.says)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function HelpDialogButton() {
  return (
    <button type="button" class="button" onClick={() => (helpOpen.value = true)}>
      {t("shortcuts")}
    </button>
  );
}

export function HelpDialog() {
  if (!helpOpen.value) return null;
  return (
    <Dialog title={t("shortcuts")} onClose={() => (helpOpen.value = false)}>
      {!prefs.value.keys && <p>{t("keys_off")}</p>}
      <ShortcutTable list={[{ key: "?", says: "key_help" }, ...shortcutsNow.list]} />
      <p class="soft">{t("keys_tab")}</p>
      <p>
        <a href="/help">{t("help")}</a>
      </p>
    </Dialog>
  );
}
