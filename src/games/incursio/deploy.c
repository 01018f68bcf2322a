/* SPDX-License-Identifier: MIT */
/* deploy.c - step 9: what is produced, and where it stands. [INC-PROD]
 * due[] says how many units each site has still to receive, pool[] of which types. The General names the next unit's type;
 * it goes to the first site that is due one. */
#include <string.h>

#include "incursio_internal.h"

static int at_most(int a, int b) { return a < b ? a : b; }

/* ---- How many ---- */

/* Units of missions that end there today. [INC-MISSION-5, INC-MISSION-6] */
static int from_missions(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    int n = 0;
    for (int c = 0; c < t->characters; c++)
        if (p->ending[side][c] < t->n_missions && p->ending_site[side][c] == site)
            n += t->missions[p->ending[side][c]].units;
    return n;
}

static int from_settlement(const struct inc_tables *t, const struct inc_position *p, unsigned site) { /* [INC-PROD-2] */
    int n = t->level[p->level[site]].soldiers;
    for (uint32_t rest = p->has[site]; rest; rest &= rest - 1)
        n += t->structures[inc_first(rest)].production * inc_copies(t, p, site, inc_first(rest));
    return n;
}

/* [INC-RUIN-4 .. INC-RUIN-6, INC-DEMON-7] */
static int from_ruin(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    if (p->day % t->harvest) return 0;
    return t->ruin_demons[inc_ruin_level(p, site)] + t->power[p->steps].ruin_demons;
}

static int produces(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    if (!(side == INC_DEFENDERS ? inc_is_settlement(p, site) : inc_is_ruin(p, site))) return 0;
    int n = side == INC_DEFENDERS ? from_settlement(t, p, site) : from_ruin(t, p, site);
    return at_most(n + from_missions(t, p, side, site), UINT8_MAX);
}

int inc_due(const struct inc_position *p, int side) {
    int n = 0;
    for (int site = 0; site < INC_SITES; site++) n += p->due[side][site];
    return n;
}

int inc_pool(const struct inc_position *p, int side) { return p->pool[side][0] + p->pool[side][1] + p->pool[side][2]; }

/* What would be too many is lost, from the last sites on. [INC-GEN-11] */
static void cut(const struct inc_tables *t, struct inc_position *p, int side, struct alea_events *sink) {
    int lost = inc_due(p, side) + inc_living(p, side) - t->units_most;
    if (lost <= 0) return;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_LOST_BEYOND, lost, 0, 0, 0);
    for (int site = t->n_sites - 1; lost > 0 && site >= 0; site--) {
        int n = at_most(lost, p->due[side][site]);
        p->due[side][site] = (uint8_t)(p->due[side][site] - n);
        lost -= n;
    }
}

/* ---- Of which types ---- */

/* From that side on: to the next random draw, if there is one; whose types are all known is told. [INC-PROD-4] */
static bool draw_from(struct inc_position *p, int side, struct alea_events *sink) {
    for (; side < INC_SIDES; side++) {
        int left = inc_due(p, side) - inc_pool(p, side);
        if (left > 0) {
            p->step = INCURSIO_STEP_PRODUCE;
            p->who = (uint8_t)side;
            p->left = (uint16_t)left;
            p->bound = INC_TYPES;
            return true;
        }
        const uint16_t *pool = p->pool[side];
        if (inc_pool(p, side)) inc_tell(p, sink, 1u << side, INCURSIO_EVENT_PRODUCED, side, pool[0], pool[1], pool[2]);
    }
    p->who = 0;
    p->left = p->bound = 0;
    return false;
}

bool inc_production_begins(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (int side = 0; side < INC_SIDES; side++) {
        for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
            p->due[side][site] = (uint8_t)produces(t, p, side, site);
        cut(t, p, side, sink);
        for (int type = 0; type < INC_TYPES; type++) /* of the side's total [INC-PROD-5] */
            p->pool[side][type] = (uint16_t)(inc_due(p, side) / INC_TYPES);
    }
    return draw_from(p, INC_DEFENDERS, sink);
}

static int produce_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    (void)t;
    for (unsigned type = 0; type < INC_TYPES; type++)
        out[type] =
            (struct alea_outcome){.move = alea_move_make(INCURSIO_VERB_DRAW_UNIT, INC_TYPES * p->who + type), .weight = 1};
    return INC_TYPES;
}

static alea_move produce_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    (void)t;
    return alea_move_make(INCURSIO_VERB_DRAW_UNIT, INC_TYPES * p->who + alea_random_below(random, INC_TYPES));
}

static alea_rule produce_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)t;
    return verb == INCURSIO_VERB_DRAW_UNIT && arg / INC_TYPES == p->who ? 0 : INC_PROD_4;
}

static void produce_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                          struct alea_events *sink) {
    (void)verb;
    p->pool[p->who][arg % INC_TYPES]++;
    if (--p->left == 0 && !draw_from(p, p->who, sink)) inc_go_on(t, p, sink);
}

const struct inc_chance inc_chance_produce = {produce_outcomes, produce_roll, produce_why_not, produce_apply};

/* ---- Dealing and placing ---- */

/* The first site from that one on, round the map, that is due a unit; ALEA_NONE if none is. */
static unsigned next_site(const struct inc_tables *t, const struct inc_position *p, int side, unsigned from) {
    unsigned n = (unsigned)t->n_sites;
    for (unsigned i = 0; i < n; i++)
        if (p->due[side][(from + i) % n]) return (from + i) % n;
    return ALEA_NONE;
}

/* At that place of the garrison, from 0, or at the end of the camp if it is negative. [INC-PROD-7] */
static void place_unit(struct inc_position *p, int side, unsigned site, unsigned type, int place, struct alea_events *sink) {
    p->pool[side][type]--;
    p->due[side][site]--;
    inc_insert(p, side, site, place >= 0, place >= 0 ? place : p->camp[side][site], inc_unit_make(type, false, INC_FRESH));
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_JOINS, (int32_t)site, (int32_t)(INC_TYPES * (unsigned)side + type), 0, 0);
}

static bool may_enter(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site, unsigned type) {
    return side == INC_DEFENDERS && !inc_why_not_enter(t, p, site, type); /* [INC-GARR-10] */
}

static alea_rule why_not_deal(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned unit) {
    int side = inc_side_of(seat);
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    if (unit / INC_TYPES != (unsigned)side) return INC_GEN_7;
    return p->pool[side][unit % INC_TYPES] && next_site(t, p, side, 0) != ALEA_NONE ? 0 : INC_PROD_6;
}

static int base_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    uint64_t sites = 0;
    unsigned first = INC_TYPES * (unsigned)inc_side_of(seat), units = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (!inc_why_not_arrange(t, p, seat, site)) sites |= inc_bit(site);
    for (unsigned unit = first; unit < first + INC_TYPES; unit++)
        if (!why_not_deal(t, p, seat, unit)) units |= 1u << unit;
    return inc_list(out, inc_list(out, 0, INCURSIO_VERB_ARRANGE, sites), INCURSIO_VERB_DEAL, units);
}

static alea_rule base_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    switch (verb) {
    case INCURSIO_VERB_ARRANGE: return inc_why_not_arrange(t, p, seat, arg);
    case INCURSIO_VERB_DEAL: return why_not_deal(t, p, seat, arg);
    default: return INC_TURN_1;
    }
}

static void base_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    int side = inc_side_of(seat);
    if (verb == INCURSIO_VERB_ARRANGE) {
        inc_arrange_begins(t, p, seat, arg);
        return;
    }
    unsigned site = next_site(t, p, side, 0), type = arg % INC_TYPES;
    if (!may_enter(t, p, side, site, type)) {
        place_unit(p, side, site, type, -1, sink);
        return;
    }
    p->site_of[seat] = (uint8_t)site;
    p->made_of[seat] = (uint16_t)type;
    inc_to_stage(p, seat, INCURSIO_STAGE_PLACE);
}

const struct inc_stage inc_stage_base_deploy = {base_legal, base_why_not, base_apply};

/* The unit is not there yet: should another seat have dealt the type or filled the site, there is only the way back. */
static alea_rule why_not_place(const struct inc_tables *t, const struct inc_position *p, int seat) {
    int side = inc_side_of(seat);
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    return p->pool[side][p->made_of[seat]] && p->due[side][p->site_of[seat]] ? 0 : INC_PROD_6;
}

static int place_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    unsigned site = p->site_of[seat];
    if (why_not_place(t, p, seat)) return inc_list_one(out, 0, INCURSIO_VERB_BACK);
    int last = may_enter(t, p, inc_side_of(seat), site, p->made_of[seat]) ? p->garrison[site] + 1 : 0;
    return inc_list_one(out, inc_list_range(out, 0, INCURSIO_VERB_AT, 1, last), INCURSIO_VERB_CAMP);
}

static alea_rule place_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                               unsigned arg) {
    unsigned site = p->site_of[seat];
    alea_rule why = why_not_place(t, p, seat);
    switch (verb) {
    case INCURSIO_VERB_BACK: return why && !arg ? 0 : INC_TURN_1;
    case INCURSIO_VERB_CAMP: return why ? why : arg ? INC_TURN_1 : 0;
    case INCURSIO_VERB_AT:
        if (!why) why = inc_why_not_enter(t, p, site, p->made_of[seat]);
        return why ? why : arg >= 1 && arg <= p->garrison[site] + 1u ? 0 : INC_GARR_7;
    default: return INC_TURN_1;
    }
}

static void place_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    int place = verb == INCURSIO_VERB_AT ? (int)arg - 1 : -1;
    if (verb != INCURSIO_VERB_BACK) place_unit(p, inc_side_of(seat), p->site_of[seat], p->made_of[seat], place, sink);
    inc_to_base(t, p, seat);
}

const struct inc_stage inc_stage_place = {place_legal, place_why_not, place_apply};

/* ---- What the General did not deal [INC-ROLE-22] ---- */

static unsigned next_type(const struct inc_position *p, int side, unsigned from) {
    for (unsigned i = 0; i < INC_TYPES; i++)
        if (p->pool[side][(from + i) % INC_TYPES]) return (from + i) % INC_TYPES;
    return ALEA_NONE;
}

void inc_deploy_defaults(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (int side = 0; side < INC_SIDES; side++) {
        unsigned type = next_type(p, side, 0), site = next_site(t, p, side, 0);
        while (type != ALEA_NONE && site != ALEA_NONE) {
            int place = may_enter(t, p, side, site, type) ? p->garrison[site] : -1;
            place_unit(p, side, site, type, place, sink);
            type = next_type(p, side, type + 1);
            site = next_site(t, p, side, site + 1);
        }
        memset(p->pool[side], 0, sizeof p->pool[side]);
        memset(p->due[side], 0, sizeof p->due[side]);
        inc_restate(p, side, INC_FRESH, INC_IDLE); /* until dusk: that is now */
    }
}
