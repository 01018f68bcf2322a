// SPDX-License-Identifier: MIT
// copy.tsx - words on their way into a chat: copied, or shared where the device can; nothing is lost where it can't.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/basic";
import { t } from "../words";
import { w } from "./say";

/** Words for a chat, with one button that copies them, and one that shares them where the device can. If neither works they can be
 * selected: they stand there. */
export function ForChat({ text, label, shown = true }: { text: string; label: string; shown?: boolean }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied !== true) return;
    const timer = setTimeout(() => setCopied(null), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setCopied(true),
        () => setCopied(false),
      );
  const share =
    typeof navigator.share === "function" ? () => void navigator.share({ text }).catch(() => undefined) : null;
  return (
    <div class="for-chat">
      {(shown || copied === false) && <pre tabIndex={0} role="region" aria-label={label}>{text}</pre>}
      {copied === false && <p class="soft">{w("copy_by_hand")}</p>}
      <div class="row">
        <button type="button" class="button small" onClick={copy} aria-label={`${t("copy")}: ${label}`}>
          <Icon name={copied ? "check" : "copy"} /> {copied ? t("copied") : shown ? t("copy") : label}
        </button>
        {share && (
          <button type="button" class="button small" onClick={share} aria-label={`${t("share")}: ${label}`}>
            <Icon name="share" /> {t("share")}
          </button>
        )}
        <span class="hidden" role="status">
          {copied ? t("copied") : ""}
        </span>
      </div>
    </div>
  );
}
