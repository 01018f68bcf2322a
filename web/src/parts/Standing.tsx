// SPDX-License-Identifier: MIT
// Standing.tsx - standing orders: what is done for one's seat beforehand, until something happens to it; what that was.
import { useEffect, useState } from "preact/hooks";
import { api, type State } from "../api";
import type { TableStore } from "../table/store";
import { listing, moment } from "../words";
import { Failure, useAct } from "./act";
import { terms } from "./terms";

interface Answer {
  readonly text: string;
  readonly says: string;
  readonly question: string | null;
}

interface Told {
  readonly standing_order: {
    readonly pass: boolean;
    readonly until: number;
    readonly left: number;
    readonly why: string | null;
    readonly says?: string;
    readonly answers: readonly Answer[];
  } | null;
  readonly offers: readonly { readonly text: string; readonly says: string }[];
}

const day = 24 * 3600 * 1000;
const lengths = [1, 3, 7, 30];
const times = [3, 10, 30, 99];

const pathOf = (table: TableStore): string => `/matches/${table.match}/standing-order`;

/** The whole order, as it stands now; null until it is fetched. */
function useTold(table: TableStore): readonly [Told | null, (told: Told) => void] {
  const [told, setTold] = useState<Told | null>(null);
  const brief = JSON.stringify(table.now.value?.standing_order ?? null);
  useEffect(() => void api<Told>(pathOf(table), table.who()).then(setTold, () => undefined), [table, brief]);
  return [told, setTold];
}

const answerWords = ({ says, question }: Answer): string => (question ? terms("standing_question", question) : says);

/** What is done for the seat, in a sentence. */
function orderSays(order: NonNullable<Told["standing_order"]>): string {
  const does = [...(order.pass ? [terms("standing_passes")] : []), ...order.answers.map(answerWords)];
  return terms("standing_holds", listing(does), order.left, moment(order.until));
}

function End({ table, words, onEnd }: { table: TableStore; words: string; onEnd: (told: Told) => void }) {
  const { busy, failure, act } = useAct();
  const end = () => act(async () => onEnd(await api<Told>(pathOf(table), { ...table.who(), method: "DELETE" })));
  return (
    <>
      <Failure text={failure} />
      <button type="button" class="button small" data-key="standing-end" disabled={busy} onClick={() => void end()}>
        {words}
      </button>
    </>
  );
}

/** Over one's own board: that there is an order, or why it has ended. */
export function StandingLine({ table }: { table: TableStore }) {
  const [told, setTold] = useTold(table);
  const order = told?.standing_order;
  if (!order) return null;
  const stands = order.pass || order.answers.length > 0;
  return (
    <div class={order.why ? "message warn away-lines" : "message info away-lines"} role="status">
      {order.why && <div>{order.says}</div>}
      {stands && <div>{orderSays(order)}</div>}
      <End table={table} words={terms(stands ? "standing_end" : "standing_seen")} onEnd={setTold} />
    </div>
  );
}

/** In the dialog about being away. */
export function Standing({ table, state }: { table: TableStore; state: State }) {
  const { busy, failure, act } = useAct();
  const [told, setTold] = useTold(table);
  const [pass, setPass] = useState(true);
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [days, setDays] = useState(7);
  const [most, setMost] = useState(10);
  if (state.lent || !told) return null;
  const order = told.standing_order;
  const send = () =>
    act(async () => {
      const body = { pass, moves, times: most, until: Date.now() + days * day };
      setTold(await api<Told>(pathOf(table), { ...table.who(), body }));
    });
  const toggle = (text: string) => setMoves(moves.includes(text) ? moves.filter((one) => one !== text) : [...moves, text]);
  return (
    <section class="away" aria-label={terms("standing")}>
      <h3>{terms("standing")}</h3>
      <p>{terms("standing_says")}</p>
      {order && (
        <>
          <p role="status">{order.why ? order.says : orderSays(order)}</p>
          <End table={table} words={terms(order.why ? "standing_seen" : "standing_end")} onEnd={setTold} />
        </>
      )}
      <form onSubmit={(event) => (event.preventDefault(), void send())}>
        <label class="check">
          <input type="checkbox" checked={pass} onChange={() => setPass(!pass)} /> {terms("standing_pass")}
        </label>
        {told.offers.length > 0 && (
          <fieldset>
            <legend>{terms("standing_answers")}</legend>
            {told.offers.map(({ text, says }) => (
              <label key={text} class="check">
                <input
                  type="checkbox"
                  checked={moves.includes(text)}
                  disabled={!moves.includes(text) && moves.length === 4}
                  onChange={() => toggle(text)}
                />{" "}
                {says}
              </label>
            ))}
          </fieldset>
        )}
        <label>
          {terms("standing_days")}
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {lengths.map((one) => (
              <option key={one} value={one}>
                {terms("standing_until", moment(Date.now() + one * day))}
              </option>
            ))}
          </select>
        </label>
        <label>
          {terms("standing_times")}
          <select value={most} onChange={(event) => setMost(Number(event.currentTarget.value))}>
            {times.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <Failure text={failure} />
        <button type="submit" class="button" data-key="standing" disabled={busy || (!pass && moves.length === 0)}>
          {terms("standing_give")}
        </button>
      </form>
    </section>
  );
}
