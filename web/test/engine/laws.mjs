// SPDX-License-Identifier: MIT
// laws.mjs LAWS.wasm ARGUMENT... - runs the laws as they are compiled for browsers: what they say and their exit status are this program's.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["laws", ...args], returnOnExit: true });
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(program)), wasi.getImportObject());
process.exitCode = wasi.start(instance);
