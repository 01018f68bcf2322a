// SPDX-License-Identifier: MIT
// places.tsx - places of a map as elements that are tapped, focused and noticed; their edges and names. Each reads only its own values,
// so a ply draws only what it changed.
import { useComputed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Layout } from "./layout";
import type { Focus, Spot, Tapped } from "./spots";

/** A board's model as its places are drawn: what is picked, looked at, changed. */
export interface Shown extends Tapped {
  readonly picked: ReadonlySignal<string | null>;
  readonly looked: ReadonlySignal<string | null>;
  readonly changed: ReadonlySignal<ReadonlySet<string>>;
  /** The place where the open action begins, or which it is about. */
  readonly origin: ReadonlySignal<string | null>;
  /** All that a sighted player sees of a place at a glance, in words for screen readers. */
  describe(place: string): string;
}

interface PlaceProps {
  readonly model: Shown;
  readonly place: string;
  readonly focus: Signal<Focus>;
  readonly prefix: string;
}

/** The attributes that make an element of the map a place: a button for keyboards and screen readers. */
export function usePlace({ model, place, focus, prefix }: PlaceProps) {
  const label = useComputed(() => model.describe(place));
  const pressed = useComputed(() => (model.isChoice(place) ? model.picked.value === place : undefined));
  const tab = useComputed(() => (focus.value.place === place ? 0 : -1));
  return {
    id: `${prefix}-${place}`,
    "data-place": place,
    role: "button",
    "aria-label": label,
    "aria-pressed": pressed,
    tabindex: tab, // so written: attributes of SVG are told apart by their capitals, and a place with another would be a stop of its own
    onFocus: (event: FocusEvent) => {
      focus.value = { place, shown: (event.currentTarget as Element).matches(":focus-visible") };
    },
    onBlur: () => {
      focus.value = { place: focus.peek().place, shown: false };
    },
  } as const;
}

/** Why the player must notice a place: picked, origin, can, looked, changed, focused. */
export function useNotice(model: Shown, place: string, focus: ReadonlySignal<Focus>): ReadonlySignal<string> {
  return useComputed(() => {
    const parts: string[] = [];
    if (model.picked.value === place) parts.push("picked");
    else if (model.origin.value === place) parts.push("origin");
    else if (model.isChoice(place)) parts.push("can");
    else if (model.looked.value === place) parts.push("looked");
    if (model.changed.value.has(place)) parts.push("changed");
    if (focus.value.shown && focus.value.place === place) parts.push("focused");
    return parts.join(" ");
  });
}

/** A shape; `seat`: the key of whose it is, in whose colour it is washed. The pattern, for who can't see colours, is its fill. */
export function Shape(props: PlaceProps & { d: string; look: string; seat?: ReadonlySignal<string> }) {
  const { d, look, seat, prefix } = props;
  const fill = useComputed(() => (seat && seat.value !== "nobody" ? `url(#${prefix}-${seat.value})` : "none"));
  return <path {...usePlace(props)} class={look} d={d} {...(seat ? { "data-seat": seat, fill } : {})} />;
}

/** A line inside the border of a place, for what the player must notice. */
export function Edge(props: PlaceProps & { d: string; kind: "land" | "sea" }) {
  const { model, place, focus, prefix, d, kind } = props;
  const notice = useNotice(model, place, focus);
  const look = useComputed(() => `map-edge ${kind} ${notice.value}`);
  return (
    <g class={look} clip-path={`url(#${prefix}-in-${place})`}>
      <clipPath id={`${prefix}-in-${place}`}>
        <use href={`#${prefix}-${place}`} />
      </clipPath>
      <path class="casing" d={d} />
      <path class="line" d={d} />
    </g>
  );
}

/** Registers a mark with the layout as long as it is drawn. w and h are half its size in pixels; 0: nothing stands there. */
export function useMark(layout: Layout, place: string, spot: Spot, w: number, h: number, far?: readonly [number, number]) {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    if (group.current && w) return layout.mark(place, { element: group.current, spot, w, h, ...(far ? { far } : {}) });
    return undefined;
  }, [layout, w, h, far?.[0], far?.[1]]);
  return group;
}

const LONG = 9; // letters: a longer name of several words stands in two lines

/** The words of a name in one line or two of about the same length. */
export function linesOf(name: string): string[] {
  const words = name.split(" ");
  if (words.length < 2 || name.length <= LONG) return [name];
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  const width = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));
  return cuts.reduce((best, one) => (width(one) < width(best) ? one : best));
}

const SIGN = 13; // px
const LINE = 13; // px from one line of a name to the next

/** The name of a place, shown where there is room for it. `room`: the width for it in units of the map, else that of its shape. */
export function Name(props: {
  readonly model: Shown;
  readonly place: string;
  readonly prefix: string;
  readonly layout: Layout;
  readonly kind: string;
  readonly spot: Spot;
  readonly isApart: boolean;
  readonly room?: number;
  readonly ground?: string | undefined;
  /** A sign that stands before it, on a square of SIGN px around its middle. */
  readonly sign?: ComponentChildren;
}) {
  const { model, place, prefix, layout, kind, spot, isApart, room, ground, sign } = props;
  const group = useRef<SVGGElement>(null);
  const before = useRef<SVGGElement>(null);
  const shift = sign ? SIGN + 3 : 0;
  const name = model.nameOf(place);
  const lines = linesOf(name);
  useLayoutEffect(() => {
    const shape = document.getElementById(`${prefix}-${place}`) as SVGGraphicsElement | null;
    const texts = group.current?.querySelectorAll("text");
    if (!shape || !texts?.length || !group.current) return;
    const element = group.current;
    const register = (): void => {
      off?.();
      const w = (Math.max(...[...texts].map((text) => text.getComputedTextLength())) + shift) / 2;
      before.current?.setAttribute("transform", `translate(${-w + SIGN / 2} 0)`);
      off = layout.name(place, { element, spot, w, h: (LINE * texts.length) / 2, room: room ?? shape.getBBox().width, isApart, ground });
    };
    let off: (() => void) | null = null;
    register();
    // Letters of the page's own font may come later, and are of another width.
    if (document.fonts.status === "loading") void document.fonts.ready.then(() => off && register());
    return () => {
      off?.();
      off = null;
    };
  }, [name, layout]);
  return (
    <g ref={group} class={`map-name ${kind}`}>
      <g class="map-fixed">
        {sign && <g ref={before}>{sign}</g>}
        {lines.map((line, i) => (
          <text key={i} x={shift / 2} y={LINE * (i - (lines.length - 1) / 2)}>
            {line}
          </text>
        ))}
      </g>
    </g>
  );
}
