/* SPDX-License-Identifier: MIT */
/* mind_spqrisiko.c - tempers of SPQRisiko's players, for tempers.c: all numbers but those of claims, sets and what a neighbour is expected to place. */
#include <stddef.h>

#include "minds.h"
#include "spqrisiko/temper.h"

static const struct mind_number numbers[] = {
    {"centre", MIND_FACTOR}, {"conquest", MIND_FACTOR}, {"army", MIND_FACTOR},    {"odds", MIND_FACTOR},
    {"heads", MIND_SHADE},   {"reserve", MIND_SHADE},   {"lone", MIND_FACTOR},    {"leader", MIND_FACTOR},
    {"promise", MIND_FACTOR}, {"threat", MIND_FACTOR},  {"mass", MIND_SHADE},     {"border", MIND_SHADE},
    {"sea", MIND_FACTOR},    {"most", MIND_STEP},       {"breaks", MIND_STEP},    {"assault", MIND_FACTOR},
    {"raid", MIND_FACTOR},   {"build", MIND_FACTOR},    {"mobile", MIND_FACTOR},
};

/* Where each of them stands. */
static const size_t at[] = {
    offsetof(struct spqrisiko_temper, centre),  offsetof(struct spqrisiko_temper, conquest),
    offsetof(struct spqrisiko_temper, army),    offsetof(struct spqrisiko_temper, odds),
    offsetof(struct spqrisiko_temper, heads),   offsetof(struct spqrisiko_temper, reserve),
    offsetof(struct spqrisiko_temper, lone),    offsetof(struct spqrisiko_temper, leader),
    offsetof(struct spqrisiko_temper, promise), offsetof(struct spqrisiko_temper, threat),
    offsetof(struct spqrisiko_temper, mass),    offsetof(struct spqrisiko_temper, border),
    offsetof(struct spqrisiko_temper, sea),     offsetof(struct spqrisiko_temper, most),
    offsetof(struct spqrisiko_temper, breaks),  offsetof(struct spqrisiko_temper, assault),
    offsetof(struct spqrisiko_temper, raid),    offsetof(struct spqrisiko_temper, build),
    offsetof(struct spqrisiko_temper, mobile),
};
_Static_assert(ALEA_LEN(at) == ALEA_LEN(numbers), "each number has its place");

static double *number_of(struct spqrisiko_temper *temper, size_t i) { return (double *)(void *)((char *)temper + at[i]); }

static void known_as(const void *tables, int seat, int i, double out[]) {
    struct spqrisiko_temper temper = *spqrisiko_temper_of(tables, (uint32_t)i);
    (void)seat;
    for (size_t k = 0; k < ALEA_LEN(at); k++) out[k] = *number_of(&temper, k);
}

/* What does not move stays as the strongest that is known has it. */
static void like(const void *tables, const void *view, int seat, const double mind[], const alea_move move[], int n,
                 double worth[]) {
    enum { KEEN = 1 };
    struct spqrisiko_temper temper = *spqrisiko_temper_of(tables, KEEN);
    (void)seat;
    for (size_t k = 0; k < ALEA_LEN(at); k++) *number_of(&temper, k) = mind[k];
    spqrisiko_heuristic_by(tables, view, &temper, move, n, worth);
}

static const double weight[] = {1, 1, 0.5, 0.5, 0.5, 0.5, 0.5};
_Static_assert(ALEA_LEN(weight) == SPQRISIKO_TEMPERS, "all known tempers are met, no strangers");

const struct mind_game mind_spqrisiko = {
    .id = "spqrisiko",
    .seats = 3,
    .number = numbers,
    .numbers = ALEA_LEN(numbers),
    .known = ALEA_LEN(weight),
    .weight = weight,
    .known_as = known_as,
    .like = like,
};
