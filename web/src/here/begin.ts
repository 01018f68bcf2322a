// SPDX-License-Identifier: MIT
// begin.ts - matches of this device begin, by a plan or from a saved file; and the page is kept for when there is no network.
import type { Plan } from "../api";
import { playAs, remember } from "../device";
import { scenarioFor } from "../scenario";
import { keepPage } from "../offline";
import { layHere } from "./answer";
import { newHere } from "./id";
import { find } from "./keep";

const letter = (index: number) => String.fromCharCode(65 + index);

/** Who sits here holds seats by their letters; several people share the device. */
function seated(match: string, game: string, name: string, people: readonly string[]): string {
  const held = people.map((seat) => ({ token: seat, seat }));
  remember(match, { game, name, held, hot: held.length > 1, opened: Date.now() });
  if (people[0]) playAs(match, people[0]);
  void keepPage();
  return `/m/${match}`;
}

/** The address of a new match; its dice are of a seed drawn here, to which people's words are added. */
export async function beginHere(plan: Plan, word: string): Promise<string> {
  const match = newHere();
  const people = plan.seats.flatMap((who, i) => (who === "human" ? [i] : []));
  await layHere({
    do: "table_lay",
    match,
    now: Date.now(),
    name: plan.name ?? "",
    game: plan.game,
    seats: plan.seats,
    names: plan.seats.map((_, i) => plan.names?.[i] ?? ""),
    words: plan.seats.map((_, i) => (i === people[0] ? word : "")),
    ...(plan.scenario ? { scenario: JSON.stringify(plan.scenario) } : {}),
    options: Object.entries(plan.options ?? {}).map(([key, value]) => `${key}=${value}`),
  });
  return seated(match, plan.game, plan.name ?? "", people.map(letter));
}

/** The address of the match that a file holds, taken up where it was left. */
export async function takeUp(transcript: string, file: string): Promise<string> {
  const match = newHere();
  const name = file.replace(/\.alea$/, "");
  const scenario = await scenarioFor(transcript, null);
  const { game } = await layHere({ do: "table_lay", match, now: Date.now(), name, transcript, ...(scenario === null ? {} : { scenario }) });
  const seats = (await find(match))!.standing.seats;
  const people = seats.flatMap(({ seat, who }) => (who === "human" ? [seat] : []));
  return seated(match, game, name, people);
}
