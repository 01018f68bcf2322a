// SPDX-License-Identifier: MIT
// Account.tsx - optional: an account binds seats to a name, so that they are found on any device. Without one links are enough.
import { signal } from "@preact/signals";
import type { ComponentChildren, TargetedEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, apiUrl } from "../api";
import { mine } from "../device";
import { Failure, useAct } from "../parts/act";
import { IconButton, LinkField, Title } from "../parts/basic";
import { Notices, noticeWords } from "../parts/Notices";
import { readTurns, type AwaitedTurn } from "../notices";
import { refreshSession, session } from "../session";
import { lang, moment, sayingOf, t } from "../words";
import { en, it } from "../words/account";
import { SeatMark } from "../parts/SeatMark";

const w = sayingOf({ en, it });

/** The code for a lost password, from when it was told until its person has put it away. */
const freshCode = signal<{ name: string; code: string } | null>(null);

/** What is said once something is done. */
const done = signal("");

interface Asked {
  readonly busy: boolean;
  readonly failure: string | null;
  /** Sends it; what came, or null after a refusal, which `failure` then says. */
  readonly send: <T>(path: string, body: unknown) => Promise<T | null>;
}

function useAsk(): Asked {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async <T,>(path: string, body: unknown): Promise<T | null> => {
    setBusy(true);
    setFailure(null);
    done.value = "";
    try {
      return await api<T>(path, { body });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFailure(cause.body.text);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}

function Field(props: {
  label: string;
  value: string;
  set: (value: string) => void;
  type?: "text" | "password";
  autocomplete: "username" | "current-password" | "new-password" | "off";
  most?: number;
}) {
  const rest = {
    autocomplete: props.autocomplete,
    maxLength: props.most ?? 200,
    value: props.value,
    onInput: (event: TargetedEvent<HTMLInputElement>) => props.set(event.currentTarget.value),
  };
  return (
    <label>
      {props.label}
      {props.type === "text" ? <input type="text" {...rest} /> : <input type="password" {...rest} />}
    </label>
  );
}

// ---- Signing in ------------------------------------------------------------------------------------------------------------

function SignIn() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const ask = useAsk();
  const send = async (path: "/session" | "/accounts") => {
    // A new name is made of whole letters: some keyboards and files write them in pieces, which the server refuses.
    const written = path === "/accounts" ? name.trim().normalize("NFC") : name.trim();
    const came = await ask.send<{ recovery?: string }>(path, { name: written, password });
    if (!came) return;
    setPassword("");
    if (came.recovery) freshCode.value = { name: written, code: came.recovery };
    await refreshSession();
  };
  const ready = name.trim() !== "" && password !== "" && !ask.busy;
  return (
    <>
      <form class="card" onSubmit={(event) => (event.preventDefault(), void send("/session"))}>
        <Field label={w("name")} type="text" autocomplete="username" most={40} value={name} set={setName} />
        <Field label={t("password")} autocomplete="current-password" value={password} set={setPassword} />
        <Failure text={ask.failure} />
        <div class="row">
          <button type="submit" class="button primary" disabled={!ready}>
            {t("sign_in")}
          </button>
          <button type="button" class="button" disabled={!ready} onClick={() => void send("/accounts")}>
            {t("sign_up")}
          </button>
        </div>
      </form>
      <Folded says={w("lost")} name="lost">
        {() => <Recovery />}
      </Folded>
    </>
  );
}

/** What is done seldom: there is nothing of it on the page, for readers and password managers, before it is opened. */
function Folded({ says, name, children }: { says: string; name: string; children: () => ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="card" data-key={name} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{says}</summary>
      {open && children()}
    </details>
  );
}

/** The way back in for who has lost the password. */
function Recovery() {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [fresh, setFresh] = useState("");
  const ask = useAsk();
  const send = async (event: Event) => {
    event.preventDefault();
    const came = await ask.send<{ recovery: string }>("/account/recover", { name: name.trim(), code, new: fresh });
    if (!came) return;
    freshCode.value = { name: name.trim(), code: came.recovery };
    await refreshSession();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <p>{w("lost_says")}</p>
      <Field label={w("name")} type="text" autocomplete="username" most={40} value={name} set={setName} />
      <Field label={t("code")} type="text" autocomplete="off" most={60} value={code} set={setCode} />
      <Field label={t("new_password")} autocomplete="new-password" value={fresh} set={setFresh} />
      <Failure text={ask.failure} />
      <button type="submit" class="button primary" disabled={ask.busy || !name.trim() || !code.trim() || !fresh}>
        {w("lost_send")}
      </button>
    </form>
  );
}

/** The code, as long as its person has not said that it is safe: nobody can show it again. */
function FreshCode() {
  const fresh = freshCode.value;
  if (!fresh) return null;
  return (
    <section class="card code-card" aria-labelledby="code">
      <h2 id="code">{w("code")}</h2>
      <p>{w("code_says")}</p>
      <p class="code-name">{fresh.name}</p>
      <LinkField url={fresh.code} label={w("code")} />
      <div class="row">
        <button type="button" class="button" onClick={() => window.print()}>
          {t("print")}
        </button>
        <button type="button" class="button primary" onClick={() => (freshCode.value = null)}>
          {w("code_kept")}
        </button>
      </div>
    </section>
  );
}

// ---- Signed in -------------------------------------------------------------------------------------------------------------

function Tables() {
  const matches = session.value?.matches ?? [];
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">{t("my_tables")}</h2>
      {matches.length === 0 && <p class="soft">{w("no_tables")}</p>}
      <ul class="table-list">
        {matches.map((one) => (
          <li key={one.match + one.seat} class={one.your_turn ? "table-row mine" : "table-row"}>
            <a class="table-link" href={one.seat ? `/m/${one.match}?seat=${one.seat}` : `/m/${one.match}`}>
              <span class="table-row-name">{one.name || one.game || one.match}</span>
              <span class="table-row-facts">
                {one.seat && <SeatMark seat={one.seat} />} {one.game}
              </span>
              {one.unreadable && (
                <span class="table-row-facts">
                  {t("unreadable")}: {one.unreadable}
                </span>
              )}
            </a>
            {one.your_turn && <span class="tag turn-tag">{t("your_turn")}</span>}
          </li>
        ))}
      </ul>
      <TakeDevice />
    </section>
  );
}

/** Where the account is awaited, by deadline, and the same as a calendar. */
function Turns() {
  const [turns, setTurns] = useState<readonly AwaitedTurn[] | null>(null);
  useEffect(() => void readTurns().then(setTurns, () => setTurns(null)), [session.value]);
  if (!turns) return null;
  const to = ({ match, seat }: AwaitedTurn) => `/m/${match}?seat=${seat}`;
  return (
    <section aria-labelledby="turns">
      <h2 id="turns">{noticeWords("turns")}</h2>
      {turns.length === 0 && <p class="soft">{noticeWords("turns_none")}</p>}
      <ol class="table-list">
        {turns.map((one) => (
          <li key={one.match + one.seat} class="table-row mine">
            <a class="table-link" href={to(one)}>
              <span class="table-row-name">{one.name || one.game}</span>
              <span class="table-row-facts">
                <SeatMark seat={one.seat} /> {one.game}
              </span>
            </a>
            {one.deadline && <span class="tag">{noticeWords("turns_until", moment(one.deadline))}</span>}
          </li>
        ))}
      </ol>
      <div class="row">
        {turns[0] && (
          <a class="button primary" data-key="next-table" href={to(turns[0])}>
            {noticeWords("turns_next")}
          </a>
        )}
        <a class="button" href={apiUrl("/account/calendar")} download="alea.ics">
          {noticeWords("calendar")}
        </a>
      </div>
    </section>
  );
}

/** Seats of this device that the account has not got, with their tokens. Of a device that several share nobody knows whose they are. */
function deviceSeats(): { match: string; token: string }[] {
  const mineHere = new Set((session.value?.matches ?? []).map((one) => `${one.match} ${one.seat}`));
  return Object.entries(mine.value).flatMap(([match, one]) =>
    one.hot ? [] : one.held.filter((held) => !mineHere.has(`${match} ${held.seat}`)).map(({ token }) => ({ match, token })),
  );
}

/** The account takes over what this device holds. */
function TakeDevice() {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  const seats = deviceSeats();
  if (seats.length === left && !done.value) return null;
  const take = async () => {
    setBusy(true);
    const answers = await Promise.allSettled(seats.map(({ match, token }) => api(`/matches/${match}/claim`, { token, body: {} })));
    const taken = answers.filter(({ status }) => status === "fulfilled").length;
    setLeft(answers.length - taken);
    done.value = [w("device_done", taken), taken < answers.length && w("device_left", answers.length - taken)]
      .filter(Boolean)
      .join(" ");
    await refreshSession();
    setBusy(false);
  };
  return seats.length > left ? (
    <button type="button" class="button" disabled={busy} onClick={() => void take()}>
      {w("device", seats.length)}
    </button>
  ) : null;
}

/** One thing to do with the account, behind its password. */
function WithPassword(props: {
  title: string;
  says?: string;
  path: string;
  danger?: boolean;
  more?: (body: Record<string, string>, set: (body: Record<string, string>) => void) => ComponentChildren;
  onDone: (came: { recovery?: string }) => void;
}) {
  const [password, setPassword] = useState("");
  const [body, setBody] = useState<Record<string, string>>({});
  const ask = useAsk();
  const send = async (event: Event) => {
    event.preventDefault();
    const came = await ask.send<{ recovery?: string }>(props.path, { ...body, password });
    if (!came) return;
    setPassword("");
    setBody({});
    props.onDone(came);
  };
  return (
    <form class="account-act" onSubmit={(event) => void send(event)}>
      <h3>{props.title}</h3>
      {props.says && <p>{props.says}</p>}
      <Field label={t("password")} autocomplete="current-password" value={password} set={setPassword} />
      {props.more?.(body, setBody)}
      <Failure text={ask.failure} />
      <button type="submit" class={props.danger ? "button danger" : "button"} disabled={ask.busy || !password}>
        {props.title}
      </button>
    </form>
  );
}

function Safety({ name }: { name: string }) {
  return (
    <>
      <WithPassword
        title={w("password")}
        path="/account/password"
        more={(body, set) => (
          <Field
            label={t("new_password")}
            autocomplete="new-password"
            value={body["new"] ?? ""}
            set={(value) => set({ ...body, new: value })}
          />
        )}
        onDone={() => (done.value = w("password_done"))}
      />
      <WithPassword
        title={w("code_new")}
        says={w("code_new_says")}
        path="/account/code"
        onDone={({ recovery }) => recovery && (freshCode.value = { name, code: recovery })}
      />
    </>
  );
}

function Data() {
  const ended = () => {
    done.value = w("deleted");
    freshCode.value = null;
    void refreshSession();
  };
  return (
    <>
      <p>{w("export_says")}</p>
      <p>
        <a class="button" href={apiUrl("/account")} download="alea-account.json">
          {w("export")}
        </a>
      </p>
      <WithPassword title={w("delete")} says={w("delete_says")} path="/account/delete" danger onDone={ended} />
    </>
  );
}

function SignedIn({ name }: { name: string }) {
  const { busy, failure, act } = useAct();
  const leave = () => act(() => api("/session", { method: "DELETE" })).then(refreshSession);
  return (
    <>
      <p>{t("signed_in", name)}</p>
      <Turns />
      <Tables />
      <Folded says={t("notices")} name="notices">
        {() => <Notices owner={{ path: "/account", who: {} }} />}
      </Folded>
      <Folded says={w("safety")} name="safety">
        {() => <Safety name={name} />}
      </Folded>
      <Folded says={w("yours")} name="data">
        {() => <Data />}
      </Folded>
      <Failure text={failure} />
      <p>
        <button type="button" class="button" disabled={busy} onClick={() => void leave()}>
          {t("sign_out")}
        </button>
      </p>
    </>
  );
}

export function AccountView() {
  useEffect(() => setTitle(t("account")), [lang.value]);
  useEffect(() => () => void (done.value = ""), []);
  const account = session.value?.account;
  return (
    <main id="content" class="page narrow">
      <Title>{t("account")}</Title>
      <p>{w("says")}</p>
      <div role="status">
        {done.value && (
          <div class="message good done">
            {done.value} <IconButton icon="close" label={t("close")} onClick={() => (done.value = "")} />
          </div>
        )}
      </div>
      <FreshCode />
      {account ? <SignedIn name={account.name} /> : <SignIn />}
    </main>
  );
}
