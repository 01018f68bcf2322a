/* SPDX-License-Identifier: MIT */
/* chance.c - the chance nodes, and what a seat can't know. [POL-11.1]
 * Projects, events, dice, and cards dealt one at a time over what is left. */
#include <assert.h>
#include <string.h>

#include "polis_internal.h"

/* Weight of outcome `i` at a node that draws one thing out of many. */
static int weight_of(const struct polis_tables *t, const struct polis_position *p, unsigned i) {
    switch (p->step) {
    case POLIS_STEP_PROJECT: return p->project[i] == POLIS_PLACE_OF_PROJECT_PILE;        /* [POL-PREP-4] */
    case POLIS_STEP_EVENT: return t->event_round[i] == p->round ? t->event_count[i] : 0; /* [POL-EVENT-1] */
    default: return polis_deck(t, p, i);                                                 /* [POL-BATTLE-7] */
    }
}

static unsigned kinds_of(const struct polis_position *p) {
    return p->step == POLIS_STEP_PROJECT ? POLIS_PROJECT_COUNT
           : p->step == POLIS_STEP_EVENT ? POLIS_EVENT_COUNT
                                         : POLIS_CARD_KINDS;
}

static unsigned verb_of(const struct polis_position *p) {
    return p->step == POLIS_STEP_PROJECT ? POLIS_VERB_PROJECT
           : p->step == POLIS_STEP_EVENT ? POLIS_VERB_EVENT
                                         : POLIS_VERB_CARD;
}

static bool is_dice(const struct polis_position *p) {
    return p->step == POLIS_STEP_SIEGE_DIE || p->step == POLIS_STEP_MARKET_DIE;
}

static int faces_of(const struct polis_tables *t, const struct polis_position *p) {
    return p->step == POLIS_STEP_SIEGE_DIE ? t->siege.die : t->market_die;
}

static int dice_of(const struct polis_position *p) { return p->step == POLIS_STEP_SIEGE_DIE ? 1 : p->made; }

static alea_move throw_of(unsigned first, unsigned second) {
    unsigned arg = alea_dice_with(0, 0, 0, first);
    return alea_move_make(POLIS_VERB_DICE, alea_dice_with(arg, 0, 1, second));
}

static alea_move roll_dice(const struct polis_tables *t, const struct polis_position *p, struct alea_random *random) {
    uint32_t faces = (uint32_t)faces_of(t, p);
    unsigned first = 1 + alea_random_below(random, faces),
             second = dice_of(p) > 1 ? 1 + alea_random_below(random, faces) : 0;
    return throw_of(first, second);
}

alea_move polis_roll(const void *tables, const void *pos, struct alea_random *random) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    assert(polis_is_chance(p));
    if (is_dice(p)) return roll_dice(t, p, random);
    int total = 0, weight[POLIS_EVENT_COUNT];
    for (unsigned i = 0, n = kinds_of(p); i < n; i++) total += weight[i] = weight_of(t, p, i);
    int left = (int)alea_random_below(random, (uint32_t)total);
    unsigned i = 0;
    while (left >= weight[i]) left -= weight[i++];
    return alea_move_make(verb_of(p), i);
}

int polis_outcomes(const void *tables, const void *pos, struct alea_outcome out[]) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    int n = 0;
    if (!is_dice(p)) {
        for (unsigned i = 0; i < kinds_of(p); i++) {
            int weight = weight_of(t, p, i);
            if (weight > 0)
                out[n++] = (struct alea_outcome){.move = alea_move_make(verb_of(p), i), .weight = (uint32_t)weight};
        }
        return n;
    }
    unsigned faces = (unsigned)faces_of(t, p);
    for (unsigned high = 1; high <= faces; high++) /* of two dice the higher one counts: 2 high - 1 throws show it */
        out[n++] = dice_of(p) == 1 ? (struct alea_outcome){.move = throw_of(high, 0), .weight = 1}
                                   : (struct alea_outcome){.move = throw_of(high, high), .weight = 2 * high - 1};
    return n;
}

alea_rule polis_why_not_chance(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    if (!is_dice(p)) {
        bool can = verb == verb_of(p) && arg < kinds_of(p) && weight_of(t, p, arg) > 0;
        return can                             ? 0
               : p->step == POLIS_STEP_PROJECT ? POL_PREP_4
               : p->step == POLIS_STEP_EVENT   ? POL_EVENT_1
                                               : POL_BATTLE_7;
    }
    alea_rule rule = p->step == POLIS_STEP_SIEGE_DIE ? POL_SIEGE_6 : p->made == 1 ? POL_TRADE_8 : POL_TRADE_10;
    unsigned faces = (unsigned)faces_of(t, p), first = alea_dice_face(arg, 0, 0), second = alea_dice_face(arg, 0, 1);
    bool fits = first >= 1 && first <= faces && (dice_of(p) > 1 ? second >= 1 && second <= faces : !second);
    return verb == POLIS_VERB_DICE && fits && !(arg >> 6) ? 0 : rule;
}

/* ---- Hidden hands ---- */

void polis_hide(const void *tables, void *pos, int seat) {
    struct polis_position *p = pos;
    (void)tables;
    for (int side = 0; side < POLIS_SIDES; side++)
        if (side != seat) memset(p->hand[side], 0, sizeof p->hand[side]);
}

/* The other hand is dealt from the cards that are neither mine nor played, all deals equally likely. */
void polis_determinize(const void *tables, void *pos, int seat, struct alea_random *random) {
    const struct polis_tables *t = tables;
    struct polis_position *p = pos;
    for (int side = 0; side < POLIS_SIDES; side++)
        if (side != seat) memset(p->hand[side], 0, sizeof p->hand[side]);
    for (int side = 0; side < POLIS_SIDES; side++) {
        if (side == seat) continue;
        for (int n = 0; n < p->hand_size[side]; n++) {
            int total = 0;
            unsigned card = 0;
            for (unsigned i = 0; i < POLIS_CARD_KINDS; i++) total += polis_deck(t, p, i);
            int left = (int)alea_random_below(random, (uint32_t)total);
            while (left >= polis_deck(t, p, card)) left -= polis_deck(t, p, card++);
            p->hand[side][card]++;
        }
    }
}
