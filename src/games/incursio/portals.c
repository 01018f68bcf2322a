/* SPDX-License-Identifier: MIT */
/* portals.c - where portals will open, what comes out of them at dawn, and what of it is left at dusk. [INC-PORTAL] */
#include "incursio_internal.h"

/* ---- 6.6 Tomorrow's portals are located ---- */

/* Empty sites, building sites too, whoever stands there. [INC-PORTAL-4] */
static uint64_t eligible(const struct inc_tables *t, const struct inc_position *p) {
    uint64_t set = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (!inc_is_settlement(p, site) && !inc_is_ruin(p, site)) set |= inc_bit(site);
    return set & ~p->located;
}

/* Among which sites the next portal is drawn: near the ruin of a portal guide (p->subject), where that is possible. */
static uint64_t portal_sites(const struct inc_tables *t, const struct inc_position *p) {
    uint64_t all = eligible(t, p);
    if (p->subject >= t->characters) return all; /* ALEA_NONE */
    unsigned guide = p->ending[INC_RAIDERS][p->subject], ruin = p->ending_site[INC_RAIDERS][p->subject];
    if (guide == ALEA_NONE) return all; /* a view that does not show it */
    uint64_t near = all & t->within[ruin][t->missions[guide].steer_range - 1];
    return near ? near : all;
}

/* The guide whose portal is drawn next: p->bound counts what is left to the one of now. */
static void next_guide(const struct inc_tables *t, struct inc_position *p, unsigned from) {
    p->subject = ALEA_NONE;
    p->bound = 0;
    for (unsigned c = from; c < (unsigned)t->characters; c++) {
        unsigned mission = p->ending[INC_RAIDERS][c];
        if (mission == ALEA_NONE || !t->missions[mission].steer) continue;
        if (!inc_is_target(t, p, mission, p->ending_site[INC_RAIDERS][c])) continue; /* [INC-MISSION-5] */
        p->subject = (uint8_t)c;
        p->bound = t->missions[mission].steer;
        return;
    }
}

/* Mages at their work see through lines of any colour. [INC-BUILD-35] */
static uint64_t mages_see(const struct inc_tables *t, const struct inc_position *p) {
    uint64_t seen = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) {
            unsigned range = t->structures[inc_first(rest)].foresight;
            if (range) seen |= t->within[site][range - 1];
        }
    return seen;
}

static void foresee(struct inc_position *p, uint64_t sites, struct alea_events *sink) {
    p->foreseen |= sites;
    for (; sites; sites &= sites - 1)
        inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_FORESEEN, (int32_t)inc_first(sites), 0, 0, 0);
}

/* To the next hint of a vigil; false if there is nothing (more) to draw. [INC-PORTAL-11] */
static bool next_hint(struct inc_position *p, struct alea_events *sink) {
    if (p->left && !(p->located & ~p->foreseen)) {
        inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_NOTHING_SEEN, 0, 0, 0, 0);
        p->left = 0;
    }
    if (!p->left) return false;
    p->step = INCURSIO_STEP_VIGIL;
    return true;
}

/* All are located: first the mages at home, then those who keep vigil. */
static bool located_all(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    foresee(p, p->located & mages_see(t, p) & ~p->foreseen, sink);
    p->left = p->bound = 0;
    p->subject = 0;
    for (unsigned c = 0; c < (unsigned)t->characters; c++)
        if (p->ending[INC_DEFENDERS][c] != ALEA_NONE)
            p->left = (uint16_t)(p->left + t->missions[p->ending[INC_DEFENDERS][c]].hints);
    return next_hint(p, sink);
}

/* The last row whose threshold is reached. [INC-PORTAL-2] */
int inc_portals_row(const struct inc_tables *t, const struct inc_position *p) {
    int row = 0;
    while (row + 1 < t->n_schedule && p->resources >= (uint32_t)t->schedule[row + 1]) row++;
    return row;
}

bool inc_portals_locate(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    int row = inc_portals_row(t, p), most = inc_count(eligible(t, p));
    p->left = 0;
    if (p->day + 1 >= t->portals_first_day) p->left = t->portals[row]; /* [INC-PORTAL-1] */
    if (p->left > most) p->left = (uint16_t)most;
    if (!p->left) return located_all(t, p, sink);
    p->portal_demons = t->demons[row];
    next_guide(t, p, 0);
    p->step = INCURSIO_STEP_PORTAL;
    return true;
}

static int portal_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    return inc_list_draws(portal_sites(t, p), INCURSIO_VERB_PORTAL, out);
}

static alea_move portal_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    return inc_draw(portal_sites(t, p), INCURSIO_VERB_PORTAL, random);
}

static alea_rule portal_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    return verb == INCURSIO_VERB_PORTAL && inc_is_one(portal_sites(t, p), arg) ? 0 : INC_PORTAL_4;
}

static void portal_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    (void)verb;
    p->located |= inc_bit(arg);
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_LOCATED, (int32_t)arg, 0, 0, 0); /* [INC-PORTAL-5] */
    if (p->subject != ALEA_NONE && --p->bound == 0) next_guide(t, p, p->subject + 1u);
    if (--p->left == 0 && !located_all(t, p, sink)) inc_go_on(t, p, sink);
}

const struct inc_chance inc_chance_portal = {portal_outcomes, portal_roll, portal_why_not, portal_apply};

static uint64_t hidden_portals(const struct inc_position *p) { return p->located & ~p->foreseen; }

static int vigil_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    (void)t;
    return inc_list_draws(hidden_portals(p), INCURSIO_VERB_VIGIL, out);
}

static alea_move vigil_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    (void)t;
    return inc_draw(hidden_portals(p), INCURSIO_VERB_VIGIL, random);
}

static alea_rule vigil_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)t;
    return verb == INCURSIO_VERB_VIGIL && inc_is_one(hidden_portals(p), arg) ? 0 : INC_PORTAL_11;
}

static void vigil_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)verb;
    foresee(p, inc_bit(arg), sink);
    p->left--;
    if (!next_hint(p, sink)) inc_go_on(t, p, sink);
}

const struct inc_chance inc_chance_vigil = {vigil_outcomes, vigil_roll, vigil_why_not, vigil_apply};

/* ---- Dawn: portals open ---- */

/* So many of each type; what is left over is drawn. [INC-PORTAL-7, INC-PROD-4] */
static void fill_pool(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    int n = inc_count(p->opening) * p->portal_demons, room = t->units_most - inc_living(p, INC_RAIDERS);
    if (room < 0) room = 0;
    if (n > room) { /* [INC-GEN-11] */
        inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_LOST_BEYOND, n - room, 0, 0, 0);
        n = room;
    }
    for (int type = 0; type < INC_TYPES; type++) p->pool[INC_RAIDERS][type] = (uint16_t)(n / INC_TYPES);
    p->left = (uint16_t)(n % INC_TYPES);
}

/* In the order of the sites' numbers. [INC-PORTAL-6] */
static bool open_next(struct inc_position *p, struct alea_events *sink) {
    while (p->opening) {
        unsigned site = inc_first(p->opening);
        int n = inc_pool(p, INC_RAIDERS) < p->portal_demons ? inc_pool(p, INC_RAIDERS) : p->portal_demons;
        inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_PORTAL_OPENS, (int32_t)site, n, 0, 0);
        p->subject = (uint8_t)site;
        p->left = (uint16_t)n;
        p->step = INCURSIO_STEP_PORTAL_DEMON;
        if (n) return true;
        p->opening &= p->opening - 1;
    }
    p->subject = p->portal_demons = 0;
    return false;
}

/* Called at dawn, and again after each ambush. */
bool inc_portals_open(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    bool begins = p->step != INCURSIO_STEP_PORTAL_TYPE && p->step != INCURSIO_STEP_PORTAL_DEMON;
    if (begins && p->opening) {
        fill_pool(t, p, sink);
        p->step = INCURSIO_STEP_PORTAL_TYPE;
        if (p->left) return true;
    }
    return open_next(p, sink);
}

static unsigned demon(unsigned type) { return INC_RAIDERS * INC_TYPES + type; }

/* Weight of each type: all alike, or as many as there are still to come. */
static uint32_t weight_of(const struct inc_position *p, unsigned type) {
    return p->step == INCURSIO_STEP_PORTAL_TYPE ? 1 : p->pool[INC_RAIDERS][type];
}

static int demon_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    int n = 0;
    (void)t;
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (weight_of(p, type))
            out[n++] = (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_DRAW_UNIT, demon(type)),
                                             .weight = weight_of(p, type)};
    return n;
}

static alea_move demon_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    uint32_t total = 0;
    unsigned type = 0;
    (void)t;
    for (unsigned i = 0; i < INC_TYPES; i++) total += weight_of(p, i);
    uint32_t at = alea_random_below(random, total);
    while (at >= weight_of(p, type)) at -= weight_of(p, type++);
    return alea_move_make(INCURSIO_VERB_DRAW_UNIT, demon(type));
}

static alea_rule demon_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)t;
    bool drawn = verb == INCURSIO_VERB_DRAW_UNIT && arg >= demon(0) && arg < demon(INC_TYPES);
    return drawn && weight_of(p, arg - demon(0)) ? 0 : INC_PORTAL_7;
}

static void type_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)verb;
    p->pool[INC_RAIDERS][arg - demon(0)]++;
    if (--p->left == 0) inc_go_on(t, p, sink);
}

static void demon_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    unsigned site = p->subject, type = arg - demon(0);
    (void)verb;
    p->pool[INC_RAIDERS][type]--;
    inc_insert(p, INC_RAIDERS, site, false, p->camp[INC_RAIDERS][site], inc_unit_make(type, true, INC_IDLE));
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_DEMON_COMES, (int32_t)site, (int32_t)arg, 0, 0);
    if (--p->left) return;
    p->opening &= ~inc_bit(site);
    if (inc_here(p, INC_DEFENDERS, site) == 0) {
        inc_go_on(t, p, sink);
        return;
    }
    inc_ambush_begin(t, p, site, sink); /* [INC-PORTAL-9] */
}

const struct inc_chance inc_chance_portal_type = {demon_outcomes, demon_roll, demon_why_not, type_apply},
                        inc_chance_portal_demon = {demon_outcomes, demon_roll, demon_why_not, demon_apply};

/* ---- Dusk: who came out of a portal stays on a ruin, or is lost [INC-PORTAL-8] ---- */

static void vanish_at(struct inc_position *p, unsigned site, struct alea_events *sink) {
    bool stays = inc_is_ruin(p, site); /* [INC-RUIN-7] */
    int n = 0;
    for (int at = p->camp[INC_RAIDERS][site]; at-- > 0;) {
        inc_unit *unit = inc_units(p, INC_RAIDERS, site) + at;
        if (!inc_is_portal(*unit)) continue;
        n++;
        if (stays) *unit = inc_unit_make(inc_type(*unit), false, inc_state_of(*unit));
        else inc_take(p, INC_RAIDERS, site, false, at);
    }
    unsigned event = stays ? INCURSIO_EVENT_STAY : INCURSIO_EVENT_VANISH;
    if (n) inc_tell(p, sink, 1u << INC_RAIDERS, event, (int32_t)site, n, 0, 0);
}

void inc_portals_vanish(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) vanish_at(p, site, sink);
}
