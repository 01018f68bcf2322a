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
  return (
    <>
      <p>{w("correct_says")}</p>
      {here.length > 0 && (
        <Act desk={desk} key={`${place} ${here.length}`} moves={here} label={w("correct_where")} does={w("correct_here")} plain />
      )}
      {moves.length > 0 ? (
        <Act desk={desk} moves={moves} label={w("correct_what")} />
      ) : (
        here.length === 0 && <Message kind="info">{w("nothing_now")}</Message>
      )}
      <Act desk={desk} moves={desk.movesOf(placesOf.person)} label={w("correct_person")} does={w("choose_person")} plain />
    </>
  );
}
