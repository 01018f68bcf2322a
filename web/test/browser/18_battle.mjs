// SPDX-License-Identifier: MIT
// 18_battle.mjs - a battle between two people in two browsers: neither page is ever sent the other's cards.
import assert from "node:assert/strict";
import { PolisPage, polisTable } from "./kit/polis.mjs";

export const title = "Polis: a battle between two browsers, and no message to either holds a card of the other's hand";

/** Everything that a page is told, as text: answers and messages of its socket. */
function listen(page) {
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) heard.push(await response.text().catch(() => ""));
  });
  return heard;
}

/** All values of a member of that name, however deep. */
function* members(value, name) {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === name) yield inner;
    yield* members(inner, name);
  }
}

const cardsIn = (hand) => Object.values(hand ?? {}).reduce((sum, n) => sum + n, 0);

/** What a page heard of hands: its own cards by side, and events that name a card that was drawn. */
function handsIn(heard) {
  const most = { sparta: 0, athens: 0 };
  let seen = 0;
  for (const text of heard) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      continue;
    }
    for (const hand of members(message, "hand"))
      for (const side of Object.keys(most)) if (hand && typeof hand === "object") most[side] = Math.max(most[side], cardsIn(hand[side]));
    for (const event of members(message, "event")) if (event === "card_seen") seen++;
  }
  return { most, seen };
}

/** Four units in one place are enough for a battle here: it comes in the first turn. */
async function scenario(server) {
  const { data } = await server.api("/games/polis");
  const items = data.rounds.items.map((round) => ({ ...round, battle_threshold: 4 }));
  return { format: "alea.scenario", version: 1, game: "polis", name: "early_battle", replace: { rounds: { ...data.rounds, items } } };
}

/** Of whose turn it is: marches on the other's home, else does as little as possible. */
const plan = {
  sparta: ["act move_hoplites", "to attica", "from laconia", "from laconia", "from laconia", "done", "act collect", "in laconia", "row metal"],
  athens: ["act collect", "in attica", "row silver", "done", "act create_hoplites", "from athens"],
};

async function marchToBattle(server, made) {
  for (let moves = 0; moves < 120; moves++) {
    for (const { seat, token } of made.people) {
      const state = await server.state(made.match, token);
      if (state.view.battle) return state;
      if (!state.moves?.length) continue;
      const side = seat === "A" ? "sparta" : "athens";
      const wanted = plan[side].map((text) => state.moves.find((move) => move.text === text)).find(Boolean);
      const move = wanted ?? state.moves.find((one) => !["pass"].includes(one.text)) ?? state.moves[0];
      await server.api(`/matches/${made.match}/moves`, { token, body: { ply: state.ply, m: move.m } });
    }
  }
  throw new Error("no battle came");
}

export async function run(stage) {
  const { server } = stage;
  const made = await polisTable(server, { seats: ["human", "human"], scenario: await scenario(server) });
  const tables = [];
  for (const link of made.links) {
    const page = await stage.page();
    const heard = listen(page);
    await page.goto(link);
    tables.push({ table: new PolisPage(page), heard });
  }
  for (const { table } of tables) await table.ready();
  await marchToBattle(server, made);

  // Both fight on the page until the battle is over.
  let exchanges = 0;
  for (let moves = 0; moves < 80; moves++) {
    const states = await Promise.all(made.people.map(({ token }) => server.state(made.match, token)));
    if (!states[0].view.battle) break;
    const at = states.findIndex((state) => state.moves?.length);
    if (at < 0) continue;
    const [state, { table }] = [states[at], tables[at]];
    await table.at(state.ply);
    if (["attack", "answer"].includes(state.view.step)) {
      const cards = await table.page.locator(".turn-box [data-choice]:visible").count();
      assert.ok(cards >= state.moves.length, "every card that can be played lies there");
      exchanges++;
    }
    const move = state.moves.find(({ text }) => text === "fight") ?? state.moves.find(({ text }) => text === "no") ?? state.moves[0];
    await table.make(move, state.ply);
  }
  assert.ok(exchanges > 0, "cards were played");

  for (const [i, { heard }] of tables.entries()) {
    const [own, other] = i === 0 ? ["sparta", "athens"] : ["athens", "sparta"];
    const { most, seen } = handsIn(heard);
    assert.ok(heard.length > 10 && most[own] >= 2, `${own} was shown its own hand: ${JSON.stringify(most)}`);
    assert.equal(most[other], 0, `${own} was sent cards of ${other}`);
    // Each card that was told by name was dealt to the one who was told.
    const dealt = heard.filter((text) => text.includes('"card_seen"')).length;
    assert.ok(seen > 0 && dealt > 0);
    const state = await server.state(made.match, made.people[i].token);
    assert.equal(cardsIn(state.view.hand?.[other]), 0);
  }
  stage.note(`${exchanges} choices of cards; ${tables.map(({ heard }) => heard.length).join(" and ")} messages looked through`);
}
