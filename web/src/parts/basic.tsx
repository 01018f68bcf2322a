// SPDX-License-Identifier: MIT
// basic.tsx - small pieces that every view uses: icons, buttons that copy, dialogs, tabs, messages.
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../words";

// ---- Icons: drawn here, one stroke wide; never without words for those who can't see them ---------------------------------------

const paths = {
  close: "M5 5 19 19M19 5 5 19",
  menu: "M4 7H20M4 12H20M4 17H20",
  back: "M15 5 8 12 15 19",
  forward: "M9 5 16 12 9 19",
  first: "M7 5V19M18 5 11 12 18 19",
  last: "M17 5V19M6 5 13 12 6 19",
  play: "M8 5 19 12 8 19Z",
  pause: "M8 5V19M16 5V19",
  undo: "M9 5 4 10 9 15M4 10H14a5.5 5.5 0 0 1 0 11H10",
  up: "M5 15 12 8 19 15",
  down: "M5 9 12 16 19 9",
  text: "M5 6H19M5 10H19M5 14H19M5 18H13",
  map: "M4 6 9 4 15 6 20 4V18L15 20 9 18 4 20ZM9 4V18M15 6V20",
  share: "M12 15V4M8 8 12 4 16 8M6 12H5V20H19V12H18",
  copy: "M9 9H20V20H9ZM5 15H4V4H15V5",
  curve: "M4 5V19H20M7 15 11 10 14 13 19 7",
  check: "M5 13 10 18 19 7",
  dice: "M5 5H19V19H5ZM9 9h.01M15 15h.01M12 12h.01",
  help: "M9 9a3 3 0 1 1 4.5 2.6C12.5 12.2 12 13 12 14M12 18h.01",
  wifi: "M3 9a13 13 0 0 1 18 0M6.5 12.5a8 8 0 0 1 11 0M10 16a3 3 0 0 1 4 0M12 19h.01",
  warning: "M12 3 22 20.5H2zM12 9v5.5M12 17.5h.01",
  skip: "M4 5 11 12 4 19M12 5 19 12 12 19",
} as const;
export type IconName = keyof typeof paths;

/** A picture that screen readers pass over: whatever holds it has the words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** A button of a picture alone; `label` is read aloud, and shown under the pointer. `pressed` makes it a switch. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  class?: string;
}) {
  const { icon, label, onClick, disabled = false, pressed } = props;
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ""}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
    >
      <Icon name={icon} />
    </button>
  );
}

// ---- Copying and sharing -----------------------------------------------------------------------------------------------------------

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An address in a field that can be selected by hand, with buttons to copy and to share it, and what else can be done with it. */
export function LinkField(props: { url: string; label: string; title?: string; children?: ComponentChildren }) {
  const { url, label, title } = props;
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    if (await copyText(url)) setCopied(true);
  };
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  const share =
    typeof navigator.share === "function"
      ? () => void navigator.share({ url, title: title ?? label }).catch(() => undefined)
      : null;
  return (
    <div class="link-field">
      <input ref={field} type="text" readOnly value={url} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="button" onClick={() => void copy()} aria-label={`${t("copy")}: ${label}`}>
        <Icon name={copied ? "check" : "copy"} /> {copied ? t("copied") : t("copy")}
      </button>
      {share && (
        <button type="button" class="button" onClick={share} aria-label={`${t("share")}: ${label}`}>
          <Icon name="share" /> {t("share")}
        </button>
      )}
      {props.children}
      <span class="hidden" role="status">
        {copied ? t("copied") : ""}
      </span>
    </div>
  );
}

// ---- Dialogs -------------------------------------------------------------------------------------------------------------------------

/** A modal window as the browser makes it: it keeps the focus, Escape closes it, and the focus goes back to where it was. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const one = dialog.current;
    if (one && !one.open) one.showModal();
    return () => one?.close();
  }, []);
  const outside = (event: MouseEvent) => event.target === dialog.current && props.onClose();
  return (
    <dialog
      ref={dialog}
      class={props.wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onClose={props.onClose}
      onClick={outside}
    >
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <IconButton icon="close" label={t("close")} onClick={props.onClose} />
      </div>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}

// ---- Tabs ----------------------------------------------------------------------------------------------------------------------------

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly mark?: string | undefined; // a count, say
}

/** A row of tabs over one panel, whose id is `panel`: Tab goes to the chosen one, arrow keys from one to the next. */
export function Tabs(props: {
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (id: string) => void;
  label: string;
  panel: string;
}) {
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = props.tabs.findIndex((tab) => tab.id === props.chosen);
    const next = props.tabs[(at + step + props.tabs.length) % props.tabs.length];
    if (!next) return;
    event.preventDefault();
    props.onChoose(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
      {props.tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          data-tab={tab.id}
          aria-selected={tab.id === props.chosen}
          aria-controls={props.panel}
          tabIndex={tab.id === props.chosen ? 0 : -1}
          onClick={() => props.onChoose(tab.id)}
        >
          {tab.label}
          {tab.mark && <span class="tab-mark">{tab.mark}</span>}
        </button>
      ))}
    </div>
  );
}

// ---- Messages ------------------------------------------------------------------------------------------------------------------------

/** What went well or badly. `alert`: read aloud as soon as it is there. */
export function Message({
  kind,
  children,
  alert = false,
}: {
  kind: "bad" | "good" | "info" | "warn";
  children: ComponentChildren;
  alert?: boolean;
}) {
  return (
    <div class={`message ${kind}`} role={alert ? "alert" : undefined}>
      {children}
    </div>
  );
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {t("loading")}
    </p>
  );
}

/** The heading of a view: focused when one comes to it, so that a screen reader begins there. */
export function Title({ children }: { children: ComponentChildren }) {
  return (
    <h1 class="title" tabIndex={-1}>
      {children}
    </h1>
  );
}
