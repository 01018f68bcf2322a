// SPDX-License-Identifier: MIT
// Window.tsx - the open window: until when, how long still, and what the Master does to it: close, put off, pause.
import { useState } from "preact/hooks";
import { useTick } from "../parts/Seats";
import { duration, t } from "../words";
import { Act, DeskDialog } from "./Act";
import type { HostMove } from "./asks";
import { placesOf } from "./hands";
import type { MasterStore } from "./store";
import { w } from "./say";

const hour = 60; // minutes

function Countdown({ desk }: { desk: MasterStore }) {
  const now = useTick() + desk.clockOffset.value;
  const open = desk.now.value?.window;
  if (!open) return <p class="countdown">{w("no_window")}</p>;
  const left = open.closes === null ? null : open.closes - now;
  return (
    <div class="countdown">
      <p class="countdown-name">{open.name ?? open.id}</p>
      <p>
        {open.paused ? t("window_paused") : left === null ? w("no_time") : t("window_until", open.text ?? "")}
        {left !== null && !open.paused && (
          <strong class={left < hour * 60_000 ? "clock short" : "clock still"}> {duration(left)}</strong>
        )}
      </p>
    </div>
  );
}

/** The time at which the window is to close, by this device's clock. */
function At({ desk, onDone }: { desk: MasterStore; onDone: () => void }) {
  const [at, setAt] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    const closes = new Date(at).getTime();
    if (Number.isFinite(closes) && (await desk.putOff({ closes }))) onDone();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <label>
        {w("closes_at")}
        <input type="datetime-local" required value={at} onInput={(event) => setAt(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button primary">
        {w("put_off")}
      </button>
    </form>
  );
}

/** Asks once more, shows what everybody will read, and makes the move. */
function Sure({ desk, move, onClose }: { desk: MasterStore; move: HostMove; onClose: () => void }) {
  return (
    <DeskDialog desk={desk} title={move.words} onClose={onClose}>
      <Act desk={desk} moves={[move]} label={move.words} does={move.words} onDone={onClose} />
    </DeskDialog>
  );
}

export function WindowCard({ desk }: { desk: MasterStore }) {
  const [sure, setSure] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const state = desk.now.value!;
  // The hour at which it closes is the table's, and is changed by the fields here.
  const moves = desk.movesOf(placesOf.window.filter((verb) => verb !== "deadline"));
  const known = sure === null ? undefined : moves.find(({ text }) => text === sure);
  const more = () => void desk.putOff({ extend: hour });
  return (
    <section class="card window-card" aria-labelledby="desk-window">
      <h2 id="desk-window">{w("window")}</h2>
      <Countdown desk={desk} />
      <div class="row">
        {moves
          .filter(({ number }) => !number)
          .map((move) => (
            <button key={move.text} type="button" class="button small" onClick={() => setSure(move.text)}>
              {move.words}
            </button>
          ))}
        {state.window?.closes != null && (
          <>
            <button type="button" class="button small" onClick={more}>
              {w("one_hour_more")}
            </button>
            <button type="button" class="button small" onClick={() => setAsks(true)}>
              {w("put_off")}
            </button>
          </>
        )}
      </div>
      {known && <Sure desk={desk} move={known} onClose={() => setSure(null)} />}
      {asks && (
        <DeskDialog desk={desk} title={w("put_off")} onClose={() => setAsks(false)}>
          <At desk={desk} onDone={() => setAsks(false)} />
        </DeskDialog>
      )}
    </section>
  );
}
