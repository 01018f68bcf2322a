// SPDX-License-Identifier: MIT
// Notices.tsx - where somebody wants to be told of their turn: what this server can, one's channels with a test, and when.
import { useEffect, useState } from "preact/hooks";
import { ApiError, apiText } from "../api";
import {
  addChannel,
  canPush,
  dropChannel,
  readChannels,
  setChannel,
  silenced,
  subscribe,
  tryChannel,
  type Channel,
  type Channels,
  type Owner,
  type Way,
} from "../notices";
import type { TableStore } from "../table/store";
import { lang, sayingOf } from "../words";
import { en, it, type NoticeKey } from "../words/notices";
import { Dialog, Loading, Message } from "./basic";

export const noticeWords = sayingOf({ en, it });
const w = noticeWords;
const all: readonly Way[] = ["push", "mail", "ntfy", "discord", "slack", "telegram", "matrix", "json"];
const kindWords = (kind: Way) => w(`kind_${kind}`);

/** What is said of an action: how it went. */
type Told = { readonly kind: "good" | "bad" | "info"; readonly text: string } | null;
const reason = (cause: unknown): string => (cause instanceof ApiError ? cause.body.text : String(cause));

function Say({ told }: { told: Told }) {
  if (!told) return null;
  return (
    <Message kind={told.kind === "bad" ? "bad" : "info"} alert={told.kind === "bad"}>
      {told.text}
    </Message>
  );
}

/** Tokens of webhooks stand in their paths: the server's name is enough to know them by. */
function shortAddress(channel: Channel): string {
  if (channel.kind === "mail") return channel.address;
  try {
    return new URL(channel.address).host;
  } catch {
    return channel.address;
  }
}

const clockOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};

function When({ channel, save }: { channel: Channel; save: (body: object) => void }) {
  const quiet = channel.quiet_from !== channel.quiet_to;
  const zone = channel.zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const digests: readonly [number, NoticeKey][] = [
    [0, "digest_none"],
    [60, "digest_hour"],
    [240, "digest_four"],
    [1440, "digest_day"],
  ];
  const remind = (hours: number, on: boolean) =>
    save({ reminders: [24, 6, 1].filter((one) => (one === hours ? on : channel.reminders.includes(one))) });
  return (
    <details>
      <summary>{w("settings")}</summary>
      <fieldset>
        <legend>{w("reminders")}</legend>
        <div class="row">
          {[24, 6, 1].map((hours) => (
            <label key={hours} class="check">
              <input
                type="checkbox"
                checked={channel.reminders.includes(hours)}
                onChange={(event) => remind(hours, event.currentTarget.checked)}
              />
              {w("hours", hours)}
            </label>
          ))}
        </div>
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={quiet}
          onChange={(event) => save({ quiet_from: event.currentTarget.checked ? 1320 : 480, quiet_to: 480, zone })}
        />
        {w("quiet_none")} ({zone})
      </label>
      {quiet && (
        <div class="row">
          <label>
            {w("quiet")}{" "}
            <input
              type="time"
              value={clockOf(channel.quiet_from)}
              onChange={(event) => event.currentTarget.value && save({ quiet_from: minutesOf(event.currentTarget.value) })}
            />
          </label>
          <label>
            {w("quiet_to")}{" "}
            <input
              type="time"
              value={clockOf(channel.quiet_to)}
              onChange={(event) => event.currentTarget.value && save({ quiet_to: minutesOf(event.currentTarget.value) })}
            />
          </label>
        </div>
      )}
      <label>
        {w("digest")}{" "}
        <select value={String(channel.digest)} onChange={(event) => save({ digest: Number(event.currentTarget.value) })}>
          {digests.map(([minutes, key]) => (
            <option key={minutes} value={String(minutes)}>
              {w(key)}
            </option>
          ))}
        </select>
      </label>
    </details>
  );
}

function ChannelCard({ owner, channel, changed }: { owner: Owner; channel: Channel; changed: () => void }) {
  const [told, setTold] = useState<Told>(null);
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<Told>) => {
    setBusy(true);
    try {
      setTold(await work());
    } catch (cause) {
      setTold({ kind: "bad", text: reason(cause) });
    }
    setBusy(false);
    changed();
  };
  const save = (body: object) =>
    void act(async () => {
      await setChannel(owner, channel.channel, body);
      return { kind: "good", text: w("saved") };
    });
  const test = () =>
    act(async () => {
      setTold({ kind: "info", text: w("test_waits") });
      const after = await tryChannel(owner, channel);
      if (!after) return { kind: "info", text: w("test_slow") };
      if (after.trouble) return { kind: "bad", text: w("test_bad", after.trouble) };
      return { kind: "good", text: after.status === "unconfirmed" ? w("confirm") : w("test_good") };
    });
  const state = { on: w("on"), unconfirmed: w("confirm"), failed: w("failed"), stopped: w("stopped") }[channel.status];
  return (
    <li class="card" data-channel={channel.channel}>
      <h4>
        {kindWords(channel.kind)} <span class="soft">{shortAddress(channel)}</span>
      </h4>
      <p class={channel.status === "failed" ? "warn" : "soft"}>{state}</p>
      {channel.trouble && !told && <Message kind="warn">{w("trouble", channel.trouble)}</Message>}
      <Say told={told} />
      <div class="row">
        <button type="button" class="button" disabled={busy} onClick={() => void test()}>
          {w("test")}
        </button>
        <button type="button" class="button" disabled={busy} onClick={() => save({ on: channel.status !== "on" })}>
          {channel.status === "on" ? w("off") : w("on_again")}
        </button>
        <button
          type="button"
          class="button danger"
          disabled={busy}
          onClick={() => void act(() => dropChannel(owner, channel.channel).then(() => null))}
        >
          {w("remove")}
        </button>
      </div>
      <When channel={channel} save={save} />
    </li>
  );
}

function Add({ owner, now, added }: { owner: Owner; now: Channels; added: () => void }) {
  const ways = all.filter((one) => now.ways.includes(one));
  const [kind, setKind] = useState<Way>(ways[0]!);
  const [address, setAddress] = useState("");
  const [told, setTold] = useState<Told>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setTold(null);
    try {
      const body = kind === "push" ? await subscribe(now.push_key) : { kind, address: address.trim() };
      const made = await addChannel(owner, body);
      setAddress("");
      setTold(made.status === "unconfirmed" ? { kind: "info", text: w("confirm") } : null);
      added();
    } catch (cause) {
      const denied = cause instanceof DOMException && cause.name === "NotAllowedError";
      const words = cause instanceof ApiError ? cause.body.text : denied ? w("push_denied") : w("push_failed", String(cause));
      setTold({ kind: "bad", text: words });
    }
    setBusy(false);
  };
  const unable = kind === "push" && !canPush();
  return (
    <form class="card" onSubmit={(event) => (event.preventDefault(), void send())}>
      <label>
        {w("title")}
        <select value={kind} data-key="way" onChange={(event) => (setKind(event.currentTarget.value as Way), setTold(null))}>
          {ways.map((one) => (
            <option key={one} value={one}>
              {kindWords(one)}
            </option>
          ))}
        </select>
      </label>
      {kind !== "push" && (
        <label>
          {w("address")}
          <input
            type="text"
            inputMode={kind === "mail" ? "email" : "url"}
            data-key="address"
            maxLength={1000}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        </label>
      )}
      <p class="soft notice-hint">{unable ? w("push_unable") : w(`hint_${kind}`)}</p>
      <Say told={told} />
      <button type="submit" class="button primary" disabled={busy || unable || (kind !== "push" && !address.trim())}>
        {w("add")}
      </button>
    </form>
  );
}

async function saveCalendar(owner: Owner): Promise<void> {
  const url = URL.createObjectURL(new Blob([await apiText(`${owner.path}/calendar`, owner.who)], { type: "text/calendar" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "alea.ics" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** All of it, for a seat's menu or an account's page. */
export function Notices({ owner }: { owner: Owner }) {
  const [now, setNow] = useState<Channels | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const read = () =>
    void readChannels(owner).then(
      (came) => (setNow(came), setFailed(null)),
      (cause: unknown) => setFailed(reason(cause)),
    );
  useEffect(read, [owner.path, owner.who.token, lang.value]);
  if (failed) return <Message kind="bad">{failed}</Message>;
  if (!now) return <Loading />;
  const missing = all.filter((one) => !now.ways.includes(one));
  return (
    <section class="notices" aria-label={w("title")}>
      {now.ways.length === 0 ? (
        <Message kind="info">{w("unset")}</Message>
      ) : (
        <>
          <p>{w("says")}</p>
          {owner.path === "/account" && <p class="soft">{w("all_tables")}</p>}
          {now.channels.length === 0 && <p class="soft">{w("none")}</p>}
          <ul class="table-list">
            {now.channels.map((one) => (
              <ChannelCard key={one.channel} owner={owner} channel={one} changed={read} />
            ))}
          </ul>
          <Add owner={owner} now={now} added={read} />
          {missing.length > 0 && <p class="soft">{w("missing", missing.map(kindWords).join(", "))}</p>}
        </>
      )}
      {owner.path !== "/account" && (
        <button type="button" class="button" onClick={() => void saveCalendar(owner).catch((cause: unknown) => setFailed(reason(cause)))}>
          {w("calendar")}
        </button>
      )}
    </section>
  );
}

/** Those of the seat at which the viewer sits. */
export function SeatNotices({ table, onClose }: { table: TableStore; onClose: () => void }) {
  return (
    <Dialog title={w("title")} onClose={onClose}>
      <Notices owner={{ path: table.address, who: table.who() }} />
    </Dialog>
  );
}

/** Said at the table when some of them were switched off: nobody would notice a silence. */
export function Silenced({ table }: { table: TableStore }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="banner warn" role="alert" data-key="silenced">
      <span>{w("silenced")}</span>
      <button type="button" class="button small" onClick={() => setOpen(true)}>
        {w("title")}
      </button>
      {open && <SeatNotices table={table} onClose={() => (setOpen(false), (silenced.value = null))} />}
    </div>
  );
}
