/* SPDX-License-Identifier: MIT */
/* wire_plies.c - what happened at a table, ply by ply, to one viewer: by far the most of what a server says.
 *
 * A message tells the move, if the viewer may know it, the events that it hears, and the members of its view whose bytes differ from
 * what they were when it was told last. A view may change a little by plies of which the viewer hears nothing (that a secret draw
 * is over); the next message brings that, too, and the last one stands for all plies behind it.
 *
 * A brief message leaves out what is as it was when the viewer was told last, and tells of members that are objects their parts: whoever
 * asked for that keeps the state and puts both together. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "text.h"
#include "wire.h"
#include "wire_echo.h"

enum { FAR = 1000 }; /* plies that nobody goes over for what is behind them */

/* One ply, as the viewer learns of it. */
struct told {
    struct alea_ply ply;              /* as the viewer has it */
    const struct alea_events *events; /* all of them */
    long number;                      /* the viewer's */
    long at;                          /* the true one */
    bool known;                       /* the move */
    bool last;                        /* that the viewer heard of: it is asked what to do next */
};

static void wire_heard(const struct wire_workspace *work, const struct alea_events *events, struct alea_text *text) {
    for (int i = 0; i < events->n; i++)
        if (wire_reads(work, events->at[i].audience)) wire_event(work, &events->at[i], text);
}

/* Its value, which stands at the end of the text, is another one in the view `was`. Members that the game writes itself are compared
 * as they are written. */
static bool differs(const struct wire_workspace *work, const struct alea_field *field, const void *was, size_t value,
                    struct alea_text *text) {
    size_t n = text->len - value;
    alea_json_comma(text);
    alea_field_json(work->rules, field, was, text);
    bool same = text->len - value == 2 * n + 1 && memcmp(text->at + value, text->at + value + n + 1, n) == 0;
    text->len = value + n;
    return !same;
}

/* Stretches of two views that differ, a bit for each: most members lie in none. */
struct stretches {
    uint64_t differ;
    int shift; /* each has 2^shift bytes */
};

static struct stretches stretches_of(const void *was, const void *is, size_t size) {
    enum { MOST = 64, WORD = 8, SHIFT = 3 };
    const char *a = was, *b = is;
    struct stretches stretches = {.shift = SHIFT};
    size_t at = 0;
    while (size > (size_t)MOST << stretches.shift) stretches.shift++;
    for (; at + WORD <= size; at += WORD)
        if (memcmp(a + at, b + at, WORD) != 0) stretches.differ |= UINT64_C(1) << (at >> stretches.shift);
    if (memcmp(a + at, b + at, size - at) != 0) stretches.differ |= UINT64_C(1) << (at >> stretches.shift);
    return stretches;
}

/* True if a member's n bytes differ. */
static bool bytes_differ(const struct alea_field *field, size_t n, const void *was, const void *is) {
    return memcmp((const char *)was + field->offset, (const char *)is + field->offset, n) != 0;
}

/* Views that the viewer may have been told last: how many. */
static int told_last(const struct wire_workspace *work, const void *views[2]) {
    views[0] = work->view_before;
    views[1] = work->view_heard;
    return work->view_heard ? 2 : 1;
}

/* `"name":value`, if it is another one than what the viewer was told; else nothing. */
static void wire_change(const struct wire_workspace *work, const struct alea_field *field, bool parts,
                        struct alea_text *text) {
    const void *was = work->view_before, *heard = work->view_heard;
    size_t from = text->len;
    alea_json_key(text, field->name);
    if (parts) {
        const void *views[2];
        int n = told_last(work, views);
        alea_field_json_parts(work->rules, field, views, n, work->view, text);
        return;
    }
    size_t value = text->len;
    alea_field_json(work->rules, field, work->view, text);
    if (field->type != ALEA_FIELD_OWN || differs(work, field, was, value, text) ||
        (heard && differs(work, field, heard, value, text)))
        return;
    text->len = from;
}

/* What a game writes itself has to be written to be compared. Behind the last stretch no size is asked for. */
static bool may_differ(const struct wire_workspace *work, const struct alea_field *field, struct stretches stretches) {
    const void *was = work->view_before, *heard = work->view_heard;
    const size_t first = field->offset >> stretches.shift;
    const uint64_t from_there = stretches.differ >> first;
    if (field->type == ALEA_FIELD_OWN) return true;
    if (!from_there && !heard) return false;
    const size_t n = alea_field_size(field), last = (field->offset + n - 1) >> stretches.shift;
    if (heard && bytes_differ(field, n, heard, work->view)) return true;
    return from_there & UINT64_MAX >> (63 - (last - first)) && bytes_differ(field, n, was, work->view);
}

static void wire_changes(struct wire_workspace *work, struct wire_echoed *echoed, struct alea_text *text) {
    size_t size = work->game->position_size;
    const struct stretches stretches = stretches_of(work->view_before, work->view, size);
    bool any = stretches.differ || (work->view_heard && memcmp(work->view_heard, work->view, size) != 0);
    for (int parts = 0; parts <= work->wire->brief; parts++) {
        size_t from = text->len;
        alea_json_open_object(text, parts ? "parts" : "changes");
        size_t empty = text->len;
        for (int i = 0; any && i < work->game->n_fields; i++) {
            const struct alea_field *field = &work->game->fields[i];
            const struct wire_part part = {.field = i};
            const size_t before = text->len;
            if (!may_differ(work, field, stretches) || (work->wire->brief && alea_field_has_parts(field)) != parts) continue;
            if (wire_echo_repeat(work, echoed, part, text)) continue;
            wire_change(work, field, parts, text);
            if (text->len > before) wire_echo_keep(work, echoed, part, before, text);
        }
        if (work->wire->brief && text->len == empty) alea_text_back(text, from);
        else alea_json_close_object(text);
    }
}

static void wire_heard_of(const struct wire_workspace *work, const struct told *told, struct alea_text *text) {
    size_t from = text->len;
    alea_json_open_array(text, "events");
    size_t empty = text->len;
    wire_heard(work, told->events, text);
    if (work->wire->brief && text->len == empty) alea_text_back(text, from);
    else alea_json_close_array(text);
}

/* Who made it may be a secret where several could have, and the move is one. */
static void wire_who(const struct wire_workspace *work, const struct told *told, struct alea_text *text) {
    alea_actors could = alea_movers(work->rules, work->before);
    bool clear = told->known || (could & (could - 1)) == 0;
    wire_seat(text, "seat", clear ? told->ply.seat : ALEA_NONE);
}

static void wire_what(const struct wire_workspace *work, const struct told *told, struct alea_text *text) {
    alea_json_key(text, "move");
    if (!told->known) {
        alea_json_null(text, NULL);
        return;
    }
    if (wire_is_terse(work)) alea_json_integer(text, NULL, told->ply.move);
    else wire_move_at(work, NULL, ALEA_NONE, told->ply.move, NULL, text);
    if (told->ply.note) wire_note(text, "note", told->ply.note);
    if (alea_by_hand(work->rules, work->before, &told->ply))
        alea_json_string(text, "by_hand", alea_either(work->wire->lang, ENGINE_SAY_TELL_BY_HAND));
}

/* What was played, and what came of it. */
static void wire_said(struct wire_workspace *work, struct wire_echoed *echoed, const struct told *told,
                      struct alea_text *text) {
    const struct wire_part part = {.field = -1, .known = told->known, .events = told->events};
    const size_t from = text->len;
    if (alea_is_rewind(told->ply.seat, told->ply.move)) echoed = NULL; /* it names a ply by the viewer's number */
    if (wire_echo_repeat(work, echoed, part, text)) return;
    wire_what(work, told, text);
    wire_heard_of(work, told, text);
    wire_echo_keep(work, echoed, part, from, text);
}

/* Forecasts are words about the whole position: the list is said again when one of them reads otherwise. */
static bool forecasts_changed(const struct wire_workspace *work) {
    struct alea_text was, is;
    int viewer = work->wire->viewer.seat;
    if (!work->game->words.forecast || work->wire->plain) return false;
    alea_text_init(&was, 1 << 16, work->wire->lang);
    alea_text_init(&is, 1 << 16, work->wire->lang);
    for (int seat = 0; seat < work->rules->seats; seat++) {
        wire_forecast(work, work->view_before, viewer, seat, &was);
        wire_forecast(work, work->view, viewer, seat, &is);
    }
    bool changed = strcmp(alea_text_str(&was), alea_text_str(&is)) != 0;
    alea_text_clear(&was);
    alea_text_clear(&is);
    return changed;
}

/* How the table stands now: with the last ply alone. */
static void wire_now(struct wire_workspace *work, const struct told *told, int64_t now, struct alea_text *text) {
    wire_choices(work, work->view, text);
    if (work->table.clock->rules.kind != CLOCK_NONE) wire_clock(work, now, text);
    wire_window(work, work->view, now, text);
    wire_people_now(work, work->view, alea_is_rewind(told->ply.seat, told->ply.move), text);
    if (alea_match_actors(work->table.match) != ALEA_ACTORS_OVER) return;
    wire_result(work, text);
    wire_dice(work, text); /* the seed is open now */
}

static void wire_ply(struct wire_workspace *work, const struct told *told, int64_t now, struct alea_text *text) {
    const void *views[2];
    struct wire_echoed *echoed = wire_echo_of(work, told->at);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "kind", work->wire->brief ? "brief" : "ply");
    alea_json_integer(text, "ply", told->number);
    if (!wire_is_terse(work)) {
        wire_chain(work, work->wire->viewer.seat, told->at, text);
        alea_json_integer(text, "rev", (int64_t)table_revision(work->wire->table, work->wire->viewer.seat));
    }
    wire_who(work, told, text);
    wire_said(work, echoed, told, text);
    wire_changes(work, echoed, text);
    wire_node(work, work->view, told->last, views, work->wire->brief ? told_last(work, views) : 0, text);
    if (forecasts_changed(work)) wire_seats(work, work->view, work->wire->viewer.seat, text);
    wire_facts(work, work->view, views, told_last(work, views), text);
    if (told->last) wire_now(work, told, now, text);
    alea_json_close_object(text);
}

/* Goes over ply number `at`; false if the viewer hears nothing of it. */
static bool go_over(struct wire_workspace *work, long at, struct told *told, struct alea_events *events) {
    told->ply = table_ply_told(work->wire->table, work->wire->viewer.seat, at);
    told->at = at;
    told->events = events;
    memcpy(work->before, work->pos, work->game->position_size);
    alea_match_step(work->table.match, at, work->pos, events);
    told->known = wire_reads(work, alea_ply_known(work->rules, work->before, &told->ply, events));
    return told->known || wire_reads(work, alea_ply_heard(work->rules, work->before, &told->ply, events));
}

/* The views that the viewer may have been told last: as it was at `from`, and after the last ply before that it heard of. */
static void look_back(struct wire_workspace *work, long from, long heard) {
    int viewer = work->wire->viewer.seat;
    long since = heard ? table_true_ply(work->wire->table, viewer, heard - 1) + 1 : 0;
    if (since < from) {
        work->view_heard = work->spare;
        alea_match_position_at(work->table.match, since, work->pos);
        wire_view_of(work, work->pos, viewer, work->view_heard);
    }
    alea_match_position_at(work->table.match, from, work->pos);
    wire_view_of(work, work->pos, viewer, work->view_before);
}

long wire_skip_unheard(struct wire_workspace *work, int viewer, long at, long to, long *left) {
    long next = at + 1;
    while (next < to && !table_ply_visible(work->wire->table, viewer, next)) next++;
    if (next - at > FAR) {
        alea_match_position_at(work->table.match, next - 1, work->pos);
        *left -= FAR;
        return next;
    }
    for (long skipped = at + 1; skipped < next; skipped++) alea_match_step(work->table.match, skipped, work->pos, NULL);
    *left -= next - at;
    return next;
}

int wire_plies(const struct wire *wire, long from, long to, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    struct alea_events events;
    int n = 0, viewer = wire->viewer.seat;
    if (from >= to || !wire_begin(&work, wire, text)) return 0;
    struct told told = {.number = table_ply_at(wire->table, viewer, from)};
    long last = table_ply(wire->table, viewer);
    look_back(&work, from, told.number);
    long left = wire_most(wire);
    for (long at = from; at < to && told.number < last && (n == 0 || left > 0);) {
        at = wire_skip_unheard(&work, viewer, at, to, &left);
        if (!go_over(&work, at, &told, &events)) continue;
        told.last = ++told.number == last;
        if (told.last) alea_match_position_at(work.table.match, alea_match_plies(work.table.match), work.pos);
        wire_view_of(&work, work.pos, viewer, work.view);
        if (n++ && wire->lines) ALEA_TEXT_ADD(text, "\n");
        left -= WIRE_MESSAGE;
        wire_ply(&work, &told, now, text);
        void *old = work.view_before;
        work.view_before = work.view;
        work.view = old;
        work.view_heard = NULL;
    }
    wire_end(&work);
    return n;
}

void wire_events(const struct wire *wire, long from, long to, struct alea_text *text) {
    struct wire_workspace work;
    struct alea_events events;
    alea_json_open_array(text, NULL);
    if (from < to && wire_begin(&work, wire, text)) {
        struct told told;
        alea_match_position_at(work.table.match, from, work.pos);
        for (long at = from + 1; at <= to; at++)
            if (go_over(&work, at, &told, &events)) wire_heard(&work, &events, text);
        wire_end(&work);
    }
    alea_json_close_array(text);
}
