/* SPDX-License-Identifier: MIT */
/* lobby.c - the lobby as a whole: what a restart finds again, and the turn of the loop: one batch, one commit, then answers. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "now.h"
#include "table_internal.h"

enum { RETRY_MS = 1000, IDLE_MS = 5000, MOST_IN_USE = 32 /* that a turn passes over, in search of tables to drop */ };

/* ---- A lobby comes and goes ------------------------------------------------------------------------------------------------------- */

struct lobby *lobby_new(const struct lobby_options *options, struct alea_error *error) {
    struct lobby *lobby = calloc(1, sizeof *lobby);
    if (!lobby) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    lobby->options = *options;
    lobby->shares = options->several ? 0 : SHARES_ALL;
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
    notices_forget(lobby);
    glances_forget(lobby);
    rules_cache_clear(lobby);
    deletions_forget(lobby);
    alea_text_clear(&lobby->text);
    if (lobby->options.messages) lobby->options.messages->forget(lobby->kept);
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

/* ---- After a restart ---------------------------------------------------------------------------------------------------------------- */

struct resuming {
    struct lobby *lobby;
    bool failed;
};

static bool note_match(void *context, const struct store_match *match) {
    struct resuming *resuming = context;
    bool bots = false;
    if (!(resuming->lobby->taking & share_bit(share_of_match(match->id)))) return true;
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
    if (!(lobby->taking & share_bit(share_of_match(id)))) return false;
    if (store_seats(lobby->options.store, id, seats, &n, NULL)) return false;
    for (int seat = 0; seat < n; seat++) bots += strncmp(seats[seat].who, "bot:", 4) == 0;
    return bots > 0 && (bots < n || !lobby->options.bots_wait);
}

static enum alea_err resume_notices(struct lobby *lobby, shares orphans, struct alea_error *error) {
    struct store *store = lobby->options.store;
    if (!lobby->options.notify) return ALEA_OK;
    store_look_after(store, orphans);
    enum alea_err err = orphans ? store_resume_notices(store, error) : ALEA_OK;
    if (!err) err = store_commit(store, error);
    if (err) store_abandon(store);
    lobby->notices_due = lobby->now;
    return err;
}

enum alea_err lobby_take(struct lobby *lobby, shares which, shares orphans, int64_t now, struct alea_error *error) {
    struct resuming resuming = {.lobby = lobby};
    const struct store_filter playing = {.status = STORE_PLAYING}, waiting = {.status = STORE_WAITING};
    lobby->now = now;
    lobby->taking = which;
    enum alea_err err = store_list(lobby->options.store, &playing, note_match, &resuming, error);
    if (!err) err = store_list(lobby->options.store, &waiting, note_match, &resuming, error);
    if (err == ALEA_ERR_DAMAGED) { /* those that were told are gone on with; the others, when somebody asks for them */
        lobby_damaged(lobby, error);
        err = ALEA_OK;
    }
    if (!err && resuming.failed) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (!err) err = resume_notices(lobby, orphans, error);
    if (!err) times_resume(lobby, wakes_bots);
    if (lobby->deletions) lobby_at(lobby, 1);
    lobby->taking = 0;
    if (!err) lobby->shares |= which;
    else times_drop(lobby, which), deletions_give(lobby, which);
    store_look_after(lobby->options.store, lobby->shares);
    return err;
}

enum alea_err lobby_resume(struct lobby *lobby, int64_t now, struct alea_error *error) {
    lobby->now = lobby->since = now;
    return lobby->options.several ? ALEA_OK : lobby_take(lobby, SHARES_ALL, SHARES_ALL, now, error);
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

bool lobby_changes(const struct lobby *lobby) { return lobby->dirty != NULL; }

bool lobby_unsure(const struct lobby *lobby) { return lobby->unsure; }

/* Until the store does what is asked of it again. */
static void hold_back(struct lobby *lobby, const struct alea_error *error) {
    lobby_log(lobby, "store_failed", NULL, ALEA_NONE, error);
    lobby->counts.store_fails = true;
    lobby->retry = lobby->now + RETRY_MS;
    lobby_at(lobby, lobby->retry);
}

/* Everything of the batch, or nothing. */
static enum alea_err commit(struct lobby *lobby) {
    struct alea_error error = {.lang = ALEA_EN};
    for (struct table *table = lobby->dirty; table; table = table->next_dirty) {
        table_write_turns(table);
        table_write_state(table);
    }
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
    hold_back(lobby, &lobby->broken);
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
        if (!err || lobby->unsure) table_stay_unseated(table);
        table_reopen(table);
    }
}

/* Writes what is there already, to see whether the store is well. Without a table there is nothing to try it with, but to ask it. */
static bool store_is_well(struct lobby *lobby) {
    const struct table *table = lobby->most_recent;
    struct store *store = lobby->options.store;
    while (table && (table->dirty || table->lost || table->frozen)) table = table->less_recent;
    int64_t bytes;
    if (!table) return store_size(store, &bytes, NULL) == ALEA_OK;
    enum alea_err err = table_store_state(table, table->status, table->changed, NULL);
    if (!err) err = store_commit(store, NULL);
    if (err) store_abandon(store);
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
           !table->bot_since && !table->beacon_fetching;
}

/* Over the ceiling, those go first that were not asked for longest. What somebody looks at counts as asked for: where so many are looked
 * at that there is nothing to drop, each turn would go over all of them. */
static void drop_idle(struct lobby *lobby) {
    int in_use = 0;
    while (lobby->counts.tables > lobby->options.max_tables && in_use < MOST_IN_USE) {
        struct table *table = lobby->least_recent;
        if (!idle(table) || (table->timer.due && !lobby_sleep(lobby, table->id, table->timer.due))) {
            in_use++;
            lobby_asked_for(lobby, table);
            continue;
        }
        lobby_remove(lobby, table);
        table_close(table);
        lobby->counts.tables_dropped++;
    }
}

bool lobby_turn(struct lobby *lobby, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    bool more = false;
    lobby->now = now;
    lobby->opened_here = lobby->hashed_here = 0;
    if (lobby_weigh_store(lobby, now, &error) && !lobby->counts.store_fails) hold_back(lobby, &error);
    if (!held_back(lobby, now)) {
        more = times_look(lobby, now);
        more = lobby_auto_advance(lobby, now, table_auto_advance) || more;
        more = deletions_go_on(lobby) || more;
        notices_turn(lobby, now);
    }
    enum alea_err err = commit(lobby);
    deletions_settle(lobby, err == ALEA_OK);
    lobby->forgotten += lobby->forgets;
    lobby->forgets = false;
    notices_settle(lobby, err == ALEA_OK);
    settle(lobby, err);
    end_batch(lobby, err);
    drop_idle(lobby);
    tidy(lobby);
    return !lobby->counts.store_fails && more;
}

int64_t lobby_next(const struct lobby *lobby, int64_t now) {
    if (lobby->waiters || lobby->dirty || (lobby->busy[0].first && !lobby->counts.store_fails)) return now;
    if (lobby->counts.store_fails) return lobby->retry;
    const int64_t times[] = {times_next(lobby), lobby->tidy, notices_next(lobby)};
    int64_t next = 0;
    for (size_t i = 0; i < ALEA_LEN(times); i++)
        if (times[i] && (!next || times[i] < next)) next = times[i];
    return next;
}
