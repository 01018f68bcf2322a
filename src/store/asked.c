/* SPDX-License-Identifier: MIT */
/* asked.c - consent links: which question each of them puts, and to whom. */
#include <limits.h>
#include <string.h>

#include "engine_text.h"
#include "query.h"

enum alea_err store_add_asked(struct store *store, const struct store_asked *asked, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, asked->id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_REPLACE_ASKED, asked->id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, asked->seat);
    query_bind_int(&query, asked->question);
    err = query_run(&query, NULL);
    if (err) return err;
    query = query_begin(store, QUERY_ADD_ASKED, asked->id, 0, error);
    query_bind_blob(&query, asked->hash, sizeof asked->hash);
    query_bind_int(&query, number);
    query_bind_int(&query, asked->seat);
    query_bind_int(&query, asked->question);
    query_bind_int(&query, asked->ply);
    err = query_run(&query, NULL);
    return err == ALEA_ERR_STALE ? match_taken(error, ENGINE_SAY_STORE_LINK_TAKEN) : err;
}

enum alea_err store_find_asked(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], struct store_asked *asked,
                               struct alea_error *error) {
    struct store_asked wanted = {.seat = ALEA_NONE};
    memcpy(wanted.hash, hash, ALEA_HASH_BYTES); /* it may be asked->hash */
    struct query query = query_begin(store, QUERY_FIND_ASKED, "", 0, error);
    query_bind_blob(&query, wanted.hash, ALEA_HASH_BYTES);
    bool found = query_step(&query);
    if (found) {
        query_copy(&query, 0, wanted.id, sizeof wanted.id);
        wanted.seat = (int)query_int(&query, 1, 0, ALEA_MAX_SEATS - 1);
        wanted.question = (uint32_t)query_int(&query, 2, 0, UINT32_MAX);
        wanted.ply = (long)query_int(&query, 3, 0, LONG_MAX);
    }
    enum alea_err err = query_end(&query);
    *asked = err ? (struct store_asked){.seat = ALEA_NONE} : wanted;
    if (err || found) return err;
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_LINK).at);
}

enum alea_err store_drop_asked(struct store *store, const char *id, int seat, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_DROP_ASKED, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, seat);
    return query_run(&query, NULL);
}
