/* SPDX-License-Identifier: MIT */
/* temper.c - the tempers of Generals that are known, and shades of them. docs/bots.md tells how they were found. */
#include "temper.h"

#include <string.h>

/* The first of each side was found by playing greedy against greedy, and plays by a rule of thumb: Defenders purify before they found, for a
 * ruin draws more than land next to it; Raiders strike where they are as many as the enemy. The others were found by evolution strategies
 * against many of the other side; the Defenders' last is the strongest of before, which keeps to better odds. */
static const struct inc_temper known[INC_SIDES][3] = {
    [INC_DEFENDERS] = {{.least = 1.25,
                        .dusk = 0.15,
                        .guard = 2,
                        .guard_most = 1,
                        .decay = 0.6,
                        .gather = 1.2,
                        .unknown = 0.55,
                        .walls = 0.95,
                        .worth = 11,
                        .worth_level = 0.7,
                        .line = 2.5,
                        .line_more = 3,
                        .point = 700,
                        .wall = 40},
                       {.least = 0.45,
                        .dusk = 0.15,
                        .decay = 0.68,
                        .gather = 0.34,
                        .unknown = 0.34,
                        .walls = 0.49,
                        .worth = 17,
                        .worth_level = 2.7,
                        .line = 2.1,
                        .line_more = 8.7,
                        .point = 435,
                        .wall = 10},
                       {.least = 0.61,
                        .dusk = 0.15,
                        .guard = 0,
                        .guard_most = 0,
                        .decay = 0.443,
                        .gather = 0.797,
                        .unknown = 0.405,
                        .walls = 0.941,
                        .worth = 3.9,
                        .worth_level = 0.7,
                        .line = 2.554,
                        .line_more = 2.274,
                        .point = 1105,
                        .wall = 18.4}},
    [INC_RAIDERS] = {{.least = 0.9,
                      .least_portal = 0.55,
                      .dusk = 0.15,
                      .guard = 1,
                      .guard_most = 5,
                      .guard_harvest = 2,
                      .decay = 0.6,
                      .gather = 1.2,
                      .unknown = 0.35,
                      .walls = 1,
                      .worth = 1.6,
                      .worth_level = 0.4,
                      .line = 2.5,
                      .line_more = 3,
                      .point = 700,
                      .wall = 40},
                     {.least = 0.29,
                      .least_portal = 0.49,
                      .dusk = 0.15,
                      .guard_most = 3,
                      .decay = 0.44,
                      .gather = 1.9,
                      .unknown = 0.18,
                      .walls = 1.6,
                      .worth = 2.1,
                      .worth_level = 0.77,
                      .line = 1.4,
                      .line_more = 5.2,
                      .point = 233,
                      .wall = 40},
                     {.least = 0.09,
                      .least_portal = 1.3,
                      .dusk = 0.15,
                      .guard_most = 4,
                      .decay = 0.33,
                      .gather = 3.8,
                      .unknown = 0.53,
                      .walls = 0.88,
                      .worth = 1.65,
                      .worth_level = 0.52,
                      .line = 1.4,
                      .line_more = 1.6,
                      .point = 644,
                      .wall = 70}},
};

const char *inc_style(uint32_t temper) {
    static const char *const names[INC_TEMPERS] = {"even", "keen", "elsewhere", "bold", "wary", "able"};
    return temper < INC_TEMPERS ? names[temper] : NULL;
}

/* Around 1, between 1 / (1 + 2 x) and so on: (1 + x) / (1 - x) for x of that size at most, which is near to e to the 2 x. */
static double factor(struct alea_random *random, double most) {
    double x = most * ((double)alea_random_below(random, 2001) - 1000) / 1000;
    return (1 + x) / (1 - x);
}

/* A third of the numbers stay as they are. */
static void shade(double *number, struct alea_random *random) {
    double by = factor(random, 0.3);
    if (alea_random_below(random, 3)) *number *= by;
}

enum { NUMBERS = 15 };

/* What tempers differ in. */
static void numbers_of(struct inc_temper *temper, double *number[NUMBERS]) {
    double *const all[NUMBERS] = {&temper->least,         &temper->least_portal, &temper->guard,  &temper->guard_most,
                                  &temper->guard_harvest, &temper->decay,        &temper->gather, &temper->unknown,
                                  &temper->walls,         &temper->worth,        &temper->line,   &temper->line_more,
                                  &temper->worth_level,   &temper->point,        &temper->wall};
    memcpy(number, all, sizeof all);
}

/* Part of the way from one temper to another. */
static void lean_to(struct inc_temper *temper, const struct inc_temper *other, double part) {
    struct inc_temper there = *other;
    double *number[NUMBERS], *aim[NUMBERS];
    numbers_of(temper, number);
    numbers_of(&there, aim);
    for (int i = 0; i < NUMBERS; i++) *number[i] += part * (*aim[i] - *number[i]);
}

static void shade_all(struct inc_temper *temper, struct alea_random *random) {
    double *number[NUMBERS];
    numbers_of(temper, number);
    for (int i = 0; i < NUMBERS; i++) shade(number[i], random);
    temper->whim = alea_random_below(random, 2) ? 1 + alea_random_below(random, 1u << 20) : 0;
}

void inc_temper_of(const struct inc_tables *t, int side, uint32_t number, struct inc_temper *temper) {
    enum { STANDARD, WIDE, NARROW };
    /* What is strongest for the Defenders of the whole map is so on the small one, too. */
    const bool narrow = side == INC_RAIDERS && t->n_sites < INC_SITES / 2;
    const unsigned strongest = narrow ? NARROW : WIDE, other = narrow ? WIDE : NARROW;
    const unsigned order[INC_TEMPERS] = {STANDARD, strongest, other, strongest, strongest, STANDARD};
    *temper = known[side][order[number < INC_TEMPERS ? number : number % 3]];
    if (number == 3) temper->least *= 0.8;
    if (number == 4) temper->least *= 1.25, temper->guard += 1;
    if (number == 5) lean_to(temper, &known[side][strongest], 0.2);
    if (number < INC_TEMPERS) return;
    struct alea_random random = alea_random_stream(number, (uint64_t)side);
    shade_all(temper, &random);
}

double inc_whim(const struct inc_temper *temper, unsigned site) {
    struct alea_random random = alea_random_stream(temper->whim, site);
    return factor(&random, 0.33);
}
