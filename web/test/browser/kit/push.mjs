// SPDX-License-Identifier: MIT
// push.mjs - what stands for a push service, which no test reaches: a browser's subscription that ends here, and what the server sends there,
// decrypted by RFC 8291.
import { createDecipheriv, createECDH, createHmac, generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mac = (key, ...data) => data.reduce((sum, one) => sum.update(one), createHmac("sha256", key)).digest();

/** A file with a key for the server's `--push-keys`, as `alea notify keys` makes one. */
export function pushKeys() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const folder = mkdtempSync(join(tmpdir(), "alea-push-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "push.pem");
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return path;
}

export class PushService {
  constructor() {
    this.got = [];
    this.key = createECDH("prime256v1");
    this.point = this.key.generateKeys();
    this.auth = randomBytes(16);
  }

  /** Listens; the address is this.endpoint. */
  async start() {
    const server = createServer((request, answer) => {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        this.got.push(this.open(Buffer.concat(parts)));
        answer.writeHead(201).end();
      });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    server.unref();
    this.endpoint = `http://127.0.0.1:${server.address().port}/push`;
  }

  /** What a browser's PushManager would answer, as base64: the page asks for no more of it. */
  subscription() {
    return { endpoint: this.endpoint, p256dh: this.point.toString("base64"), auth: this.auth.toString("base64") };
  }

  open(sealed) {
    const salt = sealed.subarray(0, 16);
    const other = sealed.subarray(21, 21 + sealed[20]);
    const data = sealed.subarray(21 + sealed[20]);
    const first = mac(this.auth, this.key.computeSecret(other));
    const second = mac(salt, mac(first, "WebPush: info\0", this.point, other, "\x01"));
    const key = mac(second, "Content-Encoding: aes128gcm\0\x01").subarray(0, 16);
    const nonce = mac(second, "Content-Encoding: nonce\0\x01").subarray(0, 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(data.subarray(-16));
    const plain = Buffer.concat([cipher.update(data.subarray(0, -16)), cipher.final()]);
    return JSON.parse(plain.subarray(0, -1).toString());
  }
}
