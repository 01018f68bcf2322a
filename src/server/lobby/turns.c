/* SPDX-License-Identifier: MIT */
/* turns.c - which people are awaited at a table, since when and until when: in the store, in the same transaction as the ply by which it came
 * to be, so that notices of it need nothing else. */
#include <string.h>

#include "match.h"
#include "table_internal.h"

static const int hours[] = {[STORE_NOTICE_DAY] = 24, [STORE_NOTICE_SIX] = 6, [STORE_NOTICE_HOUR] = 1};

int64_t turn_next_step(int64_t deadline, enum store_notice_kind *step, int64_t now) {
    while (deadline && *step < STORE_NOTICE_HOUR) {
        (*step)++;
        const int64_t due = deadline - (int64_t)hours[*step] * 3600 * 1000;
        if (due > now) return due;
    }
    *step = STORE_NOTICE_HOUR;
    return 0;
}

void lobby_notices_at(struct lobby *lobby, int64_t due) {
    if (due && (!lobby->notices_due || due < lobby->notices_due)) lobby->notices_due = due;
}

void lobby_notices_queued(struct lobby *lobby) { lobby_notices_at(lobby, 1); }

/* People who are to move, and know it: that they are stands in their own views. */
static alea_actors awaited(const struct table *table) {
    alea_actors seats = 0, people = 0;
    if (table->status != STORE_PLAYING || !table->match) return 0;
    const struct alea_rules *rules = alea_match_rules(table->match);
    seats = alea_movers(rules, alea_match_position(table->match));
    if (seats == ALEA_ACTORS_OVER || seats >= ALEA_ACTORS_CHANCE) return 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (strcmp(table->seat[seat].who, "human") == 0 && table->seat[seat].joined) people |= alea_actor(seat);
    return seats & people & ~table->deputies;
}

static int64_t deadline_of(const struct table *table, int seat) {
    return clock_of_seats(&table->clock.rules) ? clock_deadline(&table->clock, seat) : table_window_due(table);
}

static void write(struct table *table, int seat, int64_t due) {
    const struct table_turn *turn = &table->turn[seat];
    struct alea_error error = {.lang = ALEA_EN};
    struct store_turn row = {.seat = seat,
                             .since = turn->since,
                             .deadline = turn->deadline,
                             .looked = turn->looked,
                             .step = turn->step,
                             .due = due};
    memcpy(row.id, table->id, sizeof row.id);
    (void)table_wrote(table, store_set_turn(table->lobby->options.store, &row, &error), &error);
    if (table->lobby->options.notify) lobby_notices_at(table->lobby, due);
}

/* The first step stays due until it was taken, or its person has looked; then those before the deadline come. */
static void go_on(struct table *table, int seat, int64_t deadline, int64_t now) {
    struct table_turn *turn = &table->turn[seat];
    const bool told = turn->looked || turn->step != STORE_NOTICE_TURN;
    turn->deadline = deadline;
    turn->step = STORE_NOTICE_TURN;
    const int64_t due = told ? turn_next_step(deadline, &turn->step, now) : turn->since + table->lobby->options.notice_ms;
    write(table, seat, due);
}

void table_write_turns(struct table *table) {
    const int64_t now = table->lobby->now;
    if (table->lost || table->frozen || table->deleted || table->deleting || table->lobby->broken.code) return;
    const alea_actors seats = awaited(table);
    for (int seat = 0; seat < table->seats && !table->lobby->broken.code && !table->lost; seat++) {
        struct table_turn *turn = &table->turn[seat];
        const bool waits = (seats & alea_actor(seat)) != 0;
        if (!waits && !turn->since) continue;
        if (!waits) {
            struct alea_error error = {.lang = ALEA_EN};
            *turn = (struct table_turn){.since = 0};
            (void)table_wrote(table, store_drop_turn(table->lobby->options.store, table->id, seat, &error), &error);
            continue;
        }
        const int64_t deadline = deadline_of(table, seat);
        if (turn->since && turn->deadline == deadline) continue;
        if (turn->since) {
            go_on(table, seat, deadline, now);
            continue;
        }
        /* Whoever is away, or has lent the seat, is reminded of a deadline alone. */
        const bool away = table->loan[seat].taken || table->clock.vacation[seat].until;
        *turn = (struct table_turn){.since = now, .deadline = deadline, .looked = away};
        write(table, seat, now + table->lobby->options.notice_ms);
    }
}

void table_viewed(struct table *table, int seat, long ply) {
    if (seat < 0 || seat >= table->seats || table_usable(table, NULL)) return;
    if (table->viewed[seat].at && table->viewed[seat].ply == ply) return; /* no news: nothing is written */
    table->viewed[seat] = (struct viewed){.ply = ply, .at = table->lobby->now};
    table->state_changed = true;
    table_touch(table);
}

void table_looked(struct table *table, int seat) {
    struct table_turn *turn = seat >= 0 && seat < table->seats ? &table->turn[seat] : NULL;
    if (!turn || !turn->since || turn->looked || table_usable(table, NULL)) return;
    turn->looked = true;
    table_touch(table);
    go_on(table, seat, turn->deadline, table->lobby->now);
}

static bool take_turn(void *context, const struct store_turn *row) {
    struct table *table = context;
    if (row->seat < table->seats)
        table->turn[row->seat] =
            (struct table_turn){.since = row->since, .deadline = row->deadline, .looked = row->looked, .step = row->step};
    return true;
}

enum alea_err table_read_turns(struct table *table, struct store *store, struct alea_error *error) {
    return store_turns(store, table->id, take_turn, table, error);
}
