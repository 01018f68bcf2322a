/* SPDX-License-Identifier: MIT */
/* standing_end.c - what ends a standing order: an alarm, its person's own move, something taken back. Nobody else hears of it. */
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "table_internal.h"

/* Its seat is told, and nobody else: not even that something has changed. */
void standing_changed(struct table *table, int seat) {
    table->state_changed = true;
    table_touch(table);
    plies_news(&table->plies, alea_actor(seat));
    for (struct listener *listener = table->listeners; listener; listener = listener->next)
        if (listener->viewer.seat == seat) listener->fresh = true;
}

void standing_drop(struct table *table, int seat) {
    struct standing_order **at = &table->standing;
    while (*at && (*at)->seat != seat) at = &(*at)->next;
    if (!*at) return;
    struct standing_order *order = *at;
    *at = order->next;
    free(order);
    standing_changed(table, seat);
    notices_order_seen(table, seat);
}

/* ---- What ends it ------------------------------------------------------------------------------------------------------------------------- */

void standing_end(struct table *table, struct standing_order *order, enum standing_end why) {
    order->pass = false;
    order->n = 0;
    order->why = why;
    order->ply = table->plies.n;
    standing_changed(table, order->seat);
    notices_order(table, order->seat);
}

void standing_undone(struct table *table, alea_actors seats) {
    for (struct standing_order *order = table->standing; order; order = order->next)
        if (seats & alea_actor(order->seat) && standing_stands(order)) standing_end(table, order, STANDING_UNDONE);
}

void standing_by_hand(struct table *table, int seat) {
    struct standing_order *order = standing_of(table, seat);
    if (!order || !order->pass) return;
    order->pass = false;
    if (!standing_stands(order)) standing_drop(table, seat);
    else standing_changed(table, seat);
}

/* Two positions, one behind the other, as the seat sees them. */
static bool alarms(const struct table *table, int seat, const void *before) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    const size_t size = rules->game->position_size;
    unsigned char *was = (unsigned char *)table->lobby->before + size, *is = was + size;
    memcpy(was, before, size);
    alea_hide(rules, was, seat);
    alea_match_view(table->match, seat, is);
    return rules->game->strategy.alarms(rules->tables, was, is, seat);
}

void standing_look(struct table *table, int maker, const void *before) {
    if (!table->standing || !alea_match_rules(table->match)->game->strategy.alarms) return;
    for (struct standing_order *order = table->standing; order; order = order->next) {
        if (!order->pass || order->seat == maker || !alarms(table, order->seat, before)) continue;
        order->pass = false; /* answers that were given beforehand are for this */
        order->why = STANDING_ALARM;
        order->ply = table->plies.n;
        table->passing &= ~alea_actor(order->seat);
        standing_changed(table, order->seat);
        notices_order(table, order->seat);
    }
}
