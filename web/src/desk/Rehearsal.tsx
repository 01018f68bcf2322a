// SPDX-License-Identifier: MIT
// Rehearsal.tsx - the closing of the open window before it happens: who would be silent, what would run, what might fall. No die is thrown.
import { useState } from "preact/hooks";
import { ApiError } from "../api";
import { Message } from "../parts/basic";
import { RuleLink } from "../parts/Rule";
import { seatTitle } from "../parts/people";
import { listing, percent } from "../words";
import { readersOf } from "./Act";
import type { Reading } from "./asks";
import { w } from "./say";
import type { MasterStore } from "./store";

interface Rehearsed {
  readonly closes: boolean;
  readonly rule: string | null;
  readonly silent: readonly string[];
  readonly readings: readonly Reading[];
  readonly throw: Thrown | null;
}

interface Thrown {
  readonly ways: number;
  readonly outcomes: readonly { readonly words: string; readonly chance: number }[];
}

/** What may fall. Of more ways than are told (docs/api.md), all as likely, a part would say nothing. */
function Throw({ ways, outcomes }: Thrown) {
  const even = (outcomes[0]?.chance ?? 0) * ways < 1.001; // the likeliest is as likely as all
  if (even && outcomes.length < ways) return <p>{w("rehearsal_even", ways)}</p>;
  return (
    <>
      <p>{w("rehearsal_throw", ways)}</p>
      <ul>
        {outcomes.map((one) => (
          <li key={one.words}>
            {one.words}: {percent(one.chance)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Told({ desk, told }: { desk: MasterStore; told: Rehearsed }) {
  const state = desk.now.value!;
  const silent = state.seats.filter(({ seat }) => told.silent.includes(seat)).map(seatTitle);
  if (!told.closes)
    return (
      <Message kind="info">
        {w("rehearsal_stands")} {told.rule && <RuleLink game={desk.info.id} rule={told.rule} />}
      </Message>
    );
  return (
    <>
      <p>{silent.length > 0 ? w("rehearsal_silent", listing(silent)) : w("rehearsal_nobody_silent")}</p>
      <dl class="readings">
        {told.readings.map((one, i) => (
          <div key={i}>
            <dt>{w("will_read", readersOf(one, state))}</dt>
            <dd>{one.text.trim() || w("reads_nothing")}</dd>
          </div>
        ))}
      </dl>
      {told.throw && <Throw {...told.throw} />}
    </>
  );
}

export function Rehearsal({ desk }: { desk: MasterStore }) {
  const [told, setTold] = useState<Rehearsed | null>(null);
  if (!desk.now.value?.window) return null;
  const ask = () =>
    void desk.asks.get<Rehearsed>("/rehearsal").then(setTold, (cause: unknown) => {
      if (!(cause instanceof ApiError)) throw cause;
      desk.wrong.value = cause;
    });
  return (
    <section class="rehearsal" aria-labelledby="desk-rehearsal">
      <h3 id="desk-rehearsal">{w("rehearsal")}</h3>
      <p>{w("rehearsal_says")}</p>
      <button type="button" class="button small" onClick={ask}>
        {w("rehearse")}
      </button>
      {told && <Told desk={desk} told={told} />}
    </section>
  );
}
