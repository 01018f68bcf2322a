/* SPDX-License-Identifier: MIT */
/* due.c - when a table is to be looked at though nobody asks: for its clock, its bots, the words and the beacon of its dice. */
#include "match.h"
#include "table_internal.h"

enum { USUAL_MS = 60 * 1000 };

int64_t draw_patience(const struct lobby *lobby) { return lobby->options.draw_ms > 0 ? lobby->options.draw_ms : USUAL_MS; }

alea_actors draw_promised(const struct table *table) {
    alea_actors seats = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (alea_is_promised(alea_match_head(table->match), seat)) seats |= alea_actor(seat);
    return seats;
}

/* All words are told: when rounds come out is all that is waited for. */
static bool awaits_times(const struct table *table) {
    return table->draw.phase == DRAW_OPENING && !(draw_promised(table) & ~table->draw.opened);
}

int64_t draw_due(const struct table *table) {
    if (table->draw.phase == DRAW_NONE) return 0; /* every message asks */
    return awaits_times(table) && table->wants_beacon ? 0 : table->draw.until;
}

void draw_woken(struct table *table) {
    int64_t soonest = table->lobby->since + draw_patience(table->lobby);
    if (table->draw.phase != DRAW_NONE && table->draw.until < soonest) table->draw.until = soonest;
}

/* A table that was opened anew has not asked yet: it does at once. */
int64_t beacon_due(const struct table *table, int64_t now) {
    const struct alea_beacon *named = &alea_match_head(table->match)->dice.beacon;
    if (!table->wants_beacon || table->beacon_fetching) return 0;
    if (awaits_times(table)) return table->beacon_again ? table->beacon_again : now;
    return named->named && !named->out ? table->beacon_again : 0;
}

void table_set_due(struct table *table, int64_t now) {
    const bool plays = table->status == STORE_PLAYING;
    const int64_t times[] = {plays ? clock_next(&table->clock, now) : 0,
                             plays ? table_window_due(table) : 0,
                             plays ? table_bot_due(table) : 0,
                             plays ? table->again : 0,
                             draw_due(table),
                             absence_due(table->loan, &table->clock),
                             beacon_due(table, now)};
    int64_t due = 0;
    for (size_t i = 0; i < ALEA_LEN(times); i++)
        if (times[i] && (!due || times[i] < due)) due = times[i];
    table_due(table, due);
}
