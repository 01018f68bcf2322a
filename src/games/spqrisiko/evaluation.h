/* SPDX-License-Identifier: MIT */
/* evaluation.h - what evaluation.c looks at, for weights.c. */
#ifndef ALEA_SPQRISIKO_EVALUATION_H
#define ALEA_SPQRISIKO_EVALUATION_H

#include "spqrisiko.h"

/* Of a seat. */
enum spqrisiko_feature {
    SPQRISIKO_LOOK_POINTS,     /* VP, as if the target were 20 */
    SPQRISIKO_LOOK_GAIN,       /* of the next scoring, if nothing changed */
    SPQRISIKO_LOOK_WINS,       /* 1: that would win */
    SPQRISIKO_LOOK_WINS_FIRST, /* and it is the next turn */
    SPQRISIKO_LOOK_WINS_LATER, /* turns until then */
    SPQRISIKO_LOOK_TURNS,      /* until the seat scores */
    SPQRISIKO_LOOK_PACE,       /* 1 / scorings to the target at that gain */
    SPQRISIKO_LOOK_PROVINCES,
    SPQRISIKO_LOOK_EMPIRE,      /* provinces of the largest */
    SPQRISIKO_LOOK_LEGIONARIES, /* as a share of all, 1 if equal */
    SPQRISIKO_LOOK_CENTRES,
    SPQRISIKO_LOOK_CENTRES_SAFE, /* expected to stand after an attack each */
    SPQRISIKO_LOOK_SEAS,
    SPQRISIKO_LOOK_TRIREMES, /* as a share of all */
    SPQRISIKO_LOOK_CARDS,
    SPQRISIKO_LOOK_SET, /* a set in hand: its legionaries */
    SPQRISIKO_LOOK_SET_CENTRES,
    SPQRISIKO_LOOK_ACTIVE,
    SPQRISIKO_LOOK_ACTIVE_BEFORE, /* and the attacks by land are still to come */
    SPQRISIKO_LOOK_ACTIVE_POOL,
    SPQRISIKO_LOOK_ACTIVE_CARD, /* and a province was conquered */
    SPQRISIKO_LOOK_EMPIRE_LEAD, /* over the largest of the others, at most 4 either way */
    SPQRISIKO_LOOK_PROVINCES_LEAD,
    SPQRISIKO_LOOK_SEAS_LEAD,
    SPQRISIKO_LOOK_EXPOSED,        /* provinces that attacks on each would take */
    SPQRISIKO_LOOK_LAST_PROVINCES, /* how near to be eliminated */
    SPQRISIKO_LOOK_RIVALS,         /* provinces of others that could attack some of its own by land */
    SPQRISIKO_LOOK_NEUTRALS,       /* neutral provinces beside its own */
    SPQRISIKO_LOOK_CENTRES_BY_SEA, /* that attacks by sea would take, beyond those by land */
    SPQRISIKO_LOOK_EXPOSED_BY_SEA, /* the same, of other provinces */
    SPQRISIKO_LOOK_STRIKES,        /* centres of others that attacks on each would take */
    SPQRISIKO_FEATURES
};

/* Weights for the game, each with what is added to it near the end: among 2 or 3 seats and among more; and those for the map as it is dealt
 * among 2, 3, 4 and 5. */
enum {
    SPQRISIKO_AMONG_FEW,
    SPQRISIKO_AMONG_MANY = 2,
    SPQRISIKO_IN_SETUP = 4,
    SPQRISIKO_WEIGHTS = SPQRISIKO_IN_SETUP + SPQRISIKO_SEATS - 1
};
extern const int16_t spqrisiko_weight[SPQRISIKO_FEATURES][SPQRISIKO_WEIGHTS]; /* thousandths */

struct spqrisiko_seat_look {
    double at[SPQRISIKO_FEATURES];
};

/* Of all seats; those that are out have zeros. */
void spqrisiko_look(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                    struct spqrisiko_seat_look seats[]);
/* The map is being dealt, or has been and nobody has fought: the weights of the setup hold. */
bool spqrisiko_is_dealt(const struct spqrisiko_position *p);
/* How far the game has come, from 0 to 1. */
double spqrisiko_progress(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);

#endif
