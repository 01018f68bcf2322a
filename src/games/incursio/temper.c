/* SPDX-License-Identifier: MIT */
/* temper.c - the tempers of Generals that are known, and shades of them. docs/bots.md tells how they were found. */
#include "temper.h"

/* Found by playing greedy against greedy; the second and third of each side by search against several tempers of the other. The first
 * of each plays by a rule of thumb: Defenders purify before they found, for a ruin draws more than land next to it; Raiders strike
 * where they are as many as the enemy. */
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
                        .wall = 18.4},
                       {.least = 1.25,
                        .dusk = 0.15,
                        .guard = 1,
                        .guard_most = 1,
                        .decay = 0.6,
                        .gather = 1.2,
                        .unknown = 0.55,
                        .walls = 0.95,
                        .worth = 2.4,
                        .worth_level = 0.7,
                        .line = 2.5,
                        .line_more = 3,
                        .point = 524,
                        .wall = 40}},
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
                     {.least = 0.828,
                      .least_portal = 0.4,
                      .dusk = 0.144,
                      .guard = 0.611,
                      .guard_most = 3.63,
                      .guard_harvest = 1.8,
                      .decay = 0.388,
                      .gather = 0.993,
                      .unknown = 0.158,
                      .walls = 0.753,
                      .worth = 1.6,
                      .worth_level = 0.509,
                      .line = 1.63,
                      .line_more = 5.686,
                      .point = 700,
                      .wall = 40},
                     {.least = 1.007,
                      .least_portal = 0.55,
                      .dusk = 0.15,
                      .guard = 1,
                      .guard_most = 5,
                      .guard_harvest = 1.61,
                      .decay = 0.6,
                      .gather = 3.065,
                      .unknown = 0.35,
                      .walls = 1,
                      .worth = 1.6,
                      .worth_level = 0.4,
                      .line = 2.5,
                      .line_more = 3,
                      .point = 700,
                      .wall = 40}},
};

const char *inc_style(uint32_t temper) {
    static const char *const names[INC_TEMPERS] = {"even", "keen", "elsewhere", "bold", "wary"};
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

void inc_temper_of(const struct inc_tables *t, int side, uint32_t number, struct inc_temper *temper) {
    enum { STANDARD, WIDE, NARROW };
    /* What is strongest for the Defenders of the whole map is so on the small one, too. */
    const bool narrow = side == INC_RAIDERS && t->n_sites < INC_SITES / 2;
    const unsigned strongest = narrow ? NARROW : WIDE, other = narrow ? WIDE : NARROW;
    const unsigned order[INC_TEMPERS] = {STANDARD, strongest, other, strongest, strongest};
    *temper = known[side][order[number < INC_TEMPERS ? number : number % 3]];
    if (number == 3) temper->least *= 0.8;
    if (number == 4) temper->least *= 1.25, temper->guard *= 2;
    if (number < INC_TEMPERS) return;
    struct alea_random random = alea_random_stream(number, (uint64_t)side);
    double *const shaded[] = {&temper->least,         &temper->least_portal, &temper->guard,  &temper->guard_most,
                              &temper->guard_harvest, &temper->decay,        &temper->gather, &temper->unknown,
                              &temper->walls,         &temper->worth,        &temper->line,   &temper->line_more,
                              &temper->worth_level,   &temper->point,        &temper->wall};
    for (size_t i = 0; i < ALEA_LEN(shaded); i++) shade(shaded[i], &random);
    temper->whim = alea_random_below(&random, 2) ? 1 + alea_random_below(&random, 1u << 20) : 0;
}

double inc_whim(const struct inc_temper *temper, unsigned site) {
    struct alea_random random = alea_random_stream(temper->whim, site);
    return factor(&random, 0.33);
}
