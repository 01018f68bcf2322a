// SPDX-License-Identifier: MIT
// notices.ts - being told of a turn by the server: channels of a seat or an account, this browser's subscription, and that one has looked.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, type Ask } from "./api";
import { isHere } from "./here/id";
import { keepPage, pageKept } from "./offline";
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
  if (!pageKept.peek()) throw new DOMException("no service worker", "NotSupportedError"); // one that isn't there is never ready
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

/** What the server knows of a seat's person: up to which ply they have seen the match, and whether they know that it is their turn. */
interface Told {
  readonly you: string;
  readonly ply: number;
  readonly turn: boolean;
}

/** The match at which the server has just said that notices no longer reach the viewer somewhere, for they kept failing. */
export const silenced = signal<string | null>(null);

/**
 * Tells the server that its person looks: of a turn that they see it need not tell them, and on their other devices what they
 * have seen is no news. One word for both, none for what it knows; at once where they are awaited, for plies when no more come,
 * or when they leave.
 */
export function useLooked(table: TableStore): void {
  const shown = table.shown.value;
  const you = shown?.you ?? "";
  const ply = shown?.ply ?? 0;
  const turn = table.myTurn.value;
  const missed = table.away.value !== null;
  const awaited = turn && table.now.value?.ply === ply;
  const told = useRef<Told | null>(null);
  useEffect(() => {
    if (!you || isHere(table.match) || BUILD_SITE) return;
    if (told.current?.you !== you) told.current = { you, ply: shown?.viewed?.ply ?? 0, turn: shown?.viewed?.ply === ply };
    if (!turn) told.current = { ...told.current, turn };
    let due = awaited;
    const tell = () => {
      const before = told.current!;
      const seen = table.away.peek() ? before.ply : ply; // before what was missed has been shown
      if ((seen === before.ply && turn === before.turn) || Date.now() - touched > awake) return;
      told.current = { you, ply: seen, turn };
      void table.ask<{ failed: number }>("/looked", seen === before.ply ? {} : { ply: seen }).then(
        ({ failed }) => (silenced.value = failed > 0 ? table.match : null),
        () => (told.current = before),
      );
    };
    const look = () => document.visibilityState === "visible" && due && tell();
    const leave = () => (document.visibilityState === "hidden" ? tell() : look());
    const timer = setTimeout(() => ((due = true), look()), settles);
    const hands = ["pointerdown", "keydown"];
    for (const kind of hands) document.addEventListener(kind, look);
    document.addEventListener("visibilitychange", leave);
    look();
    return () => {
      clearTimeout(timer);
      for (const kind of hands) document.removeEventListener(kind, look);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [table, you, ply, turn, awaited, missed]);
}
