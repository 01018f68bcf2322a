/* SPDX-License-Identifier: MIT */
/* attention.c - in which order tables go on by themselves: first those at which a person sits or looks, then bots among themselves.
 *
 * Bots that nobody attends to go on only by the host's leave (or because people sat there, for whom they play now), and have a budget of
 * plies for all such tables together. While people play somewhere they have their turns in slices, so that one commit is for many of
 * them. Their thoughts come last in the pool. */
#include <stdio.h>
#include <string.h>

#include "now.h"
#include "table_internal.h"

enum {
    PLIES_A_TURN = 256,    /* of all tables that go on by themselves, in one turn of the loop */
    WORK_A_TURN_US = 4000, /* likewise */
    PEOPLE_MS = 1000,      /* so long people are thought to play on after a table of theirs went on */
    SLICE_MS = 50,         /* between two turns of the others, then: one of their bots begins to think in each, */
    ALONE_THOUGHT_MS = 12, /* for so long */
    SECOND_MS = 1000,
    NEAR_TENTHS = 9 /* of the ceiling of the database: it is told */
};

/* ---- The database ------------------------------------------------------------------------------------------------------------------ */

static void tell_size(struct lobby *lobby, const char *event) {
    struct alea_error error = {.code = ALEA_ERR_TOO_LARGE, .lang = ALEA_EN};
    snprintf(error.text, sizeof error.text, "%lld of %lld bytes", (long long)lobby->counts.store_bytes,
             (long long)lobby->options.max_store_bytes);
    lobby_log(lobby, event, NULL, ALEA_HOST, &error);
}

/* Each word once, when it begins to be true. */
enum alea_err lobby_weigh_store(struct lobby *lobby, int64_t now, struct alea_error *error) {
    struct lobby_counts *counts = &lobby->counts;
    const int64_t most = lobby->options.max_store_bytes;
    bool near = counts->store_near, full = counts->store_full;
    if (now - lobby->weighed < SECOND_MS && now >= lobby->weighed && lobby->weighed) return ALEA_OK;
    lobby->weighed = now;
    enum alea_err err = store_size(lobby->options.store, &counts->store_bytes, error);
    if (err) return err;
    counts->store_full = most && counts->store_bytes >= most;
    counts->store_near = most && counts->store_bytes >= most / 10 * NEAR_TENTHS;
    if (counts->store_full && !full) tell_size(lobby, "database_full");
    else if (counts->store_near && !near) tell_size(lobby, "database_nearly_full");
    for (struct table *table = lobby->most_recent; table && full && !counts->store_full; table = table->less_recent)
        if (table->status == STORE_PLAYING) table_advance_later(table);
    return ALEA_OK;
}

/* ---- Who is there ----------------------------------------------------------------------------------------------------------------- */

static alea_actors people_of(const struct table *table) {
    alea_actors people = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (strcmp(table->seat[seat].who, "human") == 0) people |= alea_actor(seat);
    return people;
}

bool table_attended(const struct table *table) {
    return table->listeners || table->watchers || (people_of(table) & ~table->deputies);
}

/* By the host's leave; what people began is played on for them. */
static bool may_go_on_alone(const struct table *table) {
    const struct lobby *lobby = table->lobby;
    return !lobby->counts.store_full && (!lobby->options.bots_wait || people_of(table));
}

bool table_may_advance(const struct table *table) { return table_attended(table) || may_go_on_alone(table); }

/* ---- Two queues ------------------------------------------------------------------------------------------------------------------- */

static void put(struct busy *busy, struct table *table) {
    table->next_busy = NULL;
    if (busy->last) busy->last->next_busy = table;
    else busy->first = table;
    busy->last = table;
}

static struct table *take(struct busy *busy) {
    struct table *table = busy->first;
    busy->first = table->next_busy;
    if (!busy->first) busy->last = NULL;
    table->next_busy = NULL;
    table->busy = false;
    return table;
}

void table_advance_later(struct table *table) {
    if (table->busy || !table_may_advance(table)) return;
    table->busy = true;
    put(&table->lobby->busy[!table_attended(table)], table);
}

void busy_leave(struct table *table) {
    for (int kind = 0; kind < 2 && table->busy; kind++) {
        struct busy rest = {.first = NULL}, *busy = &table->lobby->busy[kind];
        while (busy->first) {
            struct table *one = take(busy);
            if (one == table) continue;
            one->busy = true;
            put(&rest, one);
        }
        *busy = rest;
    }
    table->next_busy = NULL;
}

/* ---- A turn ------------------------------------------------------------------------------------------------------------------------- */

/* Goes on with the tables that stood in the queue when the turn began, as far as there is time. How many plies they made. Where the batch
 * breaks, the rest stays in the queue: nothing could be done there now. */
static long go_on(struct lobby *lobby, int queue, long most, int64_t now, table_advancer *advance) {
    struct busy *busy = &lobby->busy[queue];
    const int64_t until = alea_work_us() + WORK_A_TURN_US;
    const struct table *last = busy->last;
    long made = 0;
    for (bool more = busy->first; more && made < most && !lobby->broken.code && alea_work_us() < until;) {
        struct table *table = take(busy);
        long before = table->plies.n;
        more = table != last && busy->first;
        if (!table_may_advance(table)) continue;
        advance(table, now);
        made += table->plies.n - before;
    }
    return made;
}

/* The budget of those that are alone: so much a second, none saved up for longer. */
static long budget(struct lobby *lobby, int64_t now) {
    const long rate = lobby->options.alone_plies_per_second;
    if (!rate) return PLIES_A_TURN;
    int64_t passed = now - lobby->alone_filled;
    if (passed < 0 || passed > SECOND_MS) passed = SECOND_MS;
    long more = (long)(passed * rate / SECOND_MS);
    if (more > 0) lobby->alone_filled = now;
    lobby->alone_left = lobby->alone_left + more > rate ? rate : lobby->alone_left + more;
    return lobby->alone_left;
}

bool lobby_people_play(const struct lobby *lobby, int64_t now) { return now - lobby->attended_at < PEOPLE_MS; }

/* Are bots to wait for them? Without a budget nobody is kept waiting. */
static bool people_play(const struct lobby *lobby, int64_t now) {
    return lobby->options.alone_plies_per_second && lobby_people_play(lobby, now);
}

bool table_may_think(struct table *table) {
    struct lobby *lobby = table->lobby;
    if (table_attended(table) || !people_play(lobby, lobby->now)) return true;
    if (lobby->alone_thoughts > 0) {
        lobby->alone_thoughts--;
        return true;
    }
    table_advance_later(table);
    return false;
}

int lobby_thought_ms(const struct lobby *lobby) { return people_play(lobby, lobby->now) ? ALONE_THOUGHT_MS : 0; }

static void go_on_alone(struct lobby *lobby, int64_t now, table_advancer *advance) {
    struct busy *busy = &lobby->busy[1];
    if (!busy->first) return;
    long left = budget(lobby, now);
    if (now >= lobby->alone_at && left > 0) {
        lobby->alone_thoughts = 1;
        lobby->alone_left = left - go_on(lobby, 1, left < PLIES_A_TURN ? left : PLIES_A_TURN, now, advance);
        lobby->alone_at = now + (people_play(lobby, now) ? SLICE_MS : 0);
    }
    if (busy->first) lobby_at(lobby, lobby->alone_left > 0 && lobby->alone_at > now ? lobby->alone_at : now + SLICE_MS / 10);
}

bool lobby_auto_advance(struct lobby *lobby, int64_t now, table_advancer *advance) {
    (void)go_on(lobby, 0, PLIES_A_TURN, now, advance);
    go_on_alone(lobby, now, advance);
    return lobby->busy[0].first;
}
