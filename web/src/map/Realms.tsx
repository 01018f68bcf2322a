// SPDX-License-Identifier: MIT
// Realms.tsx - whose land it is, seen at a glance: one line around all places of an owner that touch, in the owner's colour, with the
// owner's pattern inside of it. It lies within the border, so that two neighbours keep theirs apart.
import { useComputed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Outlines } from "./outline";

export interface RealmsProps {
  /** Keys of the seats that may own a place (seatKey). */
  readonly seats: readonly string[];
  readonly places: readonly string[];
  /** The key of a place's owner; may read signals. */
  ownerOf(place: string): string;
  shapeOf(place: string): string;
  readonly outlines: Outlines;
  readonly prefix: string;
}

export function Realms(props: RealmsProps) {
  const owned = useComputed(() => {
    const found = new Map<string, string>();
    for (const place of props.places) {
      const seat = props.ownerOf(place);
      found.set(seat, found.has(seat) ? `${found.get(seat)} ${place}` : place);
    }
    return found;
  });
  return (
    <g class="map-realms" aria-hidden="true">
      {props.seats.map((seat) => (
        <Realm key={seat} {...props} seat={seat} owned={owned} />
      ))}
    </g>
  );
}

function Realm(props: RealmsProps & { seat: string; owned: ReadonlySignal<ReadonlyMap<string, string>> }) {
  const { seat, owned, outlines, shapeOf, prefix } = props;
  // A text, so that a ply which changes nothing here draws nothing.
  const places = useComputed(() => owned.value.get(seat) ?? "").value;
  const [whole, line] = useMemo(() => {
    const own = places ? places.split(" ") : [];
    return [own.map(shapeOf).join(""), outlines.around(new Set(own))];
  }, [places]);
  if (!whole) return null;
  const clip = `${prefix}-realm-${seat}`;
  return (
    <g class="map-realm" data-seat={seat} clip-path={`url(#${clip})`}>
      <clipPath id={clip}>
        <path d={whole} />
      </clipPath>
      <path class="map-rim" d={line} stroke={`url(#${prefix}-${seat})`} />
      <path class="map-rim-line" d={line} />
    </g>
  );
}
