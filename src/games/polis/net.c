/* SPDX-License-Identifier: MIT */
/* net.c - what was learned beside the linear estimate of evaluation.c.
 *
 * The looks and the fields of the board go into one layer of units that are empty below 0 and full at 1, and these into one sum, which is
 * added to the linear one. The map is not the same for both sides, so neither are the weights. tools/train/fit.py makes them.
 *
 * Integers alone, so that every machine reckons the same: inputs within 127 and weights of 16 bits can't overflow a sum of 32. */
#include "net.h"

#include "load.h"

enum {
    MOST = 127,    /* of an input, either way */
    PARTS = 4,     /* of one point of a look, which need not be whole */
    FULL = 4096,   /* sum of a unit that is full */
    BIAS = 64,     /* what 1 of its bias adds to that */
    LEVELS = 1024, /* that it hands on */
    ONE = 8192     /* a weight of 1 behind it, and 1 of the log-odds */
};

/* As the file of weights has them, in this order. */
struct polis_net {
    int16_t in[POLIS_NET_INPUTS][POLIS_NET_HIDDEN];
    int16_t bias[POLIS_NET_HIDDEN];
    int16_t out[POLIS_NET_HIDDEN];
    int16_t constant;
};

_Static_assert(sizeof(struct polis_net) == POLIS_NET_NUMBERS * sizeof(int16_t), "the file has other numbers");
_Static_assert((POLIS_NET_INPUTS * MOST + BIAS) * 32768LL <= INT32_MAX, "the sum of a unit may overflow");
_Static_assert((POLIS_NET_HIDDEN + 1) * LEVELS * 32768LL <= INT32_MAX, "the sum of all units may overflow");

/* ---- What it looks at ---- */

static int16_t *look_at_pieces(const struct polis_position *p, int side, int16_t *x) {
    for (int i = 0; i < POLIS_RESOURCE_COUNT; i++) *x++ = p->resource[side][i];
    *x++ = p->prestige[side];
    *x++ = p->reserve[side];
    *x++ = p->port[side];
    *x++ = p->away[side];
    *x++ = polis_is_passed(p, side);
    *x++ = p->captive >> side & 1;
    *x++ = p->hand_size[side];
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) *x++ = p->units[side][region];
    for (int load = 0; load < POLIS_SHIPLOAD_COUNT; load++) *x++ = p->trader[load] == side + 1;
    return x;
}

static int16_t *look_at_poleis(const struct polis_position *p, int side, int16_t *x) {
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) {
        *x++ = polis_has(p->own[side], city) ? p->population[city] : 0;
        *x++ = p->discs[side][city];
        *x++ = p->proxenos[side] == city;
    }
    for (int i = 0; i < POLIS_PROJECT_COUNT; i++) {
        bool mine = p->project_at[i] != ALEA_NONE && polis_has(p->own[side], p->project_at[i]);
        *x++ = mine && p->project[i] == POLIS_PLACE_OF_PROJECT_PROGRESS;
        *x++ = mine && p->project[i] == POLIS_PLACE_OF_PROJECT_COMPLETED;
    }
    return x;
}

static void look_at_table(const struct polis_tables *t, const struct polis_position *p, int16_t *x) {
    for (unsigned region = 0; region < POLIS_LANDS; region++) *x++ = polis_has(p->tribute, region);
    for (int i = 0; i < POLIS_PROJECT_COUNT; i++) *x++ = p->project[i] == POLIS_PLACE_OF_PROJECT_DISPLAY;
    for (int i = 0; i < POLIS_GOODS; i++) *x++ = p->market[i];
    x[t->mode] = 1, x += POLIS_SIEGE_MODES;
    x[polis_phase(p)] = 1, x += POLIS_PHASES;
    if (p->battle != ALEA_NONE) x[p->battle] = p->attacker == POLIS_SPARTA ? 1 : -1;
}

void polis_net_look(const struct polis_tables *t, const struct polis_position *p, const double look[], int16_t x[]) {
    memset(x, 0, POLIS_NET_INPUTS * sizeof *x);
    for (int i = 0; i < POLIS_FEATURES; i++) {
        double parts = look[i] * PARTS;
        *x++ = (int16_t)(parts > MOST ? MOST : parts < -MOST ? -MOST : parts);
    }
    for (int side = 0; side < POLIS_SIDES; side++) x = look_at_poleis(p, side, look_at_pieces(p, side, x));
    look_at_table(t, p, x);
}

/* ---- What it says ---- */

double polis_net_adds(const struct polis_net *net, const struct polis_tables *t, const struct polis_position *p,
                      const double look[]) {
    int16_t x[POLIS_NET_INPUTS];
    int32_t sum[POLIS_NET_HIDDEN], all = net->constant * LEVELS;
    polis_net_look(t, p, look, x);
    for (int unit = 0; unit < POLIS_NET_HIDDEN; unit++) sum[unit] = net->bias[unit] * BIAS;
    for (int i = 0; i < POLIS_NET_INPUTS; i++) {
        if (!x[i]) continue; /* most are */
        for (int unit = 0; unit < POLIS_NET_HIDDEN; unit++) sum[unit] += net->in[i][unit] * x[i];
    }
    for (int unit = 0; unit < POLIS_NET_HIDDEN; unit++)
        all += net->out[unit] * (polis_most(0, polis_least(sum[unit], FULL)) / (FULL / LEVELS));
    return (double)all / ((double)ONE * LEVELS);
}

/* ---- Its weights ---- */

const struct polis_net *polis_net_load(struct alea_loader *in) {
    return (const struct polis_net *)alea_load_weights(in, POLIS_NET_NUMBERS);
}
