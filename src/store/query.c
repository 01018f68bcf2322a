/* SPDX-License-Identifier: MIT */
/* query.c - a prepared statement at work: parameters in, rows out, every value checked on its way. */
#include <stdio.h>
#include <string.h>

#include "casefold.h"
#include "engine_text.h"
#include "query.h"
#include "utf8.h"

const char *const query_texts[QUERY_END] = {
#define QUERY_TEXT(name, sql) [QUERY_##name] = sql,
    QUERIES(QUERY_TEXT) QUERIES_OF_COPIES(QUERY_TEXT)
#undef QUERY_TEXT
};

/* ---- Failures ------------------------------------------------------------------------------------------------------------ */

/* "match abc, ply 7: the reason", as far as match and ply are known. */
static struct alea_reason in_place(const struct query *query, const char *reason) {
    if (query->ply) return alea_reason(query->error, ENGINE_SAY_STORE_AT_PLY, query->match, query->ply, reason);
    if (query->match[0]) return alea_reason(query->error, ENGINE_SAY_STORE_OF_MATCH, query->match, reason);
    return alea_reason(query->error, "%s", "%s", reason);
}

static void refuse(struct query *query, enum alea_err code, const char *it, const char *en) {
    if (query->err) return;
    struct alea_reason reason = in_place(query, query->error && query->error->lang == ALEA_IT ? it : en);
    query->err = code == ALEA_ERR_TOO_LARGE ? alea_fail(query->error, code, reason.at)
                                            : alea_fail(query->error, code, query->store->where, reason.at);
    if (query->error) query->error->ply = query->ply;
}

void query_fault(struct query *query, const char *it, const char *en) { refuse(query, ALEA_ERR_DAMAGED, it, en); }

static void take_failure(struct query *query) {
    if (!query->err) query->err = query->store->driver->fail(query->store, query->error);
}

/* ---- From begin to end --------------------------------------------------------------------------------------------------- */

bool query_writes(enum query_id id) {
    const char first = query_texts[id][0];
    return first == 'I' || first == 'U' || first == 'D'; /* INSERT, UPDATE, DELETE */
}

struct query query_begin(struct store *store, enum query_id id, const char *match, long ply, struct alea_error *error) {
    struct query query = {.store = store, .id = id, .match = match, .ply = ply, .error = error};
    if (store->reopen && (query.err = batch_look_again(store, error))) return query;
    query.err = store->driver->prepare(&query);
    if (query.err && store->batch) batch_spoil(store);
    if (!query.err && query_writes(id)) query.err = batch_begin(store, error);
    return query;
}

/* What keeps the rest of the batch from being committed: all but the answers of a database that is well, and that it was rolled back. */
static bool spoils(const struct query *query) {
    const struct store *store = query->store;
    if (!query->err) return false;
    if (store->batch && !store->driver->in_transaction(store)) return true;
    bool answer = query->err == ALEA_ERR_STALE || query->err == ALEA_ERR_NOT_FOUND || query->err == ALEA_ERR_TOO_LARGE;
    return query_writes(query->id) && !answer;
}

enum alea_err query_end(struct query *query) {
    if (!query->statement) return query->err;
    if (spoils(query)) batch_spoil(query->store);
    query->store->driver->rest(query);
    query->statement = NULL;
    return query->err;
}

bool query_step(struct query *query) {
    if (query->err) return false;
    switch (query->store->driver->step(query)) {
    case STEP_ROW: return true;
    case STEP_DONE: break;
    case STEP_TAKEN: query->err = match_taken(query->error, ENGINE_SAY_STORE_PLACE_TAKEN); break;
    case STEP_POINTS_AT_NOTHING:
        query->err =
            alea_fail(query->error, ALEA_ERR_NOT_FOUND, alea_reason(query->error, ENGINE_SAY_STORE_WHAT_IT_POINTS_AT).at);
        break;
    case STEP_FAILED: take_failure(query); break;
    }
    return false;
}

enum alea_err query_run(struct query *query, int *changed) {
    while (query_step(query)) {}
    if (changed) *changed = query->changed;
    return query_end(query);
}

/* ---- Parameters ---------------------------------------------------------------------------------------------------------- */

void query_bind_int(struct query *query, int64_t number) {
    query->bound++;
    if (!query->err && !query->store->driver->bind_int(query, number)) take_failure(query);
}

bool text_well_formed(const char *words, size_t n) {
    uint32_t code;
    for (size_t at = 0, length; at < n; at += length)
        if (words[at] == 0 || (length = alea_utf8_next(words + at, n - at, &code)) == 0) return false;
    return true;
}

void query_bind_text(struct query *query, const char *what, const char *words, size_t max) {
    query->bound++;
    if (query->err || !words) return; /* what is not bound is NULL */
    size_t length = strlen(words);
    if (length > max) {
        struct alea_reason reason = alea_reason(query->error, ENGINE_SAY_STORE_TOO_LONG, what, max);
        refuse(query, ALEA_ERR_TOO_LARGE, reason.at, reason.at);
    } else if (!text_well_formed(words, length)) {
        struct alea_reason reason = alea_reason(query->error, ENGINE_SAY_STORE_NOT_UTF8, what);
        refuse(query, ALEA_ERR_IO, reason.at, reason.at);
    } else if (!query->store->driver->bind_text(query, words, length)) {
        take_failure(query);
    }
}

void store_account_key(const char *name, char key[STORE_MAX_ACCOUNT_NAME + 1]) {
    casefold(name, key, STORE_MAX_ACCOUNT_NAME + 1);
}

void query_bind_account(struct query *query, const char *name) {
    query_bind_text(query, "account", name[0] ? name : NULL, STORE_MAX_ACCOUNT_NAME); /* is it fit for one? */
    if (query->err || !name[0]) return;
    store_account_key(name, query->key);
    if (!query->store->driver->bind_text(query, query->key, strlen(query->key))) take_failure(query);
}

void query_bind_blob(struct query *query, const void *bytes, size_t n) {
    query->bound++;
    if (!query->err && !query->store->driver->bind_blob(query, bytes, n)) take_failure(query);
}

/* ---- Columns ------------------------------------------------------------------------------------------------------------- */

static void bad_column(struct query *query, int column, const char *it, const char *en) {
    struct alea_reason reason = alea_reason(query->error, ENGINE_SAY_ROW_COLUMN, query->store->driver->name(query, column),
                                            query->error && query->error->lang == ALEA_IT ? it : en);
    query_fault(query, reason.at, reason.at);
}

bool query_is_null(struct query *query, int column) {
    return query->err || query->store->driver->kind(query, column) == VALUE_NULL;
}

int64_t query_int(struct query *query, int column, int64_t min, int64_t max) {
    if (query->err) return min;
    if (query->store->driver->kind(query, column) != VALUE_INT) {
        bad_column(query, column, ENGINE_SAY_ROW_NO_NUMBER);
        return min;
    }
    int64_t number = query->store->driver->number(query, column);
    if (number >= min && number <= max) return number;
    struct alea_reason reason = alea_reason(query->error, ENGINE_SAY_ROW_BAD_NUMBER, (long long)number);
    bad_column(query, column, reason.at, reason.at);
    return min;
}

const char *query_text(struct query *query, int column, size_t max) {
    if (query->err) return "";
    if (query->store->driver->kind(query, column) != VALUE_TEXT) {
        bad_column(query, column, ENGINE_SAY_ROW_NO_TEXT);
        return "";
    }
    size_t length = 0;
    const char *words = query->store->driver->bytes(query, column, &length);
    if (!words) {
        query->err = store_no_memory(query->error);
        return "";
    }
    if (length <= max && text_well_formed(words, length)) return words;
    if (length > max) bad_column(query, column, ENGINE_SAY_ROW_LONG_TEXT);
    else bad_column(query, column, ENGINE_SAY_ROW_NOT_UTF8);
    return "";
}

void query_copy(struct query *query, int column, char *room, size_t size) {
    snprintf(room, size, "%s", query_text(query, column, size - 1));
}

void query_account(struct query *query, int column, char name[STORE_MAX_ACCOUNT_NAME + 1]) {
    name[0] = 0;
    if (query_is_null(query, column - 1)) return;
    if (query_is_null(query, column)) query_fault(query, ENGINE_SAY_ROW_NO_USER);
    query_copy(query, column, name, STORE_MAX_ACCOUNT_NAME + 1);
}

const void *query_blob(struct query *query, int column, size_t min, size_t max, size_t *n) {
    if (n) *n = 0;
    if (query->err) return NULL;
    if (query->store->driver->kind(query, column) != VALUE_BLOB) {
        bad_column(query, column, ENGINE_SAY_ROW_NO_BYTES);
        return NULL;
    }
    size_t length = 0;
    const void *bytes = query->store->driver->bytes(query, column, &length);
    if (length < min || length > max) {
        bad_column(query, column, ENGINE_SAY_ROW_LENGTH);
        return NULL;
    }
    if (!bytes && length > 0) {
        query->err = store_no_memory(query->error);
        return NULL;
    }
    if (n) *n = length;
    return length > 0 ? bytes : "";
}
