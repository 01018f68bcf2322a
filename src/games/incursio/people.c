/* SPDX-License-Identifier: MIT */
/* people.c - what a table of people needs to know: the open window with its closing time, and what is asked of one person alone.
 * [INC-ROLE-20, INC-TABLE-3, INC-TABLE-6 .. INC-TABLE-8] */
#include "say.h"

enum { STEPS = 128 }; /* numbers of windows of one day */

/* [INC-TABLE-9, INC-TABLE-10] */
alea_actors inc_team(const void *tables, int seat) {
    const struct inc_tables *t = tables;
    return inc_audience(inc_side_of(seat)) & inc_all_seats(t);
}

/* [INC-TABLE-24] */
bool inc_leads(const void *tables, const void *pos, int seat) { return inc_is_general(tables, pos, seat); }

/* [INC-TABLE-25] */
bool inc_window(const void *tables, const void *pos, struct alea_window *out) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    if (!inc_is_window(p)) return false;
    int index = inc_window_index(p);
    unsigned side = p->side < INC_SIDES ? p->side : INC_SIDES;
    *out = (struct alea_window){
        .number = p->day * (uint32_t)STEPS + p->step * 3u + side + 1,
        .set = INCURSIO_SET_STEP,
        .name = p->step,
        .seats = side < INC_SIDES ? inc_team(t, (int)side) : inc_all_seats(t), /* seat 0 is of side 0, seat 1 of side 1 */
        .entitled = inc_entitled(t, p),
        .closes = index < 0 ? -1 : p->closes[index],
        .paused = p->paused,
        .late = t->version < INC_TABLE_VERSION ? 0 : alea_move_make(INCURSIO_VERB_CLOSE_LATE, 0),
    };
    return true;
}

void inc_calendar(const void *tables, struct alea_calendar *out) {
    const struct inc_tables *t = tables;
    *out = t->calendar;
}

/* ---- What is asked of one person ---- */

/* Whose character, and whether it is a free mission that is offered. */
struct asked {
    int side;
    unsigned c;
    bool free;
};

/* What is asked, as a number: another order is another question, and so is the same one of another day. */
static uint32_t question_of(const struct inc_position *p, const struct asked *asked) {
    int side = asked->side;
    unsigned c = asked->c;
    uint32_t parts[] = {p->day, (uint32_t)side, c, p->action[side][c], p->action_site[side][c], p->action_what[side][c]};
    if (asked->free) {
        parts[3] = INCURSIO_ACTIONS;
        const unsigned i = inc_free_of(p, side, c);
        parts[4] = p->free_until[side][i];
        parts[5] = p->free_number[side][i]; /* 0 in older rules */
    }
    uint32_t number = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < ALEA_LEN(parts); i++) number = (number ^ parts[i]) * 16777619u;
    return number;
}

static bool is_asked(const struct inc_tables *t, const struct inc_position *p, const struct asked *asked) {
    if (asked->free) return inc_may_accept(t, p) && inc_is_offered(p, asked->side, asked->c);
    return inc_may_ask(t, p) && p->flags[asked->side][asked->c] & INC_ASSIGNED;
}

/* The i-th question: what Generals suggest, then what the Master offers. */
static bool find_asked(const struct inc_tables *t, const struct inc_position *p, int i, struct asked *out) {
    const int persons = INC_SIDES * INC_CHARACTERS;
    for (int at = 0; t->version >= INC_TABLE_VERSION && at < 2 * persons; at++) {
        *out = (struct asked){at % persons / INC_CHARACTERS, (unsigned)(at % INC_CHARACTERS), at >= persons};
        if (is_asked(t, p, out) && i-- == 0) return true;
    }
    return false;
}

bool inc_consent(const void *tables, const void *pos, int i, struct alea_consent *out) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    struct asked asked;
    if (!find_asked(t, p, i, &asked)) return false;
    int side = asked.side;
    unsigned c = asked.c, flags = p->flags[side][c], person = (unsigned)side * INC_CHARACTERS + c;
    bool free = p->action[side][c] == INCURSIO_ACTION_FREE;
    *out = (struct alea_consent){
        .seat = p->seat_of[side][c],
        .question = question_of(p, &asked),
        .recorded = flags & INC_RECORDED,
        .by_host = asked.free,
        .yes = alea_move_make(INCURSIO_VERB_CONFIRM, c),
        .no = alea_move_make(INCURSIO_VERB_DECLINE, c),
        .record = alea_move_make(INCURSIO_VERB_RECORD, c),
        .record_for = alea_move_make(INCURSIO_VERB_RECORD_FOR, person),
    };
    if (asked.free) { /* a no ends the question; what is recorded is of a suggestion, as long as there is one */
        out->answer = free ? ALEA_CONSENT_YES : ALEA_CONSENT_OPEN;
        out->recorded = free && flags & INC_RECORDED;
        out->yes = alea_move_make(INCURSIO_VERB_ACCEPT, c);
        out->no = alea_move_make(INCURSIO_VERB_TURN_DOWN, c);
        if (flags & INC_ASSIGNED) out->record = out->record_for = 0;
    } else {
        out->answer = flags & INC_CONFIRMED ? ALEA_CONSENT_YES : flags & INC_REFUSED ? ALEA_CONSENT_NO : ALEA_CONSENT_OPEN;
    }
    return true;
}

void inc_consent_words(const void *tables, const void *view, int i, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = view;
    struct asked asked;
    if (!find_asked(t, p, i, &asked)) return;
    int side = asked.side;
    unsigned c = asked.c;
    alea_text_addf(text, "%s (%s): ", inc_listed(INCURSIO_SET_CHARACTER, c, text),
                   inc_name(&t->species_name, p->species[side][c], text));
    if (asked.free) {
        inc_say(text, INCURSIO_LABEL_FREE_UNTIL, p->free_until[side][inc_free_of(p, side, c)], 0, 0);
        return;
    }
    inc_say_action(t, p, side, c, text);
    int cost = p->action[side][c] == INCURSIO_ACTION_BUILD   ? t->structures[p->action_what[side][c]].cost
               : p->action[side][c] == INCURSIO_ACTION_FOUND ? t->founding_cost
                                                             : 0;
    if (cost) inc_say(text, INCURSIO_LABEL_ASK_COST, cost, 0, 0);
}
