/* SPDX-License-Identifier: MIT */
/* collect.c - Collection: hoplites gather a region's tribute. [POL-COLL] */
#include "polis_internal.h"

/* ---- Which region ---- */

int polis_collection_price(const struct polis_tables *t, const struct polis_position *p, unsigned region) {
    return t->home_of[region] == p->active ? 0 : t->military_prestige; /* [POL-COLL-4] */
}

/* An own polis there; in a region without poleis control of it. [POL-COLL-3] */
static bool has_seat_in(const struct polis_tables *t, const struct polis_position *p, unsigned region) {
    int side = p->active;
    if (t->cities_in[region]) return (t->cities_in[region] & p->own[side]) != 0;
    return p->units[side][region] > p->units[polis_other(side)][region];
}

enum { NO_HOPLITE, DISC, NO_SEAT, NO_PRESTIGE, REFUSALS };
static const alea_rule refusal[REFUSALS] = {POL_COLL_1, POL_COLL_2, POL_COLL_3, POL_MIL_2};

static int passes(const struct polis_tables *t, const struct polis_position *p, unsigned region) {
    if (!polis_has(t->lands, region) || !p->units[p->active][region]) return NO_HOPLITE;
    if (polis_has(p->tribute, region)) return DISC;
    if (!has_seat_in(t, p, region)) return NO_SEAT;
    return p->prestige[p->active] >= polis_collection_price(t, p, region) ? REFUSALS : NO_PRESTIGE;
}

static uint32_t regions(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0;
    for (uint32_t rest = polis_camps(p, p->active, 1) & t->lands & ~p->tribute; rest; rest &= rest - 1)
        if (passes(t, p, polis_first(rest)) == REFUSALS) set |= polis_bit(polis_first(rest));
    return set;
}

bool polis_can_collect(const struct polis_tables *t, const struct polis_position *p) {
    for (uint32_t rest = polis_camps(p, p->active, 1) & t->lands & ~p->tribute; rest; rest &= rest - 1)
        if (passes(t, p, polis_first(rest)) == REFUSALS) return true;
    return false;
}

alea_rule polis_why_collect(const struct polis_tables *t, const struct polis_position *p) {
    int furthest = NO_HOPLITE;
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) furthest = polis_most(furthest, passes(t, p, region));
    return furthest == REFUSALS ? 0 : refusal[furthest];
}

static int list_in(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_IN_REGION, regions(t, p));
}

static alea_rule why_not_in(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    int passed = arg < POLIS_REGIONS_MAX ? passes(t, p, arg) : NO_HOPLITE;
    return passed == REFUSALS ? 0 : refusal[passed];
}

static void apply_in(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                     struct alea_events *sink) {
    (void)verb;
    p->what = (uint8_t)arg;
    polis_gain_prestige(t, p, p->active, -polis_collection_price(t, p, arg));
    p->tribute |= polis_bit(arg); /* [POL-COLL-8] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_COLLECTED, p->active, (int32_t)arg, 0, 0);
    polis_to(p, POLIS_STEP_COLLECT_ROWS, p->active);
}

const struct polis_handler polis_step_collect_in = {list_in, why_not_in, apply_in};

/* ---- Rows: one hoplite after another ---- */

int polis_row_length(const struct polis_tables *t, const struct polis_position *p, unsigned region, unsigned row) {
    int n = 0;
    if (row >= POLIS_ROWS_MAX) return 0;
    if (row == POLIS_ROW_PRESTIGE) {
        bool home = t->home_of[region] == p->active;
        return home && polis_lasting(t, p, POLIS_OP_PACIFISM) ? p->population[t->capital[p->active]] : 0;
    }
    while (n < POLIS_YIELD_MAX && t->yields[region][row][n]) n++;
    return n;
}

/* What an event lets. [POL-EVENT-33] */
static int limit_of(const struct polis_tables *t, const struct polis_position *p, unsigned region) {
    const struct polis_effect *limit = polis_lasting(t, p, POLIS_OP_COLLECT_LIMIT);
    return limit && limit->where == region ? limit->count : POLIS_CAP;
}

int polis_collectors(const struct polis_tables *t, const struct polis_position *p, unsigned region) {
    return polis_least(p->units[p->active][region], limit_of(t, p, region)); /* [POL-COLL-7] */
}

int polis_tribute_of(const struct polis_tables *t, const struct polis_position *p, unsigned region, unsigned row,
                     int hoplites) {
    hoplites = polis_least(hoplites, polis_row_length(t, p, region, row));
    if (!hoplites) return 0;
    if (row == POLIS_ROW_PRESTIGE) return hoplites * polis_lasting(t, p, POLIS_OP_PACIFISM)->each;
    return t->yields[region][row][hoplites - 1]; /* [POL-COLL-5] */
}

static uint32_t rows(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0;
    if (p->made >= polis_collectors(t, p, p->what)) return 0;
    for (unsigned row = 0; row < POLIS_ROWS_MAX; row++)
        if (p->rows[row] < polis_row_length(t, p, p->what, row)) set |= polis_bit(row);
    return set;
}

static int list_rows(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = p->made ? polis_list_one(out, 0, POLIS_VERB_DONE) : 0;
    return polis_list(out, n, POLIS_VERB_ROW, rows(t, p));
}

static alea_rule why_not_rows(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    if (verb == POLIS_VERB_DONE) return p->made ? 0 : POL_COLL_7;
    if (arg >= POLIS_ROWS_MAX || p->rows[arg] >= polis_row_length(t, p, p->what, arg)) return POL_COLL_6;
    if (p->made >= limit_of(t, p, p->what)) return POL_EVENT_33;
    return p->made < p->units[p->active][p->what] ? 0 : POL_COLL_7;
}

static void gather(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int side = p->active;
    for (unsigned row = 0; row < POLIS_ROWS_MAX; row++) {
        int amount = polis_tribute_of(t, p, p->what, row, p->rows[row]);
        if (!amount) continue;
        if (row == POLIS_ROW_PRESTIGE) polis_gain_prestige(t, p, side, amount);
        else polis_gain_resource(t, p, side, row, amount);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_COLLECTED_ROW, side, amount, (int32_t)row, 0);
        p->rows[row] = 0;
    }
    polis_action_over(t, p, sink);
}

static void apply_rows(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    if (verb == POLIS_VERB_DONE) {
        gather(t, p, sink);
        return;
    }
    p->rows[arg]++;
    p->made++;
}

const struct polis_handler polis_step_collect_rows = {list_rows, why_not_rows, apply_rows};
