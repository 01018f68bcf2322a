/* SPDX-License-Identifier: MIT */
/* look_spqrisiko.c - of SPQRisiko: what evaluation.c looks at. */
#include <string.h>

#include "looks.h"
#include "spqrisiko/evaluation.h"

struct look {
    float linear[SPQRISIKO_SEATS]; /* each seat's chance by the linear estimate */
    float progress;
    float look[SPQRISIKO_SEATS][SPQRISIKO_FEATURES];
    uint16_t round;
    uint8_t setup, alive;
};

static bool look(const void *tables, const void *pos, void *out) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    struct look *it = out;
    struct spqrisiko_seat_look seats[SPQRISIKO_SEATS] = {0};
    double share[SPQRISIKO_SEATS] = {0};
    memset(it, 0, sizeof *it);
    spqrisiko_look(t, p, seats);
    spqrisiko_evaluation(t, p, share);
    for (int seat = 0; seat < t->seats; seat++) {
        it->linear[seat] = (float)share[seat];
        for (int i = 0; i < SPQRISIKO_FEATURES; i++) it->look[seat][i] = (float)seats[seat].at[i];
    }
    it->progress = (float)spqrisiko_progress(t, p);
    it->round = p->round;
    it->setup = spqrisiko_is_dealt(p);
    it->alive = p->alive;
    return true;
}

#define DRAFT "setup_mode=draft"
#define RANDOM "setup_mode=random"
#define TWO "two_players=true"

/* Three at a table are the most, so they are played the most. */
static const struct train_variant variant[] = {
    {3, 1, {DRAFT}},
    {3, 1, {RANDOM}},
    {3, 1, {DRAFT}},
    {3, 1, {RANDOM}},
    {3, 1, {DRAFT}},
    {3, 1, {RANDOM}},
    {2, 2, {DRAFT, TWO}},
    {2, 2, {RANDOM, TWO}},
    {4, 1, {DRAFT}},
    {4, 1, {RANDOM}},
    {5, 1, {DRAFT}},
    {5, 1, {RANDOM}},
    {3, 1, {"ruleset=rulebook_2005"}},
};

static const struct train_variant drafts[] = {{3, 1, {DRAFT}}, {4, 1, {DRAFT}}, {5, 1, {DRAFT}}, {2, 2, {DRAFT, TWO}}};

const struct train_game train_spqrisiko = {
    "spqrisiko", "spqrisiko", variant, ALEA_LEN(variant), 0, 3, sizeof(struct look), false, look};
const struct train_game train_spqrisiko_draft = {
    "spqrisiko_draft", "spqrisiko", drafts, ALEA_LEN(drafts), 0, 1, sizeof(struct look), true, look};
