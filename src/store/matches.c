/* SPDX-License-Identifier: MIT */
/* matches.c - matches and their seats: rows in, rows out. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "query.h"
#include "text.h"

/* ---- By id --------------------------------------------------------------------------------------------------------------- */

enum alea_err match_not_found(const char *id, struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_MATCH, id).at);
}

enum alea_err match_taken(struct alea_error *error, const char *it, const char *en) {
    alea_fail(error, ALEA_ERR_STALE, "", "");
    if (error) snprintf(error->text, sizeof error->text, "%s", error->lang == ALEA_IT ? it : en);
    return ALEA_ERR_STALE;
}

enum alea_err match_number(struct store *store, const char *id, int64_t *number, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_NUMBER, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    bool found = query_step(&query);
    *number = found ? query_int(&query, 0, 1, INT64_MAX) : 0;
    enum alea_err err = query_end(&query);
    return err == ALEA_ERR_TOO_LARGE || (!err && !found) ? match_not_found(id, error) : err;
}

/* Where it may stand: FNV-1a, by Fowler, Noll and Vo. Ids are random: nobody can make them meet on purpose and gain anything by it. */
static struct known_match *set_of(struct store *store, const char *id) {
    uint32_t hash = 2166136261u;
    for (; *id; id++) hash = (hash ^ (unsigned char)*id) * 16777619u;
    return store->known[hash % STORE_KNOWN_SETS];
}

static void put_first(struct known_match set[], int from, const struct known_match *match) {
    const struct known_match first = *match;
    memmove(set + 1, set, (size_t)from * sizeof *set);
    *set = first;
}

/* It stands first in its set now; NULL: it is not remembered. */
static struct known_match *known(struct store *store, const char *id) {
    struct known_match *set = set_of(store, id);
    for (int i = 0; i < STORE_KNOWN_IN_SET; i++) {
        if (!set[i].number || strcmp(set[i].id, id) != 0) continue;
        if (i) put_first(set, i, &set[i]);
        return set;
    }
    return NULL;
}

/* In place of the one that was not asked for for the longest. */
static void remember(struct store *store, const char *id, int64_t number) {
    struct known_match match = {.number = number, .last = -1};
    match_forget(store, id);
    snprintf(match.id, sizeof match.id, "%s", id);
    put_first(set_of(store, id), STORE_KNOWN_IN_SET - 1, &match);
}

long *match_last_known(struct store *store, const char *id) {
    struct known_match *match = known(store, id);
    return match ? &match->last : NULL;
}

enum alea_err match_number_known(struct store *store, const char *id, int64_t *number, struct alea_error *error) {
    const struct known_match *match = known(store, id);
    *number = match ? match->number : 0;
    if (match) return ALEA_OK;
    enum alea_err err = match_number(store, id, number, error);
    if (!err) remember(store, id, *number);
    return err;
}

void match_forget(struct store *store, const char *id) {
    struct known_match *match = known(store, id);
    if (match) *match = (struct known_match){.number = 0};
}

void match_forget_all(struct store *store) { memset(store->known, 0, sizeof store->known); }

/* ---- A new one ----------------------------------------------------------------------------------------------------------- */

static enum alea_err insert_match(struct store *store, const struct store_match *match, int64_t *number,
                                  struct alea_error *error) {
    struct query query = query_begin(store, QUERY_CREATE, match->id, 0, error);
    query_bind_text(&query, "id", match->id, STORE_ID_LENGTH);
    query_bind_text(&query, "game", match->game, STORE_MAX_GAME);
    query_bind_int(&query, match->rules_version);
    query_bind_int(&query, match->seats);
    query_bind_text(&query, "options", match->options, STORE_MAX_OPTIONS);
    query_bind_text(&query, "name", match->name, STORE_MAX_NAME);
    query_bind_int(&query, match->listed);
    query_bind_int(&query, match->by_hand);
    query_bind_blob(&query, match->seed, sizeof match->seed);
    query_bind_blob(&query, match->commitment, sizeof match->commitment);
    query_bind_int(&query, match->status);
    query_bind_int(&query, match->created);
    query_bind_int(&query, match->changed);
    query_bind_text(&query, "settings", match->settings ? match->settings : "", STORE_MAX_STATE);
    query_bind_text(&query, "state", match->state ? match->state : "", STORE_MAX_STATE);
    while (query_step(&query)) *number = query_int(&query, 0, 1, INT64_MAX);
    enum alea_err err = query_end(&query);
    if (err == ALEA_ERR_STALE) return match_taken(error, ENGINE_SAY_STORE_MATCH_TAKEN);
    if (!err) remember(store, match->id, *number);
    return err;
}

static enum alea_err insert_scenario(struct store *store, int64_t number, const struct store_match *match,
                                     struct alea_error *error) {
    if (match->scenario_bytes > ALEA_MAX_SCENARIO_BYTES) return alea_fail(error, ALEA_ERR_TOO_LARGE, "scenario");
    struct query query = query_begin(store, QUERY_CREATE_SCENARIO, match->id, 0, error);
    query_bind_int(&query, number);
    query_bind_text(&query, "scenario", match->scenario_name ? match->scenario_name : "", STORE_MAX_SCENARIO_NAME);
    query_bind_blob(&query, match->scenario, match->scenario_bytes);
    return query_run(&query, NULL);
}

static void bind_seat(struct query *query, int64_t number, int seat, const struct store_seat *row) {
    query_bind_int(query, number);
    query_bind_int(query, seat);
    query_bind_text(query, "who", row->who, sizeof row->who - 1);
    query_bind_text(query, "name", row->name, sizeof row->name - 1);
    query_bind_text(query, "word", row->word, sizeof row->word - 1);
    query_bind_int(query, row->joined);
    query_bind_int(query, row->muted);
    query_bind_account(query, row->account);
}

static enum alea_err no_account(const char *account, struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_USER, account).at);
}

enum alea_err store_create(struct store *store, const struct store_match *match, const struct store_seat seats[],
                           struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = insert_match(store, match, &number, error);
    if (err) return err;
    if (match->scenario) err = insert_scenario(store, number, match, error);
    for (int seat = 0; seat < match->seats && !err; seat++) {
        struct query query = query_begin(store, QUERY_CREATE_SEAT, match->id, 0, error);
        bind_seat(&query, number, seat, &seats[seat]);
        err = query_run(&query, NULL);
        if (err == ALEA_ERR_NOT_FOUND) err = no_account(seats[seat].account, error);
    }
    if (err) batch_spoil(store); /* half a match is in the batch */
    return err;
}

/* ---- Changes ------------------------------------------------------------------------------------------------------------- */

static enum alea_err run_on_match(struct query *query, const char *id, struct alea_error *error) {
    int changed = 0;
    enum alea_err err = query_run(query, &changed);
    return !err && changed == 0 ? match_not_found(id, error) : err;
}

enum alea_err store_set_state(struct store *store, const char *id, enum store_status status, const char *state, int64_t at,
                              struct alea_error *error) {
    struct query query = query_begin(store, QUERY_SET_STATE, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    query_bind_int(&query, status);
    query_bind_text(&query, "state", state ? state : "", STORE_MAX_STATE);
    query_bind_int(&query, at);
    return run_on_match(&query, id, error);
}

enum alea_err store_seal(struct store *store, const char *id, int64_t at, struct alea_error *error) {
    _Static_assert(STORE_OVER == 3, "QUERY_SEAL says 3");
    struct query query = query_begin(store, QUERY_SEAL, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    query_bind_int(&query, at);
    return run_on_match(&query, id, error);
}

enum alea_err store_bury(struct store *store, const char *id, long throws, int64_t at, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_BURY, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    query_bind_int(&query, throws);
    query_bind_int(&query, at);
    return run_on_match(&query, id, error);
}

enum alea_err store_delete(struct store *store, const char *id, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_DELETE, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    match_forget(store, id);
    return run_on_match(&query, id, error);
}

static void check_seed(struct query *query, const struct store_grave *grave) {
    uint8_t computed[ALEA_HASH_BYTES];
    alea_seed_commit(grave->seed, computed);
    if (!grave->by_hand && memcmp(computed, grave->commitment, sizeof computed) != 0)
        query_fault(query, ENGINE_SAY_ROW_OTHER_SEED);
}

enum alea_err store_grave(struct store *store, const char *id, struct store_grave *grave, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_GRAVE, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    bool found = query_step(&query);
    *grave = (struct store_grave){.plies = 0};
    if (found) {
        grave->by_hand = query_int(&query, 0, 0, 1) != 0;
        const void *seed = query_blob(&query, 1, sizeof grave->seed, sizeof grave->seed, NULL);
        if (seed) memcpy(grave->seed, seed, sizeof grave->seed);
        const void *commitment = query_blob(&query, 2, sizeof grave->commitment, sizeof grave->commitment, NULL);
        if (commitment) memcpy(grave->commitment, commitment, sizeof grave->commitment);
        grave->plies = (long)query_int(&query, 3, 0, LONG_MAX);
        grave->throws = (long)query_int(&query, 4, 0, grave->plies);
        grave->deleted = query_int(&query, 5, 0, INT64_MAX);
        check_seed(&query, grave);
    }
    enum alea_err err = query_end(&query);
    return err == ALEA_ERR_TOO_LARGE || (!err && !found) ? match_not_found(id, error) : err;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------------- */

/* Ids become parts of addresses: nothing else may pass for one. */
static bool id_well_formed(const char *id) {
    return strlen(id) == STORE_ID_LENGTH && strspn(id, "abcdefghijklmnopqrstuvwxyz234567") == STORE_ID_LENGTH;
}

static void check_id(struct query *query, const char *id) {
    if (!id_well_formed(id)) query_fault(query, ENGINE_SAY_ROW_BAD_ID);
}

/* Columns as in MATCH_ROW. Strings are the statement's, until its next step. */
static void read_match(struct query *query, struct store_match *match) {
    *match = (struct store_match){.seats = 0};
    query_copy(query, 0, match->id, sizeof match->id);
    query->match = match->id;
    check_id(query, match->id);
    match->game = query_text(query, 1, STORE_MAX_GAME);
    match->rules_version = (int)query_int(query, 2, 1, INT32_MAX);
    match->seats = (int)query_int(query, 3, 1, ALEA_MAX_SEATS);
    match->options = query_text(query, 4, STORE_MAX_OPTIONS);
    match->name = query_text(query, 5, STORE_MAX_NAME);
    match->listed = query_int(query, 6, 0, 1) != 0;
    match->by_hand = query_int(query, 7, 0, 1) != 0;
    const void *seed = query_blob(query, 8, sizeof match->seed, sizeof match->seed, NULL);
    if (seed) memcpy(match->seed, seed, sizeof match->seed);
    const void *commitment = query_blob(query, 9, sizeof match->commitment, sizeof match->commitment, NULL);
    if (commitment) memcpy(match->commitment, commitment, sizeof match->commitment);
    match->status = (enum store_status)query_int(query, 10, STORE_WAITING, STORE_OVER);
    match->created = query_int(query, 11, 0, INT64_MAX);
    match->changed = query_int(query, 12, 0, INT64_MAX);
    match->settings = query_text(query, 13, STORE_MAX_STATE);
    match->state = query_text(query, 14, STORE_MAX_STATE);
    match->plies = (long)query_int(query, 15, 0, LONG_MAX);
    int64_t last = query_int(query, 16, 0, INT64_MAX);
    if (last > match->changed) match->changed = last;
    if (!query_is_null(query, 17)) match->scenario_name = query_text(query, 17, STORE_MAX_SCENARIO_NAME);
    if (match->scenario_name && !query_is_null(query, 18))
        match->scenario = query_blob(query, 18, 0, ALEA_MAX_SCENARIO_BYTES, &match->scenario_bytes);
}

enum alea_err store_match(struct store *store, const char *id, void (*each)(void *context, const struct store_match *match),
                          void *context, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_MATCH, id, 0, error);
    query_bind_text(&query, "id", id, STORE_ID_LENGTH);
    bool found = query_step(&query);
    struct store_match match;
    if (found) read_match(&query, &match);
    if (found && !query.err) each(context, &match);
    query.match = "";
    enum alea_err err = query_end(&query);
    return err == ALEA_ERR_TOO_LARGE || (!err && !found) ? match_not_found(id, error) : err;
}

/* One of a list. What is wrong with it, and not with the rest, goes to `each`. */
static enum alea_err list_row(struct store *store, int64_t number, int64_t created,
                              bool (*each)(void *context, const struct store_match *match), void *context, bool *more,
                              struct alea_error *error) {
    struct alea_error own = {.lang = error ? error->lang : ALEA_EN};
    struct query query = query_begin(store, QUERY_LISTED_ROW, "", 0, &own);
    struct store_match match = {.seats = 0};
    query_bind_int(&query, number);
    bool found = query_step(&query);
    if (found) read_match(&query, &match);
    if (query.err == ALEA_ERR_DAMAGED) {
        struct store_match blank = {.created = created, .unreadable = store_reason(store, &own)};
        memcpy(blank.id, match.id, sizeof blank.id);
        if (!id_well_formed(blank.id)) blank.id[0] = 0;
        *more = each(context, &blank);
        query.err = ALEA_OK;
    } else if (found && !query.err) {
        *more = each(context, &match);
    }
    query.match = "";
    enum alea_err err = query_end(&query);
    if (err && error) *error = own;
    return err;
}

/* The one whose index finds the fewest. */
static enum query_id list_query(const struct store_filter *filter) {
    if (filter->account) return QUERY_LIST_ACCOUNT;
    if (filter->status >= 0) return QUERY_LIST_STATUS;
    return filter->listed_only ? QUERY_LIST_LISTED : QUERY_LIST;
}

/* *told rows were. */
static enum alea_err list(struct store *store, enum query_id id, const struct store_filter *filter,
                          bool (*each)(void *context, const struct store_match *match), void *context, int *told,
                          struct alea_error *error) {
    struct query query = query_begin(store, id, "", 0, error);
    bool more = true;
    query_bind_int(&query, filter->before ? filter->before : INT64_MAX);
    query_bind_int(&query, filter->limit > 0 ? filter->limit : INT64_MAX);
    query_bind_int(&query, filter->listed_only);
    query_bind_int(&query, filter->status);
    if (filter->account) query_bind_account(&query, filter->account);
    for (*told = 0; more && !query.err && query_step(&query); ++*told) {
        int64_t number = query_int(&query, 0, INT64_MIN, INT64_MAX), created = query_int(&query, 1, INT64_MIN, INT64_MAX);
        if (!query.err) query.err = list_row(store, number, created, each, context, &more, error);
    }
    return query_end(&query);
}

enum alea_err store_list(struct store *store, const struct store_filter *filter,
                         bool (*each)(void *context, const struct store_match *match), void *context,
                         struct alea_error *error) {
    int told = 0;
    enum alea_err err = list(store, list_query(filter), filter, each, context, &told, error);
    /* An index that can't be read is no reason not to look at the table itself. */
    if (err == ALEA_ERR_DAMAGED && told == 0) err = list(store, QUERY_LIST_TABLE, filter, each, context, &told, error);
    return err;
}

/* ---- Seats --------------------------------------------------------------------------------------------------------------- */

enum alea_err store_set_seat(struct store *store, const char *id, int seat, const struct store_seat *row,
                             struct alea_error *error) {
    int64_t number = 0;
    int changed = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_SET_SEAT, id, 0, error);
    bind_seat(&query, number, seat, row);
    err = query_run(&query, &changed);
    if (err == ALEA_ERR_NOT_FOUND) return no_account(row->account, error);
    if (err || changed) return err;
    char letters[3];
    alea_seat_letters(seat, letters);
    return alea_fail(error, ALEA_ERR_NO_SEAT, letters);
}

static void read_seat(struct query *query, struct store_seat *row) {
    *row = (struct store_seat){.joined = false};
    query_copy(query, 1, row->who, sizeof row->who);
    query_copy(query, 2, row->name, sizeof row->name);
    query_copy(query, 3, row->word, sizeof row->word);
    row->joined = query_int(query, 4, 0, 1) != 0;
    row->muted = query_int(query, 5, 0, 1) != 0;
    query_account(query, 7, row->account);
}

enum alea_err store_seats(struct store *store, const char *id, struct store_seat seats[ALEA_MAX_SEATS], int *n,
                          struct alea_error *error) {
    int64_t number = 0, wanted = 1;
    *n = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_SEATS, id, 0, error);
    query_bind_int(&query, number);
    while (*n < ALEA_MAX_SEATS && query_step(&query)) {
        int64_t seat = query_int(&query, 0, 0, ALEA_MAX_SEATS - 1);
        wanted = query_int(&query, 8, 1, ALEA_MAX_SEATS);
        if (seat != *n) query_fault(&query, ENGINE_SAY_ROW_SEAT_MISSING);
        read_seat(&query, &seats[*n]);
        ++*n;
    }
    if (*n != wanted) query_fault(&query, ENGINE_SAY_ROW_SEAT_COUNT);
    err = query_end(&query);
    if (err) *n = 0;
    return err;
}
