// SPDX-License-Identifier: MIT
// People.tsx - who plays: the link by which people enrol, who waits for an answer, who sits where; other Masters.
import { useEffect, useState } from "preact/hooks";
import { ApiError, type Seat, type State } from "../api";
import { mine } from "../device";
import { LinkField, Message } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { ToBot } from "../parts/ToBot";
import { botTitle, isBot, seatTitle } from "../parts/people";
import { lang, t } from "../words";
import { Act } from "./Act";
import type { Enrolment, Enrolments, Made } from "./asks";
import { ForChat } from "./copy";
import { placesOf } from "./hands";
import { sidesOf } from "./Eyes";
import type { MasterStore } from "./store";
import { w } from "./say";

const lookEvery = 5000; // ms

function useEnrolments(desk: MasterStore) {
  const [all, setAll] = useState<Enrolments | null>(null);
  const look = () =>
    desk.asks.get<Enrolments>("/enrolments").then(setAll, (cause: unknown) => {
      if (!(cause instanceof ApiError)) throw cause;
    });
  useEffect(() => {
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && void look(), lookEvery);
    return () => clearInterval(timer);
  }, [desk]);
  return { all, look };
}

const isFree = (seat: Seat) => isBot(seat.who) || !seat.joined;

// ---- The link ----------------------------------------------------------------------------------------------------------------------

function TheLink({ desk, open, look }: { desk: MasterStore; open: boolean; look: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const set = async (wanted: boolean) => {
    const made = await desk.act<Partial<Made>>("/enrolment", { open: wanted });
    if (made) setUrl(made.url ?? null);
    look();
  };
  return (
    <section aria-labelledby="people-link">
      <h3 id="people-link">{w("enrol_link")}</h3>
      <p>{open ? w("enrol_open") : w("enrol_not_open")}</p>
      {url && (
        <>
          <LinkField url={url} label={w("enrol_link")} />
          <ForChat text={w("invitation", desk.now.value?.name || desk.info.title, url)} label={w("invitation_label")} />
        </>
      )}
      <div class="row">
        <button type="button" class="button primary" onClick={() => void set(true)}>
          {open ? w("enrol_renew") : w("enrol_begin")}
        </button>
        {open && (
          <button type="button" class="button" onClick={() => void set(false)}>
            {w("enrol_end")}
          </button>
        )}
      </div>
    </section>
  );
}

/** One link a seat, as far as this device knows them, for whoever hands them out without enrolment. Whoever was seated has another one. */
function LinkList({ desk }: { desk: MasterStore }) {
  const state = desk.now.value!;
  const known = new Map((mine.value[desk.match]?.links ?? []).map(({ seat, url }) => [seat, url]));
  const sides = state.sides ?? [{ side: "", seats: state.seats.map(({ seat }) => seat) }];
  const lines = sides.flatMap(({ name, seats }) =>
    state.seats
      .filter(({ seat, who, joined, name: taken }) => seats.includes(seat) && known.has(seat) && who === "human" && !joined && !taken)
      .map((one) => `${[name, seatTitle(one)].filter(Boolean).join(", ")}: ${known.get(one.seat)}`),
  );
  if (lines.length === 0) return null;
  return (
    <details class="card link-list">
      <summary>{w("links_list")}</summary>
      <p>{w("links_list_says")}</p>
      <ForChat text={lines.join("\n")} label={w("links_list")} />
    </details>
  );
}

// ---- Who waits -----------------------------------------------------------------------------------------------------------------------

/** The seat that is meant for somebody who waits: the wish, if it is free, else the first free one. */
function meant(state: State, one: Enrolment, taken: ReadonlySet<string>): string {
  const free = state.seats.filter((seat) => isFree(seat) && !taken.has(seat.seat)).map(({ seat }) => seat);
  const side = state.sides?.find(({ seats }) => one.seat !== null && seats.includes(one.seat));
  return (one.seat && free.includes(one.seat) ? one.seat : (free.find((seat) => side?.seats.includes(seat)) ?? free[0])) ?? "";
}

function Waiting({ desk, one, look, seat: first }: { desk: MasterStore; one: Enrolment; look: () => void; seat: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const state = desk.now.value!;
  const seat = chosen ?? first;
  const sits = state.seats.find((at) => at.seat === seat);
  const replaces = sits && !isFree(sits);
  const wished = sidesOf(state).find((side) => state.sides?.find(({ side: id }) => id === side.side)?.seats.includes(one.seat ?? ""));
  const answer = async (body: unknown, said: string) => {
    await desk.act(`/enrolments/${one.enrolment}`, body, said);
    look();
  };
  return (
    <li class="card">
      <p>
        <strong>{one.name}</strong> {wished && <span class="tag">{w("wishes_for", wished.name)}</span>}
      </p>
      {one.wishes && <p class="as-written">{one.wishes}</p>}
      <label>
        {w("seat_for", one.name)}
        <select value={seat} onChange={(event) => setChosen(event.currentTarget.value)}>
          {(state.sides ?? [{ side: "", name: "", seats: state.seats.map((at) => at.seat) }]).map((side) => (
            <optgroup key={side.side} label={side.name || t("seats")}>
              {state.seats
                .filter((at) => side.seats.includes(at.seat))
                .map((at) => (
                  <option key={at.seat} value={at.seat}>
                    {isFree(at) ? w("seat_is_free", at.seat) : w("seat_is_of", at.seat, seatTitle(at))}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      {replaces && <Message kind="warn">{w("replaces", one.name, seatTitle(sits))}</Message>}
      <div class="row">
        <button
          type="button"
          class="button primary small"
          disabled={!seat}
          onClick={() => void answer({ accept: seat, ...(replaces ? { replace: true } : {}) }, w("seated_said", one.name))}
        >
          {replaces ? w("replace") : w("accept")}
        </button>
        <button type="button" class="button small" onClick={() => void answer({ refuse: true }, w("refused_said", one.name))}>
          {w("refuse")}
        </button>
      </div>
    </li>
  );
}

/** How many of each side wish to be what, where the game bounds it. */
function Quotas({ desk, all }: { desk: MasterStore; all: Enrolments }) {
  const state = desk.now.value!;
  const rows = (state.sides ?? []).flatMap((side) =>
    (desk.board.value?.wishes?.(desk.info, lang.value, side) ?? []).flatMap((wish) => {
      const n = all.enrolments.filter(
        (one) => ["waiting", "seated"].includes(one.status) && one.wishes.split("; ")[0] === wish.name,
      ).length;
      return n > 0 && wish.most !== null ? [{ ...wish, n, most: wish.most, side }] : [];
    }),
  );
  if (rows.length === 0) return null;
  return (
    <ul class="row plain">
      {rows.map((one) => (
        <li key={one.id} class={one.n > one.most ? "tag bad" : "tag"}>
          {w("quota", one.name, one.n, one.most)}
        </li>
      ))}
    </ul>
  );
}

// ---- Who sits --------------------------------------------------------------------------------------------------------------------------

function Sitting({ desk, seat }: { desk: MasterStore; seat: Seat }) {
  const over = desk.now.value?.status === "over";
  const says = isBot(seat.who)
    ? seat.name && botTitle(seat.who) // without a name of its own that is what it is called
    : [seat.joined ? (seat.online ? t("seat_online") : t("seat_away")) : t("seat_open"), seat.deputy && t("seat_deputy")]
        .filter(Boolean)
        .join(" · ");
  return (
    <li class="row sitting">
      <span class="grow">
        <SeatMark seat={seat.seat} /> <strong>{seatTitle(seat)}</strong> <span class="soft">{says}</span>
      </span>
      {!over && !isBot(seat.who) && (
        <>
          <ToBot
            seat={seat}
            label={`${t("seat_to_bot")}: ${seatTitle(seat)}`}
            onGive={() => void desk.act(`/seats/${seat.seat}`, { who: "bot:greedy" }, w("bot_said"))}
          />
          <button
            type="button"
            class="button small"
            aria-pressed={seat.muted}
            onClick={() => void desk.act(`/seats/${seat.seat}`, { mute: !seat.muted })}
            aria-label={`${seat.muted ? t("seat_unmute") : t("seat_mute")}: ${seatTitle(seat)}`}
          >
            {seat.muted ? t("seat_unmute") : t("seat_mute")}
          </button>
        </>
      )}
    </li>
  );
}

function Masters({ desk }: { desk: MasterStore }) {
  const [name, setName] = useState("");
  const [made, setMade] = useState<(Made & { name: string }) | null>(null);
  const masters = desk.now.value?.masters ?? [];
  const add = async (event: Event) => {
    event.preventDefault();
    const answer = await desk.act<Made & { name: string }>("/masters", { name: name.trim() });
    if (!answer) return;
    setMade(answer);
    setName("");
  };
  return (
    <details class="card">
      <summary>{w("masters")}</summary>
      <p>{w("masters_says")}</p>
      <ul class="plain">
        {masters.map((one) => (
          <li key={one.master}>{w("master_named", one.name)}</li>
        ))}
      </ul>
      {made && <LinkField url={made.url} label={w("master_link", made.name)} />}
      <form class="inline" onSubmit={(event) => void add(event)}>
        <label>
          {w("master_name")}
          <input type="text" required maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button small" disabled={!name.trim()}>
          {w("master_add")}
        </button>
      </form>
    </details>
  );
}

export function PeoplePanel({ desk }: { desk: MasterStore }) {
  const { all, look } = useEnrolments(desk);
  const state = desk.now.value!;
  const waiting = all?.enrolments.filter(({ status }) => status === "waiting") ?? [];
  const taken = new Set<string>();
  const sides = state.sides ?? [{ side: "", seats: state.seats.map(({ seat }) => seat) }];
  return (
    <>
      {all && <TheLink desk={desk} open={all.open} look={() => void look()} />}
      <LinkList desk={desk} />
      {waiting.length > 0 && (
        <section aria-labelledby="people-waiting">
          <h3 id="people-waiting">{w("people_waiting", waiting.length)}</h3>
          {all && <Quotas desk={desk} all={all} />}
          <ul class="plain cards">
            {waiting.map((one) => {
              const seat = meant(state, one, taken);
              taken.add(seat);
              return <Waiting key={one.enrolment} desk={desk} one={one} seat={seat} look={() => void look()} />;
            })}
          </ul>
        </section>
      )}
      {sides.map((side) => (
        <section key={side.side} aria-label={side.name || t("seats")}>
          <h3>{side.name || t("seats")}</h3>
          <ul class="plain">
            {state.seats
              .filter(({ seat }) => side.seats.includes(seat))
              .map((seat) => (
                <Sitting key={seat.seat} desk={desk} seat={seat} />
              ))}
          </ul>
        </section>
      ))}
      <Act desk={desk} moves={desk.movesOf(placesOf.generals)} label={w("appoint")} does={w("appoint")} />
      <Masters desk={desk} />
      <details class="card">
        <summary>{w("end")}</summary>
        <Act desk={desk} moves={desk.movesOf(placesOf.end)} label={w("end_how")} />
      </details>
    </>
  );
}
