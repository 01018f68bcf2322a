/* SPDX-License-Identifier: MIT */
/* plans.h - the inside of the bot `plans`, for whoever wants more than a choice. */
#ifndef ALEA_PLANS_H
#define ALEA_PLANS_H

#include "bot.h"

enum { PLANS_MOST = 12 /* that are compared */ };

/* A plan that was compared. */
struct plans_told {
    const alea_move *move; /* the room's, until the next turn */
    int moves;
    long worlds;  /* in which it was played; 0: none was finished */
    double value; /* what its side scored there in the mean, 0 .. 1 */
};

/* What open() of the bot makes. */
void *plans_open(const struct alea_rules *rules, const struct alea_budget *budget);
/* Compares the plans of the turn in its room, and keeps none: the chosen one first, then by what came of them; how many, at most `most`. */
int plans_weigh(const struct alea_bot_turn *turn, struct plans_told out[], int most, long *iterations);

#endif
