// SPDX-License-Identifier: MIT
// beginning.ts - the facts that the engine tells of the first turn of a game, for tests of what the board makes of them.
import type { Facts } from "../../../api";

export const beginning: Facts = {
  turn: 1,
  actions_left: 2,
  battle_threshold: 8,
  event_state: "none",
  may_double: [],
  fights: [],
  control: { sparta: ["laconia", "myrtoan_sea", "ionian_sea"], athens: ["attica", "ionia", "cyclades", "south_sporades"] },
  open: ["egypt_oil_3", "illyria_wood_3", "persia_wine_3", "thrace_metal_3"],
  reach: { sparta: ["illyria"], athens: ["egypt", "euxine_pontus", "persia", "thrace"] },
  route_sparta: {
    egypt: ["south_sporades"],
    euxine_pontus: ["south_sporades"],
    illyria: ["ionian_sea"],
    persia: ["south_sporades"],
    thrace: ["south_sporades"],
  },
  route_athens: {
    egypt: ["south_sporades"],
    euxine_pontus: ["thracian_sea"],
    illyria: ["myrtoan_sea", "ionian_sea"],
    persia: ["south_sporades"],
    thrace: ["thracian_sea"],
  },
  builders: { sparta: ["sparta", "gythion", "pylos"], athens: ["athens", "chalcis", "chios"] },
  room: { sparta: { attica: 3 }, athens: { laconia: 3 } },
  more_merchants: { sparta: 2, athens: 2 },
  growth: { sparta: 3, athens: 3 },
  civil_war: { sparta: { argos: 6, chalcis: 3 }, athens: { pylos: 6 } },
  brings: { phidias: 2, temple_of_zeus: 4 },
  score: { sparta: 11, athens: 12 },
  need: { sparta: 7, athens: 8 },
  from_projects: { sparta: 0, athens: 0 },
  from_megalopolis: { sparta: 0, athens: 0 },
  kept: { sparta: { metal: 7, wood: 0, wine: 2, oil: 3, silver: 3, wheat: 1 }, athens: {} },
};
