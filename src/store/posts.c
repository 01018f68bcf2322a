/* SPDX-License-Identifier: MIT */
/* posts.c - what people say beside the moves: appended to a match's record, and read in order. */
#include <limits.h>

#include "engine_text.h"
#include "query.h"

enum { MOVE_BYTES = 4 };

static enum alea_err last_post(struct store *store, const char *id, int64_t number, int64_t *last,
                               struct alea_error *error) {
    struct query query = query_begin(store, QUERY_LAST_POST, id, 0, error);
    query_bind_int(&query, number);
    for (*last = 0; query_step(&query);) *last = query_int(&query, 0, 1, LONG_MAX);
    return query_end(&query);
}

/* Why it was not added: the record goes on elsewhere, or another process deleted the match. */
static enum alea_err stale(struct store *store, const char *id, long answered, struct alea_error *error) {
    int64_t number = 0, last = 0;
    match_forget(store, id);
    enum alea_err err = match_number(store, id, &number, error);
    if (!err) err = last_post(store, id, number, &last, error);
    return err ? err : alea_fail(error, ALEA_ERR_STALE, alea_digits(answered).at, alea_digits(last).at);
}

/* The batch holds the writer's lock between the look and the insertion, as with plies. */
enum alea_err store_add_post(struct store *store, const char *id, const struct alea_post *post, int64_t at,
                             struct alea_error *error) {
    uint8_t moves[ALEA_MAX_ORDER * MOVE_BYTES];
    int64_t number = 0, last = 0;
    for (int i = 0; i < post->n_order * MOVE_BYTES; i++)
        moves[i] = (uint8_t)(post->order[i / MOVE_BYTES] >> (i % MOVE_BYTES * 8));
    enum alea_err err = match_number_known(store, id, &number, error);
    if (!err) err = batch_begin(store, error);
    if (!err) err = last_post(store, id, number, &last, error);
    if (!err && last != post->number - 1) return stale(store, id, post->number - 1, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_POST, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, post->number);
    query_bind_int(&query, post->ply);
    query_bind_int(&query, post->kind);
    query_bind_int(&query, post->answer);
    query_bind_int(&query, post->from);
    query_bind_int(&query, (int64_t)post->to);
    query_bind_int(&query, post->re);
    query_bind_int(&query, at);
    query_bind_text(&query, "text", post->text, ALEA_MAX_NOTE_BYTES);
    query_bind_blob(&query, moves, (size_t)post->n_order * MOVE_BYTES);
    err = query_run(&query, NULL);
    bool refused = err == ALEA_ERR_STALE || err == ALEA_ERR_NOT_FOUND;
    return refused ? stale(store, id, post->number - 1, error) : err;
}

/* Columns as in QUERY_READ_POSTS, but for the time. */
static void read_post(struct query *query, struct alea_post *post, alea_move order[ALEA_MAX_ORDER]) {
    size_t n = 0;
    *post = (struct alea_post){
        .number = (long)query_int(query, 0, 1, LONG_MAX),
        .ply = (long)query_int(query, 1, 0, LONG_MAX),
        .kind = (uint8_t)query_int(query, 2, 0, ALEA_POST_KINDS - 1),
        .answer = (uint8_t)query_int(query, 3, 0, ALEA_POST_ANSWERS - 1),
        .from = (uint8_t)query_int(query, 4, 0, ALEA_HOST),
        .to = (alea_actors)query_int(query, 5, INT64_MIN, INT64_MAX),
        .re = (long)query_int(query, 6, 0, LONG_MAX),
        .text = query_text(query, 8, ALEA_MAX_NOTE_BYTES),
        .order = order,
    };
    const uint8_t *moves = query_blob(query, 9, 0, (size_t)ALEA_MAX_ORDER * MOVE_BYTES, &n);
    for (size_t i = 0; moves && i < n / MOVE_BYTES; i++)
        order[i] = (alea_move)moves[4 * i] | (alea_move)moves[4 * i + 1] << 8 | (alea_move)moves[4 * i + 2] << 16 |
                   (alea_move)moves[4 * i + 3] << 24;
    if (moves) post->n_order = (int)(n / MOVE_BYTES);
    if (n % MOVE_BYTES) query_fault(query, ENGINE_SAY_ROW_HALF_A_MOVE);
}

enum alea_err store_read_posts(struct store *store, const char *id, long after,
                               bool (*each)(void *context, const struct alea_post *post, int64_t at), void *context,
                               struct alea_error *error) {
    int64_t number = 0;
    bool more = true;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_READ_POSTS, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, after);
    for (long next = after + 1; more && query_step(&query); next++) {
        alea_move order[ALEA_MAX_ORDER];
        struct alea_post post;
        read_post(&query, &post, order);
        int64_t at = query_int(&query, 7, 0, INT64_MAX);
        if (post.number != next) query_fault(&query, ENGINE_SAY_ROW_POST_MISSING);
        more = !query.err && each(context, &post, at);
    }
    return query_end(&query);
}
