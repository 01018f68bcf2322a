/* SPDX-License-Identifier: MIT */
/* opening.c - matches that are opened by the pool: those that are long, or played by a scenario. Whoever needs one waits for it.
 *
 * A thread reads the match by a connection of its own and makes the whole table; the loop only takes it in. Nobody can change the match in
 * between: a change goes through its table, which is not there, or is lost and waits to be replaced. One that could not be opened is
 * remembered for a while, so that nobody can have it tried again and again. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_private.h"

enum { FAILED_MS = 10000 };

struct opening {
    struct pool_job job; /* first: the pool hands this back */
    struct hall *hall;
    char id[STORE_ID_LENGTH + 1];
    int64_t now, work_us;
    struct table *table;
    enum alea_err err;
    struct alea_error error[ALEA_LANGS]; /* nobody knows who will ask why it could not be opened */
    struct comer *comers;
    struct opening *next;
};

/* ---- In the pool ---------------------------------------------------------------------------------------------------------------- */

static void run(struct pool_job *job) {
    struct opening *opening = (struct opening *)job;
    struct hall *hall = opening->hall;
    const int64_t began = pool_work_us();
    for (int lang = 0; lang < ALEA_LANGS && !opening->table; lang++) {
        struct alea_error *error = &opening->error[lang];
        error->lang = (enum alea_lang)lang;
        struct store *store = store_open(hall->options.store_path, STORE_READ, error);
        const struct opening_place place = {.hall = hall, .store = store, .now = opening->now};
        opening->err = store ? table_open(&place, opening->id, &opening->table, error) : error->code;
        error->code = opening->err;
        store_close(store);
    }
    opening->work_us = pool_work_us() - began;
}

/* ---- Those that could not be opened ------------------------------------------------------------------------------------------- */

static void remember(struct hall *hall, const struct opening *opening) {
    struct failed_opening *failed = &hall->failed[hall->next_failed++ % FAILED_OPENINGS];
    memcpy(failed->id, opening->id, sizeof failed->id);
    failed->until = hall->now + FAILED_MS;
    memcpy(failed->error, opening->error, sizeof failed->error);
}

static const struct alea_error *failure_of(const struct hall *hall, const char *id, enum alea_lang lang) {
    for (int i = 0; i < FAILED_OPENINGS; i++)
        if (hall->failed[i].until > hall->now && strcmp(hall->failed[i].id, id) == 0) return &hall->failed[i].error[lang];
    return NULL;
}

/* ---- In the loop ------------------------------------------------------------------------------------------------------------------ */

static struct opening **find(struct hall *hall, const char *id) {
    struct opening **at = &hall->openings;
    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    return at;
}

/* Those who waited look again. */
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

static void take_in(struct hall *hall, struct opening *opening) {
    struct table *old = hall_look_up(hall, opening->id);
    if (opening->err && opening->err != ALEA_ERR_NOT_FOUND) {
        hall_unreadable(hall, opening->id, &opening->error[ALEA_EN]);
        remember(hall, opening);
    }
    if (!opening->err) hall_readable(hall, opening->id);
    if (old) {
        table_replace(old, opening->table, opening->err);
    } else if (!opening->err) {
        hall_add(hall, opening->table);
        table_go_on_later(opening->table);
    } else {
        hall_try_again(hall, opening->id, opening->err);
    }
}

static void done(struct pool_job *job) {
    struct opening *opening = (struct opening *)job;
    struct hall *hall = opening->hall;
    *find(hall, opening->id) = opening->next;
    if (!opening->err && !opening->table) opening->err = ALEA_ERR_NO_MEMORY; /* the pool was closed before */
    take_in(hall, opening);
    tell_comers(opening);
    free(opening);
}

enum opening_state opening_state(struct hall *hall, const char *id, struct alea_error *error) {
    if (*find(hall, id)) return OPENING_COMING;
    const struct alea_error *failed = failure_of(hall, id, error->lang);
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

bool opening_lasts(struct hall *hall, const char *id) {
    struct size size = {.plies = 0};
    if (!hall->options.store_path || store_match(hall->options.store, id, take_size, &size, NULL)) return false;
    if (size.scenario || hall->opened_here + size.plies > OPENED_AT_ONCE) return true;
    hall->opened_here += size.plies + OPENED_EACH;
    return false;
}

static struct opening *begin(struct hall *hall, const char *id, uint64_t asker) {
    struct opening *opening = calloc(1, sizeof *opening);
    if (!opening) return NULL;
    *opening = (struct opening){.job = {.run = run, .done = done, .lasting = true, .asker = asker},
                                .hall = hall,
                                .now = hall->now,
                                .next = hall->openings};
    memcpy(opening->id, id, sizeof opening->id);
    if (!pool_add(hall->options.pool, &opening->job)) {
        free(opening);
        return NULL;
    }
    hall->openings = opening;
    return opening;
}

bool hall_await(struct hall *hall, const char *id, uint64_t asker, struct comer *comer) {
    struct opening *opening = *find(hall, id);
    if (!opening) opening = begin(hall, id, asker);
    if (!opening) return false;
    if (!comer) return true;
    comer->opening = opening;
    comer->next = opening->comers;
    opening->comers = comer;
    return true;
}

/* An opening for which nobody waits any more is not begun, unless its table needs it. */
void hall_unawait(struct comer *comer) {
    struct opening *opening = comer->opening;
    if (!opening) return;
    struct hall *hall = opening->hall;
    struct comer **at = &opening->comers;
    while (*at != comer) at = &(*at)->next;
    *at = comer->next;
    comer->opening = NULL;
    comer->next = NULL;
    if (opening->comers || hall_look_up(hall, opening->id) || !opening->job.asker) return;
    if (!pool_drop(hall->options.pool, &opening->job)) return;
    *find(hall, opening->id) = opening->next;
    free(opening);
}
