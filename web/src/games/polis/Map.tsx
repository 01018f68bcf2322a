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
import type { Focus, Spot } from "../../map/spots";
import { Way } from "../../map/Way";
import { seatKey, SeatPatterns } from "../../parts/SeatMark";
import { seatOf, SIDES } from "./graph";
import { Emblem } from "./emblems";
import { Legend } from "./Legend";
import { City, Tribute, Units } from "./marks";
import { modelOf, type Model } from "./model";
import { ground, map, shapeOf } from "./shapes";
import { matOf, outline } from "./spots";
import { MarketMat, Ports, TradeLanes } from "./trade";
import { waysOf } from "./ways";

const edges: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(map.seas).map(([sea, { d }]) => [sea, outline(d)]));
const CITY_NAME = 110; // units of the map: the room that a polis' name may take

export function Map({ table }: { table: Table }) {
  const model = modelOf(table);
  const focus = useSignal<Focus>({ place: model.places[0] ?? "", shown: false });
  return (
    <MapWindow
      model={model}
      size={map}
      focus={focus}
      prefix="polis"
      look="polis-map"
      label={model.say("map")}
      defs={<SeatPatterns prefix="polis" size={6} />}
      ground={<Land map={map} ground={ground} prefix="polis" />}
      places={
        <>
          <Regions model={model} focus={focus} of="sea" />
          <Regions model={model} focus={focus} of="land" />
          <Lines map={map} ground={ground} />
          <Realms
            seats={SIDES.map((side) => seatKey(seatOf(side)))}
            places={model.graph.value.lands}
            ownerOf={(place) => ownerOf(model, place)}
            shapeOf={(place) => shapeOf(place)!.d}
            outlines={ground.outlines}
            prefix="polis"
          />
          <Edges model={model} focus={focus} />
          <TradeLanes model={model} />
          <Markets model={model} focus={focus} />
        </>
      }
      marks={(camera) => <Marks model={model} focus={focus} camera={camera} />}
      over={(camera) => (
        <>
          <Ways model={model} camera={camera} />
          <Noted table={table} at={(place) => model.spotOf(place)} camera={camera} />
        </>
      )}
      corner={<Legend model={model} />}
      follow={(camera) => followAction(model, camera)}
    />
  );
}

/** On small screens the map comes near to the viewer's own action, and goes back when the next choice lies elsewhere. */
function followAction(model: Model, camera: Camera): void {
  const subject = model.subject.value;
  const choices = [...model.choices.value.places.keys()];
  const points = (places: readonly string[]): Point[] => places.map((place) => model.spotOf(place)).map(([x, y]) => ({ x, y }));
  if (model.position.value.decider !== model.mine.value) camera.leave();
  else if (subject) camera.follow(points([subject, ...choices]));
  else if (choices.length) camera.offer(points(choices));
  else camera.leave();
}

// ---- Regions

interface Props {
  readonly model: Model;
  readonly focus: Signal<Focus>;
}

function Regions({ model, focus, of }: Props & { of: "land" | "sea" }) {
  const { lands, seas } = model.graph.value;
  return (
    <g>
      {(of === "land" ? lands : seas).map((region) => (
        <Region key={region} model={model} place={region} focus={focus} of={of} />
      ))}
    </g>
  );
}

/** The key of the seat whose side controls a region. */
function ownerOf(model: Model, region: string): string {
  const control = model.facts.value.control(region);
  return seatKey(control && seatOf(control));
}

function Region({ model, place, focus, of }: Props & { place: string; of: "land" | "sea" }) {
  const seat = useComputed(() => ownerOf(model, place));
  return <Shape model={model} place={place} focus={focus} prefix="polis" d={shapeOf(place)!.d} look={`map-${of}`} seat={seat} />;
}

function Edges({ model, focus }: Props) {
  const { lands, seas, isSea } = model.graph.value;
  return (
    <g aria-hidden="true">
      {[...seas, ...lands].map((place) => {
        const kind = isSea(place) ? "sea" : "land";
        return <Edge key={place} model={model} place={place} focus={focus} prefix="polis" d={edges[place] ?? shapeOf(place)!.d} kind={kind} />;
      })}
    </g>
  );
}

function Markets({ model, focus }: Props) {
  return (
    <g>
      {model.graph.value.markets.map((market) => (
        <MarketMat key={market.id} model={model} market={market} focus={focus} />
      ))}
    </g>
  );
}

// ---- Marks and names

function Marks({ model, focus, camera }: Props & { camera: Camera }) {
  const { lands, seas, poleis, markets, isSea } = model.graph.value;
  const layout = useMemo(() => {
    const mats = markets.map(matOf);
    return new Layout(
      camera,
      map,
      ground.room,
      mats.map(({ x, y, width: w, height: h }) => ({ spot: [x + w / 2, y + h / 2], w: w / 2, h: h / 2 })),
    );
  }, [camera]);
  useSignalEffect(() => {
    const kept = [model.picked.value, model.looked.value, model.subject.value];
    layout.keep(kept.filter((place) => place !== null));
  });
  return (
    <>
      <g aria-hidden="true">
        <Ports model={model} layout={layout} />
        {lands.map((region) => (
          <Tribute key={region} model={model} region={region} layout={layout} />
        ))}
      </g>
      <g>
        {poleis.map((polis) => (
          <City key={polis} model={model} polis={polis} focus={focus} layout={layout} />
        ))}
      </g>
      <g aria-hidden="true">
        {[...lands, ...seas].map((region) => (
          <Units key={region} model={model} region={region} layout={layout} />
        ))}
        {[...seas, ...lands].map((place) => (
          <Name
            key={place}
            model={model}
            place={place}
            prefix="polis"
            layout={layout}
            kind={isSea(place) ? "sea" : "land"}
            spot={shapeOf(place)!.label}
            isApart
          />
        ))}
        {poleis.map((polis) => (
          <Name
            key={polis}
            model={model}
            place={polis}
            prefix="polis"
            layout={layout}
            kind="city"
            spot={map.poleis[polis]!}
            isApart={false}
            room={CITY_NAME}
            ground={model.graph.value.city(polis)?.region}
            sign={<Emblem polis={polis} />}
          />
        ))}
      </g>
    </>
  );
}

// ---- Ways: where units go, and where the proxenos does

function Ways({ model, camera }: { model: Model; camera: Camera }) {
  const ways = useComputed(() => waysOf(model));
  const at = (place: string): Spot => model.spotOf(place);
  return (
    <>
      {ways.value.map(({ from, to, look }) => (
        <Way key={`${from} ${to}`} from={at(from)} to={at(to)} look={look} camera={camera} />
      ))}
    </>
  );
}
