/* SPDX-License-Identifier: MIT */
/* steps.c - the tables of stages and of chance, and the contract's functions that read them. */
#include <assert.h>

#include "incursio_internal.h"

/* What can be entered at each stage of a seat's cursor. */
static const struct inc_stage *const stages[INCURSIO_STAGES] = {
    [INCURSIO_STAGE_NONE] = &inc_stage_aside,
    [INCURSIO_STAGE_SETUP] = &inc_stage_base_setup,
    [INCURSIO_STAGE_SPECIES] = &inc_stage_species,
    [INCURSIO_STAGE_GIVE] = &inc_stage_give,
    [INCURSIO_STAGE_MOVE] = &inc_stage_base_move,
    [INCURSIO_STAGE_FROM] = &inc_stage_from,
    [INCURSIO_STAGE_TO] = &inc_stage_to,
    [INCURSIO_STAGE_ENTER] = &inc_stage_enter,
    [INCURSIO_STAGE_ENTER_AT] = &inc_stage_enter_at,
    [INCURSIO_STAGE_LEAVE] = &inc_stage_leave,
    [INCURSIO_STAGE_REORDER] = &inc_stage_reorder,
    [INCURSIO_STAGE_ASSAULT] = &inc_stage_base_assault,
    [INCURSIO_STAGE_LINE] = &inc_stage_line,
    [INCURSIO_STAGE_PERSONAL] = &inc_stage_base_personal,
    [INCURSIO_STAGE_KIND] = &inc_stage_kind,
    [INCURSIO_STAGE_TARGET] = &inc_stage_target,
    [INCURSIO_STAGE_STRUCTURE] = &inc_stage_structure,
    [INCURSIO_STAGE_FOCUS] = &inc_stage_focus,
    [INCURSIO_STAGE_DEPLOY] = &inc_stage_base_deploy,
    [INCURSIO_STAGE_PLACE] = &inc_stage_place,
    [INCURSIO_STAGE_ARRANGE] = &inc_stage_arrange,
    [INCURSIO_STAGE_SPLIT] = &inc_stage_split,
    [INCURSIO_STAGE_DELEGATE] = &inc_stage_delegate,
};

/* The steps of chance. */
static const struct inc_chance *const chances[INCURSIO_STEPS] = {
    [INCURSIO_STEP_OBJECTIVE] = &inc_chance_objective,
    [INCURSIO_STEP_PORTAL_TYPE] = &inc_chance_portal_type,
    [INCURSIO_STEP_PORTAL_DEMON] = &inc_chance_portal_demon,
    [INCURSIO_STEP_INITIATIVE] = &inc_chance_initiative,
    [INCURSIO_STEP_PORTAL] = &inc_chance_portal,
    [INCURSIO_STEP_VIGIL] = &inc_chance_vigil,
    [INCURSIO_STEP_PERCENT] = &inc_chance_percent,
    [INCURSIO_STEP_SPY_DIE] = &inc_chance_spy_die,
    [INCURSIO_STEP_SPY_THING] = &inc_chance_spy_thing,
    [INCURSIO_STEP_PRODUCE] = &inc_chance_produce,
    [INCURSIO_STEP_PAIR] = &inc_chance_pair,
    [INCURSIO_STEP_EXTRA] = &inc_chance_extra,
    [INCURSIO_STEP_SHOT] = &inc_chance_shot,
    [INCURSIO_STEP_OPENING] = &inc_chance_opening,
    [INCURSIO_STEP_PURSE] = &inc_chance_purse,
};

/* The stage at which each window begins and to which an order comes back. */
static const uint8_t bases[INCURSIO_STEPS] = {
    [INCURSIO_STEP_SETUP] = INCURSIO_STAGE_SETUP,       [INCURSIO_STEP_MOVE] = INCURSIO_STAGE_MOVE,
    [INCURSIO_STEP_DEMON_MOVE] = INCURSIO_STAGE_MOVE,   [INCURSIO_STEP_FINAL] = INCURSIO_STAGE_MOVE,
    [INCURSIO_STEP_ASSAULT] = INCURSIO_STAGE_ASSAULT,   [INCURSIO_STEP_DEMON_ASSAULT] = INCURSIO_STAGE_ASSAULT,
    [INCURSIO_STEP_PERSONAL] = INCURSIO_STAGE_PERSONAL, [INCURSIO_STEP_DEPLOY] = INCURSIO_STAGE_DEPLOY,
};

bool inc_is_chance(const struct inc_position *p) { return chances[p->step] != NULL; }

bool inc_at_table(const void *tables, const void *pos) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    switch (p->step) {
    case INCURSIO_STEP_INITIATIVE: return t->dice == INCURSIO_DICE_INITIATIVE || t->dice == INCURSIO_DICE_TABLE;
    case INCURSIO_STEP_PAIR:
    case INCURSIO_STEP_EXTRA:
    case INCURSIO_STEP_SHOT: return t->dice == INCURSIO_DICE_BATTLES || t->dice == INCURSIO_DICE_TABLE;
    default: return false;
    }
}

/* ---- Lists of moves ---- */

int inc_list(alea_move out[], int n, unsigned verb, uint64_t set) {
    for (; set; set &= set - 1) out[n++] = alea_move_make(verb, inc_first(set));
    return n;
}

int inc_list_range(alea_move out[], int n, unsigned verb, int first, int last) {
    for (int arg = first; arg <= last; arg++) out[n++] = alea_move_make(verb, (unsigned)arg);
    return n;
}

int inc_list_one(alea_move out[], int n, unsigned verb) {
    out[n] = alea_move_make(verb, 0);
    return n + 1;
}

/* ---- Draws from a set, each as likely ---- */

int inc_list_draws(uint64_t set, unsigned verb, struct alea_outcome out[]) {
    int n = 0;
    for (; set; set &= set - 1) out[n++] = (struct alea_outcome){.move = alea_move_make(verb, inc_first(set)), .weight = 1};
    return n;
}

alea_move inc_draw(uint64_t set, unsigned verb, struct alea_random *random) {
    for (uint32_t skip = alea_random_below(random, (uint32_t)inc_count(set)); skip; skip--) set &= set - 1;
    return alea_move_make(verb, inc_first(set));
}

bool inc_is_one(uint64_t set, unsigned arg) { return arg < 64 && inc_has(set, arg); }

/* ---- Who may do what ---- */

/* The deputy acts for a General who was silent. [INC-ROLE-2] */
bool inc_is_general(const struct inc_tables *t, const struct inc_position *p, int seat) {
    int side = inc_side_of(seat);
    return p->general[side] == seat || (p->deputy[side] == seat && p->silent[side] >= t->silent_steps);
}

bool inc_commands(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    return p->delegate[inc_side_of(seat)][site] == seat || inc_is_general(t, p, seat);
}

static alea_actors generals(const struct inc_tables *t, const struct inc_position *p, int side) {
    alea_actors set = 0;
    for (int seat = side; seat < t->seats; seat += INC_SIDES)
        if (inc_is_general(t, p, seat)) set |= alea_actor(seat);
    return set;
}

/* The whole of each side for what concerns every person; else who commands units. [INC-ROLE-3, INC-ROLE-4, INC-ROLE-20] */
alea_actors inc_entitled(const struct inc_tables *t, const struct inc_position *p) {
    alea_actors all = inc_all_seats(t);
    switch (p->step) {
    case INCURSIO_STEP_SETUP:
    case INCURSIO_STEP_PERSONAL: return all;
    case INCURSIO_STEP_FINAL:
    case INCURSIO_STEP_DEPLOY: return generals(t, p, INC_DEFENDERS) | generals(t, p, INC_RAIDERS) | (p->delegates & all);
    case INCURSIO_STEP_MOVE: return generals(t, p, p->side) | (p->delegates & all & inc_audience(p->side));
    case INCURSIO_STEP_ASSAULT:
    case INCURSIO_STEP_DEMON_MOVE:
    case INCURSIO_STEP_DEMON_ASSAULT: return generals(t, p, p->side);
    default: return 0;
    }
}

alea_actors inc_actors(const void *tables, const void *pos) {
    const struct inc_position *p = pos;
    if (p->step == INCURSIO_STEP_OVER) return ALEA_ACTORS_OVER;
    if (inc_is_chance(p)) return ALEA_ACTORS_CHANCE;
    alea_actors waited_for = inc_entitled(tables, p) & ~p->done;
    return waited_for ? waited_for : ALEA_ACTORS_HOST; /* all are done in a pause [INC-ROLE-24] */
}

void inc_to_stage(struct inc_position *p, int seat, unsigned stage) { p->stage_of[seat] = (uint8_t)stage; }

void inc_to_base(const struct inc_tables *t, struct inc_position *p, int seat) {
    bool acts = inc_entitled(t, p) & ~p->done & alea_actor(seat);
    p->stage_of[seat] = acts ? bases[p->step] : INCURSIO_STAGE_NONE;
    p->site_of[seat] = p->to_of[seat] = p->character_of[seat] = ALEA_NONE;
    p->made_of[seat] = 0;
}

/* ---- The contract ---- */

static bool at_base(const struct inc_position *p, int seat) {
    return p->stage_of[seat] == bases[p->step] && bases[p->step] != INCURSIO_STAGE_NONE;
}

/* What may be entered at the base of any window beside the window's own: `done`, and in full teams what a player proposes, a
 * General hands on, and people ask of each other. [INC-ROLE-2, INC-ROLE-4, INC-ROLE-5, INC-TABLE-7] */
static alea_rule why_not_common(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                unsigned arg) {
    if (!at_base(p, seat)) return INC_TURN_1;
    switch (verb) {
    case INCURSIO_VERB_DONE: return arg ? INC_TURN_1 : 0;
    case INCURSIO_VERB_PROPOSE: return !t->teams ? INC_ROLE_5 : arg ? INC_TURN_1 : 0;
    case INCURSIO_VERB_DEPUTY: return inc_why_not_deputy(t, p, seat, arg);
    case INCURSIO_VERB_DELEGATE: return inc_why_not_delegate(t, p, seat, arg);
    default: return inc_why_not_aside(t, p, seat, verb, arg);
    }
}

static bool is_common(const struct inc_tables *t, const struct inc_position *p, unsigned verb) {
    return verb == INCURSIO_VERB_DONE || verb == INCURSIO_VERB_PROPOSE || verb == INCURSIO_VERB_DEPUTY ||
           verb == INCURSIO_VERB_DELEGATE || inc_is_aside(t, p, verb);
}

static int list_common(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int n = inc_list_one(out, 0, INCURSIO_VERB_DONE);
    if (!t->teams) return n;
    for (unsigned other = 0; other < (unsigned)t->seats; other++)
        if (!inc_why_not_deputy(t, p, seat, other)) out[n++] = alea_move_make(INCURSIO_VERB_DEPUTY, other);
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (!inc_why_not_delegate(t, p, seat, site)) out[n++] = alea_move_make(INCURSIO_VERB_DELEGATE, site);
    return inc_list_one(out, n, INCURSIO_VERB_PROPOSE);
}

/* Merges the ascending list common[n_common] into the ascending out[n]. */
static int merge(alea_move out[], int n, const alea_move common[], int n_common) {
    int at = n + n_common, from = n, other = n_common;
    while (other > 0) {
        bool mine = from > 0 && out[from - 1] > common[other - 1];
        out[--at] = mine ? out[--from] : common[--other];
    }
    return n + n_common;
}

/* Who may enter anything now. */
static bool may_act(const struct inc_tables *t, const struct inc_position *p, int seat) {
    if (seat < 0 || seat >= t->seats || inc_is_chance(p)) return false;
    return (inc_entitled(t, p) & ~p->done) >> seat & 1 || inc_is_optional(t, p, seat);
}

int inc_legal(const void *tables, const void *pos, int seat, alea_move out[]) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    if (p->step == INCURSIO_STEP_OVER) return 0;
    if (seat == ALEA_HOST) return inc_master_legal(t, p, out);
    if (!may_act(t, p, seat)) return 0;
    int n = stages[p->stage_of[seat]]->legal(t, p, seat, out);
    if (p->stage_of[seat] == INCURSIO_STAGE_NONE) return n;
    alea_move common[2 + INC_SEATS + INC_SITES], aside[INC_ASIDES];
    if (at_base(p, seat)) n = merge(out, n, common, list_common(t, p, seat, common));
    return merge(out, n, aside, inc_list_aside(t, p, seat, at_base(p, seat), aside));
}

alea_rule inc_why_not(const void *tables, const void *pos, int seat, alea_move move) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (p->step == INCURSIO_STEP_OVER) return INC_WIN_1;
    if (seat == ALEA_HOST) return inc_master_why_not(t, p, verb, arg);
    if (seat == ALEA_CHANCE) return inc_is_chance(p) ? chances[p->step]->why_not(t, p, verb, arg) : INC_TURN_1;
    if (seat < 0 || seat >= t->seats || !inc_is_of_seat(verb)) return INC_TURN_1;
    if (inc_is_chance(p)) return INC_TURN_1;
    if (!may_act(t, p, seat)) {
        if (p->done >> seat & 1) return INC_ROLE_20;
        return p->side == ALEA_NONE || p->side == inc_side_of(seat) ? INC_ROLE_3 : INC_TURN_1;
    }
    if (inc_is_answer(t, verb)) return inc_why_not_aside(t, p, seat, verb, arg);
    if (is_common(t, p, verb) && p->stage_of[seat] != INCURSIO_STAGE_NONE) return why_not_common(t, p, seat, verb, arg);
    return stages[p->stage_of[seat]]->why_not(t, p, seat, verb, arg);
}

/* The window closes early when everybody entitled is done, but not in a pause. [INC-ROLE-20, INC-ROLE-24] */
static void close_if_done(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (p->paused || !bases[p->step] || inc_entitled(t, p) & ~p->done) return;
    if (t->version >= INC_TABLE_VERSION) inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_CLOSED, p->step, 0, 0, 0);
    inc_window_close(t, p, true, sink);
}

/* Of the other side nobody is told who is waited for. [INC-TABLE-25] */
void inc_done(const struct inc_tables *t, struct inc_position *p, int seat, struct alea_events *sink) {
    unsigned told = t->version < INC_TABLE_VERSION ? INC_PUBLIC : 1u << inc_side_of(seat);
    p->done |= alea_actor(seat);
    inc_to_base(t, p, seat);
    inc_tell(p, sink, told, INCURSIO_EVENT_IS_DONE, seat, 0, 0, 0);
    close_if_done(t, p, sink);
}

static void apply_seat(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    int side = inc_side_of(seat);
    if (p->general[side] == seat) p->spoke = (uint8_t)(p->spoke | 1u << side); /* a deputy's word is not the General's */
    switch (verb) {
    case INCURSIO_VERB_DONE: inc_done(t, p, seat, sink); break;
    case INCURSIO_VERB_PROPOSE: inc_tell(p, sink, 1u << side, INCURSIO_EVENT_PROPOSAL, seat, 0, 0, 0); break;
    case INCURSIO_VERB_DEPUTY: {
        alea_actors before = inc_entitled(t, p);
        p->deputy[side] = (uint8_t)arg;
        inc_entitled_changed(t, p, before);
        inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_DEPUTED, side, (int32_t)arg, 0, 0);
        break;
    }
    case INCURSIO_VERB_DELEGATE:
        p->site_of[seat] = (uint8_t)arg;
        inc_to_stage(p, seat, INCURSIO_STAGE_DELEGATE);
        break;
    default:
        if (is_common(t, p, verb) || inc_is_answer(t, verb)) inc_stage_aside.apply(t, p, seat, verb, arg, sink);
        else stages[p->stage_of[seat]]->apply(t, p, seat, verb, arg, sink);
    }
}

void inc_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink) {
    const struct inc_tables *t = tables;
    struct inc_position *p = pos;
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (seat == ALEA_HOST && !inc_is_chance_verb(verb)) {
        inc_master_apply(t, p, verb, arg, sink);
        close_if_done(t, p, sink); /* those who were waited for may have been replaced, or the pause is over */
    } else if (inc_is_chance(p)) {
        inc_result_break_off(p); /* the dice decide after all */
        chances[p->step]->apply(t, p, verb, arg, sink);
    } else {
        apply_seat(t, p, seat, verb, arg, sink);
    }
}

alea_move inc_roll(const void *tables, const void *pos, struct alea_random *random) {
    const struct inc_position *p = pos;
    return chances[p->step]->roll(tables, p, random);
}

int inc_outcomes(const void *tables, const void *pos, struct alea_outcome out[]) {
    const struct inc_position *p = pos;
    return chances[p->step]->outcomes(tables, p, out);
}

/* Orders may be taken back until the window closes; an attack that was launched may not. [section 28] */
bool inc_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after) {
    const struct inc_position *was = before, *is = after;
    (void)tables, (void)seat;
    return was->step != is->step || was->day != is->day || was->side != is->side ||
           alea_move_verb(move) == INCURSIO_VERB_LAUNCH;
}
