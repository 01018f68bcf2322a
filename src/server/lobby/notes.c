/* SPDX-License-Identifier: MIT */
/* notes.c - what a seat notes for itself or for its side: into the batch, and after the commit to those who listen and may read it. */
#include <stdlib.h>

#include "error.h"
#include "match.h"
#include "table_internal.h"

static alea_actors readers_of(const struct table *table, const struct store_note *note) {
    return note->side ? alea_team(alea_match_rules(table->match), note->seat) : alea_actor(note->seat);
}

static void keep(struct table *table, struct note_line *line) {
    struct note_line **last = &table->notes;
    while (*last) last = &(*last)->next;
    *last = line;
}

enum table_answer table_note(struct table *table, const struct store_note *note, bool gone, struct alea_error *error) {
    struct store *store = table->lobby->options.store;
    if (table_usable(table, error)) return TABLE_ENGINE;
    struct note_line *line = calloc(1, sizeof *line);
    if (!line) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return TABLE_ENGINE;
    }
    *line = (struct note_line){.note = *note, .gone = gone, .readers = readers_of(table, note)};
    enum alea_err err =
        gone ? store_drop_note(store, table->id, note, error) : store_set_note(store, table->id, note, error);
    if (table_wrote(table, err, error) && table_usable(table, error)) {
        free(line);
        return TABLE_ENGINE;
    }
    keep(table, line);
    return TABLE_OK;
}

/* Whoever sits there: neither a Master through the seat's eyes nor one to whom it is lent. */
bool note_read_by(const struct note_line *line, const struct viewer *viewer) {
    const bool sits = viewer->seat >= 0 && viewer->seat < ALEA_MAX_SEATS && !viewer->master && !viewer->lent;
    return sits && (line->readers & alea_actor(viewer->seat));
}
