/* SPDX-License-Identifier: MIT */
/* net.h - what was learned beside the linear estimate of evaluation.c: a small net, in integers alone. */
#ifndef ALEA_POLIS_NET_H
#define ALEA_POLIS_NET_H

#include "evaluation.h"

enum {
    POLIS_NET_SIDE =
        POLIS_RESOURCE_COUNT + 7 + POLIS_REGIONS_MAX + 3 * POLIS_POLEIS_MAX + POLIS_SHIPLOAD_COUNT + 2 * POLIS_PROJECT_COUNT,
    POLIS_NET_TABLE = POLIS_LANDS + POLIS_PROJECT_COUNT + POLIS_GOODS + POLIS_SIEGE_MODES + POLIS_PHASES + POLIS_REGIONS_MAX,
    POLIS_NET_INPUTS = POLIS_FEATURES + POLIS_SIDES * POLIS_NET_SIDE + POLIS_NET_TABLE,
    POLIS_NET_HIDDEN = 24,
    POLIS_NET_NUMBERS = POLIS_NET_INPUTS * POLIS_NET_HIDDEN + 2 * POLIS_NET_HIDDEN + 1 /* of the file of weights */
};

/* The inputs: what evaluation.c looked at, and the fields of the board. */
void polis_net_look(const struct polis_tables *t, const struct polis_position *p, const double look[], int16_t x[]);

/* The weights of data/weights/polis.json. NULL: they can't be used, and the linear estimate is all there is. */
const struct polis_net *polis_net_load(struct alea_loader *in);

/* What the net adds to the log-odds of Sparta. */
double polis_net_adds(const struct polis_net *net, const struct polis_tables *t, const struct polis_position *p,
                      const double look[]);

#endif
