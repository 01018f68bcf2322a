/* SPDX-License-Identifier: MIT */
/* motives_none.c - a browser downloads no motives: there bots tell no reasons. In the place of each game's motives.c. */
#include "alea.h"

typedef int motives(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]);
motives polis_motives, spqrisiko_motives;

#define NONE(game)                                                                                                      \
    int game##_motives(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]) { \
        (void)tables, (void)before, (void)after, (void)seat, (void)out;                                                 \
        return 0;                                                                                                       \
    }

NONE(polis)
NONE(spqrisiko)
