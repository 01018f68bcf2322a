// SPDX-License-Identifier: MIT
// kit.tsx - what all dialogues are put together from: a choice, goods, a list of places with those that are barred, a number, the end.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Move } from "../../../api";
import type { Table } from "../../../board";
import { SeatMark } from "../../../parts/SeatMark";
import { seatOf, type Side } from "../graph";
import type { Model } from "../model";
import { Tally } from "../parts";
import { isSign } from "../signs";

export interface Part {
  readonly table: Table;
  readonly model: Model;
}

/** Choices of that verb. */
export const movesOf = (model: Model, verb: string): readonly Move[] => model.table.moves.filter((move) => move.verb === verb);
export const moveOf = (model: Model, verb: string, arg?: string): Move | undefined =>
  model.table.moves.find((move) => move.verb === verb && (arg === undefined || Object.values(move.args)[0] === arg));

function Warned({ model, move }: { model: Model; move: Move }) {
  if (!move.warning) return null;
  return (
    <svg class="polis-warned" viewBox="0 0 24 24" role="img" aria-label={model.say("warned")}>
      <path d="M12 2.5 23 21.5H1z" />
      <path class="bang" d="M12 9v6M12 17.8v.4" />
    </svg>
  );
}

/** A choice as a button: what stands in it draws what the server's remark says. Without a move it is barred, and tells why. */
export function One(props: {
  part: Part;
  move: Move | undefined;
  /** The move in the words of a transcript, for asking why not. */
  text: string;
  class?: string;
  title?: string | undefined;
  children?: ComponentChildren;
}) {
  const { part, move, text, title, children } = props;
  const { table, model } = part;
  const kind = `choice ${props.class ?? ""}`;
  if (!move)
    return (
      <button type="button" class={kind} aria-disabled="true" onClick={() => table.why(text)}>
        {children}
      </button>
    );
  return (
    <button
      type="button"
      class={kind}
      data-choice={move.m}
      aria-pressed={table.picked?.m === move.m}
      title={title}
      onClick={() => model.choose(move)}
    >
      {children}
      <Warned model={model} move={move} />
    </button>
  );
}

/** A choice that has nothing to say but its words. */
export function Plain({ part, move }: { part: Part; move: Move }) {
  return (
    <One part={part} move={move} text={move.text}>
      <span class="choice-words">{move.words}</span>
      {move.remark && <span class="choice-remark">{move.remark}</span>}
    </One>
  );
}

// ---- Goods

/** So much of a resource, or of Prestige: paid, brought or held. */
export function Goods({ model, of, n, says }: { model: Model; of: string; n: number; says: "n_stock" | "pays" | "gets" }) {
  if (!isSign(of)) return null;
  const sign = n ? { n_stock: "", pays: "−", gets: "+" }[says] : "";
  const label = of === "prestige" ? model.say(PRESTIGE[says], n) : model.say(says, n, model.nameOf(of, "resource"));
  return <Tally of={of} n={sign + n} label={label} />;
}

const PRESTIGE = { n_stock: "n_prestige", pays: "pays_prestige", gets: "gets_prestige" } as const;

export function Hoplites({ model, n }: { model: Model; n: number }) {
  return <Tally of="hoplite" n={n} label={model.say("n_hoplites", n)} />;
}

export function People({ model, n }: { model: Model; n: number }) {
  return <Tally of="population" n={n} label={model.say("n_people", n)} />;
}

// ---- Lists of places

interface Listed {
  readonly part: Part;
  readonly verb: string;
  /** All of which one may think: those that are no choice tell why. */
  readonly places: readonly string[];
  readonly facts: (place: string) => ComponentChildren;
  readonly owner?: (place: string) => Side | null;
  /** Said before each name: what the choice does with it. */
  readonly more?: string;
}

function Place({ part, verb, place, facts, owner, more }: Omit<Listed, "places"> & { place: string }) {
  const { model } = part;
  const side = owner?.(place);
  return (
    <One part={part} move={moveOf(model, verb, place)} text={`${verb} ${place}`} class="polis-place-choice">
      <span class="choice-words">
        {more && <span class="hidden">{more}: </span>}
        {side !== undefined && <Owner model={model} side={side} />} {model.nameOf(place)}
      </span>
      <span class="polis-facts-row">{facts(place)}</span>
    </One>
  );
}

/** The mark of the side that owns a place; null: neutral. */
export function Owner({ model, side }: { model: Model; side: Side | null }) {
  return <SeatMark seat={side && seatOf(side)} label={model.say("owned_by", side ? model.nameOf(side, "side") : model.say("neutral"))} />;
}

const FEW = 3; // barred places that are listed without being asked for

/** Those that can be chosen, by name; behind them those that can't. */
export function Places({ places, ...of }: Listed) {
  const { model } = of.part;
  const byName = [...places].sort((a, b) => model.nameOf(a).localeCompare(model.nameOf(b), model.lang));
  const can = (place: string): boolean => moveOf(model, of.verb, place) !== undefined;
  const open = byName.filter(can);
  const barred = byName.filter((place) => !can(place));
  const show = (list: readonly string[]) => list.map((place) => <Place key={place} {...of} place={place} />);
  const few = barred.length <= FEW;
  return (
    <>
      <div class="polis-list">
        {show(open)}
        {few && show(barred)}
      </div>
      {!few && (
        <details class="polis-closed-to">
          <summary>{model.say("barred", barred.length)}</summary>
          <div class="polis-list">{show(barred)}</div>
        </details>
      )}
    </>
  );
}

// ---- A number

/** How many: a slider with steps of one. What is shown is picked at once, so that one tap plays it. */
export function Amount(props: { part: Part; verb: string; says: (n: number) => ComponentChildren; label: string }) {
  const { part, verb, says, label } = props;
  const { table, model } = part;
  const sorted = [...movesOf(model, verb)].sort((a, b) => Number(a.args.number) - Number(b.args.number));
  const first = sorted[0];
  useEffect(() => {
    if (first && !table.picked) table.pick(first);
  }, [table.state.ply]);
  if (!first) return null;
  const at = Math.max(
    0,
    sorted.findIndex(({ m }) => m === table.picked?.m),
  );
  const shown = sorted[at]!;
  const last = sorted.length - 1;
  const choose = (index: number): void => {
    const move = sorted[Math.min(last, Math.max(0, index))]!;
    if (move.m !== table.picked?.m) table.pick(move);
  };
  return (
    <div class="polis-slider" role="group" aria-label={label}>
      <div class="polis-amount-row">
        <button type="button" class="polis-step" aria-label={model.say("fewer")} disabled={at === 0} onClick={() => choose(at - 1)}>
          −
        </button>
        <output class="polis-amount-number">{Number(shown.args.number)}</output>
        <button type="button" class="polis-step" aria-label={model.say("more")} disabled={at === last} onClick={() => choose(at + 1)}>
          +
        </button>
      </div>
      {last > 1 && (
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={label}
          aria-valuetext={shown.words}
          onInput={(event) => choose(Number(event.currentTarget.value))}
        />
      )}
      <div class="polis-sum">{says(Number(shown.args.number))}</div>
      {!table.picked && <Plain part={part} move={shown} />}
    </div>
  );
}

// ---- The end of an action, and one step back

/** Ends what is repeated, with what comes of it; before it may, it tells why not. And takes the last one back. */
export function End({ part, children }: { part: Part; children?: ComponentChildren }) {
  const { table, model } = part;
  const move = moveOf(model, "done");
  const back = model.position.value.made > 0 && table.state.undo?.ok;
  return (
    <div class="polis-end">
      {back && (
        <button type="button" class="choice polis-quiet" onClick={() => table.undo()}>
          {model.say("one_back")}
        </button>
      )}
      <One part={part} move={move} text="done" class="polis-done">
        <span class="choice-words">{children || (move?.words ?? model.say("not_yet"))}</span>
      </One>
    </div>
  );
}

/** A line of what matters at this decision. */
export function Head({ children }: { children: ComponentChildren }) {
  return <p class="polis-head">{children}</p>;
}
