// SPDX-License-Identifier: MIT
// tables.ts - the few facts of the game that the verifier needs with no server at hand; a test compares them with the data.

/** In the order of data/polis.json: a drawn tile is the n-th of the pile in this order. */
export const PROJECTS: readonly string[] = (
  "temple_of_apollo temple_of_zeus festival_of_demeter festival_of_dionysus isthmian_games nemean_games theatre " +
  "theatre_with_episkenion phidias protagoras democritus socrates statue_of_aphrodite statue_of_an_ephebe"
).split(" ");

const named = (round: string, events: string): string[] => events.split(" ").map((event) => `${round}_${event}`);

/** The decks, by round; a card each. */
export const EVENTS: readonly (readonly string[])[] = [
  named(
    "r3",
    "no_event_1 no_event_2 earthquake_at_sparta persian_fleet_destruction philopersians xerxes_assassinated " +
    "leotychidas_ii holy_war",
  ),
  named(
    "r4",
    "no_event_1 no_event_2 betrayal egypt_rebels_against_persia murder_of_the_persian_king peasant_revolts " +
    "age_of_pericles treasury_transfers battle_of_tanagra peace_of_callias",
  ),
  named(
    "r5a",
    "no_event_1 no_event_2 behind_the_long_walls betrayal free_trade_with_persia great_commanders enemies_of_greece " +
    "mercenaries murder_of_the_persian_king pacifism plague_and_humiliation",
  ),
  named(
    "r5b",
    "no_event_1 no_event_2 alcibiades_flees_to_sparta carthage_lands_in_sicily eruption_of_etna " +
    "free_trade_with_persia freedom_of_slaves hermocopidae mercenaries pacifism superstition",
  ),
];

/** Combat cards, and how many there are of each. */
export const CARDS: readonly string[] = (
  "phalanx_0 phalanx_1 phalanx_2 left_wing_0 left_wing_1 left_wing_2 right_wing_0 right_wing_1 right_wing_2 wedge_0 wedge_1 " +
  "wedge_2 crescent_0 crescent_1 crescent_2 ambush_0 ambush_1 ambush_2"
).split(" ");
export const COUNTS: readonly number[] = [1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1];

export const SHOWN_PROJECTS = 3; // a round
export const DIE = 4; // faces, of markets; those of sieges: sieges.ts
/** Dice that fall after a choice of this verb. [POL-SIEGE-6, POL-TRADE-8, POL-TRADE-10] */
export const DICE: Readonly<Record<string, number>> = { polis: 1, exchange: 1, purchase: 2 };
/** Cards that an exchange can make good, at most; the hands of a new battle are more. [POL-BATTLE-1, POL-BATTLE-18] */
export const MOST_REFILLED = 4;
