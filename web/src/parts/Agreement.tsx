// SPDX-License-Identifier: MIT
// Agreement.tsx - what one seat asks of the whole table: to take the match back, to pause, to end it; shown to all, answered by one tap.
import type { Agreement } from "../agreement";
import { seatOf, type PlyMessage } from "../api";
import { hasBoard } from "../table/games";
import type { TableStore } from "../table/store";
import { gather, linesOf } from "../table/story";
import { t } from "../words";

const linesShown = 10;

/** What happened, in the last ten lines of it. */
export function Happened({ plies, game, words, open }: { plies: readonly PlyMessage[]; game: string; words: string; open?: boolean }) {
  const lines = gather(plies.flatMap(linesOf), hasBoard(game)).filter((line) => line.kind === "line");
  if (lines.length === 0) return null;
  return (
    <details class="happened" open={open}>
      <summary>{words}</summary>
      <ol>
        {lines.slice(-linesShown).map((line) => (
          <li key={line.key}>{line.words}</li>
        ))}
      </ol>
    </details>
  );
}

function Answers({ table, asked, mine }: { table: TableStore; asked: Agreement; mine: string }) {
  const answer = (yes: boolean) => () => void table.post(`agreements/${asked.agreement}`, { answer: yes ? "yes" : "no" });
  if (asked.by === mine)
    return (
      <button type="button" class="button small" data-key="withdraw" onClick={answer(false)}>
        {t("agreement_withdraw")}
      </button>
    );
  return (
    <>
      <button type="button" class="button small primary" data-key="agree" disabled={asked.yes.includes(mine)} onClick={answer(true)}>
        {t("agreement_yes")}
      </button>
      <button type="button" class="button small" data-key="refuse" disabled={asked.no.includes(mine)} onClick={answer(false)}>
        {t("agreement_no")}
      </button>
    </>
  );
}

export function AgreementBanner({ table }: { table: TableStore }) {
  const state = table.now.value;
  const asked = state?.agreement;
  if (!state || !asked) return null;
  const back = asked.to === undefined ? [] : table.log.plies.value.filter(({ ply }) => ply > asked.to!);
  const mine = seatOf(state);
  return (
    <div class="banner info agreement" role="status" data-key="agreement">
      <span>
        {asked.text} <span class="soft">{t("agreement_count", asked.yes.length, asked.needs)}</span>
      </span>
      {asked.may && mine && <Answers table={table} asked={asked} mine={mine} />}
      <Happened plies={back} game={state.game} words={t("agreement_back", back.length)} />
    </div>
  );
}
