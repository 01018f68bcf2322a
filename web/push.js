// SPDX-License-Identifier: MIT
// push.js - the part of the service worker that shows notices: build.mjs puts it behind sw.js.
//
// What comes was encrypted for this browser by the server of the page, which says in it the title, a few lines and the address of the table.

/** Somebody who has that table before their eyes need not be told of it. */
async function isSeen(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((page) => page.focused && page.visibilityState === "visible" && new URL(page.url).pathname === new URL(url).pathname);
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
