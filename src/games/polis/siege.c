/* SPDX-License-Identifier: MIT */
/* siege.c - the siege rules. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC]
 *
 * What differs between them stands in one table: here the checks of a target in the order of the Refusals lines, each with
 * the rule that it answers; in the data (siege_modes) the numbers of table 10.1. The code below asks only for those. The
 * modes are named where people read of them, among the options in data/text/polis.json. A fifth one is its name there, a row
 * here and a row in the data: docs/adding-a-variant.md. */
#include "polis_internal.h"

/* Why a polis can't be besieged now. */
enum check {
    END,
    START_PRESTIGE, /* Prestige to start */
    NOT_ENEMY,      /* neutral or the opponent's */
    AT_SEA,         /* in a land region */
    CAPITAL,        /* no capital */
    OTHERS_SIEGE,   /* not neutral and under siege by the opponent */
    CONTROL,        /* control of the region */
    HOPLITES,       /* at least F of them */
    AFTER_PASS,     /* no start once the opponent has passed */
    SAME_POLIS,     /* not the polis of the turn's first action */
    TWO_STARTS,     /* one start a turn */
    WIN_PRESTIGE,   /* Prestige for the disc that wins */
    EMPTY_RESERVE,  /* a cube to own it with */
    CHECKS
};

static const struct mode {
    struct {
        uint8_t check;
        alea_rule rule;
    } target[CHECKS];
    alea_rule force;    /* forcing refused at its moment */
    alea_rule no_force; /* forcing at another moment */
    alea_rule garrison_hoplite, garrison_base;
} modes[POLIS_SIEGE_MODES] = {
    [POLIS_SIEGE_STANDARD] = {.target = {{START_PRESTIGE, POL_MIL_2},
                                         {NOT_ENEMY, POL_SIEGE_1},
                                         {AT_SEA, POL_SIEGE_2},
                                         {CAPITAL, POL_SIEGE_3},
                                         {CONTROL, POL_SIEGE_4},
                                         {HOPLITES, POL_SIEGE_5},
                                         {AFTER_PASS, POL_DIC_8},
                                         {EMPTY_RESERVE, POL_TAKE_8}},
                              .force = POL_SIEGE_8,
                              .no_force = POL_SIEGE_8,
                              .garrison_hoplite = POL_SIEGE_7,
                              .garrison_base = POL_SIEGE_7},
    [POLIS_SIEGE_SACRIFICE] = {.target = {{START_PRESTIGE, POL_MIL_2},
                                          {NOT_ENEMY, POL_SIEGE_1},
                                          {AT_SEA, POL_SIEGE_2},
                                          {CAPITAL, POL_SIEGE_3},
                                          {CONTROL, POL_SIEGE_4},
                                          {HOPLITES, POL_SIEGE_5},
                                          {AFTER_PASS, POL_DIC_8},
                                          {EMPTY_RESERVE, POL_TAKE_8}},
                               .force = POL_SAC_7,
                               .no_force = POL_SAC_2,
                               .garrison_hoplite = POL_SIEGE_7,
                               .garrison_base = POL_SIEGE_7},
    [POLIS_SIEGE_DICELESS] = {.target = {{NOT_ENEMY, POL_DIC_2},
                                         {AT_SEA, POL_SIEGE_2},
                                         {CAPITAL, POL_SIEGE_3},
                                         {OTHERS_SIEGE, POL_DIC_3},
                                         {CONTROL, POL_SIEGE_4},
                                         {HOPLITES, POL_DIC_4},
                                         {AFTER_PASS, POL_DIC_8},
                                         {SAME_POLIS, POL_DIC_10},
                                         {TWO_STARTS, POL_DIC_12},
                                         {WIN_PRESTIGE, POL_DIC_18},
                                         {EMPTY_RESERVE, POL_TAKE_8}},
                              .force = POL_DIC_6,
                              .no_force = POL_DIC_6,
                              .garrison_hoplite = POL_DIC_19,
                              .garrison_base = POL_DIC_20},
    [POLIS_SIEGE_DICELESS_SACRIFICE] = {.target = {{NOT_ENEMY, POL_DSAC_2},
                                                   {AT_SEA, POL_SIEGE_2},
                                                   {CAPITAL, POL_SIEGE_3},
                                                   {OTHERS_SIEGE, POL_DSAC_3},
                                                   {CONTROL, POL_SIEGE_4},
                                                   {HOPLITES, POL_DSAC_4},
                                                   {START_PRESTIGE, POL_DSAC_7},
                                                   {AFTER_PASS, POL_DSAC_8},
                                                   {SAME_POLIS, POL_DSAC_9},
                                                   {TWO_STARTS, POL_DSAC_12},
                                                   {EMPTY_RESERVE, POL_TAKE_8}},
                                        .force = POL_DSAC_18,
                                        .no_force = POL_DSAC_14,
                                        .garrison_hoplite = POL_DSAC_21,
                                        .garrison_base = POL_DSAC_21},
};

static bool has_check(int mode, enum check check) {
    for (int i = 0; modes[mode].target[i].check != END; i++)
        if (modes[mode].target[i].check == check) return true;
    return false;
}

bool polis_may_cost_start(int mode) { return has_check(mode, START_PRESTIGE); }
bool polis_may_cost_win(int mode) { return has_check(mode, WIN_PRESTIGE); }

/* ---- Targets ---- */

static bool is_start(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    return t->siege.die || !p->discs[p->active][city];
}

/* Of an action of the siege. */
static int price(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    return is_start(t, p, city) ? t->siege.prestige_start : t->siege.prestige_continue;
}

/* Of winning, if the next disc wins. */
static int price_of_disc(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    return p->discs[p->active][city] + 1 >= t->city_at[city].fortification ? t->siege.prestige_win : 0;
}

static bool has_controlled(const struct polis_position *p, int side, unsigned region) {
    return p->units[side][region] > p->units[polis_other(side)][region];
}

static bool fails(const struct polis_tables *t, const struct polis_position *p, unsigned city, enum check check) {
    const struct polis_city *at = &t->city_at[city];
    int side = p->active, prestige = p->prestige[side];
    bool second = p->actions && p->first_action == POLIS_BESIEGE;
    switch (check) {
    case START_PRESTIGE: return prestige < price(t, p, city);
    case NOT_ENEMY: return polis_has(p->own[side], city);
    case AT_SEA: return !polis_has(t->inland, city);
    case CAPITAL: return at->capital_of != POLIS_NEUTRAL || !at->besiegeable;
    case OTHERS_SIEGE: return polis_owner(p, city) == POLIS_NEUTRAL && p->discs[polis_other(side)][city];
    case CONTROL: return t->siege.needs_control && !has_controlled(p, side, at->region);
    case HOPLITES: return p->units[side][at->region] < at->fortification;
    case AFTER_PASS: return is_start(t, p, city) && polis_is_passed(p, polis_other(side)) && !t->siege.start_after_pass;
    case SAME_POLIS: return second && p->first_polis == city;
    case TWO_STARTS: return second && p->first_started && is_start(t, p, city);
    case WIN_PRESTIGE: return prestige < price(t, p, city) + price_of_disc(t, p, city);
    case EMPTY_RESERVE: return !p->reserve[side];
    case END:
    case CHECKS: break;
    }
    return false;
}

/* Number of checks that the polis passes; `*all` if it passes every one. */
static int passes(const struct polis_tables *t, const struct polis_position *p, unsigned city, bool *all) {
    const struct mode *mode = &modes[t->mode];
    int n = 0;
    while (mode->target[n].check != END && !fails(t, p, city, mode->target[n].check)) n++;
    *all = mode->target[n].check == END;
    return n;
}

alea_rule polis_why_siege(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    bool all;
    if (city >= POLIS_POLEIS_MAX) return modes[t->mode].target[0].rule;
    int n = passes(t, p, city, &all);
    return all ? 0 : modes[t->mode].target[n].rule;
}

static uint32_t targets(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0, near = 0;
    bool all;
    for (uint32_t rest = polis_camps(p, p->active, 1) & t->lands; rest; rest &= rest - 1)
        near |= t->cities_in[polis_first(rest)];
    for (uint32_t rest = near & t->besiegeable & ~p->own[p->active]; rest; rest &= rest - 1) {
        if (fails(t, p, polis_first(rest), HOPLITES)) continue; /* what most lack */
        passes(t, p, polis_first(rest), &all);
        if (all) set |= polis_bit(polis_first(rest));
    }
    return set;
}

bool polis_can_besiege(const struct polis_tables *t, const struct polis_position *p) { return targets(t, p) != 0; }

/* The refusal of the polis that comes furthest. */
alea_rule polis_why_besiege(const struct polis_tables *t, const struct polis_position *p) {
    int furthest = -1;
    bool all = false;
    for (unsigned city = 0; city < POLIS_POLEIS_MAX && !all; city++)
        furthest = polis_most(furthest, passes(t, p, city, &all));
    return all ? 0 : modes[t->mode].target[furthest].rule;
}

/* ---- Winning ---- */

int polis_reward(const struct polis_tables *t, unsigned city) {
    return t->city_at[city].fortification; /* [POL-SIEGE-7, POL-DIC-21, POL-DSAC-22] */
}

static unsigned region_of(const struct polis_tables *t, const struct polis_position *p) {
    return t->city_at[p->what].region;
}

static void reward(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int prestige = polis_reward(t, p->what);
    polis_gain_prestige(t, p, p->active, prestige);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_GAINED_PRESTIGE, p->active, prestige, 0, 0);
    polis_action_over(t, p, sink);
}

static alea_rule why_no_garrison(const struct polis_tables *t, const struct polis_position *p) {
    const struct mode *mode = &modes[t->mode];
    if (!p->units[p->active][region_of(t, p)]) return mode->garrison_hoplite;           /* [POL-DIC-19] */
    return p->population[p->what] < t->city_at[p->what].base ? 0 : mode->garrison_base; /* [POL-DIC-20, POL-DSAC-21] */
}

static void win(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    polis_gain_prestige(t, p, p->active, -t->siege.prestige_win); /* [POL-DIC-17] */
    polis_take(t, p, p->active, p->what, sink);
    if (t->siege.garrison && !why_no_garrison(t, p)) polis_to(p, POLIS_STEP_GARRISON, p->active);
    else reward(t, p, sink);
}

/* ---- Which polis ---- */

static void place_disc(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink) {
    int side = p->active, fortification = t->city_at[p->what].fortification;
    int discs = ++p->discs[side][p->what];
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_DISC_PLACED, side, p->what, discs, fortification);
    if (discs >= fortification) win(t, p, sink); /* [POL-DIC-16, POL-DSAC-19] */
    else if (t->siege.force == POLIS_FORCE_DISCS) polis_to(p, POLIS_STEP_FORCE_MORE, side);
    else polis_action_over(t, p, sink);
}

static int list_polis(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_SIEGE, targets(t, p));
}

static alea_rule why_not_polis(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return polis_why_siege(t, p, arg);
}

static void apply_polis(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)verb;
    polis_gain_prestige(t, p, p->active, -price(t, p, arg));
    p->what = (uint8_t)arg;
    if (!p->actions) {
        p->first_polis = (uint8_t)arg;
        p->first_started = is_start(t, p, arg);
    }
    if (t->siege.die) polis_to(p, POLIS_STEP_SIEGE_DIE, p->active); /* [POL-SIEGE-6] */
    else place_disc(t, p, sink);                                    /* [POL-DIC-6] */
}

const struct polis_handler polis_step_siege_polis = {list_polis, why_not_polis, apply_polis};

/* ---- The die ---- */

int polis_short_of(int fortification, int roll) { return polis_most(0, fortification - roll); }

static void lose_population(const struct polis_tables *t, struct polis_position *p, int n, struct alea_events *sink) {
    int lost = polis_owner(p, p->what) == polis_other(p->active) ? polis_lose_population(t, p, p->what, n) : 0;
    if (lost) alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SIEGE_POPULATION_LOST, p->what, lost, 0, 0);
}

static void apply_die(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink) {
    (void)verb;
    int roll = (int)alea_dice_face(arg, 0, 0), fortification = t->city_at[p->what].fortification;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SIEGE_ROLLED, p->what, (int32_t)arg, fortification, 0);
    if (!polis_short_of(fortification, roll)) {
        win(t, p, sink);
        return;
    }
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SIEGE_FAILED, p->active, p->what, 0, 0);
    polis_lose_units(t, p, p->active, region_of(t, p), t->failure_hoplites, sink); /* [POL-SIEGE-8] */
    lose_population(t, p, t->failure_population, sink);                            /* [POL-SIEGE-9] */
    p->made = (uint8_t)roll;
    if (t->siege.force == POLIS_FORCE_ONCE) polis_to(p, POLIS_STEP_FORCE_ONCE, p->active); /* [POL-SAC-2] */
    else polis_action_over(t, p, sink);
}

const struct polis_handler polis_step_siege_die = {.apply = apply_die};

/* ---- Forcing after a failed roll [POL-SAC] ---- */

int polis_force_hoplites(const struct polis_tables *t, const struct polis_position *p) {
    if (p->step == POLIS_STEP_FORCE_MORE) return t->siege.force_hoplites;
    return polis_short_of(t->city_at[p->what].fortification, p->made);
}

bool polis_force_wins(const struct polis_tables *t, const struct polis_position *p) {
    const int discs = p->discs[p->active][p->what];
    return p->step == POLIS_STEP_FORCE_ONCE || discs + 1 >= t->city_at[p->what].fortification;
}

static alea_rule why_no_force_once(const struct polis_tables *t, const struct polis_position *p) {
    bool enough = p->units[p->active][region_of(t, p)] >= polis_force_hoplites(t, p);
    return enough && p->prestige[p->active] >= t->siege.force_prestige ? 0 : modes[t->mode].force; /* [POL-SAC-7] */
}

static int list_once(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = why_no_force_once(t, p) ? 0 : polis_list_one(out, 0, POLIS_VERB_FORCE);
    return polis_list_one(out, n, POLIS_VERB_NO);
}

static alea_rule why_not_once(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)arg;
    return verb == POLIS_VERB_NO ? 0 : why_no_force_once(t, p);
}

static void apply_once(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)arg;
    if (verb == POLIS_VERB_NO) {
        polis_action_over(t, p, sink);
        return;
    }
    int hoplites = polis_force_hoplites(t, p);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SIEGE_FORCED, p->active, p->what, hoplites, 0);
    polis_gain_prestige(t, p, p->active, -t->siege.force_prestige); /* [POL-SAC-4] */
    polis_lose_units(t, p, p->active, region_of(t, p), hoplites, sink);
    lose_population(t, p, t->siege.force_population, sink);
    win(t, p, sink); /* [POL-SAC-6] */
}

const struct polis_handler polis_step_force_once = {list_once, why_not_once, apply_once};

/* ---- Forcing disc by disc [POL-DSAC-14 to 19] ---- */

static alea_rule why_no_force_more(const struct polis_tables *t, const struct polis_position *p) {
    bool enough = p->units[p->active][region_of(t, p)] >= t->siege.force_hoplites;
    int needed = t->siege.force_prestige + price_of_disc(t, p, p->what);
    return enough && p->prestige[p->active] >= needed ? 0 : modes[t->mode].force; /* [POL-DSAC-18] */
}

static int list_more(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = polis_list_one(out, 0, POLIS_VERB_DONE);
    return why_no_force_more(t, p) ? n : polis_list_one(out, n, POLIS_VERB_FORCE);
}

static alea_rule why_not_more(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)arg;
    return verb == POLIS_VERB_DONE ? 0 : why_no_force_more(t, p);
}

static void apply_more(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)arg;
    if (verb == POLIS_VERB_DONE) {
        polis_action_over(t, p, sink);
        return;
    }
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_SIEGE_FORCED, p->active, p->what, t->siege.force_hoplites, 0);
    polis_gain_prestige(t, p, p->active, -t->siege.force_prestige); /* [POL-DSAC-16] */
    polis_lose_units(t, p, p->active, region_of(t, p), t->siege.force_hoplites, sink);
    lose_population(t, p, t->siege.force_population, sink); /* [POL-DSAC-17] */
    place_disc(t, p, sink);
}

const struct polis_handler polis_step_force_more = {list_more, why_not_more, apply_more};

alea_rule polis_why_no_force(const struct polis_tables *t) { return modes[t->mode].no_force; }
alea_rule polis_why_no_garrison(const struct polis_tables *t) { return modes[t->mode].garrison_hoplite; }

/* ---- Garrison ---- */

static int list_garrison(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    (void)t, (void)p;
    int n = polis_list_one(out, 0, POLIS_VERB_NO);
    return polis_list_one(out, n, POLIS_VERB_GARRISON);
}

static alea_rule why_not_garrison(const struct polis_tables *t, const struct polis_position *p, unsigned verb,
                                  unsigned arg) {
    (void)arg;
    return verb == POLIS_VERB_NO ? 0 : why_no_garrison(t, p);
}

static void apply_garrison(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                           struct alea_events *sink) {
    (void)arg;
    if (verb == POLIS_VERB_GARRISON) {
        p->units[p->active][region_of(t, p)]--; /* the cube goes from the army to the people */
        p->population[p->what]++;
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_GARRISONED, p->what, p->population[p->what], 0, 0);
        polis_break_sieges(t, p, POLIS_BREAK_AT_ONCE, sink);
    }
    reward(t, p, sink);
}

const struct polis_handler polis_step_garrison = {list_garrison, why_not_garrison, apply_garrison};
