/* SPDX-License-Identifier: MIT */
/* wire_history.c - what a viewer knew of one thing (a place, a card, a character) over time, from that viewer's own views alone: the members
 * that have a value of it, wherever one became another, and the events that name it. */
#include <string.h>

#include "match.h"
#include "names.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

/* ---- Things: what indexes members of a view ---------------------------------------------------------------------------------------- */

static bool indexes(const struct alea_game *game, int set) {
    for (int i = 0; i < game->n_fields; i++)
        if (game->fields[i].row_set == set || game->fields[i].col_set == set) return true;
    return false;
}

int wire_thing_set(const struct alea_rules *rules, const char *id, struct alea_text *ids) {
    const int n_sets = rules->game->texts->n_sets + rules->game->texts->n_lists;
    for (int set = ALEA_SET_GAME; set < ALEA_SET_GAME + n_sets; set++) {
        if (!indexes(rules->game, set)) continue;
        if (id && alea_word_same(alea_set_id(rules->game, set), id)) return set;
        alea_text_addf(ids, "%s%s", ids->len ? ", " : "", alea_set_id(rules->game, set));
    }
    return ALEA_SET_NONE;
}

int wire_thing_index(const struct alea_rules *rules, int set, const char *id, struct alea_text *ids) {
    const struct alea_names names = alea_names_of(rules, set);
    for (int i = 0; i < names.n; i++) {
        if (id && alea_word_same(names.at[i].id, id)) return i;
        alea_text_addf(ids, "%s%s", i ? ", " : "", names.at[i].id);
    }
    return ALEA_NONE;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------------------------------ */

struct history {
    struct wire_workspace work; /* view_before: what the viewer knew by the line before */
    int set, index;
};

/* The value in the other view, at the end of the text, is the one that stands there from `value` on. */
static bool is_the_same(const struct history *history, const struct alea_field *field, size_t value,
                        struct alea_text *text) {
    const struct wire_workspace *work = &history->work;
    const size_t n = text->len - value;
    alea_json_comma(text);
    (void)alea_field_json_of(work->rules, field, work->view_before, history->set, history->index, text);
    const bool same = text->len - value == 2 * n + 1 && memcmp(text->at + value, text->at + value + n + 1, n) == 0;
    alea_text_back(text, value + n);
    return same;
}

/* "members":{...} that have a value of the thing: all of them, or those that have another one now. True if there is any. */
static bool write_members(const struct history *history, bool all, struct alea_text *text) {
    const struct wire_workspace *work = &history->work;
    bool any = false;
    alea_json_open_object(text, "members");
    for (int i = 0; i < work->game->n_fields; i++) {
        const struct alea_field *field = &work->game->fields[i];
        const size_t from = text->len;
        alea_json_key(text, field->name);
        const size_t value = text->len;
        const bool has = alea_field_json_of(work->rules, field, work->view, history->set, history->index, text);
        if (!has || (!all && is_the_same(history, field, value, text))) alea_text_back(text, from);
        else any = true;
    }
    alea_json_close_object(text);
    return any;
}

static bool names_it(const struct history *history, const struct alea_event *event) {
    const struct alea_event_kind *kind = &history->work.game->texts->events[event->kind];
    for (int i = 0; i < ALEA_EVENT_ARGS; i++)
        if (kind->set[i] == history->set && event->arg[i] == history->index) return true;
    return false;
}

static bool write_events(const struct history *history, const struct alea_events *events, struct alea_text *text) {
    bool any = false;
    alea_json_open_array(text, "events");
    for (int i = 0; i < events->n; i++) {
        if (!names_it(history, &events->at[i]) || !wire_reads(&history->work, events->at[i].audience)) continue;
        wire_event(&history->work, &events->at[i], text);
        any = true;
    }
    alea_json_close_array(text);
    return any;
}

/* Nothing where nothing of it has changed, and nothing was said of it. at: the true ply; all: each member. */
static void write_line(const struct history *history, long ply, long at, bool all, const struct alea_events *events,
                       struct alea_text *text) {
    const struct wire_workspace *work = &history->work;
    const size_t from = text->len;
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", ply);
    alea_json_integer(text, "round", work->game->round(work->tables, work->view));
    alea_json_bool(text, "taken_back", alea_match_is_taken_back(work->table.match, at));
    const bool told = write_events(history, events, text), changed = write_members(history, all, text);
    alea_json_close_object(text);
    if (!told && !changed) alea_text_back(text, from);
}

static void swap_views(struct wire_workspace *work) {
    void *old = work->view_before;
    work->view_before = work->view;
    work->view = old;
}

/* Plies of which the viewer hears nothing may change its view a little: the next line brings that, the last one all. */
static void write_lines(struct history *history, long since, struct alea_text *text) {
    struct wire_workspace *work = &history->work;
    const struct table *table = work->wire->table;
    const int eyes = work->wire->viewer.seat;
    const long last = table_ply(table, eyes), to = alea_match_plies(work->table.match);
    struct alea_events events = {.n = 0};
    long ply = since, at = table_true_ply(table, eyes, since), left = wire_most(work->wire);
    alea_match_position_at(work->table.match, at, work->pos);
    wire_view_of(work, work->pos, eyes, work->view);
    if (since == 0) write_line(history, 0, 0, true, &events, text);
    swap_views(work);
    while (ply < last && left > 0) {
        at = wire_skip_unheard(work, eyes, at, to, &left);
        alea_match_step(work->table.match, at, work->pos, &events);
        left -= WIRE_LOOK;
        const bool is_last = ++ply == last;
        wire_view_of(work, is_last ? alea_match_position(work->table.match) : work->pos, eyes, work->view);
        write_line(history, ply, at, false, &events, text);
        swap_views(work);
    }
    alea_json_close_array(text);
    alea_json_integer(text, "ply", ply);
    alea_json_integer(text, "last", last);
}

void wire_history(const struct wire *wire, int set, int index, long since, struct alea_text *text) {
    struct history history = {.set = set, .index = index};
    if (wire_begin(&history.work, wire, text)) {
        const struct alea_rules *rules = history.work.rules;
        const struct alea_names names = alea_names_of(rules, set);
        alea_json_open_object(text, NULL);
        alea_json_id(text, "set", alea_set_id(rules->game, set));
        alea_json_id(text, "of", names.at[index].id);
        if (!wire->plain) alea_json_string(text, "name", names.at[index].in[text->lang]);
        alea_json_open_array(text, "lines");
        write_lines(&history, since, text);
        alea_json_close_object(text);
    }
    wire_end(&history.work);
}
