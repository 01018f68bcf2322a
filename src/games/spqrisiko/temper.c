/* SPDX-License-Identifier: MIT */
/* temper.c - the tempers of players that are known, and their names. docs/bots.md tells how they fare. */
#include "temper.h"

/* In the order of the struct. The first SPQRISIKO_TEMPERS may be thought by: what heuristic() plays by, the strongest that is known (where
 * provinces are claimed), and ways that strangers have. */
static const struct spqrisiko_temper tempers[] = {
    {"even", 5, 0.8, 2, 1, 0, 0, 2, 0.3, 0.6, 1, 3, 0, 0.01, 1, 1000, 3, -1, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"keen",  16.2,  2.3,  6.62, 1.12, -0.037, 0.436, 0.678, 0.272, 0.588, 2.15,  1,    0.079,
     -0.0395, 0.404, 1000, 3,    -1,   0.5,    0.06,  1.04,  1,     0.336, 0.832, 1.05, 0.354},
    {"fierce", 5, 0.8, 0.8, 0.5, 0.35, 0, 2, 0.3, 1, 0.3, 1, 0.2, 0.1, 1, 1000, 3, 1, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"hoarding", 5, 2.5, 3, 1, 0, 1, 2, 0.3, 0.6, 1.5, 4, 0, 0.01, 1, -9, 3, -1, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"naval", 3.5, 0.5, 2, 1, 0, 0.2, 2, 0.3, 0.6, 1, 3, 0, 0.01, 3, 1000, 3, -1, 0.5, 2, 0, 0, 0, 0, 0.9, 0},
    {"centres", 14, 0.3, 1.5, 1, 0, 0.3, 2, 0.3, 0.6, 1.2, 3, 0, 0.01, 1, 1000, 3, -1, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"turtle", 5, 0.8, 4, 1, 0, 0.8, 2, 0.3, 0.15, 2, 6, 0, 0.3, 1, 1000, 5, -3, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
#ifndef __wasm__
    /* Strangers: for measurements alone. */
    {"reckless", 5, 0.8, 0, 0.1, 1, -0.5, 2, 0.3, 1, 0, 0, 0.4, 0.5, 1, 1000, 3, 2, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"grudge", 5, 0.8, 1.2, 1, 0, 0, 6, 3, 0.9, 0.6, 2, 0, 0.01, 1, 1000, 3, -1, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"massing", 5, 0.8, 2, 0.7, 0.15, 0, 2, 0.3, 0.3, 0.4, 3, 1, 0.2, 1, 1000, 3, -1, 1.5, 0.2, 0, 0, 0, 0, 0.9, 0},
    {"careful", 5, 0.8, 5, 1, 0, 0.1, 2, 0.3, 0.4, 1.6, 5, 0, 0.01, 1, -6, 2, -2, 0.5, 0.2, 0, 0, 0, 0, 0.9, 0},
#endif
};

/* The strongest where provinces are dealt: empires are scattered, and what neighbours threaten counts for more. */
static const struct spqrisiko_temper keen_where_dealt = {"keen", 14.3, 1.11,  4.09,  0.928,  0.0102, 0.382, 0.855, 0.137,
                                                         0.715,  1.29, 2,     0.138, -0.112, 0.432,  1000,  3,     -1,
                                                         0.5,    0.2,  0.804, 0.243, 0.532,  0.391,  1.2,   0.313};

const struct spqrisiko_temper *spqrisiko_temper_of(const struct spqrisiko_tables *t, uint32_t number) {
    enum { KEEN = 1 };
    const uint32_t known = number < ALEA_LEN(tempers) ? number : number % SPQRISIKO_TEMPERS;
    return known == KEEN && t->random_setup ? &keen_where_dealt : &tempers[known];
}

const char *spqrisiko_style(uint32_t number) { return number < ALEA_LEN(tempers) ? tempers[number].name : NULL; }
