// SPDX-License-Identifier: MIT
// amount.tsx - a part of a win as people read it: hundredths, with their sign.
import { decimal } from "../words";
import { w } from "./say";

export function Amount({ part }: { part: number }) {
  return <span class={part >= 0 ? "amount up" : "amount down"}>{w("points", (part > 0 ? "+" : "") + decimal(100 * part, 1))}</span>;
}
