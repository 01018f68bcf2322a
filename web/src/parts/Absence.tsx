// SPDX-License-Identifier: MIT
// Absence.tsx - being away for a while: vacations, standing orders; a seat is lent, taken over and given back; the table reads who plays
// for whom.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, seatOf, type Seat } from "../api";
import { letGo, mine, prefs, writePref } from "../device";
import type { TableStore } from "../table/store";
import { moment, t } from "../words";
import { Failure, useAct } from "./act";
import { Dialog, Icon, LinkField, Title } from "./basic";
import { seatTitle } from "./people";
import { SeatMark } from "./SeatMark";
import { Standing } from "./Standing";
import { terms } from "./terms";

/** Why a seat could not be taken: told over the table at which one sits oneself. */
const refused = signal<string | null>(null);

const day = 24 * 3600 * 1000;

/** A time as a field of the browser has it, in its own zone. */
const fieldOf = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const lentSays = (seat: Seat): string => {
  const until = moment(seat.lent!.until);
  return seat.lent!.name === null ? terms("lent_open", seat.seat, until) : terms("lent_taken", seat.lent!.name, seat.seat, until);
};

/** In the menu of whoever sits here. */
export function Away({ table }: { table: TableStore }) {
  const [asked, setAsked] = useState(false);
  const state = table.now.value;
  if (!state || !seatOf(state) || state.status === "over") return null;
  return (
    <>
      <button type="button" class="button" data-key="away" onClick={() => setAsked(true)}>
        {terms("away")}
      </button>
      {asked && (
        <Dialog title={terms("away")} onClose={() => setAsked(false)}>
          <Vacation table={table} />
          <Lending table={table} />
          <Standing table={table} state={state} />
        </Dialog>
      )}
    </>
  );
}

/** Days off, at tables that have them. */
function Vacation({ table }: { table: TableStore }) {
  const { busy, failure, act } = useAct();
  const [until, setUntil] = useState(() => fieldOf(Date.now() + 3 * day));
  const state = table.now.value;
  const vacation = state?.seats.find(({ seat }) => seat === state.you)?.vacation;
  if (!state || !vacation || state.lent) return null;
  const path = `/matches/${table.match}/vacation`;
  const leave = () => act(() => api(path, { ...table.who(), body: { until: new Date(until).getTime() } }));
  const back = () => act(() => api(path, { ...table.who(), method: "DELETE" }));
  return (
    <section class="away" aria-label={terms("vacation")}>
      <h3>{terms("vacation")}</h3>
      <p>{terms(state.clock?.kind === "windows" ? "vacation_deputy" : "vacation_says", vacation.days)}</p>
      <Failure text={failure} />
      {vacation.until === null ? (
        <form onSubmit={(event) => (event.preventDefault(), void leave())}>
          <label>
            {terms("lend_until")}
            <input
              type="datetime-local"
              required
              value={until}
              min={fieldOf(Date.now())}
              max={fieldOf(Date.now() + vacation.days * day)}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" data-key="vacation" disabled={busy || !until || vacation.days === 0}>
            {terms("vacation_begin")}
          </button>
        </form>
      ) : (
        <>
          <p role="status">{terms("vacation_until", state.you ?? "", moment(vacation.until))}</p>
          <button type="button" class="button primary" data-key="vacation-end" disabled={busy} onClick={() => void back()}>
            {terms("vacation_end")}
          </button>
        </>
      )}
    </section>
  );
}

/** Lending, taking back. */
function Lending({ table }: { table: TableStore }) {
  const { busy, failure, act } = useAct();
  const [until, setUntil] = useState(() => fieldOf(Date.now() + 3 * day));
  const [url, setUrl] = useState<string | null>(null);
  const path = `/matches/${table.match}/loan`;
  const state = table.now.value;
  const own = state?.seats.find(({ seat }) => seat === state.you);
  if (!state || !own) return null;
  const lend = () =>
    act(async () => setUrl((await api<{ url: string }>(path, { ...table.who(), body: { until: new Date(until).getTime() } })).url));
  const back = () => act(() => api(path, { ...table.who(), method: "DELETE" }).then(() => setUrl(null)));
  return (
    <section class="away" aria-label={terms("lend")}>
      <h3>{terms("lend")}</h3>
      <p>{state.lent ? terms("borrow_hint") : terms("lend_says")}</p>
      {own.lent && <p role="status">{lentSays(own)}</p>}
      {url && own.lent && (
        <>
          <LinkField url={url} label={terms("lend_link")} />
          <p class="soft">{terms("lend_once")}</p>
        </>
      )}
      <Failure text={failure} />
      {own.lent && (
        <button type="button" class="button primary" data-key="take-back" disabled={busy} onClick={() => void back()}>
          {state.lent ? terms("give_back") : terms("take_back")}
        </button>
      )}
      {!state.lent && (
        <form onSubmit={(event) => (event.preventDefault(), void lend())}>
          <label>
            {terms("lend_until")}
            <input
              type="datetime-local"
              required
              value={until}
              min={fieldOf(Date.now())}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" data-key="lend" disabled={busy || !until}>
            {terms("lend")}
          </button>
        </form>
      )}
    </section>
  );
}

/** By the link of a seat that is lent: who lends it, until when; then one plays. */
export function BorrowCard({ table }: { table: TableStore }) {
  const { busy, failure, act } = useAct();
  const state = table.shown.value!;
  const seat = state.seats.find((one) => one.seat === state.lent);
  const [name, setName] = useState(prefs.peek().name);
  useEffect(() => setTitle(terms("borrow_title")), []);
  if (!seat?.lent) return null;
  const own = table.who().token;
  const take = async () => {
    if (name.trim()) writePref("name", name.trim());
    const seats = (mine.peek()[table.match]?.held ?? []).map(({ token }) => token).filter((token) => token !== own);
    await act(async () => {
      try {
        await api(`/matches/${table.match}/loan/take`, { ...table.who(), body: { name: name.trim(), seats } });
      } catch (cause) {
        if (!own || !(cause instanceof ApiError) || !["own_loan", "other_side"].includes(cause.body.error)) throw cause;
        refused.value = cause.body.text;
        return letGo(table.match); // one's own link opens the table again
      }
      table.changeSeat(own ?? null);
    });
  };
  return (
    <main id="content" class="page join">
      <Title>{terms("borrow_title")}</Title>
      <form class="card" onSubmit={(event) => (event.preventDefault(), void take())}>
        <p class="join-seat">
          <SeatMark seat={seat.seat} /> {terms("borrow_says", seatTitle(seat), seat.seat, moment(seat.lent.until))}
        </p>
        <p class="soft">{terms("borrow_hint")}</p>
        <label>
          {t("your_name")}
          <input
            type="text"
            maxLength={40}
            required
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <Failure text={failure} />
        <button type="submit" class="button primary large" disabled={busy || !name.trim()}>
          <Icon name="check" /> {terms("borrow", seatTitle(seat))}
        </button>
      </form>
    </main>
  );
}

/** For the whole table: who is away, who plays for whom, until when. */
export function AwayLines({ seats }: { seats: readonly Seat[] }) {
  return (
    <div class="message info away-lines" role="status">
      {refused.value && (
        <div role="alert">
          <strong>{refused.value}</strong>
        </div>
      )}
      {seats
        .filter(({ lent }) => lent)
        .map((seat) => (
          <div key={seat.seat}>{lentSays(seat)}</div>
        ))}
      {seats
        .filter(({ vacation }) => vacation?.until)
        .map(({ seat, vacation }) => (
          <div key={seat}>{terms("vacation_until", seat, moment(vacation!.until!))}</div>
        ))}
    </div>
  );
}
