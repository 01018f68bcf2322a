// SPDX-License-Identifier: MIT
// Map.tsx - the map: shapes drawn once, marks that change by themselves, taps, and the keys by which all of it is reached.
import { effect, useComputed, useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Table } from "../../board";
import type { Camera, Point } from "../../map/camera";
import { Layout } from "../../map/layout";
import { MapWindow } from "../../map/MapWindow";
import type { Focus } from "../../map/spots";
import { SeatPatterns } from "../../parts/SeatMark";
import { Legend } from "./Legend";
import { Edge, Fleet, Force, Name, Places } from "./marks";
import { modelOf, type Model } from "./model";
import { map, spotOf } from "./shapes";
import { Ways } from "./Ways";

const MANY = 20; // choices: as many are shown more quietly

const coasts = [map.land, ...Object.values(map.provinces).map((province) => province.d)];

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
  const focus = useSignal<Focus>({ place: model.graph.peek().provinces[0] ?? "", shown: false });
  const look = useComputed(() => ((model.choices.value.places.get(model.tool.value ?? "")?.size ?? 0) > MANY ? "spqr-map many" : "spqr-map"));
  return (
    <MapWindow
      model={model}
      size={map}
      focus={focus}
      prefix="spqr"
      look={look}
      words={{
        map: model.say("map"),
        help: model.say("map_help"),
        zoomIn: model.say("zoom_in"),
        zoomOut: model.say("zoom_out"),
        zoomAll: model.say("zoom_all"),
      }}
      defs={
        <>
          <clipPath id="spqr-whole">
            <rect width={map.width} height={map.height} />
          </clipPath>
          <SeatPatterns prefix="spqr" size={9} />
        </>
      }
      ground={
        <>
          <Ground />
          <Places model={model} focus={focus} of="sea" />
          <Shallows />
          <Places model={model} focus={focus} of="land" />
          <Lines />
          <Edges model={model} focus={focus} />
        </>
      }
      marks={(camera) => <Marks model={model} camera={camera} />}
      over={(camera) => <Ways model={model} camera={camera} />}
      corner={<Legend model={model} />}
      onCamera={(camera) => effect(() => followAction(model, camera, table.state.you))}
    />
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
  const layout = useMemo(() => new Layout(camera, map), [camera]);
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
