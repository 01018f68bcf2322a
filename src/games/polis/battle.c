/* SPDX-License-Identifier: MIT */
/* battle.c - battles with hidden hands. [POL-BATTLE]
 *
 * deal -> retreat (attacker, defender) -> attack (two cards) -> answer (two cards) -> comparison -> deal -> roles change.
 * The deck has no order and no place in the position: it is what is neither in a hand nor played. `made` is 1 while the
 * cards being dealt follow an exchange after which the roles change. */
#include <string.h>

#include "polis_internal.h"

int polis_deck(const struct polis_tables *t, const struct polis_position *p, unsigned card) {
    return t->cards[card].count - p->played[card] - p->hand[0][card] - p->hand[1][card];
}

int polis_deck_size(const struct polis_tables *t, const struct polis_position *p) {
    int n = t->cards_total - p->hand_size[0] - p->hand_size[1];
    for (int card = 0; card < POLIS_CARD_KINDS; card++) n -= p->played[card];
    return n;
}

static int defender_of(const struct polis_position *p) { return polis_other(p->attacker); }

/* ---- Which battles, and their order ---- */

int polis_threshold(const struct polis_tables *t, const struct polis_position *p) {
    const struct polis_effect *effect = polis_lasting(t, p, POLIS_OP_BATTLE_THRESHOLD); /* [POL-EVENT-31] */
    return effect ? effect->count : t->battle_threshold[p->round];
}

static void begin_battle(const struct polis_tables *t, struct polis_position *p, unsigned region, struct alea_events *sink) {
    p->battles &= ~polis_bit(region);
    p->battle = (uint8_t)region;
    p->attacker = polis_has(t->seas, region) ? t->sea_attacker : t->land_attacker; /* [POL-BATTLE-6] */
    p->won[0] = p->won[1] = p->made = 0;
    for (int side = 0; side < POLIS_SIDES; side++) p->need[side] = p->units[side][region]; /* [POL-BATTLE-7] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_BATTLE_BEGAN, (int32_t)region, p->units[0][region], p->units[1][region], 0);
    polis_to(p, POLIS_STEP_DEAL, p->attacker);
}

static void next_battle(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int n = polis_count(p->battles);
    if (n > 1) polis_to(p, POLIS_STEP_BATTLE_ORDER, p->active); /* [POL-BATTLE-4] */
    else if (n) begin_battle(t, p, polis_first(p->battles), sink);
    else polis_battles_over(t, p, sink);
}

uint32_t polis_fights(const struct polis_tables *t, const struct polis_position *p) {
    int least = polis_threshold(t, p);
    uint32_t set = polis_camps(p, 0, t->battle_least) & polis_camps(p, 1, t->battle_least);
    for (uint32_t rest = set; rest; rest &= rest - 1) { /* [POL-BATTLE-1, POL-BATTLE-2, POL-BATTLE-5] */
        unsigned region = polis_first(rest);
        if (p->units[0][region] + p->units[1][region] < least) set &= ~polis_bit(region);
    }
    return set;
}

void polis_battles_begin(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    p->battles = polis_fights(t, p);
    next_battle(t, p, sink);
}

static int list_order(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    (void)t;
    return polis_list(out, 0, POLIS_VERB_BATTLE, p->battles);
}

static alea_rule why_not_order(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)t, (void)verb;
    return polis_has(p->battles, arg) ? 0 : POL_BATTLE_4;
}

static void apply_order(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)verb;
    begin_battle(t, p, arg, sink);
}

const struct polis_handler polis_step_battle_order = {list_order, why_not_order, apply_order};

/* ---- The end of a battle ---- */

static bool may_double(const struct polis_tables *t, const struct polis_position *p, int side) {
    return polis_lasting(t, p, POLIS_OP_DOUBLE_BATTLE_PRESTIGE) && p->won[side] && !(p->doubled >> side & 1);
}

/* The next side that may double, the active one first; then the next battle. [POL-EVENT-25] */
static void ask_to_double(const struct polis_tables *t, struct polis_position *p, int from, struct alea_events *sink) {
    for (int i = from; i < POLIS_SIDES; i++) {
        int side = i ? polis_other(p->active) : p->active;
        if (!may_double(t, p, side)) continue;
        p->made = (uint8_t)i;
        polis_to(p, POLIS_STEP_DOUBLE_PRESTIGE, side);
        return;
    }
    p->made = 0;
    next_battle(t, p, sink);
}

static void end_battle(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_BATTLE_OVER, p->battle, 0, 0, 0);
    memset(p->hand, 0, sizeof p->hand); /* [POL-BATTLE-21] */
    memset(p->hand_size, 0, sizeof p->hand_size);
    memset(p->played, 0, sizeof p->played);
    memset(p->attack, ALEA_NONE, sizeof p->attack);
    memset(p->answer, ALEA_NONE, sizeof p->answer);
    p->need[0] = p->need[1] = 0;
    p->battle = ALEA_NONE;
    p->attacker = 0;
    polis_break_sieges(t, p, POLIS_BREAK_AFTER_ACTION, sink); /* [POL-BATTLE-20] */
    ask_to_double(t, p, 0, sink);
}

static int list_double(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    (void)t, (void)p;
    int n = polis_list_one(out, 0, POLIS_VERB_NO);
    return polis_list_one(out, n, POLIS_VERB_DOUBLE);
}

static alea_rule why_not_double(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)t, (void)p, (void)verb, (void)arg;
    return 0;
}

static void apply_double(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    int side = p->decider;
    (void)arg;
    if (verb == POLIS_VERB_DOUBLE) {
        p->doubled = (uint8_t)(p->doubled | 1u << side);
        polis_gain_prestige(t, p, side, p->won[side]);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_DOUBLED, side, p->won[side], 0, 0);
    }
    ask_to_double(t, p, p->made + 1, sink);
}

const struct polis_handler polis_step_double_prestige = {list_double, why_not_double, apply_double};

/* ---- Dealing ---- */

static int receiver(const struct polis_position *p) {
    return p->need[p->attacker] ? p->attacker : defender_of(p); /* [POL-BATTLE-7, POL-BATTLE-18] */
}

static void apply_deal(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    int side = receiver(p);
    (void)t, (void)verb;
    p->hand[side][arg]++;
    p->hand_size[side]++;
    p->need[side]--;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_CARD_DEALT, side, 0, 0, 0);
    alea_emit(sink, alea_actor(side), POLIS_EVENT_CARD_SEEN, (int32_t)arg, 0, 0, 0);
    if (p->need[0] || p->need[1]) {
        p->decider = (uint8_t)receiver(p);
        return;
    }
    if (p->made) p->attacker = (uint8_t)defender_of(p); /* [POL-BATTLE-19] */
    p->made = 0;
    polis_to(p, POLIS_STEP_RETREAT, p->attacker);
}

const struct polis_handler polis_step_deal = {.apply = apply_deal};

/* ---- Retreat ---- */

static int list_retreat(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = p->prestige[p->decider] >= t->retreat_prestige ? polis_list_one(out, 0, POLIS_VERB_RETREAT) : 0;
    return polis_list_one(out, n, POLIS_VERB_FIGHT);
}

static alea_rule why_not_retreat(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)arg;
    if (verb == POLIS_VERB_FIGHT) return 0;
    return p->prestige[p->decider] >= t->retreat_prestige ? 0 : POL_BATTLE_10;
}

static void apply_retreat(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                          struct alea_events *sink) {
    int side = p->decider;
    (void)arg;
    if (verb == POLIS_VERB_RETREAT) { /* [POL-BATTLE-9] */
        polis_gain_prestige(t, p, side, -t->retreat_prestige);
        polis_gain_prestige(t, p, polis_other(side), t->retreat_prestige);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RETREATED, side, 0, 0, 0);
        end_battle(t, p, sink);
    } else if (side == p->attacker) {
        p->decider = (uint8_t)defender_of(p);
    } else {
        polis_to(p, POLIS_STEP_ATTACK, p->attacker);
    }
}

const struct polis_handler polis_step_retreat = {list_retreat, why_not_retreat, apply_retreat};

/* ---- Attack: two cards, the second not before the first in the order of the cards ---- */

static uint32_t in_hand(const struct polis_position *p, int side, unsigned from) {
    uint32_t set = 0;
    for (unsigned card = from; card < POLIS_CARD_KINDS; card++)
        if (p->hand[side][card]) set |= polis_bit(card);
    return set;
}

static uint32_t attacks(const struct polis_position *p) {
    int side = p->attacker;
    if (p->attack[0] != ALEA_NONE) return in_hand(p, side, p->attack[0]);
    uint32_t set = in_hand(p, side, 0);
    unsigned last = 31 - (unsigned)__builtin_clz(set | 1);
    if (p->hand[side][last] < 2) set &= ~polis_bit(last); /* nothing would be left to follow it */
    return set;
}

static int list_attack(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    (void)t;
    return polis_list(out, 0, POLIS_VERB_PLAY, attacks(p));
}

static alea_rule why_not_attack(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)t, (void)verb;
    return polis_has(attacks(p), arg) ? 0 : POL_BATTLE_11;
}

static void put_down(struct polis_position *p, int side, unsigned card) {
    p->hand[side][card]--;
    p->hand_size[side]--;
    p->played[card]++;
}

static void apply_attack(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    bool first = p->attack[0] == ALEA_NONE;
    (void)t, (void)verb;
    put_down(p, p->attacker, arg);
    p->attack[first ? 0 : 1] = (uint8_t)arg;
    if (first) return;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_ATTACKED, p->attacker, p->attack[0], p->attack[1], 0);
    polis_to(p, POLIS_STEP_ANSWER, defender_of(p));
}

const struct polis_handler polis_step_attack = {list_attack, why_not_attack, apply_attack};

/* ---- Defence and comparison ---- */

/* Compares one pair: the Prestige that it brings the attacker; counts the unit that it costs. [POL-BATTLE-13, 14] */
static int compare(const struct polis_tables *t, const struct polis_position *p, int pair, int *losses,
                   struct alea_events *sink) {
    const struct polis_card *attack = &t->cards[p->attack[pair]], *answer = &t->cards[p->answer[pair]];
    bool match = attack->formation == answer->formation;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PAIR, p->attack[pair], p->answer[pair], match, 0);
    if (match) return polis_most(0, attack->value - answer->value);
    ++*losses;
    return attack->value;
}

/* The deal after an exchange, or the end of the battle. [POL-BATTLE-16, 17, 18, 19] */
static void after_exchange(const struct polis_tables *t, struct polis_position *p, int losses, int prestige,
                           struct alea_events *sink) {
    int attacker = p->attacker, defender = defender_of(p), cards = t->cards_per_attack;
    memset(p->attack, ALEA_NONE, sizeof p->attack);
    memset(p->answer, ALEA_NONE, sizeof p->answer);
    bool few = p->units[attacker][p->battle] < t->battle_least || p->units[defender][p->battle] < t->battle_least;
    if (few || polis_deck_size(t, p) < 2 * cards - losses) {
        end_battle(t, p, sink);
        return;
    }
    bool drawn = !losses && !prestige && polis_lasting(t, p, POLIS_OP_TIED_EXCHANGE_REPEATS); /* [POL-EVENT-36] */
    p->need[attacker] = (uint8_t)cards;
    p->need[defender] = (uint8_t)(cards - losses);
    p->made = !drawn;
    polis_to(p, POLIS_STEP_DEAL, attacker);
}

static void exchange(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int losses = 0, prestige = 0, attacker = p->attacker, defender = defender_of(p);
    for (int pair = 0; pair < t->cards_per_attack; pair++) prestige += compare(t, p, pair, &losses, sink);
    p->won[attacker] = (uint8_t)(p->won[attacker] + prestige);
    polis_gain_prestige(t, p, attacker, prestige);
    if (prestige) alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_BATTLE_PRESTIGE, attacker, prestige, 0, 0);
    if (losses) {
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_UNITS_LOST, defender, losses, p->battle, 0);
        polis_lose_units(t, p, defender, p->battle, losses, sink); /* [POL-BATTLE-15, POL-BATTLE-20] */
    }
    after_exchange(t, p, losses, prestige, sink);
}

static int list_answer(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    (void)t;
    return polis_list(out, 0, POLIS_VERB_ANSWER, in_hand(p, p->decider, 0));
}

static alea_rule why_not_answer(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)t, (void)verb;
    return polis_has(in_hand(p, p->decider, 0), arg) ? 0 : POL_BATTLE_12;
}

static void apply_answer(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    bool first = p->answer[0] == ALEA_NONE;
    (void)verb;
    put_down(p, p->decider, arg);
    p->answer[first ? 0 : 1] = (uint8_t)arg;
    if (first) return;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_ANSWERED, p->decider, p->answer[0], p->answer[1], 0);
    exchange(t, p, sink);
}

const struct polis_handler polis_step_answer = {list_answer, why_not_answer, apply_answer};
