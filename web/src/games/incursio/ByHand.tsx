// SPDX-License-Identifier: MIT
// ByHand.tsx - what fell at a real table, as the Master enters it: the dice of the initiative, a battle's line facing its defenders with a box
// for each die, or how the battle ended and who is left. [INC-TABLE-13]
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Table } from "../../board";
import { clashOf, metIn, throwsOf, type Clash, type Throw } from "./clash";
import { otherOf } from "./data";
import { modelOf, type Model } from "./model";
import { Tile } from "./Tile";

/** What the option `dice` leaves to a real table, by step. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  initiative: ["initiative", "table"],
  pair: ["battles", "table"],
  extra: ["battles", "table"],
  shot: ["battles", "table"],
};

/** True if the match waits for dice that fall at a real table. */
export function waits({ state }: Table): boolean {
  const step = String(state.view["step"] ?? "");
  return state.status === "playing" && state.actor === "chance" && !!LEFT[step]?.includes(String(state.options["dice"]));
}

/** `tell` hears what would be entered, as transcripts write it; null: not all of it is there yet. */
export function Fields({ table, tell }: { table: Table; tell: (moves: readonly string[] | null) => void }) {
  const model = modelOf(table);
  const { view } = table.state;
  const sites = useMemo(() => [...model.land.value.sites.keys()], [model.land.value]);
  const clash = clashOf(model.position.value, sites);
  const results = table.moves.filter(({ verb }) => verb === "result");
  const [how, setHow] = useState<"dice" | "result">("dice");
  const chosen = results.length ? how : "dice";
  // What was typed is about one throw: with the next one all is empty again.
  const now = [view["step"], view["at"], view["pass"], view["stage"], view["copy"], view["aim"], table.state.ply, chosen].join(" ");
  return (
    <>
      {clash && <p class="inc-ask">{model.say("battle_at", model.label(clash.site), model.say(`${clash.attacks}_full`), clash.pass)}</p>}
      {results.length > 0 && (
        <div class="row" role="group" aria-label={model.say("by_hand_how")}>
          {(["dice", "result"] as const).map((one) => (
            <button key={one} type="button" class="button small" data-how={one} aria-pressed={chosen === one} onClick={() => setHow(one)}>
              {model.say(`by_hand_${one}`)}
            </button>
          ))}
        </div>
      )}
      {chosen === "dice" || !clash ? (
        <Dice key={now} model={model} clash={clash} throws={throwsOf(view, clash, model.data.value)} tell={tell} />
      ) : (
        <Outcome key={now} model={model} clash={clash} results={results} tell={tell} />
      )}
    </>
  );
}

// ---- Dice as they fell ----------------------------------------------------------------------------------------------------------------------

type Typed = Readonly<Record<string, string>>;
const keyOf = ({ kind, at }: Throw, die: 0 | 1): string => `${kind} ${at} ${die}`;
const facesOf = (one: Throw): readonly (0 | 1)[] => (one.faces[1] === null ? [0] : [0, 1]);
const fits = (text: string, most: number): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const isWrong = (text: string | undefined, most: number): boolean => !!text && !fits(text, most);

/** Throws in their order up to the first that is not whole; none while a face stands there that its die has not. */
function movesOf(throws: readonly Throw[], typed: Typed): string[] {
  const moves: string[] = [];
  for (const one of throws) {
    const faces = facesOf(one).map((die) => typed[keyOf(one, die)] ?? "");
    if (faces.some((face) => face === "")) break;
    moves.push(`dice ${faces.map(Number).join(" - ")}`);
  }
  return throws.some((one) => facesOf(one).some((die) => isWrong(typed[keyOf(one, die)], one.faces[die]!))) ? [] : moves;
}

function Dice({ model, clash, throws, tell }: { model: Model; clash: Clash | null; throws: readonly Throw[]; tell: (moves: readonly string[] | null) => void }) {
  const [typed, setTyped] = useState<Typed>({});
  const moves = movesOf(throws, typed);
  useEffect(() => {
    tell(moves.length ? moves : null);
    return () => tell(null);
  }, [moves.join()]);
  const box = (one: Throw, die: 0 | 1, who: string) => {
    const key = keyOf(one, die);
    const most = one.faces[die]!;
    const text = typed[key] ?? "";
    const wrong = isWrong(text, most);
    const input = (event: Event & { currentTarget: HTMLInputElement }): void => {
      const { currentTarget } = event;
      const value = currentTarget.value.trim();
      setTyped((all) => ({ ...all, [key]: value }));
      // One figure is a whole face: the next box is where the next one is typed.
      if (!fits(value, most)) return;
      const boxes = [...currentTarget.closest("table")!.querySelectorAll("input")];
      boxes[boxes.indexOf(currentTarget) + 1]?.focus();
    };
    return (
      <label class={wrong ? "inc-die wrong" : "inc-die"}>
        <span class="hidden">{model.say("die_of", who, most)}</span>
        <input type="text" inputMode="numeric" autocomplete="off" maxLength={3} value={text} data-die={key} aria-invalid={wrong} onInput={input} />
        <small aria-hidden="true">d{most}</small>
        {wrong && (
          <span class="inc-die-why" role="alert">
            {model.say("no_such_face", most)}
          </span>
        )}
      </label>
    );
  };
  if (!throws.length) return null;
  const first = throws[0]!;
  if (first.kind === "initiative")
    return (
      <table class="inc-dice">
        <tbody>
          {(["defenders", "raiders"] as const).map((side, die) => (
            <tr key={side} data-side={side}>
              <th scope="row" class="inc-side">
                {model.say(`${side}_full`)}
              </th>
              <td>{box(first, die as 0 | 1, model.say(`${side}_full`))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  if (first.kind === "shot")
    return (
      <>
        <p>{model.say("shot_at", model.named("structure", first.who[0]), `${first.who[1]} ${first.at + 1}`)}</p>
        <table class="inc-dice">
          <tbody>
            {([0, 1] as const).map((die) => {
              const who = die ? first.who[1]! : model.named("structure", first.who[0]);
              return (
                <tr key={die}>
                  <th scope="row">{who}</th>
                  <td>{box(first, die, who)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </>
    );
  return <Line model={model} clash={clash!} throws={throws} box={box} />;
}

type Box = (one: Throw, die: 0 | 1, who: string) => preact.JSX.Element;

/** The line facing those whom it meets; beside each the box of the die, or what fell already. */
function Line({ model, clash, throws, box }: { model: Model; clash: Clash; throws: readonly Throw[]; box: Box }) {
  const met = metIn(clash);
  const rows = Math.max(clash.line.length, met.length);
  const die = (i: number, which: 0 | 1, type: string | undefined) => {
    const one = throws.find(({ at }) => at === i);
    if (one && one.faces[which] !== null && type) return box(one, which, `${i + 1} ${type}`);
    const fell = clash.fell[i]?.[which];
    return fell ? <output class="inc-fell">{fell}</output> : null;
  };
  return (
    <div class="scroll inc-faced" tabIndex={0} role="region" aria-label={model.say("line", clash.line.length)}>
      <table class="inc-dice">
        <thead>
          <tr>
            <th scope="col">{model.say("order")}</th>
            <th scope="col" colSpan={2}>
              {model.say(`${clash.attacks}_full`)}
            </th>
            <th scope="col" colSpan={2}>
              {model.say(clash.stage === "garrison" ? "garrison" : "camp")}
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, i) => (
            <tr key={i}>
              <th scope="row">{i + 1}</th>
              <td>{clash.line[i] && <Sign type={clash.line[i]} />}</td>
              <td>{die(i, 0, clash.line[i])}</td>
              <td>{die(i, 1, met[i])}</td>
              <td>{met[i] ? <Sign type={met[i]} /> : i < clash.line.length && throws.some(({ at, kind }) => at === i && kind === "extra") ? <span class="inc-soft">{model.say("extra")}</span> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sign({ type }: { type: string }) {
  return (
    <span class="inc-tile still" data-side={type.length > 1 ? "raiders" : "defenders"}>
      {type}
    </span>
  );
}

// ---- How it ended -----------------------------------------------------------------------------------------------------------------------------

interface Result {
  readonly text: string;
  readonly words: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The outcome, then who fell: each unit is a tile, which is pressed. Of whom an outcome leaves nobody all have fallen. */
function Outcome({ model, clash, results, tell }: { model: Model; clash: Clash; results: readonly Result[]; tell: (moves: readonly string[] | null) => void }) {
  const [result, setResult] = useState<Result | null>(null);
  const [fallen, setFallen] = useState<ReadonlySet<string>>(new Set());
  const ended = result?.text.split(" ")[1] ?? "";
  const swept = { falls_attacker: ended === "repelled", falls_defender: ended === "taken" } as const;
  const moves = result
    ? [result.text, ...[...fallen].filter((one) => !swept[one.split(" ")[0] as keyof typeof swept]), "result_end"]
    : null;
  useEffect(() => {
    tell(moves);
    return () => tell(null);
  }, [moves?.join()]);
  const toggle = (one: string) => {
    const next = new Set(fallen);
    if (!next.delete(one)) next.add(one);
    setFallen(next);
  };
  const tiles = (verb: keyof typeof swept, list: readonly string[], name: string) => (
    <section>
      <h4>{name}</h4>
      <ul class="inc-tiles" data-verb={verb}>
        {list.map((type, i) => {
          const one = `${verb} ${i + 1}`;
          const fell = swept[verb] || fallen.has(one);
          const where = verb === "falls_defender" && clash.garrison > 0 ? model.say(i < clash.garrison ? "garrison" : "camp") : "";
          return (
            <Tile
              key={one}
              unit={type}
              number={i + 1}
              label={[type, where, model.say(fell ? "has_fallen" : "still_stands")].filter(Boolean).join(", ")}
              state={fell ? "fought" : "idle"}
              pressed={fell}
              disabled={swept[verb]}
              onClick={() => toggle(one)}
            />
          );
        })}
      </ul>
    </section>
  );
  return (
    <>
      <fieldset class="inc-outcome">
        <legend>{model.say("how_it_ended")}</legend>
        {results.map((one) => (
          <label key={one.text} class="check">
            <input type="radio" name="outcome" checked={result?.text === one.text} onChange={() => setResult(one)} />
            <span>{model.named("result", one.text.split(" ")[1] ?? "")}</span>
          </label>
        ))}
      </fieldset>
      {result && (
        <>
          <p class="inc-soft">{model.say("press_the_fallen")}</p>
          {tiles("falls_attacker", clash.line, model.say(`${clash.attacks}_full`))}
          {tiles("falls_defender", clash.defenders, model.say(`${otherOf(clash.attacks)}_full`))}
        </>
      )}
    </>
  );
}
