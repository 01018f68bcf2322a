/* SPDX-License-Identifier: MIT */
/* odds.h - what a siege, a trade and a battle can bring, in exact numbers. */
#ifndef ALEA_POLIS_ODDS_H
#define ALEA_POLIS_ODDS_H

#include "polis_internal.h"

/* A siege with a die. All sums are over the faces of the die: divide them by `die`. */
struct polis_siege_odds {
    int die;
    int taken;    /* faces that take the polis */
    int hoplites; /* lost */
    int prestige; /* change, the price of the siege included */
};

/* Could a failed roll be forced, at `prestige` before the siege is paid? */
bool polis_can_force_later(const struct polis_tables *r, int prestige);
/* Of besieging the polis now, at `prestige` before paying; `force`: a failed roll is forced if it can be. */
struct polis_siege_odds polis_siege_odds_of(const struct polis_tables *r, unsigned city, int prestige, bool force);

/* One way to end a siege with discs: so many actions of one turn each, so many discs forced in the last of them. */
struct polis_schedule {
    int turns;    /* this one is the first; at the choice of forcing 0 more actions may be enough: then 0 */
    int forced;   /* discs */
    int prestige; /* that must be paid */
    int hoplites; /* that are lost */
};

enum { POLIS_SCHEDULES = 16 };

/* How a siege with discs stands for its besieger. */
struct polis_siege_state {
    int fortification, discs, hoplites, prestige;
    bool acted; /* this turn's disc lies already */
};

/* The frontier: every number of turns that the besieger can pay now, fewest first. */
int polis_schedules(const struct polis_siege_mode *siege, const struct polis_siege_state *state,
                    struct polis_schedule out[POLIS_SCHEDULES]);
int polis_schedules_of(const struct polis_tables *r, const struct polis_position *p, int side, unsigned city, bool acted,
                       struct polis_schedule out[POLIS_SCHEDULES]);

/* Where a market's marker may go, and how many throws of the dice lead there. */
struct polis_marker {
    int position, price, weight;
};

enum { POLIS_MARKERS = 8 };

/* After an exchange (else a purchase) of the shipload, from position `now`: how many positions, the nearest first. */
int polis_markers_of(const struct polis_tables *r, unsigned shipload, int now, bool exchange,
                     struct polis_marker out[POLIS_MARKERS]);

/* Cards of a formation: what the seat holds, what it has not seen, and the chance that the other side holds one of them. */
struct polis_formation {
    int hand, unseen;
    double chance;
};

struct polis_formation polis_formation_of(const struct polis_tables *r, const struct polis_position *p, int seat,
                                          unsigned formation);
/* Chance that n cards drawn from `all` hold at least one of `good`. */
double polis_chance_of_any(int all, int good, int n);

#endif
