// SPDX-License-Identifier: MIT
// Panels.tsx - what stands beside the analysis board: what may be done there, the moves as a tree, what a bot thinks, the task, sharing.
import { useEffect, useRef, useState } from "preact/hooks";
import { Amount } from "./amount";
import { withScenario } from "../laid";
import { longestAddress, pack } from "../pack";
import { ChoiceList, PickedBar, WhyNot } from "../parts/Choices";
import { OddsPanel } from "../parts/Odds";
import { RemarkFields } from "../parts/RemarkFields";
import { Ruled } from "../parts/Rule";
import { saveText } from "../parts/save";
import { SeatMark, seatIndex } from "../parts/SeatMark";
import { NoticeLine, PlaceDetails } from "../parts/Turn";
import { Icon, LinkField, Message } from "../parts/basic";
import { hrefOf } from "../route";
import { decimal, percent, t } from "../words";
import { w } from "./say";
import { solved } from "./collection";
import type { AnalysisStore } from "./store";
import type { Weight } from "./thinker";
import type { Node } from "./tree";

export type Part = { readonly store: AnalysisStore };

// ---- What may be done there ----------------------------------------------------------------------------------------------------------

/** Several may choose: whose choice one makes. */
function Chooser({ store }: Part) {
  const { actors, you } = store.state;
  if (actors.length < 2) return null;
  return (
    <label class="analyse-chooser">
      {w("chooser")}
      <select value={you ?? ""} onChange={(event) => void store.go(store.wanted.peek(), event.currentTarget.value)}>
        {actors.map((seat) => (
          <option key={seat} value={seat}>
            {seat}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What chance may bring: one chooses, or throws. */
function Outcomes({ store }: Part) {
  const outcomes = [...(store.found.value?.outcomes ?? [])].sort((one, other) => other.chance - one.chance);
  if (outcomes.length === 0) return null;
  return (
    <section class="analyse-outcomes" aria-label={w("chance")}>
      <p>
        <strong>{w("chance")}</strong> {w("chance_says")}
      </p>
      <button type="button" class="button" data-key="roll" onClick={() => store.roll()}>
        <Icon name="dice" /> {w("roll")}
      </button>
      <div class="choice-list">
        {outcomes.map(({ move, chance }) => (
          <button key={move.m} type="button" class="choice" data-outcome={move.text} onClick={() => store.fall(move)}>
            <span class="choice-words">{move.words}</span>
            <span class="choice-remark">{percent(chance, chance < 0.01 ? 2 : 1)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

const namesShown = 12;

/** What is hidden from one is guessed here: by which guess, what, and another one. */
function Guess({ store }: Part) {
  const [guess, guessed] = [store.guess.value, store.guessed.value];
  if (!guess) return null;
  const named = new Map(Object.values(store.info.sets).flatMap((set) => set.map(({ id, name }) => [id, name] as const)));
  const names = [...guessed].map((id) => named.get(id)).filter((name) => name !== undefined);
  const left = names.length - namesShown;
  return (
    <section class="card analyse-guess" data-guess={guess} aria-label={w("guess")}>
      <p>
        <strong>{w("guess_number", guess)}</strong> {w("guess_says")}
      </p>
      {names.length > 0 && (
        <p class="soft">
          {w("guess_of", names.slice(0, namesShown).join(", "))}
          {left > 0 && ` ${w("guess_more", left)}`}
        </p>
      )}
      <button type="button" class="button small" data-key="guess" onClick={() => void store.guessAgain()}>
        <Icon name="dice" /> {w("guess_again")}
      </button>
    </section>
  );
}

export function PlayPanel({ store }: Part) {
  const { Choices: Own, Hand, Further } = store.board.value ?? {};
  const Choices = Own ?? ChoiceList;
  const state = store.state;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollTo(0, 0), [store.at.value]);
  return (
    <div class={store.myTurn.value ? "turn-box mine" : "turn-box"} data-ply={state.ply}>
      <div class="turn-scroll scroll" ref={box}>
        <h2 class="hidden">{t("tab_play")}</h2>
        <TaskBox store={store} />
        <Guess store={store} />
        {state.prompt && (
          <p class="prompt">
            <Ruled text={state.prompt} game={state.game} />
          </p>
        )}
        <Chooser store={store} />
        <NoticeLine table={store} />
        {state.result && <Scores store={store} />}
        <PlaceDetails table={store} />
        <Outcomes store={store} />
        {store.moves.length > 0 && <Choices table={store} />}
        {Hand && state.you && <Hand table={store} />}
        {store.moves.length > 0 && (
          <details class="more-ways">
            <summary>{t("more_ways")}</summary>
            <WhyNot table={store} />
          </details>
        )}
      </div>
      <div class="turn-foot">
        <OddsPanel table={store} />
        {Further && store.moves.length > 0 && !store.inRow && <Further table={store} />}
        <PickedBar table={store} />
      </div>
    </div>
  );
}

function Scores({ store }: Part) {
  const { score } = store.state.result!;
  return (
    <p class="analyse-scores">
      {w("over")}{" "}
      {Object.entries(score).map(([seat, part]) => (
        <span key={seat}>
          <SeatMark seat={seat} /> {percent(part, 0)}{" "}
        </span>
      ))}
    </p>
  );
}

// ---- The moves -----------------------------------------------------------------------------------------------------------------------

const shownBefore = 40; // plies before the one at which one stands, and after it
const shownAfter = 25;

/** A ply in words, as far as they are known. */
export function wordsOf(store: AnalysisStore, node: Node): string {
  return store.made.get(node) ?? node.text;
}

function Ply({ store, node, instead = false }: Part & { node: Node; instead?: boolean }) {
  void store.version.value; // its mark and its words may be others
  const here = store.wanted.value === node;
  return (
    <button
      type="button"
      class={`analyse-ply ${node.played ? "" : "tried"}`}
      aria-current={here ? "true" : undefined}
      data-place={store.tree.placeOf(node)}
      onClick={() => void store.go(node)}
    >
      <span class="log-ply">{node.ply}</span>
      {seatIndex(node.who) >= 0 ? <SeatMark seat={node.who} /> : <span class="log-chance" aria-hidden="true" />}
      <span>
        {instead && <span class="soft">{w("instead")} </span>}
        {wordsOf(store, node)}
        {node.mark && <strong class="analyse-mark"> {node.mark}</strong>}
        {node.comment && <em class="analyse-comment"> {node.comment}</em>}
      </span>
    </button>
  );
}

function Note({ store }: Part) {
  void store.version.value;
  const node = store.wanted.value;
  return (
    <div class="remark-fields">
      <RemarkFields remark={node} onChange={({ mark, comment }) => store.note(node, mark, comment)} />
      {!node.played && (
        <button type="button" class="button small" data-key="remove" onClick={() => store.remove(node)}>
          {w("remove")}
        </button>
      )}
    </div>
  );
}

export function LinesPanel({ store }: Part) {
  void store.version.value;
  const here = store.wanted.value;
  const line = store.tree.lineOf(store.end());
  const at = here.ply;
  const box = useRef<HTMLDivElement>(null);
  const others = (node: Node) =>
    node.parent && !store.hides(node.parent) ? node.parent.kids.filter((one) => one !== node) : [];
  useEffect(() => {
    const [room, one] = [box.current, box.current?.querySelector<HTMLElement>("[aria-current]")];
    if (room && one) room.scrollTop = one.offsetTop - room.offsetTop - room.clientHeight / 2;
    else if (room) room.scrollTop = 0;
  }, [here]);
  return (
    <div class="analyse-lines">
      <Note key={store.tree.placeOf(here)} store={store} />
      <div class="scroll analyse-list" ref={box} tabIndex={0} role="region" aria-label={t("analyse_lines")}>
        <ol>
          {at <= shownBefore && (
            <li>
              <button
                type="button"
                class="analyse-ply"
                data-place="0"
                aria-current={at === 0 ? "true" : undefined}
                onClick={() => void store.go(store.tree.root)}
              >
                {w("begins")}
              </button>
            </li>
          )}
          {line.slice(Math.max(0, at - shownBefore), at + shownAfter).map((node) => (
            <li key={node.ply}>
              <Ply store={store} node={node} />
              {others(node).length > 0 && (
                <ul>
                  {others(node).map((other) => (
                    <li key={store.tree.placeOf(other)}>
                      <Ply store={store} node={other} instead />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

// ---- What a bot thinks ------------------------------------------------------------------------------------------------------------

const shownWeights = 5;
const shownBehind = 12; // moves of a line

/** A line, each move as often as it is made in a row. */
function inARow(line: Weight["line"]) {
  const rows: (Weight["line"][number] & { times: number })[] = [];
  for (const step of line) {
    const last = rows.at(-1);
    if (last && last.seat === step.seat && last.move.m === step.move.m) last.times++;
    else rows.push({ ...step, times: 1 });
  }
  return rows;
}

function WeightRow({ store, weight, all }: Part & { weight: Weight; all: number }) {
  const behind = inARow(weight.line.slice(1));
  return (
    <li>
      <button type="button" class="analyse-weight" data-weighed={weight.move.text} onClick={() => store.play(weight.move)}>
        <strong>{weight.value === null ? "–" : percent(weight.value, 1)}</strong>
        <span>{weight.move.words}</span>
        <small>{percent(weight.visits / Math.max(1, all), 0)}</small>
      </button>
      {behind.length > 0 && (
        <p class="soft analyse-goes-on">
          {behind.slice(0, shownBehind).map(({ seat, move, times }, i) => (
            <span key={i}>
              <SeatMark seat={seat} /> {move.words}
              {times > 1 && ` ×${times}`}
              {i + 1 < behind.length ? " · " : ""}
            </span>
          ))}
          {behind.length > shownBehind && w("guess_more", behind.length - shownBehind)}
        </p>
      )}
    </li>
  );
}

export function BotPanel({ store }: Part) {
  const { thinker } = store;
  const here = thinker.about.value === store.tree.placeOf(store.wanted.value);
  const weights = here ? thinker.weights.value : [];
  const running = here && thinker.running.value;
  const all = weights.reduce((sum, { visits }) => sum + visits, 0);
  if (store.moves.length === 0) return <p class="analyse-bot soft">{w("bot_nobody")}</p>;
  if (store.hides(store.wanted.value)) return <p class="analyse-bot soft">{w("try_first")}</p>;
  return (
    <div class="analyse-bot scroll" tabIndex={0} role="region" aria-label={t("analyse_bot")}>
      <div class="row">
        {running ? (
          <button type="button" class="button" data-key="stop" onClick={() => thinker.stop()}>
            <Icon name="pause" /> {w("bot_stop")}
          </button>
        ) : (
          <button type="button" class="button primary" data-key="think" onClick={() => void store.think()}>
            <Icon name="play" /> {w("bot_start")}
          </button>
        )}
        <output data-iterations={here ? thinker.iterations.value : 0}>
          {here && thinker.iterations.value > 0 && w("bot_tries", decimal(thinker.iterations.value, 0))}
        </output>
      </div>
      <ol class="analyse-weights">
        {weights.slice(0, shownWeights).map((weight) => (
          <WeightRow key={weight.key} store={store} weight={weight} all={all} />
        ))}
      </ol>
      <p class="soft">{w(thinker.plans.value ? "bot_says_plans" : "bot_says", store.state.you ?? "")}</p>
    </div>
  );
}

// ---- Try it yourself ----------------------------------------------------------------------------------------------------------------

function inWords(better: number | null): string {
  if (better === null) return w("try_unseen");
  return better > 0 ? w("try_better") : w("try_worse");
}

/** How what was tried compares with the best and with what was played, in hundredths of a win. */
function Verdict({ store }: Part) {
  const { thinker } = store;
  const task = store.task.value!;
  const tried = store.tried.value!;
  const ready = thinker.about.value === store.tree.placeOf(task.node) && !thinker.running.value;
  const of = (text: string) => thinker.weights.value.find(({ move }) => move.text === text);
  const [mine, theirs, best] = [of(tried.text), of(task.played), thinker.weights.value[0]];
  const better = ready && mine?.value != null && theirs?.value != null ? mine.value - theirs.value : null;
  useEffect(() => {
    if (task.puzzle !== null && better !== null) solved(task.puzzle, better);
  }, [better]);
  if (!ready || !best) return <p role="status">{w("try_weighing", decimal(thinker.iterations.value, 0))}</p>;
  const row = (says: string, weight: Weight | undefined, text: string) => (
    <tr>
      <th scope="row">{says}</th>
      <td>{weight?.move.words ?? text}</td>
      <td>{weight?.value == null ? "–" : percent(weight.value, 1)}</td>
    </tr>
  );
  const same = tried.text === task.played;
  return (
    <div class="try-verdict" role="status" data-better={better ?? ""}>
      <p>
        <strong>{same ? w("try_same") : mine === best ? w("try_best") : inWords(better)}</strong>{" "}
        {better !== null && !same && <Amount part={better} />}
      </p>
      <table>
        <tbody>
          {row(w("try_yours"), mine, tried.text)}
          {row(w("try_played"), theirs, task.played)}
          {mine !== best && row(w("try_bots"), best, "")}
        </tbody>
      </table>
      <button type="button" class="button" data-key="again" onClick={() => void store.go(task.node)}>
        {w("try_again_here")}
      </button>
    </div>
  );
}

function TaskBox({ store }: Part) {
  const task = store.task.value;
  if (!task) return null;
  return (
    <section class="card try-box" aria-label={w("try_title")}>
      <p>
        <SeatMark seat={task.seat} /> {w("try_says", task.seat)}
      </p>
      {store.tried.value && <Verdict store={store} />}
    </section>
  );
}

// ---- Sharing -------------------------------------------------------------------------------------------------------------------------

export async function addressOf(store: AnalysisStore): Promise<string | null> {
  const { running } = store;
  if (running) return running.match && `/analyse?m=${running.match}&guess=${store.guess.peek()}`;
  const packed = await pack(await withScenario(store.tree.writeShort(), store.laid));
  return packed.length > longestAddress ? null : `/analyse#at=${store.tree.placeOf(store.wanted.peek())}&z=${packed}`;
}

export function SharePanel({ store }: Part) {
  const [address, setAddress] = useState<string | null | undefined>(undefined);
  const { version, wanted } = store;
  const save = () => void store.file().then((text) => saveText(`${store.tree.file.game}.alea`, text));
  useEffect(() => void addressOf(store).then(setAddress), [version.value, wanted.value]);
  return (
    <section class="analyse-share">
      {store.running ? (
        <Message kind="info">{w("guess_shared")}</Message>
      ) : (
        <>
          {address && <LinkField url={new URL(hrefOf(address), location.href).href} label={w("address")} />}
          {address === null && <Message kind="info">{w("address_long")}</Message>}
        </>
      )}
      <button type="button" class="button" data-key="save" onClick={save}>
        {w("save")}
      </button>
      <p class="soft">{w("save_says")}</p>
    </section>
  );
}
