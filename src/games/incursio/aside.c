/* SPDX-License-Identifier: MIT */
/* aside.c - what people may enter though nobody waits for them: a done taken back, what a General asks of a character in any
 * window of the day, and its player's answer. [INC-TABLE-1, INC-TABLE-2, INC-TABLE-7, INC-TABLE-8] */
#include "incursio_internal.h"

enum { SETTLED = INC_CONFIRMED | INC_REFUSED };

/* The windows in which something may be asked of characters today. [INC-TABLE-7] */
bool inc_may_ask(const struct inc_tables *t, const struct inc_position *p) {
    return t->teams &&
           (p->step == INCURSIO_STEP_MOVE || p->step == INCURSIO_STEP_ASSAULT || p->step == INCURSIO_STEP_PERSONAL);
}

static int list(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]);

/* Who is done, may take it back; a General may ask, and who was asked may answer, in the windows of others, too. */
bool inc_is_optional(const struct inc_tables *t, const struct inc_position *p, int seat) {
    alea_move aside[INC_ASIDES];
    if (t->version < INC_TABLE_VERSION || !inc_is_window(p)) return false;
    if (inc_entitled(t, p) & alea_actor(seat)) return p->done & alea_actor(seat);
    return inc_may_ask(t, p) && (p->stage_of[seat] != INCURSIO_STAGE_NONE || list(t, p, seat, aside) > 0);
}

alea_actors inc_optional(const void *tables, const void *pos) {
    const struct inc_tables *t = tables;
    alea_actors set = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if (inc_is_optional(t, pos, seat)) set |= alea_actor(seat);
    return set;
}

/* ---- Why not ---- */

/* Is a free mission offered, and nothing else asked or answered? [INC-TABLE-14] */
static bool is_free_to_record(const struct inc_position *p, int side, unsigned c) {
    return !(p->flags[side][c] & (INC_ASSIGNED | SETTLED)) && inc_is_offered(p, side, c);
}

/* A yes that was given elsewhere: never in the place of the player's own answer. [INC-TABLE-8] */
static alea_rule why_not_record(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c) {
    if (!inc_may_ask(t, p) || c >= (unsigned)t->characters) return INC_TABLE_8;
    if (is_free_to_record(p, side, c)) return 0;
    if ((p->flags[side][c] & (INC_ASSIGNED | SETTLED)) != INC_ASSIGNED) return INC_TABLE_8;
    return inc_why_not_order(t, p, side, c);
}

static alea_rule why_not_reopen(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned arg) {
    return !arg && inc_entitled(t, p) & p->done & alea_actor(seat) ? 0 : INC_TABLE_1;
}

bool inc_is_answer(const struct inc_tables *t, unsigned verb) {
    return t->version >= INC_TABLE_VERSION && (verb == INCURSIO_VERB_CONFIRM || verb == INCURSIO_VERB_DECLINE ||
                                               verb == INCURSIO_VERB_ACCEPT || verb == INCURSIO_VERB_TURN_DOWN);
}

bool inc_is_aside(const struct inc_tables *t, const struct inc_position *p, unsigned verb) {
    if (t->version < INC_TABLE_VERSION) return false;
    bool answers = verb == INCURSIO_VERB_ASSIGN || verb == INCURSIO_VERB_CONFIRM || verb == INCURSIO_VERB_DECLINE;
    return verb == INCURSIO_VERB_REOPEN || verb == INCURSIO_VERB_RECORD || verb == INCURSIO_VERB_ACCEPT ||
           verb == INCURSIO_VERB_TURN_DOWN || (answers && p->step != INCURSIO_STEP_PERSONAL);
}

alea_rule inc_why_not_aside(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                            unsigned arg) {
    int side = inc_side_of(seat);
    switch (verb) {
    case INCURSIO_VERB_REOPEN: return why_not_reopen(t, p, seat, arg);
    case INCURSIO_VERB_RECORD:
        if (!inc_is_general(t, p, seat) || (arg < INC_CHARACTERS && p->seat_of[side][arg] == seat)) return INC_TABLE_8;
        return why_not_record(t, p, side, arg);
    case INCURSIO_VERB_ACCEPT:
    case INCURSIO_VERB_TURN_DOWN:
        if (arg >= INC_CHARACTERS || p->seat_of[side][arg] != seat) return INC_ROLE_6;
        return verb == INCURSIO_VERB_ACCEPT ? inc_why_not_accept(t, p, side, arg) : inc_why_not_turn_down(t, p, side, arg);
    case INCURSIO_VERB_ASSIGN:
    case INCURSIO_VERB_CONFIRM:
    case INCURSIO_VERB_DECLINE:
        if (t->teams && !inc_may_ask(t, p)) return INC_TABLE_7;
        break;
    default: return p->done >> seat & 1 ? INC_TABLE_1 : INC_ROLE_3;
    }
    return inc_stage_base_personal.why_not(t, p, seat, verb, arg);
}

alea_rule inc_why_not_record_for(const struct inc_tables *t, const struct inc_position *p, unsigned person) {
    if (t->version < INC_TABLE_VERSION || !inc_is_window(p) || person >= INC_SIDES * INC_CHARACTERS) return INC_TABLE_8;
    return why_not_record(t, p, (int)(person / INC_CHARACTERS), person % INC_CHARACTERS);
}

/* ---- What there is to choose from ---- */

/* Whatever the character: a short way past the many plies of two Generals, who ask nothing of each other. */
static bool may_be_any(const struct inc_tables *t, const struct inc_position *p, unsigned verb) {
    switch (verb) {
    case INCURSIO_VERB_ASSIGN: return t->teams;
    case INCURSIO_VERB_RECORD: return inc_may_ask(t, p);
    case INCURSIO_VERB_ACCEPT:
    case INCURSIO_VERB_TURN_DOWN: return inc_may_accept(t, p);
    default: return true;
    }
}

static int list(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    static const unsigned verbs[] = {INCURSIO_VERB_ASSIGN,   INCURSIO_VERB_CONFIRM, INCURSIO_VERB_DECLINE,
                                     INCURSIO_VERB_REOPEN,   INCURSIO_VERB_RECORD,  INCURSIO_VERB_ACCEPT,
                                     INCURSIO_VERB_TURN_DOWN};
    int n = 0;
    for (size_t i = 0; i < ALEA_LEN(verbs); i++) {
        unsigned most = verbs[i] == INCURSIO_VERB_REOPEN ? 1 : may_be_any(t, p, verbs[i]) ? (unsigned)t->characters : 0;
        for (unsigned arg = 0; arg < most; arg++)
            if (!inc_why_not_aside(t, p, seat, verbs[i], arg)) out[n++] = alea_move_make(verbs[i], arg);
    }
    return n;
}

int inc_list_aside(const struct inc_tables *t, const struct inc_position *p, int seat, bool base, alea_move out[]) {
    int n = 0, n_all = t->version < INC_TABLE_VERSION ? 0 : list(t, p, seat, out);
    for (int i = 0; i < n_all; i++) {
        unsigned verb = alea_move_verb(out[i]);
        if (base ? inc_is_aside(t, p, verb) : inc_is_answer(t, verb)) out[n++] = out[i];
    }
    return n;
}

static void apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                  struct alea_events *sink) {
    switch (verb) {
    case INCURSIO_VERB_REOPEN: inc_reopen(t, p, seat); break;
    case INCURSIO_VERB_RECORD: inc_record(t, p, inc_side_of(seat), arg, sink); break;
    case INCURSIO_VERB_ACCEPT: inc_accept(t, p, inc_side_of(seat), arg, sink); break;
    case INCURSIO_VERB_TURN_DOWN: inc_turn_down(t, p, inc_side_of(seat), arg, sink); break;
    default: inc_stage_base_personal.apply(t, p, seat, verb, arg, sink);
    }
}

/* The stage of whoever is not waited for. */
const struct inc_stage inc_stage_aside = {list, inc_why_not_aside, apply};

/* ---- What it does ---- */

void inc_reopen(const struct inc_tables *t, struct inc_position *p, int seat) {
    if (!(p->done >> seat & 1)) return;
    p->done &= ~alea_actor(seat);
    inc_to_base(t, p, seat);
}

void inc_ask(const struct inc_tables *t, struct inc_position *p, int seat) {
    if (t->version >= INC_TABLE_VERSION) inc_reopen(t, p, seat);
}

void inc_record(const struct inc_tables *t, struct inc_position *p, int side, unsigned c, struct alea_events *sink) {
    if (is_free_to_record(p, side, c)) inc_accept(t, p, side, c, NULL);
    else inc_confirm(p, side, c);
    p->flags[side][c] |= INC_RECORDED;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_RECORDED, p->seat_of[side][c], (int32_t)c, 0, 0);
    inc_settle(t, p, p->seat_of[side][c], sink);
}

static bool has_open(const struct inc_tables *t, const struct inc_position *p, int seat) {
    int side = inc_side_of(seat);
    for (int c = 0; c < t->characters; c++)
        if (p->seat_of[side][c] == seat && !(p->flags[side][c] & SETTLED)) return true;
    return false;
}

void inc_settle(const struct inc_tables *t, struct inc_position *p, int seat, struct alea_events *sink) {
    bool person = t->version >= INC_TABLE_VERSION && t->teams && p->step == INCURSIO_STEP_PERSONAL;
    if (!person || p->done >> seat & 1 || inc_is_general(t, p, seat) || has_open(t, p, seat)) return;
    inc_done(t, p, seat, sink);
}

/* What was asked or confirmed before its window, and is no longer lawful in it, comes to nothing. [INC-TABLE-7] */
void inc_requests_lapse(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (int side = 0; t->version >= INC_TABLE_VERSION && side < INC_SIDES; side++)
        for (unsigned c = 0; c < (unsigned)t->characters; c++) {
            uint8_t flags = p->flags[side][c];
            if (!p->action[side][c]) continue;
            p->flags[side][c] = flags & (uint8_t)~INC_CONFIRMED; /* it doesn't stand in its own way */
            bool lawful = !inc_why_not_order(t, p, side, c);
            p->flags[side][c] = flags;
            if (lawful) continue;
            inc_order_blank(p, side, c);
            inc_tell(p, sink, 1u << side, INCURSIO_EVENT_LAPSED, p->seat_of[side][c], (int32_t)c, 0, 0);
        }
}
