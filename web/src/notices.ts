// SPDX-License-Identifier: MIT
// notices.ts - being told of a turn by the server: channels of a seat or an account, this browser's subscription, and that one has looked.
import { useEffect } from "preact/hooks";
import { api, type Ask } from "./api";
import { isHere } from "./here/id";
import { keepPage } from "./offline";
import type { TableStore } from "./table/store";

export type Way = "mail" | "push" | "json" | "discord" | "slack" | "matrix" | "telegram" | "ntfy";

/** Where somebody is told. Times of quiet hours are minutes of the day in `zone`; `digest` minutes for which notices are gathered. */
export interface Channel {
  readonly channel: number;
  readonly kind: Way;
  readonly address: string;
  readonly status: "unconfirmed" | "on" | "failed" | "stopped";
  readonly reminders: readonly number[];
  readonly quiet_from: number;
  readonly quiet_to: number;
  readonly zone: string;
  readonly digest: number;
  readonly failures: number;
  readonly tried: number | null;
  readonly trouble: string;
}

export interface Channels {
  readonly ways: readonly Way[];
  readonly push_key: string;
  readonly channels: readonly Channel[];
}

/** Whose: "/account", or "/matches/ID" with what speaks for the seat. */
export interface Owner {
  readonly path: string;
  readonly who: Pick<Ask, "token" | "seat">;
}

/** A seat of an account that is awaited. Times are milliseconds; `deadline`: null, it may take its time. */
export interface AwaitedTurn {
  readonly match: string;
  readonly name: string;
  readonly game: string;
  readonly seat: string;
  readonly since: number;
  readonly deadline: number | null;
}

/** Of the account that is signed in, the table that can wait least first. */
export const readTurns = (): Promise<readonly AwaitedTurn[]> =>
  api<{ turns: AwaitedTurn[] }>("/account/turns").then(({ turns }) => turns);

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const readChannels = ({ path, who }: Owner): Promise<Channels> => api<Channels>(`${path}/channels`, who);

export const addChannel = ({ path, who }: Owner, body: object): Promise<Channel> =>
  api<Channel>(`${path}/channels`, { ...who, body: { zone: zoneHere(), ...body } });

export const setChannel = ({ path, who }: Owner, channel: number, body: object): Promise<Channel> =>
  api<Channel>(`${path}/channels/${channel}`, { ...who, body });

export const dropChannel = ({ path, who }: Owner, channel: number): Promise<unknown> =>
  api(`${path}/channels/${channel}`, { ...who, method: "DELETE" });

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Sends a test, and waits for what becomes of it; null: nothing did for half a minute. */
export async function tryChannel(owner: Owner, before: Channel): Promise<Channel | null> {
  await api(`${owner.path}/channels/${before.channel}/test`, { ...owner.who, body: {} });
  for (let times = 0; times < 60; times++) {
    const now = (await readChannels(owner)).channels.find((one) => one.channel === before.channel);
    if (now && now.tried !== before.tried) return now;
    await pause(500);
  }
  return null;
}

const letters = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Can this browser be told while no page of ours is open? */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && window.isSecureContext;

/** This browser's subscription as the body of a channel. Throws where the person or the browser says no. */
export async function subscribe(key: string): Promise<object> {
  if ((await Notification.requestPermission()) !== "granted") throw new DOMException("denied", "NotAllowedError");
  await keepPage();
  const { pushManager } = await navigator.serviceWorker.ready;
  const standing = await pushManager.getSubscription();
  const one = standing ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return { kind: "push", address: one.endpoint, keys: `${letters(one.getKey("p256dh"))}.${letters(one.getKey("auth"))}` };
}

// ---- Looking -------------------------------------------------------------------------------------------------------------------

const awake = 120_000; // ms since a hand was last on it: a page that was left open is nobody who looks
const settles = 5000; // ms after which what was seen is told: plies come in heaps
let touched = Date.now();
for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"])
  window.addEventListener(kind, () => (touched = Date.now()), { passive: true, capture: true });

/** Tells the server up to where the seat has seen the match, so that its person's other devices know what was missed. */
export function useSeen(table: TableStore): void {
  const shown = table.away.value ? null : table.shown.value;
  const ply = shown?.you ? shown.ply : 0;
  useEffect(() => {
    if (!ply || isHere(table.match) || BUILD_SITE) return;
    let told = false;
    const tell = () => {
      if (told || Date.now() - touched > awake) return;
      told = true;
      void api(`/matches/${table.match}/looked`, { ...table.who(), body: { ply } }).catch(() => undefined);
    };
    const leave = () => document.visibilityState === "hidden" && tell();
    const timer = setTimeout(() => document.visibilityState === "visible" && tell(), settles);
    document.addEventListener("visibilitychange", leave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [ply, table]);
}

/** Tells the server that its person has seen that it is their turn: then it need not tell them. */
export function useLooked(table: TableStore): void {
  const turn = table.myTurn.value;
  useEffect(() => {
    if (!turn || isHere(table.match) || BUILD_SITE) return;
    let told = false;
    const look = () => {
      if (told || document.visibilityState !== "visible" || Date.now() - touched > awake) return;
      told = true;
      void api(`/matches/${table.match}/looked`, { ...table.who(), body: {} }).catch(() => (told = false));
    };
    look();
    const kinds = ["pointerdown", "keydown", "visibilitychange"];
    for (const kind of kinds) document.addEventListener(kind, look);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look);
    };
  }, [turn, table]);
}
