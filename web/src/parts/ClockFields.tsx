// SPDX-License-Identifier: MIT
// ClockFields.tsx - the clock of a new table: its kinds, each said in sentences, and what happens when time is up.
import { useEffect, useState } from "preact/hooks";
import { api, type ClockRules } from "../api";
import { lang, t } from "../words";
import { botTitle } from "./people";

/** A clock as its form has it: each length in the unit that people use for it. clockOf turns it into seconds. */
export interface ClockPlan {
  readonly kind: "none" | "live" | "days" | "windows";
  readonly liveMove: number; // seconds
  readonly liveReserve: number; // minutes
  readonly daysMove: number; // hours
  readonly daysReserve: number; // days
  readonly quiet: boolean;
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly vacation: number; // days; of kinds days and windows
  readonly late: number; // minutes
  readonly often: boolean;
  readonly oftenTimes: number;
  readonly oftenPercent: number;
  readonly then: string;
}

/** The time zone of this device; the browser may not tell it. */
function zoneHere(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone || "Europe/Rome";
  } catch {
    return "Europe/Rome";
  }
}

/** The clock that a form begins with: none, and sensible lengths for the other kinds. `bot`: who plays when time is up. */
export function usualClock(bot: string): ClockPlan {
  return {
    kind: "none",
    liveMove: 60,
    liveReserve: 15,
    daysMove: 24,
    daysReserve: 3,
    quiet: true,
    from: "22:00",
    to: "08:00",
    zone: zoneHere(),
    vacation: 14,
    late: 0,
    often: false,
    oftenTimes: 2,
    oftenPercent: 50,
    then: bot,
  };
}

/** The clock as the server takes it. Null: none, and nothing to send. */
export function clockOf(plan: ClockPlan): ClockRules | null {
  const often = plan.often ? { often: { times: plan.oftenTimes, percent: plan.oftenPercent } } : {};
  const end = { ...(plan.late > 0 ? { late: plan.late * 60 } : {}), ...often, then: plan.then };
  const away = plan.vacation > 0 ? { vacation: plan.vacation } : {};
  switch (plan.kind) {
    case "none":
      return null;
    case "windows":
      return { kind: "windows", zone: plan.zone, ...away };
    case "live":
      return { kind: "live", move: plan.liveMove, reserve: plan.liveReserve * 60, ...end };
    case "days":
      return {
        kind: "days",
        move: plan.daysMove * 3600,
        reserve: plan.daysReserve * 86400,
        ...end,
        ...away,
        ...(plan.quiet ? { quiet: { from: plan.from, to: plan.to, zone: plan.zone } } : {}),
      };
  }
}

type Change = (plan: ClockPlan) => void;

interface Bounded {
  readonly label: string;
  readonly says?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onInput: (n: number) => void;
}

/** A number within bounds. What lies beside them while it is typed, as the 1 of 12 may, is passed on to nobody. */
export function Amount(props: Bounded) {
  return (
    <label>
      {props.label}
      <input
        type="number"
        min={props.min}
        max={props.max}
        value={props.value}
        onInput={(event) => {
          const n = Math.round(Number(event.currentTarget.value));
          if (n >= props.min && n <= props.max) props.onInput(n);
        }}
      />
      {props.says && <small>{props.says}</small>}
    </label>
  );
}

function Quiet({ clock, change }: { clock: ClockPlan; change: Change }) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={clock.quiet}
          onChange={(event) => change({ ...clock, quiet: event.currentTarget.checked })}
        />
        <span>
          {t("quiet")}
          <small>{t("quiet_says")}</small>
        </span>
      </label>
      {clock.quiet && (
        <div class="row">
          <label>
            {t("quiet_from")}
            <input type="time" value={clock.from} onInput={(event) => change({ ...clock, from: event.currentTarget.value })} />
          </label>
          <label>
            {t("quiet_to")}
            <input type="time" value={clock.to} onInput={(event) => change({ ...clock, to: event.currentTarget.value })} />
          </label>
          <Zone label={t("quiet_zone")} clock={clock} change={change} />
        </div>
      )}
    </>
  );
}

function Ending({ clock, bots, change }: { clock: ClockPlan; bots: readonly string[]; change: Change }) {
  return (
    <div class="row">
      <label>
        {t("then")}
        <select value={clock.then} onChange={(event) => change({ ...clock, then: event.currentTarget.value })}>
          {bots.map((bot) => (
            <option key={bot} value={`bot:${bot}`}>
              {t("then_bot", botTitle(bot))}
            </option>
          ))}
          <option value="pass">{t("then_pass")}</option>
          <option value="forfeit">{t("then_forfeit")}</option>
        </select>
      </label>
      <Amount label={t("late_minutes")} value={clock.late} min={0} max={10080} onInput={(late) => change({ ...clock, late })} />
    </div>
  );
}

function Often({ clock, change }: { clock: ClockPlan; change: Change }) {
  const { oftenTimes, oftenPercent } = clock;
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={clock.often} onChange={() => change({ ...clock, often: !clock.often })} />
        <span>
          {t("clock_often")}
          <small>{t("clock_often_says")}</small>
        </span>
      </label>
      {clock.often && (
        <div class="row">
          <Amount label={t("clock_often_times")} value={oftenTimes} min={1} max={9} onInput={(n) => change({ ...clock, oftenTimes: n })} />
          <Amount
            label={t("clock_often_percent")}
            value={oftenPercent}
            min={10}
            max={90}
            onInput={(n) => change({ ...clock, oftenPercent: n })}
          />
        </div>
      )}
    </>
  );
}

/** The sentences that the table will say, as the server words them; while they are fetched, those from before. */
function Policy({ clock }: { clock: ClockPlan }) {
  const rules = JSON.stringify(clockOf(clock));
  const [policy, setPolicy] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    const told = api<{ policy: readonly string[] }>("/clock", { body: { clock: JSON.parse(rules) } });
    told.then((answer) => current && setPolicy(answer.policy)).catch(() => undefined); // what is wrong is said when the table is made
    return () => void (current = false);
  }, [rules, lang.value]);
  return (
    <ul class="says" aria-label={t("join_clock")}>
      {policy.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The plan, where its kind is one that the game can have: seats have no clocks of their own where windows belong to sides. */
export function fitting(plan: ClockPlan, windows: boolean): ClockPlan {
  return plan.kind === "none" || (plan.kind === "windows") === windows ? plan : { ...plan, kind: "none" };
}

function Zone({ label, clock, change }: { label: string; clock: ClockPlan; change: Change }) {
  return (
    <label>
      {label}
      <input
        type="text"
        maxLength={40}
        value={clock.zone}
        onInput={(event) => change({ ...clock, zone: event.currentTarget.value })}
      />
    </label>
  );
}

function Vacation({ clock, change }: { clock: ClockPlan; change: Change }) {
  const set = (vacation: number) => change({ ...clock, vacation });
  return <Amount label={t("clock_vacation")} value={clock.vacation} min={0} max={99} onInput={set} />;
}

interface Fields {
  readonly clock: ClockPlan;
  readonly windows: boolean; // of the game
  readonly bots: readonly string[];
  readonly change: Change;
}

export function ClockFields({ clock, windows, bots, change }: Fields) {
  const none = { kind: "none", title: t("clock_none"), says: t("clock_none_says") } as const;
  const kinds = windows
    ? [none, { kind: "windows", title: t("clock_windows"), says: t("clock_windows_says") } as const]
    : [
        none,
        { kind: "live", title: t("clock_live"), says: t("clock_live_says") } as const,
        { kind: "days", title: t("clock_days"), says: t("clock_days_says") } as const,
      ];
  return (
    <fieldset>
      <legend>{t("clock")}</legend>
      {kinds.map((one) => (
        <label key={one.kind} class="check">
          <input
            type="radio"
            name="clock"
            checked={clock.kind === one.kind}
            onChange={() => change({ ...clock, kind: one.kind })}
          />
          <span>
            {one.title}
            <small>{one.says}</small>
          </span>
        </label>
      ))}
      {clock.kind === "live" && (
        <div class="row">
          <Amount
            label={t("clock_move_seconds")}
            value={clock.liveMove}
            min={5}
            max={3600}
            onInput={(liveMove) => change({ ...clock, liveMove })}
          />
          <Amount
            label={t("clock_reserve_minutes")}
            value={clock.liveReserve}
            min={0}
            max={600}
            onInput={(liveReserve) => change({ ...clock, liveReserve })}
          />
        </div>
      )}
      {clock.kind === "days" && (
        <>
          <div class="row">
            <Amount
              label={t("clock_move_hours")}
              value={clock.daysMove}
              min={1}
              max={336}
              onInput={(daysMove) => change({ ...clock, daysMove })}
            />
            <Amount
              label={t("clock_reserve_days")}
              value={clock.daysReserve}
              min={0}
              max={60}
              onInput={(daysReserve) => change({ ...clock, daysReserve })}
            />
            <Vacation clock={clock} change={change} />
          </div>
          <Quiet clock={clock} change={change} />
        </>
      )}
      {clock.kind === "windows" && (
        <div class="row">
          <Zone label={t("quiet_zone")} clock={clock} change={change} />
          <Vacation clock={clock} change={change} />
        </div>
      )}
      {(clock.kind === "live" || clock.kind === "days") && (
        <>
          <Ending clock={clock} bots={bots} change={change} />
          <Often clock={clock} change={change} />
        </>
      )}
      {clock.kind !== "none" && <Policy clock={clock} />}
    </fieldset>
  );
}
