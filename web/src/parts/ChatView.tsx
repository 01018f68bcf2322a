// SPDX-License-Identifier: MIT
// ChatView.tsx - talk at the table; whom one does not want to read is muted on this device.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat } from "../api";
import { mine, mineOf, remember } from "../device";
import type { TableStore } from "../table/store";
import { moment, t } from "../words";
import { SeatMark } from "./SeatMark";
import { seatTitle } from "./people";

function mutedOf(match: string): readonly string[] {
  return mine.value[match]?.muted ?? [];
}

function toggleMute(match: string, seat: string): void {
  const muted = mineOf(match).muted ?? [];
  remember(match, { muted: muted.includes(seat) ? muted.filter((one) => one !== seat) : [...muted, seat] });
}

function Mutes({ match, seats, you }: { match: string; seats: readonly Seat[]; you: string | null }) {
  const others = seats.filter(({ seat, who }) => seat !== you && who === "human");
  if (others.length === 0) return null;
  const muted = mutedOf(match);
  return (
    <details class="mutes">
      <summary>{t("chat_mute")}</summary>
      {others.map((one) => (
        <label key={one.seat} class="check">
          <input type="checkbox" checked={muted.includes(one.seat)} onChange={() => toggleMute(match, one.seat)} />
          <SeatMark seat={one.seat} /> {seatTitle(one)}
        </label>
      ))}
    </details>
  );
}

export function ChatView({ table }: { table: TableStore }) {
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const state = table.shown.value;
  const muted = mutedOf(table.match);
  const lines = table.chat.value.filter((line) => !muted.includes(line.seat));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length]);
  if (!state) return null;
  const may = state.you !== null && !state.seats.find(({ seat }) => seat === state.you)?.muted;
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await table.post("chat", { text: text.trim() }))) setText("");
  };
  const nameOf = (seat: string) => {
    const found = state.seats.find((one) => one.seat === seat);
    return found ? seatTitle(found) : t(seat === "table" ? "chat_table" : "host");
  };
  return (
    <div class="chat">
      <div class="scroll chat-lines" ref={box} tabIndex={0} role="region" aria-label={t("chat")}>
        {lines.length === 0 && <p class="soft">{t("chat_empty")}</p>}
        <div role="log" aria-live="polite">
          <ol>
            {lines.map((line) => (
              <li key={line.n}>
                {line.seat !== "table" && <SeatMark seat={line.seat} />} <strong>{nameOf(line.seat)}</strong>{" "}
                <time dateTime={new Date(line.at).toISOString()}>{moment(line.at)}</time>
                <p>{line.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {may ? (
        <form onSubmit={(event) => void send(event)}>
          <label class="grow">
            <span class="hidden">{t("chat_label")}</span>
            <input
              type="text"
              data-key="chat"
              maxLength={500}
              value={text}
              placeholder={t("chat_label")}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" disabled={!text.trim()}>
            {t("send")}
          </button>
        </form>
      ) : (
        <p class="soft">{state.you === null ? t("chat_watch") : t("chat_muted")}</p>
      )}
      <Mutes match={table.match} seats={state.seats} you={state.you} />
    </div>
  );
}
