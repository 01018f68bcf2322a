/* SPDX-License-Identifier: MIT */
/* mind_incursio.c - tempers of Incursio's Generals, a side and a map each, for tempers.c. */
#include <stddef.h>

#include "incursio/temper.h"
#include "minds.h"

static const struct mind_number numbers[] = {
    {"least", MIND_FACTOR},       {"least_portal", MIND_FACTOR}, {"guard", MIND_STEP},         {"guard_most", MIND_STEP},
    {"guard_harvest", MIND_STEP}, {"decay", MIND_FACTOR},        {"gather", MIND_FACTOR},      {"unknown", MIND_FACTOR},
    {"walls", MIND_FACTOR},       {"worth", MIND_FACTOR},        {"worth_level", MIND_FACTOR}, {"line", MIND_FACTOR},
    {"line_more", MIND_FACTOR},   {"point", MIND_FACTOR},        {"wall", MIND_FACTOR},
};

/* In the order of the numbers. */
static const size_t member[ALEA_LEN(numbers)] = {
#define AT(name) offsetof(struct inc_temper, name)
    AT(least), AT(least_portal), AT(guard),       AT(guard_most), AT(guard_harvest), AT(decay), AT(gather), AT(unknown),
    AT(walls), AT(worth),        AT(worth_level), AT(line),       AT(line_more),     AT(point), AT(wall),
#undef AT
};

static double *number_of(struct inc_temper *temper, size_t i) { return (double *)(void *)((char *)temper + member[i]); }

static void known_as(const void *tables, int seat, int i, double out[]) {
    struct inc_temper temper;
    inc_temper_of(tables, seat, (uint32_t)i, &temper);
    for (size_t k = 0; k < ALEA_LEN(numbers); k++) out[k] = *number_of(&temper, k);
}

static void like(const void *tables, const void *view, int seat, const double mind[], const alea_move move[], int n,
                 double worth[]) {
    struct inc_temper temper = {.dusk = 0.15};
    for (size_t k = 0; k < ALEA_LEN(numbers); k++) *number_of(&temper, k) = mind[k];
    if (temper.decay > 1) temper.decay = 1;
    inc_heuristic_by(tables, view, seat, &temper, move, n, worth);
}

static const double weight[] = {0.5, 1, 0.7};

const struct mind_game mind_incursio = {
    .id = "incursio",
    .number = numbers,
    .numbers = ALEA_LEN(numbers),
    .by_side = true,
    .known = ALEA_LEN(weight),
    .weight = weight,
    .known_as = known_as,
    .like = like,
};
