/* SPDX-License-Identifier: MIT */
/* temper.h - what Generals differ in: the numbers by which one of them reads his map, guards, gathers, strikes and builds. */
#ifndef ALEA_INCURSIO_TEMPER_H
#define ALEA_INCURSIO_TEMPER_H

#include "incursio_internal.h"

struct inc_temper {
    double least;              /* of ours against one of theirs, for an attack */
    double least_portal;       /* so much less if all of ours come from portals */
    double dusk;               /* and so much less on the last day */
    double guard;              /* Defenders: units kept in a settlement; Raiders: in a ruin, of each enemy near */
    double guard_most;         /* Defenders: units kept at a building site; Raiders: in a ruin, at most */
    double guard_harvest;      /* Raiders: more of them on days of harvest */
    double decay;              /* of the pull of a target with each line */
    double gather;             /* of ours near a target against one of theirs, for its full pull */
    double unknown;            /* share of what comes to a place daily, or at a harvest, taken to be there uncounted */
    double walls;              /* what each enemy behind them counts, against what was found at first */
    double worth, worth_level; /* of a target, and of each of its levels more */
    double line, line_more;    /* how long a line grows: for each enemy, and beside that */
    double point, wall;        /* of a day's income: what a point at the end is worth; a level's share in what defends it */
    uint32_t whim;             /* not 0: some targets are liked more than others, by this number */
};

/* Number 0 is what heuristic() plays by, 1 the strongest known for that side and map, those below INC_TEMPERS others for a whole
 * campaign; any other number is one of them with some of it changed. */
void inc_temper_of(const struct inc_tables *t, int side, uint32_t number, struct inc_temper *temper);
/* The name of the temper; NULL past the last one: "elsewhere" is another one that was found (for the Raiders that of the other map),
 * "bold" and "wary" are shades of the strongest, "able" stands between the first and the strongest. */
const char *inc_style(uint32_t temper);
/* How a target is liked: 0.5 to 2. */
double inc_whim(const struct inc_temper *temper, unsigned site);

/* heuristic.c: how a General of that temper likes each of n moves. */
void inc_heuristic_by(const struct inc_tables *t, const struct inc_position *p, int seat, const struct inc_temper *temper,
                      const alea_move move[], int n, double worth[]);

#endif
