/* SPDX-License-Identifier: MIT */
/* lobby.c - the set of tables, what a restart finds again, and the turn of the loop: one batch, one commit, then answers. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "json_out.h"
#include "now.h"
#include "table_internal.h"

enum { RETRY_MS = 1000, IDLE_MS = 5000, MAX_LOG_BYTES = 2048 };

/* ---- A lobby comes and goes ------------------------------------------------------------------------------------------------------- */

struct lobby *lobby_new(const struct lobby_options *options, struct alea_error *error) {
    struct lobby *lobby = calloc(1, sizeof *lobby);
    if (!lobby) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    lobby->options = *options;
    lobby->last_waiter = &lobby->waiters;
    pthread_mutex_init(&lobby->rules_lock, NULL);
    alea_text_init(&lobby->text, MAX_MESSAGE_BYTES, ALEA_EN);
    randombytes_buf(&lobby->bot_seed, sizeof lobby->bot_seed);
    return lobby;
}

void lobby_free(struct lobby *lobby) {
    if (!lobby) return;
    while (lobby->most_recent) {
        struct table *table = lobby->most_recent;
        table_dismiss(table, false);
        lobby_remove(lobby, table);
        table_close(table);
    }
    thinking_leave_all(lobby);
    beacons_leave(lobby);
    rules_cache_clear(lobby);
    deletions_forget(lobby);
    alea_text_clear(&lobby->text);
    times_clear(lobby);
    free(lobby->unreadable);
    free(lobby->before);
    free(lobby->legal);
    pthread_mutex_destroy(&lobby->rules_lock);
    free(lobby);
}

const struct lobby_counts *lobby_counts(const struct lobby *lobby) { return &lobby->counts; }
struct store *lobby_store(const struct lobby *lobby) {
    return lobby->options.store;
}
struct pool *lobby_pool(const struct lobby *lobby) {
    return lobby->options.pool;
}
const struct lobby_options *lobby_options_of(const struct lobby *lobby) { return &lobby->options; }

bool lobby_fit(struct lobby *lobby, const struct alea_game *game) {
    if (lobby->before_bytes < game->position_size) {
        void *grown = realloc(lobby->before, game->position_size);
        if (!grown) return false;
        lobby->before = grown;
        lobby->before_bytes = game->position_size;
    }
    if (lobby->n_legal < (size_t)game->max_legal) {
        alea_move *grown = realloc(lobby->legal, (size_t)game->max_legal * sizeof *grown);
        if (!grown) return false;
        lobby->legal = grown;
        lobby->n_legal = (size_t)game->max_legal;
    }
    return true;
}

static void log_begin_line(const char *event, struct alea_text *line) {
    alea_text_init(line, MAX_LOG_BYTES, ALEA_EN);
    alea_text_addf(line, "{\"event\":\"%s\"", event);
}

static void log_end_line(struct lobby *lobby, const struct alea_error *error, struct alea_text *line) {
    if (error) {
        alea_text_addf(line, ",\"error\":\"%s\",\"text\":", alea_err_name(error->code));
        json_out_string(line, error->text);
    }
    alea_text_add(line, "}");
    if (!line->truncated && lobby->options.log) lobby->options.log(lobby->options.log_context, alea_text_str(line));
    alea_text_clear(line);
}

void lobby_log(struct lobby *lobby, const char *event, const struct table *table, int seat, const struct alea_error *error) {
    struct alea_text line;
    log_begin_line(event, &line);
    if (table) alea_text_addf(&line, ",\"match\":\"%s\",\"ply\":%ld", table->id, table->plies.n);
    if (seat < ALEA_MAX_SEATS) alea_text_addf(&line, ",\"seat\":%d", seat);
    log_end_line(lobby, error, &line);
}

void lobby_log_match(struct lobby *lobby, const char *event, const char *id, const struct alea_error *error) {
    struct alea_text line;
    log_begin_line(event, &line);
    alea_text_addf(&line, ",\"match\":\"%s\"", id);
    log_end_line(lobby, error, &line);
}

/* ---- The set ----------------------------------------------------------------------------------------------------------------------- */

unsigned lobby_bucket(const char *id) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = id; *at; at++) hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return (unsigned)(alea_random_mix(hash) % TABLE_BUCKETS);
}

static struct table **bucket_of(struct lobby *lobby, const char *id) { return &lobby->bucket[lobby_bucket(id)]; }

static void put_first(struct lobby *lobby, struct table *table) {
    table->more_recent = NULL;
    table->less_recent = lobby->most_recent;
    if (lobby->most_recent) lobby->most_recent->more_recent = table;
    else lobby->least_recent = table;
    lobby->most_recent = table;
}

static void take_out(struct lobby *lobby, struct table *table) {
    if (table->more_recent) table->more_recent->less_recent = table->less_recent;
    else lobby->most_recent = table->less_recent;
    if (table->less_recent) table->less_recent->more_recent = table->more_recent;
    else lobby->least_recent = table->more_recent;
}

void lobby_add(struct lobby *lobby, struct table *table) {
    struct table **bucket = bucket_of(lobby, table->id);
    times_forget(lobby, table->id);
    table->next_bucket = *bucket;
    *bucket = table;
    put_first(lobby, table);
    lobby->counts.tables++;
    lobby->counts.tables_opened++;
}

void lobby_remove(struct lobby *lobby, struct table *table) {
    for (struct table **at = bucket_of(lobby, table->id); *at; at = &(*at)->next_bucket) {
        if (*at != table) continue;
        *at = table->next_bucket;
        break;
    }
    busy_leave(table);
    table_due(table, 0);
    for (struct table **at = &lobby->dirty; table->dirty && *at; at = &(*at)->next_dirty) {
        if (*at != table) continue;
        *at = table->next_dirty;
        break;
    }
    table->busy = table->dirty = false;
    take_out(lobby, table);
    lobby->counts.tables--;
}

struct table *lobby_look_up(struct lobby *lobby, const char *id) {
    struct table *table = *bucket_of(lobby, id);
    while (table && strcmp(table->id, id) != 0) table = table->next_bucket;
    return table;
}

static enum alea_err open_and_add(struct lobby *lobby, const char *id, struct table **table, struct alea_error *error) {
    const struct opening_place place = {.lobby = lobby, .store = lobby->options.store, .now = lobby->now};
    enum alea_err err = table_open(&place, id, table, error);
    if (err) return lobby_not_opened(lobby, id, err, error);
    lobby_readable(lobby, id);
    lobby_add(lobby, *table);
    table_advance_later(*table);
    return ALEA_OK;
}

enum alea_err lobby_find(struct lobby *lobby, const char *id, struct table **out, struct alea_error *error) {
    struct table *table = lobby_look_up(lobby, id);
    *out = NULL;
    if (table && table->deleted) return alea_fail(error, ALEA_ERR_NOT_FOUND, id);
    if (table && table->reopening) return ALEA_OK;
    if (table && table != lobby->most_recent) {
        take_out(lobby, table);
        put_first(lobby, table);
    }
    if (!table && deletion_of(lobby, id)) return alea_fail(error, ALEA_ERR_NOT_FOUND, id);
    if (!table) {
        struct alea_error own = {.lang = error ? error->lang : ALEA_EN};
        const enum opening_state state = opening_state(lobby, id, &own);
        enum alea_err err = state == OPENING_FAILED ? lobby_not_opened(lobby, id, own.code, &own) : ALEA_OK;
        if (state == OPENING_COMING || (state == OPENING_NONE && opening_lasts(lobby, id))) return ALEA_OK;
        if (state == OPENING_NONE) err = open_and_add(lobby, id, &table, &own);
        if (err && error) *error = own;
        if (err) return err;
    }
    *out = table;
    return ALEA_OK;
}

/* ---- After a restart ---------------------------------------------------------------------------------------------------------------- */

struct resuming {
    struct lobby *lobby;
    bool failed;
};

static bool note_match(void *context, const struct store_match *match) {
    struct resuming *resuming = context;
    bool bots = false;
    if (match->unreadable) {
        struct alea_error error = {.lang = ALEA_EN};
        alea_fail(&error, ALEA_ERR_DAMAGED, "store", match->unreadable);
        lobby_unreadable(resuming->lobby, match->id, &error);
        return true;
    }
    if (table_is_deleting(match)) {
        resuming->failed = !deletion_add(resuming->lobby, match->id, match->plies, true);
        return !resuming->failed;
    }
    int64_t due = table_due_by(match, resuming->lobby->now, &bots);
    /* Without a clock, seats will say whether there are bots: that is asked later, for the store is reading now. */
    if (match->status == STORE_WAITING && !due) return true; /* somebody will come */
    resuming->failed = !lobby_sleep(resuming->lobby, match->id, bots ? 1 : due);
    return !resuming->failed;
}

/* Bots that would have to wait for somebody to look need not be woken. */
static bool wakes_bots(struct lobby *lobby, const char *id) {
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0, bots = 0;
    if (store_seats(lobby->options.store, id, seats, &n, NULL)) return false;
    for (int seat = 0; seat < n; seat++) bots += strncmp(seats[seat].who, "bot:", 4) == 0;
    return bots > 0 && (bots < n || !lobby->options.bots_wait);
}

enum alea_err lobby_resume(struct lobby *lobby, int64_t now, struct alea_error *error) {
    struct resuming resuming = {.lobby = lobby};
    const struct store_filter playing = {.status = STORE_PLAYING}, waiting = {.status = STORE_WAITING};
    lobby->now = lobby->since = now;
    enum alea_err err = store_list(lobby->options.store, &playing, note_match, &resuming, error);
    if (!err) err = store_list(lobby->options.store, &waiting, note_match, &resuming, error);
    if (err == ALEA_ERR_DAMAGED) { /* those that were told are gone on with; the others, when somebody asks for them */
        lobby_damaged(lobby, error);
        err = ALEA_OK;
    }
    if (!err && resuming.failed) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (!err) times_resume(lobby, wakes_bots);
    if (lobby->deletions) lobby_at(lobby, 1);
    return err;
}

/* ---- Waiting ----------------------------------------------------------------------------------------------------------------------- */

void lobby_wait(struct lobby *lobby, struct waiter *waiter) {
    waiter->next = NULL;
    *lobby->last_waiter = waiter;
    lobby->last_waiter = &waiter->next;
}

void lobby_unwait(struct lobby *lobby, struct waiter *waiter) {
    for (struct waiter **at = &lobby->waiters; *at; at = &(*at)->next) {
        if (*at != waiter) continue;
        *at = waiter->next;
        if (!*at) lobby->last_waiter = at;
        waiter->next = NULL;
        return;
    }
}

/* Answers the calls that wait now, but not those that begin to wait because of an answer. */
static void settle(struct lobby *lobby, enum alea_err err) {
    struct waiter last = {0};
    lobby_wait(lobby, &last);
    while (lobby->waiters != &last) {
        struct waiter *waiter = lobby->waiters;
        lobby_unwait(lobby, waiter);
        waiter->settled(waiter, err);
    }
    lobby_unwait(lobby, &last);
}

/* ---- The turn ---------------------------------------------------------------------------------------------------------------------- */

bool lobby_unsure(const struct lobby *lobby) { return lobby->unsure; }

void lobby_break(struct lobby *lobby, const struct alea_error *error) {
    if (lobby->broken.code) return;
    lobby->broken = error ? *error : (struct alea_error){.code = ALEA_ERR_IO};
    if (!lobby->broken.code) lobby->broken.code = ALEA_ERR_IO;
}

enum alea_err lobby_is_broken(const struct lobby *lobby, struct alea_error *error) {
    if (lobby->broken.code == ALEA_ERR_NO_MEMORY) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    return alea_fail(error, ALEA_ERR_IO, "store", alea_reason(error, ENGINE_SAY_TABLE_NOT_KEPT).at);
}

/* Everything of the batch, or nothing. */
static enum alea_err commit(struct lobby *lobby) {
    struct alea_error error = {.lang = ALEA_EN};
    for (struct table *table = lobby->dirty; table; table = table->next_dirty) table_write_state(table);
    if (!lobby->broken.code && store_dirty(lobby->options.store)) {
        const int64_t begin = alea_now_us(), worked = alea_work_us();
        if (store_commit(lobby->options.store, &error)) lobby_break(lobby, &error);
        lobby->counts.commits++;
        lobby->counts.commit_us += (uint64_t)(alea_now_us() - begin);
        lobby->counts.commit_work_us += (uint64_t)(alea_work_us() - worked);
        if (!lobby->broken.code) {
            lobby->counts.store_fails = false;
            lobby->tidy = lobby->now + IDLE_MS;
        }
    }
    if (!lobby->broken.code) return ALEA_OK;
    enum alea_err err = lobby->broken.code;
    lobby->unsure = store_unsure(lobby->options.store);
    store_abandon(lobby->options.store);
    lobby_log(lobby, "store_failed", NULL, ALEA_NONE, &lobby->broken);
    lobby->counts.store_fails = true;
    lobby->retry = lobby->now + RETRY_MS;
    lobby_at(lobby, lobby->retry);
    return err;
}

/* What was sure before is told; what failed is read again. */
static void end_batch(struct lobby *lobby, enum alea_err err) {
    struct table *dirty = lobby->dirty, *bad = NULL;
    lobby->dirty = NULL;
    lobby->broken = (struct alea_error){.code = ALEA_OK};
    for (struct table *table = dirty; table; table = table->next_dirty) table->dirty = false;
    while (dirty) {
        struct table *table = dirty;
        dirty = table->next_dirty;
        table->next_dirty = NULL;
        if (err || table->lost || table->deleted) {
            table->next_dirty = bad;
            bad = table;
            continue;
        }
        table_notify(table);
        table_committed(table);
    }
    while (bad) {
        struct table *table = bad;
        bad = table->next_dirty;
        table->next_dirty = NULL;
        table_reopen(table);
    }
}

/* Writes what is there already, to see whether the store is well. Without a table there is nothing to try it with. */
static bool store_is_well(struct lobby *lobby) {
    const struct table *table = lobby->most_recent;
    struct store *store = lobby->options.store;
    struct alea_text state;
    while (table && (table->dirty || table->lost || table->frozen)) table = table->less_recent;
    if (!table) return true;
    alea_text_init(&state, STORE_MAX_STATE, ALEA_EN);
    table_state_words(table, &state);
    enum alea_err err = store_set_state(store, table->id, table->status, alea_text_str(&state), table->changed, NULL);
    if (!err) err = store_commit(store, NULL);
    if (err) store_abandon(store);
    alea_text_clear(&state);
    return err == ALEA_OK || err == ALEA_ERR_NOT_FOUND;
}

/* While the store fails nothing happens by itself; now and then it is tried. */
static bool held_back(struct lobby *lobby, int64_t now) {
    if (!lobby->counts.store_fails) return false;
    if (now < lobby->retry || store_dirty(lobby->options.store)) return true;
    lobby->retry = now + RETRY_MS;
    lobby_at(lobby, lobby->retry);
    lobby->counts.store_fails = !store_is_well(lobby);
    return lobby->counts.store_fails;
}

/* When nothing was written for a while, the log goes into the file: a log that is short loses little. */
static void tidy(struct lobby *lobby) {
    struct alea_error error = {.lang = ALEA_EN};
    if (!lobby->tidy || lobby->now < lobby->tidy) return;
    lobby->tidy = 0;
    if (store_tidy(lobby->options.store, &error)) lobby_log(lobby, "not_tidied", NULL, ALEA_NONE, &error);
}

static bool idle(const struct table *table) {
    return !table->dirty && !table->reopening && !table->busy && !table->listeners && !table->watchers && !table->thinking &&
           !table->bot_since;
}

/* Over the ceiling, those go first that were not asked for longest. */
static void drop_idle(struct lobby *lobby) {
    for (struct table *table = lobby->least_recent, *next; table && lobby->counts.tables > lobby->options.max_tables;
         table = next) {
        next = table->more_recent;
        if (!idle(table) || (table->timer.due && !lobby_sleep(lobby, table->id, table->timer.due))) continue;
        lobby_remove(lobby, table);
        table_close(table);
        lobby->counts.tables_dropped++;
    }
}

bool lobby_turn(struct lobby *lobby, int64_t now) {
    bool more = false;
    lobby->now = now;
    lobby->opened_here = lobby->hashed_here = 0;
    lobby_weigh_store(lobby, now);
    if (!held_back(lobby, now)) {
        more = times_look(lobby, now);
        more = lobby_auto_advance(lobby, now) || more;
        more = deletions_go_on(lobby) || more;
    }
    enum alea_err err = commit(lobby);
    deletions_settle(lobby, err == ALEA_OK);
    settle(lobby, err);
    end_batch(lobby, err);
    drop_idle(lobby);
    tidy(lobby);
    return !lobby->counts.store_fails && more;
}

int64_t lobby_next(const struct lobby *lobby, int64_t now) {
    if (lobby->waiters || lobby->dirty || (lobby->busy[0].first && !lobby->counts.store_fails)) return now;
    if (lobby->counts.store_fails) return lobby->retry;
    const int64_t next = times_next(lobby);
    return !next || (lobby->tidy && lobby->tidy < next) ? lobby->tidy : next;
}
