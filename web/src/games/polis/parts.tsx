// SPDX-License-Identifier: MIT
// parts.tsx - small pieces that seats, mats, details and the text view share.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Table } from "../../board";
import { SeatMark } from "../../parts/SeatMark";
import { seatOf, type Side } from "./graph";
import type { Model } from "./model";
import { isSign, Sign, type SignName } from "./signs";

/** A sign and a number; in words for those who can't see it, or point at it. */
export function Tally({ of, n, label, then }: { of: SignName; n: number | string; label: string; then?: number | undefined }) {
  return (
    <span class={n === 0 ? "polis-tally zero" : "polis-tally"} role="img" aria-label={label} title={label}>
      <Sign of={of} />
      <span aria-hidden="true">{n}</span>
      {then !== undefined && then !== n && <small aria-hidden="true">→{then}</small>}
    </span>
  );
}

/** "5 → 3": what the end of the round will leave of a stock. */
export function Stored({ words, n, stored }: { words: string; n: number; stored: number }) {
  return (
    <span class="polis-stored" role="img" aria-label={words} title={words}>
      {n} <small>→ {stored}</small>
    </span>
  );
}

/** "metal 2, wood 3" as signs. */
export function Cost({ model, cost }: { model: Model; cost: Readonly<Record<string, number>> }) {
  return (
    <span class="polis-cost">
      {Object.entries(cost).map(([one, n]) =>
        isSign(one) ? <Tally key={one} of={one} n={n} label={model.say("n_stock", n, model.nameOf(one))} /> : null,
      )}
    </span>
  );
}

export function SideName({ model, side }: { model: Model; side: Side }) {
  return (
    <span class="polis-side">
      <SeatMark seat={seatOf(side)} /> {model.nameOf(side, "side")}
    </span>
  );
}

/** Sections that were folded, or opened on a narrow screen: as they were left when their tab is opened again. */
const toggled = signal<ReadonlyMap<string, boolean>>(new Map());
const narrow = (): boolean => !matchMedia("(min-width: 60rem)").matches;

/** A section that folds. `first`: open on a phone too. */
export function Fold(props: { id: string; title: string; first?: boolean; children: ComponentChildren }) {
  const { id, title, first = false, children } = props;
  const open = toggled.value.get(id) ?? (first || !narrow());
  const keep = (event: Event): void => {
    const now = (event.currentTarget as HTMLDetailsElement).open;
    if (now !== open) toggled.value = new Map(toggled.value).set(id, now);
  };
  return (
    <details class="polis-fold" open={open} onToggle={keep}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

/** Opens the details of a place. */
export function PlaceLink(props: { table: Table; model: Model; place: string; words?: string }) {
  const { table, model, place, words } = props;
  const name = model.nameOf(place);
  return (
    <button
      type="button"
      class="polis-link"
      aria-label={words && `${words}, ${name}`}
      aria-expanded={model.looked.value === place}
      onClick={() => table.look(place)}
    >
      {words ?? name}
    </button>
  );
}
