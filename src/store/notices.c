/* SPDX-License-Identifier: MIT */
/* notices.c - whose turn it is, where people want to be told, and what is to be sent there. */
#include <limits.h>
#include <string.h>

#include "engine_text.h"
#include "notices.h"
#include "processes.h"
#include "query.h"

enum { MINUTES = 24 * 60, STEPS = STORE_NOTICE_HOUR };

/* Begins a query whose first parameter is the match's number; false after the failure, which *err tells. */
static bool begin_of_match(struct store *store, enum query_id id, const char *match, struct query *query, enum alea_err *err,
                           struct alea_error *error) {
    int64_t number = 0;
    *err = query_writes(id) ? match_number_known(store, match, &number, error) : match_number(store, match, &number, error);
    if (*err) return false;
    *query = query_begin(store, id, match, 0, error);
    query_bind_int(query, number);
    return true;
}

/* Runs one of a match and a seat that gives no rows. */
static enum alea_err run_of_seat(struct store *store, enum query_id id, const char *match, int seat,
                                 struct alea_error *error) {
    struct query query;
    enum alea_err err;
    if (!begin_of_match(store, id, match, &query, &err, error)) return err;
    query_bind_int(&query, seat);
    return query_run(&query, NULL);
}

/* Runs one of a number alone. */
static enum alea_err run_of_number(struct store *store, enum query_id id, int64_t number, struct alea_error *error) {
    struct query query = query_begin(store, id, "", 0, error);
    query_bind_int(&query, number);
    return query_run(&query, NULL);
}

/* ---- Some of them ---------------------------------------------------------------------------------------------------------- */

void store_look_after(struct store *store, shares which) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    size_t n = 0;
    for (int share = 0; share < SHARES && which != SHARES_ALL; share++)
        if (which & share_bit(share)) store->letters[n++] = letters[share];
    store->letters[n] = 0;
    if (!which) memcpy(store->letters, "-", 2); /* nobody's */
}

/* The statement that is asked about all, or that about some, whose last parameter says which. */
static struct query begin_of_shares(struct store *store, enum query_id all, enum query_id some, struct alea_error *error) {
    return query_begin(store, store->letters[0] ? some : all, "", 0, error);
}

static void bind_shares(struct query *query) {
    if (query->store->letters[0]) query_bind_text(query, "shares", query->store->letters, SHARES);
}

/* ---- Turns ----------------------------------------------------------------------------------------------------------------- */

enum alea_err store_set_turn(struct store *store, const struct store_turn *turn, struct alea_error *error) {
    struct query query;
    enum alea_err err;
    if (!begin_of_match(store, QUERY_SET_TURN, turn->id, &query, &err, error)) return err;
    query_bind_int(&query, turn->seat);
    query_bind_int(&query, turn->since);
    query_bind_int(&query, turn->deadline);
    query_bind_int(&query, turn->looked);
    query_bind_int(&query, turn->step);
    query_bind_int(&query, turn->due);
    return query_run(&query, NULL);
}

enum alea_err store_drop_turn(struct store *store, const char *id, int seat, struct alea_error *error) {
    return run_of_seat(store, QUERY_DROP_TURN, id, seat, error);
}

static enum alea_err read_turns(struct query *query, store_each_turn *each, void *context) {
    bool more = true;
    while (more && query_step(query)) {
        struct store_turn turn = {.seat = (int)query_int(query, 1, 0, ALEA_MAX_SEATS - 1),
                                  .since = query_int(query, 2, 0, INT64_MAX),
                                  .deadline = query_int(query, 3, 0, INT64_MAX),
                                  .looked = query_int(query, 4, 0, 1) == 1,
                                  .step = (enum store_notice_kind)query_int(query, 5, 0, STEPS),
                                  .due = query_int(query, 6, 0, INT64_MAX)};
        query_copy(query, 0, turn.id, sizeof turn.id);
        turn.name = query_text(query, 7, STORE_MAX_NAME);
        turn.game = query_text(query, 8, STORE_MAX_GAME);
        more = !query->err && each(context, &turn);
    }
    return query_end(query);
}

enum alea_err store_turns(struct store *store, const char *id, store_each_turn *each, void *context,
                          struct alea_error *error) {
    struct query query;
    enum alea_err err;
    if (!begin_of_match(store, QUERY_TURNS, id, &query, &err, error)) return err;
    return read_turns(&query, each, context);
}

enum alea_err store_due_turns(struct store *store, int64_t now, int limit, store_each_turn *each, void *context,
                              struct alea_error *error) {
    struct query query = begin_of_shares(store, QUERY_DUE_TURNS, QUERY_DUE_TURNS_OF, error);
    query_bind_int(&query, now);
    query_bind_int(&query, limit);
    bind_shares(&query);
    return read_turns(&query, each, context);
}

enum alea_err store_turns_of(struct store *store, const char *account, int limit, store_each_turn *each, void *context,
                             struct alea_error *error) {
    struct query query = query_begin(store, QUERY_TURNS_OF, "", 0, error);
    query_bind_account(&query, account);
    query_bind_int(&query, limit);
    return read_turns(&query, each, context);
}

/* ---- Channels -------------------------------------------------------------------------------------------------------------- */

static enum alea_err no_channel(struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_CHANNEL).at);
}

/* What a channel may change of itself, in the order in which both statements have it. */
static void bind_changeable(struct query *query, const struct store_channel *channel) {
    query_bind_int(query, channel->status);
    query_bind_int(query, channel->reminders);
    query_bind_int(query, channel->quiet_from);
    query_bind_int(query, channel->quiet_to);
    query_bind_text(query, "zone", channel->zone, STORE_MAX_ZONE);
    query_bind_int(query, channel->digest);
    query_bind_int(query, channel->failures);
    query_bind_int(query, channel->tried);
    query_bind_text(query, "trouble", channel->trouble, STORE_MAX_TROUBLE);
}

enum alea_err store_add_channel(struct store *store, struct store_channel *channel, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = channel->id[0] ? match_number(store, channel->id, &number, error) : ALEA_OK;
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_CHANNEL, channel->id, 0, error);
    query_bind_account(&query, channel->account);
    if (number) query_bind_int(&query, number);
    else query_bind_text(&query, "match", NULL, 0);
    query_bind_int(&query, channel->seat);
    query_bind_int(&query, channel->kind);
    query_bind_text(&query, "address", channel->address, STORE_MAX_ADDRESS);
    query_bind_text(&query, "secret", channel->secret, STORE_MAX_CHANNEL_SECRET);
    query_bind_int(&query, channel->lang);
    bind_changeable(&query, channel);
    while (query_step(&query)) channel->number = query_int(&query, 0, 1, INT64_MAX);
    err = query_end(&query);
    return err == ALEA_ERR_STALE ? match_taken(error, ENGINE_SAY_STORE_LINK_TAKEN) : err;
}

enum alea_err store_set_channel(struct store *store, const struct store_channel *channel, struct alea_error *error) {
    int changed = 0;
    struct query query = query_begin(store, QUERY_SET_CHANNEL, "", 0, error);
    query_bind_int(&query, channel->number);
    bind_changeable(&query, channel);
    enum alea_err err = query_run(&query, &changed);
    return !err && !changed ? no_channel(error) : err;
}

enum alea_err store_drop_channel(struct store *store, int64_t number, struct alea_error *error) {
    return run_of_number(store, QUERY_DROP_CHANNEL, number, error);
}

static enum alea_err read_channels(struct query *query, store_each_channel *each, void *context) {
    bool more = true;
    while (more && query_step(query)) {
        struct store_channel row = {.number = query_int(query, 0, 1, INT64_MAX),
                                    .seat = (int)query_int(query, 4, 0, ALEA_NONE),
                                    .kind = (enum store_channel_kind)query_int(query, 5, 0, STORE_CHANNEL_KINDS - 1),
                                    .lang = (enum alea_lang)query_int(query, 8, 0, ALEA_LANGS - 1),
                                    .status = (enum store_channel_status)query_int(query, 9, 0, STORE_CHANNEL_STOPPED),
                                    .reminders = (unsigned)query_int(query, 10, 0, (1 << STEPS) - 1),
                                    .quiet_from = (int)query_int(query, 11, 0, MINUTES - 1),
                                    .quiet_to = (int)query_int(query, 12, 0, MINUTES - 1),
                                    .digest = (int)query_int(query, 14, 0, MINUTES),
                                    .failures = (int)query_int(query, 15, 0, INT_MAX),
                                    .tried = query_int(query, 16, 0, INT64_MAX)};
        query_account(query, 2, row.account);
        query_copy(query, 3, row.id, sizeof row.id);
        query_copy(query, 6, row.address, sizeof row.address);
        query_copy(query, 7, row.secret, sizeof row.secret);
        query_copy(query, 13, row.zone, sizeof row.zone);
        query_copy(query, 17, row.trouble, sizeof row.trouble);
        more = !query->err && each(context, &row);
    }
    return query_end(query);
}

static bool keep_channel(void *context, const struct store_channel *channel) {
    *(struct store_channel *)context = *channel;
    return false;
}

static enum alea_err read_one(struct query *query, struct store_channel *channel, struct alea_error *error) {
    *channel = (struct store_channel){.seat = ALEA_NONE};
    enum alea_err err = read_channels(query, keep_channel, channel);
    return !err && !channel->number ? no_channel(error) : err;
}

enum alea_err store_channel(struct store *store, int64_t number, struct store_channel *channel, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_CHANNEL, "", 0, error);
    query_bind_int(&query, number);
    return read_one(&query, channel, error);
}

enum alea_err store_find_channel(struct store *store, const char *secret, struct store_channel *channel,
                                 struct alea_error *error) {
    struct query query = query_begin(store, QUERY_CHANNEL_BY_SECRET, "", 0, error);
    query_bind_text(&query, "secret", secret, STORE_MAX_CHANNEL_SECRET);
    return read_one(&query, channel, error);
}

enum alea_err store_channels_of_account(struct store *store, const char *account, store_each_channel *each, void *context,
                                        struct alea_error *error) {
    struct query query = query_begin(store, QUERY_CHANNELS_OF_ACCOUNT, "", 0, error);
    query_bind_account(&query, account);
    return read_channels(&query, each, context);
}

static enum alea_err read_of_seat(struct store *store, enum query_id id, const char *match, int seat,
                                  store_each_channel *each, void *context, struct alea_error *error) {
    struct query query;
    enum alea_err err;
    if (!begin_of_match(store, id, match, &query, &err, error)) return err;
    query_bind_int(&query, seat);
    return read_channels(&query, each, context);
}

enum alea_err store_channels_of_seat(struct store *store, const char *id, int seat, store_each_channel *each, void *context,
                                     struct alea_error *error) {
    return read_of_seat(store, QUERY_CHANNELS_OF_SEAT, id, seat, each, context, error);
}

enum alea_err store_channels_for(struct store *store, const char *id, int seat, store_each_channel *each, void *context,
                                 struct alea_error *error) {
    return read_of_seat(store, QUERY_CHANNELS_FOR, id, seat, each, context, error);
}

enum alea_err store_channel_shared(struct store *store, const char *id, int seat, const struct store_channel *channel,
                                   bool *shared, struct alea_error *error) {
    struct query query;
    enum alea_err err;
    *shared = false;
    if (!begin_of_match(store, QUERY_SHARED_CHANNEL, id, &query, &err, error)) return err;
    query_bind_int(&query, seat);
    query_bind_text(&query, "address", channel->address, STORE_MAX_ADDRESS);
    query_bind_int(&query, channel->kind);
    while (query_step(&query)) *shared = query_int(&query, 0, 0, INT_MAX) > 0;
    return query_end(&query);
}

/* ---- The outbox ------------------------------------------------------------------------------------------------------------ */

enum alea_err store_add_notice(struct store *store, const struct store_notice *notice, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = notice->id[0] ? match_number(store, notice->id, &number, error) : ALEA_OK;
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_NOTICE, notice->id, 0, error);
    query_bind_int(&query, notice->channel);
    if (number) query_bind_int(&query, number);
    else query_bind_text(&query, "match", NULL, 0);
    query_bind_int(&query, notice->seat);
    query_bind_int(&query, notice->kind);
    query_bind_int(&query, notice->since);
    query_bind_int(&query, notice->deadline);
    query_bind_int(&query, notice->due);
    err = query_run(&query, NULL);
    return err == ALEA_ERR_STALE ? no_channel(error) : err;
}

static enum alea_err read_notices(struct query *query, store_each_notice *each, void *context) {
    bool more = true;
    while (more && query_step(query)) {
        struct store_notice row = {.number = query_int(query, 0, 1, INT64_MAX),
                                   .channel = query_int(query, 1, 1, INT64_MAX),
                                   .seat = (int)query_int(query, 5, 0, ALEA_NONE),
                                   .kind = (enum store_notice_kind)query_int(query, 7, 0, STORE_NOTICE_ORDER),
                                   .since = query_int(query, 8, 0, INT64_MAX),
                                   .deadline = query_int(query, 9, 0, INT64_MAX),
                                   .due = query_int(query, 10, 0, INT64_MAX),
                                   .unsure = query_int(query, 11, 0, 2) == 2,
                                   .attempts = (int)query_int(query, 12, 0, INT_MAX),
                                   .stale = query_int(query, 13, 0, 1) == 1};
        query_copy(query, 2, row.id, sizeof row.id);
        query_copy(query, 3, row.name, sizeof row.name);
        query_copy(query, 4, row.game, sizeof row.game);
        query_copy(query, 6, row.seat_name, sizeof row.seat_name);
        more = !query->err && each(context, &row);
    }
    return query_end(query);
}

enum alea_err store_due_notices(struct store *store, int64_t now, int limit, store_each_notice *each, void *context,
                                struct alea_error *error) {
    struct query query = begin_of_shares(store, QUERY_NOTICES, QUERY_NOTICES_OF, error);
    query_bind_int(&query, now);
    query_bind_int(&query, limit);
    bind_shares(&query);
    return read_notices(&query, each, context);
}

enum alea_err store_due_notices_at(struct store *store, const struct store_channel *channel, int64_t now, int limit,
                                   store_each_notice *each, void *context, struct alea_error *error) {
    struct query query = begin_of_shares(store, QUERY_NOTICES_AT, QUERY_NOTICES_AT_OF, error);
    query_bind_int(&query, now);
    query_bind_int(&query, limit);
    query_bind_text(&query, "address", channel->address, STORE_MAX_ADDRESS);
    query_bind_int(&query, channel->kind);
    query_bind_int(&query, channel->lang);
    bind_shares(&query);
    return read_notices(&query, each, context);
}

enum alea_err store_begin_notice(struct store *store, int64_t number, struct alea_error *error) {
    return run_of_number(store, QUERY_BEGIN_NOTICE, number, error);
}

enum alea_err store_delay_notice(struct store *store, int64_t number, int64_t due, bool unsure, struct alea_error *error) {
    struct query query = query_begin(store, QUERY_DELAY_NOTICE, "", 0, error);
    query_bind_int(&query, number);
    query_bind_int(&query, due);
    query_bind_int(&query, unsure);
    return query_run(&query, NULL);
}

enum alea_err store_drop_notice(struct store *store, int64_t number, struct alea_error *error) {
    return run_of_number(store, QUERY_DROP_NOTICE, number, error);
}

enum alea_err store_drop_orders(struct store *store, const char *id, int seat, struct alea_error *error) {
    return run_of_seat(store, QUERY_DROP_ORDERS, id, seat, error);
}

enum alea_err store_resume_notices(struct store *store, struct alea_error *error) {
    struct query query = begin_of_shares(store, QUERY_DROP_UNSURE_NOTICES, QUERY_DROP_UNSURE_NOTICES_OF, error);
    bind_shares(&query);
    enum alea_err err = query_run(&query, NULL);
    if (err) return err;
    query = begin_of_shares(store, QUERY_REQUEUE_NOTICES, QUERY_REQUEUE_NOTICES_OF, error);
    bind_shares(&query);
    return query_run(&query, NULL);
}

enum alea_err store_next_notice(struct store *store, int64_t *turn, int64_t *notice, struct alea_error *error) {
    struct query query = begin_of_shares(store, QUERY_NEXT_NOTICE, QUERY_NEXT_NOTICE_OF, error);
    bind_shares(&query);
    *turn = *notice = 0;
    while (query_step(&query)) {
        *turn = query_int(&query, 0, 0, INT64_MAX);
        *notice = query_int(&query, 1, 0, INT64_MAX);
    }
    return query_end(&query);
}

enum alea_err store_count_notices(struct store *store, long *waiting, long *channels, long *failed,
                                  struct alea_error *error) {
    long *const count[] = {waiting, channels, failed};
    struct query query = query_begin(store, QUERY_COUNT_NOTICES, "", 0, error);
    for (int i = 0; i < (int)ALEA_LEN(count); i++) *count[i] = 0;
    while (query_step(&query))
        for (int i = 0; i < (int)ALEA_LEN(count); i++) *count[i] = (long)query_int(&query, i, 0, LONG_MAX);
    return query_end(&query);
}

/* ---- Whether a notice still holds ------------------------------------------------------------------------------------------- */

enum alea_err store_add_ask(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], const struct store_notice *notice,
                            int64_t until, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, notice->id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_ASK, notice->id, 0, error);
    query_bind_blob(&query, hash, ALEA_HASH_BYTES);
    query_bind_int(&query, notice->channel);
    query_bind_int(&query, number);
    query_bind_int(&query, notice->seat);
    query_bind_int(&query, notice->kind);
    query_bind_int(&query, notice->since);
    query_bind_int(&query, until);
    return query_run(&query, NULL);
}

enum alea_err store_ask(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], int64_t now, bool *holds, int *tables,
                        struct alea_error *error) {
    int64_t channel = 0;
    *holds = false;
    *tables = 0;
    struct query query = query_begin(store, QUERY_ASK, "", 0, error);
    query_bind_blob(&query, hash, ALEA_HASH_BYTES);
    query_bind_int(&query, now);
    while (query_step(&query)) {
        channel = query_int(&query, 0, 1, INT64_MAX);
        if (query_int(&query, 1, 0, 1) == 1) *holds = true;
    }
    enum alea_err err = query_end(&query);
    if (err) return err;
    if (!channel) return no_channel(error);
    query = query_begin(store, QUERY_COUNT_AWAITED, "", 0, error);
    query_bind_int(&query, channel);
    while (query_step(&query)) *tables = (int)query_int(&query, 0, 0, INT_MAX);
    return query_end(&query);
}

/* ---- Passes ---------------------------------------------------------------------------------------------------------------- */

enum alea_err store_add_pass(struct store *store, const struct store_pass *pass, struct alea_error *error) {
    int64_t number = 0;
    enum alea_err err = match_number(store, pass->id, &number, error);
    if (err) return err;
    struct query query = query_begin(store, QUERY_ADD_PASS, pass->id, 0, error);
    query_bind_blob(&query, pass->hash, sizeof pass->hash);
    query_bind_int(&query, number);
    query_bind_int(&query, pass->seat);
    query_bind_int(&query, pass->until);
    err = query_run(&query, NULL);
    return err == ALEA_ERR_STALE ? match_taken(error, ENGINE_SAY_STORE_LINK_TAKEN) : err;
}

enum alea_err store_take_pass(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], int64_t now, struct store_pass *pass,
                              struct alea_error *error) {
    struct store_pass found = {.seat = ALEA_NONE};
    int changed = 0;
    memcpy(found.hash, hash, ALEA_HASH_BYTES); /* it may be pass->hash */
    struct query query = query_begin(store, QUERY_FIND_PASS, "", 0, error);
    query_bind_blob(&query, found.hash, ALEA_HASH_BYTES);
    if (query_step(&query)) {
        query_copy(&query, 0, found.id, sizeof found.id);
        found.seat = (int)query_int(&query, 1, 0, ALEA_MAX_SEATS - 1);
        found.until = query_int(&query, 2, 0, INT64_MAX);
    }
    enum alea_err err = query_end(&query);
    if (!err && found.until > now) {
        query = query_begin(store, QUERY_DROP_PASS, "", 0, error);
        query_bind_blob(&query, found.hash, ALEA_HASH_BYTES);
        err = query_run(&query, &changed);
    }
    *pass = changed ? found : (struct store_pass){.seat = ALEA_NONE};
    if (err || changed) return err;
    return alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_STORE_LINK).at);
}
