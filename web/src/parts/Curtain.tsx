// SPDX-License-Identifier: MIT
// Curtain.tsx - between two people at one device. Nothing of any seat is on the page while it is down (table/hotseat.ts).
import { useEffect, useRef } from "preact/hooks";
import { setIcon, setTitle } from "../alerts";
import type { Curtain as CurtainState, HotSeat } from "../table/hotseat";
import { t } from "../words";
import { SeatMark } from "./SeatMark";

export function Curtain({ hot, curtain }: { hot: HotSeat; curtain: CurtainState }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setTitle(t("curtain"));
    setIcon(false);
    heading.current?.focus();
  }, []);
  const next = curtain.seats.find(({ seat }) => seat === curtain.next);
  const others = curtain.seats.filter((one) => one !== next);
  const nameOf = ({ seat, name }: { seat: string; name: string }) => name || t("seat_named", seat);
  return (
    <main id="content" class="curtain">
      <h1 ref={heading} tabIndex={-1}>
        {next ? t("curtain_pass", nameOf(next)) : t("curtain_who")}
      </h1>
      <p>{t("curtain_says")}</p>
      {next && (
        <button type="button" class="button primary large" onClick={() => hot.enter(next.seat)}>
          <SeatMark seat={next.seat} /> {t("curtain_me", nameOf(next))}
        </button>
      )}
      <div class="row">
        {others.map((one) => (
          <button key={one.seat} type="button" class="button" onClick={() => hot.enter(one.seat)}>
            <SeatMark seat={one.seat} /> {t("curtain_me", nameOf(one))}
          </button>
        ))}
      </div>
    </main>
  );
}
