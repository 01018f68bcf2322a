/* SPDX-License-Identifier: MIT */
/* table_open.c - a table as the store has it: settings, state, seats, plies. In the loop, or in a thread of the pool. */
#include <string.h>

#include "error.h"
#include "table_internal.h"

struct reading {
    const struct opening_place *place;
    struct table *table;
    enum alea_err err;
    struct alea_error *error;
};

/* What the store says of the match: all but plies, seats and chat. */
static void take_match(void *context, const struct store_match *row) {
    struct reading *opening = context;
    const struct alea_game *game = alea_game_find(row->game);
    struct alea_scenario scenario = {.name = row->scenario_name, .bytes = row->scenario, .n_bytes = row->scenario_bytes};
    struct rules_key key = {.game = game,
                            .version = row->rules_version,
                            .seats = row->seats,
                            .options = row->options,
                            .complete = true,
                            .scenario = row->scenario ? &scenario : NULL};
    struct table *table = opening->table = table_new(opening->place->lobby, row->seats, opening->place->now, opening->error);
    opening->err = ALEA_ERR_NO_MEMORY;
    if (!table) return;
    if (table_is_deleting(row)) {
        opening->err = alea_fail(opening->error, ALEA_ERR_NOT_FOUND, row->id);
        return;
    }
    memcpy(table->id, row->id, sizeof table->id);
    table_take_line(table->name, sizeof table->name, row->name);
    table->listed = row->listed;
    table->created = row->created;
    table->changed = row->changed;
    table->status = row->status;
    opening->err = table_read_settings(table, row->settings, opening->error);
    if (!opening->err) opening->err = table_read_state(table, row->state, opening->error);
    if (opening->err) return;
    if (!game) {
        opening->err = alea_fail(opening->error, ALEA_ERR_UNKNOWN_GAME, row->game, "-");
        return;
    }
    if (key.version > game->rules_version) key.version = game->rules_version; /* store_replay() tells that it is too new */
    table->cached = rules_cache_get(opening->place->lobby, &key, opening->error);
    opening->err = table->cached ? ALEA_OK : opening->error->code;
}

static enum alea_err read_plies(struct table *table, struct store *store, struct alea_error *error) {
    struct alea_rules *rules = alea_rules_share(table->cached->rules);
    enum alea_err err = store_replay(store, table->id, rules, &table->match, error);
    if (err && !table->match) alea_rules_free(rules);
    if (!err && !plies_of_match(table)) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    return err;
}

static bool note_a_line(void *context, long n, int seat, const char *text, int64_t at) {
    (void)seat, (void)text, (void)at;
    *(long *)context = n;
    return false;
}

/* The number of the last line, by halving: the store counts none. */
static enum alea_err find_last_line(struct table *table, struct store *store, struct alea_error *error) {
    long low = 0, high = MAX_CHAT_LINES + MAX_OWN_LINES;
    while (low < high) {
        long middle = low + (high - low) / 2, found = 0;
        enum alea_err err = store_read_chat(store, table->id, middle, note_a_line, &found, error);
        if (err) return err;
        if (found > middle) low = found;
        else high = middle;
    }
    table->chat = low;
    return ALEA_OK;
}

static bool take_time(void *context, long ply, const struct alea_ply *done, int64_t at) {
    (void)ply, (void)done;
    *(int64_t *)context = at;
    return false;
}

/* Lists tell everybody when a match last changed: by something that everybody heard of. */
static enum alea_err find_last_change(struct table *table, struct store *store, struct alea_error *error) {
    const struct plies *plies = &table->plies;
    if (table->status == STORE_OVER || !plies->heard || alea_may_know(plies->heard[plies->n - 1], ALEA_NONE)) return ALEA_OK;
    long heard = table_ply(table, ALEA_NONE);
    table->changed = table->created;
    if (heard == 0) return ALEA_OK;
    long before = table_true_ply(table, ALEA_NONE, heard - 1);
    return store_read(store, table->id, before, take_time, &table->changed, error);
}

enum alea_err table_open(const struct opening_place *place, const char *id, struct table **out, struct alea_error *error) {
    struct reading opening = {.place = place, .error = error};
    struct store *store = place->store;
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0;
    enum alea_err err = store_match(store, id, take_match, &opening, error);
    struct table *table = opening.table;
    if (!err) err = opening.err;
    if (!err) err = store_seats(store, id, seats, &n, error);
    if (!err && n != table->seats) err = alea_fail(error, ALEA_ERR_BAD_SEATS, alea_digits(n).at, "-");
    if (!err) memcpy(table->seat, seats, (size_t)n * sizeof *seats);
    if (!err) err = read_plies(table, store, error);
    if (!err) err = find_last_change(table, store, error);
    if (!err) err = find_last_line(table, store, error);
    if (!err) err = table_read_turns(table, store, error);
    if (err) {
        table_close(table);
        return err;
    }
    table->notified = table->plies.n;
    table->posted = alea_match_posts(table->match);
    draw_woken(table);
    *out = table;
    return ALEA_OK;
}
