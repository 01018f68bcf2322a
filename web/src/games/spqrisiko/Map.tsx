// SPDX-License-Identifier: MIT
// Map.tsx - the map: shapes drawn once, marks that change by themselves, taps, and the keys by which all of it is reached.
import { useComputed, useSignal, useSignalEffect, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Table } from "../../board";
import type { Camera, Point } from "../../map/camera";
import { Land, Lines } from "../../map/Ground";
import { Layout } from "../../map/layout";
import { MapWindow } from "../../map/MapWindow";
import { Noted } from "../../map/Noted";
import { Edge, Name, Shape } from "../../map/places";
import { Realms } from "../../map/Realms";
import type { Focus } from "../../map/spots";
import { seatKey, SeatPatterns } from "../../parts/SeatMark";
import { Legend } from "./Legend";
import { Fleet, Force } from "./marks";
import { modelOf, type Model } from "./model";
import { ground, map, shapeOf, spotOf } from "./shapes";
import { Ways } from "./Ways";

const MANY = 20; // choices: as many are shown more quietly

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
  const look = useComputed(() => ((model.choices.value.places.get(model.tool.value ?? "")?.size ?? 0) > MANY ? "many" : ""));
  return (
    <MapWindow
      model={model}
      size={map}
      focus={focus}
      prefix="spqr"
      look={look}
      label={model.say("map")}
      defs={<SeatPatterns prefix="spqr" size={9} />}
      ground={<Land map={map} ground={ground} prefix="spqr" />}
      places={
        <>
          <Places model={model} focus={focus} of="sea" />
          <Places model={model} focus={focus} of="land" />
          <Lines map={map} ground={ground} />
          <Realms
            seats={model.seats.value.map(seatKey)}
            places={model.graph.value.provinces}
            ownerOf={(place) => seatKey(model.position.value.owner(place))}
            shapeOf={(place) => shapeOf(place)!.d}
            outlines={ground.outlines}
            prefix="spqr"
          />
          <Edges model={model} focus={focus} />
        </>
      }
      marks={(camera) => <Marks model={model} camera={camera} />}
      over={(camera) => (
        <>
          <Ways model={model} camera={camera} />
          <Noted table={table} at={(place) => model.spotOf(place)} camera={camera} />
        </>
      )}
      corner={<Legend model={model} />}
      follow={(camera) => followAction(model, camera, table.state.you)}
    />
  );
}

function Places({ model, focus, of }: { model: Model; focus: Signal<Focus>; of: "land" | "sea" }) {
  const { provinces, seas } = model.graph.value;
  return (
    <g>
      {(of === "sea" ? seas : provinces).map((place) => (
        <Place key={place} model={model} place={place} focus={focus} of={of} />
      ))}
    </g>
  );
}

function Place({ of, ...props }: { model: Model; place: string; focus: Signal<Focus>; of: "land" | "sea" }) {
  const { model, place } = props;
  const seat = useComputed(() => seatKey(model.position.value[of === "land" ? "owner" : "control"](place)));
  const shape = shapeOf(place);
  return shape ? <Shape {...props} prefix="spqr" d={shape.d} look={`map-${of}`} seat={seat} /> : null;
}

function Edges({ model, focus }: { model: Model; focus: Signal<Focus> }) {
  const { provinces, seas, isSea } = model.graph.value;
  return (
    <g aria-hidden="true">
      {[...seas, ...provinces].map((place) => {
        const shape = shapeOf(place);
        const kind = isSea(place) ? "sea" : "land";
        return shape && <Edge key={place} model={model} place={place} focus={focus} prefix="spqr" d={shape.d} kind={kind} />;
      })}
    </g>
  );
}

function Marks({ model, camera }: { model: Model; camera: Camera }) {
  const { provinces, seas, isSea } = model.graph.value;
  const layout = useMemo(() => new Layout(camera, map, ground.room), [camera]);
  useSignalEffect(() => {
    const kept = [model.picked.value, model.looked.value, model.origin.value, model.position.value.to];
    layout.keep(kept.filter((place) => place !== null));
  });
  return (
    <g aria-hidden="true">
      {seas.map((sea) => (
        <Fleet key={sea} model={model} sea={sea} layout={layout} />
      ))}
      {provinces.map((province) => (
        <Force key={province} model={model} province={province} layout={layout} />
      ))}
      {[...seas, ...provinces].map((place) => (
        <Name
          key={place}
          model={model}
          place={place}
          prefix="spqr"
          layout={layout}
          kind={isSea(place) ? "sea" : "land"}
          spot={isSea(place) ? shapeOf(place)!.label : spotOf(place)}
          isApart={isSea(place)}
        />
      ))}
    </g>
  );
}
