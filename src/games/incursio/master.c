/* SPDX-License-Identifier: MIT */
/* master.c - the Master's moves: the clock, people, rerolls, the end; and, at chance nodes, what fell at a real table.
 * [INC-ROLE-14, INC-ROLE-16, INC-ROLE-20, INC-ROLE-24] Corrections of the state: correct.c. */
#include "correct.h"

enum { LATER = 60 };

/* ---- Why not ---- */

static alea_rule why_not_close(const struct inc_position *p) {
    return !inc_is_window(p) ? INC_ROLE_20 : p->paused ? INC_ROLE_24 : 0;
}

static alea_rule why_not_length(const struct inc_tables *t, const struct inc_position *p, unsigned days) {
    return !p->day && days >= t->days_min && days <= t->days_max && days != p->days ? 0 : INC_WIN_1;
}

/* Minutes after midnight, of the open window. */
static alea_rule why_not_deadline(const struct inc_position *p, unsigned minutes) {
    int window = inc_window_index(p);
    return window >= 0 && minutes < INC_DAY_MINUTES && minutes != p->closes[window] ? 0 : INC_ROLE_20;
}

/* A General who takes over is not silent, is no deputy, and is not done with what others were to do. [INC-ROLE-2] */
static void appoint(const struct inc_tables *t, struct inc_position *p, unsigned seat) {
    int side = inc_side_of((int)seat);
    inc_break_off(t, p, side);
    p->general[side] = (uint8_t)seat;
    p->silent[side] = 0;
    if (p->deputy[side] == seat) p->deputy[side] = ALEA_NONE;
    alea_actors entitled = inc_entitled(t, p);
    p->done &= (entitled | ~inc_audience(side)) & ~alea_actor((int)seat);
    for (int other = side; other < t->seats; other += INC_SIDES)
        if (!(p->done >> other & 1)) inc_to_base(t, p, other);
}

static alea_rule why_not_appoint(const struct inc_tables *t, const struct inc_position *p, unsigned seat) {
    if (seat >= (unsigned)t->seats || p->general[inc_side_of((int)seat)] == seat) return INC_ROLE_2;
    return inc_is_window(p) ? 0 : INC_ROLE_14;
}

/* Before anybody has entered anything on it: in the first window of the day. [INC-ROLE-16] */
static alea_rule why_not_reroll(const struct inc_tables *t, const struct inc_position *p) {
    if (p->step != INCURSIO_STEP_MOVE || p->side != p->first || p->spoke || p->done) return INC_ROLE_16;
    for (int seat = 0; seat < t->seats; seat++)
        if (p->stage_of[seat] != INCURSIO_STAGE_NONE && p->stage_of[seat] != INCURSIO_STAGE_MOVE) return INC_ROLE_16;
    for (int i = 0; i < p->total[p->side]; i++)
        if (inc_state_of(p->unit[p->side][i]) != INC_IDLE && inc_state_of(p->unit[p->side][i]) != INC_FOUGHT)
            return INC_ROLE_16;
    return 0;
}

static alea_rule plain(unsigned arg, alea_rule why) { return why ? why : arg ? INC_ROLE_14 : 0; }

alea_rule inc_master_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    switch (verb) {
    case INCURSIO_VERB_PAUSE: return plain(arg, p->paused ? INC_ROLE_24 : 0);
    case INCURSIO_VERB_RESUME: return plain(arg, p->paused ? 0 : INC_ROLE_24);
    case INCURSIO_VERB_CLOSE: return plain(arg, why_not_close(p));
    case INCURSIO_VERB_CLOSE_SILENT:
    case INCURSIO_VERB_CLOSE_LATE: return plain(arg, t->version < INC_TABLE_VERSION ? INC_ROLE_20 : why_not_close(p));
    case INCURSIO_VERB_RECORD_FOR: return inc_why_not_record_for(t, p, arg);
    case INCURSIO_VERB_OFFER: return inc_why_not_offer(t, p, arg);
    case INCURSIO_VERB_SUCCEED:
    case INCURSIO_VERB_FAIL: return inc_why_not_judge(t, p, arg);
    case INCURSIO_VERB_LENGTH: return why_not_length(t, p, arg);
    case INCURSIO_VERB_DEADLINE: return why_not_deadline(p, arg);
    case INCURSIO_VERB_APPOINT: return why_not_appoint(t, p, arg);
    case INCURSIO_VERB_BULLETIN: return plain(arg, 0);
    case INCURSIO_VERB_BULLETIN_TO: return arg < INC_SIDES ? 0 : INC_ROLE_14;
    case INCURSIO_VERB_REROLL: return plain(arg, why_not_reroll(t, p));
    case INCURSIO_VERB_CONSENT: return arg < INC_SIDES && !(p->consent >> arg & 1) ? 0 : INC_ROLE_14;
    case INCURSIO_VERB_END: return plain(arg, p->consent == INC_BOTH && inc_is_window(p) ? 0 : INC_ROLE_14);
    case INCURSIO_VERB_RESIGN: return arg < INC_SIDES && inc_is_window(p) ? 0 : INC_ROLE_14;
    default:
        if (inc_is_correction(verb)) return inc_why_not_correct(t, p, verb, arg);
        if (inc_is_result(verb)) return inc_why_not_result(t, p, verb, arg);
        /* What fell at a real table; but the Master plays for nobody. [INC-ROLE-1] */
        return inc_is_chance(p) ? inc_why_not(t, p, ALEA_CHANCE, alea_move_make(verb, arg)) : INC_ROLE_1;
    }
}

/* ---- What there is to choose from ---- */

static int list_range(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned first, unsigned last,
                      alea_move out[], int n) {
    for (unsigned arg = first; arg <= last; arg++)
        if (!inc_master_why_not(t, p, verb, arg)) out[n++] = alea_move_make(verb, arg);
    return n;
}

/* Of the deadlines an hour later; all the others may be told as well. */
static int list_deadline(const struct inc_position *p, alea_move out[], int n) {
    int window = inc_window_index(p);
    if (window < 0) return n;
    out[n++] = alea_move_make(INCURSIO_VERB_DEADLINE, (unsigned)(p->closes[window] + LATER) % INC_DAY_MINUTES);
    return n;
}

int inc_master_legal(const struct inc_tables *t, const struct inc_position *p, alea_move out[]) {
    int n = 0;
    for (unsigned verb = INCURSIO_VERB_PAUSE; verb < INCURSIO_VERB_CORRECT; verb++) {
        unsigned last = verb == INCURSIO_VERB_APPOINT  ? (unsigned)t->seats
                        : verb == INCURSIO_VERB_LENGTH ? t->days_max
                                                       : INC_SIDES - 1;
        if (verb == INCURSIO_VERB_DEADLINE) n = list_deadline(p, out, n);
        else n = list_range(t, p, verb, 0, last, out, n);
    }
    n = inc_list_corrections(t, p, out, n);
    n = list_range(t, p, INCURSIO_VERB_CLOSE_SILENT, 0, 0, out, n);
    n = list_range(t, p, INCURSIO_VERB_CLOSE_LATE, 0, 0, out, n);
    n = list_range(t, p, INCURSIO_VERB_RECORD_FOR, 0, INC_SIDES * INC_CHARACTERS - 1, out, n);
    n = inc_list_more_corrections(t, p, INCURSIO_VERB_CHOOSE_UNIT, INCURSIO_VERB_FORGET, out, n);
    n = inc_list_results(t, p, out, n);
    n = inc_list_more_corrections(t, p, INCURSIO_VERB_CHOOSE_PERSON, INCURSIO_VERB_STOP_MISSION, out, n);
    n = list_range(t, p, INCURSIO_VERB_OFFER, 0, t->days_max, out, n);
    n = list_range(t, p, INCURSIO_VERB_SUCCEED, 0, INC_SIDES * INC_CHARACTERS - 1, out, n);
    return list_range(t, p, INCURSIO_VERB_FAIL, 0, INC_SIDES * INC_CHARACTERS - 1, out, n);
}

/* ---- What they do ---- */

static void set_deadline(struct inc_position *p, unsigned minutes, struct alea_events *sink) {
    int window = inc_window_index(p);
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_DEADLINE, window, p->closes[window], (int32_t)minutes, 0);
    p->closes[window] = (uint16_t)minutes;
}

/* The dice that fell stay in the record, with the reason. [INC-ROLE-16] */
static void reroll(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    p->step = INCURSIO_STEP_INITIATIVE;
    p->first = p->side = ALEA_NONE;
    for (int seat = 0; seat < t->seats; seat++) inc_to_base(t, p, seat);
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_REROLLED, 0, 0, 0, 0);
}

/* What was being entered comes to nothing. */
static void break_off_all(const struct inc_tables *t, struct inc_position *p) {
    p->ruling_site = ALEA_NONE;
    p->ruling_unit = p->ruling_person = 0;
    for (int side = 0; side < INC_SIDES; side++) inc_break_off(t, p, side);
}

static void tell_all(struct inc_position *p, struct alea_events *sink, unsigned event, unsigned a, unsigned b) {
    inc_tell(p, sink, INC_PUBLIC, event, (int32_t)a, (int32_t)b, 0, 0);
}

void inc_master_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink) {
    switch (verb) {
    case INCURSIO_VERB_PAUSE:
        p->paused = 1;
        tell_all(p, sink, INCURSIO_EVENT_PAUSED, 0, 0);
        break;
    case INCURSIO_VERB_RESUME:
        p->paused = 0;
        tell_all(p, sink, INCURSIO_EVENT_RESUMED, 0, 0);
        break;
    case INCURSIO_VERB_CLOSE: /* who was silent counts only if the Master says so [INC-TABLE-4] */
    case INCURSIO_VERB_CLOSE_SILENT:
        tell_all(p, sink, INCURSIO_EVENT_CLOSED, p->step, 0);
        inc_window_close(t, p, verb == INCURSIO_VERB_CLOSE_SILENT || t->version < INC_TABLE_VERSION, sink);
        break;
    case INCURSIO_VERB_CLOSE_LATE: /* [INC-TABLE-3] */
        tell_all(p, sink, INCURSIO_EVENT_CLOSED_LATE, p->step, 0);
        inc_window_close(t, p, true, sink);
        break;
    case INCURSIO_VERB_RECORD_FOR: inc_record(t, p, (int)(arg / INC_CHARACTERS), arg % INC_CHARACTERS, sink); break;
    case INCURSIO_VERB_OFFER: inc_offer(t, p, arg, sink); break;
    case INCURSIO_VERB_SUCCEED:
    case INCURSIO_VERB_FAIL: inc_judge(p, arg, verb == INCURSIO_VERB_SUCCEED, sink); break;
    case INCURSIO_VERB_LENGTH:
        tell_all(p, sink, INCURSIO_EVENT_LENGTH, p->days, arg);
        p->days = (uint8_t)arg;
        break;
    case INCURSIO_VERB_DEADLINE: set_deadline(p, arg, sink); break;
    case INCURSIO_VERB_APPOINT:
        appoint(t, p, arg);
        tell_all(p, sink, INCURSIO_EVENT_APPOINTED, (unsigned)inc_side_of((int)arg), arg);
        break;
    case INCURSIO_VERB_BULLETIN: tell_all(p, sink, INCURSIO_EVENT_BULLETIN, 0, 0); break;
    case INCURSIO_VERB_BULLETIN_TO: inc_tell(p, sink, 1u << arg, INCURSIO_EVENT_BULLETIN, 0, 0, 0, 0); break;
    case INCURSIO_VERB_REROLL: reroll(t, p, sink); break;
    case INCURSIO_VERB_CONSENT:
        p->consent = (uint8_t)(p->consent | 1u << arg);
        tell_all(p, sink, INCURSIO_EVENT_CONSENTS, arg, 0);
        break;
    case INCURSIO_VERB_END: /* by the score of a last dusk [INC-WIN-5] */
        break_off_all(t, p);
        inc_finish_by_points(t, p, INCURSIO_OUTCOME_AGREED, sink);
        break;
    case INCURSIO_VERB_RESIGN:
        tell_all(p, sink, INCURSIO_EVENT_RESIGNS, arg, 0);
        break_off_all(t, p);
        inc_finish(t, p, INCURSIO_OUTCOME_RESIGNED, (unsigned)inc_other((int)arg), sink);
        break;
    default:
        if (inc_is_result(verb)) inc_enter_result(t, p, verb, arg, sink);
        else inc_correct(t, p, verb, arg, sink);
    }
}
