// SPDX-License-Identifier: MIT
// 25_incursio_day.mjs - a day of Incursio among people: two Generals at desks, two players on phones, one who looks on; orders, a request and
// its answer, a proposal, an assault, reinforcements. Nobody is ever sent what the other side alone knows.
import assert from "node:assert/strict";
import { campaign, doneBy, goTo, NAMES, say, searchSecrets, Seat } from "./kit/incursio.mjs";
import { counted, until } from "./kit/until.mjs";
import { faultsOfSize } from "./kit/views.mjs";

export const title = "Incursio: a day with two Generals, players on phones, a proposal, a yes by tap, an assault; secrets kept";

const NAUGHTY = "<img src=x onerror=alert(1)>";
const MARKS = { defenders: "olive press", raiders: "black candle" };

/** What a General marches, takes back by its cross, and marches again. */
async function marches(stage, made, general) {
  const { page } = general;
  const view = async () => (await stage.server.state(made.match, made.tokens[general.letter])).view;
  const [from, to] = general.letter === "A" ? ["s07", "s06"] : ["s05", "s04"];
  const camp = general.letter === "A" ? "soldiers" : "demons";
  await page.locator(`.inc-spot[data-place="${from}"][aria-pressed]`).waitFor({ state: "attached" });
  await general.tap(from);
  await page.locator(`.inc-options [data-site="${to}"]`).waitFor();
  await general.tap(to);
  await general.act("march").waitFor();
  await general.page.locator(".inc-stepper").first().getByRole("button", { name: "−1" }).click();
  await general.act("march").click();
  await until(async () => /[<>]/.test(Object.values((await view())[camp]).join(" ")), "the march to be entered");
  await page.locator(".inc-orders li").first().waitFor();
  await page.locator(".inc-cross").first().click();
  await until(async () => !/[<>]/.test(Object.values((await view())[camp]).join(" ")), "the march to be taken back");
  await counted(page.locator(".inc-orders li"), 0, "no order on the page");
  return { from, to };
}

/** Two of a camp of the Raiders form the line before a settlement. */
async function lineUp({ page }) {
  await page.locator('.inc-options [data-site="s04"]').click();
  for (let tile = 0; tile < 2; tile++) await page.locator('.inc-camp .inc-tile[aria-pressed="false"]:not([disabled])').first().click();
  await counted(page.locator(".inc-faced tbody button.inc-tile"), 2, "two in the line");
}

export async function run(stage) {
  const made = await campaign(stage, { names: { ...NAMES, E: NAUGHTY } });
  const { server } = stage;
  const stateOf = (seat) => server.state(made.match, made.tokens[seat]);
  const anna = await Seat.open(stage, made, "A");
  const bruno = await Seat.open(stage, made, "B");
  const carla = await Seat.open(stage, made, "C", { small: true });
  const dino = await Seat.open(stage, made, "D", { small: true });
  const other = await Seat.open(stage, made, null);
  const all = [anna, bruno, carla, dino, other];

  // Day 0: Carla takes a species, Anna puts a garrison in another order.
  await carla.page.locator(".inc-card select").first().selectOption("molor");
  await until(async () => (await stateOf("C")).view.species.defenders.c2 === "molor", "Carla's species");
  await anna.page.locator('.inc-options [data-site="s07"]').click();
  await anna.page.locator(".inc-arrange").getByRole("button", { name: say("swap", 1, 2) }).click();
  await anna.page.locator(".inc-arrange").getByRole("button", { name: say("arrange_do") }).click();
  await until(async () => (await stateOf("A")).view.garrison.s07 === "A F F", "the other order");
  // A name with markup is a name.
  await carla.tab("seats");
  await carla.page.locator(".inc-person").filter({ hasText: NAUGHTY }).waitFor();
  await carla.tab("play");

  // Movement of the first: marched, taken back by the cross on the map.
  await goTo(stage, made, (view) => view.step === "move");
  const first = (await server.state(made.match)).view.side === "defenders" ? anna : bruno;
  const second = first === anna ? bruno : anna;
  await marches(stage, made, first);
  // Done, with a warning of what is open; and not done after all, while others are waited for: here the window closes with it.
  await first.act("done").click();
  await first.act("done").click();
  await until(async () => (await stateOf(first.letter)).view.step !== "move", "the server to hear that one is done");
  await goTo(stage, made, (view) => view.step === "move" && view.side === (second === anna ? "defenders" : "raiders"));
  await marches(stage, made, second);

  // A player proposes on a phone with the General's controls; the General adopts it as a whole.
  const mate = second === anna ? carla : dino;
  const { from, to } = second === anna ? { from: "s06", to: "s07" } : { from: "s13", to: "s11" };
  await mate.page.locator(".inc-propose > summary").click();
  await mate.page.locator(`.inc-propose .inc-options [data-site="${from}"]`).click();
  await mate.page.locator(`.inc-propose .inc-options [data-site="${to}"]`).click();
  await mate.act("march").click();
  await mate.page.locator(".inc-propose form input").fill(MARKS[second === anna ? "defenders" : "raiders"]);
  await mate.page.locator(".inc-propose form").getByRole("button").click();
  await second.page.locator(".inc-proposal q").waitFor();
  await second.page.locator('.inc-proposal [data-act^="adopt"]').click();
  const camp = second === anna ? "soldiers" : "demons";
  await until(async () => Object.values((await stateOf(second.letter)).view[camp]).join(" ").includes(`>${to}`), "the proposal to be adopted");
  await doneBy(stage, made, ["A", "B"]);

  // An assault of the Raiders: the line by tiles, sent, launched by a second press.
  await goTo(stage, made, (view) => view.step === "assault" && view.side === "raiders");
  await lineUp(bruno);
  await bruno.page.getByText(say("chances_unknown")).waitFor();
  await bruno.act("prepare").click();
  await bruno.act("launch").waitFor();
  assert.equal((await stateOf("B")).view.attacks, 0, "the first press launches nothing");
  await bruno.act("launch").click();
  await until(async () => (await stateOf("B")).view.attacks === 1, "the attack to be launched");

  // Personal actions: asked of a player, answered by one tap on a phone.
  await goTo(stage, made, (view) => view.step === "personal");
  await anna.act("ask c2").click();
  await anna.page.locator(".inc-action select").first().selectOption("spy");
  await anna.page.locator(".inc-action select").nth(1).selectOption("s05");
  await anna.page.locator(".inc-action input").fill(MARKS.defenders);
  await anna.page.locator(".inc-action").getByRole("button", { name: say("ask_this") }).click();
  await carla.act("answer yes").waitFor();
  await carla.page.locator(".inc-asked .inc-words").getByText(MARKS.defenders).waitFor(); // with the General's words
  assert.deepEqual(await faultsOfSize(carla.page), []);
  await carla.act("answer yes").tap();
  await until(async () => (await stateOf("C")).view.flags.defenders.c2 & 1, "Carla's yes");
  await anna.page.locator(".inc-character").filter({ hasText: "C2" }).locator(".inc-answer.yes").waitFor();

  // Chats: each side's own.
  for (const [seat, side] of [[carla, "defenders"], [dino, "raiders"]]) {
    await seat.tab("chat");
    await seat.page.locator('[data-channel="team"][aria-pressed="true"]').waitFor();
    await seat.page.locator('[data-key="chat"]').fill(`${MARKS[side]} tonight`);
    await seat.page.locator(".chat form").getByRole("button").click();
    await seat.page.locator(".chat-lines li").filter({ hasText: MARKS[side] }).waitFor();
    assert.deepEqual(await faultsOfSize(seat.page), []);
  }
  await anna.tab("chat");
  await anna.page.locator(".chat-lines li").filter({ hasText: MARKS.defenders }).waitFor();

  // Reinforcements: dealt for the General, then sent.
  await goTo(stage, made, (view) => view.step === "deploy");
  await anna.act("deal-for-me").click();
  await anna.act("deal").click();
  await until(async () => Object.keys((await stateOf("A")).view.due.defenders).length === 0, "the reinforcements to stand");
  await goTo(stage, made, (view) => view.day === 2);
  await anna.page.locator(".inc-day-of").filter({ hasText: say("day_of", 2, 8) }).waitFor();
  await carla.tab("play");
  await carla.page.locator(".inc-yesterday li").first().waitFor();

  // Nothing is wider than a phone, wherever one looks; and nobody was sent what is not theirs.
  for (const seat of [carla, dino])
    for (const tab of ["play", "map", "seats", "log", "chat"]) {
      await seat.tab(tab);
      assert.deepEqual(await faultsOfSize(seat.page), [], `${seat.letter}, ${tab}`);
    }
  const found = all.flatMap((seat) => {
    const side = seat.letter ? (["A", "C"].includes(seat.letter) ? "defenders" : "raiders") : null;
    const secrets = Object.entries(MARKS).filter(([one]) => one !== side).map(([, mark]) => mark);
    return searchSecrets(seat, side, secrets);
  });
  assert.deepEqual(found, []);
}
