// SPDX-License-Identifier: MIT
// ChatView.tsx - talk at the table: of everybody, of one's own side, with a Master; whom one does not want to read is muted on this device.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, seatOf, type ChatMessage, type Seat } from "../api";
import { mine, mineOf, remember } from "../device";
import type { TableStore } from "../table/store";
import { moment, t } from "../words";
import { lazy } from "../lazy";
import { useAgain } from "./again";
import { Ruled } from "./Rule";
import { SeatMark } from "./SeatMark";
import { seatTitle } from "./people";

const RulingsBox = lazy(() => import("./Rulings").then((part) => part.RulingsBox), { part: true });

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

/** Who reads a line: everybody at the table, one's own side, a Master alone. */
type Channel = "all" | "team" | "master";
const again = 6000; // ms after which a chat is asked for again of which sockets may tell nothing

/** The lines of a chat that not everybody reads; of everybody's, those that the table has been told. */
function useLines(table: TableStore, channel: Channel): { lines: readonly ChatMessage[]; ask: () => void } {
  const [heard, setHeard] = useState<Partial<Record<Channel, readonly ChatMessage[]>>>({});
  const last = useRef<Partial<Record<Channel, number>>>({});
  const ask = () => {
    if (channel === "all") return;
    const query = { to: channel, after: last.current[channel] ?? 0 };
    void table.ask<{ messages: readonly ChatMessage[] }>("/chat", undefined, query).then(
      ({ messages }) => {
        const news = messages.filter(({ n }) => n > (last.current[channel] ?? 0));
        if (!news.length) return;
        last.current[channel] = news[news.length - 1]!.n;
        setHeard((now) => ({ ...now, [channel]: [...(now[channel] ?? []), ...news] }));
      },
      (cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause; // It is asked for again.
      },
    );
  };
  const { posts } = table.now.value ?? {};
  useEffect(ask, [channel, posts]);
  useAgain(ask, again);
  return { lines: channel === "all" ? table.chat.value : (heard[channel] ?? []), ask };
}

function Channels({ channels, chosen, onChoose }: { channels: readonly Channel[]; chosen: Channel; onChoose: (one: Channel) => void }) {
  const words = { all: t("chat_to_all"), team: t("chat_to_team"), master: t("chat_to_master") };
  return (
    <div class="segmented chat-channels" role="group" aria-label={t("chat_to")}>
      {channels.map((one) => (
        <button key={one} type="button" class="button small" aria-pressed={one === chosen} data-channel={one} onClick={() => onChoose(one)}>
          {words[one]}
        </button>
      ))}
    </div>
  );
}

export function ChatView({ table }: { table: TableStore }) {
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const state = table.shown.value;
  const muted = mutedOf(table.match);
  const sided = table.board.value?.days?.teams && !!state && seatOf(state) !== null;
  const channels: readonly Channel[] = sided ? ["team", "all", ...(state.masters?.length ? (["master"] as const) : [])] : ["all"];
  const [wanted, setChannel] = useState<Channel>("team");
  const channel = channels.includes(wanted) ? wanted : "all";
  const heard = useLines(table, channel);
  const lines = heard.lines.filter((line) => !muted.includes(line.seat));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length]);
  if (!state) return null;
  const may = state.you !== null && !state.seats.find(({ seat }) => seat === state.you)?.muted;
  const send = async (event: Event) => {
    event.preventDefault();
    const said = text.trim();
    const to = channel === "all" ? {} : { to: channel };
    if (!said) return;
    setText(""); // the next line may be typed while this one is on its way
    if (await table.post("chat", { text: said, ...to })) heard.ask();
    else setText((next) => [said, next].filter(Boolean).join(" "));
  };
  const nameOf = (seat: string) => {
    const found = state.seats.find((one) => one.seat === seat);
    return found ? seatTitle(found) : t(seat === "table" ? "chat_table" : "host");
  };
  return (
    <div class="chat">
      {channels.length > 1 && <Channels channels={channels} chosen={channel} onChoose={setChannel} />}
      <div class="scroll chat-lines" ref={box} tabIndex={0} role="region" aria-label={t("chat")}>
        {lines.length === 0 && <p class="soft">{t("chat_empty")}</p>}
        <div role="log" aria-live="polite">
          <ol>
            {lines.map((line) => (
              <li key={line.n}>
                {line.seat !== "table" && <SeatMark seat={line.seat} />} <strong>{nameOf(line.seat)}</strong>{" "}
                <time dateTime={new Date(line.at).toISOString()}>{moment(line.at)}</time>
                <p>
                  <Ruled text={line.text} game={state.game} />
                </p>
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
              placeholder={t(channel === "team" ? "chat_label_team" : channel === "master" ? "chat_label_master" : "chat_label")}
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
      {state.masters?.length ? <RulingsBox match={table.match} game={state.game} news={state.posts ?? 0} /> : null}
      <Mutes match={table.match} seats={state.seats} you={state.you} />
    </div>
  );
}
