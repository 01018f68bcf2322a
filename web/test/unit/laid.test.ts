// SPDX-License-Identifier: MIT
// laid.test.ts - a scenario in the file of its match: written, read, and what is no scenario.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heldIn, withHeld, withScenario } from "../../src/laid";

const transcript = "alea 2\nscenario hoard 00\nseat A human\n\n1 A pass\nend A 1\n";
const scenarioIn = (file: string) => heldIn(file, "laid");
const scenario = JSON.stringify({ format: "alea.scenario", sites: Array.from({ length: 400 }, (_, i) => `tesoro è lì ${(i * 7919) % 1009}`) }, null, 1);

test("a file holds its scenario to the byte, in lines of moderate length that are comments", async () => {
  const file = await withScenario(transcript, scenario);
  assert.ok(file.startsWith(transcript));
  const added = file.slice(transcript.length).split("\n").slice(0, -1);
  assert.ok(added.length > 1);
  for (const line of added) assert.match(line, /^# laid 1 [\w-]{1,1000}$/);
  assert.equal(await scenarioIn(file), scenario);
  assert.equal(await scenarioIn(file.replace(/\n/g, "\r\n")), scenario);
});

test("another one takes its place, and without one the file stays as it is", async () => {
  const file = await withScenario(await withScenario(transcript, scenario), "{}");
  assert.equal(await scenarioIn(file), "{}");
  assert.equal(await withScenario(transcript, null), transcript);
  assert.equal(await scenarioIn(transcript), null);
});

test("what is known of a match that goes on stands beside it", async () => {
  const file = await withHeld(await withScenario(transcript, scenario), "known", '{"guess":2}');
  assert.equal(await heldIn(file, "known"), '{"guess":2}');
  assert.equal(await scenarioIn(file), scenario);
});

test("what is not whole is none", async () => {
  assert.equal(await scenarioIn("# laid 1 AAAA\n"), null);
  assert.equal(await scenarioIn(`${(await withScenario(transcript, scenario)).slice(0, -300)}\n`), null);
});
