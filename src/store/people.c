/* SPDX-License-Identifier: MIT */
/* people.c - links, accounts, devices and chat. */
#include <limits.h>
#include <string.h>

#include "engine_text.h"
#include "query.h"

/* ---- Links --------------------------------------------------------------------------------------------------------------- */

static void bind_match(struct query *query, int64_t number) {
    if (number) query_bind_int(query, number);
    else query_bind_text(query, "match", NULL, 0);
}

enum alea_err store_add_link(struct store *store, const struct store_link *link, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = link->id[0] ? match_number(store, link->id, &number, error) : ALEA_OK;
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_LINK, link->id, 0, error);
    query_bind_blob(&query, link->hash, sizeof link->hash);
    query_bind_int(&query, link->kind);
    bind_match(&query, number);
    query_bind_int(&query, link->seat);
    query_bind_account(&query, link->account);
    query_bind_int(&query, link->until);
    err = query_run(&query, NULL);
    if (err == ALEA_ERR_STALE) return match_taken(error, ENGINE_SAY_STORE_LINK_TAKEN);
    if (err == ALEA_ERR_NOT_FOUND)
        return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_USER, link->account).at);
    return err;
}

static enum alea_err no_link(struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_LINK).at);
}

static bool number_fits(const struct store_link *link) {
    switch (link->kind) {
    case STORE_LINK_SEAT:
    case STORE_LINK_LENT: return link->seat < ALEA_MAX_SEATS;
    case STORE_LINK_MASTER: return link->seat < STORE_MAX_MASTERS;
    case STORE_LINK_ENROLLED: return link->seat > 0;
    case STORE_LINK_ADMIN:
    case STORE_LINK_HOST:
    case STORE_LINK_SESSION:
    case STORE_LINK_ENROL: break;
    }
    return link->seat == ALEA_NONE;
}

enum alea_err store_find_link(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], int64_t now, struct store_link *link,
                              struct alea_error *error) {
    struct store_link wanted = {.seat = ALEA_NONE};
    memcpy(wanted.hash, hash, ALEA_HASH_BYTES); /* it may be link->hash */
    struct query query = query_begin(store, QUERY_FIND_LINK, "", 0, error);
    *link = (struct store_link){.seat = ALEA_NONE};
    query_bind_blob(&query, wanted.hash, ALEA_HASH_BYTES);
    query_bind_int(&query, now);
    bool found = query_step(&query);
    if (found) {
        *link = wanted;
        link->kind = (enum store_link_kind)query_int(&query, 0, STORE_LINK_SEAT, STORE_LINK_LENT);
        if (!query_is_null(&query, 1)) query_copy(&query, 1, link->id, sizeof link->id);
        link->seat = (int)query_int(&query, 2, 0, INT_MAX);
        query_account(&query, 4, link->account);
        link->until = query_int(&query, 5, 0, INT64_MAX);
        if (store_link_of_match(link->kind) != (link->id[0] != 0)) query_fault(&query, ENGINE_SAY_ROW_LINK_TO_NOTHING);
        if (!number_fits(link)) query_fault(&query, ENGINE_SAY_ROW_LINK_SEAT);
    }
    enum alea_err err = query_end(&query);
    if (err) *link = (struct store_link){.seat = ALEA_NONE};
    return !err && !found ? no_link(error) : err;
}

enum alea_err store_drop_link(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], struct alea_error *error) {
    int changed = 0;
    struct query query = query_begin(store, QUERY_DROP_LINK, "", 0, error);
    query_bind_blob(&query, hash, ALEA_HASH_BYTES);
    enum alea_err err = query_run(&query, &changed);
    return !err && !changed ? no_link(error) : err;
}

static enum alea_err drop_links(struct store *store, enum store_link_kind kind, const char *id, int64_t number, int seat,
                                struct alea_error *error) {
    struct query query = query_begin(store, QUERY_DROP_LINKS, id, 0, error);
    query_bind_int(&query, kind);
    bind_match(&query, number);
    query_bind_int(&query, seat);
    return query_run(&query, NULL);
}

enum alea_err store_drop_links(struct store *store, enum store_link_kind kind, const char *id, int seat,
                               struct alea_error *error) {
    static const enum query_id more[] = {QUERY_DROP_CHANNELS, QUERY_DROP_ASKS, QUERY_DROP_PASSES, QUERY_DROP_OWN_NOTES};
    int64_t number = 0;
    enum alea_err err = id[0] ? match_number(store, id, &number, error) : ALEA_OK;
    if (!err) err = drop_links(store, kind, id, number, seat, error);
    if (err || kind != STORE_LINK_SEAT) return err;
    err = drop_links(store, STORE_LINK_LENT, id, number, seat, error);
    for (size_t i = 0; i < ALEA_LEN(more) && !err; i++) {
        struct query query = query_begin(store, more[i], id, 0, error);
        query_bind_int(&query, number);
        query_bind_int(&query, seat);
        err = query_run(&query, NULL);
    }
    return err;
}

enum alea_err store_turn_links(struct store *store, const char *id, enum store_link_kind from, int from_seat,
                               enum store_link_kind to, int to_seat, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_TURN_LINKS, id, 0, error);
    query_bind_int(&query, from);
    query_bind_int(&query, number);
    query_bind_int(&query, from_seat);
    query_bind_int(&query, to);
    query_bind_int(&query, to_seat);
    return query_run(&query, NULL);
}

enum alea_err store_count_links(struct store *store, enum store_link_kind kind, const char *id, int seat, int *n,
                                struct alea_error *error) {
    int64_t number = 0;
    *n = 0;
    enum alea_err err = id[0] ? match_number(store, id, &number, error) : ALEA_OK;
    if (err) return err;
    struct query query = query_begin(store, QUERY_COUNT_LINKS, id, 0, error);
    query_bind_int(&query, kind);
    bind_match(&query, number);
    query_bind_int(&query, seat);
    while (query_step(&query)) *n = (int)query_int(&query, 0, 0, INT_MAX);
    return query_end(&query);
}

enum alea_err store_drop_expired(struct store *store, int64_t now, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_DROP_EXPIRED, "", 0, error);
    query_bind_int(&query, now);
    enum alea_err err = query_run(&query, NULL);
    static const enum query_id more[] = {QUERY_DROP_EXPIRED_DEVICES, QUERY_DROP_EXPIRED_ASKS, QUERY_DROP_EXPIRED_PASSES};
    for (size_t i = 0; i < ALEA_LEN(more) && !err; i++) {
        query = query_begin(store, more[i], "", 0, error);
        query_bind_int(&query, now);
        err = query_run(&query, NULL);
    }
    return err;
}

/* ---- People -------------------------------------------------------------------------------------------------------------- */

enum alea_err store_add_account(struct store *store, const char *name, const char *password_hash, int64_t at,
                                struct alea_error *error) {
    struct query query = query_begin(store, QUERY_ADD_ACCOUNT, "", 0, error);
    query_bind_account(&query, name);
    query_bind_text(&query, "name", name, STORE_MAX_ACCOUNT_NAME);
    query_bind_text(&query, "password", password_hash, STORE_MAX_PASSWORD_HASH);
    query_bind_int(&query, at);
    enum alea_err err = query_run(&query, NULL);
    return err == ALEA_ERR_STALE ? match_taken(error, ENGINE_SAY_STORE_NAME_TAKEN) : err;
}

static enum alea_err no_account(const char *name, struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_CUT_USER, name).at);
}

enum alea_err store_find_account(struct store *store, const char *name, char spelled[STORE_MAX_ACCOUNT_NAME + 1],
                                 char password_hash[STORE_MAX_PASSWORD_HASH + 1], struct alea_error *error) {
    struct query query = query_begin(store, QUERY_FIND_ACCOUNT, "", 0, error);
    spelled[0] = password_hash[0] = 0;
    query_bind_account(&query, name);
    bool found = query_step(&query);
    if (found) {
        query_copy(&query, 0, spelled, STORE_MAX_ACCOUNT_NAME + 1);
        query_copy(&query, 1, password_hash, STORE_MAX_PASSWORD_HASH + 1);
    }
    enum alea_err err = query_end(&query);
    if (err) spelled[0] = password_hash[0] = 0;
    if ((err && err != ALEA_ERR_TOO_LARGE) || found) return err;
    return no_account(name, error);
}

enum alea_err store_account(struct store *store, const char *name, int64_t now, struct store_account *account,
                            struct alea_error *error) {
    struct query query = query_begin(store, QUERY_ACCOUNT, "", 0, error);
    *account = (struct store_account){.created = 0};
    query_bind_account(&query, name);
    query_bind_int(&query, now);
    bool found = query_step(&query);
    if (found) {
        query_copy(&query, 0, account->name, sizeof account->name);
        account->created = query_int(&query, 1, 0, INT64_MAX);
        account->sessions = (int)query_int(&query, 2, 0, INT_MAX);
        account->devices = (int)query_int(&query, 3, 0, INT_MAX);
        account->recovers = query_int(&query, 4, 0, 1) == 1;
    }
    enum alea_err err = query_end(&query);
    return (err && err != ALEA_ERR_TOO_LARGE) || found ? err : no_account(name, error);
}

enum alea_err store_set_password(struct store *store, const char *name, const char *password_hash,
                                 struct alea_error *error) {
    int changed = 0;
    struct query query = query_begin(store, QUERY_SET_PASSWORD, "", 0, error);
    query_bind_account(&query, name);
    query_bind_text(&query, "password", password_hash, STORE_MAX_PASSWORD_HASH);
    enum alea_err err = query_run(&query, &changed);
    return !err && !changed ? no_account(name, error) : err;
}

enum alea_err store_end_sessions(struct store *store, const char *account, const uint8_t *but, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_DROP_SESSIONS, "", 0, error);
    query_bind_account(&query, account);
    if (but) query_bind_blob(&query, but, ALEA_HASH_BYTES);
    else query_bind_text(&query, "hash", NULL, 0);
    return query_run(&query, NULL);
}

enum alea_err store_set_recovery(struct store *store, const char *account, const uint8_t hash[ALEA_HASH_BYTES],
                                 struct alea_error *error) {
    struct query query = query_begin(store, QUERY_SET_RECOVERY, "", 0, error);
    query_bind_account(&query, account);
    query_bind_blob(&query, hash, ALEA_HASH_BYTES);
    return query_run(&query, NULL);
}

enum alea_err store_recovers(struct store *store, const char *account, const uint8_t hash[ALEA_HASH_BYTES], bool *right,
                             struct alea_error *error) {
    *right = false;
    struct query query = query_begin(store, QUERY_FIND_RECOVERY, "", 0, error);
    query_bind_account(&query, account);
    query_bind_blob(&query, hash, ALEA_HASH_BYTES);
    while (query_step(&query)) *right = query_int(&query, 0, 0, 1) == 1;
    return query_end(&query);
}

enum alea_err store_drop_account(struct store *store, const char *name, struct alea_error *error) {
    static const enum query_id first[] = {QUERY_FORGET_BOUND_NAMES, QUERY_FORGET_ENROLLED, QUERY_LEAVE_SEATS,
                                          QUERY_FORGET_DEVICES, QUERY_DROP_RECOVERY};
    enum alea_err err = store_end_sessions(store, name, NULL, error);
    for (size_t i = 0; i < ALEA_LEN(first) && !err; i++) {
        struct query query = query_begin(store, first[i], "", 0, error);
        query_bind_account(&query, name);
        err = query_run(&query, NULL);
    }
    if (err) return err;
    int changed = 0;
    struct query query = query_begin(store, QUERY_DROP_ACCOUNT, "", 0, error);
    query_bind_account(&query, name);
    err = query_run(&query, &changed);
    return !err && !changed ? no_account(name, error) : err;
}

/* ---- Devices ------------------------------------------------------------------------------------------------------------- */

static enum alea_err move_device(struct store *store, const uint8_t *from, const uint8_t *to, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_MOVE_DEVICE, "", 0, error);
    query_bind_blob(&query, from, ALEA_HASH_BYTES);
    query_bind_blob(&query, to, ALEA_HASH_BYTES);
    return query_run(&query, NULL);
}

enum alea_err store_add_device(struct store *store, const struct store_device *device, const uint8_t *before,
                               struct alea_error *error) {
    enum alea_err err = before ? move_device(store, before, device->hash, error) : ALEA_OK;
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_DEVICE, "", 0, error);
    query_bind_blob(&query, device->hash, sizeof device->hash);
    query_bind_account(&query, device->account);
    query_bind_int(&query, device->until);
    err = query_run(&query, NULL);
    if (err) return err;
    query = query_begin(store, QUERY_DROP_DEVICES, "", 0, error);
    query_bind_account(&query, device->account);
    query_bind_int(&query, STORE_MAX_DEVICES);
    return query_run(&query, NULL);
}

enum alea_err store_knows_device(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], const char *account, int64_t now,
                                 bool *known, struct alea_error *error) {
    *known = false;
    struct query query = query_begin(store, QUERY_FIND_DEVICE, "", 0, error);
    query_bind_blob(&query, hash, ALEA_HASH_BYTES);
    query_bind_account(&query, account);
    query_bind_int(&query, now);
    while (query_step(&query)) *known = query_int(&query, 0, 0, 1) == 1;
    return query_end(&query);
}

/* ---- Chat ---------------------------------------------------------------------------------------------------------------- */

enum alea_err store_add_chat(struct store *store, const char *id, int seat, const char *text, int64_t at, long *n,
                             struct alea_error *error) {
    int64_t number = 0;
    *n = 0;
    enum alea_err err = match_number_known(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_CHAT, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, seat);
    query_bind_int(&query, at);
    query_bind_text(&query, "text", text, STORE_MAX_CHAT);
    while (query_step(&query)) *n = (long)query_int(&query, 0, 1, LONG_MAX);
    err = query_end(&query);
    if (err != ALEA_ERR_NOT_FOUND) return err;
    match_forget(store, id);
    return match_not_found(id, error);
}

enum alea_err store_read_chat(struct store *store, const char *id, long after,
                              bool (*each)(void *context, long n, int seat, const char *text, int64_t at), void *context,
                              struct alea_error *error) {
    int64_t number = 0;
    bool more = true;
    enum alea_err err = match_number(store, id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_READ_CHAT, id, 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, after);
    while (more && query_step(&query)) {
        long line = (long)query_int(&query, 0, 1, LONG_MAX);
        int seat = (int)query_int(&query, 1, 0, ALEA_HOST);
        const char *text = query_text(&query, 2, STORE_MAX_CHAT);
        int64_t at = query_int(&query, 3, 0, INT64_MAX);
        more = !query.err && each(context, line, seat, text, at);
    }
    return query_end(&query);
}
