// SPDX-License-Identifier: MIT
// Ways.tsx - the line of an attack, of a voyage or of a march, from place to place.
import { useComputed } from "@preact/signals";
import type { Camera } from "../../map/camera";
import { Way } from "../../map/Way";
import type { Model } from "./model";
import { spotOf } from "./shapes";

export function Ways({ model, camera }: { model: Model; camera: Camera }) {
  const way = useComputed(() => model.way.value).value;
  return way ? <Way from={spotOf(way.from)} to={spotOf(way.to)} look={way.kind} camera={camera} /> : null;
}
