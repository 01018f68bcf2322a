/* SPDX-License-Identifier: MIT */
/* hide.c - what a seat can't know, and a fair guess at it. [SPQ-INFO]
 *
 * Hidden: the symbols of the other hands and of the deck. Their sizes are public, and so is the sum of all hidden symbols,
 * so a guess deals that sum at random to the hidden hands and the deck, all deals equally likely. */
#include <string.h>

#include "spqrisiko.h"

void spqrisiko_hide(const void *tables, void *pos, int seat) {
    struct spqrisiko_position *p = pos;
    (void)tables;
    uint8_t mine[SPQRISIKO_CARD_COUNT] = {0};
    bool plays = seat >= 0 && seat < SPQRISIKO_SEATS;
    if (plays) memcpy(mine, p->hand[seat], sizeof mine);
    memset(p->hand, 0, sizeof p->hand); /* [SPQ-INFO-2] */
    memset(p->deck, 0, sizeof p->deck);
    if (plays) memcpy(p->hand[seat], mine, sizeof mine);
}

/* Moves `n` cards, all equally likely, from `pile` to `to`. */
static void deal(uint8_t pile[], uint8_t to[], int n, struct alea_random *random) {
    uint32_t left = 0;
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) left += pile[card];
    for (; n > 0 && left; n--, left--) {
        uint32_t pick = alea_random_below(random, left);
        int card = 0;
        while (pick >= pile[card]) pick -= pile[card++];
        pile[card]--;
        to[card]++;
    }
}

void spqrisiko_determinize(const void *tables, void *pos, int seat, struct alea_random *random) {
    const struct spqrisiko_tables *t = tables;
    struct spqrisiko_position *p = pos;
    uint8_t unseen[SPQRISIKO_CARD_COUNT];
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
        int known = p->discard[card] + (seat < SPQRISIKO_SEATS ? p->hand[seat][card] : 0);
        unseen[card] = (uint8_t)(t->cards[card] - known);
    }
    memset(p->deck, 0, sizeof p->deck);
    for (int other = 0; other < t->seats; other++) {
        if (other == seat) continue;
        memset(p->hand[other], 0, sizeof p->hand[other]);
        deal(unseen, p->hand[other], p->hand_size[other], random);
    }
    deal(unseen, p->deck, p->deck_size, random);
}
