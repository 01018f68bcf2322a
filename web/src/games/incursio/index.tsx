// SPDX-License-Identifier: MIT
// index.tsx - the board of Incursio, put together.
import type { Board } from "../../board";
import { Map } from "./Map";
import { Place } from "./Place";
import { Places } from "./Places";
import { Seat } from "./Seat";

export const board: Board = { Map, Places, Seat, Place };
export default board;
