/* SPDX-License-Identifier: MIT */
/* times.c - when tables are to be looked at though nobody asks: those in memory, and those that sleep in the store until then. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum { UNREADABLE_MS = 60000 };

/* A table that is not in memory, but will have to be looked at. */
struct sleeper {
    struct timer timer; /* first */
    char id[STORE_ID_LENGTH + 1];
    struct sleeper *next; /* same bucket */
};

void lobby_at(struct lobby *lobby, int64_t due) {
    if (due && (!lobby->due || due < lobby->due)) lobby->due = due;
}

int64_t times_next(const struct lobby *lobby) {
    const struct timer *const first[] = {lobby->table_times.first, lobby->sleeper_times.first};
    int64_t next = lobby->due;
    for (size_t i = 0; i < ALEA_LEN(first); i++)
        if (first[i] && (!next || first[i]->due < next)) next = first[i]->due;
    return next;
}

/* ---- In memory --------------------------------------------------------------------------------------------------------------------- */

void table_due(struct table *table, int64_t due) { timer_set(&table->lobby->table_times, &table->timer, due); }

static struct table *table_of(struct timer *timer) {
    return (struct table *)(void *)((char *)timer - offsetof(struct table, timer));
}

struct table *times_table(const struct lobby *lobby, int64_t now) {
    struct timer *first = lobby->table_times.first;
    return first && first->due <= now ? table_of(first) : NULL;
}

/* ---- Asleep ------------------------------------------------------------------------------------------------------------------------ */

static struct sleeper **find(struct lobby *lobby, const char *id) {
    struct sleeper **at = &lobby->sleepers[lobby_bucket(id)];
    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    return at;
}

bool lobby_sleep(struct lobby *lobby, const char *id, int64_t due) {
    struct sleeper **at = find(lobby, id);
    if (!*at && !(*at = calloc(1, sizeof **at))) return false;
    memcpy((*at)->id, id, sizeof(*at)->id);
    timer_set(&lobby->sleeper_times, &(*at)->timer, due);
    return true;
}

static void drop(struct lobby *lobby, struct sleeper **at) {
    struct sleeper *sleeper = *at;
    *at = sleeper->next;
    timer_set(&lobby->sleeper_times, &sleeper->timer, 0);
    free(sleeper);
}

void times_forget(struct lobby *lobby, const char *id) {
    struct sleeper **at = find(lobby, id);
    if (*at) drop(lobby, at);
}

void lobby_try_again(struct lobby *lobby, const char *id, enum alea_err err) {
    if (err == ALEA_ERR_IO || err == ALEA_ERR_NO_MEMORY) (void)lobby_sleep(lobby, id, lobby->now + UNREADABLE_MS);
}

const char *times_sleeper(const struct lobby *lobby, int64_t now) {
    const struct timer *first = lobby->sleeper_times.first;
    return first && first->due <= now ? ((const struct sleeper *)first)->id : NULL;
}

void times_resume(struct lobby *lobby, bool (*wakes)(struct lobby *lobby, const char *id)) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct sleeper **at = &lobby->sleepers[i]; *at;) {
            if ((*at)->timer.due != 1 && wakes(lobby, (*at)->id)) timer_set(&lobby->sleeper_times, &(*at)->timer, 1);
            if ((*at)->timer.due) at = &(*at)->next;
            else drop(lobby, at); /* nothing to do there by itself */
        }
}

void times_drop(struct lobby *lobby, shares which) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct sleeper **at = &lobby->sleepers[i]; *at;)
            if (which & share_bit(share_of_match((*at)->id))) drop(lobby, at);
            else at = &(*at)->next;
}

void times_clear(struct lobby *lobby) { times_drop(lobby, SHARES_ALL); }
