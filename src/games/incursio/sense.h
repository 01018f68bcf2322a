/* SPDX-License-Identifier: MIT */
/* sense.h - what a sensible General makes of the faction map: how strong each place seems, what it is worth, and where that
 * draws his units. Made from the side's own things and from know[side] alone. */
#ifndef ALEA_INCURSIO_SENSE_H
#define ALEA_INCURSIO_SENSE_H

#include "incursio_internal.h"
#include "temper.h"

struct inc_sense {
    const struct inc_temper *temper;
    int side, days_left;
    uint64_t own;            /* sites that we hold */
    uint64_t targets;        /* where enemies are known or to be expected */
    uint64_t land;           /* Defenders: sites to found on */
    int here[INC_SITES];     /* our units */
    int free[INC_SITES];     /* of the camp: not fought, may attack */
    int idle[INC_SITES];     /* of those: not moved either, may march */
    int portal[INC_SITES];   /* of those, marked */
    double foes[INC_SITES];  /* the enemy's strength, in soldiers or demons of a camp */
    double worth[INC_SITES]; /* of taking it */
    double pull[INC_SITES];  /* of being there, at the places that were asked about */
    double mix[INC_TYPES];   /* shares of the enemy's types among the units that were seen */
};

/* `places`: where the pull is asked for. */
void inc_sense_make(const struct inc_tables *t, const struct inc_position *p, int side, const struct inc_temper *temper,
                    uint64_t places, struct inc_sense *sense);
/* So many of ours against one of the enemy there. */
static inline double inc_sense_odds(const struct inc_sense *sense, unsigned site, int ours) {
    return ours / (sense->foes[site] + 0.3);
}
/* Units that had better not leave. */
int inc_sense_guard(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense, unsigned site);
/* Ours that could be in an attack on the site, guards left at home. */
int inc_sense_striking(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense,
                       unsigned site, int *portal);

/* heuristic_orders.c: what a character's order of the day is worth. */
double inc_worth_of_order(const struct inc_tables *t, const struct inc_position *p, const struct inc_sense *sense, int seat,
                          alea_move move);

#endif
