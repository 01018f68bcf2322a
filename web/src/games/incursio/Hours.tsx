// SPDX-License-Identifier: MIT
// Hours.tsx - when the windows of a day close: a time for each, days without play, how long a window stands open at the least, and how long
// after a stop of the server. Another table than the usual one is laid over the game's data. [INC-TABLE-6]
import type { HourFields } from "../../board";
import { say, type Word } from "./words";

interface Deadlines {
  readonly windows: readonly { readonly id: string; readonly step: number; readonly closes: string }[];
  readonly rest_days?: readonly number[];
  readonly minimum_minutes?: number;
  readonly grace_minutes?: number;
}

const usual = { rest_days: [] as readonly number[], minimum_minutes: 30, grace_minutes: 60 };
const week = [1, 2, 3, 4, 5, 6, 7] as const; // from Monday
const dayMinutes = 24 * 60;

/** "Monday": the second of January 2023 was one. */
const dayName = (day: number, lang: string): string =>
  new Date(Date.UTC(2023, 0, day + 1)).toLocaleDateString(lang, { weekday: "short", timeZone: "UTC" });

export function Hours({ info, lang, laid, lay }: HourFields) {
  const data = (info.data as { readonly deadlines: Deadlines }).deadlines;
  const now = { ...usual, ...data, ...(laid["deadlines"] as Deadlines | undefined) };
  const change = (part: Partial<Deadlines>): void => {
    const next = { ...now, ...part };
    lay(JSON.stringify(next) === JSON.stringify({ ...usual, ...data }) ? {} : { deadlines: next });
  };
  const close = (i: number, closes: string): void => change({ windows: now.windows.map((one, j) => (j === i ? { ...one, closes } : one)) });
  const rest = (day: number): void =>
    change({ rest_days: now.rest_days.includes(day) ? now.rest_days.filter((one) => one !== day) : [...now.rest_days, day].sort() });
  const minutes = (key: "minimum_minutes" | "grace_minutes", word: Word) => (
    <label>
      {say(lang, word)}
      <input
        type="number"
        min={0}
        max={dayMinutes}
        value={now[key]}
        onInput={(event) => {
          const n = Math.round(Number(event.currentTarget.value));
          if (n >= 0 && n <= dayMinutes) change({ [key]: n });
        }}
      />
    </label>
  );
  return (
    <details class="card inc-hours" open={Object.keys(laid).length > 0}>
      <summary>{say(lang, "hours")}</summary>
      <p>{say(lang, "hours_say")}</p>
      <ul class="inc-hours-list">
        {now.windows.map((one, i) => {
          const early = i > 0 && one.closes < now.windows[i - 1]!.closes;
          return (
            <li key={one.id}>
              <label>
                {info.sets["window"]?.[i]?.name ?? one.id}
                <input type="time" required value={one.closes} aria-invalid={early} onChange={(event) => close(i, event.currentTarget.value)} />
              </label>
              {early && (
                <p class="inc-warn" role="alert">
                  {say(lang, "hours_early")}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <fieldset>
        <legend>{say(lang, "rest_days")}</legend>
        <div class="row">
          {week.map((day) => (
            <label key={day} class="check">
              <input
                type="checkbox"
                checked={now.rest_days.includes(day)}
                disabled={!now.rest_days.includes(day) && now.rest_days.length === week.length - 1}
                onChange={() => rest(day)}
              />
              <span>{dayName(day, lang)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="row">
        {minutes("minimum_minutes", "minimum_minutes")}
        {minutes("grace_minutes", "grace_minutes")}
      </div>
    </details>
  );
}
