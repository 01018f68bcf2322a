// SPDX-License-Identifier: MIT
// Verify.tsx - the dice of a finished match, computed again in this browser from its file alone.
import { useEffect, useMemo, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { ApiError, apiText } from "../api";
import { tokenToLook } from "../device";
import { Icon, Message, Title } from "../parts/basic";
import { scenarioFor } from "../scenario";
import { Drop, faultWords } from "../parts/Drop";
import { SeatMark } from "../parts/SeatMark";
import { place } from "../route";
import { readTranscript, type Transcript } from "../transcript";
import { chainName, timeOf } from "../beacon";
import { checkSealed, isGood, verify, type Called, type Checked, type CheckedBeacon, type Computer, type Report } from "../verify";
import { lang, sayingOf, t } from "../words";
import { en, it } from "../words/verify";

const w = sayingOf({ en, it });

interface Work {
  readonly name: string;
  readonly file: Transcript | null;
  readonly report: (Report & { by: Computer }) | null;
  readonly fault: string | null;
  readonly done: number;
}

async function check(name: string, text: string, match: string | null, tell: (work: Work) => void): Promise<void> {
  const base: Work = { name, file: null, report: null, fault: null, done: 0 };
  tell(base);
  try {
    const file = readTranscript(text);
    tell({ ...base, file });
    const scenario = await scenarioFor(text, match);
    const report = await verify({ text, file, match, scenario }, lang.value, (done) => tell({ ...base, file, done }));
    tell({ ...base, file, report, done: 1 });
  } catch (fault) {
    tell({ ...base, fault: faultWords(fault) });
  }
}

// ---- What was found -------------------------------------------------------------------------------------------------------------

/** "A, C": the seats of whom it was found. */
const seatsThat = <Found,>(found: Readonly<Record<string, Found>>, what: Found): string =>
  Object.keys(found)
    .filter((seat) => found[seat] === what)
    .join(", ");

function Promises({ file, report }: { file: Transcript; report: Report }) {
  const good = seatsThat(report.promises, "good");
  const bad = seatsThat(report.promises, "bad");
  const unopened = [...new Set(file.unopened)].join(", ");
  return (
    <>
      {good && <li class="good">{w("promises_good", good)}</li>}
      {bad && <li class="bad">{w("promises_bad", bad)}</li>}
      {unopened && <li>{w("unopened", unopened)}</li>}
    </>
  );
}

function Beacon({ found }: { found: CheckedBeacon }) {
  const time = timeOf(found.chain, found.round);
  const when = time?.toLocaleString(lang.value, { dateStyle: "medium", timeStyle: "medium" });
  const words = {
    good: w("beacon_good", found.round, chainName(found.chain) ?? found.chain, when ?? ""),
    bad: w("beacon_bad", found.round),
    unknown: w("beacon_unknown", found.round, found.chain),
  };
  const verdict = found.randomness === "bad" ? "bad" : found.signature;
  return <li class={verdict === "unknown" ? undefined : verdict}>{words[verdict]}</li>;
}

function Names({ report }: { report: Report }) {
  const words: Record<Called, (seats: string) => string> = {
    same: (seats) => w("names_same", seats),
    otherwise: (seats) => w("names_otherwise", seats),
    erased: (seats) => w("names_erased", seats),
  };
  const kinds = (Object.keys(words) as Called[]).filter((kind) => seatsThat(report.names, kind));
  return (
    <>
      {kinds.map((kind) => (
        <li key={kind}>{words[kind](seatsThat(report.names, kind))}</li>
      ))}
    </>
  );
}

function Verdict({ file, report }: { file: Transcript; report: Report & { by: Computer } }) {
  const count = (verdict: Checked["verdict"]) => report.throws.filter((one) => one.verdict === verdict).length;
  const bad = count("bad");
  const unknown = count("unknown");
  if (report.seed === "by hand") return <Message kind="info">{w("by_hand")}</Message>;
  if (report.seed === "sealed") return <Message kind="info">{w("sealed")}</Message>;
  const good = isGood(report);
  return (
    <>
      <Message kind={good ? "good" : "bad"} alert>
        <strong>{good ? w("good", count("good")) : w("bad")}</strong>
      </Message>
      <ul class="verify-facts">
        <li class={report.seed}>{report.seed === "good" ? w("seed_good") : w("seed_bad")}</li>
        <Promises file={file} report={report} />
        {report.beacon && <Beacon found={report.beacon} />}
        {report.handed > 0 && <li>{w("handed", report.handed)}</li>}
        {report.entered > 0 && <li>{w("entered", report.entered)}</li>}
        {bad > 0 && <li class="bad">{w("throws_bad", bad)}</li>}
        {unknown > 0 && <li>{w("throws_unknown", unknown)}</li>}
        {unknown > 0 && <li>{w("terminal")}</li>}
        {report.by === "server" && <li>{w("by_server")}</li>}
        {report.stopped && <li class="bad">{w("stopped", report.stopped.ply.ply, report.stopped.why)}</li>}
        <Names report={report} />
      </ul>
    </>
  );
}

const shownThrows = 500;

function Throws({ report }: { report: Report }) {
  const [all, setAll] = useState(false);
  const wrong = report.throws.filter((one) => one.verdict === "bad");
  const rows = all ? report.throws : [...wrong, ...report.throws.filter((one) => one.verdict !== "bad")].slice(0, shownThrows);
  const words = { good: w("throw_good"), bad: w("throw_bad"), unknown: w("throw_unknown") };
  if (rows.length === 0) return null;
  return (
    <>
      <div class="scroll throws" tabIndex={0} role="region" aria-label={w("throws")}>
        <table>
          <caption class="hidden">{w("throws")}</caption>
          <thead>
            <tr>
              <th scope="col">{w("throw_n")}</th>
              <th scope="col">{t("replay_ply")}</th>
              <th scope="col">{w("throw_written")}</th>
              <th scope="col">{w("throw_computed")}</th>
              <th scope="col">{w("throw_verdict")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.n} class={one.verdict}>
                <td>{one.n}</td>
                <td>{one.ply.ply}</td>
                <td class="code">{one.ply.text}</td>
                <td class="code">{one.computed ?? "–"}</td>
                <td>
                  <Icon name={one.verdict === "bad" ? "close" : one.verdict === "good" ? "check" : "help"} /> {words[one.verdict]}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < report.throws.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          {w("throws_all", report.throws.length)}
        </button>
      )}
    </>
  );
}

function SealVerdict({ file }: { file: Transcript }) {
  const verdict = useMemo(() => checkSealed(file), [file]);
  const words = { good: w("seal_good"), bad: w("seal_bad"), sealed: t("sealed") };
  return verdict && <strong class={verdict === "bad" ? "bad-text" : undefined}>{words[verdict]}</strong>;
}

function Head({ file, report }: { file: Transcript; report: Report | null }) {
  return (
    <dl class="facts">
      <div>
        <dt>{t("game")}</dt>
        <dd>
          {file.game} {file.version}
        </dd>
      </div>
      <div>
        <dt>{t("seats")}</dt>
        <dd>
          {file.seats.map((seat) => (
            <span key={seat.seat} class="verify-seat">
              <SeatMark seat={seat.seat} /> {seat.name || seat.who}
              {file.words[seat.seat] ? ` “${file.words[seat.seat]}”` : ""}
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>{t("commitment")}</dt>
        <dd class="code">{file.commitment ?? "–"}</dd>
      </div>
      <div>
        <dt>{t("seed")}</dt>
        <dd class="code">{file.seed ?? t("sealed")}</dd>
      </div>
      {file.sealed && (
        <div>
          <dt>{t("seal_of", file.sealed.name)}</dt>
          <dd>
            <span class="code">{file.sealed.hash}</span> <SealVerdict file={file} />
          </dd>
        </div>
      )}
      {report?.commitment && (
        <div>
          <dt>{t("commitment_computed")}</dt>
          <dd class="code">{report.commitment}</dd>
        </div>
      )}
    </dl>
  );
}

// ---- The view ---------------------------------------------------------------------------------------------------------------------

export function VerifyView() {
  const [work, setWork] = useState<Work | null>(null);
  const match = place.value.query.get("match");
  useEffect(() => setTitle(w("title")), [lang.value]);
  useEffect(() => {
    if (!match) return;
    apiText(`/matches/${match}/transcript`, { token: tokenToLook(match) })
      .then((text) => check(`${match}.alea`, text, match, setWork))
      .catch(
        (cause: unknown) =>
          cause instanceof ApiError && setWork({ name: match, file: null, report: null, fault: cause.body.text, done: 0 }),
      );
  }, [match]);
  return (
    <main id="content" class="page">
      <Title>{w("title")}</Title>
      <p>
        {w("says")} <a href="/analyse">{t("analyse_title")}</a>
      </p>
      <Drop says={w("drop")} onText={(name, text) => void check(name, text, null, setWork)} />
      {work && (
        <section aria-live="polite">
          <h2>{work.name}</h2>
          {work.fault && (
            <Message kind="bad" alert>
              {work.fault}
            </Message>
          )}
          {work.file && !work.report && !work.fault && <progress value={work.done} max="1" aria-label={t("loading")} />}
          {work.file && work.report && <Verdict file={work.file} report={work.report} />}
          {work.file && <Head file={work.file} report={work.report} />}
          {work.report && <Throws report={work.report} />}
        </section>
      )}
    </main>
  );
}
