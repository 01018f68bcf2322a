// SPDX-License-Identifier: MIT
// TableMenu.tsx - what one does seldom at a table: settings, the seat's own link, the file, giving up, the other views.
import { useState } from "preact/hooks";
import { askToNotify, canNotify } from "../alerts";
import { api, ApiError, seatOf } from "../api";
import { mine, prefs, SIZES, writePref, type Pace, type Theme } from "../device";
import { isHere } from "../here/id";
import { lazy } from "../lazy";
import { playSound } from "../sounds";
import type { TableStore } from "../table/store";
import { chooseLang, lang, languages, percent, t } from "../words";
import { session } from "../session";
import { Dialog, IconButton, LinkField, Message } from "./basic";
import { HelpDialogButton } from "./ShortcutList";
import { SeatMark } from "./SeatMark";
import { helps, optionWords } from "./people";
import { saveTranscript } from "./WordsBoard";

const AskTable = lazy(() => import("./AskTable").then((part) => part.AskTable), { part: true });
const Continue = lazy(() => import("../here/Continue").then((part) => part.Continue), { part: true });
const Away = lazy(() => import("./Absence").then((part) => part.Away), { part: true });
const SeatNotices = lazy(() => import("./Notices").then((part) => part.SeatNotices), { part: true });

export function Settings() {
  const now = prefs.value;
  const [denied, setDenied] = useState(false);
  const paces: readonly Pace[] = ["instant", "quick", "calm"];
  const paceWords = { instant: t("pace_instant"), quick: t("pace_quick"), calm: t("pace_calm") };
  const themes: readonly Theme[] = ["system", "light", "dark"];
  const themeWords = { system: t("theme_system"), light: t("theme_light"), dark: t("theme_dark") };
  return (
    <div class="settings">
      <label>
        {t("language")}
        <select value={lang.value} onChange={(event) => void chooseLang(event.currentTarget.value === "it" ? "it" : "en")}>
          {languages.map((one) => (
            <option key={one.id} value={one.id} lang={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("pace")}
        <select value={now.pace} onChange={(event) => writePref("pace", event.currentTarget.value as Pace)}>
          {paces.map((pace) => (
            <option key={pace} value={pace}>
              {paceWords[pace]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("theme")}
        <select value={now.theme} onChange={(event) => writePref("theme", event.currentTarget.value as Theme)}>
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {themeWords[theme]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("text_size")}
        <select value={String(now.size)} onChange={(event) => writePref("size", Number(event.currentTarget.value))}>
          {SIZES.map((size) => (
            <option key={size} value={String(size)}>
              {percent(size / 100, 0)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={now.patterns} onChange={(event) => writePref("patterns", event.currentTarget.checked)} />
        {t("patterns_on")}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={now.sounds}
          onChange={(event) => {
            writePref("sounds", event.currentTarget.checked);
            playSound("turn");
          }}
        />
        {t("sounds_on")}
      </label>
      <label class="check">
        <input type="checkbox" checked={now.keys} onChange={(event) => writePref("keys", event.currentTarget.checked)} />
        {t("keys_on")}
      </label>
      {canNotify() && (
        <label class="check">
          <input
            type="checkbox"
            checked={now.notify}
            onChange={(event) => {
              const box = event.currentTarget;
              const on = box.checked;
              void askToNotify(on).then((granted) => {
                setDenied(on && !granted);
                box.checked = granted;
              });
            }}
          />
          {t("notify_on")}
        </label>
      )}
      {denied && <Message kind="warn">{t("notify_denied")}</Message>}
    </div>
  );
}

function OwnLink({ table }: { table: TableStore }) {
  const token = table.who().token;
  const one = mine.value[table.match];
  if (!token || one?.hot || isHere(table.match)) return null;
  return (
    <section>
      <h3>{t("own_link")}</h3>
      <p class="soft">{t("own_link_says")}</p>
      <LinkField url={`${location.origin}/m/${table.match}#${token}`} label={t("own_link")} />
    </section>
  );
}

/** Of several seats on this device that do not share it in turns: which one plays here. */
function SeatChooser({ table, onDone }: { table: TableStore; onDone: () => void }) {
  const one = mine.value[table.match];
  const you = table.now.value?.you;
  const others = (one?.held ?? []).filter((held) => held.seat && held.seat !== you);
  if (!one || one.hot || others.length === 0) return null;
  return (
    <section>
      <h3>{t("other_seats")}</h3>
      <div class="row">
        {others.map((held) => (
          <button key={held.token} type="button" class="button" onClick={() => (table.changeSeat(held.token), onDone())}>
            <SeatMark seat={held.seat ?? null} /> {t("seat_named", held.seat ?? "")}
          </button>
        ))}
      </div>
    </section>
  );
}

function Claim({ table }: { table: TableStore }) {
  const [done, setDone] = useState<string | null>(null);
  const account = session.value?.account;
  const token = table.who().token;
  if (!account || !token || isHere(table.match)) return null;
  const claim = () =>
    void api(`/matches/${table.match}/claim`, { token, body: {} })
      .then(() => setDone(t("claim_done", account.name)))
      .catch((cause: unknown) => cause instanceof ApiError && setDone(cause.body.text));
  return (
    <p>
      {done ? (
        <span role="status">{done}</span>
      ) : (
        <button type="button" class="button" onClick={claim}>
          {t("claim", account.name)}
        </button>
      )}
    </p>
  );
}

function Resign({ table, onDone }: { table: TableStore; onDone: () => void }) {
  const [sure, setSure] = useState(false);
  const state = table.now.value;
  if (!state || !seatOf(state) || state.lent || state.status === "over") return null;
  if (!sure)
    return (
      <button type="button" class="button danger" onClick={() => setSure(true)}>
        {t("resign")}
      </button>
    );
  return (
    <div role="alert">
      <p>{t("resign_sure")}</p>
      <div class="row">
        <button type="button" class="button danger" onClick={() => void table.post("resign", {}).then(onDone)}>
          {t("resign")}
        </button>
        <button type="button" class="button" onClick={() => setSure(false)}>
          {t("cancel")}
        </button>
      </div>
    </div>
  );
}

function About({ table }: { table: TableStore }) {
  const state = table.now.value;
  const info = table.game.value;
  if (!state || !info) return null;
  return (
    <details>
      <summary>{t("about_table")}</summary>
      <ul>
        {state.help && (
          <li>
            {t("aid_choice")}: {t(helps[state.help].name)}
          </li>
        )}
        {(state.policy ?? []).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <dl class="facts">
        {info.options.map((option) => (
          <div key={option.key}>
            <dt>{option.text}</dt>
            <dd>{optionWords(option, state.options[option.key] ?? option.default)}</dd>
          </div>
        ))}
        <div>
          <dt>{t("commitment")}</dt>
          <dd class="code">{state.dice.commitment}</dd>
        </div>
        {state.dice.beacon && (
          <div>
            <dt>{t("dice_beacon")}</dt>
            <dd class="code">
              {state.dice.beacon.chain} {state.dice.beacon.round}
            </dd>
          </div>
        )}
        {state.scenario && (
          <div>
            <dt>{t(state.scenario.sealed ? "seal_of" : "scenario_of", state.scenario.name)}</dt>
            <dd class="code" data-key="seal">
              {state.scenario.hash}
            </dd>
          </div>
        )}
        <div>
          {table.heardOf.last.value && (
            <>
              <dt>{t("chain_link", table.heardOf.last.value.ply)}</dt>
              <dd class="code" data-key="chain">
                {table.heardOf.last.value.chain}
              </dd>
            </>
          )}
        </div>
      </dl>
    </details>
  );
}

/** Being told by the server, for whoever sits here. */
function NoticesButton({ table }: { table: TableStore }) {
  const [asked, setAsked] = useState(false);
  const state = table.now.value;
  if (!state || !seatOf(state) || state.lent || isHere(table.match) || BUILD_SITE) return null;
  return (
    <>
      <button type="button" class="button" data-key="notices" onClick={() => setAsked(true)}>
        {t("notices")}
      </button>
      {asked && <SeatNotices table={table} onClose={() => setAsked(false)} />}
    </>
  );
}

export function TableMenu({ table }: { table: TableStore }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const save = () => void saveTranscript(table.match, table.who()).catch((cause: unknown) => table.tell(cause));
  return (
    <>
      <IconButton icon="menu" label={t("menu")} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={t("menu")} onClose={close}>
          <nav class="menu-links" aria-label={t("menu")}>
            <a class="button" href={`/m/${table.match}?ply=${table.now.value?.ply ?? 0}`}>
              {t("replay")}
            </a>
            {mine.value[table.match]?.admin && (
              <a class="button" href={`/a/${table.match}`}>
                {t("run_table")}
              </a>
            )}
            <button type="button" class="button" onClick={save}>
              {t("save_file")}
            </button>
            <a class="button" href={`/help?game=${table.now.value?.game ?? ""}`}>
              {t("rules")}
            </a>
            <NoticesButton table={table} />
            {!isHere(table.match) && !BUILD_SITE && <Away table={table} />}
            <HelpDialogButton />
          </nav>
          {isHere(table.match) && <p class="soft">{t("save_file_here")}</p>}
          {!isHere(table.match) && <AskTable table={table} onDone={close} />}
          <Settings />
          <SeatChooser table={table} onDone={close} />
          <OwnLink table={table} />
          <Claim table={table} />
          <About table={table} />
          {isHere(table.match) && !BUILD_SITE && <Continue table={table} />}
          <Resign table={table} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
