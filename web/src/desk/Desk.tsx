// SPDX-License-Identifier: MIT
// Desk.tsx - the Master's desk: left the map through any eyes, right the open window and what a day asks of the Master.
import { useEffect, useMemo, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { mine } from "../device";
import { Icon, LinkField, Loading, Message, Tabs, Title } from "../parts/basic";
import { wide } from "../parts/Sheet";
import { Trouble } from "../views/Trouble";
import { lang, t } from "../words";
import { Refused } from "./Act";
import { ByHandPanel } from "./ByHand";
import { CorrectPanel } from "./Correct";
import { MapPane } from "./Eyes";
import { LatePanel } from "./Late";
import { PacksPanel } from "./Packs";
import { PeoplePanel } from "./People";
import { MasterStore } from "./store";
import { TellPanel } from "./Tell";
import { TimelinePanel } from "./Timeline";
import { WindowCard } from "./Window";
import { w } from "./say";

const panels = {
  late: LatePanel,
  correct: CorrectPanel,
  tell: TellPanel,
  timeline: TimelinePanel,
  packs: PacksPanel,
  people: PeoplePanel,
  map: MapPane,
} as const;
type Panel = keyof typeof panels;

/** What is to be done on the first day, in its order, with the way to each. */
function Guide({ desk, onOpen }: { desk: MasterStore; onOpen: (panel: Panel) => void }) {
  const state = desk.now.value!;
  const seated = state.seats.filter(({ joined, who }) => joined || who !== "human").length;
  const steps: readonly (readonly [string, Panel | null])[] = [
    [w("guide_link"), "people"],
    [w("guide_seat", seated, state.seats.length), "people"],
    [w("guide_start"), null],
    [w("guide_pack"), "packs"],
    [w("guide_day"), "late"],
  ];
  return (
    <section class="card guide" aria-labelledby="desk-guide">
      <h2 id="desk-guide">{w("guide")}</h2>
      <ol>
        {steps.map(([says, panel]) => (
          <li key={says}>
            <div class="guide-step">
              <span>{says}</span>
              {panel && (
                <button type="button" class="button small" onClick={() => onOpen(panel)}>
                  {w(`tab_${panel}`)}
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {state.status === "waiting" && (
        <button type="button" class="button" onClick={() => void desk.act("/start", {}, w("started_said"))}>
          {t("start_anyway")}
        </button>
      )}
    </section>
  );
}

function DeskLinks({ desk }: { desk: MasterStore }) {
  const origin = mine.value[desk.match]?.origin ?? location.origin;
  return (
    <details class="card">
      <summary>{w("desk_links")}</summary>
      <p>{w("desk_link_says")}</p>
      <LinkField url={`${origin}/a/${desk.match}#${desk.asks.token}`} label={w("desk_link")} />
      <p>{t("link_watch")}</p>
      <LinkField url={`${origin}/m/${desk.match}`} label={t("link_watch_short")} />
    </details>
  );
}

function Said({ desk }: { desk: MasterStore }) {
  const wrong = desk.wrong.value;
  return (
    <div class="desk-said">
      {wrong && <Refused desk={desk} cause={wrong} />}
      <p class={desk.said.value ? "message good" : "hidden"} role="status">
        {desk.said.value ?? ""}
      </p>
    </div>
  );
}

function LinkState({ desk }: { desk: MasterStore }) {
  const link = desk.live.link.value;
  if (link === "live" || link === "polling") return null;
  return <Message kind="warn">{link === "lost" ? t("link_lost") : t("link_joining")}</Message>;
}

function Open({ desk }: { desk: MasterStore }) {
  const state = desk.now.value!;
  const [panel, setPanel] = useState<Panel>(state.status === "waiting" ? "people" : "late");
  const beside = wide.value;
  const tabs = (Object.keys(panels) as Panel[])
    .filter((id) => id !== "map" || !beside)
    .map((id) => ({ id, label: w(`tab_${id}`) }));
  const shown: Panel = beside && panel === "map" ? "late" : panel;
  const Shown = panels[shown];
  const title = state.name || desk.info.title;
  useEffect(() => setTitle(w("desk_title"), title), [title, lang.value]);
  return (
    <main id="content" class="desk">
      <header class="desk-head">
        <a class="icon-button" href="/" aria-label={t("home")} title={t("home")}>
          <Icon name="back" />
        </a>
        <Title>
          {w("desk_title")}: {title}
        </Title>
        <span class="soft">{state.status === "over" ? t("turn_over") : w("day", state.round)}</span>
      </header>
      <div class="desk-body">
        {beside && <MapPane desk={desk} />}
        <div class="desk-side">
          <LinkState desk={desk} />
          {state.result && <Message kind="info">{state.result.text}</Message>}
          {state.status === "waiting" && <Guide desk={desk} onOpen={setPanel} />}
          {state.status !== "waiting" && state.status !== "over" && <WindowCard desk={desk} />}
          <ByHandPanel desk={desk} />
          <Said desk={desk} />
          <Tabs tabs={tabs} chosen={shown} onChoose={(id) => setPanel(id as Panel)} label={w("desk_title")} panel="desk-panel" />
          <div id="desk-panel" class={`desk-panel part-${shown}`} role="tabpanel" aria-label={w(`tab_${shown}`)}>
            <Shown desk={desk} />
          </div>
          <DeskLinks desk={desk} />
        </div>
      </div>
    </main>
  );
}

/** `/a/MATCH`, of whoever holds a Master's link. */
export function DeskView({ match }: { match: string }) {
  const token = mine.value[match]?.master ?? "";
  const desk = useMemo(() => new MasterStore(match, token), [match, token]);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  if (desk.failed.value) return <Trouble failure={desk.failed.value} />;
  if (!desk.now.value || !desk.game.value || !desk.hands.value)
    return (
      <main id="content" class="page">
        <Loading />
      </main>
    );
  return <Open desk={desk} />;
}
