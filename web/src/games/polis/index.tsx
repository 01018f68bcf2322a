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
import { Seat } from "./Seat";
import { throwOf } from "./throws";
import { verifier } from "./verifier";

export const board: Board = { Map, Places, Place, Seat, Mat, Hand, Choices, Odds, isAttack, options, throwOf, verifier };
export default board;
