// SPDX-License-Identifier: MIT
// server.mjs - a real server on a free port with a database of its own: started, killed and started again; and its API.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until, usual } from "./until.mjs";

// Below those that the kernel gives to clients, one of which might take it while the server is away; above those of tests/server. Two runs of
// these tests at once begin elsewhere.
let nextPort = 30_000 + ((process.pid * 61) % 2500);

async function freePort() {
  const free = (port) =>
    new Promise((done) => {
      const probe = createServer();
      probe.on("error", () => done(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
  for (;;) {
    const port = nextPort++; // nobody else's from here on, while it is tried
    if (await free(port)) return port;
  }
}

export class Server {
  /** The program; what it is told besides database and port; `fate`: {library, seed}: of tests/chance.c, for the same seeds each time, and
   * of tests/clock.c, by which its time can run ahead. */
  constructor(alea, options = [], fate = null) {
    Object.assign(this, { alea, options, fate, starts: 0, ahead: 0 });
    this.folder = mkdtempSync(join(tmpdir(), "alea-browser-"));
    this.clock = join(this.folder, "clock");
    this.process = null;
  }

  async start() {
    this.port ??= await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    const database = ["--db", join(this.folder, "alea.db"), "--log", join(this.folder, "log")];
    const address = ["--listen", `127.0.0.1:${this.port}`, "--trust-loopback", "--lang", "en"];
    // A second start draws others: what the first one gave away is in the store.
    const { fate } = this;
    const env = fate ? { LD_PRELOAD: fate.library, ALEA_TEST_SEED: `${fate.seed} ${this.starts++}`, ALEA_TEST_CLOCK: this.clock } : {};
    this.process = spawn(this.alea, ["serve", ...database, ...address, ...this.options], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let said = "";
    const listens = new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`the server does not start: ${said}`)), usual);
      const hear = (chunk) => {
        said += chunk;
        const link = /\/admin#([A-Za-z0-9_-]{43})/.exec(said);
        if (!link) return;
        clearTimeout(late);
        this.host = link[1];
        done();
      };
      this.process.stdout.on("data", hear);
      this.process.stderr.on("data", hear);
      this.process.on("exit", (status) => fail(new Error(`the server ended with ${status}: ${said}`)));
    });
    await listens;
    const health = async () => {
      const answer = await fetch(`${this.url}/healthz`);
      await answer.text(); // else its connection is kept until the server closes it, and then taken for the next request
      return answer.ok;
    };
    await until(() => health().catch(() => false), "the server's health");
  }

  /** The server's wall clock, in ms. */
  now() {
    return Date.now() + this.ahead;
  }

  /** From here on its wall clock runs so many ms further ahead; whatever it is asked next, it sees to what is due. */
  async shift(ms) {
    this.ahead += Math.ceil(ms);
    writeFileSync(this.clock, String(this.ahead));
    await this.ask("/games");
  }

  /** Resolves once the process is gone. */
  kill(signal = "SIGKILL") {
    const ended = this.process;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      ended.removeAllListeners("exit");
      ended.once("exit", done);
      ended.kill(signal);
    });
  }

  async free() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  // ---- The API, as a script uses it --------------------------------------------------------------------------------------

  /** {status, body} whatever is answered. */
  async ask(path, { token, body, method, lang = "en" } = {}) {
    const headers = { "accept-language": lang, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = (answer.headers.get("content-type") ?? "").includes("json");
    return { status: answer.status, body: json && text ? JSON.parse(text) : text };
  }

  /** The body of an answer that must be good. */
  async api(path, options) {
    const { status, body } = await this.ask(path, options);
    assert.ok(status < 300, `${options?.method ?? ""} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** A table; of its seats those with a person have `url`, `token` and the letter `seat`. */
  create(plan) {
    return this.api("/matches", { body: plan });
  }

  state(match, token, query = "") {
    return this.api(`/matches/${match}${query}`, { token });
  }

  async move(match, token, move) {
    const { ply } = await this.state(match, token);
    const body = typeof move === "string" ? { ply, text: move } : { ply, m: move.m };
    return this.api(`/matches/${match}/moves`, { token, body });
  }

  /** Waits until it is the seat's own decision, or the match is over. */
  async turn(match, token) {
    return until(async () => {
      const state = await this.state(match, token);
      return (state.moves?.length || state.status === "over") && state;
    }, "the seat's turn");
  }
}
