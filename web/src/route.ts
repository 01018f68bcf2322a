// SPDX-License-Identifier: MIT
// route.ts - addresses: which view an address means; links within the page; tokens that arrive in an address and are put away.
import { signal } from "@preact/signals";
import { hold, keepHostToken, remember } from "./device";

/** A view and what it shows. */
export type Route =
  | { readonly view: "home" | "create" | "host" | "verify" | "analyse" | "puzzles" | "account" | "help" | "missing" }
  | { readonly view: "table" | "run" | "enrol"; readonly match: string }
  | { readonly view: "learn"; readonly game: string };

/** Where the page is: the view, and its address. */
export interface Place {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly path: string;
  /** What stands behind the # of that address. */
  readonly fragment: string;
  /** How many letters came of a token that is not whole; null: none came, or all of one. */
  readonly broken: number | null;
}

const pages: Readonly<Record<string, Route["view"]>> = {
  "/": "home",
  "/index.html": "home",
  "/new": "create",
  "/admin": "host",
  "/verify": "verify",
  "/analyse": "analyse",
  "/puzzles": "puzzles",
  "/account": "account",
  "/help": "help",
};

/** The view that a path means; an unknown path is "missing". */
export function parse(pathname: string): Route {
  const table = /^\/(m|a|e)\/([a-z2-7]{4,32})\/?$/.exec(pathname);
  if (table) return { view: ({ m: "table", a: "run", e: "enrol" } as const)[table[1] as "m" | "a" | "e"], match: table[2]! };
  const lesson = /^\/learn\/([a-z0-9_]{1,32})\/?$/.exec(pathname);
  if (lesson) return { view: "learn", game: lesson[1]! };
  return { view: pages[pathname] ?? "missing" } as Route;
}

const tokenLength = 43;
/** Of a mail: good once, for a token of the seat. */
const onceShape = /^#once=([A-Za-z0-9_-]{43})$/;
/** A program that makes links of words may take the full stop behind one for a part of it. */
const tokenShape = /^#([A-Za-z0-9_-]{43})[^A-Za-z0-9_-]*$/;

/** What came with a mail's link, until the view of the table has used it. */
export const arrived = signal<{ readonly match: string; readonly once: string } | null>(null);

/** A token in the fragment is put away and taken out of the address, so that nobody gives a seat away by copying it. Answers `broken`. */
function takeToken(route: Route): number | null {
  const opens = ["table", "run", "enrol", "host"].includes(route.view);
  const token = tokenShape.exec(location.hash)?.[1];
  if (!opens || location.hash.length < 2) return null;
  const once = route.view === "table" ? onceShape.exec(location.hash)?.[1] : undefined;
  if (once && route.view === "table") {
    arrived.value = { match: route.match, once };
    history.replaceState(history.state, "", location.pathname + location.search);
    return null;
  }
  if (!token) return Math.min(location.hash.length - 1, tokenLength - 1);
  if (route.view === "table") hold(route.match, token);
  else if (route.view === "run") remember(route.match, { arrived: token });
  else if (route.view === "enrol") remember(route.match, { enrol: token });
  else keepHostToken(token);
  history.replaceState(history.state, "", location.pathname + location.search);
  return null;
}

/** The address within the page that a link leads to, as somebody pastes it; null: it leads to no table. */
export function pathOfLink(link: string): string | null {
  const found = /\/(m|a|e)\/([a-z2-7]{12})\/?(?:\?[^#\s]*)?(?:#([A-Za-z0-9_-]{43}))?/.exec(link.replace(/\s+/g, ""));
  return found ? `/${found[1]}/${found[2]}${found[3] ? `#${found[3]}` : ""}` : null;
}

/** What the page is asked for: in the path or, of a site whose folder nobody knows beforehand, behind the #. */
function asked(): { readonly pathname: string; readonly search: string; readonly hash: string } {
  return BUILD_SITE ? new URL(location.hash.slice(1) || "/", "http://site") : location;
}

/** The address of a path of the page, for links. */
export const hrefOf = (path: string): string => (BUILD_SITE ? `#${path}` : path);

const needServer: readonly Route["view"][] = ["host", "account", "run", "enrol"];

function here(): Place {
  const { pathname, search, hash } = asked();
  const found = parse(pathname);
  const route: Route = BUILD_SITE && needServer.includes(found.view) ? { view: "missing" } : found;
  const broken = BUILD_SITE ? null : takeToken(route);
  return { route, query: new URLSearchParams(search), path: pathname, fragment: (BUILD_SITE ? hash : location.hash).slice(1), broken };
}

export const place = signal<Place>(here());

/** A board has the whole screen, at an address that is not always one's. */
export const wholeScreen = signal(false);

/** Goes to a path of the page. `replace`: without an entry in the history; `quiet`: scroll position and focus stay. */
export function go(path: string, how: { replace?: boolean; quiet?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, "", hrefOf(path));
  else history.pushState(null, "", hrefOf(path));
  place.value = here();
  if (!how.quiet) {
    window.scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true }));
  }
}

function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  return link.origin === location.origin && !link.target && !link.hasAttribute("download") && !link.pathname.startsWith("/api/");
}

/** Makes links within the page change the view rather than load a page. Called once. */
export function followLinks(): void {
  window.addEventListener("popstate", () => (place.value = here()));
  window.addEventListener("hashchange", () => (place.value = here()));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !isOurs(event, link)) return;
    if (BUILD_SITE) {
      if (!link.hash.startsWith("#/")) return;
      event.preventDefault();
      return go(link.hash.slice(1));
    }
    if (link.pathname === location.pathname && link.search === location.search && link.hash && !tokenShape.test(link.hash))
      return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
