/* SPDX-License-Identifier: MIT */
/* giving.c - tables leave this process for another one. The store has all of them: nothing is handed over but the right to write. */
#include "table_internal.h"

static void leave(struct lobby *lobby, shares which) {
    lobby->shares &= ~which;
    store_look_after(lobby->options.store, lobby->shares);
    for (struct table *table = lobby->most_recent, *next; table; table = next) {
        next = table->less_recent;
        if (!(which & share_bit(share_of_match(table->id)))) continue;
        table_moves(table);
        lobby_remove(lobby, table);
        table_close(table);
    }
    times_drop(lobby, which);
    deletions_give(lobby, which);
}

bool lobby_give(struct lobby *lobby, shares which) {
    store_look_after(lobby->options.store, lobby->shares & ~which);
    if (notices_fly(lobby, which)) return false;
    leave(lobby, which);
    return true;
}

void lobby_lose(struct lobby *lobby) { leave(lobby, SHARES_ALL); }
