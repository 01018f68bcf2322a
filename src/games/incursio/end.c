/* SPDX-License-Identifier: MIT */
/* end.c - objectives, points, and the four ways in which a campaign ends. [INC-WIN] */
#include "incursio_internal.h"

/* ---- Objectives ---- */

static int settlements(const struct inc_tables *t, const struct inc_position *p, int least) {
    int n = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) n += inc_is_settlement(p, site) && p->level[site] >= least;
    return n;
}

static int ruins(const struct inc_tables *t, const struct inc_position *p, int least) {
    int n = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        n += inc_is_ruin(p, site) && inc_ruin_level(p, site) >= least;
    return n;
}

static int sacked(const struct inc_position *p, int least) {
    int n = 0;
    for (int level = least; level < INC_LEVELS; level++) n += p->sacked[level];
    return n;
}

/* Within so many lines of any colour of the capital; 0: the capital itself. */
static bool ruin_near_capital(const struct inc_tables *t, const struct inc_position *p, unsigned lines) {
    if (t->capital == ALEA_NONE) return false;
    uint64_t near = lines ? t->within[t->capital][lines - 1] : inc_bit(t->capital);
    for (; near; near &= near - 1)
        if (inc_is_ruin(p, inc_first(near))) return true;
    return false;
}

bool inc_objective_true(const struct inc_tables *t, const struct inc_position *p, unsigned objective) {
    const struct inc_objective *goal = &t->objectives[objective];
    switch ((enum inc_objective_op)goal->op) {
    case INC_OBJECTIVE_SETTLEMENTS: return settlements(t, p, goal->level) >= goal->count;
    case INC_OBJECTIVE_PURIFIED: return p->purified >= goal->count;
    case INC_OBJECTIVE_INCOME: return p->best_income >= (uint32_t)goal->amount;
    case INC_OBJECTIVE_CAPITAL: return !p->capital_lost;
    case INC_OBJECTIVE_SACKED: return sacked(p, goal->level) >= goal->count;
    case INC_OBJECTIVE_RUINS: return ruins(t, p, goal->level) >= goal->count;
    case INC_OBJECTIVE_RESOURCES: return p->resources >= (uint32_t)goal->amount;
    case INC_OBJECTIVE_SHADOW: return ruin_near_capital(t, p, goal->count);
    case INC_OBJECTIVE_ROOTS: return !p->ruinless;
    }
    return false;
}

/* True once, fulfilled for ever. [INC-WIN-6] */
void inc_watch_objectives(const struct inc_tables *t, struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned rest = p->objectives[side] & ~(unsigned)p->fulfilled[side]; rest; rest &= rest - 1) {
            unsigned objective = inc_first(rest);
            if (t->objectives[objective].ever && inc_objective_true(t, p, objective))
                p->fulfilled[side] = (uint16_t)(p->fulfilled[side] | 1u << objective);
        }
}

/* The others are looked at when the campaign ends. */
static bool is_fulfilled(const struct inc_tables *t, const struct inc_position *p, int side, unsigned objective) {
    return p->fulfilled[side] >> objective & 1 || (!t->objectives[objective].ever && inc_objective_true(t, p, objective));
}

/* ---- Points, as if this were the last dusk [INC-WIN-5, INC-WIN-6] ---- */

int inc_points_from(const struct inc_tables *t, const struct inc_position *p, int side, enum inc_source source) {
    int points = 0;
    switch (source) {
    case INC_FROM_SETTLEMENTS:
        for (unsigned site = 0; side == INC_DEFENDERS && site < (unsigned)t->n_sites; site++)
            points += t->points_settlement[p->level[site]];
        break;
    case INC_FROM_RUINS:
        for (unsigned site = 0; side == INC_RAIDERS && site < (unsigned)t->n_sites; site++)
            if (inc_is_ruin(p, site)) points += t->points_ruin[inc_ruin_level(p, site)];
        break;
    case INC_FROM_UPGRADES: points = side == INC_RAIDERS ? t->points_upgrade * p->steps : 0; break;
    case INC_FROM_OBJECTIVES:
        for (unsigned rest = p->objectives[side]; rest; rest &= rest - 1)
            if (is_fulfilled(t, p, side, inc_first(rest))) points += t->objective_points;
        break;
    case INC_SOURCES: break;
    }
    return points;
}

int inc_points(const struct inc_tables *t, const struct inc_position *p, int side) {
    int points = 0;
    for (enum inc_source source = INC_FROM_SETTLEMENTS; source < INC_SOURCES; source++)
        points += inc_points_from(t, p, side, source);
    return points;
}

int inc_taken(const struct inc_position *p, int side) { return side == INC_DEFENDERS ? p->purified : sacked(p, 0); }

/* ---- The end ---- */

/* Now everybody may know what the others were after. [INC-SECRET-10] */
static void show_objectives(const struct inc_tables *t, struct inc_position *p, int side, struct alea_events *sink) {
    for (unsigned rest = p->objectives[side]; rest; rest &= rest - 1) {
        unsigned objective = inc_first(rest);
        bool is = is_fulfilled(t, p, side, objective);
        if (is) p->fulfilled[side] = (uint16_t)(p->fulfilled[side] | 1u << objective);
        inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_OBJECTIVE_SHOWN, side, (int32_t)objective, is, 0);
    }
}

void inc_finish(const struct inc_tables *t, struct inc_position *p, unsigned outcome, unsigned winner,
                struct alea_events *sink) {
    inc_watch_objectives(t, p);
    for (int side = 0; side < INC_SIDES; side++) show_objectives(t, p, side, sink);
    for (int side = 0; side < INC_SIDES; side++)
        inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_POINTS, side, inc_points(t, p, side), 0, 0);
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_OVER, (int32_t)outcome, 0, 0, 0);
    if (winner < INC_SIDES) inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_WINS, (int32_t)winner, 0, 0, 0);
    else inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_DRAWN, 0, 0, 0, 0);
    p->outcome = (uint8_t)outcome;
    p->winner = (uint8_t)winner;
    p->step = INCURSIO_STEP_OVER;
    p->side = ALEA_NONE;
    p->done = 0;
    for (int seat = 0; seat < t->seats; seat++) inc_to_base(t, p, seat); /* nobody stands anywhere */
}

bool inc_gates_open(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) { /* [INC-WIN-3] */
    if (p->resources < (uint32_t)t->resources_goal) return false;
    inc_finish(t, p, INCURSIO_OUTCOME_GATES, INC_RAIDERS, sink);
    return true;
}

/* No settlement, and none in the making. [INC-WIN-2] */
static bool is_erased(const struct inc_tables *t, const struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_must_stay(p, INC_DEFENDERS, site)) return false;
    return true;
}

/* Dusks without a ruin, in a row; and whether some dusk saw too few of them for "Roots". [INC-WIN-4, INC-WIN-6] */
static void count_ruins(const struct inc_tables *t, struct inc_position *p) {
    int n = ruins(t, p, 0);
    p->calm = n ? 0 : (uint8_t)(p->calm + (p->calm < UINT8_MAX));
    for (int i = 0; i < t->n_objectives; i++) {
        const struct inc_objective *goal = &t->objectives[i];
        if (goal->op == INC_OBJECTIVE_ROOTS && p->day >= goal->level && n < goal->count) p->ruinless = 1;
    }
}

void inc_finish_by_points(const struct inc_tables *t, struct inc_position *p, unsigned outcome, struct alea_events *sink) {
    inc_watch_objectives(t, p);
    int lead = inc_points(t, p, INC_DEFENDERS) - inc_points(t, p, INC_RAIDERS);
    inc_finish(t, p, outcome, lead > 0 ? INC_DEFENDERS : lead < 0 ? INC_RAIDERS : INC_SIDES, sink); /* [INC-WIN-7] */
}

/* In this order. [INC-WIN-7] */
bool inc_dusk(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    count_ruins(t, p);
    if (is_erased(t, p)) {
        inc_finish(t, p, INCURSIO_OUTCOME_ERASED, INC_RAIDERS, sink);
        return true;
    }
    if (inc_gates_open(t, p, sink)) return true;
    if (p->day >= t->calm_from && p->calm >= t->calm_days) {
        inc_finish(t, p, INCURSIO_OUTCOME_PURIFIED, INC_DEFENDERS, sink);
        return true;
    }
    if (p->day < p->days) return false; /* [INC-WIN-1] */
    inc_finish_by_points(t, p, INCURSIO_OUTCOME_LAST_DUSK, sink);
    return true;
}
