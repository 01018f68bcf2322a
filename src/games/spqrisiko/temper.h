/* SPDX-License-Identifier: MIT */
/* temper.h - what players differ in: the numbers by which one of them likes his choices. The unit is a plain province. */
#ifndef ALEA_SPQRISIKO_TEMPER_H
#define ALEA_SPQRISIKO_TEMPER_H

#include "spqrisiko.h"

struct spqrisiko_temper {
    const char *name;
    double centre;   /* a centre, beside its province: a victory point every turn */
    double conquest; /* the first province of a turn: its card [SPQ-DRAW-1] */
    double army;     /* what a lost attack costs */
    double odds;     /* how much the odds of an attack count; 0: not at all */
    double heads;    /* of each legionary that ours are more than theirs, whatever the odds */
    double reserve;  /* what an attack has to bring beyond nothing */
    double lone;     /* the last province of somebody, beside each two of its cards */
    double leader;   /* provinces of whoever leads */
    double promise;  /* of the best attack, in what a garrison is worth */
    double threat;   /* of what the neighbours may take, in the same */
    int coming;      /* legionaries that a neighbour is expected to place before it attacks */
    double mass;     /* to place where legionaries stand already, for each of them */
    double border;   /* to place beside a rival, for each of its provinces there */
    double sea;      /* the points for most seas, against what they are worth */
    double set;      /* a set of cards: below 0 only what brings more than that is turned in */
    /* Free provinces to begin with: those that have next to them, for each, an own province, a rival's, a free one, a sea. */
    double claim_own, claim_rival, claim_free, claim_sea;
    double most; /* what the lead in provinces is worth, towards the point for most of them; of rivals, that they lose it: */
    double breaks;
    double assault; /* of the best attack by sea, in what a garrison is worth; 0: does not think of it */
    double raid;    /* of what may come by sea, in what neighbours may take */
    double build;   /* what a trireme has to bring, beside its three legionaries */
    double mobile;  /* of the best attack across a sea, in what triremes there are worth */
};

enum { SPQRISIKO_TEMPERS = 7 };

/* The name of the temper; NULL past the last one. */
const char *spqrisiko_style(uint32_t number);
/* Number 1 is the strongest that is known for that setup. Past the last one those that may be thought by come again: here are no shades. */
const struct spqrisiko_temper *spqrisiko_temper_of(const struct spqrisiko_tables *t, uint32_t number);
/* How whoever is to move likes each of n moves, by a temper. */
void spqrisiko_heuristic_by(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                            const struct spqrisiko_temper *temper, const alea_move move[], int n, double worth[]);

#endif
