/* SPDX-License-Identifier: MIT */
/* notes.c - what people note for themselves, or for their side, of a table and its places. */
#include "query.h"

/* Those that a seat wrote, or that are for its side, `team`, itself among them; the store knows no sides. */
enum alea_err store_notes(struct store *store, const char *id, int seat, alea_actors team, store_each_note *each,
                          void *context, struct alea_error *error) {
    int64_t number = 0;
    bool more = true;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_NOTES, id, 0, error);
    query_bind_int(&query, number);
    while (more && query_step(&query)) {
        struct store_note note = {.seat = (int)query_int(&query, 0, 0, ALEA_MAX_SEATS - 1),
                                  .side = query_int(&query, 1, 0, 1) == 1,
                                  .at = query_int(&query, 4, 0, INT64_MAX)};
        query_copy(&query, 2, note.place, sizeof note.place);
        query_copy(&query, 3, note.goal, sizeof note.goal);
        query_copy(&query, 5, note.text, sizeof note.text);
        const bool reads = note.seat == seat || (note.side && team & alea_actor(note.seat));
        if (reads) more = !query.err && each(context, &note);
    }
    return query_end(&query);
}

enum alea_err store_set_note(struct store *store, const char *id, const struct store_note *note, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_SET_NOTE, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, note->seat);
    query_bind_int(&query, note->side);
    query_bind_text(&query, "place", note->place, STORE_MAX_PLACE);
    query_bind_text(&query, "goal", note->goal, STORE_MAX_PLACE);
    query_bind_int(&query, note->at);
    query_bind_text(&query, "text", note->text, STORE_MAX_NOTE);
    return query_run(&query, NULL);
}

enum alea_err store_drop_note(struct store *store, const char *id, const struct store_note *note, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_DROP_NOTE, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, note->seat);
    query_bind_int(&query, note->side);
    query_bind_text(&query, "place", note->place, STORE_MAX_PLACE);
    query_bind_text(&query, "goal", note->goal, STORE_MAX_PLACE);
    return query_run(&query, NULL);
}
