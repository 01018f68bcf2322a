// SPDX-License-Identifier: MIT
// index.tsx - the board of Incursio, put together.
import type { Board, Wish } from "../../board";
import type { GameInfo, Lang, Side as Seats } from "../../api";
import { Fields, waits } from "./ByHand";
import { dataOf } from "./data";
import { Hours } from "./Hours";
import { Map } from "./Map";
import { missionsOf } from "./missions";
import { options } from "./Options";
import { Place } from "./Place";
import { Places } from "./Places";
import { Retold } from "./Retold";
import { Seat } from "./Seat";
import { Today } from "./Today";
import { Team, Top, Welcome } from "./Top";
import { say } from "./words";

/** Species that one may wish for, and how many of a side may be of one: of a side with so many people. [INC-ROLE-13] */
function wishes(info: GameInfo, lang: Lang, { side, seats }: Seats): Wish[] {
  const { species, charactersLeast } = dataOf(info);
  return [...species]
    .filter(([, one]) => one.side === side)
    .map(([id, { names, quota }]) => ({ id, name: names[lang], most: quota && Math.ceil(Math.max(seats.length, charactersLeast) / quota) }));
}

export const board: Board = {
  wishes,
  options,
  Hours,
  byHand: { waits, Fields },
  Map,
  Places,
  places: ["site"],
  missions: missionsOf,
  Seat,
  Place,
  days: {
    Top,
    Today,
    Team,
    Retold,
    Welcome,
    tabs: (lang) => ({ today: say(lang, "tab_today"), map: say(lang, "tab_map"), team: say(lang, "tab_team") }),
    teams: true,
  },
};
export default board;
