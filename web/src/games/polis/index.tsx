// SPDX-License-Identifier: MIT
// index.tsx - the board of Polis, put together.
import type { Board } from "../../board";
import { Choices } from "./Choices";
import { Hand } from "./Hand";
import { Map } from "./Map";
import { Mat } from "./Mat";
import { isAttack, Odds } from "./Odds";
import { options } from "./Options";
import { Place } from "./Place";
import { Places } from "./Places";
import { Seat, SideOf } from "./Seat";
import { sounds } from "./sounds";
import { fightersOf, throwOf } from "./throws";

export const board: Board = { Map, Places, places: ["polis", "region"], Place, Seat, Side: SideOf, Mat, Hand, Choices, Odds, isAttack, fightersOf, options, throwOf, sounds };
export default board;
