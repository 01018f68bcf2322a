// SPDX-License-Identifier: MIT
// people.test.ts - bots are offered by their strength first, and none is left out; clocks are those that a game can have.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./kit/page";
import { clockOf, fitting, usualClock } from "../../src/parts/ClockFields";
import { botRated, botsToChoose, botTitle, ratingOf } from "../../src/parts/people";

const named = (...ids: string[]) => ids.map((id) => ({ id }));

const levels = (...ids: string[]) => ids.map((id) => ({ id, rating: null, within: null }));

test("the levels that the game has come first, by their strength, then the others as they come", () => {
  const all = named("beginner", "easy", "expert", "greedy", "hard", "idle", "normal", "random");
  assert.deepEqual(
    botsToChoose(all, levels("beginner", "easy", "normal", "hard")),
    named("beginner", "easy", "normal", "hard", "greedy", "idle", "random"),
  );
  assert.deepEqual(botsToChoose(all, levels("easy")), named("easy", "greedy", "idle", "random"));
});

test("how strong a bot is stands beside its name where it was measured", () => {
  const has = [{ id: "normal", rating: 1650, within: 30 }, ...levels("hard")];
  assert.match(botRated("bot:normal", has), /1650/);
  assert.equal(botRated("bot:hard", has), botTitle("hard"));
  assert.equal(ratingOf("bot:greedy", has), undefined);
});

test("each is called by its words, or else by its name", () => {
  assert.equal(botTitle("bot:hard"), botTitle("hard"));
  assert.notEqual(botTitle("hard"), botTitle("easy"));
  assert.match(botTitle("bot:unheard_of"), /unheard_of/);
});

test("seats have no clocks where windows belong to sides", () => {
  const none = { ...usualClock("bot:normal"), zone: "Asia/Kolkata" };
  const [live, days, windows] = (["live", "days", "windows"] as const).map((kind) => ({ ...none, kind }));
  for (const plan of [live!, days!]) {
    assert.equal(fitting(plan, true).kind, "none");
    assert.equal(fitting(plan, false), plan);
  }
  assert.equal(fitting(windows!, true), windows);
  assert.equal(fitting(windows!, false).kind, "none");
  assert.equal(fitting(none, true), none);
  assert.deepEqual(clockOf({ ...windows!, vacation: 0 }), { kind: "windows", zone: "Asia/Kolkata" });
  assert.deepEqual(clockOf(windows!), { kind: "windows", zone: "Asia/Kolkata", vacation: 14 });
  const often = { ...days!, often: true, oftenTimes: 3, oftenPercent: 40 };
  assert.deepEqual([clockOf(often)?.often, clockOf(days!)?.often], [{ times: 3, percent: 40 }, undefined]);
});
