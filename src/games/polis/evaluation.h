/* SPDX-License-Identifier: MIT */
/* evaluation.h - what evaluation.c looks at, for weights.c. */
#ifndef ALEA_POLIS_EVALUATION_H
#define ALEA_POLIS_EVALUATION_H

#include "worth.h"

/* Differences between the sides, Sparta's less Athens', or 1 and -1 for either. */
enum polis_feature {
    POLIS_LOOK_PARTS, /* of worth.c */
    POLIS_LOOK_LOSES = POLIS_LOOK_PARTS + POLIS_PARTS,
    POLIS_LOOK_PRESTIGE,
    POLIS_LOOK_POLEIS,
    POLIS_LOOK_HOPLITES,
    POLIS_LOOK_GALLEYS,
    POLIS_LOOK_SEAS, /* controlled */
    POLIS_LOOK_SILVER,
    POLIS_LOOK_GOODS,
    POLIS_LOOK_WHEAT,
    POLIS_LOOK_AWAY,
    POLIS_LOOK_SPARTA, /* always 1 */
    POLIS_LOOK_PASSED,
    POLIS_LOOK_ACTIONS, /* left in the turn */
    POLIS_LOOK_TURN,
    POLIS_LOOK_SURCHARGE,
    POLIS_LOOK_BEFORE_TURNS, /* 1: projects and the event of the round are still to come */
    POLIS_LOOK_START,
    POLIS_LOOK_ATTACKER, /* in a battle */
    POLIS_LOOK_CARDS,    /* their Prestige */
    POLIS_LOOK_FIGHTERS,
    /* Actions that were begun. */
    POLIS_LOOK_MADE, /* units, some of them */
    POLIS_LOOK_MAKING,
    POLIS_LOOK_MOVING_TO,
    POLIS_LOOK_MOVED, /* units, some of them */
    POLIS_LOOK_MOVING,
    POLIS_LOOK_BESIEGING,
    POLIS_LOOK_COLLECTING,
    POLIS_LOOK_TRADING,
    POLIS_LOOK_MOVING_PROXENOS,
    POLIS_LOOK_PROJECTING,
    POLIS_LOOK_FORCING,
    POLIS_FEATURES
};

enum { POLIS_SIEGE_KINDS = 3 };                /* with a die, with discs, with discs by sacrifices too */
enum { POLIS_PHASES = 2 * POLIS_ROUND_COUNT }; /* the turns of each round, then its end */
extern const float polis_weight[POLIS_SIEGE_KINDS][POLIS_PHASES][POLIS_FEATURES];

static inline int polis_phase(const struct polis_position *p) { return 2 * p->round + (p->step >= POLIS_STEP_RETURN_UNITS); }

/* What is plain to do is done. */
void polis_settle(const struct polis_tables *t, struct polis_position *p);
void polis_look(const struct polis_tables *t, const struct polis_position *p, double x[]);

#endif
