/* SPDX-License-Identifier: MIT */
/* question_battle.c - a battle by cards, played out by the game's own rules. [POL-BATTLE]
 *
 * Each side has as many cards as units. Both play as the bot `greedy` does, which judges a card by what its side knows: its own
 * hand, the cards played, and how many the other side holds. Nobody retreats. So many hands and orders are possible that the answer
 * is drawn by lot. */
#include <string.h>

#include "question.h"

enum { MOVES = 64 };

/* A region where units of that side attack first: on land, if the tables let it. [POL-BATTLE-6] */
static unsigned field_of(const struct polis_tables *t) { return polis_first(t->lands); }

static bool is_possible(const struct polis_tables *t, const struct alea_values given[], struct alea_text *why) {
    static const char *const few[ALEA_LANGS] = {POLIS_SAY_QUESTION_FEW_UNITS};
    static const char *const many[ALEA_LANGS] = {POLIS_SAY_QUESTION_MANY_CARDS};
    static const char *const full[ALEA_LANGS] = {POLIS_SAY_QUESTION_FULL_HAND};
    static const char *const twice[ALEA_LANGS] = {POLIS_SAY_QUESTION_CARD_TWICE};
    const struct alea_values *hand = &given[POLIS_ASK_HAND];
    int attackers = given[POLIS_ASK_ATTACKERS].at[0], defenders = given[POLIS_ASK_DEFENDERS].at[0];
    int units = given[POLIS_ASK_OF].at[0] ? defenders : attackers, held[POLIS_CARD_KINDS] = {0};
    bool good = false;
    if (polis_least(attackers, defenders) < t->battle_least) alea_text_addf(why, few[why->lang], t->battle_least);
    else if (attackers + defenders > t->cards_total)
        alea_text_addf(why, many[why->lang], t->cards_total, attackers + defenders);
    else if (hand->n > units) alea_text_addf(why, full[why->lang], hand->n, units);
    else good = true;
    for (int i = 0; i < hand->n && good; i++) {
        int card = hand->at[i];
        good = ++held[card] <= t->cards[card].count;
        if (!good) alea_text_addf(why, twice[why->lang], t->card.at[card].id, t->cards[card].count, held[card]);
    }
    return good;
}

/* Armies alone in the field, and the cards that are known in their hand. */
static void set_up(const struct polis_tables *t, const struct alea_values given[], struct polis_position *p) {
    unsigned field = field_of(t);
    polis_setup(t, p);
    memset(p->units, 0, sizeof p->units);
    int first = t->land_attacker, second = polis_other(first);
    p->units[first][field] = (uint8_t)given[POLIS_ASK_ATTACKERS].at[0];
    p->units[second][field] = (uint8_t)given[POLIS_ASK_DEFENDERS].at[0];
    p->step = POLIS_STEP_BATTLE_ORDER;
    p->battles = polis_bit(field);
    p->event = ALEA_NONE;
    polis_apply(t, p, p->active, alea_move_make(POLIS_VERB_BATTLE, field), NULL);
    int side = given[POLIS_ASK_OF].at[0] ? second : first;
    for (int i = 0; i < given[POLIS_ASK_HAND].n; i++) {
        p->hand[side][given[POLIS_ASK_HAND].at[i]]++;
        p->hand_size[side]++;
        p->need[side]--;
    }
}

enum alea_answer polis_battle_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    const struct polis_tables *t = tables;
    struct polis_asked_battle *m = memory;
    if (!is_possible(t, given, why)) return ALEA_ANSWER_NONE;
    set_up(t, given, &m->start);
    int prestige = 0;
    for (int card = 0; card < POLIS_CARD_KINDS; card++) prestige += t->cards[card].value * t->cards[card].count;
    asked->most[POLIS_ATTACKER_CONTROLS] = asked->most[POLIS_DEFENDER_CONTROLS] = 1;
    asked->most[POLIS_ATTACKERS_LEFT] = given[POLIS_ASK_ATTACKERS].at[0];
    asked->most[POLIS_DEFENDERS_LEFT] = given[POLIS_ASK_DEFENDERS].at[0];
    asked->most[POLIS_ATTACKER_PRESTIGE] = asked->most[POLIS_DEFENDER_PRESTIGE] = prestige;
    return ALEA_ANSWER_SAMPLE;
}

/* The best card, the first of equals; and no retreat. */
static alea_move choose(const struct polis_tables *t, const struct polis_position *p) {
    alea_move legal[MOVES];
    double worth[MOVES];
    if (p->step == POLIS_STEP_RETREAT) return alea_move_make(POLIS_VERB_FIGHT, 0);
    int n = polis_legal(t, p, p->decider, legal), best = 0;
    polis_heuristic(t, p, p->decider, legal, n, worth);
    for (int i = 1; i < n; i++)
        if (worth[i] > worth[best]) best = i;
    return legal[best];
}

void polis_battle_sample(const void *tables, const void *memory, struct alea_random *random, int32_t out[]) {
    const struct polis_tables *t = tables;
    const struct polis_asked_battle *m = memory;
    struct polis_position p = m->start;
    while (p.battle != ALEA_NONE) {
        bool chance = polis_is_chance(&p);
        polis_apply(t, &p, chance ? ALEA_CHANCE : p.decider, chance ? polis_roll(t, &p, random) : choose(t, &p), NULL);
    }
    unsigned field = field_of(t);
    int first = t->land_attacker, second = polis_other(first), mine = p.units[first][field], theirs = p.units[second][field];
    out[POLIS_ATTACKER_CONTROLS] = mine > theirs; /* [POL-CTRL-1] */
    out[POLIS_DEFENDER_CONTROLS] = theirs > mine;
    out[POLIS_ATTACKERS_LEFT] = mine;
    out[POLIS_DEFENDERS_LEFT] = theirs;
    out[POLIS_ATTACKER_PRESTIGE] = p.won[first];
    out[POLIS_DEFENDER_PRESTIGE] = p.won[second];
}
