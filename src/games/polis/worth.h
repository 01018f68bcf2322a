/* SPDX-License-Identifier: MIT */
/* worth.h - the worth of a position, for heuristic.c and evaluation.c. */
#ifndef ALEA_POLIS_WORTH_H
#define ALEA_POLIS_WORTH_H

#include "polis_internal.h"
#include "temper.h"

/* Of a game that is not over. */
void polis_weigh(const struct polis_tables *t, const struct polis_position *p, double part[POLIS_SIDES][POLIS_PARTS]);

/* Points by which `side` stands better than the other, about, as that temper sees it; far out when the game is decided. */
double polis_evaluate(const struct polis_tables *t, const struct polis_temper *temper, const struct polis_position *p,
                      int side);

/* heuristic.c: how well a card answers the attack at hand. */
double polis_like_answer(const struct polis_tables *t, const struct polis_position *p, unsigned card);

#endif
