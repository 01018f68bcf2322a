// SPDX-License-Identifier: MIT
// Host.tsx - the host's page: how the server does, all tables, and their removal.
import { useEffect, useState } from "preact/hooks";
import { setTitle } from "../alerts";
import { api, ApiError, type Listed } from "../api";
import { hostToken } from "../device";
import { Dialog, Loading, Message, Title } from "../parts/basic";
import { seatTitle } from "../parts/people";
import { lang, moment, t } from "../words";

interface Overview {
  readonly matches: readonly Listed[];
  readonly version?: string;
  readonly [fact: string]: unknown;
}

/** Numbers and yes-or-no of the answer, nested ones too, as "store.commits". */
function factsOf(value: Readonly<Record<string, unknown>>, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, one]): [string, string][] => {
    if (Array.isArray(one)) return [];
    if (typeof one === "object" && one !== null) return factsOf(one as Record<string, unknown>, `${prefix}${key}.`);
    return [[prefix + key, String(one)]];
  });
}

function Tables({ matches, onDelete }: { matches: readonly Listed[]; onDelete: (match: Listed) => void }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("host_tables")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("table_name")}</th>
            <th scope="col">{t("game")}</th>
            <th scope="col">{t("seats")}</th>
            <th scope="col">{t("status")}</th>
            <th scope="col">{t("changed")}</th>
            <th scope="col">
              <span class="hidden">{t("delete")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {matches.map((one) => (
            <tr key={one.match}>
              <th scope="row">
                <a href={`/m/${one.match}`}>{one.name || one.match}</a>
              </th>
              <td>{one.game}</td>
              <td>{one.seats.map(seatTitle).join(", ")}</td>
              <td>{one.unreadable ? `${t("unreadable")}: ${one.unreadable}` : one.status}</td>
              <td>{moment(one.changed)}</td>
              <td>
                <button type="button" class="button small danger" onClick={() => onDelete(one)}>
                  {t("delete")}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function HostView() {
  const token = hostToken();
  const [overview, setOverview] = useState<Overview | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [going, setGoing] = useState<Listed | null>(null);
  const look = () =>
    api<Overview>("/admin", { token })
      .then(setOverview)
      .catch((cause: unknown) => cause instanceof ApiError && setFailure(cause));
  useEffect(() => {
    setTitle(t("host_title"));
    if (token) void look();
  }, [lang.value]);
  const remove = async () => {
    if (!going) return;
    try {
      await api(`/matches/${going.match}`, { token, method: "DELETE" });
      await look();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFailure(cause);
    }
    setGoing(null);
  };
  const { matches = [], ...rest } = overview ?? {};
  return (
    <main id="content" class="page">
      <Title>{t("host_title")}</Title>
      {!token && <Message kind="warn">{t("host_missing")}</Message>}
      {failure && (
        <Message kind="bad" alert>
          {failure.body.text}
        </Message>
      )}
      {token && !overview && !failure && <Loading />}
      {overview && (
        <>
          <dl class="facts">
            {factsOf(rest).map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <h2>{t("host_tables")}</h2>
          <Tables matches={matches as readonly Listed[]} onDelete={setGoing} />
        </>
      )}
      {going && (
        <Dialog title={t("delete_title")} onClose={() => setGoing(null)}>
          <p>{t("delete_sure")}</p>
          <p>
            <strong>{going.name || going.match}</strong>
          </p>
          <div class="row">
            <button type="button" class="button danger" onClick={() => void remove()}>
              {t("delete")}
            </button>
            <button type="button" class="button" onClick={() => setGoing(null)}>
              {t("cancel")}
            </button>
          </div>
        </Dialog>
      )}
    </main>
  );
}
