/* SPDX-License-Identifier: MIT */
/* set.c - the set of tables that are in memory, by their ids, and in the order in which they were asked for. */
#include <string.h>

#include "table_internal.h"

static struct table **bucket_of(struct lobby *lobby, const char *id) { return &lobby->bucket[lobby_bucket(id)]; }

static void put_first(struct lobby *lobby, struct table *table) {
    table->more_recent = NULL;
    table->less_recent = lobby->most_recent;
    if (lobby->most_recent) lobby->most_recent->more_recent = table;
    else lobby->least_recent = table;
    lobby->most_recent = table;
}

static void take_out(struct lobby *lobby, struct table *table) {
    if (table->more_recent) table->more_recent->less_recent = table->less_recent;
    else lobby->most_recent = table->less_recent;
    if (table->less_recent) table->less_recent->more_recent = table->more_recent;
    else lobby->least_recent = table->more_recent;
}

void lobby_add(struct lobby *lobby, struct table *table) {
    struct table **bucket = bucket_of(lobby, table->id);
    times_forget(lobby, table->id);
    table->next_bucket = *bucket;
    *bucket = table;
    put_first(lobby, table);
    lobby->counts.tables++;
    lobby->counts.tables_opened++;
}

void lobby_remove(struct lobby *lobby, struct table *table) {
    for (struct table **at = bucket_of(lobby, table->id); *at; at = &(*at)->next_bucket) {
        if (*at != table) continue;
        *at = table->next_bucket;
        break;
    }
    busy_leave(table);
    table_due(table, 0);
    for (struct table **at = &lobby->dirty; table->dirty && *at; at = &(*at)->next_dirty) {
        if (*at != table) continue;
        *at = table->next_dirty;
        break;
    }
    table->busy = table->dirty = false;
    take_out(lobby, table);
    lobby->counts.tables--;
}

struct table *lobby_look_up(struct lobby *lobby, const char *id) {
    struct table *table = *bucket_of(lobby, id);
    while (table && strcmp(table->id, id) != 0) table = table->next_bucket;
    return table;
}

void lobby_asked_for(struct lobby *lobby, struct table *table) {
    if (table == lobby->most_recent) return;
    take_out(lobby, table);
    put_first(lobby, table);
}
