// SPDX-License-Identifier: MIT
// Seat.tsx - what a seat has: points on the way to the target, provinces, seas, centres, forces, cards.
import { useComputed } from "@preact/signals";
import type { Table } from "../../board";
import { Tally } from "./Glyph";
import { modelOf } from "./model";
import { largestEmpire } from "./position";

export function Seat({ table, seat }: { table: Table; seat: string }) {
  const model = modelOf(table);
  const counted = useComputed(() => {
    const position = model.position.value;
    const { seas } = model.graph.value;
    const own = position.provincesOf(seat);
    return {
      points: position.points[seat] ?? 0,
      fell: (position.fell[seat] ?? 0) > 0,
      provinces: own.length,
      empire: largestEmpire(own, model.graph.value),
      seas: seas.filter((sea) => position.control(sea) === seat).length,
      centres: own.filter(position.centre).length,
      legionaries: own.reduce((sum, province) => sum + position.legionaries(province), 0),
      triremes: seas.reduce((sum, sea) => sum + position.triremes(sea, seat), 0),
      cards: position.handSize[seat] ?? 0,
    };
  });
  const n = counted.value;
  const target = Number(table.state.options.victory_points ?? 0);
  const points = target ? model.say("points_of", n.points, target) : model.say("points_only", n.points);
  if (n.fell) return <span class="spqr-seat fallen">{`${model.say("eliminated")} · ${model.say("points_only", n.points)}`}</span>;
  return (
    <span class="spqr-seat">
      <span class="spqr-points" role="img" aria-label={points} title={points}>
        <strong aria-hidden="true">{n.points}</strong>
        {target > 0 && (
          <>
            <svg class="spqr-track" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="all" width="100" height="6" rx="3" />
              <rect class="won" width={Math.min(100, (100 * n.points) / target)} height="6" rx="3" />
            </svg>
            <span aria-hidden="true">{target}</span>
          </>
        )}
      </span>
      <span class="spqr-tallies">
        <Tally name="province" n={n.provinces} label={`${model.say("provinces", n.provinces)}, ${model.say("empire", n.empire)}`} />
        <Tally name="sea" n={n.seas} label={model.say("seas", n.seas)} />
        <Tally name="centre" n={n.centres} label={model.say("centres", n.centres)} />
        <Tally name="legionary" n={n.legionaries} label={model.say("legionaries", n.legionaries)} />
        <Tally name="trireme" n={n.triremes} label={model.say("triremes", n.triremes)} />
        <Tally name="cards" n={n.cards} label={model.say("cards", n.cards)} />
      </span>
    </span>
  );
}
