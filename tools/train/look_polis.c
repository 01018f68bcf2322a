/* SPDX-License-Identifier: MIT */
/* look_polis.c - of Polis: what evaluation.c and net.c look at, once what is plain to do is done. */
#include <string.h>

#include "looks.h"
#include "polis/net.h"

struct look {
    float linear; /* Sparta's chance by the linear estimate */
    float look[POLIS_FEATURES];
    int16_t input[POLIS_NET_INPUTS];
    uint8_t mode, phase;
};

static bool look(const void *tables, const void *pos, void *out) {
    const struct polis_tables *t = tables;
    struct polis_position settled = *(const struct polis_position *)pos, *p = &settled;
    struct look *it = out;
    double x[POLIS_FEATURES], share[POLIS_SIDES];
    memset(it, 0, sizeof *it);
    if (p->step == POLIS_STEP_SIEGE_DIE || p->step == POLIS_STEP_FORCE_ONCE) return false;
    polis_settle(t, p);
    if (p->step == POLIS_STEP_OVER) return false;
    polis_look(t, p, x);
    polis_net_look(t, p, x, it->input);
    for (int i = 0; i < POLIS_FEATURES; i++) it->look[i] = (float)x[i];
    polis_evaluation(t, p, share);
    it->linear = (float)share[POLIS_SPARTA];
    it->mode = (uint8_t)t->mode;
    it->phase = (uint8_t)polis_phase(p);
    return true;
}

static const struct train_variant variant[] = {
    {POLIS_SIDES, 1, {"siege=standard"}},
    {POLIS_SIDES, 1, {"siege=sacrifice"}},
    {POLIS_SIDES, 1, {"siege=diceless"}},
    {POLIS_SIDES, 1, {"siege=diceless_sacrifice"}},
};

const struct train_game train_polis = {"polis", "polis", variant, ALEA_LEN(variant), 400, 3, sizeof(struct look), false, look};
