/* SPDX-License-Identifier: MIT */
/* wake.c - tables whose time has come: those that sleep in the store are opened, the policy of a clock that has run out is done, a
 * draw of words goes on. */
#include <string.h>

#include "table_internal.h"

enum { CROWDED_MS = 50, NOT_CLOSED_MS = 60000 };

/* ---- The clock ---------------------------------------------------------------------------------------------------------------------- */

static void act(struct table *table, int seat, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    lobby_log(table->lobby, "clock_expired", table, seat, NULL);
    const bool was_short = clock_is_short(&table->clock, seat);
    clock_missed(&table->clock, seat, now);
    if (clock_is_short(&table->clock, seat) && !was_short) absence_say(table, "clock_short", seat, now);
    table->state_changed = true;
    switch (table->clock.rules.then) {
    case CLOCK_THEN_PASS: table->passing |= alea_actor(seat); return;
    case CLOCK_THEN_FORFEIT:
        if (!table_give_up(table, seat, "@clock", now, &error)) return;
        break; /* nobody gives up alone in that game */
    case CLOCK_THEN_DEPUTY:
    case CLOCK_THENS: break;
    }
    table->deputies |= alea_actor(seat);
}

/* The window that is open closes when its time has come: that one alone, for the next one opens by this and has its own time. */
static void close_window(struct table *table, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_window window;
    table_see_window(table, now);
    const int64_t due = table_window_due(table);
    if (!due || now < due || !table_open_window(table, &window)) return;
    lobby_log(table->lobby, "window_closed", table, ALEA_HOST, NULL);
    if (!table_ply_made(table, ALEA_HOST, window.late, "@deadline", 0, now, &error) || !table_alive(table)) return;
    lobby_log(table->lobby, "window_not_closed", table, ALEA_HOST, &error);
    table->window.closes = now + NOT_CLOSED_MS;
    table->state_changed = true;
    table_touch(table);
}

static void look_at_clock(struct table *table, int64_t now) {
    if (table->status == STORE_WAITING) draw_go_on(table, now);
    absence_look(table, now);
    if (!table_alive(table)) return;
    close_window(table, now);
    if (!table_alive(table)) return;
    alea_actors expired = clock_expired(&table->clock, now), late = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (expired & alea_actor(seat) && table_alive(table)) act(table, seat, now);
    for (int seat = 0; seat < table->seats; seat++)
        if (clock_late(&table->clock, seat, now)) late |= alea_actor(seat);
    if (expired || late != table->late) table_change(table);
    table->late = late;
}

/* ---- The turn ---------------------------------------------------------------------------------------------------------------------- */

/* Opens some of those whose time has come; true if there are more. */
static bool wake_sleepers(struct lobby *lobby, int64_t now) {
    const char *sleeper = times_sleeper(lobby, now);
    for (int opened = 0; sleeper && !lobby->broken.code; sleeper = times_sleeper(lobby, now), opened++) {
        char id[STORE_ID_LENGTH + 1];
        struct alea_error error = {.lang = ALEA_EN};
        struct table *table = NULL;
        if (opened == TABLES_AT_ONCE) return true;
        memcpy(id, sleeper, sizeof id);
        times_forget(lobby, id);
        enum alea_err err = lobby_find(lobby, id, &table, &error);
        if (err) lobby_try_again(lobby, id, err);
        else if (table) look_at_clock(table, now);
        else if (!lobby_await(lobby, id, 0, NULL)) (void)lobby_sleep(lobby, id, now + CROWDED_MS);
    }
    return false;
}

static void look_at_tables(struct lobby *lobby, int64_t now) {
    for (struct table *table; !lobby->broken.code && (table = times_table(lobby, now));) {
        table_due(table, 0);
        look_at_clock(table, now);
        table_advance_later(table);
    }
}

bool times_look(struct lobby *lobby, int64_t now) {
    if (lobby->due && lobby->due <= now) lobby->due = 0;
    if (!lobby_is_leased(lobby)) return false; /* it may be renewed right behind this turn: what is due stays due */
    bool more = wake_sleepers(lobby, now);
    look_at_tables(lobby, now);
    return more;
}
