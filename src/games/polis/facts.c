/* SPDX-License-Identifier: MIT */
/* facts.c - what a board shows beside a position: which ways and shiploads are open, where there is room, what a civil war costs, what is left
 * of turn and event, what projects and the end of the round bring; of what is being decided, what it costs and brings. All of it is public. */
#include <stddef.h>

#include "facts.h"
#include "say.h"

#define AT(member) offsetof(struct polis_facts, member)
#define SCALAR(member, value) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .cols = 1, .value_set = (value) }
#define ARRAY(member, n, columns)                                                                        \
    {                                                                                                    \
        .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .cols = (n), .col_set = (columns), \
        .value_set = ALEA_SET_NUMBER                                                                     \
    }
#define ROWS(member, kind, n, columns)                                                                                      \
    {                                                                                                                       \
        .name = #member, .offset = AT(member), .type = (kind), .rows = POLIS_SIDES, .cols = (n), .row_set = POLIS_SET_SIDE, \
        .col_set = (columns), .value_set = ALEA_SET_NUMBER                                                                  \
    }
#define MATRIX(member, n_rows, row_names, n, columns)                                                \
    {                                                                                                \
        .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .rows = (n_rows), .cols = (n), \
        .row_set = (row_names), .col_set = (columns), .value_set = ALEA_SET_NUMBER                   \
    }
#define SET(member, n, columns) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_BITS32, .cols = (n), .col_set = (columns) }
#define SETS(member, place, n_rows, row_names, n, columns)                                             \
    {                                                                                                  \
        .name = (member), .offset = (place), .type = ALEA_FIELD_BITS32, .rows = (n_rows), .cols = (n), \
        .row_set = (row_names), .col_set = (columns)                                                   \
    }

const struct alea_field polis_fact_fields[POLIS_FACTS] = {
    SCALAR(turn, ALEA_SET_NUMBER),
    SCALAR(actions_left, ALEA_SET_NUMBER),
    SCALAR(battle_threshold, ALEA_SET_NUMBER),
    SCALAR(event_state, POLIS_SET_EVENT_STATE),
    SET(winners, POLIS_SIDES, POLIS_SET_SIDE),
    SET(neutral, POLIS_POLEIS_MAX, POLIS_SET_POLIS),
    SET(may_double, POLIS_SIDES, POLIS_SET_SIDE),
    SET(fights, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    SETS("control", AT(control), POLIS_SIDES, POLIS_SET_SIDE, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    SET(open, POLIS_SHIPLOAD_COUNT, POLIS_SET_SHIPLOAD),
    SETS("reach", AT(reach), POLIS_SIDES, POLIS_SET_SIDE, POLIS_MARKET_COUNT, POLIS_SET_MARKET),
    SETS("route_sparta", AT(route[POLIS_SPARTA]), POLIS_MARKET_COUNT, POLIS_SET_MARKET, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    SETS("route_athens", AT(route[POLIS_ATHENS]), POLIS_MARKET_COUNT, POLIS_SET_MARKET, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    SETS("builders", AT(builders), POLIS_SIDES, POLIS_SET_SIDE, POLIS_POLEIS_MAX, POLIS_SET_POLIS),
    ARRAY(brings, POLIS_PROJECT_COUNT, POLIS_SET_PROJECT),
    {.name = "score",
     .offset = AT(score),
     .type = ALEA_FIELD_U16,
     .cols = POLIS_SIDES,
     .col_set = POLIS_SET_SIDE,
     .value_set = ALEA_SET_NUMBER},
    ARRAY(need, POLIS_SIDES, POLIS_SET_SIDE),
    ARRAY(from_projects, POLIS_SIDES, POLIS_SET_SIDE),
    ARRAY(from_megalopolis, POLIS_SIDES, POLIS_SET_SIDE),
    ROWS(kept, ALEA_FIELD_U8, POLIS_RESOURCE_COUNT, POLIS_SET_RESOURCE),
    ROWS(room, ALEA_FIELD_U8, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    ROWS(civil_war, ALEA_FIELD_U16, POLIS_POLEIS_MAX, POLIS_SET_POLIS),
    ARRAY(more_merchants, POLIS_SIDES, POLIS_SET_SIDE),
    ARRAY(growth, POLIS_POLEIS_MAX, POLIS_SET_POLIS),
    ARRAY(reward, POLIS_POLEIS_MAX, POLIS_SET_POLIS),
    MATRIX(missing, POLIS_FORTS_TOLD, ALEA_SET_NUMBER, POLIS_FACES_TOLD, ALEA_SET_NUMBER),
    SCALAR(failure_hoplites, ALEA_SET_NUMBER),
    SCALAR(failure_population, ALEA_SET_NUMBER),
    SCALAR(force_prestige, ALEA_SET_NUMBER),
    SCALAR(force_hoplites, ALEA_SET_NUMBER),
    SCALAR(force_population, ALEA_SET_NUMBER),
    SCALAR(force_wins, ALEA_SET_NUMBER),
    SCALAR(siege_breaks, ALEA_SET_NUMBER),
    MATRIX(tribute, POLIS_RESOURCE_COUNT, POLIS_SET_RESOURCE, POLIS_YIELD_MAX, ALEA_SET_NUMBER),
    ARRAY(tribute_prestige, POLIS_PEOPLE_TOLD, ALEA_SET_NUMBER),
    MATRIX(pays, POLIS_PAYMENTS_TOLD, ALEA_SET_NUMBER, POLIS_RESOURCE_COUNT, POLIS_SET_RESOURCE),
};

/* ---- The turn and the event ---- */

/* Effects that last until both sides have passed; the others are over when the turns begin. [POL-EVENT-8] */
static bool lasts(enum polis_event_op op) {
    return polis_has(polis_bit(POLIS_OP_MERCENARIES) | polis_bit(POLIS_OP_PACIFISM) | polis_bit(POLIS_OP_FREE_TRADE) |
                         polis_bit(POLIS_OP_DOUBLE_BATTLE_PRESTIGE) | polis_bit(POLIS_OP_BATTLE_THRESHOLD) |
                         polis_bit(POLIS_OP_COLLECT_LIMIT) | polis_bit(POLIS_OP_CLOSE_SHIPLOAD) |
                         polis_bit(POLIS_OP_TIED_EXCHANGE_REPEATS),
                     op);
}

static unsigned event_state(const struct polis_tables *t, const struct polis_position *p) {
    if (p->event == ALEA_NONE || !t->n_effects[p->event]) return POLIS_EVENT_STATE_NONE;
    if (p->step < POLIS_STEP_ACTION) return POLIS_EVENT_STATE_HAPPENING;
    for (int i = 0; polis_is_turn(p) && i < t->n_effects[p->event]; i++)
        if (lasts(t->effects[p->event][i].op)) return POLIS_EVENT_STATE_LASTING;
    return POLIS_EVENT_STATE_DONE;
}

static void reckon_turn(const struct polis_tables *t, const struct polis_position *p, struct polis_facts *facts) {
    facts->turn = polis_is_turn(p);
    facts->actions_left = (uint8_t)(facts->turn ? polis_most(0, t->actions_per_turn - p->actions) : 0);
    facts->battle_threshold = (uint8_t)(facts->turn ? polis_threshold(t, p) : t->battle_threshold[p->round]);
    facts->event_state = (uint8_t)event_state(t, p);
    if (facts->turn && polis_lasting(t, p, POLIS_OP_DOUBLE_BATTLE_PRESTIGE))
        facts->may_double = ~(uint32_t)p->doubled & 3; /* [POL-EVENT-25] */
    facts->fights = p->battles | (facts->turn ? polis_fights(t, p) : 0);
    if (p->battle != ALEA_NONE) facts->fights |= polis_bit(p->battle);
}

/* ---- The map ---- */

static void reckon_trade(const struct polis_tables *t, const struct polis_position *p, struct polis_facts *facts) {
    for (unsigned load = 0; load < POLIS_SHIPLOAD_COUNT; load++) {
        const bool free = !p->trader[load] && !polis_has(p->closed, load);                    /* [POL-TRADE-3] */
        if (free && polis_has(t->open_loads[p->round], load)) facts->open |= polis_bit(load); /* [POL-TRADE-2] */
    }
    for (int side = 0; side < POLIS_SIDES; side++) {
        const uint32_t barred = facts->control[polis_other(side)]; /* [POL-TRADE-4, POL-TRADE-5] */
        facts->reach[side] = polis_trade_reach(t, p, side);
        for (unsigned market = 0; market < POLIS_MARKET_COUNT; market++)
            facts->route[side][market] = polis_has(facts->reach[side], market)
                                             ? polis_trade_way(t, side, market, t->seas & ~barred)
                                             : polis_trade_way(t, side, market, t->seas) & barred;
    }
}

static void reckon_projects(const struct polis_tables *t, const struct polis_position *p, struct polis_facts *facts) {
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++)
        if (p->project[tile] == POLIS_PLACE_OF_PROJECT_DISPLAY || p->project[tile] == POLIS_PLACE_OF_PROJECT_PROGRESS)
            facts->brings[tile] = (uint8_t)polis_tile_prestige(t, p, tile);
}

static void reckon_room(const struct polis_tables *t, const struct polis_position *p, int side, struct polis_facts *facts) {
    const int merchants = polis_least(t->number[p->round], t->merchant_pieces); /* [POL-MER-6] */
    for (unsigned region = 0; region < (unsigned)t->region.n; region++)
        facts->room[side][region] = (uint8_t)polis_room(t, p, side, region);
    facts->more_merchants[side] = (uint8_t)polis_most(0, merchants - polis_merchants(p, side));
    for (unsigned city = 0; city < (unsigned)t->city.n; city++) {
        facts->civil_war[side][city] = (uint16_t)polis_civil_price(t, p, side, city);
        if (polis_has(p->own[side], city)) facts->growth[city] = (uint8_t)polis_growth(t, p, city);
    }
}

/* ---- What is being decided ---- */

static void reckon_sieges(const struct polis_tables *t, const struct polis_position *p, struct polis_facts *facts) {
    for (uint32_t rest = t->besiegeable; rest; rest &= rest - 1)
        facts->reward[polis_first(rest)] = (uint8_t)polis_reward(t, polis_first(rest));
    for (int fortification = 0; fortification < POLIS_FORTS_TOLD; fortification++)
        for (int roll = 1; roll <= t->siege.die; roll++)
            facts->missing[fortification][roll - 1] = (uint8_t)polis_short_of(fortification, roll);
    facts->failure_hoplites = t->failure_hoplites;
    facts->failure_population = t->failure_population;
    if (p->step != POLIS_STEP_FORCE_ONCE && p->step != POLIS_STEP_FORCE_MORE) return;
    struct polis_position without = *p, forced = *p;
    facts->force_prestige = t->siege.force_prestige;
    facts->force_hoplites = (uint8_t)polis_force_hoplites(t, p);
    facts->force_population = (uint8_t)polis_lose_population(t, &forced, p->what, t->siege.force_population);
    facts->force_wins = polis_force_wins(t, p);
    if (t->siege.breaks == POLIS_BREAK_NEVER) return;
    polis_break_sieges(t, &without, t->siege.breaks, NULL);
    facts->siege_breaks = !without.discs[p->active][p->what];
}

static void reckon_tribute(const struct polis_tables *t, const struct polis_position *p, struct polis_facts *facts) {
    for (unsigned row = 0; row < POLIS_ROWS_MAX; row++) {
        uint8_t *out = row < POLIS_RESOURCE_COUNT ? facts->tribute[row] : facts->tribute_prestige;
        for (int n = 1; n <= polis_row_length(t, p, p->what, row); n++)
            out[n - 1] = (uint8_t)polis_tribute_of(t, p, p->what, row, n);
    }
}

static void reckon_payment(const struct polis_tables *t, const struct polis_position *p, struct polis_facts *facts) {
    for (unsigned n = 0; n < POLIS_PAYMENTS_TOLD; n++)
        if (!polis_why_not(t, p, p->decider, alea_move_make(POLIS_VERB_SILVER_FOR, n)))
            polis_payment(t, p, (int)n, facts->pays[n]);
}

/* ---- The end of the round ---- */

static void reckon_ending(const struct polis_tables *t, const struct polis_position *p, int side,
                          struct polis_facts *facts) {
    struct polis_forecast ending = polis_ending_of(t, p, side);
    facts->from_projects[side] = (uint8_t)ending.projects;
    memcpy(facts->kept[side], p->resource[side], sizeof facts->kept[side]);
    if (p->step == POLIS_STEP_OVER) return;
    facts->need[side] = (uint8_t)ending.need;
    facts->from_megalopolis[side] = (uint8_t)ending.megalopolis;
    if (!ending.fed) facts->kept[side][POLIS_WHEAT] = (uint8_t)ending.left_over;
    for (int resource = 0; resource < POLIS_RESOURCE_COUNT; resource++)
        facts->kept[side][resource] = (uint8_t)(facts->kept[side][resource] - ending.lost[resource]);
}

void polis_reckon(const void *tables, const void *view, void *out) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = view;
    struct polis_facts *facts = out;
    facts->winners = p->winners;
    facts->neutral = (polis_bit(POLIS_POLEIS_MAX) - 1) & ~(p->own[0] | p->own[1]);
    reckon_turn(t, p, facts);
    for (int side = 0; side < POLIS_SIDES; side++) {
        facts->control[side] = polis_controlled(p, side); /* [POL-CTRL-1] */
        facts->builders[side] = p->own[side] & ~polis_busy_poleis(p);
        facts->score[side] = (uint16_t)polis_score_of(t, p, side);
        reckon_room(t, p, side, facts);
        reckon_ending(t, p, side, facts);
    }
    reckon_trade(t, p, facts);
    reckon_projects(t, p, facts);
    reckon_sieges(t, p, facts);
    if (p->step == POLIS_STEP_COLLECT_ROWS) reckon_tribute(t, p, facts);
    if (p->step == POLIS_STEP_SILVER_FOR) reckon_payment(t, p, facts);
}
