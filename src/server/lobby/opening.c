/* SPDX-License-Identifier: MIT */
/* opening.c - tables that are not in memory are opened: by the loop, or by the pool if their matches are long, or played by a scenario.
 * Whoever needs one of those waits for it.
 *
 * A thread reads the match by a connection of its own and makes the whole table; the loop only takes it in. Nobody can change the match in
 * between: a change goes through its table, which is not there, or is lost and waits to be replaced. One that could not be opened is
 * remembered for a while, so that nobody can have it tried again and again. */

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "now.h"
#include "table_internal.h"

enum { FAILED_MS = 10000 };

struct opening {
    struct pool_job job; /* first: the pool hands this back */
    struct lobby *lobby;
    char id[STORE_ID_LENGTH + 1];
    int64_t now, work_us;
    struct table *table;
    uint64_t forgotten; /* accounts, when it began */
    enum alea_err err;
    struct alea_error error[ALEA_LANGS]; /* nobody knows who will ask why it could not be opened */
    struct comer *comers;
    bool due; /* its time has come: it is opened though nobody waits for it */
    struct opening *next;
};

/* ---- In the pool ---------------------------------------------------------------------------------------------------------------- */

static void run(struct pool_job *job) {
    struct opening *opening = (struct opening *)job;
    struct lobby *lobby = opening->lobby;
    const int64_t began = alea_work_us();
    for (int lang = 0; lang < ALEA_LANGS && !opening->table; lang++) {
        struct alea_error *error = &opening->error[lang];
        error->lang = (enum alea_lang)lang;
        struct store *store = store_open(lobby->options.store_path, STORE_READ, error);
        const struct opening_place place = {.lobby = lobby, .store = store, .now = opening->now};
        opening->err = store ? table_open(&place, opening->id, &opening->table, error) : error->code;
        error->code = opening->err;
        store_close(store);
    }
    opening->work_us = alea_work_us() - began;
}

/* ---- Those that could not be opened ------------------------------------------------------------------------------------------- */

static void remember(struct lobby *lobby, const struct opening *opening) {
    struct failed_opening *failed = &lobby->failed[lobby->next_failed++ % FAILED_OPENINGS];
    memcpy(failed->id, opening->id, sizeof failed->id);
    failed->until = lobby->now + FAILED_MS;
    memcpy(failed->error, opening->error, sizeof failed->error);
}

static const struct alea_error *failure_of(const struct lobby *lobby, const char *id, enum alea_lang lang) {
    for (int i = 0; i < FAILED_OPENINGS; i++)
        if (lobby->failed[i].until > lobby->now && strcmp(lobby->failed[i].id, id) == 0)
            return &lobby->failed[i].error[lang];
    return NULL;
}

/* ---- In place of one that is reopened -------------------------------------------------------------------------------------- */

/* A batch that failed has taken the seat from nobody. */
static void take_over(struct listener *listener, struct table *to) {
    if (listener->unseated) listener->viewer = listener->was;
    listener->unseated = false;
    listener->table = to;
}

/* Who listens and watches goes over to `to`. */
static void move_company(struct table *from, struct table *to) {
    to->listeners = from->listeners;
    to->watchers = from->watchers;
    from->listeners = NULL;
    from->watchers = NULL;
    for (struct listener *listener = to->listeners; listener; listener = listener->next) take_over(listener, to);
    for (struct watcher *watcher = to->watchers; watcher; watcher = watcher->next) watcher->table = to;
    to->online = table_who_listens(to);
}

/* Unless `err` says why there is none. */
static void replace(struct table *table, struct table *fresh, enum alea_err err) {
    struct lobby *lobby = table->lobby;
    lobby_remove(lobby, table);
    if (err) {
        lobby_try_again(lobby, table->id, err);
        if (err == ALEA_ERR_NOT_FOUND) table_dismiss(table, true);
        else table_moves(table); /* it may be there again: who comes back finds out */
    } else {
        uint64_t newest = 0;
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            if (table->plies.changes[viewer] > newest) newest = table->plies.changes[viewer];
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            if (fresh->plies.changes[viewer] <= newest) fresh->plies.changes[viewer] = newest + 1;
        memcpy(fresh->plies.undone, fresh->plies.changes, sizeof fresh->plies.undone);
        fresh->frozen = table->frozen;
        move_company(table, fresh);
        lobby_add(lobby, fresh);
        fresh->anew = true;
        table_notify(fresh);
        table_committed(fresh);
        table_advance_later(fresh);
    }
    table_close(table);
}

/* ---- In the loop ------------------------------------------------------------------------------------------------------------------ */

static struct opening **find(struct lobby *lobby, const char *id) {
    struct opening **at = &lobby->openings;
    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    return at;
}

/* Wakes those who waited for the table to be opened. */
static void tell_comers(struct opening *opening) {
    struct comer *comers = opening->comers;
    opening->comers = NULL;
    while (comers) {
        struct comer *comer = comers;
        comers = comer->next;
        comer->next = NULL;
        comer->opening = NULL;
        *comer->work_us += opening->work_us;
        opening->work_us = 0; /* the first one pays */
        comer->opened(comer);
    }
}

static void take_in(struct lobby *lobby, struct opening *opening) {
    if (!lobby_has(lobby, opening->id)) { /* it is another process' by now */
        table_close(opening->table);
        return;
    }
    struct table *old = lobby_look_up(lobby, opening->id);
    if (opening->err && opening->err != ALEA_ERR_NOT_FOUND) {
        lobby_unreadable(lobby, opening->id, &opening->error[ALEA_EN]);
        remember(lobby, opening);
    }
    if (!opening->err) lobby_readable(lobby, opening->id);
    if (old) {
        replace(old, opening->table, opening->err);
    } else if (!opening->err) {
        lobby_add(lobby, opening->table);
        table_advance_later(opening->table);
    } else {
        lobby_try_again(lobby, opening->id, opening->err);
    }
}

/* An account that is no more since then may have a name in what was read. Where the pool takes nothing more, that has to do. */
static bool read_again(struct opening *opening) {
    struct table *read = opening->table;
    if (opening->forgotten == opening->lobby->forgotten || !read) return false;
    opening->forgotten = opening->lobby->forgotten;
    opening->table = NULL;
    if (pool_add(opening->lobby->options.pool, &opening->job)) { /* it is a thread's from here on */
        table_close(read);
        return true;
    }
    opening->table = read;
    return false;
}

static void done(struct pool_job *job) {
    struct opening *opening = (struct opening *)job;
    struct lobby *lobby = opening->lobby;
    if (read_again(opening)) return;
    *find(lobby, opening->id) = opening->next;
    if (!opening->err && !opening->table) opening->err = ALEA_ERR_NO_MEMORY; /* the pool was closed before */
    take_in(lobby, opening);
    tell_comers(opening);
    free(opening);
}

enum opening_state { OPENING_NONE, OPENING_COMING, OPENING_FAILED /* a while ago: *error */ };

static enum opening_state opening_state(struct lobby *lobby, const char *id, struct alea_error *error) {
    if (*find(lobby, id)) return OPENING_COMING;
    const struct alea_error *failed = failure_of(lobby, id, error->lang);
    if (!failed) return OPENING_NONE;
    *error = *failed;
    return OPENING_FAILED;
}

struct size {
    long plies;
    bool scenario;
};

static void take_size(void *context, const struct store_match *match) {
    *(struct size *)context = (struct size){.plies = match->plies, .scenario = match->scenario != NULL};
}

/* Is it for the pool to open this match? If not it counts as opened in this turn. */
static bool opening_lasts(struct lobby *lobby, const char *id) {
    struct size size = {.plies = 0};
    if (!lobby->options.store_path || store_match(lobby->options.store, id, take_size, &size, NULL)) return false;
    if (size.scenario || lobby->opened_here + size.plies > OPENED_AT_ONCE) return true;
    lobby->opened_here += size.plies + OPENED_EACH;
    return false;
}

static struct opening *begin(struct lobby *lobby, const char *id, uint64_t asker) {
    struct opening *opening = calloc(1, sizeof *opening);
    if (!opening) return NULL;
    *opening = (struct opening){.job = {.run = run, .done = done, .lasting = true, .asker = asker},
                                .lobby = lobby,
                                .now = lobby->now,
                                .forgotten = lobby->forgotten,
                                .next = lobby->openings};
    memcpy(opening->id, id, sizeof opening->id);
    if (!pool_add(lobby->options.pool, &opening->job)) {
        free(opening);
        return NULL;
    }
    lobby->openings = opening;
    return opening;
}

bool lobby_await(struct lobby *lobby, const char *id, uint64_t asker, struct comer *comer) {
    struct opening *opening = *find(lobby, id);
    if (!opening) opening = begin(lobby, id, asker);
    if (!opening) return false;
    opening->due = opening->due || !comer;
    if (!comer) return true;
    comer->opening = opening;
    comer->next = opening->comers;
    opening->comers = comer;
    return true;
}

/* An opening for which nobody waits any more is not begun, unless its table needs it, or is due. */
void lobby_unawait(struct comer *comer) {
    struct opening *opening = comer->opening;
    if (!opening) return;
    struct lobby *lobby = opening->lobby;
    struct comer **at = &opening->comers;
    while (*at != comer) at = &(*at)->next;
    *at = comer->next;
    comer->opening = NULL;
    comer->next = NULL;
    if (opening->comers || opening->due || lobby_look_up(lobby, opening->id) || !opening->job.asker) return;
    if (!pool_drop(lobby->options.pool, &opening->job)) return;
    *find(lobby, opening->id) = opening->next;
    free(opening);
}

/* ---- At once, or by the pool ------------------------------------------------------------------------------------------------------ */

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
    if (!lobby_has(lobby, id)) return alea_fail(error, ALEA_ERR_NOT_FOUND, id);
    if (table && table->deleted) return alea_fail(error, ALEA_ERR_NOT_FOUND, id);
    if (table && table->reopening) return ALEA_OK;
    if (table) lobby_asked_for(lobby, table);
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

void table_reopen(struct table *table) {
    struct lobby *lobby = table->lobby;
    struct alea_error error = {.lang = ALEA_EN};
    struct table *fresh = NULL;
    if (table->reopening) return;
    bool deleted = table->deleted && !lobby->counts.store_fails;
    table->lost = true;
    table->reopening = !deleted && opening_lasts(lobby, table->id) && lobby_await(lobby, table->id, 0, NULL);
    if (table->reopening) return;
    const struct opening_place place = {.lobby = lobby, .store = lobby->options.store, .now = lobby->now};
    enum alea_err err = deleted ? ALEA_ERR_NOT_FOUND : table_open(&place, table->id, &fresh, &error);
    if (err && err != ALEA_ERR_NOT_FOUND) lobby_unreadable(lobby, table->id, &error);
    replace(table, fresh, err);
}
