// SPDX-License-Identifier: MIT
// launch.mjs - what stands before any page: the browser, and the library by which chance and time of a server are a test's.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "..");

/** `whole`: with the browser about the page, which notifications need. CHROMIUM: the program for both. */
export function launch(whole = false) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || (whole ? "/usr/bin/chromium" : "/usr/bin/chromium-headless-shell"),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** tests/chance.c and tests/clock.c as a library in that folder; its path. */
export function fateLibrary(folder) {
  const library = join(folder, "fate.so");
  const sources = ["chance.c", "clock.c"].map((name) => join(root, "tests", name));
  execFileSync("gcc", ["-shared", "-fPIC", "-O1", "-o", library, ...sources, "-lsodium"]);
  return library;
}
