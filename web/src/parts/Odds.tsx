// SPDX-License-Identifier: MIT
// Odds.tsx - the exact chances of a combat before it is declared: who wins, and how many of either side are left.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Battle } from "../api";
import type { Table } from "../board";
import type { OddsAsker } from "../table/odds";
import type { TableStore } from "../table/store";
import { barsOf } from "../table/chances";
import { decimal, percent, t } from "../words";
import { coloursOf } from "./SeatMark";
import { wide } from "./Sheet";

const mostLabels = 8; // of more bars only the ends are labelled

function Bars({ chances, side, title }: { chances: readonly number[]; side: 0 | 1; title: string }) {
  const bars = barsOf(chances);
  const top = Math.max(...bars.map(({ chance }) => chance), 0.01);
  return (
    <figure class={`bars side-${side}`}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${bars.length * 10} 44`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ left, chance }, i) => (
          <rect key={left} x={i * 10 + 1} y={42 - (40 * chance) / top} width="8" height={(40 * chance) / top + 2}>
            <title>{`${left}: ${percent(chance)}`}</title>
          </rect>
        ))}
      </svg>
      <div class={bars.length <= mostLabels ? "bars-labels" : "bars-ends"} aria-hidden="true">
        {bars.length <= mostLabels ? (
          bars.map(({ left }) => <span key={left}>{left}</span>)
        ) : (
          <>
            <span>{bars[0]?.left}</span>
            <span>{bars[bars.length - 1]?.left}</span>
          </>
        )}
      </div>
    </figure>
  );
}

function Numbers({ battle }: { battle: Battle }) {
  const attackers = barsOf(battle.attackers_left);
  const defenders = barsOf(battle.defenders_left);
  const most = Math.max(attackers[0]?.left ?? 0, defenders[0]?.left ?? 0);
  const chance = (of: readonly number[], left: number) =>
    of[left] === undefined || of[left] < 1e-9 ? "–" : percent(of[left], 2);
  return (
    <details class="odds-numbers">
      <summary>{t("odds_table")}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("odds_table")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("odds_left")}</th>
              <th scope="col">{t("odds_attacker")}</th>
              <th scope="col">{t("odds_defender")}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: most + 1 }, (_, i) => most - i).map((left) => (
              <tr key={left}>
                <th scope="row">{left}</th>
                <td>{chance(battle.attackers_left, left)}</td>
                <td>{chance(battle.defenders_left, left)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function StopRule({ asker, battle, stop }: { asker: OddsAsker; battle: Battle; stop: number }) {
  const id = useId();
  if (battle.attackers < 2 && !stop) return null;
  const most = Math.max(stop, Math.min(battle.attackers, 30));
  return (
    <label class="stop-rule" for={id}>
      {t("odds_stop")}
      <select id={id} value={String(stop)} onChange={(event) => asker.stopAt(Number(event.currentTarget.value))}>
        <option value="0">{t("odds_stop_never")}</option>
        {Array.from({ length: most - 1 }, (_, i) => i + 2).map((n) => (
          <option key={n} value={n}>
            {t("odds_stop_at", n)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where there is little room a line alone is in sight. */
function Folded(props: { brief: ComponentChildren; children: ComponentChildren; style?: Record<string, string> | undefined }) {
  const { brief, children, style } = props;
  return (
    <details class="odds narrow" style={style}>
      <summary class="odds-win">{brief}</summary>
      <div class="odds-more scroll">{children}</div>
    </details>
  );
}

/** Chances in words: where there is little room what they are of, and the rest at a tap. */
function Words({ words }: { words: string | undefined }) {
  if (!words) return <p class="odds odds-waiting">{t("odds_waiting")}</p>;
  const [of = "", ...more] = words.split("\n");
  if (wide.value || more.length === 0) return <p class="odds odds-words">{words}</p>;
  return (
    <Folded brief={of}>
      <p class="odds-words">{more.join("\n")}</p>
    </Folded>
  );
}

export function OddsPanel({ table }: { table: Table & Pick<TableStore, "asker" | "board"> }) {
  const asked = table.asker.asked.value;
  if (!asked) return null;
  const battle = asked.odds?.battle;
  const Detail = table.board.value?.Odds;
  const fighters = table.board.value?.fightersOf?.(table);
  const style = fighters && coloursOf(fighters);
  const side = wide.value;
  if (Detail && asked.odds?.detail) {
    const whole = <Detail table={table} odds={asked.odds} />;
    if (!side)
      return (
        <Folded style={style} brief={<Detail table={table} odds={asked.odds} brief />}>
          {whole}
        </Folded>
      );
    return (
      <section class="odds" tabIndex={0} aria-label={t("odds")} style={style}>
        {whole}
      </section>
    );
  }
  if (!battle) return <Words words={asked.odds?.words} />;
  const win = percent(battle.win, battle.win > 0.99 || battle.win < 0.01 ? 2 : 1);
  const more = (
    <>
      <p class="odds-expected">
        {t(
          "odds_expected",
          decimal(battle.expected_attackers_left),
          battle.attackers,
          decimal(battle.expected_defenders_left),
          battle.defenders,
        )}
        {!battle.exact && ` ${t("odds_inexact")}`}
      </p>
      <div class="odds-bars">
        <Bars chances={battle.attackers_left} side={0} title={t("odds_attacker_left")} />
        <Bars chances={battle.defenders_left} side={1} title={t("odds_defender_left")} />
      </div>
      <StopRule asker={table.asker} battle={battle} stop={table.asker.stop.value} />
      <Numbers battle={battle} />
    </>
  );
  const chance = (
    <>
      <strong>{win}</strong> {t("odds_win")}
    </>
  );
  const meter = (
    <span class="odds-meter" role="presentation">
      <span style={{ "--part": battle.win } as Record<string, number>} />
    </span>
  );
  if (!side)
    return (
      <Folded
        style={style}
        brief={
          <>
            {chance} {meter}
          </>
        }
      >
        {more}
      </Folded>
    );
  return (
    <section class="odds" tabIndex={0} aria-label={t("odds")} style={style}>
      <p class="odds-win">
        {chance} {meter}
      </p>
      {more}
    </section>
  );
}
