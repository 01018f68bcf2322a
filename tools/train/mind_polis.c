/* SPDX-License-Identifier: MIT */
/* mind_polis.c - tempers of Polis' players, for tempers.c. */
#include "minds.h"
#include "polis/temper.h"

enum { ACTIONS = POLIS_CIVIL_WAR + 1 };

/* In the order of struct polis_temper. */
static const struct mind_number numbers[] = {
    {"score", MIND_FACTOR},         {"merchants", MIND_FACTOR},     {"supply", MIND_FACTOR},
    {"stocks", MIND_FACTOR},        {"sieges", MIND_FACTOR},        {"dangers", MIND_FACTOR},
    {"armies", MIND_FACTOR},        {"harvest", MIND_FACTOR},       {"proxenos", MIND_FACTOR},
    {"other", MIND_FACTOR},         {"hoplites", MIND_LIKING},      {"galleys", MIND_LIKING},
    {"new_merchants", MIND_LIKING}, {"project", MIND_LIKING},       {"move_hoplites", MIND_LIKING},
    {"move_galleys", MIND_LIKING},  {"besiege", MIND_LIKING},       {"collect", MIND_LIKING},
    {"trade", MIND_LIKING},         {"move_proxenos", MIND_LIKING}, {"redeem", MIND_LIKING},
    {"civil_war", MIND_LIKING},     {"pass", MIND_LIKING},          {"flee", MIND_LIKING},
};
_Static_assert(ALEA_LEN(numbers) == POLIS_PARTS + 1 + ACTIONS + 2, "each number of a temper has its name");

static void known_as(const void *tables, int seat, int i, double out[]) {
    const struct polis_temper *temper = polis_temper_of((uint32_t)i);
    (void)tables, (void)seat;
    for (int k = 0; k < POLIS_PARTS; k++) *out++ = temper->part[k];
    *out++ = temper->other;
    for (int k = 0; k < ACTIONS; k++) *out++ = temper->act[k];
    *out++ = temper->pass;
    *out = temper->flee;
}

static void like(const void *tables, const void *view, int seat, const double mind[], const alea_move move[], int n,
                 double worth[]) {
    struct polis_temper temper = {.name = "evolved"};
    for (int k = 0; k < POLIS_PARTS; k++) temper.part[k] = *mind++;
    temper.other = *mind++;
    for (int k = 0; k < ACTIONS; k++) temper.act[k] = *mind++;
    temper.pass = *mind++;
    temper.flee = *mind;
    polis_heuristic_by(tables, view, seat, &temper, move, n, worth);
}

static const double weight[] = {1, 1, 0.7, 0.7, 0.5, 0.3, 0.5};
_Static_assert(ALEA_LEN(weight) == POLIS_TEMPERS, "all known tempers are met, no strangers");

const struct mind_game mind_polis = {
    .id = "polis",
    .seats = 2,
    .number = numbers,
    .numbers = ALEA_LEN(numbers),
    .known = ALEA_LEN(weight),
    .weight = weight,
    .known_as = known_as,
    .like = like,
};
