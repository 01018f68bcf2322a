// SPDX-License-Identifier: MIT
// Further.tsx - more than the choice that is shown: to throw on to the end, to place several at once.
import { useState } from "preact/hooks";
import type { Table } from "../../board";
import { modelOf, placeOf, type Model } from "./model";
import { manyOf, severalOf, toTheEnd } from "./rows";

export function Further({ table }: { table: Table }) {
  const model = modelOf(table);
  const many = manyOf(model, table.picked);
  if (many > 1) return <Several key={table.picked!.m} table={table} model={model} many={many} />;
  return <ToTheEnd table={table} model={model} />;
}

function ToTheEnd({ table, model }: { table: Table; model: Model }) {
  const next = toTheEnd(model, table);
  if (!next) return null;
  const { step, to } = model.position.value;
  const sea = step === "naval_again" || table.picked?.verb === "enemy";
  const begins = table.picked?.verb === "attack_to";
  const words = sea ? model.say("fight_on") : model.say(begins ? "attack_on" : "throw_on", model.nameOf(to ?? placeOf(table.picked)!));
  const { stopAt } = table;
  return (
    <button type="button" class="button primary spqr-further" data-key="further" onClick={() => table.playRow(next)}>
      <span>
        {words}
        {stopAt > 0 && <small> {model.say("or_fewer", stopAt)}</small>}
      </span>
    </button>
  );
}

/** A stepper between two and all but one of them, and all. */
function Several({ table, model, many }: { table: Table; model: Model; many: number }) {
  const [wanted, setWanted] = useState(2);
  const n = Math.min(wanted, many - 1);
  const picked = table.picked!;
  const play = (count: number): void => table.playRow(severalOf(model, picked, count));
  const here = model.nameOf(placeOf(picked)!);
  return (
    <div class="spqr-several" role="group" aria-label={model.say("several", here)}>
      {many > 2 && (
        <>
          <button type="button" class="button" aria-label={model.say("fewer")} disabled={n <= 2} onClick={() => setWanted(n - 1)}>
            −
          </button>
          <button type="button" class="button" data-key="several" onClick={() => play(n)}>
            {model.say("so_many_here", n)}
          </button>
          <button type="button" class="button" aria-label={model.say("more")} disabled={n >= many - 1} onClick={() => setWanted(n + 1)}>
            +
          </button>
        </>
      )}
      <button type="button" class="button primary spqr-further" data-key="further" onClick={() => play(many)}>
        {model.say("all_here", many)}
      </button>
    </div>
  );
}
