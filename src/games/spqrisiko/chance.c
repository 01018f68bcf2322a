/* SPDX-License-Identifier: MIT */
/* chance.c - the chance nodes: throws, draws, and the random setup. Each face that falls is in the move. */
#include <assert.h>

#include "spqrisiko.h"

static unsigned nth_bit(uint64_t set, uint32_t n) {
    while (n--) set &= set - 1;
    return spqrisiko_first(set);
}

static alea_move roll_dice(const struct spqrisiko_position *p, struct alea_random *random) {
    int dice[2];
    spqrisiko_throw_dice(p, &dice[0], &dice[1]);
    unsigned faces = 0;
    for (int side = 0; side < 2; side++)
        for (int die = 0; die < dice[side]; die++)
            faces = alea_dice_with(faces, side, die, 1 + alea_random_below(random, 6));
    return alea_move_make(SPQRISIKO_VERB_DICE, faces); /* [SPQ-COMBAT-8] */
}

static alea_move roll_card(const struct spqrisiko_position *p, struct alea_random *random) {
    uint32_t left = alea_random_below(random, p->deck_size);
    unsigned card = 0;
    while (left >= p->deck[card]) left -= p->deck[card++]; /* [SPQ-INFO-5] */
    return alea_move_make(SPQRISIKO_VERB_CARD, card);
}

alea_move spqrisiko_roll(const void *tables, const void *pos, struct alea_random *random) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    assert(spqrisiko_is_chance(t, p));
    if (p->phase == SPQRISIKO_PHASE_DRAW) return roll_card(p, random);
    if (p->phase == SPQRISIKO_PHASE_SETUP) { /* [SPQ-SETUP-11] */
        uint64_t free = spqrisiko_free(t, p);
        uint32_t n = alea_random_below(random, (uint32_t)spqrisiko_count(free));
        return alea_move_make(SPQRISIKO_VERB_AT, nth_bit(free, n));
    }
    return roll_dice(p, random);
}

int spqrisiko_outcomes(const void *tables, const void *pos, struct alea_outcome out[]) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    int n = 0;
    if (p->phase == SPQRISIKO_PHASE_DRAW) {
        for (unsigned card = 0; card < SPQRISIKO_CARD_COUNT; card++)
            if (p->deck[card])
                out[n++] = (struct alea_outcome){.move = alea_move_make(SPQRISIKO_VERB_CARD, card), .weight = p->deck[card]};
        return n;
    }
    if (p->phase == SPQRISIKO_PHASE_SETUP) {
        for (uint64_t rest = spqrisiko_free(t, p); rest; rest &= rest - 1)
            out[n++] = (struct alea_outcome){.move = alea_move_make(SPQRISIKO_VERB_AT, spqrisiko_first(rest)), .weight = 1};
        return n;
    }
    int attacker, defender;
    spqrisiko_throw_dice(p, &attacker, &defender);
    const struct spqrisiko_throws *throws = &t->throws[spqrisiko_combat_kind(p)][attacker][defender];
    for (; n < throws->n; n++)
        out[n] = (struct alea_outcome){.move = alea_move_make(SPQRISIKO_VERB_DICE, throws->at[n].faces),
                                       .weight = throws->at[n].weight};
    return n;
}
