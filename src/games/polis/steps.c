/* SPDX-License-Identifier: MIT */
/* steps.c - the table of steps, and the contract's functions that read it. */
#include <assert.h>

#include "polis_internal.h"

static const struct polis_handler *const steps[POLIS_STEPS] = {
    [POLIS_STEP_PROJECT] = &polis_step_project,
    [POLIS_STEP_EVENT] = &polis_step_event,
    [POLIS_STEP_REMOVE] = &polis_step_remove,
    [POLIS_STEP_SEND] = &polis_step_send,
    [POLIS_STEP_SELL] = &polis_step_sell,
    [POLIS_STEP_BETRAY] = &polis_step_betray,
    [POLIS_STEP_ACTION] = &polis_step_action,
    [POLIS_STEP_MAKE_FROM] = &polis_step_make_from,
    [POLIS_STEP_MAKE_HOPLITES] = &polis_step_make_hoplites,
    [POLIS_STEP_MAKE_GALLEYS] = &polis_step_make_galleys,
    [POLIS_STEP_MAKE_MERCHANTS] = &polis_step_make_merchants,
    [POLIS_STEP_TILE] = &polis_step_tile,
    [POLIS_STEP_TILE_IN] = &polis_step_tile_in,
    [POLIS_STEP_SILVER_FOR] = &polis_step_silver_for,
    [POLIS_STEP_MOVE_TO] = &polis_step_move_to,
    [POLIS_STEP_MOVE_HOPLITES] = &polis_step_move_hoplites,
    [POLIS_STEP_MOVE_GALLEYS] = &polis_step_move_galleys,
    [POLIS_STEP_SIEGE_POLIS] = &polis_step_siege_polis,
    [POLIS_STEP_SIEGE_DIE] = &polis_step_siege_die,
    [POLIS_STEP_FORCE_ONCE] = &polis_step_force_once,
    [POLIS_STEP_FORCE_MORE] = &polis_step_force_more,
    [POLIS_STEP_GARRISON] = &polis_step_garrison,
    [POLIS_STEP_COLLECT_IN] = &polis_step_collect_in,
    [POLIS_STEP_COLLECT_ROWS] = &polis_step_collect_rows,
    [POLIS_STEP_LOAD] = &polis_step_load,
    [POLIS_STEP_TRADE_MODE] = &polis_step_trade_mode,
    [POLIS_STEP_MARKET_DIE] = &polis_step_market_die,
    [POLIS_STEP_PROX_TO] = &polis_step_prox_to,
    [POLIS_STEP_BATTLE_ORDER] = &polis_step_battle_order,
    [POLIS_STEP_DEAL] = &polis_step_deal,
    [POLIS_STEP_RETREAT] = &polis_step_retreat,
    [POLIS_STEP_ATTACK] = &polis_step_attack,
    [POLIS_STEP_ANSWER] = &polis_step_answer,
    [POLIS_STEP_DOUBLE_PRESTIGE] = &polis_step_double_prestige,
    [POLIS_STEP_RETURN_UNITS] = &polis_step_return_units,
    [POLIS_STEP_SUPPLY] = &polis_step_supply,
    [POLIS_STEP_GROWTH] = &polis_step_growth,
    [POLIS_STEP_PHOROS] = &polis_step_phoros,
};

/* Which steps know a verb: verb 0 ends the list. Refused elsewhere with the rule that names its moment. */
enum { HOMES = 4 };
static const struct home {
    uint8_t step[HOMES];
    bool plain; /* has no argument */
    alea_rule elsewhere;
} home[POLIS_VERBS] = {
    [POLIS_VERB_ACT] = {{POLIS_STEP_ACTION}, false, POL_TURN_11},
    [POLIS_VERB_PASS] = {{POLIS_STEP_ACTION}, true, POL_TURN_4},
    [POLIS_VERB_SURCHARGE] = {{POLIS_STEP_ACTION}, false, POL_TURN_9},
    [POLIS_VERB_FROM_POLIS] = {{POLIS_STEP_MAKE_FROM}, false, POL_TURN_11},
    [POLIS_VERB_FROM_REGION] = {{POLIS_STEP_MOVE_HOPLITES, POLIS_STEP_MOVE_GALLEYS}, false, POL_TURN_11},
    [POLIS_VERB_TO_REGION] = {{POLIS_STEP_MOVE_TO, POLIS_STEP_MAKE_GALLEYS}, false, POL_TURN_11},
    [POLIS_VERB_TO_POLIS] = {{POLIS_STEP_PROX_TO}, false, POL_TURN_11},
    [POLIS_VERB_IN_POLIS] = {{POLIS_STEP_TILE_IN}, false, POL_TURN_11},
    [POLIS_VERB_IN_REGION] = {{POLIS_STEP_COLLECT_IN}, false, POL_TURN_11},
    [POLIS_VERB_PAY] = {{POLIS_STEP_MAKE_HOPLITES, POLIS_STEP_MAKE_GALLEYS, POLIS_STEP_MAKE_MERCHANTS}, false, POL_TURN_11},
    [POLIS_VERB_PAY_SUPPLY] = {{POLIS_STEP_SUPPLY}, true, POL_EOR_7},
    [POLIS_VERB_HIRE] = {{POLIS_STEP_MAKE_HOPLITES, POLIS_STEP_MAKE_GALLEYS}, true, POL_EVENT_27},
    [POLIS_VERB_TILE] = {{POLIS_STEP_TILE}, false, POL_TURN_11},
    [POLIS_VERB_SILVER_FOR] = {{POLIS_STEP_SILVER_FOR}, false, POL_PROJ_4},
    [POLIS_VERB_SIEGE] = {{POLIS_STEP_SIEGE_POLIS}, false, POL_TURN_11},
    [POLIS_VERB_FORCE] = {{POLIS_STEP_FORCE_ONCE, POLIS_STEP_FORCE_MORE}, true, 0 /* by siege mode */},
    [POLIS_VERB_NO] = {{POLIS_STEP_FORCE_ONCE, POLIS_STEP_GARRISON, POLIS_STEP_DOUBLE_PRESTIGE}, true, POL_TURN_11},
    [POLIS_VERB_GARRISON] = {{POLIS_STEP_GARRISON}, true, 0 /* by siege mode */},
    [POLIS_VERB_ROW] = {{POLIS_STEP_COLLECT_ROWS}, false, POL_COLL_5},
    [POLIS_VERB_LOAD] = {{POLIS_STEP_LOAD}, false, POL_TURN_11},
    [POLIS_VERB_EXCHANGE] = {{POLIS_STEP_TRADE_MODE}, true, POL_TRADE_6},
    [POLIS_VERB_PURCHASE] = {{POLIS_STEP_TRADE_MODE}, true, POL_TRADE_9},
    [POLIS_VERB_BATTLE] = {{POLIS_STEP_BATTLE_ORDER}, false, POL_BATTLE_4},
    [POLIS_VERB_RETREAT] = {{POLIS_STEP_RETREAT}, true, POL_BATTLE_9},
    [POLIS_VERB_FIGHT] = {{POLIS_STEP_RETREAT}, true, POL_BATTLE_9},
    [POLIS_VERB_PLAY] = {{POLIS_STEP_ATTACK}, false, POL_BATTLE_11},
    [POLIS_VERB_ANSWER] = {{POLIS_STEP_ANSWER}, false, POL_BATTLE_12},
    [POLIS_VERB_DOUBLE] = {{POLIS_STEP_DOUBLE_PRESTIGE}, true, POL_EVENT_25},
    [POLIS_VERB_REMOVE] = {{POLIS_STEP_REMOVE}, false, POL_EVENT_12},
    [POLIS_VERB_SEND] = {{POLIS_STEP_SEND}, false, POL_EVENT_15},
    [POLIS_VERB_SELL] = {{POLIS_STEP_SELL}, false, POL_EVENT_21},
    [POLIS_VERB_TAKE] = {{POLIS_STEP_BETRAY}, false, POL_EVENT_18},
    [POLIS_VERB_RETURN] = {{POLIS_STEP_RETURN_UNITS}, false, POL_EVENT_15},
    [POLIS_VERB_DISCARD] = {{POLIS_STEP_SUPPLY}, false, POL_EOR_9},
    [POLIS_VERB_GROW] = {{POLIS_STEP_GROWTH}, false, POL_EOR_13},
    [POLIS_VERB_PHOROS] = {{POLIS_STEP_PHOROS}, false, POL_EOR_19},
    /* No seat's: chance's, and the host's. */
    [POLIS_VERB_DICE] = {{0}, false, POL_SIEGE_6},
    [POLIS_VERB_EVENT] = {{0}, false, POL_EVENT_1},
    [POLIS_VERB_PROJECT] = {{0}, false, POL_PREP_4},
    [POLIS_VERB_CARD] = {{0}, false, POL_BATTLE_7},
    [POLIS_VERB_RESIGN] = {{0}, false, POL_TURN_1},
};

/* `done` belongs to every step that repeats a choice. */
static bool ends_with_done(unsigned step) {
    switch (step) {
    case POLIS_STEP_MAKE_HOPLITES:
    case POLIS_STEP_MAKE_GALLEYS:
    case POLIS_STEP_MAKE_MERCHANTS:
    case POLIS_STEP_MOVE_HOPLITES:
    case POLIS_STEP_MOVE_GALLEYS:
    case POLIS_STEP_FORCE_MORE:
    case POLIS_STEP_COLLECT_ROWS:
    case POLIS_STEP_SEND:
    case POLIS_STEP_GROWTH: return true;
    default: return false;
    }
}

static bool is_home(const struct polis_position *p, unsigned verb) {
    if (verb == POLIS_VERB_DONE) return ends_with_done(p->step);
    for (int i = 0; i < HOMES; i++)
        if (home[verb].step[i] == p->step && p->step) return true;
    return false;
}

/* ---- Lists of moves ---- */

int polis_list(alea_move out[], int n, unsigned verb, uint32_t set) {
    for (; set; set &= set - 1) out[n++] = alea_move_make(verb, polis_first(set));
    return n;
}

int polis_list_range(alea_move out[], int n, unsigned verb, int first, int last) {
    for (int arg = first; arg <= last; arg++) out[n++] = alea_move_make(verb, (unsigned)arg);
    return n;
}

int polis_list_one(alea_move out[], int n, unsigned verb) {
    out[n] = alea_move_make(verb, 0);
    return n + 1;
}

/* ---- The contract ---- */

bool polis_is_chance(const struct polis_position *p) {
    return p->step == POLIS_STEP_PROJECT || p->step == POLIS_STEP_EVENT || p->step == POLIS_STEP_SIEGE_DIE ||
           p->step == POLIS_STEP_MARKET_DIE || p->step == POLIS_STEP_DEAL;
}

alea_actors polis_actors(const void *tables, const void *pos) {
    const struct polis_position *p = pos;
    (void)tables;
    if (p->step == POLIS_STEP_OVER) return ALEA_ACTORS_OVER;
    return polis_is_chance(p) ? ALEA_ACTORS_CHANCE : alea_actor(p->decider);
}

int polis_legal(const void *tables, const void *pos, int seat, alea_move out[]) {
    const struct polis_position *p = pos;
    if (p->step == POLIS_STEP_OVER) return 0;
    if (seat == ALEA_HOST) return polis_list_range(out, 0, POLIS_VERB_RESIGN, 0, POLIS_SIDES - 1);
    if (seat != p->decider || polis_is_chance(p)) return 0;
    return steps[p->step]->legal(tables, p, out);
}

alea_move polis_lone_choice(const struct polis_tables *t, struct polis_position *p, alea_move move) {
    alea_move legal[POLIS_LEGAL_MAX];
    if (alea_move_verb(move) != POLIS_VERB_ACT) return 0;
    polis_apply(t, p, p->decider, move, NULL);
    return p->action != ALEA_NONE && polis_legal(t, p, p->decider, legal) == 1 ? legal[0] : 0;
}

static alea_rule why_not_seat(const struct polis_tables *t, const struct polis_position *p, int seat, unsigned verb,
                              unsigned arg) {
    if (verb < 1 || verb >= POLIS_VERBS) return POL_TURN_11;
    if (seat != p->decider || polis_is_chance(p)) {
        bool out = seat < POLIS_SIDES && polis_is_passed(p, seat) && p->step == POLIS_STEP_ACTION;
        return out ? POL_TURN_5 : POL_TURN_1;
    }
    if (!is_home(p, verb)) {
        if (verb == POLIS_VERB_FORCE) return polis_why_no_force(t);
        if (verb == POLIS_VERB_GARRISON) return polis_why_no_garrison(t);
        return verb == POLIS_VERB_DONE ? POL_TURN_11 : home[verb].elsewhere;
    }
    if ((home[verb].plain || verb == POLIS_VERB_DONE) && arg) return POL_TURN_11;
    return steps[p->step]->why_not(t, p, verb, arg);
}

alea_rule polis_why_not(const void *tables, const void *pos, int seat, alea_move move) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (p->step == POLIS_STEP_OVER) return POL_END_3;
    if (seat == ALEA_HOST) return verb == POLIS_VERB_RESIGN && arg < POLIS_SIDES ? 0 : POL_TURN_1;
    if (seat == ALEA_CHANCE) return polis_is_chance(p) ? polis_why_not_chance(t, p, verb, arg) : POL_TURN_1;
    return why_not_seat(t, p, seat, verb, arg);
}

void polis_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink) {
    struct polis_position *p = pos;
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    (void)seat;
    if (verb == POLIS_VERB_RESIGN) {
        p->resigned = (uint8_t)(1u << arg);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RESIGNED, (int32_t)arg, 0, 0, 0);
        polis_finish(tables, p, 2u >> arg, POLIS_OUTCOME_RESIGNED, sink);
        return;
    }
    assert(steps[p->step]);
    steps[p->step]->apply(tables, p, verb, arg, sink);
}

/* Chance is a barrier by itself, and so is the other seat's choice; nothing else is. [11.2, Undo] */
bool polis_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after) {
    const struct polis_position *is = after;
    (void)tables, (void)before, (void)seat, (void)move;
    return is->step == POLIS_STEP_OVER;
}
