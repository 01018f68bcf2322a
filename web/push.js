// SPDX-License-Identifier: MIT
// push.js - the part of the service worker that shows notices: build.mjs puts it behind sw.js.
//
// What comes was encrypted for this browser by the server of the page, which says in it the title, a few lines and the address of the
// table. A worker has no seat: of turns there comes a token, too, by which it asks whether they still wait. Pushes come late, and in heaps.
const ofTurns = "turns";

/** Somebody who has that table before their eyes need not be told of it. */
async function isSeen(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((page) => page.focused && page.visibilityState === "visible" && new URL(page.url).pathname === new URL(url).pathname);
}

/** Whether that still holds, and at how many tables somebody is awaited here; null: nobody can say now, and it is shown as it came. */
async function newsOf(token) {
  try {
    const url = new URL(`api/v1/news/${token}`, self.registration.scope);
    const answer = await fetch(url, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(8000) });
    if (answer.status === 410) return { waits: false, tables: 0 };
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** These let some pushes show nothing; others end the subscription then, and say that nothing waits any more. */
const mayBeSilent = () => /(?:Firefox|Chrome|Chromium)\//.test(navigator.userAgent);

async function showNothing(said, tables) {
  if (tables === 0) for (const shown of await self.registration.getNotifications({ tag: ofTurns })) shown.close();
  if (mayBeSilent()) return;
  await self.registration.showNotification(said.over, { tag: ofTurns, silent: true, data: { url: self.registration.scope } });
}

/** Of all turns one notice: the newest stands for those before it, and says how many they are. */
async function showTurns(said, url, news) {
  const many = news !== null && news.tables > 1;
  const title = many ? said.many.replace("%d", news.tables) : said.title;
  const data = { url: many ? self.registration.scope : url };
  await self.registration.showNotification(title, { body: said.body, tag: ofTurns, renotify: true, data, timestamp: said.at });
}

self.addEventListener("push", (event) => {
  const show = async () => {
    let said;
    try {
      said = event.data.json();
    } catch {
      said = { title: "Alea", body: "", url: self.registration.scope };
    }
    const url = new URL(said.url || "/", self.registration.scope).href;
    if (!said.test && (await isSeen(url))) return;
    const news = said.ask ? await newsOf(said.ask) : null;
    if (news?.waits === false) return showNothing(said, news.tables);
    if (said.ask) return showTurns(said, url, news);
    // Of one table the newest notice stands for those before it.
    await self.registration.showNotification(said.title, { body: said.body, tag: url, data: { url }, timestamp: said.at });
  };
  event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const url = new URL(event.notification.data?.url ?? "/", self.registration.scope);
    if (url.origin !== self.location.origin) return;
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
    await (there ? there.focus() : self.clients.openWindow(url.href));
  };
  event.waitUntil(open());
});
