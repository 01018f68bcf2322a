// SPDX-License-Identifier: MIT
// Account.tsx - optional: an account binds seats to a name, so that they are found on any device. Without one links are enough.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError } from "../api";
import { Message, Title } from "../parts/basic";
import { refreshSession, session } from "../session";
import { lang, t } from "../words";
import { SeatMark } from "../parts/SeatMark";

function SignIn() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (path: "/session" | "/accounts") => {
    setBusy(true);
    setFailure(null);
    try {
      // A new name is made of whole letters: some keyboards and files write them in pieces, which the server refuses.
      const written = path === "/accounts" ? name.trim().normalize("NFC") : name.trim();
      await api(path, { body: { name: written, password } });
      setPassword("");
      await refreshSession();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFailure(cause.body.text);
    } finally {
      setBusy(false);
    }
  };
  const ready = name.trim() !== "" && password !== "" && !busy;
  return (
    <form class="card" onSubmit={(event) => (event.preventDefault(), void send("/session"))}>
      <label>
        {t("account_name")}
        <input
          type="text"
          autocomplete="username"
          maxLength={40}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        {t("password")}
        <input
          type="password"
          autocomplete="current-password"
          maxLength={200}
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      {failure && (
        <Message kind="bad" alert>
          {failure}
        </Message>
      )}
      <div class="row">
        <button type="submit" class="button primary" disabled={!ready}>
          {t("sign_in")}
        </button>
        <button type="button" class="button" disabled={!ready} onClick={() => void send("/accounts")}>
          {t("sign_up")}
        </button>
      </div>
    </form>
  );
}

function SignedIn({ name }: { name: string }) {
  const leave = () =>
    void api("/session", { method: "DELETE" })
      .catch(() => undefined)
      .then(refreshSession);
  const matches = session.value?.matches ?? [];
  return (
    <>
      <p>{t("signed_in", name)}</p>
      <h2>{t("my_tables")}</h2>
      {matches.length === 0 && <p class="soft">{t("account_no_tables")}</p>}
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
      <p>
        <button type="button" class="button" onClick={leave}>
          {t("sign_out")}
        </button>
      </p>
    </>
  );
}

export function AccountView() {
  useEffect(() => setTitle(t("account")), [lang.value]);
  const account = session.value?.account;
  return (
    <main id="content" class="page narrow">
      <Title>{t("account")}</Title>
      <p>{t("account_says")}</p>
      {account ? <SignedIn name={account.name} /> : <SignIn />}
    </main>
  );
}
