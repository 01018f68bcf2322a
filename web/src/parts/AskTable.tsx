// SPDX-License-Identifier: MIT
// AskTable.tsx - in the menu: what may be asked of the whole table. What was asked is shown by Agreement.tsx.
import { useEffect, useState } from "preact/hooks";
import { api, seatOf, type PlyMessage } from "../api";
import { isHere } from "../here/id";
import type { TableStore } from "../table/store";
import { t } from "../words";
import { Icon } from "./basic";
import { seatTitle } from "./people";
import { seatIndex } from "./SeatMark";

const pliesOffered = 12;

/** The newest plies of people that still count, each with the ply before it. */
function offered(plies: readonly PlyMessage[]): PlyMessage[] {
  const found: PlyMessage[] = [];
  let below = Infinity;
  for (let i = plies.length - 1; i >= 0 && found.length < pliesOffered; i--) {
    const one = plies[i]!;
    const back = one.seat === "host" ? /^rewind (\d+)$/.exec(one.move?.text ?? "") : null;
    if (back && one.ply < below) below = Number(back[1]) + 1;
    else if (one.ply < below && one.seat && seatIndex(one.seat) >= 0) found.push(one);
  }
  return found;
}

function AskBack({ table, ask }: { table: TableStore; ask: (body: object) => void }) {
  const state = table.now.value!;
  const plies = offered(table.log.plies.value);
  const own = plies.find((one) => one.seat === state.you) ?? plies[0];
  const [chosen, setChosen] = useState<number | null>(null);
  const to = chosen ?? own?.ply;
  if (state.takebacks === "none" || !own || to === undefined) return null;
  const who = (one: PlyMessage) => {
    const seat = state.seats.find(({ seat }) => seat === one.seat);
    return `${seat ? seatTitle(seat) : ""}: ${one.move?.words ?? t("agreement_unknown")}`;
  };
  return (
    <div class="row">
      <label>
        {t("agreement_before")}
        <select data-key="back-to" value={String(to)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {plies.map((one) => (
            <option key={one.ply} value={String(one.ply)}>
              {who(one)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="button" data-key="ask-back" onClick={() => ask({ what: "rewind", to: to - 1 })}>
        <Icon name="undo" /> {t("agreement_ask_back")}
      </button>
    </div>
  );
}

function AskEnd({ table, ask }: { table: TableStore; ask: (body: object) => void }) {
  const state = table.now.value!;
  const [ends, setEnds] = useState<readonly string[]>([]);
  const [winner, setWinner] = useState("");
  useEffect(() => {
    let left = false;
    void api<{ ends: readonly string[] }>(`/matches/${table.match}/agreements`, table.who()).then(
      (answer) => !left && setEnds(answer.ends),
      () => undefined, // then it is not offered
    );
    return () => void (left = true);
  }, [table, state.ply]);
  if (ends.length === 0 || state.status !== "playing") return null;
  const chosen = winner || ends.find((seat) => seat !== state.you) || ends[0]!;
  return (
    <div class="row">
      <label>
        {t("agreement_winner")}
        <select data-key="winner" value={chosen} onChange={(event) => setWinner(event.currentTarget.value)}>
          {state.seats.map((one) => ends.includes(one.seat) && <option value={one.seat}>{seatTitle(one)}</option>)}
        </select>
      </label>
      <button type="button" class="button" data-key="ask-end" onClick={() => ask({ what: "end", winner: chosen })}>
        {t("agreement_ask_end")}
      </button>
    </div>
  );
}

export function AskTable({ table, onDone }: { table: TableStore; onDone: () => void }) {
  const state = table.now.value;
  if (!state || !seatOf(state) || isHere(table.match) || !["playing", "paused"].includes(state.status)) return null;
  const ask = (body: object) => void table.post("agreements", body).then(onDone);
  const paused = state.status === "paused";
  if (state.agreement) return null;
  return (
    <section class="ask-table">
      <h3>{t("agreement_title")}</h3>
      <p class="soft">{t("agreement_says")}</p>
      <AskBack table={table} ask={ask} />
      <AskEnd table={table} ask={ask} />
      <button type="button" class="button" data-key="ask-pause" onClick={() => ask({ what: paused ? "go_on" : "pause" })}>
        {t(paused ? "agreement_ask_on" : "agreement_ask_pause")}
      </button>
    </section>
  );
}
