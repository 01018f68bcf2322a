/* SPDX-License-Identifier: MIT */
/* plies.c - the log of a match: plies are appended, taken back from its end, and read in order. */
#include <limits.h>

#include "engine_text.h"
#include "query.h"

static enum alea_err last_ply(struct store *store, const char *id, int64_t number, int64_t *last, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_LAST_PLY, id, 0, error);
    query_bind_int(&query, number);
    *last = query_step(&query) ? query_int(&query, 0, 0, LONG_MAX) : 0;
    return query_end(&query);
}

/* Why nothing was appended or taken back: the log ends elsewhere, or another process deleted the match. */
static enum alea_err stale(struct store *store, const char *id, long answered, struct alea_error *error) {
    int64_t number = 0, last = 0;
    match_forget(store, id);
    enum alea_err err = match_number(store, id, &number, error);
    if (!err) err = last_ply(store, id, number, &last, error);
    return err ? err : alea_fail(error, ALEA_ERR_STALE, alea_digits(answered).at, alea_digits(last).at);
}

enum alea_err store_append(struct store *store, const char *id, long ply, const struct alea_ply *done, int64_t at,
                           struct alea_error *error) {
    int64_t number = 0, last = 0;
    enum alea_err err = match_number_known(store, id, &number, error);
    /* The batch holds the writer's lock: the log ends there still when the ply is inserted. To look and to insert in one statement
     * would make SQLite keep a journal of 64 KiB for each ply. */
    if (!err) err = batch_begin(store, error); /* which forgets what others may have changed */
    long *known = match_last_known(store, id);
    const bool in_order = store->driver->appends_in_order || (known && *known >= 0 && *known == ply - 1);
    if (!err && !in_order) {
        err = last_ply(store, id, number, &last, error);
        if (!err && last != ply - 1) return stale(store, id, ply - 1, error);
    }
    if (err) return err;
    struct query query = query_begin(store, QUERY_APPEND, id, ply, error);
    query_bind_int(&query, number);
    query_bind_int(&query, ply);
    query_bind_int(&query, done->seat);
    query_bind_int(&query, done->move);
    query_bind_int(&query, at);
    query_bind_text(&query, "note", done->note, ALEA_MAX_NOTE_BYTES);
    err = query_run(&query, NULL);
    bool refused = err == ALEA_ERR_STALE || err == ALEA_ERR_NOT_FOUND;
    if (known) *known = err ? -1 : ply;
    return refused ? stale(store, id, ply - 1, error) : err;
}

/* What becomes of the posts behind the first `plies` plies. */
static enum alea_err run_posts(struct store *store, enum query_id what, const char *id, int64_t number, long plies,
                               struct alea_error *error) {
    struct query query = query_begin(store, what, id, plies, error);
    query_bind_int(&query, number);
    query_bind_int(&query, plies);
    return query_run(&query, NULL);
}

enum alea_err store_take_back(struct store *store, const char *id, long ply, struct alea_error *error) {
    int64_t number = 0;
    int changed = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    match_forget(store, id);
    struct query query = query_begin(store, QUERY_TAKE_BACK, id, ply, error);
    query_bind_int(&query, number);
    query_bind_int(&query, ply);
    err = query_run(&query, &changed);
    if (!err && !changed) return stale(store, id, ply, error);
    return err ? err : run_posts(store, QUERY_LOWER_POSTS, id, number, ply - 1, error);
}

enum alea_err store_shorten(struct store *store, const char *id, long stay, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    match_forget(store, id);
    struct query query = query_begin(store, QUERY_SHORTEN, id, stay, error);
    query_bind_int(&query, number);
    query_bind_int(&query, stay);
    err = query_run(&query, NULL);
    return err ? err : run_posts(store, QUERY_SHORTEN_POSTS, id, number, stay, error);
}

enum alea_err store_read(struct store *store, const char *id, long after,
                         bool (*each)(void *context, long ply, const struct alea_ply *done, int64_t at), void *context,
                         struct alea_error *error) {
    int64_t number = 0;
    bool more = true;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_READ, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, after);
    for (query.ply = after + 1; more && query_step(&query); query.ply++) {
        int64_t ply = query_int(&query, 0, 1, LONG_MAX);
        struct alea_ply done = {
            .seat = (uint8_t)query_int(&query, 1, 0, ALEA_HOST),
            .move = (alea_move)query_int(&query, 2, 0, UINT32_MAX),
        };
        int64_t at = query_int(&query, 3, 0, INT64_MAX);
        if (!query_is_null(&query, 4)) done.note = query_text(&query, 4, ALEA_MAX_NOTE_BYTES);
        if (ply != query.ply) query_fault(&query, ENGINE_SAY_ROW_PLY_MISSING);
        more = !query.err && each(context, query.ply, &done, at);
    }
    return query_end(&query);
}
