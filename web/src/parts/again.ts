// SPDX-License-Identifier: MIT
// again.ts - what a page asks for again as time goes by: while somebody sees it, and as soon as it is seen again.
import { useEffect, useRef } from "preact/hooks";

/** Calls `ask` every so many ms while the page is seen, and when it comes into sight; never at once. */
export function useAgain(ask: () => void, ms: number): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const look = (): void => void (document.visibilityState === "visible" && latest.current());
    const timer = setInterval(look, ms);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [ms]);
}
