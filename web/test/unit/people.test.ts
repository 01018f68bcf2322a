// SPDX-License-Identifier: MIT
// people.test.ts - bots are offered by their strength first, and none is left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./kit/page";
import { botsToChoose, botTitle } from "../../src/parts/people";

const named = (...ids: string[]) => ids.map((id) => ({ id }));

test("easy, normal and hard come first, then the others as they come", () => {
  const bots = botsToChoose(named("easy", "greedy", "hard", "idle", "normal", "random", "search"));
  assert.deepEqual(bots, named("easy", "normal", "hard", "greedy", "idle", "random", "search"));
});

test("a server without levels offers what it has", () => {
  assert.deepEqual(botsToChoose(named("random", "greedy")), named("random", "greedy"));
});

test("each is called by its words, or else by its name", () => {
  assert.equal(botTitle("bot:hard"), botTitle("hard"));
  assert.notEqual(botTitle("hard"), botTitle("easy"));
  assert.match(botTitle("bot:unheard_of"), /unheard_of/);
});
