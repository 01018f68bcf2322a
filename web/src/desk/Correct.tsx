// SPDX-License-Identifier: MIT
// Correct.tsx - what the position holds is mended: a place is tapped, then what is wrong there, with a reason and what each will read.
import { Message } from "../parts/basic";
import { Act } from "./Act";
import { corrections, placesOf } from "./hands";
import type { MasterStore } from "./store";
import { w } from "./say";

/** The move that a correction at that place begins with. */
function beginning(desk: MasterStore, place: string | null) {
  return desk.movesOf(placesOf.site).filter(({ args }) => place === null || Object.values(args).includes(place));
}

export function CorrectPanel({ desk }: { desk: MasterStore }) {
  const place = desk.lookedAt.value;
  const here = beginning(desk, place);
  const moves = corrections(desk.hands.value?.moves ?? []);
  const people = desk.movesOf(placesOf.person);
  return (
    <>
      <p>{w("correct_says")}</p>
      {here.length > 0 && (
        <section>
          <Act desk={desk} key={`${place} ${here.length}`} moves={here} label={w("correct_where")} does={w("correct_here")} plain />
        </section>
      )}
      {people.length > 0 && (
        <section>
          <Act desk={desk} moves={people} label={w("correct_person")} does={w("choose_person")} plain />
        </section>
      )}
      {moves.length > 0 ? (
        <section>
          <Act desk={desk} moves={moves} label={w("correct_what")} />
        </section>
      ) : (
        here.length === 0 && <Message kind="info">{w("nothing_now")}</Message>
      )}
    </>
  );
}
