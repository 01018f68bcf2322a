/* SPDX-License-Identifier: MIT */
/* look_incursio.c - of Incursio: what evaluation.c looks at. */
#include <string.h>

#include "incursio/evaluation.h"
#include "looks.h"

struct look {
    float linear; /* the Defenders' chance by the linear estimate */
    float progress;
    float look[INC_FEATURES];
};

static bool look(const void *tables, const void *pos, void *out) {
    const struct inc_position *p = pos;
    struct look *it = out;
    double at[INC_FEATURES] = {0}, share[TRAIN_SEATS] = {0};
    memset(it, 0, sizeof *it);
    inc_look(tables, p, at);
    inc_evaluation(tables, p, share);
    for (int i = 0; i < INC_FEATURES; i++) it->look[i] = (float)at[i];
    it->linear = (float)share[INC_DEFENDERS];
    it->progress = (float)inc_progress(p);
    return true;
}

/* Shorter and longer ones, too: a campaign may be given its length. */
static const struct train_variant variant[] = {
    {2, 0, {NULL}},
    {2, 1, {"map=small"}},
    {2, 0, {NULL}},
    {2, 1, {"map=small"}},
    {2, 1, {"days=14"}},
    {2, 2, {"map=small", "days=5"}},
    {2, 1, {"days=21"}},
    {2, 2, {"map=small", "days=10"}},
};

const struct train_game train_incursio = {
    "incursio", "incursio", variant, ALEA_LEN(variant), 2000, 60, sizeof(struct look), false, look};
