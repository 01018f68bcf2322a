/* SPDX-License-Identifier: MIT */
/* copy.c - all of a store into another, whatever is behind either: row by row, read back, and only then committed. */
#include <string.h>

#include "engine_text.h"
#include "query.h"

/* In this order a row stands before those that point at it. */
static const struct table {
    enum query_id out, in;
    bool of_match; /* read match by match, for it may be long */
} tables[] = {
    {QUERY_MATCHES_OUT, QUERY_MATCHES_IN, false},
    {QUERY_SCENARIOS_OUT, QUERY_SCENARIOS_IN, false},
    {QUERY_ACCOUNTS_OUT, QUERY_ACCOUNTS_IN, false},
    {QUERY_SEATS_OUT, QUERY_SEATS_IN, false},
    {QUERY_LINKS_OUT, QUERY_LINKS_IN, false},
    {QUERY_DRAWS_OUT, QUERY_DRAWS_IN, false},
    {QUERY_GRAVES_OUT, QUERY_GRAVES_IN, false},
    {QUERY_DEVICES_OUT, QUERY_DEVICES_IN, false},
    {QUERY_ENROLMENTS_OUT, QUERY_ENROLMENTS_IN, false},
    {QUERY_ASKED_OUT, QUERY_ASKED_IN, false},
    {QUERY_RECOVERIES_OUT, QUERY_RECOVERIES_IN, false},
    {QUERY_TURNS_OUT, QUERY_TURNS_IN, false},
    {QUERY_CHANNELS_OUT, QUERY_CHANNELS_IN, false},
    {QUERY_OUTBOX_OUT, QUERY_OUTBOX_IN, false},
    {QUERY_ASKS_OUT, QUERY_ASKS_IN, false},
    {QUERY_PASSES_OUT, QUERY_PASSES_IN, false},
    {QUERY_NOTES_OUT, QUERY_NOTES_IN, false},
    {QUERY_PLIES_OUT, QUERY_PLIES_IN, true},
    {QUERY_CHAT_OUT, QUERY_CHAT_IN, true},
    {QUERY_POSTS_OUT, QUERY_POSTS_IN, true},
};

struct copying {
    struct store *from, *to;
    struct store_copied *sums;
    struct alea_error *error;
};

static struct query begin_rows(struct store *store, enum query_id out, int64_t match, struct alea_error *error) {
    struct query query = query_begin(store, out, "", 0, error);
    if (match) query_bind_int(&query, match);
    return query;
}

/* ---- There ---------------------------------------------------------------------------------------------------------------- */

static void bind_value(struct query *in, const struct query *out, int column) {
    const struct store_driver *driver = out->store->driver;
    size_t n = 0;
    const void *bytes;
    switch (driver->kind(out, column)) {
    case VALUE_INT: query_bind_int(in, driver->number(out, column)); break;
    case VALUE_TEXT:
        bytes = driver->bytes(out, column, &n);
        query_bind_text(in, "text", bytes, n);
        break;
    case VALUE_BLOB:
        bytes = driver->bytes(out, column, &n);
        query_bind_blob(in, bytes, n);
        break;
    case VALUE_NULL: query_bind_text(in, "", NULL, 0); break;
    case VALUE_OTHER: query_fault(in, ENGINE_SAY_ROW_NO_NUMBER); break;
    }
}

static enum alea_err copy_rows(struct copying *copying, enum query_id from, enum query_id to, int64_t match) {
    struct query out = begin_rows(copying->from, from, match, copying->error);
    while (query_step(&out)) {
        struct query in = query_begin(copying->to, to, "", 0, copying->error);
        const int columns = out.store->driver->columns(&out);
        for (int column = 0; column < columns && !in.err; column++) bind_value(&in, &out, column);
        out.err = query_run(&in, NULL);
        copying->sums->rows++;
    }
    return query_end(&out);
}

/* ---- And back ------------------------------------------------------------------------------------------------------------- */

static bool same_value(const struct query *a, const struct query *b, int column) {
    const struct store_driver *of_a = a->store->driver, *of_b = b->store->driver;
    const enum store_value kind = of_a->kind(a, column);
    size_t n = 0, m = 0;
    if (kind != of_b->kind(b, column)) return false;
    if (kind == VALUE_INT) return of_a->number(a, column) == of_b->number(b, column);
    if (kind == VALUE_NULL) return true;
    const void *left = of_a->bytes(a, column, &n), *right = of_b->bytes(b, column, &m);
    return n == m && (n == 0 || (left && right && memcmp(left, right, n) == 0));
}

static enum alea_err compare_rows(struct copying *copying, enum query_id out, int64_t match) {
    struct query a = begin_rows(copying->from, out, match, copying->error);
    struct query b = begin_rows(copying->to, out, match, copying->error);
    const struct store_driver *driver = copying->from->driver;
    bool more, same = true;
    do {
        more = query_step(&a);
        same = query_step(&b) == more && (!more || driver->columns(&a) == copying->to->driver->columns(&b));
        for (int column = 0; same && more && column < driver->columns(&a); column++) same = same_value(&a, &b, column);
    } while (more && same);
    enum alea_err err = query_end(&a), second = query_end(&b);
    if (err || second) return err ? err : second;
    return same ? ALEA_OK : store_refuse(copying->to->where, copying->error, ENGINE_SAY_DISK_NOT_THE_SAME);
}

/* ---- The whole ------------------------------------------------------------------------------------------------------------ */

static enum alea_err refuse_data(struct copying *copying) {
    for (size_t i = 0; i < ALEA_LEN(tables); i++) {
        if (tables[i].of_match) continue;
        struct query query = begin_rows(copying->to, tables[i].out, 0, copying->error);
        const bool row = query_step(&query);
        enum alea_err err = query_end(&query);
        if (!err && row) err = store_refuse(copying->to->where, copying->error, ENGINE_SAY_DISK_NOT_EMPTY);
        if (err) return err;
    }
    return ALEA_OK;
}

/* Does it to each table, or to each match of those that are read so. */
static enum alea_err each_table(struct copying *copying, bool compare) {
    enum alea_err err = ALEA_OK;
    for (size_t i = 0; i < ALEA_LEN(tables) && !err; i++) {
        const struct table *table = &tables[i];
        if (!table->of_match) {
            err = compare ? compare_rows(copying, table->out, 0) : copy_rows(copying, table->out, table->in, 0);
            continue;
        }
        struct query matches = query_begin(copying->from, QUERY_MATCH_NUMBERS, "", 0, copying->error);
        for (copying->sums->matches = 0; query_step(&matches); copying->sums->matches++) {
            const int64_t match = query_int(&matches, 0, 1, INT64_MAX);
            if (!matches.err)
                matches.err =
                    compare ? compare_rows(copying, table->out, match) : copy_rows(copying, table->out, table->in, match);
        }
        err = query_end(&matches);
    }
    return err;
}

/* Tables that use no number twice. */
static const char *const numbered[] = {"channels", "matches", "outbox"};

/* As if none had ever been used: rows were given theirs, and a database may have begun to count when its tables were made. */
static enum alea_err drop_numbers(struct copying *copying) {
    enum alea_err err = ALEA_OK;
    for (size_t i = 0; i < ALEA_LEN(numbered) && !err; i++) {
        struct query drop = query_begin(copying->to, QUERY_DROP_NUMBER, "", 0, copying->error);
        query_bind_text(&drop, "table", numbered[i], sizeof "channels");
        err = query_run(&drop, NULL);
    }
    return err;
}

/* Numbers that were used once are not used again there either. */
static enum alea_err copy_numbers(struct copying *copying) {
    struct query out = query_begin(copying->from, QUERY_NUMBERS_OUT, "", 0, copying->error);
    while (query_step(&out)) {
        struct query in = query_begin(copying->to, QUERY_NUMBERS_IN, "", 0, copying->error);
        bind_value(&in, &out, 0);
        bind_value(&in, &out, 1);
        out.err = query_run(&in, NULL);
    }
    return query_end(&out);
}

enum alea_err store_copy(struct store *from, struct store *to, struct store_copied *sums, struct alea_error *error) {
    struct copying copying = {.from = from, .to = to, .sums = sums, .error = error};
    *sums = (struct store_copied){.rows = 0};
    enum alea_err err = refuse_data(&copying);
    if (!err) err = batch_begin(from, error); /* so that nobody writes there meanwhile */
    if (!err) err = each_table(&copying, false);
    if (!err) err = drop_numbers(&copying);
    if (!err) err = copy_numbers(&copying);
    if (!err) err = each_table(&copying, true);
    if (!err) err = compare_rows(&copying, QUERY_NUMBERS_OUT, 0);
    if (!err) err = store_commit(to, error);
    if (err) store_abandon(to);
    store_abandon(from);
    return err;
}
