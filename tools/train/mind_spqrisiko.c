/* SPDX-License-Identifier: MIT */
/* mind_spqrisiko.c - tempers of SPQRisiko's players, for tempers.c: all numbers but those of claims, sets and what a neighbour is expected to place. */
#include <stddef.h>

#include "minds.h"
#include "spqrisiko/temper.h"

/* clang-format off */
#define NUMBERS(X)                                                                                                     \
    X(centre, FACTOR) X(conquest, FACTOR) X(army, FACTOR) X(odds, FACTOR) X(heads, SHADE) X(reserve, SHADE)            \
    X(lone, FACTOR) X(leader, FACTOR) X(promise, FACTOR) X(threat, FACTOR) X(mass, SHADE) X(border, SHADE)             \
    X(sea, FACTOR) X(most, STEP) X(breaks, STEP) X(assault, FACTOR) X(raid, FACTOR) X(build, FACTOR)                   \
    X(mobile, FACTOR)
/* clang-format on */
#define MEMBER(name, kind) offsetof(struct spqrisiko_temper, name),

static const struct mind_number numbers[] = {NUMBERS(MIND_NUMBER)};
static const size_t member[] = {NUMBERS(MEMBER)};

static void known_as(const void *tables, int seat, int i, double out[]) {
    struct spqrisiko_temper temper = *spqrisiko_temper_of(tables, (uint32_t)i);
    (void)seat;
    for (size_t k = 0; k < ALEA_LEN(numbers); k++) out[k] = *mind_number_at(&temper, member[k]);
}

/* What does not move stays as the strongest that is known has it. */
static void like(const void *tables, const void *view, int seat, const double mind[], const alea_move move[], int n,
                 double worth[]) {
    enum { KEEN = 1 };
    struct spqrisiko_temper temper = *spqrisiko_temper_of(tables, KEEN);
    (void)seat;
    for (size_t k = 0; k < ALEA_LEN(numbers); k++) *mind_number_at(&temper, member[k]) = mind[k];
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
