// SPDX-License-Identifier: MIT
// Banners.tsx - what one must know before anything else: a lost line, a pause, a deputy, what one missed.
import type { State } from "../api";
import { mine } from "../device";
import { lazy } from "../lazy";
import { silenced } from "../notices";
import type { TableStore } from "../table/store";
import { moment, t } from "../words";
import { seatTitle } from "./people";
import { wide } from "./Sheet";
import { AgreementBanner, Happened } from "./Agreement";
import { Icon } from "./basic";

function Lost({ table }: { table: TableStore }) {
  const link = table.live.link.value;
  if (link !== "lost" || !table.now.value) return null;
  return (
    <p class="banner warn" role="alert">
      <Icon name="wifi" /> <span>{t("lost")}</span>
      <button type="button" class="button small" onClick={() => table.live.again()}>
        {t("lost_retry")}
      </button>
    </p>
  );
}

/** Until when the viewer, or whoever is to move, can decide: what runs out next. */
function nextTime(table: TableStore): string {
  const state = table.now.value;
  if (!state) return "";
  if (state.window?.text) return t("away_window", state.window.name ?? "", state.window.text);
  const times = state.actors.map((seat) => ({ seat, at: state.clock?.seats[seat]?.deadline ?? 0 })).filter(({ at }) => at > 0);
  const first = times.sort((a, b) => a.at - b.at)[0];
  if (!first) return "";
  const seat = state.seats.find((one) => one.seat === first.seat);
  const until = moment(first.at - table.clockOffset.value);
  return first.seat === state.you ? t("away_yours", until) : t("away_others", seat ? seatTitle(seat) : first.seat, until);
}

function Away({ table }: { table: TableStore }) {
  const away = table.away.value;
  if (!away) return null;
  const plies = table.log.plies.value.filter(({ ply }) => ply > away.from);
  return (
    <div class="banner info" data-key="away-banner">
      <span>
        {t("away", away.plies, moment(away.at))} {nextTime(table)}
      </span>
      <button type="button" class="button small primary" data-key="away" onClick={() => void table.playMissed()}>
        <Icon name="play" /> {t("away_play")}
      </button>
      <button type="button" class="button small" onClick={() => table.dismissAway()}>
        {t("away_dismiss")}
      </button>
      <Happened plies={plies} game={table.shown.value?.game ?? ""} words={t("away_lines")} open={wide.value} />
    </div>
  );
}

function Deputy({ table, state }: { table: TableStore; state: State }) {
  const seat = state.seats.find((one) => one.seat === state.you);
  if (!seat?.deputy || table.now.value?.status === "over") return null;
  return (
    <p class="banner warn">
      <span>{t("deputy")}</span>
      <button type="button" class="button small primary" onClick={() => void table.post("return", {})}>
        {t("deputy_return")}
      </button>
    </p>
  );
}

function Paused({ table, state }: { table: TableStore; state: State }) {
  if (state.status !== "paused") return null;
  const admin = mine.value[table.match]?.admin;
  return (
    <p class="banner info">
      <Icon name="pause" /> <span>{t("paused")}</span>
      {admin && <a href={`/a/${table.match}`}>{t("run_table")}</a>}
    </p>
  );
}

/** The server's record is another one than what this device has heard. */
function Differs({ table }: { table: TableStore }) {
  const ply = table.heardOf.differs.value;
  if (ply === null) return null;
  return (
    <p class="banner warn" role="alert">
      <span>{t("record_differs", ply)}</span>
      <button type="button" class="button small" onClick={() => (table.heardOf.differs.value = null)}>
        {t("away_dismiss")}
      </button>
    </p>
  );
}

/** Words for the dice are drawn: who lets it fail is named. A beacon tells when its rounds come out, and then the one that is awaited. */
function Drawing({ state }: { state: State }) {
  const { draw, unopened, beacon } = state.dice;
  const fails = beacon?.fails ?? false;
  const failed = [...new Set((unopened ?? []).map(({ seat }) => t("seat_named", seat)))].join(", ");
  const awaited = state.status === "playing" && beacon && !beacon.randomness;
  if (!awaited && (state.status !== "waiting" || !draw || (draw.phase === "promising" && !failed))) return null;
  return (
    <p class="banner info" role="status">
      <span>
        {fails ? t("beacon_fails") : awaited ? t("beacon_awaited", String(beacon.round ?? "")) : t("drawing")}
        {failed && ` ${t("draw_failed", failed)}`}
      </span>
    </p>
  );
}

const Silenced = lazy(() => import("./Notices").then((part) => part.Silenced), { part: true });

export function Banners({ table }: { table: TableStore }) {
  const state = table.shown.value;
  if (!state) return null;
  return (
    <div class="banners">
      <Lost table={table} />
      <Differs table={table} />
      <Drawing state={state} />
      <Paused table={table} state={state} />
      <AgreementBanner table={table} />
      <Deputy table={table} state={state} />
      {silenced.value === table.match && <Silenced table={table} />}
      <Away table={table} />
    </div>
  );
}
