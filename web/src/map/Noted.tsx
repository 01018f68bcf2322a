// SPDX-License-Identifier: MIT
// Noted.tsx - arrows that the viewer, or the viewer's side, has drawn for itself: nobody else sees them.
import type { Table } from "../board";
import type { Camera } from "./camera";
import type { Spot } from "./spots";
import { Way } from "./Way";

/** `at`: where a place lies; null: it is none of this map's. */
export function Noted({ table, at, camera }: { table: Table; at: (place: string) => Spot | null; camera: Camera }) {
  return (
    <>
      {(table.noted ?? []).map(({ from, to }) => {
        const [start, end] = [at(from), at(to)];
        return start && end && <Way key={`${from} ${to}`} from={start} to={end} look="noted" camera={camera} />;
      })}
    </>
  );
}
