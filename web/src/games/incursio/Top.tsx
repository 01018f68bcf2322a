// SPDX-License-Identifier: MIT
// Top.tsx - over the board: which day it is, its nine steps as a ribbon, the window and when it closes, who of one's own side is waited for;
// what the side has. And the side itself, person by person; and who somebody is that was just invited.
import { useEffect, useState } from "preact/hooks";
import type { GameInfo, Lang, State } from "../../api";
import type { Table } from "../../board";
import { duration } from "../../words";
import { dataOf } from "./data";
import { modelOf, sideOfSeat, type Model } from "./model";
import { countsOf, isHere, positionOf } from "./position";
import { say } from "./words";

const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

function useNow(offset: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + offset;
}

export function Top({ table, offset }: { table: Table; offset: number }) {
  const model = modelOf(table);
  const { day, days } = model.position.value;
  return (
    <div class="inc-top" data-side={model.side.value ?? undefined}>
      <p class="inc-day-of">
        <strong>{day ? model.say("day_of", day, days) : model.say("day_zero")}</strong>
        {model.side.value && <span class="inc-side">{model.say(model.side.value)}</span>}
      </p>
      <Ribbon model={model} />
      <Window model={model} offset={offset} />
      <Holdings model={model} />
    </div>
  );
}

function Ribbon({ model }: { model: Model }) {
  const at = model.stepOfDay.value;
  return (
    <ol class="inc-ribbon" aria-label={model.say("steps")}>
      {STEPS.map((n) => {
        const words = model.say(`step_${n}`);
        return (
          <li key={n} class={n < at ? "past" : n === at ? "now" : ""} aria-current={n === at ? "step" : undefined} title={words}>
            <span aria-hidden="true">{n}</span>
            <span class={n === at ? "inc-step-name" : "hidden"}>{words}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Window({ model, offset }: { model: Model; offset: number }) {
  const now = useNow(offset);
  const { window, status } = model.table.state;
  if (!window || status === "over" || status === "waiting") return null;
  const left = window.closes === null ? null : window.closes - now;
  const when = window.paused ? model.say("paused") : left === null ? model.say("no_closing") : model.say("closes", window.text ?? "");
  const others = model.waited.value.some(({ seat }) => seat !== model.you.value);
  const waited = (others ? model.waited.value : []).map(({ seat }) => (seat === model.you.value ? model.say("you") : model.seatName(seat)));
  return (
    <p class="inc-window" data-key="window">
      <strong>{window.name ?? window.id}</strong>
      <span>
        {when}
        {left !== null && left > 0 && <span class={left < 3_600_000 ? "clock short" : "clock still"}> {model.say("in_time", duration(left))}</span>}
      </span>
      {waited.length > 0 && <span class="inc-waited">{model.say("waited_for", model.list(waited))}</span>}
    </p>
  );
}

/** Money or captured mortals, and what is on the way. */
function Holdings({ model }: { model: Model }) {
  const side = model.side.value;
  const position = model.position.value;
  if (!side) return null;
  const next = model.data.value.upgrades[position.steps];
  return (
    <p class="inc-holdings">
      {side === "defenders" ? (
        <span>{position.income ? model.say("purse", position.treasury, position.income) : model.say("purse_only", position.treasury)}</span>
      ) : (
        <>
          <span>{model.say("resources", position.resources)}</span>
          {next && <span class="inc-soft">{model.say("next_power", next.names[model.lang], next.resources)}</span>}
        </>
      )}
    </p>
  );
}

// ---- The side ---------------------------------------------------------------------------------------------------------------------------------

export function Team({ table }: { table: Table }) {
  const model = modelOf(table);
  const side = model.side.value;
  const sides = side ? [side] : (["defenders", "raiders"] as const);
  return (
    <div class="inc-team" tabIndex={0} role="region" aria-label={model.say("tab_team")}>
      {sides.map((one) => (
        <section key={one} data-side={one} aria-label={model.say(`${one}_full`)}>
          <h3>{model.say(`${one}_full`)}</h3>
          <ul class="inc-people">
            {model.table.state.seats
              .filter(({ seat }) => sideOfSeat(seat) === one)
              .map(({ seat }) => (
                <Person key={seat} model={model} seat={seat} />
              ))}
          </ul>
        </section>
      ))}
      {side && <Forces model={model} />}
      {side && model.position.value.objectives(side).length > 0 && (
        <p>
          <strong>{model.say("objectives")}:</strong>{" "}
          {model.list(model.position.value.objectives(side).map((id) => model.data.value.objectives.get(id)?.[model.lang] ?? id))}
        </p>
      )}
    </div>
  );
}

/** A shield with the initial; a star for the General. */
export function Shield({ letter, general }: { letter: string; general: boolean }) {
  return (
    <svg class="inc-shield" viewBox="0 0 24 24" aria-hidden="true">
      <path class="field" d="M3 3h18v10c0 5-4 8-9 9-5-1-9-4-9-9z" />
      {general ? <path class="star" d="M12 4.500 14 9l5 .6-3.700 3.400 1 5L12 15.500 7.700 18l1-5L5 9.600 10 9z" /> : <text x="12" y="12.500">{letter}</text>}
    </svg>
  );
}

function Person({ model, seat }: { model: Model; seat: string }) {
  const position = model.position.value;
  const side = sideOfSeat(seat);
  const who = model.seat(seat);
  const general = position.general(side) === seat;
  const marks: string[] = [];
  if (general) marks.push(model.say("general"));
  if (position.deputy(side) === seat) marks.push(model.say("deputy"));
  if (seat === model.you.value) marks.push(model.say("you"));
  if (who && !who.joined && who.who === "human") marks.push(model.say("not_here"));
  if (side === model.side.value && model.table.state.status === "playing" && model.table.state.window)
    marks.push(model.say(model.waited.value.some((one) => one.seat === seat) ? "is_waited" : "is_not_waited"));
  const characters = position.characters(side).filter((one) => one.seat === seat);
  const species = (id: string): string => model.data.value.species.get(id)?.names[model.lang] ?? "";
  return (
    <li class="inc-person">
      <Shield letter={(who?.name || seat).slice(0, 1).toUpperCase()} general={general} />
      <div>
        <strong>{who?.name || seat}</strong> <span class="inc-soft">{marks.join(", ")}</span>
        {characters.length > 0 && <p>{characters.map((one) => `${one.id.toUpperCase()} ${species(one.species)}`).join(", ")}</p>}
      </div>
    </li>
  );
}

/** All own units, wherever they stand. */
function Forces({ model }: { model: Model }) {
  const side = model.side.value!;
  const position = model.position.value;
  const units = model
    .sites(() => true)
    .flatMap((site) => [...(side === "defenders" ? position.garrison(site) : []), ...position.camp(side, site)])
    .filter(isHere);
  return (
    <p>
      <strong>{model.say("forces", units.length)}:</strong> {countsOf(units, side) || "–"}
    </p>
  );
}

// ---- Who somebody is that was just invited --------------------------------------------------------------------------------------------------

export function Welcome({ state, info, lang }: { state: State; info: GameInfo; lang: Lang }) {
  const you = state.you;
  if (!you || you === "admin" || you === "master") return null;
  const side = sideOfSeat(you);
  const position = positionOf(state.view);
  const general = position.general(side);
  const data = dataOf(info);
  const characters = position.characters(side).filter(({ seat }) => seat === you);
  const words = characters.map((one) => `${one.id.toUpperCase()} (${data.species.get(one.species)?.names[lang] ?? ""})`).join(", ");
  const name = state.seats.find(({ seat }) => seat === general)?.name || general || "–";
  return (
    <div class="inc-welcome" data-side={side}>
      <Shield letter={you.slice(0, 1)} general={general === you} />
      <p>
        <strong>{say(lang, "welcome_side", say(lang, `${side}_full`))}</strong> {words && say(lang, "welcome_characters", words)}{" "}
        {general === you ? say(lang, "welcome_general") : say(lang, "welcome_player", name)}
      </p>
    </div>
  );
}
