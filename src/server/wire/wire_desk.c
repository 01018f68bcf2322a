/* SPDX-License-Identifier: MIT */
/* wire_desk.c - what a Master has on his desk: what a move would tell each reader, what was told to whom, which windows there were, what the
 * next closing would bring, who is missing. Others see of it what they have heard of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "names.h"
#include "wire.h"
#include "wire_internal.h"

enum { MOST_STEPS = 256, MOST_LINES = 64 << 10, MOST_OUTCOMES = 24 };

/* ---- Who reads what ------------------------------------------------------------------------------------------------------------- */

/* What each reader would read: the seats, then a spectator. */
struct readers {
    int n; /* seats and one */
    struct alea_text text[ALEA_MAX_SEATS + 1];
};

static int reader_at(const struct readers *readers, int i) { return i == readers->n - 1 ? ALEA_NONE : i; }

static void readers_init(struct readers *readers, const struct wire_workspace *work) {
    readers->n = work->rules->seats + 1;
    for (int i = 0; i < readers->n; i++) alea_text_init(&readers->text[i], MOST_LINES, work->wire->lang);
}

static void readers_clear(struct readers *readers) {
    for (int i = 0; i < readers->n; i++) alea_text_clear(&readers->text[i]);
}

static void readers_hear(struct readers *readers, const struct wire_workspace *work, const struct alea_ply *ply,
                         const struct alea_events *events) {
    for (int i = 0; i < readers->n; i++)
        alea_ply_say(work->rules, work->before, ply, events, reader_at(readers, i), &readers->text[i]);
}

/* {"seats","others","text"}: those of whom the first is `first` read the same; the last one is whoever looks on. */
static void write_reading(const struct readers *readers, int first, struct alea_text *text) {
    const char *words = alea_text_str(&readers->text[first]);
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "seats");
    for (int i = first; i < readers->n - 1; i++)
        if (strcmp(alea_text_str(&readers->text[i]), words) == 0) wire_seat(text, NULL, i);
    alea_json_close_array(text);
    alea_json_bool(text, "others", strcmp(alea_text_str(&readers->text[readers->n - 1]), words) == 0);
    alea_json_string(text, "text", words);
    alea_json_close_object(text);
}

static void write_readings(const struct readers *readers, struct alea_text *text) {
    alea_json_open_array(text, "readings");
    for (int i = 0; i < readers->n; i++) {
        int first = 0;
        while (strcmp(alea_text_str(&readers->text[first]), alea_text_str(&readers->text[i])) != 0) first++;
        if (first == i) write_reading(readers, i, text);
    }
    alea_json_close_array(text);
}

/* ---- Preview ------------------------------------------------------------------------------------------------------------------------ */

/* Makes the host's moves on a copy, one after the other. The refusal of one of several says which. */
static enum alea_err imagine(struct wire_workspace *work, const alea_move moves[], int n, const char *note,
                             struct readers *readers, struct alea_error *error) {
    struct alea_events events;
    for (int at = 0; at < n; at++) {
        const struct alea_ply ply = {.move = moves[at], .seat = ALEA_HOST, .note = at == n - 1 ? note : NULL};
        memcpy(work->before, work->pos, work->game->position_size);
        const alea_rule rule = alea_imagine_ply(work->rules, work->pos, ALEA_HOST, ply.move, &events);
        if (rule) {
            enum alea_err err = alea_match_refuse(work->table.match, rule, error);
            if (n > 1) snprintf(error->where, sizeof error->where, "text[%d]", at);
            return err;
        }
        readers_hear(readers, work, &ply, &events);
    }
    return ALEA_OK;
}

/* One move by the engine's own door: it may be a rewind. */
static enum alea_err imagine_one(const struct wire_workspace *work, alea_move move, const char *note,
                                 struct readers *readers, struct alea_error *error) {
    enum alea_err err = ALEA_OK;
    for (int i = 0; i < readers->n && !err; i++)
        err = alea_match_preview(work->table.match, ALEA_HOST, move, note, reader_at(readers, i), &readers->text[i], error);
    return err;
}

enum alea_err wire_preview(const struct wire *wire, const alea_move moves[], int n, const char *note, struct alea_text *text,
                           struct alea_error *error) {
    struct wire_workspace work;
    struct readers readers = {.n = 0};
    enum alea_err err = ALEA_OK;
    if (wire_begin(&work, wire, text)) {
        readers_init(&readers, &work);
        memcpy(work.pos, alea_match_position(work.table.match), work.game->position_size);
        err = n == 1 ? imagine_one(&work, moves[0], note, &readers, error) : imagine(&work, moves, n, note, &readers, error);
        if (!err) {
            alea_json_open_object(text, NULL);
            write_readings(&readers, text);
            alea_json_close_object(text);
        }
    }
    readers_clear(&readers);
    wire_end(&work);
    return err;
}

/* ---- The next closing -------------------------------------------------------------------------------------------------------------- */

/* Goes on by what follows of itself, up to a throw, a choice or the end. */
static void go_on(struct wire_workspace *work, struct readers *readers, struct alea_outcome outcomes[], int *n) {
    struct alea_events events;
    *n = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
        if (work->game->actors(work->tables, work->pos) != ALEA_ACTORS_CHANCE) return;
        *n = work->game->outcomes(work->tables, work->pos, outcomes);
        if (*n != 1) return;
        const struct alea_ply ply = {.move = outcomes[0].move, .seat = ALEA_CHANCE};
        memcpy(work->before, work->pos, work->game->position_size);
        (void)alea_imagine_ply(work->rules, work->pos, ALEA_CHANCE, ply.move, &events);
        readers_hear(readers, work, &ply, &events);
        *n = 0;
    }
}

static int by_weight(const void *a, const void *b) {
    const struct alea_outcome *first = a, *second = b;
    if (first->weight != second->weight) return first->weight < second->weight ? 1 : -1;
    return first->move > second->move ? 1 : -1;
}

/* "throw":{"ways","outcomes":[{"words","chance"}]}, the likeliest first; null: nothing is thrown. Nothing of it is drawn. */
static void write_throw(const struct wire_workspace *work, struct alea_outcome outcomes[], int n, struct alea_text *text) {
    double all = 0;
    if (n == 0) {
        alea_json_null(text, "throw");
        return;
    }
    for (int i = 0; i < n; i++) all += (double)outcomes[i].weight;
    qsort(outcomes, (size_t)n, sizeof *outcomes, by_weight);
    alea_json_open_object(text, "throw");
    alea_json_integer(text, "ways", n);
    alea_json_open_array(text, "outcomes");
    for (int i = 0; i < n && i < MOST_OUTCOMES; i++) {
        alea_json_open_object(text, NULL);
        size_t from = alea_json_open_string(text, "words");
        alea_move_say(work->rules, outcomes[i].move, text);
        alea_json_close_string(text, from);
        alea_json_decimal(text, "chance", (double)outcomes[i].weight / all, 6);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    alea_json_close_object(text);
}

/* Closes the window on a copy. False if no move of the host closes it, or a rule keeps it open: *rule. */
static bool close_window(struct wire_workspace *work, struct readers *readers, alea_actors *silent, alea_rule *rule) {
    struct alea_window window;
    struct alea_events events;
    *rule = 0;
    if (!work->game->campaign.window || !work->game->campaign.window(work->tables, work->pos, &window)) return false;
    *silent = window.entitled & work->game->actors(work->tables, work->pos);
    if (!window.late) return false;
    const struct alea_ply ply = {.move = window.late, .seat = ALEA_HOST};
    memcpy(work->before, work->pos, work->game->position_size);
    *rule = alea_imagine_ply(work->rules, work->pos, ALEA_HOST, window.late, &events);
    if (*rule) return false;
    readers_hear(readers, work, &ply, &events);
    return true;
}

void wire_rehearsal(const struct wire *wire, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    struct readers readers = {.n = 0};
    struct alea_outcome *outcomes = NULL;
    alea_actors silent = 0;
    alea_rule rule = 0;
    int n = 0;
    if (wire_begin(&work, wire, text)) {
        outcomes = calloc((size_t)work.game->max_outcomes + 1, sizeof *outcomes);
        readers_init(&readers, &work);
        memcpy(work.pos, alea_match_position(work.table.match), work.game->position_size);
        alea_json_open_object(text, NULL);
        wire_window(&work, work.pos, now, text);
        const bool closes = outcomes && close_window(&work, &readers, &silent, &rule);
        if (closes) go_on(&work, &readers, outcomes, &n);
        alea_json_bool(text, "closes", closes);
        alea_json_string(text, "rule", rule ? alea_rule_id(work.game, rule) : NULL);
        wire_actors(text, "silent", silent);
        write_readings(&readers, text);
        write_throw(&work, outcomes, n, text);
        alea_json_integer(text, "round", work.game->round(work.tables, work.pos));
        alea_json_close_object(text);
    }
    free(outcomes);
    readers_clear(&readers);
    wire_end(&work);
}

/* ---- Windows ------------------------------------------------------------------------------------------------------------------------ */

static void write_window_name(const struct wire_workspace *work, int set, int name, struct alea_text *text) {
    const struct alea_names names = alea_names_of(work->rules, set);
    if (name < 0 || name >= names.n) {
        alea_json_null(text, "window");
        return;
    }
    alea_json_open_object(text, "window");
    alea_json_id(text, "id", names.at[name].id);
    if (!work->wire->plain) alea_json_string(text, "name", names.at[name].in[text->lang]);
    alea_json_close_object(text);
}

/* Numbers of a true ply as others count it, gone over in ascending order: those of a Master's map of each side. */
struct counts {
    const struct table *table;
    int seats;
    long ply, heard[ALEA_MAX_SEATS + 1];
};

static void count_to(struct counts *counts, long ply) {
    for (; counts->ply < ply; counts->ply++)
        for (int i = 0; i <= counts->seats; i++)
            counts->heard[i] += table_ply_visible(counts->table, i == counts->seats ? ALEA_NONE : i, counts->ply + 1);
}

/* "plies":{"none":N,"A":N,...}: one seat of each side, since these hear the same but for what is said to one person. */
static void write_counts(const struct wire_workspace *work, const struct counts *counts, struct alea_text *text) {
    char letters[3];
    alea_json_open_object(text, "plies");
    alea_json_integer(text, "none", counts->heard[counts->seats]);
    for (int seat = 0; seat < counts->seats; seat++) {
        alea_seat_letters(seat, letters);
        if (__builtin_ctzll(alea_team(work->rules, seat)) == seat) alea_json_integer(text, letters, counts->heard[seat]);
    }
    alea_json_close_object(text);
}

void wire_windows(const struct wire *wire, struct alea_text *text) {
    struct wire_workspace work;
    int n;
    const struct table_window *opened = table_windows(wire->table, &n);
    if (wire_begin(&work, wire, text)) {
        struct counts counts = {.table = wire->table, .seats = work.rules->seats};
        alea_json_open_object(text, NULL);
        alea_json_open_array(text, "windows");
        for (int i = 0; i < n; i++) {
            const bool all = wire->viewer.seat == ALL_EYES;
            count_to(&counts, opened[i].ply);
            const int own = wire->viewer.seat < work.rules->seats ? wire->viewer.seat : work.rules->seats;
            alea_json_open_object(text, NULL);
            alea_json_integer(text, "ply", all ? opened[i].ply : counts.heard[own]);
            alea_json_integer(text, "round", opened[i].round);
            write_window_name(&work, opened[i].set, opened[i].name, text);
            alea_json_bool(text, "taken_back", alea_match_is_taken_back(work.table.match, opened[i].ply));
            if (all) write_counts(&work, &counts, text);
            alea_json_close_object(text);
        }
        alea_json_close_array(text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}

/* ---- The timeline ----------------------------------------------------------------------------------------------------------------------- */

/* Which lanes read it: "none", that of all; else the first seat of each side that does. */
static void write_lanes(const struct wire_workspace *work, alea_actors audience, struct alea_text *text) {
    alea_json_open_array(text, "lanes");
    if (audience == ALEA_EVERYBODY) alea_json_id(text, NULL, "none");
    for (int seat = 0; audience != ALEA_EVERYBODY && seat < work->rules->seats; seat++) {
        const alea_actors team = alea_team(work->rules, seat);
        if (__builtin_ctzll(team) == seat && audience & team) wire_seat(text, NULL, seat);
    }
    alea_json_close_array(text);
}

struct line {
    long ply;
    const struct alea_ply *made;
    int seat;                    /* who made it, if the viewer may know */
    const struct counts *counts; /* NULL: not a Master's */
};

static size_t open_line(const struct wire_workspace *work, const struct line *line, alea_actors audience, unsigned role,
                        struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", line->ply);
    if (line->counts) write_counts(work, line->counts, text);
    alea_json_integer(text, "round", work->game->round(work->tables, work->pos));
    wire_seat(text, "seat", line->seat);
    write_lanes(work, audience, text);
    alea_json_id(text, "role", wire_role(role));
    return alea_json_open_string(text, "words");
}

static void close_line(const struct line *line, size_t from, bool note, struct alea_text *text) {
    alea_json_close_string(text, from);
    if (note && line->made->note) wire_note(text, "note", line->made->note);
    alea_json_close_object(text);
}

/* The events that the viewer may know, or the move where none tells it; the note stands with the first that may be read beside it. */
static void write_ply_lines(const struct wire_workspace *work, const struct line *line, const struct alea_events *events,
                            struct alea_text *text) {
    const alea_actors known = alea_ply_known(work->rules, work->before, line->made, events);
    bool first = wire_reads(work, known);
    bool told = !first;
    for (int i = 0; i < events->n; i++) {
        const struct alea_event *event = &events->at[i];
        const unsigned role = work->game->texts->events[event->kind].role;
        if (!wire_reads(work, event->audience) || (role == ALEA_ROLE_MOVE && wire_reads(work, known))) continue;
        size_t from = open_line(work, line, event->audience, role, text);
        alea_event_say(work->rules, event, text);
        close_line(line, from, first, text);
        first = false;
        told = true;
    }
    if (told) return;
    size_t from = open_line(work, line, known, ALEA_ROLE_MOVE, text);
    alea_move_say(work->rules, line->made->move, text);
    close_line(line, from, true, text);
}

/* As wire_plies.c has it: where several could have made a move that is a secret, so is who did. */
static int maker_of(const struct wire_workspace *work, const struct alea_ply *made, const struct alea_events *events) {
    const alea_actors could = alea_movers(work->rules, work->before);
    const bool clear =
        (could & (could - 1)) == 0 || wire_reads(work, alea_ply_known(work->rules, work->before, made, events));
    return clear ? made->seat : ALEA_NONE;
}

static void write_timeline(struct wire_workspace *work, long since, int most, struct alea_text *text) {
    const struct table *table = work->wire->table;
    const int eyes = work->wire->viewer.seat;
    const bool all = eyes == ALL_EYES;
    const long last = table_ply(table, eyes), to = alea_match_plies(work->table.match);
    struct counts counts = {.table = table, .seats = work->rules->seats};
    struct alea_events events;
    long ply = since, at = table_true_ply(table, eyes, since), left = wire_most(work->wire);
    alea_match_position_at(work->table.match, at, work->pos);
    if (all) count_to(&counts, at);
    alea_json_open_array(text, "lines");
    while (ply < last && ply - since < most && left > 0) {
        at = wire_skip_unheard(work, eyes, at, to, &left);
        memcpy(work->before, work->pos, work->game->position_size);
        alea_match_step(work->table.match, at, work->pos, &events);
        if (all) count_to(&counts, at);
        const struct alea_ply made = table_ply_told(table, eyes, at);
        const struct line line = {++ply, &made, maker_of(work, &made, &events), all ? &counts : NULL};
        write_ply_lines(work, &line, &events, text);
    }
    alea_json_close_array(text);
    alea_json_integer(text, "ply", ply);
    alea_json_integer(text, "last", last);
}

void wire_timeline(const struct wire *wire, long since, int most, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        alea_json_open_object(text, NULL);
        write_timeline(&work, since, most, text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}

/* ---- People ----------------------------------------------------------------------------------------------------------------------------- */

/* How many questions that wait for an answer of the seat's person are in the position. */
static int count_asked(const struct wire_workspace *work, const void *pos, int seat) {
    struct alea_consent asked;
    int n = 0;
    for (int i = 0; work->game->campaign.consent && work->game->campaign.consent(work->tables, pos, i, &asked); i++)
        n += asked.seat == seat && asked.answer == ALEA_CONSENT_OPEN;
    return n;
}

void wire_late(const struct wire *wire, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    struct alea_window window = {.entitled = 0};
    if (wire_begin(&work, wire, text)) {
        const void *pos = alea_match_position(work.table.match);
        const bool open = work.game->campaign.window && work.game->campaign.window(work.tables, pos, &window);
        const alea_actors actors = work.game->actors(work.tables, pos), late = open ? actors & window.entitled : actors;
        alea_json_open_object(text, NULL);
        wire_window(&work, pos, now, text);
        alea_json_open_array(text, "people");
        for (int seat = 0; seat < work.rules->seats; seat++) {
            const struct store_seat *at = &work.table.seat[seat];
            alea_json_open_object(text, NULL);
            wire_seat(text, "seat", seat);
            wire_seat(text, "side", __builtin_ctzll(alea_team(work.rules, seat)));
            alea_json_string(text, "who", at->who);
            alea_json_string(text, "name", at->name);
            alea_json_bool(text, "leads", work.game->campaign.leads && work.game->campaign.leads(work.tables, pos, seat));
            alea_json_bool(text, "online", (work.table.online & alea_actor(seat)) != 0);
            if (work.table.seen[seat]) alea_json_integer(text, "seen", work.table.seen[seat]);
            else alea_json_null(text, "seen");
            alea_json_bool(text, "waited", late < ALEA_ACTORS_CHANCE && late & alea_actor(seat));
            alea_json_integer(text, "asked", count_asked(&work, pos, seat));
            alea_json_close_object(text);
        }
        alea_json_close_array(text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}
