// SPDX-License-Identifier: MIT
// Tell.tsx - what the Master says: bulletins, rulings under their rule, words to one person, free missions.
import { useMemo, useState } from "preact/hooks";
import { Message } from "../parts/basic";
import { RuleLink } from "../parts/Rule";
import { RulingList, rulingsOf, type Ruling } from "../parts/Rulings";
import { seatTitle } from "../parts/people";
import { useEffect } from "preact/hooks";
import { ApiError } from "../api";
import { lang, t } from "../words";
import { Readings } from "./Act";
import { Film, isAddress } from "./Film";
import { placesOf } from "./hands";
import { Missions } from "./Missions";
import { sidesOf } from "./Eyes";
import type { MasterStore } from "./store";
import { w } from "./say";

const mostRules = 12; // of a search

// ---- Bulletins -------------------------------------------------------------------------------------------------------------------

function Bulletin({ desk }: { desk: MasterStore }) {
  const [to, setTo] = useState("");
  const [words, setWords] = useState("");
  const [film, setFilm] = useState("");
  const moves = desk.movesOf(placesOf.bulletins);
  const state = desk.now.value!;
  const move = moves.find(({ text }) => text === to) ?? moves.find(({ verb }) => verb === placesOf.bulletins[0]);
  const person = state.seats.find(({ seat }) => to === `@${seat}`);
  const note = [words.trim(), film.trim()].filter(Boolean).join("\n");
  const send = async (event: Event) => {
    event.preventDefault();
    const done = person
      ? await desk.act("/chat", { to: person.seat, text: note }, w("told_said"))
      : await desk.host(move!.text, words, w("told_said"), film);
    if (!done) return;
    setWords("");
    setFilm("");
  };
  return (
    <form class="act" onSubmit={(event) => void send(event)}>
      <label>
        {w("readers")}
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          {moves.map(({ text, verb, words: says }) => (
            <option key={text} value={verb === placesOf.bulletins[0] ? "" : text}>
              {verb === placesOf.bulletins[0] ? w("everybody") : says}
            </option>
          ))}
          {state.seats
            .filter(({ who }) => who === "human")
            .map((seat) => (
              <option key={seat.seat} value={`@${seat.seat}`}>
                {w("only", seatTitle(seat))}
              </option>
            ))}
        </select>
      </label>
      <label>
        {w("bulletin_words")}
        <textarea
          rows={5}
          required
          maxLength={person ? 900 : 3800}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <Film value={film} onInput={setFilm} />
      {!person && <Readings desk={desk} text={words.trim() && move ? move.text : null} note={note} />}
      <button type="submit" class="button primary" disabled={!words.trim() || !isAddress(film) || (!person && !move)}>
        {w("publish")}
      </button>
    </form>
  );
}

// ---- Rulings -----------------------------------------------------------------------------------------------------------------------

/** All rulings of the match; null: not asked yet. */
function useRulings(desk: MasterStore) {
  const [rulings, setRulings] = useState<readonly Ruling[] | null>(null);
  const [asked, setAsked] = useState(0);
  const language = lang.value;
  useEffect(() => {
    let wanted = true;
    rulingsOf(desk.match, desk.asks.token, "all").then(
      (found) => wanted && setRulings(found),
      (cause: unknown) => cause instanceof ApiError || Promise.reject(cause as Error),
    );
    return () => void (wanted = false);
  }, [asked, language]);
  return { rulings, again: () => setAsked((n) => n + 1) };
}

/** Rules whose id or sentence holds all the words. */
function useFound(desk: MasterStore, search: string) {
  const rules = desk.info.rules;
  return useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return rules.filter(({ rule, text }) => words.every((word) => `${rule} ${text}`.toLowerCase().includes(word)));
  }, [rules, search]);
}

function RuleSearch({ desk, rule, onRule }: { desk: MasterStore; rule: string; onRule: (rule: string) => void }) {
  const [search, setSearch] = useState("");
  const found = useFound(desk, search);
  return (
    <fieldset>
      <legend>{w("rule")}</legend>
      <label>
        {w("rule_search")}
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      {search.trim() && (
        <p class="soft" role="status">
          {w("rules_found", found.length)}
        </p>
      )}
      {found.slice(0, mostRules).map((one) => (
        <label class="check" key={one.rule}>
          <input type="radio" name="rule" checked={one.rule === rule} onChange={() => onRule(one.rule)} />
          <span>
            {one.rule}
            <small>{one.text}</small>
          </span>
        </label>
      ))}
      {rule && !found.slice(0, mostRules).some((one) => one.rule === rule) && (
        <p>
          <RuleLink game={desk.info.id} rule={rule} />
        </p>
      )}
    </fieldset>
  );
}

function RulingForm({ desk, onDone }: { desk: MasterStore; onDone: () => void }) {
  const [rule, setRule] = useState("");
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState("");
  const [to, setTo] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    const body = { rule, question: question.trim(), answer: answer.trim(), ...(to ? { to } : {}) };
    if (!(await desk.act("/rulings", body, w("ruled_said")))) return;
    setQuestion("");
    setAnswer("");
    onDone();
  };
  return (
    <form class="act" onSubmit={(event) => void send(event)}>
      <RuleSearch desk={desk} rule={rule} onRule={setRule} />
      <label>
        {w("question")}
        <input type="text" required maxLength={300} value={question} onInput={(event) => setQuestion(event.currentTarget.value)} />
      </label>
      <label>
        {w("answer")}
        <textarea rows={3} required maxLength={3500} value={answer} onInput={(event) => setAnswer(event.currentTarget.value)} />
      </label>
      <label>
        {w("readers")}
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="">{w("everybody")}</option>
          {sidesOf(desk.now.value!).map((side) => (
            <option key={side.seat} value={side.seat}>
              {w("only", side.name)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button primary" disabled={!rule || !question.trim() || !answer.trim()}>
        {w("rule_it")}
      </button>
    </form>
  );
}

function Rulings({ desk }: { desk: MasterStore }) {
  const { rulings, again } = useRulings(desk);
  const state = desk.now.value!;
  const readers = (to: readonly string[] | null) =>
    to === null ? w("everybody") : (sidesOf(state).find(({ seat }) => to.includes(seat))?.name ?? to.join(", "));
  return (
    <>
      <RulingForm desk={desk} onDone={again} />
      {rulings?.length === 0 && <Message kind="info">{w("no_rulings")}</Message>}
      <RulingList rulings={rulings ?? []} game={desk.info.id} readers={readers} />
    </>
  );
}

// ---- All -------------------------------------------------------------------------------------------------------------------------------

export function TellPanel({ desk }: { desk: MasterStore }) {
  const over = desk.now.value?.status === "over";
  return (
    <>
      {!over && (
        <section aria-labelledby="tell-bulletin">
          <h3 id="tell-bulletin">{w("bulletins")}</h3>
          <Bulletin desk={desk} />
        </section>
      )}
      <section aria-labelledby="tell-rulings">
        <h3 id="tell-rulings">{w("rulings")}</h3>
        <Rulings desk={desk} />
      </section>
      {!over && (
        <section aria-labelledby="tell-missions">
          <h3 id="tell-missions">{w("missions")}</h3>
          <Missions desk={desk} />
        </section>
      )}
      <p>
        <a href={`/help?game=${desk.info.id}`}>{t("rules")}</a>
      </p>
    </>
  );
}
