// SPDX-License-Identifier: MIT
// index.tsx - the board of Incursio, put together.
import type { Board } from "../../board";
import { Map } from "./Map";
import { Place } from "./Place";
import { Places } from "./Places";
import { Seat } from "./Seat";
import { Today } from "./Today";
import { Team, Top, Welcome } from "./Top";
import { say } from "./words";

export const board: Board = {
  Map,
  Places,
  Seat,
  Place,
  days: {
    Top,
    Today,
    Team,
    Welcome,
    tabs: (lang) => ({ today: say(lang, "tab_today"), map: say(lang, "tab_map"), team: say(lang, "tab_team") }),
    teams: true,
  },
};
export default board;
