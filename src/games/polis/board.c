/* SPDX-License-Identifier: MIT */
/* board.c - cubes, resources and poleis as they change hands [POL-RES, POL-POP, POL-TAKE], and the invariants [POL-INV]. */
#include <string.h>

#include "polis_internal.h"

static uint8_t within(int most, int n) { return (uint8_t)polis_least(most, polis_most(0, n)); }

void polis_gain_prestige(const struct polis_tables *t, struct polis_position *p, int side, int n) {
    p->prestige[side] = within(t->prestige_max, p->prestige[side] + n); /* [POL-RES-4] */
}

void polis_gain_resource(const struct polis_tables *t, struct polis_position *p, int side, unsigned resource, int n) {
    p->resource[side][resource] = within(t->resource_max, p->resource[side][resource] + n); /* [POL-RES-1] */
}

/* ---- Units ---- */

void polis_add_unit(struct polis_position *p, int side, unsigned region) {
    p->reserve[side]--;
    p->units[side][region]++;
}

void polis_lose_units(const struct polis_tables *t, struct polis_position *p, int side, unsigned region, int n,
                      struct alea_events *sink) {
    p->units[side][region] = (uint8_t)(p->units[side][region] - n);
    p->reserve[side] = (uint8_t)(p->reserve[side] + n); /* [POL-POP-5] */
    polis_break_sieges(t, p, POLIS_BREAK_AT_ONCE, sink);
}

void polis_break_sieges(const struct polis_tables *t, struct polis_position *p, enum polis_break moment,
                        struct alea_events *sink) {
    if (t->siege.breaks != moment) return;
    for (int side = 0; side < POLIS_SIDES; side++)
        for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) {
            const struct polis_city *at = &t->city_at[city];
            if (!p->discs[side][city] || p->units[side][at->region] >= at->fortification) continue;
            p->discs[side][city] = 0; /* [POL-DIC-22, POL-DSAC-23] */
            alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_DISCS_REMOVED, side, (int32_t)city, 0, 0);
        }
}

/* ---- Poleis ---- */

int polis_lose_population(const struct polis_tables *t, struct polis_position *p, unsigned city, int n) {
    int owner = polis_owner(p, city);
    if (owner == POLIS_NEUTRAL) return 0;
    int lost = polis_least(n, polis_most(0, p->population[city] - t->least_population)); /* [POL-POP-2] */
    p->population[city] = (uint8_t)(p->population[city] - lost);
    p->reserve[owner] = (uint8_t)(p->reserve[owner] + lost);
    return lost;
}

/* The proxenoi of both sides when a polis comes to `side`. [POL-TAKE-5, POL-TAKE-9] */
static void hold_proxenoi(struct polis_position *p, int side, unsigned city, struct alea_events *sink) {
    int other = polis_other(side);
    if (p->proxenos[other] == city && !(p->captive >> other & 1)) {
        p->captive = (uint8_t)(p->captive | 1u << other);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROXENOS_CAPTURED, other, (int32_t)city, 0, 0);
    }
    if (p->proxenos[side] == city && p->captive >> side & 1) {
        p->captive = (uint8_t)(p->captive & ~(1u << side));
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROXENOS_FREED, side, (int32_t)city, 0, 0);
    }
}

void polis_take(const struct polis_tables *t, struct polis_position *p, int side, unsigned city, struct alea_events *sink) {
    int old = polis_owner(p, city), people = polis_people(t, p, city); /* [POL-TAKE-2, POL-TAKE-3] */
    if (old != POLIS_NEUTRAL) {
        p->own[old] &= ~polis_bit(city);
        p->reserve[old] = (uint8_t)(p->reserve[old] + people);
    }
    int cubes = polis_least(people, p->reserve[side]); /* [POL-TAKE-4] */
    p->own[side] |= polis_bit(city);                   /* [POL-TAKE-1] */
    p->population[city] = (uint8_t)cubes;
    p->reserve[side] = (uint8_t)(p->reserve[side] - cubes);
    p->discs[side][city] = 0; /* [POL-TAKE-6] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_POLIS_TAKEN, side, (int32_t)city, cubes, 0);
    hold_proxenoi(p, side, city, sink);
}

void polis_discard(struct polis_position *p, unsigned city) {
    int owner = polis_owner(p, city);
    p->reserve[owner] = (uint8_t)(p->reserve[owner] + p->population[city]); /* [POL-EOR-11] */
    p->population[city] = 0;
    p->own[owner] &= ~polis_bit(city);
    for (int project = 0; project < POLIS_PROJECT_COUNT; project++)
        if (p->project_at[project] == city) {
            p->project[project] = POLIS_PLACE_OF_PROJECT_DISCARDED;
            p->project_at[project] = ALEA_NONE;
        }
    for (int side = 0; side < POLIS_SIDES; side++) /* [POL-PROX-9] */
        if (p->proxenos[side] == city) p->captive = (uint8_t)(p->captive & ~(1u << side));
}

/* ---- Sums ---- */

int polis_need_of(const struct polis_position *p, int side) {
    int people = 0;
    for (uint32_t rest = p->own[side]; rest; rest &= rest - 1) people += p->population[polis_first(rest)];
    return people;
}

int polis_posterity(const struct polis_tables *t, const struct polis_position *p, int side) {
    int sum = 0;
    for (uint32_t rest = polis_projects(p, POLIS_PLACE_OF_PROJECT_COMPLETED); rest; rest &= rest - 1) {
        const unsigned project = polis_first(rest);
        if (polis_has(p->own[side], p->project_at[project])) sum += t->project_at[project].posterity; /* [POL-SCORE-2] */
    }
    return sum;
}

int polis_score_of(const struct polis_tables *t, const struct polis_position *p, int side) {
    return polis_need_of(p, side) + p->prestige[side] + polis_posterity(t, p, side);
}

int polis_merchants(const struct polis_position *p, int side) {
    int n = p->port[side];
    for (int load = 0; load < POLIS_SHIPLOAD_COUNT; load++) n += p->trader[load] == 1 + side;
    return n;
}

/* ---- Invariants ---- */

static bool cubes_hold(const struct polis_tables *t, const struct polis_position *p, int side) {
    int sum = p->reserve[side] + p->away[side] + polis_need_of(p, side);
    for (int region = 0; region < POLIS_REGIONS_MAX; region++) sum += p->units[side][region];
    return sum == t->cubes;
}

/* A polis may stand empty, and keep its owner, where the data lets its population sink to 0. [POL-POP-1, POL-POP-2] */
static bool population_holds(const struct polis_tables *t, const struct polis_position *p) {
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) {
        bool neutral = polis_owner(p, city) == POLIS_NEUTRAL, empty = !p->population[city];
        if (neutral ? !empty : empty && t->least_population) return false;
        if (p->population[city] > t->city_at[city].most) return false;
    }
    return !(p->own[0] & p->own[1]);
}

static bool stocks_hold(const struct polis_tables *t, const struct polis_position *p, int side) {
    for (int resource = 0; resource < POLIS_RESOURCE_COUNT; resource++)
        if (p->resource[side][resource] > t->resource_max) return false;
    return p->prestige[side] <= t->prestige_max;
}

static bool stacks_hold(const struct polis_tables *t, const struct polis_position *p, int side) {
    for (int region = 0; region < POLIS_REGIONS_MAX; region++)
        if (p->units[side][region] > t->stack_limit[p->round]) return false;
    return true;
}

static bool merchants_hold(const struct polis_tables *t, const struct polis_position *p, int side) {
    int n = polis_merchants(p, side);
    for (int load = 0; load < POLIS_SHIPLOAD_COUNT; load++)
        if (p->trader[load] > POLIS_SIDES) return false;
    return n >= 1 && n <= t->number[p->round];
}

static bool proxenos_holds(const struct polis_position *p, int side) {
    unsigned city = p->proxenos[side];
    if (city >= POLIS_POLEIS_MAX || p->proxenos[0] == p->proxenos[1]) return false;
    return !(p->captive >> side & 1) || polis_has(p->own[polis_other(side)], city);
}

static bool projects_hold(const struct polis_tables *t, const struct polis_position *p) {
    int shown = 0;
    uint32_t busy = 0;
    for (int i = 0; i < POLIS_PROJECT_COUNT; i++) {
        bool placed = p->project[i] == POLIS_PLACE_OF_PROJECT_PROGRESS || p->project[i] == POLIS_PLACE_OF_PROJECT_COMPLETED;
        shown += p->project[i] == POLIS_PLACE_OF_PROJECT_DISPLAY;
        if (placed != (p->project_at[i] != ALEA_NONE)) return false;
        if (!placed) continue;
        if (p->project_at[i] >= POLIS_POLEIS_MAX) return false;
        if (!polis_has(t->city_at[p->project_at[i]].kinds, t->project_at[i].kind)) return false;
        if (p->project[i] != POLIS_PLACE_OF_PROJECT_PROGRESS) continue;
        if (polis_has(busy, p->project_at[i])) return false;
        busy |= polis_bit(p->project_at[i]);
    }
    return shown <= t->shown_projects;
}

/* A resignation cuts an action short: its end, at which the sieges would be looked at, never comes. [POL-DSAC-23] */
static bool sieges_hold(const struct polis_tables *t, const struct polis_position *p, int side) {
    bool at_rest = p->action == ALEA_NONE && p->battle == ALEA_NONE && p->step >= POLIS_STEP_ACTION && !p->resigned;
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) {
        const struct polis_city *at = &t->city_at[city];
        if (!p->discs[side][city]) continue;
        if (t->siege.die || polis_has(p->own[side], city) || !at->besiegeable || p->discs[1 - side][city]) return false;
        if (p->discs[side][city] >= at->fortification) return false;
        bool checked = t->siege.breaks == POLIS_BREAK_AT_ONCE || at_rest;
        if (checked && p->units[side][at->region] < at->fortification) return false;
    }
    return true;
}

static bool battle_holds(const struct polis_tables *t, const struct polis_position *p) {
    int out = 0;
    for (int card = 0; card < POLIS_CARD_KINDS; card++) {
        int seen = p->played[card] + p->hand[0][card] + p->hand[1][card];
        if (seen > t->cards[card].count) return false;
        out += seen;
    }
    if (p->battle == ALEA_NONE) return out == 0 && !p->hand_size[0] && !p->hand_size[1];
    if (p->step != POLIS_STEP_RETREAT) return true;
    for (int side = 0; side < POLIS_SIDES; side++)
        if (p->hand_size[side] != p->units[side][p->battle] || p->hand_size[side] < t->battle_least) return false;
    return true;
}

/* At most two actions, and none by a side that has passed. */
static bool turn_holds(const struct polis_tables *t, const struct polis_position *p) {
    bool acting = p->step == POLIS_STEP_ACTION || p->action != ALEA_NONE;
    return p->actions <= t->actions_per_turn && !(acting && polis_is_passed(p, p->active));
}

static bool indices_hold(const struct polis_tables *t, const struct polis_position *p) {
    return p->round < POLIS_ROUND_COUNT && p->step < POLIS_STEPS && p->active < POLIS_SIDES && p->decider < POLIS_SIDES &&
           p->start < POLIS_SIDES && (p->event == ALEA_NONE || p->event < POLIS_EVENT_COUNT) &&
           (p->battle == ALEA_NONE || p->battle < POLIS_REGIONS_MAX) && p->attacker < POLIS_SIDES && t->cubes > 0;
}

/* Nothing in this position is derived. */
void polis_derive(const void *tables, void *pos) { (void)tables, (void)pos; }

int polis_broken(const void *tables, const void *pos) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    if (!indices_hold(t, p)) return POLIS_BROKEN_PADDING;
    if (!population_holds(t, p)) return POLIS_BROKEN_INV_2;
    for (int side = 0; side < POLIS_SIDES; side++) {
        if (!cubes_hold(t, p, side)) return POLIS_BROKEN_INV_1;
        if (!stocks_hold(t, p, side)) return POLIS_BROKEN_INV_3;
        if (!stacks_hold(t, p, side)) return POLIS_BROKEN_INV_4;
        if (!polis_has(p->own[side], t->capital[side])) return POLIS_BROKEN_INV_5;
        if (!merchants_hold(t, p, side)) return POLIS_BROKEN_INV_6;
        if (!proxenos_holds(p, side)) return POLIS_BROKEN_INV_7;
        if (!sieges_hold(t, p, side)) return POLIS_BROKEN_INV_9;
    }
    if (!projects_hold(t, p)) return POLIS_BROKEN_INV_8;
    for (int good = 0; good < POLIS_GOODS; good++)
        if (p->market[good] >= POLIS_PRICE_POSITIONS) return POLIS_BROKEN_INV_10;
    if (!battle_holds(t, p)) return POLIS_BROKEN_INV_11;
    if (!turn_holds(t, p)) return POLIS_BROKEN_INV_12;
    return POLIS_BROKEN_NONE;
}
