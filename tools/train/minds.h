/* SPDX-License-Identifier: MIT */
/* minds.h - of which numbers a game's tempers are made, and who plays by them, for tempers.c. */
#ifndef ALEA_TRAIN_MINDS_H
#define ALEA_TRAIN_MINDS_H

#include "alea.h"

enum { MIND_NUMBERS = 32, MIND_SEATS = 3 };

enum mind_kind {
    MIND_FACTOR, /* above 0: moves by factors */
    MIND_STEP,   /* never below 0: moves by steps */
    MIND_LIKING, /* of either sign: moves by steps, some 1 wide */
    MIND_SHADE,  /* the same, some 0.1 wide */
};

struct mind_number {
    const char *name;
    enum mind_kind kind;
};

/* Of a list of numbers, X(name, kind): what they are called. */
#define MIND_NUMBER(name, kind) {#name, MIND_##kind},

/* The number that stands so many bytes into a game's temper. */
static inline double *mind_number_at(void *temper, size_t member) { return (double *)(void *)((char *)temper + member); }

struct mind_game {
    const char *id;
    int seats; /* up to MIND_SEATS */
    const struct mind_number *number;
    int numbers;
    bool by_side; /* each of two seats has a temper of its own; false: one for all */
    /* Tempers that are met from the beginning, and by what each counts; of the second evolution begins. */
    int known;
    const double *weight;
    void (*known_as)(const void *tables, int seat, int i, double out[]);
    /* How a player of that temper likes each of n moves. */
    void (*like)(const void *tables, const void *view, int seat, const double temper[], const alea_move move[], int n,
                 double worth[]);
};

extern const struct mind_game mind_incursio, mind_polis, mind_spqrisiko;

#endif
