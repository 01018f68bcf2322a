/* SPDX-License-Identifier: MIT */
/* table_windows.c - the window that is open at a table of a game that has such: seen by the table's clock, due by it. */
#include "match.h"
#include "table_internal.h"

static bool counts(const struct table *table) {
    return table->clock.rules.kind == CLOCK_WINDOWS && table->status != STORE_WAITING && table->match;
}

static struct window_rules rules_of(const struct table *table) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    struct window_rules of = {.zone = table->clock.rules.zone};
    if (rules->game->campaign.calendar) rules->game->campaign.calendar(rules->opening, &of.calendar);
    return of;
}

bool table_open_window(const struct table *table, struct alea_window *window) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    return rules->game->campaign.window &&
           rules->game->campaign.window(rules->tables, alea_match_position(table->match), window);
}

bool table_window_moves(struct table *table, int64_t now) {
    struct alea_window window;
    if (!counts(table)) return false;
    const struct window_rules rules = rules_of(table);
    const bool open = table_open_window(table, &window), paused = table->status != STORE_PLAYING;
    return window_clock_see(&table->window, &rules, open ? &window : NULL, paused, table->plies.n, now);
}

int64_t table_window_due(const struct table *table) {
    struct alea_window window;
    if (!counts(table) || !table_open_window(table, &window) || window.number != table->window.number) return 0;
    const struct window_rules rules = rules_of(table);
    return window_clock_due(&table->window, &rules, table->lobby->since);
}
