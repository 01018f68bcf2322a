/* SPDX-License-Identifier: MIT */
/* mind_incursio.c - tempers of Incursio's Generals, a side and a map each, for tempers.c. */
#include <stddef.h>

#include "incursio/temper.h"
#include "minds.h"

#define NUMBERS(X)          \
    X(least, FACTOR)        \
    X(least_portal, FACTOR) \
    X(guard, STEP)          \
    X(guard_most, STEP)     \
    X(guard_harvest, STEP)  \
    X(decay, FACTOR)        \
    X(gather, FACTOR)       \
    X(unknown, FACTOR)      \
    X(walls, FACTOR)        \
    X(worth, FACTOR)        \
    X(worth_level, FACTOR)  \
    X(line, FACTOR)         \
    X(line_more, FACTOR)    \
    X(point, FACTOR)        \
    X(wall, FACTOR)

#define MEMBER(name, kind) offsetof(struct inc_temper, name),
static const struct mind_number numbers[] = {NUMBERS(MIND_NUMBER)};
static const size_t member[] = {NUMBERS(MEMBER)};

static void known_as(const void *tables, int seat, int i, double out[]) {
    struct inc_temper temper;
    inc_temper_of(tables, seat, (uint32_t)i, &temper);
    for (size_t k = 0; k < ALEA_LEN(numbers); k++) out[k] = *mind_number_at(&temper, member[k]);
}

static void like(const void *tables, const void *view, int seat, const double mind[], const alea_move move[], int n,
                 double worth[]) {
    struct inc_temper temper = {.dusk = 0.15};
    for (size_t k = 0; k < ALEA_LEN(numbers); k++) *mind_number_at(&temper, member[k]) = mind[k];
    if (temper.decay > 1) temper.decay = 1;
    inc_heuristic_by(tables, view, seat, &temper, move, n, worth);
}

static const double weight[] = {0.5, 1, 0.7};

const struct mind_game mind_incursio = {
    .id = "incursio",
    .seats = 2,
    .number = numbers,
    .numbers = ALEA_LEN(numbers),
    .by_side = true,
    .known = ALEA_LEN(weight),
    .weight = weight,
    .known_as = known_as,
    .like = like,
};
