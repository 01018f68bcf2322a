// SPDX-License-Identifier: MIT
// Map.tsx - the map of a table: what its viewer sees, and what a tap or a drag does in the window that is open.
import { useComputed } from "@preact/signals";
import type { Table } from "../../board";
import { Atlas, type Hooks, type March } from "./Atlas";
import { modelOf, type Model } from "./model";
import { countsOf } from "./position";

function marchesOf(model: Model): March[] {
  const side = model.side.value;
  if (!side) return [];
  const crossed = model.mayOrder.value && !model.isDone.value;
  const made = model.marches.value.map(({ from, to, units }): March => {
    const words = countsOf(units, side);
    const label = model.say("take_back", model.say("order_march", words, model.label(from), model.label(to)));
    return { from, to, words, entered: true, kind: "march", ...(crossed ? { cross: { label, run: () => void model.recall(from, to) } } : {}) };
  });
  const { from, to, counts } = model.draft.value;
  if (from && to) made.push({ from, to, words: model.unitWords(counts) || "0", entered: false, kind: "march" });
  const target = model.target.value;
  if (target)
    for (const site of new Set(model.line.value.map((one) => one.site))) {
      const n = model.line.value.filter((one) => one.site === site).length;
      made.push({ from: site, to: target, words: String(n), entered: false, kind: "attack" });
    }
  return made;
}

/** The sites that the open task is about; null: it is about all of them. */
function followed(model: Model): readonly string[] | null {
  const { from } = model.draft.value;
  const target = model.target.value;
  if (from) return [from, ...model.near(from)];
  if (target) return [target, ...model.near(target)];
  return null;
}

function hooksOf(model: Model): Hooks {
  const ours = model.ourWindow.value ? model.task.value : "none";
  const { from, to } = model.draft.value;
  const choices = new Set(
    ours === "move" ? (from ? model.near(from) : model.origins.value) : ours === "assault" && !model.target.value ? model.targets.value : [],
  );
  return {
    isChoice: (site) => choices.has(site),
    tap: (site) => model.tap(site),
    tapNothing: () => {
      model.begin(null);
      model.table.look(null);
    },
    canDrag: (site) => ours === "move" && model.origins.value.includes(site),
    drop: (a, b) => {
      model.begin(a);
      if (model.near(a).includes(b)) model.aim(b);
    },
    picked: to ?? model.target.value,
    origin: from,
    looked: model.table.looked,
    changed: model.changed.value,
    marches: marchesOf(model),
    follow: followed(model),
  };
}

export function Map({ table }: { table: Table }) {
  const model = modelOf(table);
  const hooks = useComputed(() => hooksOf(model));
  return (
    <Atlas
      key={model.land.value.id}
      land={model.land.value}
      lang={table.lang}
      looks={model.looks.value}
      belief={model.belief.value}
      today={model.position.value.day}
      hooks={hooks.value}
      table={table}
    />
  );
}
