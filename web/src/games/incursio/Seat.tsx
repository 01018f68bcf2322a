// SPDX-License-Identifier: MIT
// Seat.tsx - a person in one line: General or Deputy, and the characters with their species, where the viewer may know them.
import { useComputed } from "@preact/signals";
import type { Table } from "../../board";
import { modelOf, sideOfSeat } from "./model";

export function Seat({ table, seat }: { table: Table; seat: string }) {
  const model = modelOf(table);
  const side = sideOfSeat(seat);
  const words = useComputed(() => {
    const position = model.position.value;
    const parts = [model.say(side)];
    if (position.general(side) === seat) parts.push(model.say("general"));
    if (position.deputy(side) === seat) parts.push(model.say("deputy"));
    for (const one of position.characters(side))
      if (one.seat === seat) parts.push(`${one.id.toUpperCase()} ${model.data.value.species.get(one.species)?.names[model.lang] ?? ""}`.trim());
    return parts.join(" · ");
  });
  return (
    <span class="inc-seat" data-side={side}>
      {model.position.value.general(side) === seat && (
        <svg class="inc-star" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 2.5 15 9l7 .8-5.2 4.8 1.5 7L12 18l-6.3 3.6 1.5-7L2 9.800 9 9z" />
        </svg>
      )}
      {words.value}
    </span>
  );
}
