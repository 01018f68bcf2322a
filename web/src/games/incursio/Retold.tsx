// SPDX-License-Identifier: MIT
// Retold.tsx - a match looked back at by eyes that see all: the maps of both sides beside each other, as each was at that moment, or one of
// them; or the truth held against what one of them believed.
import { useSignal } from "@preact/signals";
import type { Table } from "../../board";
import { Atlas } from "./Atlas";
import { SIDES, type Side } from "./data";
import { Map } from "./Map";
import { modelOf, type Model } from "./model";
import { looksOf } from "./position";

type Shown = "both" | "truth" | `map_${Side}` | Side;
const SHOWN: readonly Shown[] = ["both", ...SIDES.map((side) => `map_${side}` as const), "truth", ...SIDES];
const narrow = "(max-width: 48rem)"; // too narrow for two maps, as in cards.css

export function Retold({ table }: { table: Table }) {
  const model = modelOf(table);
  const shown = useSignal<Shown>(matchMedia(narrow).matches ? "map_defenders" : "both");
  if (model.eyes.value !== "all") return <Map table={table} />;
  const seenBy = (one: Shown): Side | undefined => SIDES.find((side) => one === `map_${side}`);
  const words = (one: Shown): string => {
    const side = seenBy(one);
    if (side) return model.say("map_of", model.say(side));
    return model.say(one === "both" ? "both_maps" : one === "truth" ? "the_truth" : `truth_and_${one as Side}`);
  };
  const side = seenBy(shown.value);
  return (
    <div class="inc-retold">
      <div class="inc-tools scroll" role="group" aria-label={model.say("which_map")}>
        {SHOWN.map((one) => (
          <button key={one} type="button" data-shown={one} aria-pressed={shown.value === one} onClick={() => (shown.value = one)}>
            {words(one)}
          </button>
        ))}
      </div>
      {side ? (
        <Seen key={side} model={model} side={side} />
      ) : shown.value === "both" ? (
        <div class="inc-two">
          {SIDES.map((side) => (
            <figure key={side} data-side={side}>
              <figcaption>{model.say("map_of", model.say(`${side}_full`))}</figcaption>
              <Seen model={model} side={side} />
            </figure>
          ))}
        </div>
      ) : (
        <Truth model={model} against={SIDES.find((one) => one === shown.value) ?? null} />
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
