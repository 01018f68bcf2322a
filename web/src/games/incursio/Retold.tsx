// SPDX-License-Identifier: MIT
// Retold.tsx - a match looked back at by eyes that see all: the maps of both sides beside each other, as each was at that moment, or the
// truth held against what one of them believed.
import { useSignal } from "@preact/signals";
import type { Table } from "../../board";
import { Atlas } from "./Atlas";
import { SIDES, type Side } from "./data";
import { Map } from "./Map";
import { modelOf, type Model } from "./model";
import { looksOf } from "./position";

type Shown = "both" | "truth" | Side;
const SHOWN: readonly Shown[] = ["both", "truth", ...SIDES];

export function Retold({ table }: { table: Table }) {
  const model = modelOf(table);
  const shown = useSignal<Shown>("both");
  if (model.eyes.value !== "all") return <Map table={table} />;
  const words = (one: Shown): string => model.say(one === "both" ? "both_maps" : one === "truth" ? "the_truth" : `truth_and_${one}`);
  return (
    <div class="inc-retold">
      <div class="inc-tools" role="group" aria-label={model.say("which_map")}>
        {SHOWN.map((one) => (
          <button key={one} type="button" data-shown={one} aria-pressed={shown.value === one} onClick={() => (shown.value = one)}>
            {words(one)}
          </button>
        ))}
      </div>
      {shown.value === "both" ? (
        <div class="inc-two">
          {SIDES.map((side) => (
            <figure key={side} data-side={side}>
              <figcaption>{model.say("map_of", model.say(`${side}_full`))}</figcaption>
              <Seen model={model} side={side} />
            </figure>
          ))}
        </div>
      ) : (
        <Truth model={model} against={shown.value === "truth" ? null : shown.value} />
      )}
    </div>
  );
}

const hooksOf = (model: Model) => ({
  tap: (site: string) => model.table.look(site),
  tapNothing: () => model.table.look(null),
  looked: model.table.looked,
});

function Seen({ model, side }: { model: Model; side: Side }) {
  const land = model.land.value;
  return (
    <Atlas
      land={land}
      lang={model.lang}
      looks={looksOf(land, model.position.value, side)}
      today={model.position.value.day}
      prefix={`inc-${side}`}
      label={model.say("map_of", model.say(`${side}_full`))}
      hooks={hooksOf(model)}
    />
  );
}

function Truth({ model, against }: { model: Model; against: Side | null }) {
  const land = model.land.value;
  const belief = against ? looksOf(land, model.position.value, against) : undefined;
  return (
    <Atlas
      key={against}
      land={land}
      lang={model.lang}
      looks={model.looks.value}
      belief={belief}
      today={model.position.value.day}
      hooks={hooksOf(model)}
    />
  );
}
