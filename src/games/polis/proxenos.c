/* SPDX-License-Identifier: MIT */
/* proxenos.c - the agent: moved, redeemed, and his civil wars. [POL-PROX, POL-REDEEM, POL-CIVIL] */
#include <string.h>

#include "polis_internal.h"

static bool is_captive(const struct polis_position *p) { return p->captive >> p->active & 1; }
static int silver_of(const struct polis_position *p) { return p->resource[p->active][POLIS_SILVER]; }

/* Regions are reached in the order of their cost: `at[n]` are those that n silver reach, and from there all that hold no enemy cost
 * nothing more. [POL-PROX-4, POL-PROX-5, POL-PROX-6] */
uint32_t polis_bribes(const struct polis_tables *t, const struct polis_position *p, int side, int limit,
                      uint8_t silver[POLIS_REGIONS_MAX]) {
    const uint8_t *enemy = p->units[polis_other(side)];
    const uint32_t all = t->lands | t->seas, calm = all & ~polis_camps(p, polis_other(side), 1);
    uint32_t at[POLIS_CAP + 1], seen = 0, poleis = 0;
    unsigned start = t->city_at[p->proxenos[side]].region;
    int first = enemy[start] * t->bribe;
    memset(silver, UINT8_MAX, POLIS_REGIONS_MAX);
    memset(at, 0, (size_t)(limit + 1) * sizeof *at);
    if (first <= limit) at[first] = polis_bit(start);
    for (int spent = first; spent <= limit && seen != all; spent++) {
        uint32_t border = at[spent] & ~seen, near = 0;
        seen |= border;
        while (border) {
            unsigned region = polis_first(border);
            uint32_t ways = t->proxenos_ways[region] & ~seen;
            silver[region] = (uint8_t)spent;
            poleis |= t->cities_in[region];
            near |= ways;
            seen |= ways & calm;
            border = (border & (border - 1)) | (ways & calm);
        }
        for (uint32_t rest = near & ~seen; rest; rest &= rest - 1) {
            int next = spent + enemy[polis_first(rest)] * t->bribe;
            if (next <= limit) at[next] |= polis_bit(polis_first(rest));
        }
    }
    return poleis;
}

/* ---- Moving ---- */

enum { CAPTIVE, SAME_PLACE, BARRED, NO_SILVER, REFUSALS };
static const alea_rule refusal[REFUSALS] = {POL_PROX_1, POL_PROX_2, POL_PROX_3, POL_PROX_4};

/* Where it stands, and where it may not. */
static uint32_t barred(const struct polis_tables *t, const struct polis_position *p) {
    int other = polis_other(p->active);
    return polis_bit(p->proxenos[p->active]) | polis_bit(p->proxenos[other]) | polis_bit(t->capital[other]);
}

static int passes(const struct polis_tables *t, const struct polis_position *p, unsigned city, int silver) {
    if (is_captive(p)) return CAPTIVE; /* [POL-PROX-8] */
    if (city == p->proxenos[p->active]) return SAME_PLACE;
    if (polis_has(barred(t, p), city)) return BARRED;
    return silver <= silver_of(p) ? REFUSALS : NO_SILVER; /* [POL-PROX-7] */
}

static uint32_t places(const struct polis_tables *t, const struct polis_position *p) {
    uint8_t silver[POLIS_REGIONS_MAX];
    return is_captive(p) ? 0 : polis_bribes(t, p, p->active, silver_of(p), silver) & ~barred(t, p);
}

/* Nearly always there is another polis in the same region, or in one beside it without an enemy. */
bool polis_can_prox(const struct polis_tables *t, const struct polis_position *p) {
    const int side = p->active, other = polis_other(side);
    const unsigned region = t->city_at[p->proxenos[side]].region;
    if (is_captive(p) || p->units[other][region] * t->bribe > silver_of(p)) return false;
    uint32_t near = t->cities_in[region];
    for (uint32_t rest = t->proxenos_ways[region] & ~polis_camps(p, other, 1); rest; rest &= rest - 1)
        near |= t->cities_in[polis_first(rest)];
    return near & ~barred(t, p) || places(t, p);
}

alea_rule polis_why_prox(const struct polis_tables *t, const struct polis_position *p) {
    uint8_t silver[POLIS_REGIONS_MAX];
    int furthest = CAPTIVE;
    polis_bribes(t, p, p->active, POLIS_CAP, silver);
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++)
        furthest = polis_most(furthest, passes(t, p, city, silver[t->city_at[city].region]));
    return furthest == REFUSALS ? 0 : refusal[furthest];
}

static int list_to(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_TO_POLIS, places(t, p));
}

static alea_rule why_not_to(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    uint8_t silver[POLIS_REGIONS_MAX];
    (void)verb;
    if (arg >= POLIS_POLEIS_MAX) return POL_PROX_2;
    polis_bribes(t, p, p->active, POLIS_CAP, silver);
    int passed = passes(t, p, arg, silver[t->city_at[arg].region]);
    return passed == REFUSALS ? 0 : refusal[passed];
}

static void apply_to(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                     struct alea_events *sink) {
    uint8_t silver[POLIS_REGIONS_MAX];
    (void)verb;
    polis_bribes(t, p, p->active, silver_of(p), silver);
    int price = silver[t->city_at[arg].region];
    polis_gain_resource(t, p, p->active, POLIS_SILVER, -price);
    p->proxenos[p->active] = (uint8_t)arg;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROXENOS_MOVED, p->active, (int32_t)arg, price, 0);
    polis_action_over(t, p, sink);
}

const struct polis_handler polis_step_prox_to = {list_to, why_not_to, apply_to};

/* ---- Redeeming ---- */

alea_rule polis_why_redeem(const struct polis_tables *t, const struct polis_position *p) {
    if (!is_captive(p)) return POL_REDEEM_1;
    return silver_of(p) >= t->redeem_price ? 0 : POL_REDEEM_2;
}

bool polis_can_redeem(const struct polis_tables *t, const struct polis_position *p) { return !polis_why_redeem(t, p); }

void polis_redeem(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int side = p->active;
    polis_gain_resource(t, p, side, POLIS_SILVER, -t->redeem_price);
    polis_gain_resource(t, p, polis_other(side), POLIS_SILVER, t->redeem_price); /* [POL-REDEEM-2] */
    p->captive = (uint8_t)(p->captive & ~(1u << side));
    p->proxenos[side] = t->capital[side]; /* [POL-REDEEM-3] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROXENOS_REDEEMED, side, 0, 0, 0);
    polis_action_over(t, p, sink);
}

/* ---- Civil war ---- */

/* In a polis of somebody else's that is no capital. [POL-CIVIL-1, POL-TAKE-7] */
static bool can_rise(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city) {
    return polis_owner(p, city) != side && t->city_at[city].capital_of == POLIS_NEUTRAL;
}

int polis_civil_price(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city) {
    bool neutral = polis_owner(p, city) == POLIS_NEUTRAL;
    if (!can_rise(t, p, side, city)) return 0;
    return polis_people(t, p, city) * (neutral ? t->civil_neutral : t->civil_enemy); /* [POL-CIVIL-2, POL-CIVIL-3] */
}

alea_rule polis_why_civil(const struct polis_tables *t, const struct polis_position *p) {
    unsigned city = p->proxenos[p->active];
    if (is_captive(p) || !can_rise(t, p, p->active, city)) return POL_CIVIL_1;
    if (silver_of(p) < polis_civil_price(t, p, p->active, city))
        return polis_owner(p, city) == POLIS_NEUTRAL ? POL_CIVIL_2 : POL_CIVIL_3;
    return p->reserve[p->active] ? 0 : POL_TAKE_8;
}

bool polis_can_civil(const struct polis_tables *t, const struct polis_position *p) { return !polis_why_civil(t, p); }

void polis_civil(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int side = p->active;
    unsigned city = p->proxenos[side];
    int silver = polis_civil_price(t, p, side, city);
    int people = polis_people(t, p, city); /* [POL-CIVIL-5] */
    polis_gain_resource(t, p, side, POLIS_SILVER, -silver);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_CIVIL_WAR, side, (int32_t)city, silver, 0);
    polis_take(t, p, side, city, sink); /* [POL-CIVIL-4] */
    polis_gain_prestige(t, p, side, people);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_GAINED_PRESTIGE, side, people, 0, 0);
    polis_action_over(t, p, sink);
}
