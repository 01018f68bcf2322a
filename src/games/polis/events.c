/* SPDX-License-Identifier: MIT */
/* events.c - the event of a round, effect by effect, as the data lists them. [POL-EVENT]
 *
 * Effects that need no choice happen at once; one that does sets `queue` to who chooses, and the event goes on when the
 * queue is empty. Lasting effects are looked up where they matter: polis_lasting(). */
#include <string.h>

#include "polis_internal.h"

static bool concerns(const struct polis_effect *effect, int side) { return effect->sides >> side & 1; }

/* ---- Effects without a choice ---- */

static void add_units(const struct polis_tables *t, struct polis_position *p, const struct polis_effect *effect, int side,
                      struct alea_events *sink) {
    for (int n = 0; n < effect->count; n++) { /* [POL-EVENT-4] */
        bool fits = p->reserve[side] && polis_room(t, p, side, effect->where);
        if (fits) polis_add_unit(p, side, effect->where);
        alea_emit(sink, ALEA_EVERYBODY, fits ? POLIS_EVENT_UNIT_ADDED : POLIS_EVENT_UNIT_DROPPED, side,
                  fits ? 1 : effect->where, fits ? effect->where : 0, 0);
    }
}

static void gain(const struct polis_tables *t, struct polis_position *p, const struct polis_effect *effect, int side,
                 struct alea_events *sink) {
    if (effect->what == POLIS_ROW_PRESTIGE) {
        polis_gain_prestige(t, p, side, effect->count);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_GAINED_PRESTIGE, side, effect->count, 0, 0);
    } else {
        polis_gain_resource(t, p, side, effect->what, effect->count);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_GAINED, side, effect->count, effect->what, 0);
    }
}

static void lose_prestige(const struct polis_tables *t, struct polis_position *p, int side, int n,
                          struct alea_events *sink) {
    int lost = polis_least(n, p->prestige[side]); /* [POL-EVENT-5] */
    if (!lost) return;
    polis_gain_prestige(t, p, side, -lost);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_LOST_PRESTIGE, side, lost, 0, 0);
}

/* To or from the reserve, while the side owns the polis. [POL-EVENT-24, POL-EVENT-30] */
static void change_population(const struct polis_tables *t, struct polis_position *p, const struct polis_effect *effect,
                              int side, struct alea_events *sink) {
    unsigned city = effect->where;
    if (!polis_has(p->own[side], city)) return;
    if (effect->count < 0) {
        if (polis_lose_population(t, p, city, -effect->count))
            alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_POLIS_SHRANK, (int32_t)city, p->population[city], 0, 0);
        return;
    }
    int room = t->city_at[city].most - p->population[city];
    int more = polis_least(polis_least(effect->count, room), p->reserve[side]);
    if (more <= 0) return;
    p->population[city] = (uint8_t)(p->population[city] + more);
    p->reserve[side] = (uint8_t)(p->reserve[side] - more);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_POLIS_GREW, (int32_t)city, p->population[city], 0, 0);
}

/* The stronger side loses hoplites, both if equal; with nobody there the region counts as collected. [POL-EVENT-32] */
static void raid(const struct polis_tables *t, struct polis_position *p, const struct polis_effect *effect,
                 struct alea_events *sink) {
    unsigned region = effect->where;
    int strongest = polis_most(p->units[0][region], p->units[1][region]);
    if (!strongest) {
        p->tribute |= polis_bit(region);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RAID_DISC, (int32_t)region, 0, 0, 0);
        return;
    }
    for (int side = 0; side < POLIS_SIDES; side++) {
        if (p->units[side][region] != strongest) continue;
        int lost = polis_least(effect->count, strongest);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RAID, side, lost, (int32_t)region, 0);
        polis_lose_units(t, p, side, region, lost, sink);
    }
}

static void set_markets(struct polis_position *p, const struct polis_effect *effect, struct alea_events *sink) {
    for (uint32_t rest = effect->set; rest; rest &= rest - 1) {
        unsigned good = polis_first(rest);
        p->market[good] = (uint8_t)effect->count;
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_MARKET_SET, (int32_t)good, effect->count, 0, 0);
    }
}

static void close_shiploads(struct polis_position *p, const struct polis_effect *effect, struct alea_events *sink) {
    p->closed |= effect->set; /* [POL-EVENT-13] */
    for (uint32_t rest = effect->set; rest; rest &= rest - 1)
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SHIPLOAD_CLOSED, (int32_t)polis_first(rest), 0, 0, 0);
}

/* ---- Who chooses ---- */

static bool has_units(const struct polis_tables *t, const struct polis_position *p, int side, uint32_t regions) {
    (void)t;
    for (; regions; regions &= regions - 1)
        if (p->units[side][polis_first(regions)]) return true;
    return false;
}

static uint32_t regions_of(const struct polis_tables *t, const struct polis_effect *effect) {
    return effect->op == POLIS_OP_REMOVE_UNIT ? t->lands | t->seas : effect->unit ? t->seas : t->lands;
}

/* Poleis that a side may take by Betrayal: the opponent's with the population named, no capital. [POL-EVENT-18] */
static uint32_t traitors(const struct polis_tables *t, const struct polis_position *p, int side) {
    const struct polis_effect *effect = &t->effects[p->event][p->effect];
    uint32_t set = 0;
    if (!p->reserve[side]) return 0;
    for (uint32_t rest = p->own[polis_other(side)]; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        if ((int)p->population[city] == (int)effect->count && t->city_at[city].capital_of == POLIS_NEUTRAL)
            set |= polis_bit(city);
    }
    return set;
}

static bool has_choice(const struct polis_tables *t, const struct polis_position *p, const struct polis_effect *effect,
                       int side) {
    switch (effect->op) {
    case POLIS_OP_REMOVE_UNIT:
    case POLIS_OP_EXPEDITION: return has_units(t, p, side, regions_of(t, effect));
    case POLIS_OP_BETRAYAL: return traitors(t, p, side) != 0;
    case POLIS_OP_SELL_PRESTIGE: return p->prestige[side] >= effect->least; /* [POL-EVENT-21] */
    default: return false;
    }
}

/* Prestige for units that an expedition lacks. [POL-EVENT-14] */
static void fine_for_missing(const struct polis_tables *t, const struct polis_effect *effect, struct polis_position *p,
                             int side, struct alea_events *sink) {
    int missing = polis_most(0, effect->least - p->away[side]);
    if (!missing || !effect->missing) return;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_EXPEDITION_MISSING, side, missing, 0, 0);
    lose_prestige(t, p, side, missing * effect->missing, sink);
}

/* Betrayal: both choices were made on the position before; now both poleis change. [POL-EVENT-18] */
static void betray(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    for (int side = 0; side < POLIS_SIDES; side++) {
        unsigned city = p->chosen[side];
        p->chosen[side] = ALEA_NONE;
        if (city != ALEA_NONE && p->reserve[side]) polis_take(t, p, side, city, sink);
    }
}

/* Asks the next side of the queue that has a choice; false when there is none left, and the choices are carried out. */
static bool ask_next(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    static const uint8_t step[POLIS_OPS] = {[POLIS_OP_REMOVE_UNIT] = POLIS_STEP_REMOVE,
                                            [POLIS_OP_EXPEDITION] = POLIS_STEP_SEND,
                                            [POLIS_OP_BETRAYAL] = POLIS_STEP_BETRAY,
                                            [POLIS_OP_SELL_PRESTIGE] = POLIS_STEP_SELL};
    const struct polis_effect *effect = &t->effects[p->event][p->effect];
    for (int i = 0; i < POLIS_SIDES; i++) {
        int side = p->queue[i];
        p->queue[i] = ALEA_NONE;
        if (side == ALEA_NONE) continue;
        if (has_choice(t, p, effect, side)) {
            p->made = 0;
            polis_to(p, step[effect->op], side);
            return true;
        }
        if (effect->op == POLIS_OP_EXPEDITION) fine_for_missing(t, effect, p, side, sink);
    }
    if (effect->op == POLIS_OP_BETRAYAL) betray(t, p, sink);
    p->made = 0;
    return false;
}

/* `active` is the side with more Prestige before the event, Athens if equal: it goes first. [POL-EVENT-3] */
static bool ask_sides(const struct polis_tables *t, struct polis_position *p, const struct polis_effect *effect,
                      struct alea_events *sink) {
    int first = p->active, second = polis_other(p->active);
    p->queue[0] = concerns(effect, first) ? (uint8_t)first : ALEA_NONE;
    p->queue[1] = concerns(effect, second) ? (uint8_t)second : ALEA_NONE;
    return ask_next(t, p, sink);
}

static bool is_choice(const struct polis_effect *effect) {
    return effect->op == POLIS_OP_REMOVE_UNIT || effect->op == POLIS_OP_EXPEDITION || effect->op == POLIS_OP_BETRAYAL ||
           effect->op == POLIS_OP_SELL_PRESTIGE;
}

static void happen(const struct polis_tables *t, struct polis_position *p, const struct polis_effect *effect,
                   struct alea_events *sink) {
    for (int side = 0; side < POLIS_SIDES; side++) {
        if (!concerns(effect, side)) continue;
        if (effect->op == POLIS_OP_ADD_UNITS) add_units(t, p, effect, side, sink);
        if (effect->op == POLIS_OP_GAIN) gain(t, p, effect, side, sink);
        if (effect->op == POLIS_OP_LOSE_PRESTIGE) lose_prestige(t, p, side, effect->count, sink);
        if (effect->op == POLIS_OP_POPULATION) change_population(t, p, effect, side, sink);
    }
    if (effect->op == POLIS_OP_RAID) raid(t, p, effect, sink);
    if (effect->op == POLIS_OP_SET_MARKET) set_markets(p, effect, sink);
    if (effect->op == POLIS_OP_CLOSE_SHIPLOAD) close_shiploads(p, effect, sink);
}

static void carry_out(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    for (; p->effect < t->n_effects[p->event]; p->effect++) {
        const struct polis_effect *effect = &t->effects[p->event][p->effect];
        if (!is_choice(effect)) happen(t, p, effect, sink);
        else if (ask_sides(t, p, effect, sink)) return;
    }
    p->effect = 0;
    polis_break_sieges(t, p, POLIS_BREAK_AFTER_ACTION, sink); /* [POL-EVENT-7] */
    polis_turns_begin(t, p, sink);                            /* [POL-EVENT-2] */
}

/* After a choice: the next side's, or the rest of the event. */
static void go_on(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    if (ask_next(t, p, sink)) return;
    p->effect++;
    carry_out(t, p, sink);
}

void polis_event_begin(const struct polis_tables *t, struct polis_position *p, unsigned event, struct alea_events *sink) {
    p->event = (uint8_t)event; /* [POL-EVENT-1] */
    p->effect = 0;
    p->active = p->prestige[POLIS_SPARTA] > p->prestige[POLIS_ATHENS] ? POLIS_SPARTA : POLIS_ATHENS;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_EVENT_DRAWN, (int32_t)event, 0, 0, 0);
    if (!t->n_effects[event]) alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_NOTHING, 0, 0, 0, 0); /* [POL-EVENT-9] */
    carry_out(t, p, sink);
}

/* ---- Removing one unit [POL-EVENT-12] ---- */

static uint32_t places_with_units(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0;
    for (uint32_t rest = regions_of(t, &t->effects[p->event][p->effect]); rest; rest &= rest - 1)
        if (p->units[p->decider][polis_first(rest)]) set |= polis_bit(polis_first(rest));
    return set;
}

static int list_remove(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_REMOVE, places_with_units(t, p));
}

static alea_rule why_not_remove(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return polis_has(places_with_units(t, p), arg) ? 0 : POL_EVENT_12;
}

static void apply_remove(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    int side = p->decider;
    (void)verb;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_UNIT_REMOVED, side, (int32_t)arg, 0, 0);
    polis_lose_units(t, p, side, arg, 1, sink);
    go_on(t, p, sink);
}

const struct polis_handler polis_step_remove = {list_remove, why_not_remove, apply_remove};

/* ---- Sending units away [POL-EVENT-14, POL-EVENT-15] ---- */

static bool may_send(const struct polis_tables *t, const struct polis_position *p) {
    const struct polis_effect *effect = &t->effects[p->event][p->effect];
    return effect->most == ALEA_NONE || p->made < effect->most;
}

/* The minimum is sent, or all there are. */
static bool may_stop_sending(const struct polis_tables *t, const struct polis_position *p) {
    return p->made >= t->effects[p->event][p->effect].least || !places_with_units(t, p);
}

static alea_rule send_rule(const struct polis_tables *t, const struct polis_position *p) {
    return t->effects[p->event][p->effect].half ? POL_EVENT_14 : POL_EVENT_15;
}

static int list_send(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = may_stop_sending(t, p) ? polis_list_one(out, 0, POLIS_VERB_DONE) : 0;
    return may_send(t, p) ? polis_list(out, n, POLIS_VERB_SEND, places_with_units(t, p)) : n;
}

static alea_rule why_not_send(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    if (verb == POLIS_VERB_DONE) return may_stop_sending(t, p) ? 0 : send_rule(t, p);
    return may_send(t, p) && polis_has(places_with_units(t, p), arg) ? 0 : send_rule(t, p);
}

static void apply_send(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    const struct polis_effect *effect = &t->effects[p->event][p->effect];
    int side = p->decider;
    if (verb == POLIS_VERB_DONE) {
        fine_for_missing(t, effect, p, side, sink);
        go_on(t, p, sink);
        return;
    }
    p->units[side][arg]--;
    p->away[side]++;
    p->made++;
    polis_gain_prestige(t, p, side, effect->each);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_UNIT_SENT, side, (int32_t)arg, 0, 0);
    polis_break_sieges(t, p, POLIS_BREAK_AT_ONCE, sink);
}

const struct polis_handler polis_step_send = {list_send, why_not_send, apply_send};

/* ---- Selling Prestige [POL-EVENT-21] ---- */

static int list_sell(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list_range(out, 0, POLIS_VERB_SELL, t->effects[p->event][p->effect].least, p->prestige[p->decider]);
}

static alea_rule why_not_sell(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return arg >= t->effects[p->event][p->effect].least && arg <= p->prestige[p->decider] ? 0 : POL_EVENT_21;
}

static void apply_sell(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    int side = p->decider, n = (int)arg, silver = n * t->effects[p->event][p->effect].each;
    (void)verb;
    polis_gain_prestige(t, p, side, -n);
    polis_gain_resource(t, p, side, POLIS_SILVER, silver);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_TREASURY_SOLD, side, n, silver, 0);
    go_on(t, p, sink);
}

const struct polis_handler polis_step_sell = {list_sell, why_not_sell, apply_sell};

/* ---- Betrayal ---- */

static int list_betray(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_TAKE, traitors(t, p, p->decider));
}

static alea_rule why_not_betray(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return polis_has(traitors(t, p, p->decider), arg) ? 0 : POL_EVENT_18;
}

static void apply_betray(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    (void)verb;
    p->chosen[p->decider] = (uint8_t)arg;
    go_on(t, p, sink);
}

const struct polis_handler polis_step_betray = {list_betray, why_not_betray, apply_betray};
