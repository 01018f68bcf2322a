// SPDX-License-Identifier: MIT
// Atlas.tsx - the map as it looks through any eyes: a function of the land, of what is seen of it and of what a tap does. It knows no
// table, so that whoever has a view can draw one: a player's board, two maps side by side, a Master's desk.
import { computed, signal, useComputed, useSignal, useSignalEffect, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Lang } from "../../api";
import type { Camera } from "../../map/camera";
import { Layout } from "../../map/layout";
import { MapWindow } from "../../map/MapWindow";
import type { Table } from "../../board";
import { Noted } from "../../map/Noted";
import { useNotice, usePlace, type Shown } from "../../map/places";
import { ringsOf } from "../../map/outline";
import { Room } from "../../map/room";
import type { Focus, Spot } from "../../map/spots";
import { Way } from "../../map/Way";
import { labelOf, type Land, type Line } from "./data";
import { wordsOf } from "./describe";
import { sceneryOf, SIGNS } from "./ground";
import { Legend } from "./Legend";
import { Sign } from "./marks";
import { differs, type Looks } from "./position";
import { listed, say } from "./words";

/** Units on their way: an arrow with their number, and a cross by which it is taken back. */
export interface March {
  readonly from: string;
  readonly to: string;
  readonly words: string;
  /** Entered already; else it is only proposed, or about to be entered. */
  readonly entered: boolean;
  readonly kind: "march" | "attack";
  readonly cross?: { readonly label: string; readonly run: () => void };
}

/** What the map does, beside being looked at; each may be left out. */
export interface Hooks {
  readonly isChoice?: (site: string) => boolean;
  readonly canTap?: (site: string) => boolean;
  readonly tap?: (site: string) => void;
  readonly tapNothing?: () => void;
  /** A stack was dragged from a site to another one; only sites for which `canDrag` holds are taken up. */
  readonly canDrag?: (site: string) => boolean;
  readonly drop?: (from: string, to: string) => void;
  readonly picked?: string | null;
  readonly origin?: string | null;
  readonly looked?: string | null;
  readonly changed?: ReadonlySet<string>;
  readonly marches?: readonly March[];
  /** Sites that the decision is about: on a small screen the map comes near to them. Null: back to all of it. */
  readonly follow?: readonly string[] | null;
}

export interface AtlasProps {
  readonly land: Land;
  readonly lang: Lang;
  readonly looks: Looks;
  readonly today: number;
  /** What a side believes: told where the truth in `looks` is another. */
  readonly belief?: Looks | undefined;
  readonly hooks?: Hooks | undefined;
  /** Of the map, for screen readers. */
  readonly label?: string | undefined;
  /** Ids of sites begin so: two maps on one page have two. */
  readonly prefix?: string | undefined;
  readonly corner?: ComponentChildren;
  /** Whose own arrows are drawn; none: nobody's. */
  readonly table?: Table | undefined;
}

/** The map's model, as the window, its keys and its places use it. It reads one signal: what the map is to show now. */
class AtlasModel implements Shown {
  readonly shown: Signal<AtlasProps>;

  constructor(props: AtlasProps) {
    this.shown = signal(props);
  }

  private readonly hooks = computed<Hooks>(() => this.shown.value.hooks ?? {});
  readonly picked = computed(() => this.hooks.value.picked ?? null);
  readonly looked = computed(() => this.hooks.value.looked ?? null);
  readonly origin = computed(() => this.hooks.value.origin ?? null);
  readonly changed = computed<ReadonlySet<string>>(() => this.hooks.value.changed ?? NONE);
  readonly marches = computed<readonly March[]>(() => this.hooks.value.marches ?? []);

  get land(): Land {
    return this.shown.value.land;
  }
  get places(): readonly string[] {
    return [...this.land.sites.keys()];
  }
  spotOf(site: string): Spot {
    return this.land.sites.get(site)?.spot ?? [0, 0];
  }
  nameOf(site: string): string {
    return this.land.sites.get(site)?.names[this.shown.value.lang] ?? site;
  }
  isChoice(site: string): boolean {
    return this.hooks.value.isChoice?.(site) ?? false;
  }
  canTap(site: string): boolean {
    return this.hooks.value.canTap?.(site) ?? this.hooks.value.tap !== undefined;
  }
  canDrag(site: string): boolean {
    return this.hooks.value.canDrag?.(site) ?? false;
  }
  drop(from: string, to: string): void {
    this.hooks.peek().drop?.(from, to);
  }
  tap(site: string): void {
    this.hooks.peek().tap?.(site);
  }
  tapNothing(): void {
    this.hooks.peek().tapNothing?.();
  }

  describe(site: string): string {
    const { land, lang, looks, today, belief } = this.shown.value;
    const look = looks.get(site)!;
    const parts = [labelOf(land, site, lang), wordsOf(look, lang, today, land.sites.get(site)!.capital)];
    const believed = belief?.get(site);
    if (believed && differs(look, believed)) parts.push(say(lang, "believes", wordsOf(believed, lang, today, false)));
    if (this.isChoice(site)) parts.push(say(lang, "choice"));
    if (this.origin.value === site) parts.push(say(lang, "origin"));
    parts.push(...linesWords(land, site, lang));
    return parts.join("; ");
  }
}

const NONE: ReadonlySet<string> = new Set();

/** "lines to 4 Sweetwell and 5 Thick Scrub", "red lines to 6 Great Barn". */
export function linesWords(land: Land, site: string, lang: Lang): string[] {
  const grey = land.grey.get(site) ?? [];
  const red = (land.near.get(site) ?? []).filter((other) => !grey.includes(other));
  const names = (sites: readonly string[]): string => listed(lang, sites.map((other) => labelOf(land, other, lang)));
  return [...(grey.length ? [say(lang, "lines_to", names(grey))] : []), ...(red.length ? [say(lang, "red_to", names(red))] : [])];
}

export function Atlas(props: AtlasProps) {
  const model = useMemo(() => new AtlasModel(props), []);
  useLayoutEffect(() => {
    model.shown.value = props;
  }, [props.looks, props.belief, props.lang, props.today, props.hooks]);
  const focus = useSignal<Focus>({ place: model.places[0] ?? "", shown: false });
  const { land } = props;
  const prefix = props.prefix ?? "inc";
  return (
    <MapWindow
      key={land.id}
      model={model}
      size={land}
      focus={focus}
      prefix={prefix}
      look="inc-map"
      label={props.label ?? say(props.lang, "map")}
      defs={<Defs prefix={prefix} />}
      ground={<Scene land={land} />}
      places={
        <>
          <Fogs model={model} prefix={prefix} />
          <Lines land={land} />
          {model.places.map((site) => (
            <Spotted key={site} model={model} site={site} focus={focus} prefix={prefix} />
          ))}
        </>
      }
      marks={(camera) => <Signs model={model} camera={camera} focus={focus} prefix={prefix} />}
      over={(camera) => (
        <>
          <Marches model={model} camera={camera} />
          {props.table && <Noted table={props.table} at={(site) => model.spotOf(site)} camera={camera} />}
        </>
      )}
      corner={props.corner ?? <Legend lang={props.lang} belief={!!props.belief} />}
      follow={(camera) => follow(model, camera)}
    />
  );
}

/** On a small screen the map comes near to what is decided. */
function follow(model: AtlasModel, camera: Camera): void {
  const sites = model.shown.value.hooks?.follow;
  if (sites === undefined) return;
  if (!sites?.length) return camera.leave();
  camera.follow(sites.map((site) => model.spotOf(site)).map(([x, y]) => ({ x, y })));
}

// ---- What lies under the signs ---------------------------------------------------------------------------------------------------------

function Defs({ prefix }: { prefix: string }) {
  return (
    <>
      <radialGradient id={`${prefix}-fog`}>
        <stop class="inc-fog-stop" offset="0.2" stop-opacity="0.75" />
        <stop class="inc-fog-stop" offset="1" stop-opacity="0" />
      </radialGradient>
      {(["defenders", "raiders"] as const).map((side) => (
        <pattern key={side} id={`inc-old-${side}`} data-side={side} class="inc-old" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" />
          <path d="M0 0V5" />
        </pattern>
      ))}
    </>
  );
}

function Scene({ land }: { land: Land }) {
  const scenery = sceneryOf(land);
  return (
    <g class="inc-scene" aria-hidden="true">
      <path class="inc-sea" d={scenery.sea} />
      <path class="inc-shore" d={scenery.shore} />
      <path class="inc-waste" d={scenery.waste} />
      <path class="inc-woods" d={scenery.woods} />
      <path class="inc-hills" d={scenery.hills} />
      <path class="inc-rivers" d={scenery.rivers} />
      {Object.entries(scenery.signs).map(([kind, spots]) => (
        <path key={kind} class={`inc-sign-${kind}`} d={spots.map(([x, y]) => `M${x} ${y}${SIGNS[kind as keyof typeof SIGNS]}`).join("")} />
      ))}
    </g>
  );
}

function Fogs({ model, prefix }: { model: AtlasModel; prefix: string }) {
  const fogs = useComputed(() => model.places.filter((site) => model.shown.value.looks.get(site)?.fog).join(" "));
  return (
    <g class="inc-fogs" aria-hidden="true">
      {fogs.value
        .split(" ")
        .filter(Boolean)
        .map((site) => (
          <circle key={site} cx={model.spotOf(site)[0]} cy={model.spotOf(site)[1]} r="46" fill={`url(#${prefix}-fog)`} />
        ))}
    </g>
  );
}

function Lines({ land }: { land: Land }) {
  const path = (lines: readonly Line[]): string =>
    lines
      .map(({ from, to }) => [land.sites.get(from)!.spot, land.sites.get(to)!.spot] as const)
      .map(([[x, y], [a, b]]) => `M${x} ${y}L${a} ${b}`)
      .join("");
  const [grey, red] = [path(land.lines.filter((line) => !line.red)), path(land.lines.filter((line) => line.red))];
  return (
    <g class="inc-lines" aria-hidden="true">
      <path class="casing" d={grey + red} />
      <path class="grey" d={grey} />
      <path class="red" d={red} />
    </g>
  );
}

/** The ground of a site: what is tapped, focused, and read aloud. */
function Spotted(props: { model: AtlasModel; site: string; focus: Signal<Focus>; prefix: string }) {
  const { model, site, focus, prefix } = props;
  const [x, y] = model.spotOf(site);
  const { drag, ...handlers } = useDrag(model, site);
  return (
    <>
      <path {...usePlace({ model, place: site, focus, prefix })} {...handlers} class="inc-spot" d={`M${x - 32} ${y}a32 32 0 1 0 64 0a32 32 0 1 0-64 0`} />
      {drag.value && <path class="inc-drag" d={`M${x} ${y}L${drag.value[0]} ${drag.value[1]}`} />}
    </>
  );
}

/** A stack is taken up where it may go from, and let go over another site. It never starts where a drag would move the map. */
function useDrag(model: AtlasModel, site: string) {
  const drag = useSignal<Spot | null>(null);
  const from = useRef<readonly [number, number] | null>(null);
  const dropped = useRef(false);
  const spotAt = (event: PointerEvent): Spot => {
    const world = (event.currentTarget as SVGGraphicsElement).getScreenCTM()!.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(world);
    return [point.x, point.y];
  };
  const end = (): void => {
    from.current = null;
    drag.value = null;
  };
  return {
    drag,
    onPointerDown: (event: PointerEvent) => {
      if (!model.canDrag(site) || event.button !== 0) return;
      event.stopPropagation();
      dropped.current = false;
      from.current = [event.clientX, event.clientY];
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!from.current) return;
      if (Math.hypot(event.clientX - from.current[0], event.clientY - from.current[1]) > 8) drag.value = spotAt(event);
    },
    onPointerUp: (event: PointerEvent) => {
      const target = drag.value && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]")?.getAttribute("data-place");
      dropped.current = drag.value !== null;
      end();
      if (target && target !== site) model.drop(site, target);
    },
    onPointerCancel: end,
    // The click with which a drag ends is no tap on the site that it began at: it would take back what was just put together.
    onClick: (event: MouseEvent) => {
      if (dropped.current) event.stopPropagation();
      dropped.current = false;
    },
  };
}

// ---- Signs and marches -------------------------------------------------------------------------------------------------------------------

/** Where names may stand: everywhere, but off the lines. The whole land counts as open. */
function roomOf({ width, height, lines, sites }: Land): Room {
  const line = ({ from, to }: Land["lines"][number]) => {
    const [[x1, y1], [x2, y2]] = [sites.get(from)!.spot, sites.get(to)!.spot];
    return [`${from} ${to}`, ringsOf(`M${x1} ${y1} ${x2 - x1} ${y2 - y1}`)] as const;
  };
  return new Room([["land", ringsOf(`M0 0 ${width} 0 0 ${height} ${-width} 0`)], ...lines.map(line)], ["land"]);
}

function Signs({ model, camera, focus, prefix }: { model: AtlasModel; camera: Camera; focus: Signal<Focus>; prefix: string }) {
  const layout = useMemo(() => new Layout(camera, model.land, roomOf(model.land)), [camera]);
  useSignalEffect(() => {
    const { picked, looked, origin } = model;
    layout.keep([picked.value, looked.value, origin.value].filter((site) => site !== null));
  });
  return (
    <g aria-hidden="true">
      {model.places.map((site) => (
        <SignAt key={site} model={model} site={site} layout={layout} focus={focus} />
      ))}
      {model.places.map((site) => (
        <NameAt key={site} model={model} site={site} layout={layout} prefix={prefix} />
      ))}
    </g>
  );
}

function SignAt({ model, site, layout, focus }: { model: AtlasModel; site: string; layout: Layout; focus: Signal<Focus> }) {
  const { land, looks, today, belief } = model.shown.value;
  const notice = useNotice(model, site, focus);
  const { number, capital, spot } = land.sites.get(site)!;
  return (
    <Sign
      site={site}
      spot={spot}
      number={number}
      capital={capital}
      look={looks.get(site)!}
      belief={belief?.get(site)}
      today={today}
      notice={notice.value}
      layout={layout}
    />
  );
}

/** The name of a site, where there is room for it. */
function NameAt({ model, site, layout, prefix }: { model: AtlasModel; site: string; layout: Layout; prefix: string }) {
  const group = useRef<SVGGElement>(null);
  const name = model.nameOf(site);
  useLayoutEffect(() => {
    const text = group.current?.querySelector("text");
    if (!text || !group.current) return;
    const { width, height } = text.getBBox();
    return layout.name(site, { element: group.current, spot: model.spotOf(site), w: width / 2, h: height / 2, room: 112, isApart: false });
  }, [name, layout, prefix]);
  return (
    <g ref={group} class="map-name inc-name">
      <g class="map-fixed">
        <text>{name}</text>
      </g>
    </g>
  );
}

function Marches({ model, camera }: { model: AtlasModel; camera: Camera }) {
  return (
    <>
      {model.marches.value.map((march) => (
        <MarchMark key={`${march.from} ${march.to} ${march.entered}`} march={march} model={model} camera={camera} />
      ))}
    </>
  );
}

function MarchMark({ march, model, camera }: { march: March; model: AtlasModel; camera: Camera }) {
  const group = useRef<SVGGElement>(null);
  const [from, to] = [model.spotOf(march.from), model.spotOf(march.to)];
  useLayoutEffect(() => {
    const update = (): void => {
      const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2].map((n) => n * camera.painted);
      // Beside the arrow, which bends to the left of its way.
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const aside = (length * camera.painted) / 12;
      const x = middle[0]! + ((to[1] - from[1]) / length) * aside;
      const y = middle[1]! - ((to[0] - from[0]) / length) * aside;
      group.current?.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    };
    update();
    return camera.watch(update);
  }, [march.from, march.to, camera]);
  const { cross } = march;
  const width = 14 + 7.5 * march.words.length;
  const run = (event: Event): void => {
    event.stopPropagation();
    cross?.run();
  };
  return (
    <>
      <Way from={from} to={to} look={`inc-march ${march.kind} ${march.entered ? "" : "draft"}`} camera={camera} />
      <g ref={group} class={`inc-march-mark ${march.kind}`}>
        <rect x={-width / 2} y="-10" width={width + (cross ? 22 : 0)} height="20" rx="10" />
        <text>{march.words}</text>
        {cross && (
          <g
            class="inc-cross"
            role="button"
            tabIndex={0}
            aria-label={cross.label}
            transform={`translate(${width / 2 + 10} 0)`}
            onClick={run}
            onPointerDown={(event) => event.stopPropagation()}
            onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), run(event))}
          >
            <circle r="22" class="inc-cross-hit" />
            <circle r="9" />
            <path d="M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5" />
          </g>
        )}
      </g>
    </>
  );
}
