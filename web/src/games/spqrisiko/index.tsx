// SPDX-License-Identifier: MIT
// index.tsx - the board of SPQRisiko, put together.
import type { Board } from "../../board";
import { Choices } from "./Choices";
import { Further } from "./Further";
import { Hand } from "./Hand";
import { Map } from "./Map";
import { Place } from "./Place";
import { Places } from "./Places";
import { Seat } from "./Seat";
import { sounds } from "./sounds";
import { fightersOf, isAttack, throwOf } from "./throws";
import { Track } from "./Track";

export const board: Board = { Map, Places, places: ["province", "sea"], Seat, Hand, Place, Choices, Further, Track, isAttack, fightersOf, throwOf, sounds };
export default board;
