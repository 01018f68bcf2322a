/* SPDX-License-Identifier: MIT */
/* times.c - when tables are to be looked at though nobody asks: those in memory, and those that sleep in the store until then. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "table_private.h"

enum { CROWDED_MS = 50, UNREADABLE_MS = 60000 };

/* A table that is not in memory, but will have to be looked at. */
struct sleeper {
    struct timer timer; /* first */
    char id[STORE_ID_LENGTH + 1];
    struct sleeper *next; /* same bucket */
};

void hall_at(struct hall *hall, int64_t due) {
    if (due && (!hall->due || due < hall->due)) hall->due = due;
}

int64_t times_next(const struct hall *hall) {
    const struct timer *const first[] = {hall->table_times.first, hall->sleeper_times.first};
    int64_t next = hall->due;
    for (size_t i = 0; i < ALEA_LEN(first); i++)
        if (first[i] && (!next || first[i]->due < next)) next = first[i]->due;
    return next;
}

/* ---- In memory --------------------------------------------------------------------------------------------------------------------- */

void table_due(struct table *table, int64_t due) { timer_set(&table->hall->table_times, &table->timer, due); }

static struct table *table_of(struct timer *timer) {
    return (struct table *)(void *)((char *)timer - offsetof(struct table, timer));
}

static void look_at_tables(struct hall *hall, int64_t now) {
    while (hall->table_times.first && hall->table_times.first->due <= now) {
        struct table *table = table_of(hall->table_times.first);
        table_due(table, 0);
        table_look_at_clock(table, now);
        table_go_on_later(table);
    }
}

/* ---- Asleep ------------------------------------------------------------------------------------------------------------------------ */

static struct sleeper **find(struct hall *hall, const char *id) {
    struct sleeper **at = &hall->sleepers[hall_bucket(id)];
    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    return at;
}

bool hall_sleep(struct hall *hall, const char *id, int64_t due) {
    struct sleeper **at = find(hall, id);
    if (!*at && !(*at = calloc(1, sizeof **at))) return false;
    memcpy((*at)->id, id, sizeof(*at)->id);
    timer_set(&hall->sleeper_times, &(*at)->timer, due);
    return true;
}

static void drop(struct hall *hall, struct sleeper **at) {
    struct sleeper *sleeper = *at;
    *at = sleeper->next;
    timer_set(&hall->sleeper_times, &sleeper->timer, 0);
    free(sleeper);
}

void times_forget(struct hall *hall, const char *id) {
    struct sleeper **at = find(hall, id);
    if (*at) drop(hall, at);
}

void hall_try_again(struct hall *hall, const char *id, enum alea_err err) {
    if (err == ALEA_ERR_IO || err == ALEA_ERR_NO_MEMORY) (void)hall_sleep(hall, id, hall->now + UNREADABLE_MS);
}

/* Opens some of those whose time has come; true if there are more. */
static bool wake_sleepers(struct hall *hall, int64_t now) {
    for (int opened = 0; hall->sleeper_times.first && hall->sleeper_times.first->due <= now; opened++) {
        char id[STORE_ID_LENGTH + 1];
        struct alea_error error = {.lang = ALEA_EN};
        struct table *table = NULL;
        if (opened == TABLES_AT_ONCE) return true;
        memcpy(id, ((struct sleeper *)hall->sleeper_times.first)->id, sizeof id);
        times_forget(hall, id);
        enum alea_err err = hall_find(hall, id, &table, &error);
        if (err) hall_try_again(hall, id, err);
        else if (table) table_look_at_clock(table, now);
        else if (!hall_await(hall, id, 0, NULL)) (void)hall_sleep(hall, id, now + CROWDED_MS);
    }
    return false;
}

void times_resume(struct hall *hall, bool (*wakes)(struct hall *hall, const char *id)) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct sleeper **at = &hall->sleepers[i]; *at;) {
            if ((*at)->timer.due != 1 && wakes(hall, (*at)->id)) timer_set(&hall->sleeper_times, &(*at)->timer, 1);
            if ((*at)->timer.due) at = &(*at)->next;
            else drop(hall, at); /* nothing to do there by itself */
        }
}

void times_clear(struct hall *hall) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (hall->sleepers[i]) drop(hall, &hall->sleepers[i]);
}

/* ---- The turn ---------------------------------------------------------------------------------------------------------------------- */

bool times_look(struct hall *hall, int64_t now) {
    if (hall->due && hall->due <= now) hall->due = 0;
    bool more = wake_sleepers(hall, now);
    look_at_tables(hall, now);
    return more;
}
