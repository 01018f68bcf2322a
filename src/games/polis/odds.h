/* SPDX-License-Identifier: MIT */
/* odds.h - what a siege can cost. */
#ifndef ALEA_POLIS_ODDS_H
#define ALEA_POLIS_ODDS_H

#include "polis_internal.h"

/* Could a failed roll be forced, at `prestige` before the siege is paid? */
bool polis_can_force_later(const struct polis_tables *t, int prestige);

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
int polis_schedules_of(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city, bool acted,
                       struct polis_schedule out[POLIS_SCHEDULES]);

#endif
