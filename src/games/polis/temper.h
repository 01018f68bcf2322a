/* SPDX-License-Identifier: MIT */
/* temper.h - what players differ in: the numbers by which one of them likes his choices, in points of the final score. */
#ifndef ALEA_POLIS_TEMPER_H
#define ALEA_POLIS_TEMPER_H

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

struct polis_temper {
    const char *name;
    double part[POLIS_PARTS];        /* weights, in the order of enum polis_part */
    double other;                    /* weight of what the other side has */
    double act[POLIS_CIVIL_WAR + 1]; /* a liking for kinds of actions, in the order of enum polis_action */
    double pass;                     /* and for passing */
    double flee;                     /* for leaving a battle */
};

enum { POLIS_TEMPERS = 7 };

/* The name of the temper; NULL past the last one. */
const char *polis_style(uint32_t number);
/* Past the last one those that may be thought by come again: here are no shades. */
const struct polis_temper *polis_temper_of(uint32_t number);

/* heuristic.c: how a player of that temper likes each of n moves. */
void polis_heuristic_by(const struct polis_tables *t, const struct polis_position *p, int seat,
                        const struct polis_temper *temper, const alea_move move[], int n, double worth[]);

#endif
