// SPDX-License-Identifier: MIT
// page.ts - as much of a browser as the stores of the page need, for tests without one: imported before them.

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const page = {
  window: globalThis,
  localStorage: storage,
  sessionStorage: storage,
  location: { search: "", pathname: "/", hash: "", origin: "http://alea.test" },
  navigator: { languages: ["en"] },
  document: { documentElement: {}, visibilityState: "visible" },
  matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  addEventListener: () => undefined,
};
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });

/** What the server answers, by path and query; `undefined`: 404. */
export function answerFetch(answer: (path: string, query: URLSearchParams) => unknown): void {
  globalThis.fetch = ((address: string) => {
    const url = new URL(address, "http://alea.test");
    const body = answer(url.pathname.replace("/api/v1", ""), url.searchParams);
    const status = body === undefined ? 404 : 200;
    return Promise.resolve(new Response(JSON.stringify(body ?? { error: "not_found", text: "nothing" }), { status }));
  }) as typeof fetch;
}
