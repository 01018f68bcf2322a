// SPDX-License-Identifier: MIT
// Map.tsx - the map: shapes drawn once, marks that change by themselves, taps, and the keys by which all of it is reached.
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Table } from "../../board";
import { SeatPatterns } from "../../parts/SeatMark";
import { Camera, type Point } from "./camera";
import { Keys } from "./keys";
import { Layout } from "./layout";
import { Legend } from "./Legend";
import { modelOf, type Model } from "./model";
import { Edge, Fleet, Force, Name, Places } from "./marks";
import { map, spotOf } from "./shapes";
import { Ways } from "./Ways";

const TWICE = 320; // ms between the taps of a double tap
const MANY = 20; // choices: as many are shown more quietly
const NEAR = 22; // px: half of what a finger needs

const coasts = [map.land, ...Object.values(map.provinces).map((province) => province.d)];

export interface Focus {
  /** The place that has the keyboard's focus, and whether it is to be seen. */
  readonly place: string;
  readonly shown: boolean;
}

/** The place under a tap; beside a small choice the choice is meant, if its mark is nearer than any other. */
function meant(model: Model, camera: Camera, event: MouseEvent): string | null {
  const under = (event.target as Element).closest("[data-place]")?.getAttribute("data-place") ?? null;
  if (under && model.moveAt(under)) return under;
  const tap = camera.at(event);
  const { provinces, seas } = model.graph.value;
  let nearest: string | null = null;
  let least = NEAR;
  for (const place of [...provinces, ...seas]) {
    const [x, y] = spotOf(place);
    const at = camera.toScreen({ x, y });
    const distance = Math.hypot(at.x - tap.x, at.y - tap.y);
    if (distance < least) [nearest, least] = [place, distance];
  }
  return nearest && model.moveAt(nearest) ? nearest : under;
}

/** On small screens the map comes near to the viewer's own action, and goes back when the next choice lies elsewhere. */
function followAction(model: Model, camera: Camera, you: string | null): void {
  const { from, to, active } = model.position.value;
  const choices = [...(model.choices.value.places.get(model.tool.value ?? "")?.keys() ?? [])];
  const points = (places: readonly string[]): Point[] => places.map((place) => ({ x: spotOf(place)[0], y: spotOf(place)[1] }));
  if (active !== you) camera.leave();
  else if (from && (to || choices.length)) camera.follow(points([from, ...(to ? [to] : choices)]));
  else if (!from && choices.length) camera.offer(points(choices));
}

export function Map({ table }: { table: Table }) {
  const model = modelOf(table);
  const window = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const world = useRef<SVGGElement>(null);
  const camera = useSignal<Camera | null>(null);
  const focus = useSignal<Focus>({ place: model.graph.peek().provinces[0] ?? "", shown: false });
  const look = useComputed(() => (model.choices.value.places.get(model.tool.value ?? "")?.size ?? 0) > MANY ? "spqr-map many" : "spqr-map");
  const keys = useMemo(() => new Keys(model, focus), [model]);

  useLayoutEffect(() => {
    if (!window.current || !svg.current || !world.current) return;
    const made = new Camera(window.current, svg.current, world.current, map);
    camera.value = made;
    keys.camera = made;
    return () => made.free();
  }, []);

  useSignalEffect(() => {
    if (camera.value) followAction(model, camera.value, table.state.you);
  });

  const lastTap = useRef<Point & { at: number }>({ x: 0, y: 0, at: 0 });
  const click = (event: MouseEvent): void => {
    const seen = camera.peek();
    if (!seen) return;
    const place = meant(model, seen, event);
    const tap = { ...seen.at(event), at: event.timeStamp };
    const twice = tap.at - lastTap.current.at < TWICE && Math.hypot(tap.x - lastTap.current.x, tap.y - lastTap.current.y) < NEAR;
    lastTap.current = tap;
    if (place && model.moveAt(place)) model.tap(place);
    else if (twice && event.detail > 0) seen.zoom(event.shiftKey ? 0.5 : 2, tap);
    else if (place) model.tap(place);
    else {
      table.unpick();
      table.look(null);
    }
  };

  return (
    <div class="spqr">
      <div class="spqr-window" ref={window} onClick={click}>
        <svg ref={svg} class={look} role="group" aria-label={model.say("map")} aria-describedby="spqr-help" onKeyDown={(event) => keys.down(event)}>
        <defs>
          <clipPath id="spqr-whole">
            <rect width={map.width} height={map.height} />
          </clipPath>
          <SeatPatterns prefix="spqr" size={9} />
        </defs>
        <g ref={world}>
          <Ground />
          <Places model={model} focus={focus} of="sea" />
          <Shallows />
          <Places model={model} focus={focus} of="land" />
          <Lines />
          <Edges model={model} focus={focus} />
          {camera.value && <Marks model={model} camera={camera.value} />}
        </g>
        {camera.value && <Ways model={model} camera={camera.value} />}
        </svg>
      </div>
      <p class="spqr-help" id="spqr-help">
        {model.say("map_help")}
      </p>
      <div class="spqr-tools-corner">
        <Legend model={model} />
        {camera.value && <Zoom model={model} camera={camera.value} />}
      </div>
    </div>
  );
}

function Ground() {
  return (
    <g class="spqr-ground">
      <rect class="spqr-water" width={map.width} height={map.height} />
      {map.water && <path class="spqr-water-outside" d={map.water} />}
    </g>
  );
}

/** Mountains, trees, grass and dunes of the land that nobody plays for: from the point on which they stand. */
const SIGNS: Readonly<Record<string, string>> = {
  mountain: "m-9 3l6-10 4.5 7 2.5-4 5 7m-15-3.5l3.5-2m6 0l2.5-1",
  forest: "m-3 1v-3m0 0h-3l3-6 3 6zm7 4v-3m0 0h-3l3-6 3 6z",
  steppe: "m-5 2l-2-4m2 4v-5m0 5l2-4m6 3l-2-4m2 4v-5m0 5l2-4",
  desert: "m-9 1q4-6 9-1q3-3.5 7-.5m-12 4q5-4 10-.5",
};
const terrain = Object.entries(map.terrain ?? {})
  .flatMap(([kind, spots]) => spots.map(([x, y]) => `M${x} ${y}${SIGNS[kind] ?? ""}`))
  .join("");

/** Shallows along the coast, under the provinces. A path for each, so that only those near what changed are painted anew. */
function Shallows() {
  return (
    <g class="spqr-ground" clip-path="url(#spqr-whole)">
      {coasts.map((coast, i) => (
        <path key={i} class="spqr-shallows" d={coast} />
      ))}
      <path class="spqr-land-outside" d={map.land} />
      <path class="spqr-terrain" d={terrain} />
    </g>
  );
}

function Lines() {
  return (
    <g class="spqr-lines">
      {map.rivers && <path class="spqr-rivers" d={map.rivers} />}
      {map.lanes && <path class="spqr-lanes" d={map.lanes} />}
      {map.borders && <path class="spqr-borders" d={map.borders} />}
      <rect class="spqr-frame" width={map.width} height={map.height} />
    </g>
  );
}

function Edges({ model, focus }: { model: Model; focus: ReadonlySignal<Focus> }) {
  const { provinces, seas } = model.graph.value;
  return (
    <g class="spqr-edges" aria-hidden="true">
      {[...seas, ...provinces].map((place) => (
        <Edge key={place} model={model} place={place} focus={focus} />
      ))}
    </g>
  );
}

function Marks({ model, camera }: { model: Model; camera: Camera }) {
  const { provinces, seas } = model.graph.value;
  const layout = useMemo(() => new Layout(camera), [camera]);
  useSignalEffect(() => {
    const kept = [model.picked.value, model.looked.value, model.origin.value, model.position.value.to];
    layout.keep(kept.filter((place) => place !== null));
  });
  return (
    <g class="spqr-marks" aria-hidden="true">
      {seas.map((sea) => (
        <Fleet key={sea} model={model} sea={sea} layout={layout} />
      ))}
      {provinces.map((province) => (
        <Force key={province} model={model} province={province} layout={layout} />
      ))}
      {[...seas, ...provinces].map((place) => (
        <Name key={place} model={model} place={place} layout={layout} />
      ))}
    </g>
  );
}

/** A button of the corner: its word, its sign in a square of 20, and what it does. */
function CornerButton(props: { label: string; sign: string; disabled?: ReadonlySignal<boolean>; onClick: () => void }) {
  const { label, sign, disabled, onClick } = props;
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={sign} />
      </svg>
    </button>
  );
}

function Zoom({ model, camera }: { model: Model; camera: Camera }) {
  const whole = useSignal(true);
  useEffect(() => camera.watch(() => (whole.value = camera.isWhole)), [camera]);
  return (
    <div class="spqr-zoom">
      <CornerButton label={model.say("zoom_in")} sign="M10 4v12M4 10h12" onClick={() => camera.zoom(1.7)} />
      <CornerButton label={model.say("zoom_out")} sign="M4 10h12" disabled={whole} onClick={() => camera.zoom(1 / 1.7)} />
      <CornerButton
        label={model.say("zoom_all")}
        sign="M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4"
        disabled={whole}
        onClick={() => camera.showAll()}
      />
    </div>
  );
}
