/* SPDX-License-Identifier: MIT */
/* spy.c - step 7: who is sent to spy, one after the other. [INC-SPY]
 *
 * The spy of now is character p->subject of side p->who. Three draws: does he succeed, how many things does he make out
 * (p->left of p->bound), and which (p->drawn). What he sees is told to his own side only, at once. */
#include <string.h>

#include "incursio_internal.h"

/* ---- The chance ---- */

/* All towers of the map count; the Raiders have their powers. [INC-SPY-6, INC-SPY-9] */
static int bonus_of(const struct inc_tables *t, const struct inc_position *p, int side) {
    int sum = 0;
    if (side == INC_RAIDERS) return t->power[p->steps].spy;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1)
            if (t->structures[inc_first(rest)].spy)
                sum += inc_copies(t, p, site, inc_first(rest)) * t->structures[inc_first(rest)].spy;
    return sum;
}

/* What the watches and veils of a side on that site take away; each kind counts once. [INC-SPY-11, INC-MISSION-6] */
static int guarded_by(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    int sum = 0;
    unsigned counted = 0;
    for (unsigned c = 0; c < (unsigned)t->characters; c++) {
        unsigned mission = p->ending[side][c];
        if (mission == ALEA_NONE || p->ending_site[side][c] != site || counted >> mission & 1) continue;
        if (!inc_is_target(t, p, mission, site)) continue; /* [INC-MISSION-5] */
        counted |= 1u << mission;
        sum += t->missions[mission].counter_spy;
    }
    return sum;
}

/* As far as the spy's own side knows: before what the enemy's watch or veil takes off. */
static int chance_hoped_for(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character) {
    int base = side == INC_DEFENDERS ? t->spy_base : t->species[p->species[side][character]].percent; /* [INC-SPY-5, -8] */
    int chance = base + bonus_of(t, p, side);
    return chance < t->spy_cap ? chance : t->spy_cap;
}

/* ---- What there is to see ---- */

static unsigned site_of(const struct inc_position *p) { return p->action_site[p->who][p->subject]; }

static void report(struct inc_position *p, struct alea_events *sink, unsigned event, int32_t a, int32_t b, int32_t c) {
    inc_tell(p, sink, 1u << p->who, event, (int32_t)site_of(p), a, b, c); /* [INC-SPY-17] */
}

static bool seeks_structures(const struct inc_position *p) {
    return p->who == INC_RAIDERS && p->action_what[p->who][p->subject] == INCURSIO_FOCUS_STRUCTURES;
}

/* To those who watch for portals, one of tomorrow is as good as enemies. [INC-SPY-12] */
static bool sees_portal(const struct inc_position *p) { return p->who == INC_DEFENDERS && inc_has(p->located, site_of(p)); }

/* Things that can be made out: kinds of structures, or places of the garrison and then of the camp. */
static int things(const struct inc_position *p) {
    unsigned site = site_of(p);
    return seeks_structures(p) ? inc_count(p->has[site]) : inc_here(p, inc_other(p->who), site);
}

static bool is_drawn(const struct inc_position *p, unsigned thing) { return inc_has(p->drawn[thing / 64], thing % 64); }

static void spy_over(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    p->left = p->bound = 0;
    memset(p->drawn, 0, sizeof p->drawn);
    inc_go_on(t, p, sink);
}

/* Every success tells what the site is. [INC-SPY-16] */
static void report_kind(struct inc_position *p, struct alea_events *sink) {
    unsigned site = site_of(p);
    if (p->who == INC_RAIDERS && inc_is_settlement(p, site))
        report(p, sink, INCURSIO_EVENT_SPIED_SETTLEMENT, p->level[site], 0, 0);
    else if (p->who == INC_DEFENDERS && inc_is_ruin(p, site))
        report(p, sink, INCURSIO_EVENT_SPIED_RUIN, inc_ruin_level(p, site), 0, 0);
    else report(p, sink, INCURSIO_EVENT_SPIED_LAND, 0, 0, 0);
    if (!sees_portal(p)) return;
    p->foreseen |= inc_bit(site);
    report(p, sink, INCURSIO_EVENT_SPIED_PORTAL, 0, 0, 0);
}

/* True if there is something to be made out, by a throw. */
static bool succeeds(struct inc_position *p, struct alea_events *sink) {
    report_kind(p, sink);
    p->bound = (uint16_t)things(p);
    if (!p->bound) /* of units there are none where there is a portal alone */
        report(p, sink, seeks_structures(p) ? INCURSIO_EVENT_SPIED_NO_STRUCTURES : INCURSIO_EVENT_SPIED_COUNT, 0, 0, 0);
    if (p->bound) p->step = INCURSIO_STEP_SPY_DIE;
    return p->bound > 0;
}

/* ---- One after the other ---- */

/* Sends the spy of now: true if chance has a word, false if his part is over at once. */
static bool send(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    unsigned site = site_of(p);
    if (inc_here(p, p->who, site) > 0) return false; /* ours by now [INC-SPY-3] */
    if (inc_here(p, inc_other(p->who), site) == 0 && !sees_portal(p)) {
        report(p, sink, INCURSIO_EVENT_SPIED_EMPTY, 0, 0, 0); /* [INC-SPY-12] */
        return false;
    }
    if (t->species[p->species[p->who][p->subject]].automatic) { /* not even a veil helps [INC-SPY-8, EX-S04] */
        inc_tell(p, sink, 1u << p->who, INCURSIO_EVENT_SPIES_SURELY, p->subject, (int32_t)site, 0, 0);
        return succeeds(p, sink);
    }
    p->bound = t->percent;
    p->step = INCURSIO_STEP_PERCENT;
    return true;
}

static bool is_spying(const struct inc_position *p) {
    return p->step == INCURSIO_STEP_PERCENT || p->step == INCURSIO_STEP_SPY_DIE || p->step == INCURSIO_STEP_SPY_THING;
}

/* The first spy of the day, or the one after the spy of now: the Defenders', then the Raiders', by enrolment. [R9] */
bool inc_spies_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    int spy = is_spying(p) ? p->who * t->characters + p->subject + 1 : 0;
    for (; spy < INC_SIDES * t->characters; spy++) {
        p->who = (uint8_t)(spy / t->characters);
        p->subject = (uint8_t)(spy % t->characters);
        if (p->action[p->who][p->subject] == INCURSIO_ACTION_SPY && send(t, p, sink)) return true;
    }
    p->who = p->subject = 0;
    return false;
}

/* ---- Does he succeed? ---- */

static int chance_of(const struct inc_tables *t, const struct inc_position *p) { /* [INC-SPY-11] */
    int chance = chance_hoped_for(t, p, p->who, p->subject) - guarded_by(t, p, inc_other(p->who), site_of(p));
    return chance > t->spy_floor ? chance : t->spy_floor;
}

/* All rolls that succeed are alike, and all that fail. */
static int percent_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    int chance = chance_of(t, p), n = 0;
    if (chance > 0)
        out[n++] = (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_PERCENT, (unsigned)chance),
                                         .weight = (uint32_t)chance};
    if (chance < p->bound)
        out[n++] = (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_PERCENT, p->bound),
                                         .weight = (uint32_t)(p->bound - chance)};
    return n;
}

static alea_move percent_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    (void)t;
    return alea_move_make(INCURSIO_VERB_PERCENT, 1 + alea_random_below(random, p->bound));
}

static alea_rule percent_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)t;
    return verb == INCURSIO_VERB_PERCENT && arg >= 1 && arg <= p->bound ? 0 : INC_SPY_11;
}

static void percent_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                          struct alea_events *sink) {
    int chance = chance_of(t, p);
    (void)verb;
    inc_tell(p, sink, 1u << p->who, INCURSIO_EVENT_SPIES, p->subject, (int32_t)site_of(p), (int32_t)arg,
             chance_hoped_for(t, p, p->who, p->subject)); /* a watch or a veil stays the enemy's secret [INC-SECRET-7] */
    if ((int)arg > chance) report(p, sink, INCURSIO_EVENT_SPIED_ENEMIES, 0, 0, 0); /* [INC-SPY-13] */
    else if (succeeds(p, sink)) return;
    spy_over(t, p, sink);
}

const struct inc_chance inc_chance_percent = {percent_outcomes, percent_roll, percent_why_not, percent_apply};

/* ---- How much does he make out? [INC-SPY-14, INC-SPY-15] ---- */

static int die_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    (void)t;
    for (unsigned face = 1; face <= p->bound; face++)
        out[face - 1] = (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_DIE, face), .weight = 1};
    return p->bound;
}

static alea_move die_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    (void)t;
    return alea_move_make(INCURSIO_VERB_DIE, 1 + alea_random_below(random, p->bound));
}

static alea_rule die_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)t;
    bool fell = verb == INCURSIO_VERB_DIE && arg >= 1 && arg <= p->bound;
    return fell ? 0 : seeks_structures(p) ? INC_SPY_15 : INC_SPY_14;
}

static void die_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink) {
    unsigned event = seeks_structures(p) ? INCURSIO_EVENT_SPIED_KINDS : INCURSIO_EVENT_SPIED_COUNT;
    (void)t, (void)verb;
    report(p, sink, event, p->bound, (int32_t)arg, 0);
    p->left = (uint16_t)arg;
    p->step = INCURSIO_STEP_SPY_THING;
}

const struct inc_chance inc_chance_spy_die = {die_outcomes, die_roll, die_why_not, die_apply};

/* ---- What does he make out? ---- */

static int thing_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    int n = 0;
    (void)t;
    for (unsigned thing = 0; thing < p->bound; thing++)
        if (!is_drawn(p, thing))
            out[n++] = (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_THING, thing + 1), .weight = 1};
    return n;
}

static alea_move thing_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    uint32_t left = 0;
    unsigned thing = 0;
    (void)t;
    for (unsigned i = 0; i < p->bound; i++) left += !is_drawn(p, i);
    for (uint32_t skip = alea_random_below(random, left); skip || is_drawn(p, thing); thing++) skip -= !is_drawn(p, thing);
    return alea_move_make(INCURSIO_VERB_THING, thing + 1);
}

static alea_rule thing_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)t;
    bool fell = verb == INCURSIO_VERB_THING && arg >= 1 && arg <= p->bound && !is_drawn(p, arg - 1);
    return fell ? 0 : seeks_structures(p) ? INC_SPY_15 : INC_SPY_14;
}

static void see_structure(const struct inc_tables *t, struct inc_position *p, unsigned thing, struct alea_events *sink) {
    uint32_t rest = p->has[site_of(p)];
    for (; thing; thing--) rest &= rest - 1; /* kinds by their number */
    unsigned structure = inc_first(rest);
    report(p, sink, INCURSIO_EVENT_SPIED_STRUCTURE, (int32_t)structure, inc_copies(t, p, site_of(p), structure), 0);
}

static void see_unit(struct inc_position *p, unsigned thing, struct alea_events *sink) {
    int enemy = inc_other(p->who), garrison = inc_garrison(p, enemy, site_of(p)), place = (int)thing;
    int32_t unit = enemy * INC_TYPES + (int32_t)inc_type(inc_units_at(p, enemy, site_of(p))[thing]);
    if (place < garrison) report(p, sink, INCURSIO_EVENT_SPIED_GARRISON, place + 1, unit, 0);
    else report(p, sink, INCURSIO_EVENT_SPIED_CAMP, place - garrison + 1, unit, 0);
}

static void thing_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    unsigned thing = arg - 1;
    (void)verb;
    p->drawn[thing / 64] |= inc_bit(thing % 64);
    if (seeks_structures(p)) see_structure(t, p, thing, sink);
    else see_unit(p, thing, sink);
    if (--p->left == 0) spy_over(t, p, sink);
}

const struct inc_chance inc_chance_spy_thing = {thing_outcomes, thing_roll, thing_why_not, thing_apply};
