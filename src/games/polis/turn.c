/* SPDX-License-Identifier: MIT */
/* turn.c - setup, rounds, turns, and which action may be begun. [POL-SETUP, POL-ROUND, POL-TURN] */
#include <string.h>

#include "polis_internal.h"

void polis_to(struct polis_position *p, unsigned step, int decider) {
    p->step = (uint8_t)step;
    p->decider = (uint8_t)decider;
}

/* ---- Setup ---- */

void polis_setup(const void *tables, void *pos) {
    const struct polis_tables *t = tables;
    struct polis_position *p = pos;
    p->action = p->first_action = p->first_polis = p->what = p->where = p->event = p->battle = ALEA_NONE;
    memset(p->queue, ALEA_NONE, sizeof p->queue);
    memset(p->chosen, ALEA_NONE, sizeof p->chosen);
    memset(p->attack, ALEA_NONE, sizeof p->attack);
    memset(p->answer, ALEA_NONE, sizeof p->answer);
    memset(p->project_at, ALEA_NONE, sizeof p->project_at);
    memcpy(p->market, t->start_market, sizeof p->market); /* [POL-SETUP-8] */
    for (int side = 0; side < POLIS_SIDES; side++) {
        p->prestige[side] = t->start_prestige[side]; /* [POL-SETUP-3] */
        memcpy(p->resource[side], t->start_resource[side], sizeof p->resource[side]);
        memcpy(p->units[side], t->start_units[side], sizeof p->units[side]); /* [POL-SETUP-6] */
        p->port[side] = t->start_merchants[side];                            /* [POL-SETUP-7] */
        p->proxenos[side] = t->start_proxenos[side];
        int cubes = t->cubes; /* [POL-SETUP-12] */
        for (int region = 0; region < POLIS_REGIONS_MAX; region++) cubes -= p->units[side][region];
        for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) { /* [POL-SETUP-4] */
            if (!t->start_population[side][city]) continue;
            p->own[side] |= polis_bit(city);
            p->population[city] = t->start_population[side][city];
            cubes -= p->population[city];
        }
        p->reserve[side] = (uint8_t)cubes;
    }
    polis_round_begin(t, p, NULL);
}

/* ---- The beginning of a round: projects, event, first player ---- */

static int shown(const struct polis_position *p, int place) {
    int n = 0;
    for (int project = 0; project < POLIS_PROJECT_COUNT; project++) n += p->project[project] == place;
    return n;
}

/* The next chance of the beginning: another project as long as some are missing, then the event. [POL-ROUND-1] */
static void draw_next(const struct polis_tables *t, struct polis_position *p) {
    bool more = shown(p, POLIS_PLACE_OF_PROJECT_DISPLAY) < t->shown_projects && shown(p, POLIS_PLACE_OF_PROJECT_PILE);
    polis_to(p, more ? POLIS_STEP_PROJECT : POLIS_STEP_EVENT, p->active);
}

void polis_round_begin(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_ROUND_BEGAN, p->round, 0, 0, 0);
    draw_next(t, p);
}

static void show_project(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    (void)verb;
    p->project[arg] = POLIS_PLACE_OF_PROJECT_DISPLAY; /* [POL-PREP-4] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PROJECT_SHOWN, (int32_t)arg, 0, 0, 0);
    draw_next(t, p);
}

static void draw_event(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)verb;
    polis_event_begin(t, p, arg, sink);
}

const struct polis_handler polis_step_project = {.apply = show_project};
const struct polis_handler polis_step_event = {.apply = draw_event};

static void turn_begin(struct polis_position *p, int side) {
    p->active = (uint8_t)side;
    p->turns = (uint8_t)polis_least(p->turns + 1, UINT8_MAX);
    p->actions = p->surcharge = 0;
    p->action = p->first_action = p->first_polis = ALEA_NONE;
    p->first_started = 0;
    polis_to(p, POLIS_STEP_ACTION, side);
}

void polis_turns_begin(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    const struct polis_effect *named = polis_lasting(t, p, POLIS_OP_START_PLAYER);                   /* [POL-ROUND-3] */
    int start = p->prestige[POLIS_ATHENS] < p->prestige[POLIS_SPARTA] ? POLIS_ATHENS : POLIS_SPARTA; /* [POL-ROUND-2] */
    if (named) start = (int)polis_first(named->sides);
    p->start = (uint8_t)start;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_STARTS, start, 0, 0, 0);
    turn_begin(p, start);
}

/* ---- The end of a turn ---- */

/* The other side if it plays on, else the same, else the end of the round. [POL-TURN-1, POL-TURN-8, POL-ROUND-4] */
static void next_turn(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int other = polis_other(p->active);
    if (!polis_is_passed(p, other)) turn_begin(p, other);
    else if (!polis_is_passed(p, p->active)) turn_begin(p, p->active);
    else polis_round_end(t, p, sink);
}

/* Whose free routes to the markets are barred costs Prestige. [POL-EVENT-28] */
static void fine_for_trade(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    const struct polis_effect *effect = polis_lasting(t, p, POLIS_OP_FREE_TRADE);
    if (!effect) return;
    int side = p->active, galleys = 0;
    for (uint32_t rest = effect->seas; rest; rest &= rest - 1) galleys += p->units[side][polis_first(rest)];
    if (galleys >= effect->least || !(effect->set & ~polis_trade_reach(t, p, polis_other(side)))) return;
    polis_gain_prestige(t, p, side, -effect->count);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_FREE_TRADE_FINE, side, effect->count, 0, 0);
}

void polis_battles_over(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    fine_for_trade(t, p, sink); /* [POL-TURN-12] */
    next_turn(t, p, sink);
}

static void turn_end(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    p->action = p->first_action = p->first_polis = ALEA_NONE;
    p->actions = p->surcharge = p->first_started = 0;
    polis_battles_begin(t, p, sink);
}

void polis_action_over(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    polis_break_sieges(t, p, POLIS_BREAK_AFTER_ACTION, sink); /* [POL-DSAC-23] */
    if (!p->actions) p->first_action = p->action;
    p->action = p->what = p->where = ALEA_NONE;
    p->made = p->surcharge = 0;
    p->actions++;
    if (p->actions >= t->actions_per_turn) turn_end(t, p, sink); /* [POL-TURN-2] */
    else polis_to(p, POLIS_STEP_ACTION, p->active);
}

/* ---- The choice of an action ---- */

static const struct {
    polis_can *can;
    polis_why *why;
    uint8_t step; /* the first choice */
} action[POLIS_ACTION_COUNT] = {
    [POLIS_CREATE_HOPLITES] = {polis_can_make_hoplites, polis_why_make_hoplites, POLIS_STEP_MAKE_FROM},
    [POLIS_CREATE_GALLEYS] = {polis_can_make_galleys, polis_why_make_galleys, POLIS_STEP_MAKE_FROM},
    [POLIS_CREATE_MERCHANTS] = {polis_can_make_merchants, polis_why_make_merchants, POLIS_STEP_MAKE_FROM},
    [POLIS_START_PROJECT] = {polis_can_project, polis_why_project, POLIS_STEP_TILE},
    [POLIS_MOVE_HOPLITES] = {polis_can_move_hoplites, polis_why_move_hoplites, POLIS_STEP_MOVE_TO},
    [POLIS_MOVE_GALLEYS] = {polis_can_move_galleys, polis_why_move_galleys, POLIS_STEP_MOVE_TO},
    [POLIS_BESIEGE] = {polis_can_besiege, polis_why_besiege, POLIS_STEP_SIEGE_POLIS},
    [POLIS_COLLECT] = {polis_can_collect, polis_why_collect, POLIS_STEP_COLLECT_IN},
    [POLIS_TRADE] = {polis_can_trade, polis_why_trade, POLIS_STEP_LOAD},
    [POLIS_MOVE_PROXENOS] = {polis_can_prox, polis_why_prox, POLIS_STEP_PROX_TO},
    [POLIS_REDEEM_PROXENOS] = {polis_can_redeem, polis_why_redeem, 0},
    [POLIS_CIVIL_WAR] = {polis_can_civil, polis_why_civil, 0},
};

/* Two actions of a turn differ; sieges without dice are compared by polis, in siege.c. [POL-TURN-3] */
static uint32_t not_repeated(const struct polis_tables *t, const struct polis_position *p) {
    const uint32_t all = polis_bit(POLIS_ACTION_COUNT) - 1;
    bool any = !p->actions || p->first_action == ALEA_NONE || (p->first_action == POLIS_BESIEGE && !t->siege.die);
    return any ? all : all & ~polis_bit(p->first_action);
}

uint32_t polis_actions(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0;
    for (uint32_t rest = not_repeated(t, p); rest; rest &= rest - 1) {
        unsigned which = polis_first(rest);
        set |= (uint32_t)action[which].can(t, p) << which;
    }
    return set;
}

static bool can_begin_some(const struct polis_tables *t, const struct polis_position *p, uint32_t some) {
    for (uint32_t rest = some & not_repeated(t, p); rest; rest &= rest - 1)
        if (action[polis_first(rest)].can(t, p)) return true;
    return false;
}

/* Two sides can take the same polis from each other for ever where a siege costs what it brings: a round ends some time.
 * [POL-TURN-7, ruling 12] */
static bool is_out_of_time(const struct polis_position *p) { return p->turns > POLIS_TURNS_MAX; }

static bool owes_surcharge(const struct polis_position *p) {
    return polis_is_passed(p, polis_other(p->active)) && !p->surcharge; /* [POL-TURN-9] */
}

/* Resources that may pay the surcharge, so that an action is still possible. [POL-TURN-10] */
static uint32_t surcharges(const struct polis_tables *t, const struct polis_position *p) {
    enum { FREE = 1 << POLIS_COLLECT | 1 << POLIS_MOVE_HOPLITES | 1 << POLIS_BESIEGE | 1 << POLIS_MOVE_GALLEYS };
    const uint8_t *stock = p->resource[p->active];
    uint32_t set = 0;
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++)
        if (stock[resource] >= t->surcharge) set |= polis_bit(resource);
    if (can_begin_some(t, p, FREE)) return set; /* they need no resource, so that any one may go */
    struct polis_position paid = *p;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        uint8_t *left = &paid.resource[p->active][polis_first(rest)];
        *left = (uint8_t)(*left - t->surcharge);
        if (!can_begin_some(t, &paid, UINT32_MAX)) set &= ~polis_bit(polis_first(rest));
        *left = stock[polis_first(rest)];
    }
    return set;
}

static int list_actions(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = 0;
    if (is_out_of_time(p)) return polis_list_one(out, n, POLIS_VERB_PASS);
    if (owes_surcharge(p)) {
        n = polis_list_one(out, n, POLIS_VERB_PASS);
        return polis_list(out, n, POLIS_VERB_SURCHARGE, surcharges(t, p));
    }
    n = polis_list(out, n, POLIS_VERB_ACT, polis_actions(t, p));
    return p->surcharge ? n : polis_list_one(out, n, POLIS_VERB_PASS);
}

static alea_rule why_not_act(const struct polis_tables *t, const struct polis_position *p, unsigned which) {
    if (which >= POLIS_ACTION_COUNT) return POL_TURN_3;
    if (!polis_has(not_repeated(t, p), which)) return POL_TURN_3;
    if (is_out_of_time(p)) return POL_TURN_7;
    if (owes_surcharge(p)) return POL_TURN_9;
    return action[which].can(t, p) ? 0 : action[which].why(t, p);
}

static alea_rule why_not_surcharge(const struct polis_tables *t, const struct polis_position *p, unsigned resource) {
    if (is_out_of_time(p)) return POL_TURN_7;
    if (!owes_surcharge(p) || resource >= POLIS_RESOURCE_COUNT) return POL_TURN_9;
    if (p->resource[p->active][resource] < t->surcharge) return POL_TURN_9;
    return polis_has(surcharges(t, p), resource) ? 0 : POL_TURN_10;
}

static alea_rule why_not_action(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    switch (verb) {
    case POLIS_VERB_ACT: return why_not_act(t, p, arg);
    case POLIS_VERB_SURCHARGE: return why_not_surcharge(t, p, arg);
    default: return p->surcharge ? POL_TURN_10 : arg ? POL_TURN_4 : 0;
    }
}

static void begin_action(const struct polis_tables *t, struct polis_position *p, unsigned which, struct alea_events *sink) {
    p->action = (uint8_t)which;
    p->what = p->where = ALEA_NONE;
    p->made = 0;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_ACTION_BEGAN, p->active, (int32_t)which, 0, 0);
    if (which == POLIS_REDEEM_PROXENOS) polis_redeem(t, p, sink);
    else if (which == POLIS_CIVIL_WAR) polis_civil(t, p, sink);
    else polis_to(p, action[which].step, p->active);
}

static void apply_action(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    switch (verb) {
    case POLIS_VERB_ACT: begin_action(t, p, arg, sink); return;
    case POLIS_VERB_SURCHARGE:
        polis_gain_resource(t, p, p->active, arg, -t->surcharge);
        p->surcharge = 1;
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SURCHARGE_PAID, p->active, (int32_t)arg, 0, 0);
        return;
    default: /* pass [POL-TURN-5] */
        p->passed = (uint8_t)(p->passed | 1u << p->active);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_PASSED, p->active, 0, 0, 0);
        turn_end(t, p, sink);
    }
}

const struct polis_handler polis_step_action = {list_actions, why_not_action, apply_action};
