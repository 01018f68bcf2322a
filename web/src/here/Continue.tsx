// SPDX-License-Identifier: MIT
// Continue.tsx - from a match of this device to a table with friends: a new match at the server, from this position, with a new seed.
import { useState } from "preact/hooks";
import { ApiError, apiText } from "../api";
import { Message } from "../parts/basic";
import { isBot, seatTitle } from "../parts/people";
import { go } from "../route";
import { createTable } from "../table/rematch";
import type { TableStore } from "../table/store";
import { w } from "./say";

export function Continue({ table }: { table: TableStore }) {
  const state = table.now.value;
  const [friends, setFriends] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  if (!state || state.status === "over") return null;
  const choose = (seat: string, friend: boolean) => {
    const others = [...friends].filter((one) => one !== seat);
    setFriends(new Set(friend ? [...others, seat] : others));
  };
  const begin = async () => {
    setBusy(true);
    try {
      const of = (what: string) => apiText(`/matches/${table.match}/${what}`, table.who());
      const transcript = await of("transcript");
      const plan = {
        game: state.game,
        seats: state.seats.map(({ seat, who }) => (friends.has(seat) ? "human" : who)),
        names: state.seats.map(({ seat, name }) => (friends.has(seat) ? "" : name)),
        name: state.name,
        start: "now" as const,
        transcript,
        ...(state.scenario ? { scenario: await of("scenario") } : {}),
      };
      const own = state.seats.flatMap(({ who }, i) => (isBot(who) ? [] : [i]));
      go(await createTable(plan, own, own.length > 1));
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError) setFailure(cause.body.text);
      else throw cause;
    }
  };
  return (
    <details class="card" data-key="continue">
      <summary>{w("continue")}</summary>
      <p>{w("continue_says")}</p>
      {state.seats
        .filter(({ who }) => isBot(who))
        .map((seat) => (
          <label key={seat.seat} class="check">
            <input
              type="checkbox"
              checked={friends.has(seat.seat)}
              onChange={(event) => choose(seat.seat, event.currentTarget.checked)}
            />
            {w("continue_friend", seatTitle(seat))}
          </label>
        ))}
      {failure && (
        <Message kind="bad" alert>
          {failure}
        </Message>
      )}
      <button type="button" class="button primary" disabled={busy} onClick={() => void begin()}>
        {w("continue")}
      </button>
    </details>
  );
}
