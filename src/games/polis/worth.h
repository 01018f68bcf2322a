/* SPDX-License-Identifier: MIT */
/* worth.h - the worth of a position, for heuristic.c and evaluation.c. */
#ifndef ALEA_POLIS_WORTH_H
#define ALEA_POLIS_WORTH_H

#include "polis_internal.h"

/* What makes up the worth of a position to a side, in points of the final score. */
enum polis_part {
    POLIS_PART_SCORE, /* what it would score now, with the projects in progress; people for a little less before the last round */
    POLIS_PART_MERCHANTS,
    POLIS_PART_SUPPLY, /* the end of this round; about -100 if it loses the game */
    POLIS_PART_STOCKS,
    POLIS_PART_SIEGES,  /* that could be won */
    POLIS_PART_DANGERS, /* sieges of own poleis */
    POLIS_PART_ARMIES,
    POLIS_PART_HARVEST,
    POLIS_PART_PROXENOS,
    POLIS_PARTS
};

/* Of a game that is not over. */
void polis_weigh(const struct polis_tables *t, const struct polis_position *p, double part[POLIS_SIDES][POLIS_PARTS]);

/* Points by which `side` stands better than the other, about; far out when the game is decided. */
double polis_evaluate(const struct polis_tables *t, const struct polis_position *p, int side);

/* heuristic.c: how well a card answers the attack at hand. */
double polis_like_answer(const struct polis_tables *t, const struct polis_position *p, unsigned card);

#endif
