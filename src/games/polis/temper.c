/* SPDX-License-Identifier: MIT */
/* temper.c - the tempers of players that are known, and their names. docs/bots.md tells how they fare. */
#include "temper.h"

/* In the order of the struct: parts of the worth; the other's; actions; passing, leaving a battle. The first POLIS_TEMPERS may be thought
 * by: what heuristic() plays by, the strongest that is known, and ways that strangers have. */
static const struct polis_temper tempers[] = {
    {"even", {1, 1, 1, 1, 1, 1, 1, 1, 1}, 0.7, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0},
    {"keen",
     {1.3, 1.8, 1, 0.8, 0.67, 0.91, 2.2, 0.58, 0.51},
     0.31,
     {0.75, -0.3, 0.24, -0.25, -0.22, -0.49, -0.06, 3.2, 0.93, -2.5, 0.76, -0.49},
     1.5,
     -0.3},
    {"raider", {1, 0.7, 1, 0.7, 2, 0.6, 1.3, 1, 0.7}, 1.2, {0.3, 0, 0, 0, 0.3, 0, 1.5, 0, 0, 0, 0, 0}, -0.5, -1.5},
    {"economist", {0.9, 2, 1.1, 2, 0.6, 1, 0.8, 1.6, 1}, 0.4, {0, 0, 0.5, 0, 0, 0, -0.5, 0.5, 0.8, 0, 0, 0}, 0, 0.5},
    {"turtle", {1, 1, 1.3, 1.2, 0.2, 2.5, 1.4, 1.2, 0.8}, 0.5, {0.4, 0, 0, 0, 0, 0, -2, 0.2, 0, 0, 0, 0}, 0.3, 1.5},
    {"builder", {1.5, 1, 1, 0.8, 0.7, 1, 0.7, 1, 0.8}, 0.6, {0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0},
    {"naval", {1, 1.8, 1, 1, 0.8, 0.8, 1, 0.8, 1}, 0.7, {-0.5, 1, 0.3, 0, 0, 0.8, 0, 0, 0.5, 0, 0, 0}, 0, -0.5},
#ifndef __wasm__
    /* Strangers: for measurements alone. */
    {"hasty", {1.2, 0.8, 1, 0.6, 1, 1, 0.8, 0.8, 0.8}, 0.7, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 1, 1},
    {"swarm", {1, 0.6, 1, 0.6, 1.2, 0.6, 2.2, 1, 0.5}, 0.9, {1.2, 0, 0, -0.5, 0.6, 0, 0.5, 0, 0, 0, 0, 0}, -0.5, -2},
    {"envoy", {1, 1, 1, 1.3, 0.5, 1, 0.8, 1, 3}, 0.8, {0, 0, 0, 0, 0, 0, -0.5, 0, 0, 0.8, 0.5, 3}, 0, 1},
    {"siege", {0.8, 1, 0.8, 0.8, 3, 1, 1, 0.8, 1}, 0.7, {0, 0, 0, 0, 0.5, 0, 3, 0, 0, 0, 0, 0}, -0.3, 0},
#endif
};

const struct polis_temper *polis_temper_of(uint32_t number) {
    return &tempers[number < ALEA_LEN(tempers) ? number : number % POLIS_TEMPERS];
}

const char *polis_style(uint32_t number) { return number < ALEA_LEN(tempers) ? tempers[number].name : NULL; }
