// SPDX-License-Identifier: MIT
// Sheet.tsx - what stands beside the map on a wide screen and is drawn up from below on a narrow one, by its handle or a drag.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../words";
import { Icon, Tabs, type Tab } from "./basic";

/** How far the sheet is drawn up: its head alone, half of the screen, or all of it. */
export type SheetState = "peek" | "half" | "full";
const order: readonly SheetState[] = ["peek", "half", "full"];

function media(query: string) {
  const list = window.matchMedia(query);
  const now = signal(list.matches);
  list.addEventListener("change", () => (now.value = list.matches));
  return now;
}

/** True if the sheet stands beside the map, as in table.css: on wide screens, and on low ones (a phone on its side, a page zoomed in). */
export const wide = media("(min-width: 60rem), (min-width: 38rem) and (max-height: 32rem)");
/** True if there is room for the seats over the map. */
export const roomy = media("(min-width: 60rem) and (min-height: 36rem)");

function step(state: SheetState, by: number): SheetState {
  return order[Math.min(order.length - 1, Math.max(0, order.indexOf(state) + by))]!;
}

/** The edge: a drag of a finger's width moves the sheet by one state, a tap opens or closes it. For keys and readers there is a button. */
function Handle({ state, onState }: { state: SheetState; onState: (state: SheetState) => void }) {
  const from = useRef<number | null>(null);
  const dragged = useRef(false);
  const down = (event: PointerEvent) => {
    from.current = event.clientY;
    dragged.current = false;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (from.current === null) return;
    const by = from.current - event.clientY;
    if (Math.abs(by) < 40) return;
    dragged.current = true;
    from.current = event.clientY;
    onState(step(state, by > 0 ? 1 : -1));
  };
  const up = () => (from.current = null);
  const click = () => {
    if (!dragged.current) onState(state === "peek" ? "half" : "peek");
  };
  return (
    <div class="sheet-handle" onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={up} onClick={click}>
      <span class="sheet-grip" />
    </div>
  );
}

function Opener({ state, onState }: { state: SheetState; onState: (state: SheetState) => void }) {
  const open = state !== "peek";
  return (
    <button
      type="button"
      class="icon-button sheet-opener"
      aria-expanded={open}
      aria-label={open ? t("sheet_close") : t("sheet_open")}
      onClick={() => onState(open ? "peek" : "half")}
    >
      <Icon name={open ? "down" : "up"} />
    </button>
  );
}

export interface SheetTab extends Tab {
  readonly content: () => ComponentChildren;
}

export interface SheetProps {
  readonly tabs: readonly SheetTab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly state: SheetState;
  readonly onState: (state: SheetState) => void;
  /** On a wide screen: those that are always in sight above the tabs. */
  readonly fixed: readonly string[];
}

/** A panel may hold nothing that takes the focus and yet be longer than its room: keys scroll it. The turn's choices scroll alone. */
const stopAt = (tab: Tab) => (tab.id === "play" ? undefined : 0);

export function Sheet(props: SheetProps) {
  const side = wide.value;
  const tabs = side ? props.tabs.filter((tab) => !props.fixed.includes(tab.id)) : props.tabs;
  const chosen = tabs.find((tab) => tab.id === props.chosen) ?? tabs[0]!;
  const choose = (id: string) => {
    props.onChoose(id);
    if (!side && props.state === "peek" && id !== props.tabs[0]?.id && id !== "map") props.onState("half");
  };
  return (
    <aside class="sheet" data-state={side ? "side" : props.state} aria-label={t("sheet")}>
      {!side && <Handle state={props.state} onState={props.onState} />}
      {side &&
        props.tabs
          .filter((tab) => props.fixed.includes(tab.id))
          .map((tab) => (
            <section key={tab.id} class={`sheet-part part-${tab.id}`} aria-label={tab.label} tabIndex={stopAt(tab)}>
              {tab.content()}
            </section>
          ))}
      <div class="sheet-tabs">
        <Tabs tabs={tabs} chosen={chosen.id} onChoose={choose} label={t("sheet_tabs")} panel="sheet-panel" />
        {!side && <Opener state={props.state} onState={props.onState} />}
      </div>
      <section id="sheet-panel" class={`sheet-panel part-${chosen.id}`} role="tabpanel" aria-label={chosen.label} tabIndex={stopAt(chosen)}>
        {chosen.content()}
      </section>
    </aside>
  );
}
