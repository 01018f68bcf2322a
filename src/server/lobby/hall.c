/* SPDX-License-Identifier: MIT */
/* hall.c - the set of tables, what a restart finds again, and the turn of the loop: one batch, one commit, then answers. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "error.h"
#include "json_out.h"
#include "table_private.h"

enum { RETRY_MS = 1000, IDLE_MS = 5000, MAX_LOG_BYTES = 2048 };

/* ---- A hall comes and goes ------------------------------------------------------------------------------------------------------- */

struct hall *hall_new(const struct hall_options *options, struct alea_error *error) {
    struct hall *hall = calloc(1, sizeof *hall);
    if (!hall) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    hall->options = *options;
    hall->last_waiter = &hall->waiters;
    pthread_mutex_init(&hall->rules_lock, NULL);
    alea_text_init(&hall->text, MAX_MESSAGE_BYTES, ALEA_EN);
    randombytes_buf(&hall->bot_seed, sizeof hall->bot_seed);
    return hall;
}

void hall_free(struct hall *hall) {
    if (!hall) return;
    while (hall->most_recent) {
        struct table *table = hall->most_recent;
        table_dismiss(table, false);
        hall_remove(hall, table);
        table_close(table);
    }
    thinking_leave_all(hall);
    beacons_leave(hall);
    rules_forget_all(hall);
    deletions_forget(hall);
    alea_text_clear(&hall->text);
    times_clear(hall);
    free(hall->unreadable);
    free(hall->before);
    free(hall->legal);
    pthread_mutex_destroy(&hall->rules_lock);
    free(hall);
}

const struct hall_counts *hall_counts(const struct hall *hall) { return &hall->counts; }
struct store *hall_store(const struct hall *hall) {
    return hall->options.store;
}
struct pool *hall_pool(const struct hall *hall) {
    return hall->options.pool;
}
const struct hall_options *hall_options_of(const struct hall *hall) { return &hall->options; }

bool hall_fit(struct hall *hall, const struct alea_game *game) {
    if (hall->before_bytes < game->position_size) {
        void *grown = realloc(hall->before, game->position_size);
        if (!grown) return false;
        hall->before = grown;
        hall->before_bytes = game->position_size;
    }
    if (hall->n_legal < (size_t)game->max_legal) {
        alea_move *grown = realloc(hall->legal, (size_t)game->max_legal * sizeof *grown);
        if (!grown) return false;
        hall->legal = grown;
        hall->n_legal = (size_t)game->max_legal;
    }
    return true;
}

static void log_begin_line(const char *event, struct alea_text *line) {
    alea_text_init(line, MAX_LOG_BYTES, ALEA_EN);
    alea_text_addf(line, "{\"event\":\"%s\"", event);
}

static void log_end_line(struct hall *hall, const struct alea_error *error, struct alea_text *line) {
    if (error) {
        alea_text_addf(line, ",\"error\":\"%s\",\"text\":", alea_err_name(error->code));
        json_out_string(line, error->text);
    }
    alea_text_add(line, "}");
    if (!line->cut && hall->options.log) hall->options.log(hall->options.log_context, alea_text_str(line));
    alea_text_clear(line);
}

void hall_log(struct hall *hall, const char *event, const struct table *table, int seat, const struct alea_error *error) {
    struct alea_text line;
    log_begin_line(event, &line);
    if (table) alea_text_addf(&line, ",\"match\":\"%s\",\"ply\":%ld", table->id, table->plies.n);
    if (seat < ALEA_MAX_SEATS) alea_text_addf(&line, ",\"seat\":%d", seat);
    log_end_line(hall, error, &line);
}

void hall_log_match(struct hall *hall, const char *event, const char *id, const struct alea_error *error) {
    struct alea_text line;
    log_begin_line(event, &line);
    alea_text_addf(&line, ",\"match\":\"%s\"", id);
    log_end_line(hall, error, &line);
}

/* ---- The set ----------------------------------------------------------------------------------------------------------------------- */

unsigned hall_bucket(const char *id) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = id; *at; at++) hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return (unsigned)(alea_random_mix(hash) % TABLE_BUCKETS);
}

static struct table **bucket_of(struct hall *hall, const char *id) { return &hall->bucket[hall_bucket(id)]; }

static void put_first(struct hall *hall, struct table *table) {
    table->more_recent = NULL;
    table->less_recent = hall->most_recent;
    if (hall->most_recent) hall->most_recent->more_recent = table;
    else hall->least_recent = table;
    hall->most_recent = table;
}

static void take_out(struct hall *hall, struct table *table) {
    if (table->more_recent) table->more_recent->less_recent = table->less_recent;
    else hall->most_recent = table->less_recent;
    if (table->less_recent) table->less_recent->more_recent = table->more_recent;
    else hall->least_recent = table->more_recent;
}

void hall_add(struct hall *hall, struct table *table) {
    struct table **bucket = bucket_of(hall, table->id);
    times_forget(hall, table->id);
    table->next_bucket = *bucket;
    *bucket = table;
    put_first(hall, table);
    hall->counts.tables++;
    hall->counts.tables_opened++;
}

void hall_remove(struct hall *hall, struct table *table) {
    for (struct table **at = bucket_of(hall, table->id); *at; at = &(*at)->next_bucket) {
        if (*at != table) continue;
        *at = table->next_bucket;
        break;
    }
    busy_leave(table);
    table_due(table, 0);
    for (struct table **at = &hall->dirty; table->dirty && *at; at = &(*at)->next_dirty) {
        if (*at != table) continue;
        *at = table->next_dirty;
        break;
    }
    table->busy = table->dirty = false;
    take_out(hall, table);
    hall->counts.tables--;
}

struct table *hall_look_up(struct hall *hall, const char *id) {
    struct table *table = *bucket_of(hall, id);
    while (table && strcmp(table->id, id) != 0) table = table->next_bucket;
    return table;
}

static enum alea_err open_and_add(struct hall *hall, const char *id, struct table **table, struct alea_error *error) {
    const struct opening_place place = {.hall = hall, .store = hall->options.store, .now = hall->now};
    enum alea_err err = table_open(&place, id, table, error);
    if (err) return hall_not_opened(hall, id, err, error);
    hall_readable(hall, id);
    hall_add(hall, *table);
    table_go_on_later(*table);
    return ALEA_OK;
}

enum alea_err hall_find(struct hall *hall, const char *id, struct table **out, struct alea_error *error) {
    struct table *table = hall_look_up(hall, id);
    *out = NULL;
    if (table && table->deleted) return alea_fail(error, ALEA_ERR_NOT_FOUND, id);
    if (table && table->reopening) return ALEA_OK;
    if (table && table != hall->most_recent) {
        take_out(hall, table);
        put_first(hall, table);
    }
    if (!table && deletion_of(hall, id)) return alea_fail(error, ALEA_ERR_NOT_FOUND, id);
    if (!table) {
        struct alea_error own = {.lang = error ? error->lang : ALEA_EN};
        const enum opening_state state = opening_state(hall, id, &own);
        enum alea_err err = state == OPENING_FAILED ? hall_not_opened(hall, id, own.code, &own) : ALEA_OK;
        if (state == OPENING_COMING || (state == OPENING_NONE && opening_lasts(hall, id))) return ALEA_OK;
        if (state == OPENING_NONE) err = open_and_add(hall, id, &table, &own);
        if (err && error) *error = own;
        if (err) return err;
    }
    *out = table;
    return ALEA_OK;
}

/* ---- After a restart ---------------------------------------------------------------------------------------------------------------- */

struct resuming {
    struct hall *hall;
    bool failed;
};

static bool note_match(void *context, const struct store_match *match) {
    struct resuming *resuming = context;
    bool bots = false;
    if (match->unreadable) {
        struct alea_error error = {.lang = ALEA_EN};
        alea_fail(&error, ALEA_ERR_DAMAGED, "store", match->unreadable);
        hall_unreadable(resuming->hall, match->id, &error);
        return true;
    }
    if (table_is_deleting(match)) {
        resuming->failed = !deletion_add(resuming->hall, match->id, match->plies, true);
        return !resuming->failed;
    }
    int64_t due = table_due_by(match, resuming->hall->now, &bots);
    /* Without a clock, seats will say whether there are bots: that is asked later, for the store is reading now. */
    if (match->status == STORE_WAITING && !due) return true; /* somebody will come */
    resuming->failed = !hall_sleep(resuming->hall, match->id, bots ? 1 : due);
    return !resuming->failed;
}

/* Bots that would have to wait for somebody to look need not be woken. */
static bool wakes_bots(struct hall *hall, const char *id) {
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0, bots = 0;
    if (store_seats(hall->options.store, id, seats, &n, NULL)) return false;
    for (int seat = 0; seat < n; seat++) bots += strncmp(seats[seat].who, "bot:", 4) == 0;
    return bots > 0 && (bots < n || !hall->options.bots_wait);
}

enum alea_err hall_resume(struct hall *hall, int64_t now, struct alea_error *error) {
    struct resuming resuming = {.hall = hall};
    const struct store_filter playing = {.status = STORE_PLAYING}, waiting = {.status = STORE_WAITING};
    hall->now = hall->since = now;
    enum alea_err err = store_list(hall->options.store, &playing, note_match, &resuming, error);
    if (!err) err = store_list(hall->options.store, &waiting, note_match, &resuming, error);
    if (err == ALEA_ERR_DAMAGED) { /* those that were told are gone on with; the others, when somebody asks for them */
        hall_damaged(hall, error);
        err = ALEA_OK;
    }
    if (!err && resuming.failed) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (!err) times_resume(hall, wakes_bots);
    if (hall->deletions) hall_at(hall, 1);
    return err;
}

/* ---- Waiting ----------------------------------------------------------------------------------------------------------------------- */

void hall_wait(struct hall *hall, struct waiter *waiter) {
    waiter->next = NULL;
    *hall->last_waiter = waiter;
    hall->last_waiter = &waiter->next;
}

void hall_unwait(struct hall *hall, struct waiter *waiter) {
    for (struct waiter **at = &hall->waiters; *at; at = &(*at)->next) {
        if (*at != waiter) continue;
        *at = waiter->next;
        if (!*at) hall->last_waiter = at;
        waiter->next = NULL;
        return;
    }
}

/* Those who wait now, not those whom an answer makes wait again. */
static void settle(struct hall *hall, enum alea_err err) {
    struct waiter last = {0};
    hall_wait(hall, &last);
    while (hall->waiters != &last) {
        struct waiter *waiter = hall->waiters;
        hall_unwait(hall, waiter);
        waiter->settled(waiter, err);
    }
    hall_unwait(hall, &last);
}

/* ---- The turn ---------------------------------------------------------------------------------------------------------------------- */

bool hall_unsure(const struct hall *hall) { return hall->unsure; }

void hall_break(struct hall *hall, const struct alea_error *error) {
    if (hall->broken.code) return;
    hall->broken = error ? *error : (struct alea_error){.code = ALEA_ERR_IO};
    if (!hall->broken.code) hall->broken.code = ALEA_ERR_IO;
}

enum alea_err hall_is_broken(const struct hall *hall, struct alea_error *error) {
    if (hall->broken.code == ALEA_ERR_NO_MEMORY) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    return alea_fail(
        error, ALEA_ERR_IO, "store",
        alea_reason(error, "ora non si può scrivere; nulla è cambiato", "can't be written now; nothing has changed").at);
}

static uint64_t clock_us(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000 + (uint64_t)at.tv_nsec / 1000;
}

/* Everything of the batch, or nothing. */
static enum alea_err commit(struct hall *hall) {
    struct alea_error error = {.lang = ALEA_EN};
    for (struct table *table = hall->dirty; table; table = table->next_dirty) table_write_state(table);
    if (!hall->broken.code && store_dirty(hall->options.store)) {
        const uint64_t begin = clock_us();
        const int64_t worked = pool_work_us();
        if (store_commit(hall->options.store, &error)) hall_break(hall, &error);
        hall->counts.commits++;
        hall->counts.commit_us += clock_us() - begin;
        hall->counts.commit_work_us += (uint64_t)(pool_work_us() - worked);
        if (!hall->broken.code) {
            hall->counts.store_fails = false;
            hall->tidy = hall->now + IDLE_MS;
        }
    }
    if (!hall->broken.code) return ALEA_OK;
    enum alea_err err = hall->broken.code;
    hall->unsure = store_unsure(hall->options.store);
    store_abandon(hall->options.store);
    hall_log(hall, "store_failed", NULL, ALEA_NONE, &hall->broken);
    hall->counts.store_fails = true;
    hall->retry = hall->now + RETRY_MS;
    hall_at(hall, hall->retry);
    return err;
}

/* What was sure before is told; what failed is read again. */
static void end_batch(struct hall *hall, enum alea_err err) {
    struct table *dirty = hall->dirty, *bad = NULL;
    hall->dirty = NULL;
    hall->broken = (struct alea_error){.code = ALEA_OK};
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
        table_tell(table);
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
static bool store_is_well(struct hall *hall) {
    const struct table *table = hall->most_recent;
    struct store *store = hall->options.store;
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
static bool held_back(struct hall *hall, int64_t now) {
    if (!hall->counts.store_fails) return false;
    if (now < hall->retry || store_dirty(hall->options.store)) return true;
    hall->retry = now + RETRY_MS;
    hall_at(hall, hall->retry);
    hall->counts.store_fails = !store_is_well(hall);
    return hall->counts.store_fails;
}

/* When nothing was written for a while, the log goes into the file: a log that is short loses little. */
static void tidy(struct hall *hall) {
    struct alea_error error = {.lang = ALEA_EN};
    if (!hall->tidy || hall->now < hall->tidy) return;
    hall->tidy = 0;
    if (store_tidy(hall->options.store, &error)) hall_log(hall, "not_tidied", NULL, ALEA_NONE, &error);
}

static bool idle(const struct table *table) {
    return !table->dirty && !table->reopening && !table->busy && !table->listeners && !table->watchers && !table->thinking &&
           !table->bot_since;
}

/* Over the ceiling, those go first that were not asked for longest. */
static void drop_idle(struct hall *hall) {
    for (struct table *table = hall->least_recent, *next; table && hall->counts.tables > hall->options.max_tables;
         table = next) {
        next = table->more_recent;
        if (!idle(table) || (table->timer.due && !hall_sleep(hall, table->id, table->timer.due))) continue;
        hall_remove(hall, table);
        table_close(table);
        hall->counts.tables_dropped++;
    }
}

bool hall_turn(struct hall *hall, int64_t now) {
    bool more = false;
    hall->now = now;
    hall->opened_here = hall->hashed_here = 0;
    hall_weigh_store(hall, now);
    if (!held_back(hall, now)) {
        more = times_look(hall, now);
        more = hall_go_on(hall, now) || more;
        more = deletions_go_on(hall) || more;
    }
    enum alea_err err = commit(hall);
    deletions_settle(hall, err == ALEA_OK);
    settle(hall, err);
    end_batch(hall, err);
    drop_idle(hall);
    tidy(hall);
    return !hall->counts.store_fails && more;
}

int64_t hall_next(const struct hall *hall, int64_t now) {
    if (hall->waiters || hall->dirty || (hall->busy[0].first && !hall->counts.store_fails)) return now;
    if (hall->counts.store_fails) return hall->retry;
    const int64_t next = times_next(hall);
    return !next || (hall->tidy && hall->tidy < next) ? hall->tidy : next;
}
