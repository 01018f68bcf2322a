// SPDX-License-Identifier: MIT
// Action.tsx - what a character does today, chosen step by step: kind, place, thing. It ends in one order in words.
import { useSignal } from "@preact/signals";
import type { Model } from "../model";
import type { Character } from "../position";
import { Act } from "./kit";

const KINDS = ["build", "found", "spy", "mission", "rest"] as const;
type Kind = (typeof KINDS)[number];

/** Structures that could be begun there: level, requirements and limit are met. [INC-BUILD-4, INC-BUILD-5] */
export function buildable(model: Model, site: string): readonly { readonly id: string; readonly cost: number; readonly number: number }[] {
  const position = model.position.value;
  const has = position.structures(site);
  const level = position.level(site);
  const yard = position.works(site);
  return [...model.data.value.structures.values()]
    .filter((one) => one.level <= level && one.requires.every((id) => has.has(id)))
    .filter((one) => (has.get(one.id) ?? 0) + yard.filter((id) => id === one.id).length < (one.limit ?? 1))
    .map(({ id, cost, number }) => ({ id, cost, number }));
}

/** What an order costs; 0: nothing. */
export function costOf(model: Model, one: Pick<Character, "action" | "what">): number {
  if (one.action === "found") return model.data.value.founding.cost;
  return one.action === "build" ? (model.data.value.structures.get(one.what ?? "")?.cost ?? 0) : 0;
}

/** An action in words: "builds 03 Walls at 7 Little Keep". */
export function actionWords(model: Model, one: Pick<Character, "action" | "site" | "what">): string {
  const site = one.site ? model.label(one.site) : "";
  switch (one.action) {
    case "build":
      return model.say("does_build", model.named("structure", one.what ?? ""), site);
    case "found":
      return model.say("does_found", site);
    case "spy":
      return one.what && model.side.value === "raiders" ? model.say("does_spy_for", site, model.named("focus", one.what)) : model.say("does_spy", site);
    case "mission":
      return site ? model.say("does_mission_at", model.named("mission", one.what ?? ""), site) : model.say("does_mission", model.named("mission", one.what ?? ""));
    case "rest":
      return model.say("does_rest");
    case "free":
      return model.say("does_free");
    default:
      return "–";
  }
}

interface Field {
  readonly name: string;
  readonly values: readonly { readonly id: string; readonly words: string }[];
}

/** The fields that an action of that kind has, given what was chosen in the ones before. */
function fieldsOf(model: Model, kind: Kind, chosen: readonly string[]): Field[] {
  const sites = (holds: (site: string) => boolean): Field["values"] => model.sites(holds).map((id) => ({ id, words: model.label(id) }));
  const looks = model.looks.value;
  const side = model.side.value;
  if (kind === "build") {
    const structures = chosen[0] ? buildable(model, chosen[0]) : [];
    return [
      { name: model.say("site"), values: sites((site) => looks.get(site)!.own && looks.get(site)!.kind === "settlement") },
      { name: model.say("structure"), values: structures.map(({ id, cost }) => ({ id, words: model.say("structure_cost", model.named("structure", id), cost) })) },
    ];
  }
  if (kind === "found")
    return [{ name: model.say("site"), values: sites((site) => looks.get(site)!.own && looks.get(site)!.kind === "empty" && !looks.get(site)!.works) }];
  if (kind === "spy") {
    const focus = ["soldiers", "structures"].map((id) => ({ id, words: model.named("focus", id) }));
    const where = { name: model.say("site"), values: sites((site) => !looks.get(site)!.own) };
    return side === "raiders" ? [where, { name: model.say("focus"), values: focus }] : [where];
  }
  if (kind === "mission") {
    const missions = model.data.value.missions.filter((one) => one.side === side);
    const target = missions.find(({ id }) => id === chosen[0])?.target ?? null;
    const ours = sites((site) => {
      const look = looks.get(site)!;
      return look.own && (target === "own_settlement" ? look.kind === "settlement" : target === "own_ruin" ? look.kind === "ruin" : true);
    });
    return [
      { name: model.say("mission"), values: missions.map(({ id, names }) => ({ id, words: names[model.lang] })) },
      ...(target ? [{ name: model.say("target"), values: ours }] : []),
    ];
  }
  return [];
}

function orderOf(model: Model, character: string, kind: Kind, chosen: readonly string[]): string {
  const [first = "", second = ""] = chosen;
  const site = (id: string): string => String(model.numberOf(id));
  const structure = model.data.value.structures.get(second)?.number ?? 0;
  switch (kind) {
    case "build":
      return `${character} build ${String(structure).padStart(2, "0")} in ${site(first)}`;
    case "found":
      return `${character} found ${site(first)}`;
    case "spy":
      return `${character} spy ${site(first)}${second ? `: ${second}` : ""}`;
    case "mission":
      return `${character} mission ${model.data.value.missions.find(({ id }) => id === first)?.names.en ?? ""}${second ? ` in ${site(second)}` : ""}`;
    default:
      return `${character} rest`;
  }
}

export interface ActionProps {
  readonly model: Model;
  readonly character: string;
  /** What pressing the button is called, and what it does with the order. */
  readonly words: string;
  readonly note?: boolean;
  readonly onOrder: (order: string, words: string, note: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function Action({ model, character, words, note, onOrder, onClose }: ActionProps) {
  const kind = useSignal<Kind>("rest");
  const chosen = useSignal<readonly string[]>([]);
  const text = useSignal("");
  const kinds = KINDS.filter((one) => model.side.value === "defenders" || (one !== "build" && one !== "found"));
  const fields = fieldsOf(model, kind.value, chosen.value);
  const full = fields.every((_, i) => chosen.value[i]);
  const set = (i: number, value: string): void => void (chosen.value = [...chosen.value.slice(0, i), value]);
  const send = async (): Promise<void> => {
    const picked = chosen.peek();
    const asked = { action: kind.peek(), site: null, what: null };
    const places = kind.peek() === "mission" ? { what: picked[0] ?? null, site: picked[1] ?? null } : { site: picked[0] ?? null, what: picked[1] ?? null };
    if (await onOrder(orderOf(model, character, kind.peek(), picked), actionWords(model, { ...asked, ...places }), text.peek())) onClose();
  };
  return (
    <form
      class="inc-action"
      onSubmit={(event) => {
        event.preventDefault();
        if (full) void send();
      }}
    >
      <label>
        {model.say("action")}
        <select value={kind.value} onChange={(event) => ((kind.value = event.currentTarget.value as Kind), (chosen.value = []))}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {model.say(`kind_${one}`)}
            </option>
          ))}
        </select>
      </label>
      {fields.map(({ name, values }, i) => (
        <label key={name}>
          {name}
          <select value={chosen.value[i] ?? ""} onChange={(event) => set(i, event.currentTarget.value)}>
            <option value="">{model.say(values.length ? "choose" : "nothing_to_choose")}</option>
            {values.map((one) => (
              <option key={one.id} value={one.id}>
                {one.words}
              </option>
            ))}
          </select>
        </label>
      ))}
      {note && (
        <label>
          {model.say("note")}
          <input type="text" maxLength={500} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
      )}
      <div class="inc-row">
        <button type="submit" class="button primary" disabled={!full || model.busy.value}>
          {words}
        </button>
        <Act model={model} onClick={onClose}>
          {model.say("cancel")}
        </Act>
      </div>
    </form>
  );
}
