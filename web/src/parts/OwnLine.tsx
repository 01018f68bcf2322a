// SPDX-License-Identifier: MIT
// OwnLine.tsx - on a narrow screen, under the head: what the viewer has, and the clock that runs. The seats themselves are out of sight.
import type { TableStore } from "../table/store";
import { t } from "../words";
import { SeatMark } from "./SeatMark";
import { ClockFace } from "./Seats";
import { seatOf } from "../api";

export function OwnLine({ table, onOpen }: { table: TableStore; onOpen: () => void }) {
  const state = table.shown.value!;
  const Score = table.board.value?.Seat;
  const you = seatOf(state);
  const clock = state.clock && state.clock.kind !== "none" && state.status === "playing" ? state.clock : null;
  const ticks = you && state.actors.includes(you) ? you : state.actors.find((seat) => clock?.seats?.[seat]);
  if (!(you && Score) && !(clock && ticks)) return null;
  return (
    <section class="own-line" aria-label={t("own_line")} data-key="own" onClick={onOpen}>
      {you && Score && (
        <span class="own-score scroll" tabIndex={0} role="group" aria-label={t("seat_named", you)}>
          <Score table={table} seat={you} />
        </span>
      )}
      {clock && ticks && (
        <span class="own-clock">
          {ticks !== you && <SeatMark seat={ticks} label={t("seat_named", ticks)} />}
          <ClockFace clock={clock} seat={ticks} running offset={table.clockOffset.value} />
        </span>
      )}
    </section>
  );
}
