// SPDX-License-Identifier: MIT
// Place.tsx - what there is to know about a province or a sea, and what can be done there now.
import type { Move } from "../../api";
import type { Table } from "../../board";
import { SeatMark } from "../../parts/SeatMark";
import { modelOf, type Model } from "./model";

export function Place({ table, place }: { table: Table; place: string }) {
  const model = modelOf(table);
  const graph = model.graph.value;
  if (!graph.name.has(place)) return null;
  return (
    <div class="spqr-place">
      <h2>{graph.nameOf(place)}</h2>
      {graph.isSea(place) ? <Sea model={model} sea={place} /> : <Province model={model} province={place} />}
      <Beside table={table} model={model} title={model.say(graph.isSea(place) ? "coast" : "neighbours")} places={graph.land.get(place)} />
      <Beside table={table} model={model} title={model.say("seas_head")} places={graph.water.get(place)} />
      <Attacks model={model} place={place} />
    </div>
  );
}

function Province({ model, province }: { model: Model; province: string }) {
  const position = model.position.value;
  const owner = position.owner(province) ?? null;
  const guarded = owner !== null && (model.graph.value.land.get(province) ?? []).some((next) => position.owner(next) !== owner);
  return (
    <>
      <p class="spqr-facts">
        {owner && <SeatMark seat={owner} />}
        <span>{model.ownerWords(province)}</span>
        {position.legionaries(province) > 0 && <strong>{model.say("legionaries", position.legionaries(province))}</strong>}
        {position.centre(province) && <span>{model.say("centre")}</span>}
      </p>
      {owner !== null && position.phase !== "setup" && <p class="spqr-soft">{model.say("garrison", guarded ? 2 : 1)}</p>}
    </>
  );
}

function Sea({ model, sea }: { model: Model; sea: string }) {
  const { triremes, control } = model.position.value;
  const fleets = model.seats.value.filter((seat) => triremes(sea, seat) > 0);
  const first = control(sea);
  return (
    <>
      {fleets.map((seat) => (
        <p key={seat} class="spqr-facts">
          <SeatMark seat={seat} />
          <span>{model.seatWords(seat)}</span>
          <strong>{model.say("triremes", triremes(sea, seat))}</strong>
        </p>
      ))}
      <p class="spqr-soft">
        {fleets.length === 0 && `${model.say("no_triremes")}; `}
        {first ? model.say("controlled_by", model.seatWords(first)) : model.say("controlled_by_nobody")}
      </p>
    </>
  );
}

/** Neighbours as buttons, each with its owner and number. */
function Beside(props: { table: Table; model: Model; title: string; places: readonly string[] | undefined }) {
  const { table, model, title, places } = props;
  if (!places?.length) return null;
  const position = model.position.value;
  return (
    <div class="spqr-beside">
      <h3>{title}</h3>
      <div class="spqr-chips">
        {places.map((place) => (
          <button key={place} type="button" class="spqr-chip" onClick={() => table.look(place)}>
            {!model.graph.value.isSea(place) && position.legionaries(place) > 0 && <SeatMark seat={position.owner(place) ?? null} />}
            <span>{model.nameOf(place)}</span>
            {position.legionaries(place) > 0 && <span class="spqr-chip-number">{position.legionaries(place)}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}

/** From where the viewer could attack it in this phase. */
function Attacks({ model, place }: { model: Model; place: string }) {
  const origins: readonly Move[] = model.originsAgainst(place);
  if (!origins.length) return null;
  return (
    <div class="spqr-beside">
      <h3>{model.say("can_attack")}</h3>
      <div class="spqr-chips">
        {origins.map((move) => (
          <button key={move.m} type="button" class="spqr-chip" onClick={() => model.attack(move, place)}>
            <span>{model.say("attack_from", model.nameOf(String(move.args.province)))}</span>
            <span class="spqr-chip-number">{model.position.value.legionaries(String(move.args.province))}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
