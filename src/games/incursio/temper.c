/* SPDX-License-Identifier: MIT */
/* temper.c - the tempers of Generals that are known, and shades of them. docs/studies/bots.md tells how they were found. */
#include "temper.h"

#include <string.h>

/* The first of each side was found by playing greedy against greedy, and plays by a rule of thumb: Defenders purify before they found, for a
 * ruin draws more than land next to it; Raiders strike where they are as many as the enemy. The others were found by evolution strategies
 * against many of the other side, one on the default map and one on the small one. */
static const struct inc_temper known[INC_SIDES][3] = {
    [INC_DEFENDERS] = {{.least = 1.25,
                        .dusk = 0.15,
                        .guard = 1,
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
                       {.least = 0.26,
                        .dusk = 0.15,
                        .decay = 0.5,
                        .gather = 0.36,
                        .unknown = 0.31,
                        .walls = 0.43,
                        .worth = 13,
                        .worth_level = 1.5,
                        .line = 2.8,
                        .line_more = 6.1,
                        .point = 580,
                        .wall = 13},
                       {.least = 0.19,
                        .dusk = 0.15,
                        .decay = 0.47,
                        .gather = 0.44,
                        .unknown = 0.47,
                        .walls = 0.29,
                        .worth = 17,
                        .worth_level = 0.3,
                        .line = 2.3,
                        .line_more = 3.6,
                        .point = 560,
                        .wall = 6}},
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
                     {.least = 0.22,
                      .least_portal = 0.7,
                      .dusk = 0.15,
                      .guard_most = 3.9,
                      .decay = 0.36,
                      .gather = 1.1,
                      .unknown = 0.13,
                      .walls = 2.2,
                      .worth = 2.4,
                      .worth_level = 0.84,
                      .line = 1.8,
                      .line_more = 3.9,
                      .point = 360,
                      .wall = 30},
                     {.least = 0.13,
                      .least_portal = 1.3,
                      .dusk = 0.15,
                      .guard_most = 4.3,
                      .decay = 0.41,
                      .gather = 1.06,
                      .unknown = 0.2,
                      .walls = 1.1,
                      .worth = 1.46,
                      .worth_level = 0.5,
                      .line = 0.83,
                      .line_more = 2.1,
                      .point = 580,
                      .wall = 94}},
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
    const bool narrow = t->n_sites < INC_SITES / 2;
    const unsigned strongest = narrow ? NARROW : WIDE, other = narrow ? WIDE : NARROW;
    const unsigned order[INC_TEMPERS] = {STANDARD, strongest, other, strongest, strongest, STANDARD};
    *temper = known[side][order[number < INC_TEMPERS ? number : number % 3]];
    if (number == 3) temper->least *= 0.8;
    if (number == 4) temper->least *= 1.25, temper->guard += 1;
    if (number == 5) lean_to(temper, &known[side][strongest], narrow ? 0.3 : 0.36);
    if (number < INC_TEMPERS) return;
    struct alea_random random = alea_random_stream(number, (uint64_t)side);
    shade_all(temper, &random);
}

double inc_whim(const struct inc_temper *temper, unsigned site) {
    struct alea_random random = alea_random_stream(temper->whim, site);
    return factor(&random, 0.33);
}
