/* SPDX-License-Identifier: MIT */
/* enrolments.c - who enrolled for a match, and what became of it. */
#include <limits.h>

#include "engine_text.h"
#include "query.h"

enum { MAX_NAME = sizeof((struct store_enrolment *)NULL)->name - 1 };

static enum alea_err no_enrolment(struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_ENROLMENT).at);
}

enum alea_err store_add_enrolment(struct store *store, const char *id, struct store_enrolment *row,
                                  struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_ENROLMENT, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, row->seat);
    query_bind_int(&query, row->at);
    query_bind_text(&query, "name", row->name, MAX_NAME);
    query_bind_text(&query, "wishes", row->wishes, STORE_MAX_WISHES);
    row->status = STORE_ENROLLED;
    row->number = 0;
    while (query_step(&query)) row->number = (int)query_int(&query, 0, 1, INT_MAX);
    return query_end(&query);
}

/* The rows from..to, until `each` says false. */
static enum alea_err read_rows(struct store *store, const char *id, int from, int to,
                               bool (*each)(void *context, const struct store_enrolment *row), void *context,
                               struct alea_error *error) {
    int64_t number = 0;
    bool more = true;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_ENROLMENTS, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, from);
    query_bind_int(&query, to);
    while (more && query_step(&query)) {
        struct store_enrolment row = {.number = (int)query_int(&query, 0, 1, INT_MAX),
                                      .status =
                                          (enum store_enrolment_status)query_int(&query, 1, STORE_ENROLLED, STORE_REPLACED),
                                      .seat = (int)query_int(&query, 2, 0, ALEA_NONE),
                                      .at = query_int(&query, 3, 0, INT64_MAX)};
        query_copy(&query, 4, row.name, sizeof row.name);
        query_copy(&query, 5, row.wishes, sizeof row.wishes);
        more = !query.err && each(context, &row);
    }
    return query_end(&query);
}

enum alea_err store_enrolments(struct store *store, const char *id,
                               bool (*each)(void *context, const struct store_enrolment *row), void *context,
                               struct alea_error *error) {
    return read_rows(store, id, 1, INT_MAX, each, context, error);
}

static bool keep_row(void *context, const struct store_enrolment *row) {
    *(struct store_enrolment *)context = *row;
    return false;
}

enum alea_err store_enrolment(struct store *store, const char *id, int number, struct store_enrolment *row,
                              struct alea_error *error) {
    *row = (struct store_enrolment){.seat = ALEA_NONE};
    enum alea_err err = read_rows(store, id, number, number, keep_row, row, error);
    return !err && row->number == 0 ? no_enrolment(error) : err;
}

/* Runs one that changes rows of the match: ?1 its number, ?2 `which`, and the other two if there are such. */
static enum alea_err change(struct store *store, enum query_id id, const char *match, int which, const int *more, int n_more,
                            int *changed, struct alea_error *error) {
    int64_t number = 0;
    *changed = 0;
    enum alea_err err = match_number(store, match, &number, error);
    if (err) return err;
    struct query query = query_begin(store, id, match, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, which);
    for (int i = 0; i < n_more; i++) query_bind_int(&query, more[i]);
    return query_run(&query, changed);
}

enum alea_err store_set_enrolment(struct store *store, const char *id, int number, enum store_enrolment_status status,
                                  int seat, struct alea_error *error) {
    const int more[] = {(int)status, seat};
    int changed;
    enum alea_err err = change(store, QUERY_SET_ENROLMENT, id, number, more, 2, &changed, error);
    return !err && !changed ? no_enrolment(error) : err;
}

enum alea_err store_vacate(struct store *store, const char *id, int seat, enum store_enrolment_status why,
                           struct alea_error *error) {
    const int more[] = {(int)why};
    int changed;
    return change(store, QUERY_VACATE, id, seat, more, 1, &changed, error);
}

enum alea_err store_drop_enrolment(struct store *store, const char *id, int number, struct alea_error *error) {
    int changed;
    enum alea_err err = store_drop_links(store, STORE_LINK_ENROLLED, id, number, error);
    if (!err) err = change(store, QUERY_DROP_ENROLMENT, id, number, NULL, 0, &changed, error);
    return !err && !changed ? no_enrolment(error) : err;
}
