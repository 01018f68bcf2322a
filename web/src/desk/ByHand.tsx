// SPDX-License-Identifier: MIT
// ByHand.tsx - what fell at a real table, by the board's own fields: what each will read of it, or why it can't be, while one types.
import { useState } from "preact/hooks";
import { Readings } from "./Act";
import { Film, isAddress } from "./Film";
import type { MasterStore } from "./store";
import { w } from "./say";

export function ByHandPanel({ desk }: { desk: MasterStore }) {
  const [moves, setMoves] = useState<readonly string[] | null>(null);
  const [note, setNote] = useState("");
  const [film, setFilm] = useState("");
  const [busy, setBusy] = useState(false);
  const byHand = desk.board.value?.byHand;
  if (!byHand?.waits(desk.truth)) return null;
  const send = async (event: Event) => {
    event.preventDefault();
    if (!moves) return;
    setBusy(true);
    if (await desk.enter(moves, note, film)) {
      setNote("");
      setFilm("");
    }
    setBusy(false);
  };
  return (
    <section class="card by-hand" aria-labelledby="desk-by-hand">
      <h2 id="desk-by-hand">{w("by_hand")}</h2>
      <p class="soft">{w("by_hand_says")}</p>
      <form class="act" onSubmit={(event) => void send(event)}>
        <byHand.Fields table={desk.truth} tell={setMoves} />
        <details>
          <summary>{w("by_hand_beside")}</summary>
          <label>
            {w("note_optional")}
            <input type="text" maxLength={500} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
          </label>
          <Film value={film} onInput={setFilm} />
        </details>
        <Readings desk={desk} text={busy || !moves ? null : moves.join("; ")} note={note} />
        <button type="submit" class="button primary" disabled={busy || !moves || !isAddress(film)}>
          {w("enter_it")}
        </button>
      </form>
    </section>
  );
}
