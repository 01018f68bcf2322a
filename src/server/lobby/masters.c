/* SPDX-License-Identifier: MIT */
/* masters.c - the Masters of a table that was made with one: they hold no seat, see everything, and make the host's moves. */
#include <string.h>

#include "table_internal.h"

/* Their names stand in the state, which is written before the commit; who listens is told. */
static enum table_answer changed(struct table *table) {
    table->state_changed = true;
    table_change(table);
    return TABLE_OK;
}

enum table_answer table_add_master(struct table *table, const char *name, int *number, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    int free = 0;
    while (free < STORE_MAX_MASTERS && table->master[free][0]) free++;
    if (!table->has_master || free == STORE_MAX_MASTERS) return TABLE_FORBIDDEN;
    table_take_line(table->master[free], TABLE_MASTER_NAME, name);
    *number = free + 1;
    return changed(table);
}

enum table_answer table_drop_master(struct table *table, int number, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (number <= 1 || number > STORE_MAX_MASTERS || !table->master[number - 1][0]) return TABLE_FORBIDDEN;
    memset(table->master[number - 1], 0, TABLE_MASTER_NAME);
    table_unmaster(table, number);
    return changed(table);
}

const char *table_master_name(const struct table *table, int number) {
    int masters = 0;
    for (int i = 0; i < STORE_MAX_MASTERS; i++) masters += table->master[i][0] != 0;
    return masters == 1 && number == 1 ? NULL : table->master[number - 1];
}

void table_log_look(const struct table *table, const struct viewer *viewer) { lobby_log_look(table->lobby, table, viewer); }
