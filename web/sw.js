// SPDX-License-Identifier: MIT
// sw.js - the page's service worker: keeps the files of one release, those that build.mjs lists, and gives them without a network.
//
// Nothing else is ever kept. Whatever is not one of these files goes to the network as if this worker were not there: /api, the pages of
// consent links (/c), of packs (/y), of whoever runs a table (/a) or enrols (/e), and so everything that is a seat's. A link's token
// stands behind the # of an address, which no worker and no cache is told.
const version = "{VERSION}";
const files = /* {FILES} */ [];
const start = new URL("./index.html", self.registration.scope).href;
const kept = new Set(files.map((file) => new URL(file, self.registration.scope).href));

/** Addresses of views, all of which are the one page. Those of others' tables go to the network alone. */
const views = /^(?:index\.html|new|verify|help|analyse|puzzles|learn\/[a-z0-9_]+|m\/here[a-z2-7]{6}|)\/?$/;

self.addEventListener("install", (event) => {
  // The network is asked past the browser's own cache, so that no file of another release comes in.
  const fill = async () => {
    const cache = await caches.open(version);
    await cache.addAll(files.map((file) => new Request(new URL(file, self.registration.scope), { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("alea-") && name !== version) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const fromCache = async (url) => (await (await caches.open(version)).match(url)) ?? Response.error();

/** The newest page as long as a network is there; else the one that is kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return fromCache(start);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (!url.href.startsWith(self.registration.scope)) return;
  const path = url.href.slice(self.registration.scope.length).replace(/[?#].*$/, "");
  if (request.mode === "navigate") {
    if (views.test(path)) event.respondWith(page(request));
    return;
  }
  url.search = url.hash = "";
  if (kept.has(url.href) && url.href !== start) event.respondWith(fromCache(url.href).then((found) => (found.ok ? found : fetch(request))));
});
