/* SPDX-License-Identifier: MIT */
/* move.c - movement: steps 2, 4, 6.7 and 8. [INC-MOVE]
 * Marches are entered in secret and run when the window closes (march.c); a garrison is entered and left at once. */
#include <string.h>

#include "incursio_internal.h"

/* ---- Which unit may move ---- */

/* Movement is there again in each moment, the demons' additional phase being one. [INC-MOVE-2, INC-DEMON-8] */
static bool can_move(inc_unit unit) { return inc_state_of(unit) == INC_IDLE; }

/* In step 4 whoever has fought has defended. [INC-MOVE-2, INC-MOVE-7, INC-MOVE-8] */
static alea_rule why_not_unit(const struct inc_position *p, inc_unit unit) {
    if (can_move(unit)) return 0;
    if (inc_state_of(unit) != INC_FOUGHT) return INC_MOVE_2;
    return p->step == INCURSIO_STEP_MOVE && p->side != p->first ? INC_MOVE_8 : INC_MOVE_7;
}

/* Of a list: 0 if one may move, else why the first one that is there may not; `none` if nobody is there. */
static alea_rule why_not_any(const struct inc_position *p, const inc_unit *units, int n, alea_rule none) {
    alea_rule why = none;
    for (int i = n; i-- > 0;) {
        if (can_move(units[i])) return 0;
        if (!inc_is_shadow(units[i])) why = why_not_unit(p, units[i]);
    }
    return why;
}

/* May one fewer stand there? Orders to march also need a free place for the shadow. [INC-MOVE-10, INC-FOUND-5] */
static alea_rule why_not_fewer(const struct inc_position *p, int side, unsigned site) {
    if (p->total[side] >= INC_UNITS) return INC_GEN_11;
    if (inc_here(p, side, site) > 1 || !inc_must_stay(p, side, site)) return 0;
    return side == INC_DEFENDERS && !inc_is_settlement(p, site) ? INC_FOUND_5 : INC_MOVE_10;
}

static alea_rule why_not_camp(const struct inc_position *p, int side, unsigned site) {
    alea_rule none = inc_garrison(p, side, site) ? INC_MOVE_5 : INC_MOVE_2;
    return why_not_any(p, inc_camp(p, side, site), p->camp[side][site], none);
}

static alea_rule why_not_march(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    alea_rule why = why_not_camp(p, side, site);
    if (why) return why;
    return inc_ways(t, side, site) ? why_not_fewer(p, side, site) : INC_MOVE_3;
}

/* Types that may enter the garrison. */
static unsigned welcome(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    unsigned types = 0;
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (!inc_why_not_enter(t, p, site, type)) types |= 1u << type;
    return types;
}

/* [INC-MOVE-4, INC-GARR-10] */
static alea_rule why_not_enter(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    if (side != INC_DEFENDERS) return INC_GARR_10;
    const inc_unit *camp = inc_camp(p, side, site);
    alea_rule why = why_not_any(p, camp, p->camp[side][site], INC_MOVE_4);
    unsigned types = why ? 0 : welcome(t, p, site);
    for (int i = p->camp[side][site]; !why && i-- > 0;)
        if (can_move(camp[i]) && types >> inc_type(camp[i]) & 1) return 0;
    for (int i = p->camp[side][site]; i-- > 0;) /* the first that could move says why */
        if (can_move(camp[i])) why = inc_why_not_enter(t, p, site, inc_type(camp[i]));
    return why;
}

static alea_rule why_not_leave(const struct inc_position *p, int side, unsigned site) {
    if (side != INC_DEFENDERS) return INC_GARR_10;
    return why_not_any(p, inc_units_at(p, side, site), p->garrison[site], INC_MOVE_4);
}

/* ---- Where something can be done ---- */

static alea_rule why_not_from(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    int side = inc_side_of(seat);
    if (site >= (unsigned)t->n_sites || !inc_n_units(p, side, site)) return INC_GEN_7;
    if (!inc_commands(t, p, seat, site)) return INC_ROLE_4; /* [INC-ROLE-3] */
    alea_rule why = why_not_march(t, p, side, site), why_leave = why ? why_not_leave(p, side, site) : 0;
    if (!why || !why_leave || !why_not_enter(t, p, side, site)) return 0;
    return why == INC_MOVE_5 ? why_leave : why; /* all are in the garrison, and may not leave it */
}

static int base_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    uint64_t from = 0, reorder = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (!why_not_from(t, p, seat, site)) from |= inc_bit(site);
    if (p->step == INCURSIO_STEP_MOVE && p->first == INC_DEFENDERS)
        for (uint64_t rest = from; rest; rest &= rest - 1) /* who may reorder may leave as well */
            if (!inc_why_not_reorder(t, p, seat, inc_first(rest))) reorder |= inc_bit(inc_first(rest));
    uint64_t recall = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_n_units(p, inc_side_of(seat), site) && !inc_why_not_recall(t, p, seat, site)) recall |= inc_bit(site);
    int n = inc_list(out, inc_list(out, 0, INCURSIO_VERB_FROM, from), INCURSIO_VERB_REORDER, reorder);
    return inc_list(out, n, INCURSIO_VERB_RECALL, recall);
}

static alea_rule base_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    switch (verb) {
    case INCURSIO_VERB_FROM: return why_not_from(t, p, seat, arg);
    case INCURSIO_VERB_REORDER: return inc_why_not_reorder(t, p, seat, arg);
    case INCURSIO_VERB_RECALL: return inc_why_not_recall(t, p, seat, arg);
    default: return INC_TURN_1;
    }
}

static void base_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)sink;
    if (verb == INCURSIO_VERB_REORDER) {
        inc_reorder_begins(p, seat, arg);
        return;
    }
    if (verb == INCURSIO_VERB_RECALL) {
        inc_recall(t, p, seat, arg);
        return;
    }
    p->site_of[seat] = (uint8_t)arg;
    inc_to_stage(p, seat, INCURSIO_STAGE_FROM);
}

const struct inc_stage inc_stage_base_move = {base_legal, base_why_not, base_apply};

/* ---- What to do there ---- */

/* The General may take a site back from a seat that is in the middle of an order there. [INC-ROLE-4] */
static alea_rule why_not_command(const struct inc_tables *t, const struct inc_position *p, int seat) {
    return inc_commands(t, p, seat, p->site_of[seat]) ? 0 : INC_ROLE_4;
}

static alea_rule why_not_to(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site, unsigned to) {
    alea_rule why = why_not_camp(p, side, site);
    if (why) return why;
    if (to >= (unsigned)t->n_sites || !inc_has(inc_ways(t, side, site), to)) return INC_MOVE_3;
    return why_not_fewer(p, side, site);
}

static int from_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int side = inc_side_of(seat), n = 0;
    unsigned site = p->site_of[seat];
    if (!why_not_command(t, p, seat)) {
        if (!why_not_march(t, p, side, site)) n = inc_list(out, n, INCURSIO_VERB_TO, inc_ways(t, side, site));
        if (!why_not_enter(t, p, side, site)) n = inc_list_one(out, n, INCURSIO_VERB_ENTER);
        if (!why_not_leave(p, side, site)) n = inc_list_one(out, n, INCURSIO_VERB_LEAVE);
    }
    return inc_list_one(out, n, INCURSIO_VERB_BACK);
}

static alea_rule from_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    int side = inc_side_of(seat);
    unsigned site = p->site_of[seat];
    alea_rule why = why_not_command(t, p, seat);
    if (verb != INCURSIO_VERB_TO && arg) return INC_TURN_1;
    switch (verb) {
    case INCURSIO_VERB_TO: return why ? why : why_not_to(t, p, side, site, arg);
    case INCURSIO_VERB_ENTER: return why ? why : why_not_enter(t, p, side, site);
    case INCURSIO_VERB_LEAVE: return why ? why : why_not_leave(p, side, site);
    case INCURSIO_VERB_BACK: return 0;
    default: return INC_TURN_1;
    }
}

static void from_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)sink;
    switch (verb) {
    case INCURSIO_VERB_TO:
        p->to_of[seat] = (uint8_t)arg;
        inc_to_stage(p, seat, INCURSIO_STAGE_TO);
        break;
    case INCURSIO_VERB_ENTER: inc_to_stage(p, seat, INCURSIO_STAGE_ENTER); break;
    case INCURSIO_VERB_LEAVE: inc_to_stage(p, seat, INCURSIO_STAGE_LEAVE); break;
    default: inc_to_base(t, p, seat);
    }
}

const struct inc_stage inc_stage_from = {from_legal, from_why_not, from_apply};

/* ---- Which units: of the camp, on their way or into the garrison; of the garrison, out of it ---- */

/* Stays at the stage while another unit can do the same. */
static void go_on(const struct inc_tables *t, struct inc_position *p, int seat, unsigned stage, alea_rule why_not) {
    p->made_of[seat] = 0;
    if (why_not) inc_to_base(t, p, seat);
    else inc_to_stage(p, seat, stage);
}

/* Unit number `arg` of the camp, from 1. */
static alea_rule why_not_number(const struct inc_position *p, int side, unsigned site, unsigned arg, alea_rule none) {
    if (arg < 1 || arg > p->camp[side][site]) return none;
    return why_not_unit(p, inc_camp(p, side, site)[arg - 1]);
}

static int to_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int side = inc_side_of(seat), n = 0;
    unsigned site = p->site_of[seat];
    const inc_unit *camp = inc_camp(p, side, site);
    if (!why_not_command(t, p, seat) && !why_not_fewer(p, side, site))
        for (unsigned i = 0; i < p->camp[side][site]; i++)
            if (can_move(camp[i])) out[n++] = alea_move_make(INCURSIO_VERB_UNIT, i + 1);
    return inc_list_one(out, n, INCURSIO_VERB_BACK);
}

static alea_rule to_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                            unsigned arg) {
    int side = inc_side_of(seat);
    if (verb == INCURSIO_VERB_BACK) return arg ? INC_TURN_1 : 0;
    if (verb != INCURSIO_VERB_UNIT) return INC_TURN_1;
    alea_rule why = why_not_command(t, p, seat);
    if (!why) why = why_not_number(p, side, p->site_of[seat], arg, INC_MOVE_5);
    return why ? why : why_not_fewer(p, side, p->site_of[seat]);
}

/* The unit leaves its shadow and arrives at the end of the other camp; inc_move_run() says whether it comes so far. */
static void march(const struct inc_tables *t, struct inc_position *p, int side, unsigned site, unsigned index, unsigned to) {
    inc_unit *unit = inc_units(p, side, site) + inc_garrison(p, side, site) + index;
    inc_unit arrival = inc_with_state(*unit, INC_COMING + inc_way_to(t, to, site));
    *unit = inc_with_state(*unit, INC_GOING + inc_way_to(t, site, to));
    inc_insert(p, side, to, false, p->camp[side][to], arrival); /* [INC-MOVE-6] */
}

static void to_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                     struct alea_events *sink) {
    (void)sink;
    int side = inc_side_of(seat);
    unsigned site = p->site_of[seat];
    if (verb == INCURSIO_VERB_BACK) {
        inc_to_base(t, p, seat);
        return;
    }
    march(t, p, side, site, arg - 1, p->to_of[seat]);
    go_on(t, p, seat, INCURSIO_STAGE_TO, why_not_march(t, p, side, site));
}

const struct inc_stage inc_stage_to = {to_legal, to_why_not, to_apply};

static int enter_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int n = 0;
    unsigned site = p->site_of[seat], types = why_not_command(t, p, seat) ? 0 : welcome(t, p, site);
    const inc_unit *camp = inc_camp(p, INC_DEFENDERS, site);
    for (unsigned i = 0; types && i < p->camp[INC_DEFENDERS][site]; i++)
        if (can_move(camp[i]) && types >> inc_type(camp[i]) & 1) out[n++] = alea_move_make(INCURSIO_VERB_UNIT, i + 1);
    return inc_list_one(out, n, INCURSIO_VERB_BACK);
}

static alea_rule why_not_entering(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned number) {
    unsigned site = p->site_of[seat];
    alea_rule why = why_not_command(t, p, seat);
    if (!why) why = why_not_number(p, INC_DEFENDERS, site, number, INC_MOVE_4);
    return why ? why : inc_why_not_enter(t, p, site, inc_type(inc_camp(p, INC_DEFENDERS, site)[number - 1]));
}

static alea_rule enter_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                               unsigned arg) {
    if (verb == INCURSIO_VERB_BACK) return arg ? INC_TURN_1 : 0;
    return verb == INCURSIO_VERB_UNIT ? why_not_entering(t, p, seat, arg) : INC_TURN_1;
}

static void enter_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)sink;
    if (verb == INCURSIO_VERB_BACK) {
        inc_to_base(t, p, seat);
        return;
    }
    p->made_of[seat] = (uint16_t)arg;
    inc_to_stage(p, seat, INCURSIO_STAGE_ENTER_AT);
}

const struct inc_stage inc_stage_enter = {enter_legal, enter_why_not, enter_apply};

/* Where another seat has meanwhile taken the unit or its place, there is only the way back. */
static int enter_at_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    if (why_not_entering(t, p, seat, p->made_of[seat])) return inc_list_one(out, 0, INCURSIO_VERB_BACK);
    return inc_list_range(out, 0, INCURSIO_VERB_AT, 1, p->garrison[p->site_of[seat]] + 1); /* [INC-GARR-7] */
}

static alea_rule enter_at_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                  unsigned arg) {
    alea_rule why = why_not_entering(t, p, seat, p->made_of[seat]);
    if (verb == INCURSIO_VERB_BACK) return why && !arg ? 0 : INC_TURN_1;
    if (verb != INCURSIO_VERB_AT) return INC_TURN_1;
    if (why) return why;
    return arg >= 1 && arg <= p->garrison[p->site_of[seat]] + 1u ? 0 : INC_GARR_7;
}

void inc_choose_again(const struct inc_tables *t, struct inc_position *p, int seat, uint64_t sites) {
    for (int other = inc_side_of(seat); other < t->seats; other += INC_SIDES) {
        if (other == seat || p->stage_of[other] != INCURSIO_STAGE_ENTER_AT || !inc_has(sites, p->site_of[other])) continue;
        p->made_of[other] = 0;
        inc_to_stage(p, other, INCURSIO_STAGE_ENTER);
    }
}

static void enter_at_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                           struct alea_events *sink) {
    (void)sink;
    unsigned site = p->site_of[seat];
    if (verb == INCURSIO_VERB_BACK) {
        inc_to_base(t, p, seat);
        return;
    }
    inc_unit unit = inc_take(p, INC_DEFENDERS, site, false, p->made_of[seat] - 1);
    inc_insert(p, INC_DEFENDERS, site, true, (int)arg - 1, inc_with_state(unit, INC_MOVED)); /* [INC-MOVE-4] */
    inc_choose_again(t, p, seat, inc_bit(site));
    go_on(t, p, seat, INCURSIO_STAGE_ENTER, why_not_enter(t, p, INC_DEFENDERS, site));
}

const struct inc_stage inc_stage_enter_at = {enter_at_legal, enter_at_why_not, enter_at_apply};

static int leave_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int n = 0;
    unsigned site = p->site_of[seat];
    const inc_unit *garrison = inc_units_at(p, INC_DEFENDERS, site);
    if (!why_not_command(t, p, seat))
        for (unsigned i = 0; i < p->garrison[site]; i++)
            if (can_move(garrison[i])) out[n++] = alea_move_make(INCURSIO_VERB_UNIT, i + 1);
    return inc_list_one(out, n, INCURSIO_VERB_BACK);
}

static alea_rule leave_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                               unsigned arg) {
    unsigned site = p->site_of[seat];
    if (verb == INCURSIO_VERB_BACK) return arg ? INC_TURN_1 : 0;
    if (verb != INCURSIO_VERB_UNIT) return INC_TURN_1;
    alea_rule why = why_not_command(t, p, seat);
    if (why) return why;
    if (arg < 1 || arg > p->garrison[site]) return INC_MOVE_4;
    return why_not_unit(p, inc_units_at(p, INC_DEFENDERS, site)[arg - 1]);
}

static void leave_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)sink;
    unsigned site = p->site_of[seat];
    if (verb == INCURSIO_VERB_BACK) {
        inc_to_base(t, p, seat);
        return;
    }
    inc_unit unit = inc_take(p, INC_DEFENDERS, site, true, (int)arg - 1);
    inc_insert(p, INC_DEFENDERS, site, false, p->camp[INC_DEFENDERS][site], inc_with_state(unit, INC_MOVED));
    go_on(t, p, seat, INCURSIO_STAGE_LEAVE, why_not_leave(p, INC_DEFENDERS, site));
}

const struct inc_stage inc_stage_leave = {leave_legal, leave_why_not, leave_apply};

void inc_moment_begins(struct inc_position *p, int side) { inc_restate(p, side, INC_MOVED, INC_IDLE); }
