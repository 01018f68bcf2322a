/* SPDX-License-Identifier: MIT */
/* inspect.c - the look at a store's file itself: its pages and indexes, the conditions of its rows, what points at nothing. */
#include <limits.h>
#include <string.h>

#include "engine_text.h"
#include "notices.h"
#include "query.h"

struct inspection {
    void (*fault)(void *context, const char *words);
    void *context;
};

static enum alea_err inspect_file(struct store *store, const struct inspection *look, struct alea_error *error) {
    return store->driver->inspect(store, look->fault, look->context, error);
}

static enum alea_err inspect_keys(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_KEYS, "", 0, error);
    while (query_step(&query))
        look->fault(look->context, alea_reason(error, ENGINE_SAY_ROW_POINTS_AT_NONE, query_text(&query, 0, INT_MAX),
                                               query_text(&query, 2, INT_MAX))
                                       .at);
    return query_end(&query);
}

static enum alea_err inspect_plies(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_PLIES, "", 0, error);
    while (query_step(&query))
        look->fault(look->context, alea_reason(error, ENGINE_SAY_ROW_PLIES, query_text(&query, 0, STORE_ID_LENGTH),
                                               (long long)query_int(&query, 1, 0, INT64_MAX),
                                               (long long)query_int(&query, 2, INT64_MIN, INT64_MAX))
                                       .at);
    return query_end(&query);
}

static enum alea_err inspect_posts(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_POSTS, "", 0, error);
    while (query_step(&query))
        look->fault(look->context, alea_reason(error, ENGINE_SAY_ROW_POSTS, query_text(&query, 0, STORE_ID_LENGTH),
                                               (long long)query_int(&query, 1, 0, INT64_MAX),
                                               (long long)query_int(&query, 2, INT64_MIN, INT64_MAX))
                                       .at);
    return query_end(&query);
}

static enum alea_err inspect_seats(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_SEATS, "", 0, error);
    while (query_step(&query))
        look->fault(look->context, alea_reason(error, ENGINE_SAY_ROW_SEATS, query_text(&query, 0, STORE_ID_LENGTH),
                                               (long long)query_int(&query, 1, 0, INT64_MAX))
                                       .at);
    return query_end(&query);
}

/* Links and accounts are read as the server does when somebody comes with a token, or signs in. */
static enum alea_err inspect_links(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_LINKS, "", 0, error);
    while (query_step(&query)) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        struct store_link link;
        const void *hash = query_blob(&query, 0, ALEA_HASH_BYTES, ALEA_HASH_BYTES, NULL);
        if (hash && store_find_link(store, hash, -1, &link, &failed)) look->fault(look->context, failed.text);
    }
    return query_end(&query);
}

static enum alea_err inspect_accounts(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_ACCOUNTS, "", 0, error);
    while (query_step(&query)) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        char spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1], name[STORE_MAX_ACCOUNT_NAME + 1];
        char key[STORE_MAX_ACCOUNT_NAME + 1], due[STORE_MAX_ACCOUNT_NAME + 1];
        query_copy(&query, 0, key, sizeof key);
        query_copy(&query, 1, name, sizeof name);
        if (query.err) continue;
        store_account_key(name, due);
        if (store_find_account(store, name, spelled, hash, &failed)) look->fault(look->context, failed.text);
        else if (strcmp(key, due) != 0) look->fault(look->context, alea_reason(error, ENGINE_SAY_ROW_OTHER_KEY, name).at);
    }
    return query_end(&query);
}

/* What is left of deleted matches, and devices, in the same way. */
static enum alea_err inspect_graves(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_GRAVES, "", 0, error);
    while (query_step(&query)) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        struct store_grave grave;
        const char *id = query_text(&query, 0, STORE_ID_LENGTH);
        if (!query.err && store_grave(store, id, &grave, &failed)) look->fault(look->context, failed.text);
    }
    return query_end(&query);
}

static enum alea_err inspect_devices(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_DEVICES, "", 0, error);
    while (query_step(&query)) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        bool known;
        const void *hash = query_blob(&query, 0, ALEA_HASH_BYTES, ALEA_HASH_BYTES, NULL);
        const char *account = query_text(&query, 1, STORE_MAX_ACCOUNT_NAME);
        if (!query.err && store_knows_device(store, hash, account, -1, &known, &failed))
            look->fault(look->context, failed.text);
    }
    return query_end(&query);
}

static bool next_enrolment(void *context, const struct store_enrolment *row) {
    (void)context, (void)row;
    return true;
}

static enum alea_err inspect_enrolments(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_ENROLMENTS, "", 0, error);
    while (query_step(&query)) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        const char *id = query_text(&query, 0, STORE_ID_LENGTH);
        if (!query.err && store_enrolments(store, id, next_enrolment, NULL, &failed))
            look->fault(look->context, failed.text);
    }
    return query_end(&query);
}

static enum alea_err inspect_channels(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_CHANNELS, "", 0, error);
    while (query_step(&query)) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        struct store_channel channel;
        int64_t number = query_int(&query, 0, 1, INT64_MAX);
        if (!query.err && store_channel(store, number, &channel, &failed)) look->fault(look->context, failed.text);
    }
    return query_end(&query);
}

static enum alea_err inspect_asked(struct store *store, const struct inspection *look, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_INSPECT_ASKED, "", 0, error);
    while (query_step(&query)) {
        struct store_asked asked;
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        const void *hash = query_blob(&query, 0, ALEA_HASH_BYTES, ALEA_HASH_BYTES, NULL);
        if (hash && store_find_asked(store, hash, &asked, &failed)) look->fault(look->context, failed.text);
    }
    return query_end(&query);
}

enum alea_err store_inspect(struct store *store, void (*fault)(void *context, const char *words), void *context,
                            struct alea_error *error) {
    /* The first two know nothing of what the tables are, which may be those of an older release. */
    enum alea_err (*const looks[])(struct store *, const struct inspection *, struct alea_error *) = {
        inspect_file,     inspect_keys,   inspect_plies,   inspect_posts,      inspect_seats, inspect_links,
        inspect_accounts, inspect_graves, inspect_devices, inspect_enrolments, inspect_asked, inspect_channels};
    const struct inspection look = {.fault = fault, .context = context};
    for (size_t i = 0; i < (store->older ? 2 : ALEA_LEN(looks)); i++) {
        struct alea_error failed = {.lang = error ? error->lang : ALEA_EN};
        enum alea_err err = looks[i](store, &look, &failed);
        /* A file that is so damaged that the question itself fails has that as its fault. */
        bool of_file = err == ALEA_ERR_IO || err == ALEA_ERR_DAMAGED;
        if (of_file) fault(context, failed.text);
        else if (err && error) *error = failed;
        if (err && !of_file) return err;
    }
    return ALEA_OK;
}
