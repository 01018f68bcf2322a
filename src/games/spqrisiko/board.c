/* SPDX-License-Identifier: MIT */
/* board.c - legionaries and triremes are put here and nowhere else, so that the derived masks stay true; and the
 * invariants of the rules' section 8. */
#include <string.h>

#include "spqrisiko.h"

static uint64_t with_bit(uint64_t set, unsigned index, bool in) {
    return (set & ~spqrisiko_bit(index)) | (uint64_t)in << index;
}

void spqrisiko_put_legionaries(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned province, int n) {
    p->legionaries[province] = (uint16_t)n;
    p->at_least_2 = with_bit(p->at_least_2, province, n >= 2);
    p->at_least_3 = with_bit(p->at_least_3, province, n >= 3);
    p->at_least_4 = with_bit(p->at_least_4, province, n >= 4);
    p->full = with_bit(p->full, province, n >= t->legionary_cap);
}

void spqrisiko_put_triremes(struct spqrisiko_position *p, int seat, unsigned sea, int n) {
    p->triremes[seat][sea] = (uint8_t)n;
    p->fleets[seat] = (uint16_t)with_bit(p->fleets[seat], sea, n > 0);
}

void spqrisiko_derive(const void *tables, void *pos) {
    const struct spqrisiko_tables *t = tables;
    struct spqrisiko_position *p = pos;
    p->neutral = 0;
    for (unsigned province = 0; province < SPQRISIKO_PROVINCE_COUNT; province++) {
        spqrisiko_put_legionaries(t, p, province, p->legionaries[province]);
        if (p->legionaries[province] && spqrisiko_owner(p, province) == ALEA_NONE) p->neutral |= spqrisiko_bit(province);
    }
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        for (unsigned sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++)
            spqrisiko_put_triremes(p, seat, sea, p->triremes[seat][sea]);
    p->alive = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if (!p->fell[seat]) p->alive |= (uint8_t)(1u << seat);
}

/* ---- Invariants ---- */

static bool in_setup(const struct spqrisiko_position *p) { return p->phase == SPQRISIKO_PHASE_SETUP; }
static bool is_over(const struct spqrisiko_position *p) { return p->phase == SPQRISIKO_PHASE_OVER; }
static bool is_alive(const struct spqrisiko_position *p, int seat) { return p->alive >> seat & 1; }

static bool provinces_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    uint64_t seen = p->neutral;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++) {
        if (seen & p->own[seat] || (p->own[seat] && !is_alive(p, seat))) return false;
        seen |= p->own[seat];
    }
    if (seen & ~t->land || (!in_setup(p) && !is_over(p) && seen != t->land)) return false;
    for (unsigned province = 0; province < SPQRISIKO_PROVINCE_COUNT; province++)
        if (p->legionaries[province] > t->legionary_cap || !p->legionaries[province] == spqrisiko_has(seen, province))
            return false;
    return (p->force > 0) == (p->step == SPQRISIKO_STEP_SEA_THROW);
}

static bool seats_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    for (int seat = 0; seat < t->seats; seat++) {
        if (is_alive(p, seat) && !in_setup(p) && !is_over(p) && !p->own[seat]) return false;
        if (!is_alive(p, seat) && (p->own[seat] || p->fleets[seat] || p->hand_size[seat])) return false;
    }
    return true;
}

static bool triremes_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++)
            if (p->triremes[seat][sea] > (seat < t->seats ? t->trireme_cap : 0)) return false;
    return true;
}

static bool centres_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (spqrisiko_count(p->centres) > t->centre_cap || p->centres & ~t->land) return false;
    for (uint64_t rest = p->centres; rest; rest &= rest - 1)
        if (t->next[spqrisiko_first(rest)] & p->centres) return false;
    return true;
}

static int sum_of(const uint8_t cards[]) {
    int sum = 0;
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) sum += cards[card];
    return sum;
}

/* All cards are there by symbol. In a hidden position hands and deck may be blank instead, but their sizes still add up. */
static bool cards_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    bool blank = p->deck_size && !sum_of(p->deck);
    int size = p->deck_size + sum_of(p->discard);
    if (!blank && sum_of(p->deck) != p->deck_size) return false;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++) {
        int cards = sum_of(p->hand[seat]);
        size += p->hand_size[seat];
        if (cards && cards != p->hand_size[seat]) return false;
        blank |= p->hand_size[seat] && !cards;
    }
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
        int seen = p->deck[card] + p->discard[card];
        for (int seat = 0; seat < SPQRISIKO_SEATS; seat++) seen += p->hand[seat][card];
        if (blank ? seen > t->cards[card] : seen != t->cards[card]) return false;
    }
    return size == sum_of(t->cards);
}

static bool pending_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    bool land = p->phase == SPQRISIKO_PHASE_REINFORCE_LAND;
    if (!land && (p->pool || p->pending_centres)) return false;
    if (!land && p->phase != SPQRISIKO_PHASE_REINFORCE_NAVAL && p->pending_triremes) return false;
    return p->pool <= t->pool_most && p->pending_centres <= 3 && p->pending_triremes <= 3;
}

static bool moved_hold(const struct spqrisiko_position *p) {
    for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) {
        if (p->moved[sea] > p->triremes[p->active][sea]) return false;
        if (p->moved[sea] && p->phase != SPQRISIKO_PHASE_NAVAL_MOVE) return false;
    }
    return true;
}

static bool points_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (is_over(p) || !t->target) return true;
    for (int seat = 0; seat < t->seats; seat++)
        if (is_alive(p, seat) && p->vp[seat] >= t->target) return false;
    return true;
}

static bool actors_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (is_over(p)) return p->winners != 0;
    return p->active < t->seats && is_alive(p, p->active) && spqrisiko_count(p->alive) >= 2 && !p->winners;
}

static bool round_holds(const struct spqrisiko_position *p) {
    return p->round >= 1 && (!p->last_round || p->round <= p->last_round);
}

/* Everybody has claimed as often as everybody else, give or take one, while nobody has resigned. */
static bool setup_holds(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (!in_setup(p) || spqrisiko_count(p->alive) != t->seats) return true;
    int least = SPQRISIKO_PROVINCE_COUNT, most = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        int claims = spqrisiko_count(p->own[seat]);
        least = spqrisiko_min(least, claims);
        most = spqrisiko_max(most, claims);
    }
    int neutrals = spqrisiko_count(t->preplaced) + t->neutral_groups - p->groups_left;
    return most - least <= 1 && spqrisiko_count(p->neutral) == neutrals;
}

/* A choice for the seat, or weights for the dice: there are no dead ends. */
static bool choice_holds(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    if (is_over(p) || spqrisiko_is_chance(t, p)) return true;
    if (p->step == SPQRISIKO_STEP_IDLE) return p->phase == SPQRISIKO_PHASE_REINFORCE_LAND || !spqrisiko_phase_is_empty(t, p);
    return true;
}

static bool derived_hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    struct spqrisiko_position again = *p;
    spqrisiko_derive(t, &again);
    return memcmp(&again, p, sizeof again) == 0;
}

static bool indices_hold(const struct spqrisiko_position *p) {
    return p->phase < SPQRISIKO_PHASES && p->step < SPQRISIKO_STEPS && p->active < SPQRISIKO_SEATS &&
           p->from < SPQRISIKO_PROVINCE_COUNT && p->to < SPQRISIKO_PROVINCE_COUNT;
}

int spqrisiko_broken(const void *tables, const void *pos) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    if (!indices_hold(p)) return SPQRISIKO_BROKEN_PADDING;
    if (!derived_hold(t, p)) return SPQRISIKO_BROKEN_DERIVED;
    if (!provinces_hold(t, p)) return SPQRISIKO_BROKEN_INV_1;
    if (!seats_hold(t, p)) return SPQRISIKO_BROKEN_INV_2;
    if (!triremes_hold(t, p)) return SPQRISIKO_BROKEN_INV_3;
    if (!centres_hold(t, p)) return SPQRISIKO_BROKEN_INV_4;
    if (!cards_hold(t, p)) return SPQRISIKO_BROKEN_INV_5;
    if (!pending_hold(t, p)) return SPQRISIKO_BROKEN_INV_6;
    if (!moved_hold(p)) return SPQRISIKO_BROKEN_INV_7;
    if (!points_hold(t, p)) return SPQRISIKO_BROKEN_INV_8;
    if (!actors_hold(t, p)) return SPQRISIKO_BROKEN_INV_9;
    if (!round_holds(p)) return SPQRISIKO_BROKEN_INV_10;
    if (!setup_holds(t, p)) return SPQRISIKO_BROKEN_INV_11;
    if (!choice_holds(t, p)) return SPQRISIKO_BROKEN_INV_12;
    return SPQRISIKO_BROKEN_NONE;
}
