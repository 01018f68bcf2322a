/* SPDX-License-Identifier: MIT */
/* round.c - the end of a round, the preparation of the next, the end of the game and the score. [POL-EOR, POL-PREP, POL-END]
 *
 * Phases: returns, siege discs, projects, supply, growth, megalopolis, storage, phoros. In each the round's starting player
 * goes first; `made` is 0 for it and 1 for the other while a phase asks. */
#include <string.h>

#include "polis_internal.h"

static int nth_side(const struct polis_position *p, int n) { return n ? polis_other(p->start) : p->start; }

/* ---- The end of the game ---- */

void polis_finish(const struct polis_tables *t, struct polis_position *p, unsigned winners, enum polis_outcome outcome,
                  struct alea_events *sink) {
    p->winners = (uint8_t)winners;
    p->outcome = (uint8_t)outcome;
    p->action = ALEA_NONE;
    polis_to(p, POLIS_STEP_OVER, p->active);
    if (outcome != POLIS_OUTCOME_RESIGNED)
        for (int side = 0; side < POLIS_SIDES; side++)
            alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_FINAL_SCORE, side, polis_score_of(t, p, side), 0, 0);
    if (winners == 3) alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_DRAWN, 0, 0, 0, 0);
    else alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_WON, winners == 2, 0, 0, 0);
}

int polis_resources_of(const struct polis_position *p, int side) {
    int sum = 0;
    for (int resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) sum += p->resource[side][resource];
    return sum;
}

/* By score, then by resources, else a draw. [POL-SCORE-3, POL-SCORE-4, POL-SCORE-5] */
static unsigned better_side(const struct polis_tables *t, const struct polis_position *p) {
    int lead = polis_score_of(t, p, 0) - polis_score_of(t, p, 1);
    if (!lead) lead = polis_resources_of(p, 0) - polis_resources_of(p, 1);
    return lead > 0 ? 1 : lead < 0 ? 2 : 3;
}

/* Sides in the mask have lost; if both have, the score decides. [POL-END-4, POL-END-7] */
static void lose(const struct polis_tables *t, struct polis_position *p, unsigned losers, enum polis_outcome outcome,
                 struct alea_events *sink) {
    unsigned event = outcome == POLIS_OUTCOME_HUNGER ? POLIS_EVENT_LOST_BY_HUNGER : POLIS_EVENT_LOST_BY_PRESTIGE;
    for (int side = 0; side < POLIS_SIDES; side++)
        if (losers >> side & 1) alea_emit(sink, ALEA_EVERYBODY, event, side, 0, 0, 0);
    polis_finish(t, p, losers == 3 ? better_side(t, p) : 3 & ~losers, outcome, sink);
}

/* ---- Preparation of the next round ---- */

static void prepare(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    p->round++;     /* [POL-PREP-1] */
    p->tribute = 0; /* [POL-PREP-2] */
    p->turns = 0;
    p->closed = 0;
    p->passed = 0; /* [POL-PREP-6] */
    p->doubled = p->starved = 0;
    p->event = ALEA_NONE;
    p->active = 0;
    memset(p->grown, 0, sizeof p->grown);
    for (int load = 0; load < POLIS_SHIPLOAD_COUNT; load++) { /* [POL-PREP-3] */
        if (p->trader[load]) p->port[p->trader[load] - 1]++;
        p->trader[load] = 0;
    }
    for (int project = 0; project < POLIS_PROJECT_COUNT; project++) /* [POL-PREP-4] */
        if (p->project[project] == POLIS_PLACE_OF_PROJECT_DISPLAY) p->project[project] = POLIS_PLACE_OF_PROJECT_DISCARDED;
    polis_round_begin(t, p, sink);
}

static void close_round(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    unsigned losers = (unsigned)!p->prestige[0] | (unsigned)!p->prestige[1] << 1;
    p->made = 0;
    if (losers) lose(t, p, losers, POLIS_OUTCOME_PRESTIGE, sink); /* [POL-END-2, POL-END-6] */
    else if (p->round + 1 == POLIS_ROUND_COUNT)
        polis_finish(t, p, better_side(t, p), POLIS_OUTCOME_SCORE, sink); /* [POL-END-3] */
    else prepare(t, p, sink);
}

/* ---- Phoros [POL-EOR-19] ---- */

static int most_phoros(const struct polis_tables *t, const struct polis_position *p) {
    return polis_most(0, p->prestige[p->decider] - t->phoros_floor); /* [POL-EOR-20] */
}

static void ask_phoros(struct polis_position *p, int n) {
    p->made = (uint8_t)n;
    polis_to(p, POLIS_STEP_PHOROS, nth_side(p, n));
}

static int list_phoros(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list_range(out, 0, POLIS_VERB_PHOROS, 0, most_phoros(t, p));
}

static alea_rule why_not_phoros(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return (int)arg <= most_phoros(t, p) ? 0 : POL_EOR_20;
}

static void apply_phoros(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    int side = p->decider, n = (int)arg;
    (void)verb;
    polis_gain_prestige(t, p, side, -n);
    polis_gain_resource(t, p, side, POLIS_SILVER, n);
    if (n) alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PHOROS, side, n, 0, 0);
    if (p->made) close_round(t, p, sink);
    else ask_phoros(p, 1);
}

const struct polis_handler polis_step_phoros = {list_phoros, why_not_phoros, apply_phoros};

/* ---- Megalopolis and Storage ---- */

static void count_megalopoleis(const struct polis_tables *t, struct polis_position *p, int side, struct alea_events *sink) {
    int n = 0;
    for (uint32_t rest = p->own[side]; rest; rest &= rest - 1) /* [POL-EOR-16, POL-EOR-17] */
        n += p->population[polis_first(rest)] > t->city_at[polis_first(rest)].base;
    if (!n) return;
    polis_gain_prestige(t, p, side, n * t->megalopolis);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_MEGALOPOLIS, side, n * t->megalopolis, 0, 0);
}

static void store(const struct polis_tables *t, struct polis_position *p, int side, struct alea_events *sink) {
    for (uint32_t rest = t->halved; rest; rest &= rest - 1) { /* [POL-EOR-18] */
        unsigned resource = polis_first(rest);
        int had = p->resource[side][resource], left = (had + 1) / 2;
        p->resource[side][resource] = (uint8_t)left;
        if (left < had) alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_STORED, side, (int32_t)resource, left, 0);
    }
}

/* ---- Growth [POL-EOR-13, POL-EOR-14, POL-EOR-15] ---- */

int polis_growth(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    const struct polis_city *at = &t->city_at[city];
    return polis_most(0, polis_least(at->growth - p->grown[city], at->most - p->population[city]));
}

static uint32_t growing(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0;
    if (!p->resource[p->decider][POLIS_WHEAT] || !p->reserve[p->decider]) return 0;
    for (uint32_t rest = p->own[p->decider]; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        if (polis_growth(t, p, city)) set |= polis_bit(city);
    }
    return set;
}

static void ask_growth(struct polis_position *p, int n) {
    p->made = (uint8_t)n;
    polis_to(p, POLIS_STEP_GROWTH, nth_side(p, n));
}

static int list_growth(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = polis_list_one(out, 0, POLIS_VERB_DONE);
    return polis_list(out, n, POLIS_VERB_GROW, growing(t, p));
}

static alea_rule why_not_growth(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    if (verb == POLIS_VERB_DONE) return 0;
    if (!polis_has(p->own[p->decider], arg) || !p->resource[p->decider][POLIS_WHEAT]) return POL_EOR_13;
    return polis_has(growing(t, p), arg) ? 0 : POL_EOR_14;
}

static void apply_growth(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    int side = p->decider;
    if (verb == POLIS_VERB_GROW) {
        p->resource[side][POLIS_WHEAT]--;
        p->population[arg]++;
        p->grown[arg]++;
        p->reserve[side]--;
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_POLIS_FED_GROWTH, side, (int32_t)arg, p->population[arg], 0);
        return;
    }
    if (!p->made) {
        ask_growth(p, 1);
        return;
    }
    for (int n = 0; n < POLIS_SIDES; n++) count_megalopoleis(t, p, nth_side(p, n), sink);
    for (int n = 0; n < POLIS_SIDES; n++) store(t, p, nth_side(p, n), sink);
    ask_phoros(p, 0);
}

const struct polis_handler polis_step_growth = {list_growth, why_not_growth, apply_growth};

/* ---- Supply [POL-EOR-7 to 12] ---- */

static bool has_wheat(const struct polis_position *p, int side) {
    return p->resource[side][POLIS_WHEAT] >= polis_need_of(p, side);
}

static bool can_pay(const struct polis_position *p, int side) {
    return p->resource[side][POLIS_WHEAT] + p->prestige[side] >= polis_need_of(p, side);
}

static uint32_t discardable(const struct polis_tables *t, const struct polis_position *p, int side) {
    return has_wheat(p, side) ? 0 : p->own[side] & ~polis_bit(t->capital[side]); /* [POL-EOR-8, POL-EOR-12] */
}

/* Asks the side, or finds it starving; after both the next phase, or the end. [POL-END-1, POL-END-5] */
static void ask_supply(const struct polis_tables *t, struct polis_position *p, int n, struct alea_events *sink) {
    for (; n < POLIS_SIDES; n++) {
        int side = nth_side(p, n);
        p->made = (uint8_t)n;
        if (can_pay(p, side) || discardable(t, p, side)) {
            polis_to(p, POLIS_STEP_SUPPLY, side);
            return;
        }
        p->starved = (uint8_t)(p->starved | 1u << side);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_STARVES, side, 0, 0, 0);
    }
    p->made = 0;
    if (p->starved) lose(t, p, p->starved, POLIS_OUTCOME_HUNGER, sink);
    else ask_growth(p, 0);
}

static int list_supply(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = can_pay(p, p->decider) ? polis_list_one(out, 0, POLIS_VERB_PAY_SUPPLY) : 0;
    return polis_list(out, n, POLIS_VERB_DISCARD, discardable(t, p, p->decider));
}

static alea_rule why_not_supply(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    if (verb == POLIS_VERB_PAY_SUPPLY) return can_pay(p, p->decider) ? 0 : POL_EOR_9;
    if (has_wheat(p, p->decider)) return POL_EOR_8;
    if (arg == t->capital[p->decider]) return POL_EOR_12;
    return polis_has(p->own[p->decider], arg) ? 0 : POL_EOR_9;
}

static void apply_supply(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    int side = p->decider;
    if (verb == POLIS_VERB_DISCARD) { /* [POL-EOR-10, POL-EOR-11] */
        polis_discard(p, arg);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_POLIS_DISCARDED, side, (int32_t)arg, 0, 0);
        ask_supply(t, p, p->made, sink);
        return;
    }
    int need = polis_need_of(p, side), wheat = polis_least(need, p->resource[side][POLIS_WHEAT]);
    polis_gain_resource(t, p, side, POLIS_WHEAT, -wheat);
    polis_gain_prestige(t, p, side, wheat - need); /* [POL-EOR-9] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_FED, side, wheat, need - wheat, 0);
    ask_supply(t, p, p->made + 1, sink);
}

const struct polis_handler polis_step_supply = {list_supply, why_not_supply, apply_supply};

/* ---- Projects [POL-EOR-4, POL-EOR-5] and siege discs [POL-EOR-3] ---- */

static void complete_projects(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++) {
        if (p->project[tile] != POLIS_PLACE_OF_PROJECT_PROGRESS) continue;
        p->project[tile] = POLIS_PLACE_OF_PROJECT_COMPLETED; /* [POL-EOR-6] */
        int owner = polis_owner(p, p->project_at[tile]), prestige = polis_tile_prestige(t, p, tile);
        polis_gain_prestige(t, p, owner, prestige);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROJECT_COMPLETED, owner, (int32_t)tile, p->project_at[tile], prestige);
    }
}

static void after_returns(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    if (!t->siege.die && !t->siege.discs_stay) { /* [POL-DIC-23] */
        memset(p->discs, 0, sizeof p->discs);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_DISCS_CLEARED, 0, 0, 0, 0);
    }
    complete_projects(t, p, sink);
    ask_supply(t, p, 0, sink);
}

/* ---- Returns [POL-EOR-2, POL-EVENT-14, POL-EVENT-15] ---- */

/* Galleys: seas with room. Hoplites: lands with room where the side has a polis or a hoplite. */
static uint32_t houses(const struct polis_tables *t, const struct polis_position *p, int side) {
    const struct polis_effect *effect = polis_lasting(t, p, POLIS_OP_EXPEDITION);
    uint32_t set = 0;
    for (uint32_t rest = effect->unit ? t->seas : t->lands; rest; rest &= rest - 1) {
        unsigned region = polis_first(rest);
        bool at_home = effect->unit || p->units[side][region] || t->cities_in[region] & p->own[side];
        if (at_home && polis_room(t, p, side, region)) set |= polis_bit(region);
    }
    return set;
}

static void to_reserve(struct polis_position *p, int side, int n, struct alea_events *sink) {
    if (!n) return;
    p->away[side] = (uint8_t)(p->away[side] - n);
    p->reserve[side] = (uint8_t)(p->reserve[side] + n);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RETURNED_TO_RESERVE, side, n, 0, 0);
}

/* The next unit, sides alternating from `first`. */
static void ask_return(const struct polis_tables *t, struct polis_position *p, int first, struct alea_events *sink) {
    for (int n = 0; n < POLIS_SIDES; n++) {
        int side = n ? polis_other(first) : first;
        if (!p->away[side]) continue;
        if (houses(t, p, side)) {
            polis_to(p, POLIS_STEP_RETURN_UNITS, side);
            return;
        }
        to_reserve(p, side, p->away[side], sink);
    }
    after_returns(t, p, sink);
}

static int list_return(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_RETURN, houses(t, p, p->decider));
}

static alea_rule why_not_return(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    if (polis_has(houses(t, p, p->decider), arg)) return 0;
    return polis_lasting(t, p, POLIS_OP_EXPEDITION)->half ? POL_EVENT_14 : POL_EVENT_15;
}

static void apply_return(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    int side = p->decider;
    (void)verb;
    p->away[side]--;
    p->units[side][arg]++;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RETURNED, side, (int32_t)arg, 0, 0);
    ask_return(t, p, polis_other(side), sink);
}

const struct polis_handler polis_step_return_units = {list_return, why_not_return, apply_return};

void polis_round_end(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    const struct polis_effect *effect = polis_lasting(t, p, POLIS_OP_EXPEDITION);
    for (int side = 0; effect && effect->half && side < POLIS_SIDES; side++)
        to_reserve(p, side, p->away[side] / 2, sink); /* half of them, rounded up, come back */
    if (p->away[0] || p->away[1]) ask_return(t, p, p->start, sink);
    else after_returns(t, p, sink);
}
