/* SPDX-License-Identifier: MIT */
/* query.c - a prepared statement at work: parameters in, rows out, every value checked on its way. */
#include <stdio.h>
#include <string.h>

#include "casefold.h"
#include "engine_text.h"
#include "sqlite.h"
#include "utf8.h"

static const char *const texts[QUERY_END] = {
#define QUERY_TEXT(name, sql) [QUERY_##name] = sql,
    QUERIES(QUERY_TEXT)
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

/* Taken keys and rows that point at nothing are answers, which callers put in words of their own; the rest is trouble. */
static void take_failure(struct query *query) {
    sqlite3 *db = query->store->db;
    if (query->err) return;
    switch (sqlite3_extended_errcode(db)) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_ROWID: query->err = match_taken(query->error, ENGINE_SAY_STORE_PLACE_TAKEN); break;
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        query->err =
            alea_fail(query->error, ALEA_ERR_NOT_FOUND, alea_reason(query->error, ENGINE_SAY_STORE_WHAT_IT_POINTS_AT).at);
        break;
    default: query->err = database_fail(db, query->store->where, query->error); break;
    }
}

/* ---- From begin to end --------------------------------------------------------------------------------------------------- */

static bool writes(const struct query *query) {
    return query->id != QUERY_BEGIN && query->id != QUERY_COMMIT && query->statement &&
           !sqlite3_stmt_readonly(query->statement);
}

struct query query_begin(struct store *store, enum query_id id, const char *match, long ply, struct alea_error *error) {
    struct query query = {.store = store, .id = id, .match = match, .ply = ply, .error = error};
    if (store->reopen && (query.err = batch_look_again(store, error))) return query;
    /* One that is at work already, because a callback asks the same again, is not idle: another is prepared. */
    query.statement = store->idle[id];
    store->idle[id] = NULL;
    if (!query.statement &&
        sqlite3_prepare_v3(store->db, texts[id], -1, SQLITE_PREPARE_PERSISTENT, &query.statement, NULL)) {
        query.err = database_fail(store->db, store->where, error);
        if (store->batch) batch_spoil(store);
    } else if (writes(&query)) {
        query.err = batch_begin(store, error);
    }
    return query;
}

/* What keeps the rest of the batch from being committed: all but the answers of a database that is well. After some errors, of
 * the disk or of memory, SQLite has rolled back by itself, even if it was a read that failed. */
static bool spoils(const struct query *query) {
    if (!query->err) return false;
    if (query->store->batch && sqlite3_get_autocommit(query->store->db)) return true;
    bool answer = query->err == ALEA_ERR_STALE || query->err == ALEA_ERR_NOT_FOUND || query->err == ALEA_ERR_TOO_LARGE;
    return writes(query) && !answer;
}

enum alea_err query_end(struct query *query) {
    if (!query->statement) return query->err;
    if (spoils(query)) batch_spoil(query->store);
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
    if (query->store->idle[query->id]) sqlite3_finalize(query->statement);
    else query->store->idle[query->id] = query->statement;
    query->statement = NULL;
    return query->err;
}

bool query_step(struct query *query) {
    if (query->err) return false;
    int code = sqlite3_step(query->statement);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) take_failure(query);
    else query->changed = sqlite3_changes(query->store->db);
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
    if (!query->err && sqlite3_bind_int64(query->statement, query->bound, number) != SQLITE_OK) take_failure(query);
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
    } else if (sqlite3_bind_text(query->statement, query->bound, words, (int)length, SQLITE_STATIC) != SQLITE_OK) {
        take_failure(query);
    }
}

void store_account_key(const char *name, char key[STORE_MAX_ACCOUNT_NAME + 1]) {
    casefold(name, key, STORE_MAX_ACCOUNT_NAME + 1);
}

void query_bind_account(struct query *query, const char *name) {
    char key[STORE_MAX_ACCOUNT_NAME + 1];
    query_bind_text(query, "account", name[0] ? name : NULL, STORE_MAX_ACCOUNT_NAME); /* is it fit for one? */
    if (query->err || !name[0]) return;
    store_account_key(name, key);
    if (sqlite3_bind_text(query->statement, query->bound, key, -1, SQLITE_TRANSIENT) != SQLITE_OK) take_failure(query);
}

void query_bind_blob(struct query *query, const void *bytes, size_t n) {
    query->bound++;
    if (query->err) return;
    int code = n == 0 ? sqlite3_bind_zeroblob(query->statement, query->bound, 0)
                      : sqlite3_bind_blob64(query->statement, query->bound, bytes, n, SQLITE_STATIC);
    if (code != SQLITE_OK) take_failure(query);
}

/* ---- Columns ------------------------------------------------------------------------------------------------------------- */

static void bad_column(struct query *query, int column, const char *it, const char *en) {
    struct alea_reason reason =
        alea_reason(query->error, ENGINE_SAY_ROW_COLUMN, sqlite3_column_name(query->statement, column),
                    query->error && query->error->lang == ALEA_IT ? it : en);
    query_fault(query, reason.at, reason.at);
}

bool query_is_null(struct query *query, int column) {
    return query->err || sqlite3_column_type(query->statement, column) == SQLITE_NULL;
}

int64_t query_int(struct query *query, int column, int64_t min, int64_t max) {
    if (query->err) return min;
    if (sqlite3_column_type(query->statement, column) != SQLITE_INTEGER) {
        bad_column(query, column, ENGINE_SAY_ROW_NO_NUMBER);
        return min;
    }
    int64_t number = sqlite3_column_int64(query->statement, column);
    if (number >= min && number <= max) return number;
    struct alea_reason reason = alea_reason(query->error, ENGINE_SAY_ROW_BAD_NUMBER, (long long)number);
    bad_column(query, column, reason.at, reason.at);
    return min;
}

const char *query_text(struct query *query, int column, size_t max) {
    if (query->err) return "";
    if (sqlite3_column_type(query->statement, column) != SQLITE_TEXT) {
        bad_column(query, column, ENGINE_SAY_ROW_NO_TEXT);
        return "";
    }
    const char *words = (const char *)sqlite3_column_text(query->statement, column);
    size_t length = (size_t)sqlite3_column_bytes(query->statement, column);
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
    if (sqlite3_column_type(query->statement, column) != SQLITE_BLOB) {
        bad_column(query, column, ENGINE_SAY_ROW_NO_BYTES);
        return NULL;
    }
    const void *bytes = sqlite3_column_blob(query->statement, column);
    size_t length = (size_t)sqlite3_column_bytes(query->statement, column);
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
