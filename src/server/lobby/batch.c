/* SPDX-License-Identifier: MIT */
/* batch.c - the batch of this turn: which tables it changes, what the store says to what is written, and whether it can still be
 * committed. */
#include "engine_text.h"
#include "error.h"
#include "table_internal.h"

void lobby_break(struct lobby *lobby, const struct alea_error *error) {
    if (lobby->broken.code) return;
    lobby->broken = error ? *error : (struct alea_error){.code = ALEA_ERR_IO};
    if (!lobby->broken.code) lobby->broken.code = ALEA_ERR_IO;
}

enum alea_err lobby_is_broken(const struct lobby *lobby, struct alea_error *error) {
    if (lobby->broken.code == ALEA_ERR_NO_MEMORY) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    return alea_fail(error, ALEA_ERR_IO, "store", alea_reason(error, ENGINE_SAY_TABLE_NOT_KEPT).at);
}

bool lobby_wrote(struct lobby *lobby, enum alea_err err, const struct alea_error *error) {
    if (err && err != ALEA_ERR_NOT_FOUND && err != ALEA_ERR_STALE) lobby_break(lobby, error);
    return !err;
}

/* ---- A table ------------------------------------------------------------------------------------------------------------------- */

void table_touch(struct table *table) {
    if (table->dirty) return;
    table->dirty = true;
    table->next_dirty = table->lobby->dirty;
    table->lobby->dirty = table;
}

void table_see_window(struct table *table, int64_t now) {
    if (!table_window_moves(table, now)) return;
    table->state_changed = true;
    table_touch(table);
}

void table_change(struct table *table) {
    table_touch(table);
    table->news = true;
    plies_news(&table->plies, ALEA_EVERYBODY);
}

enum alea_err table_usable(const struct table *table, struct alea_error *error) {
    if (table->lobby->broken.code) return lobby_is_broken(table->lobby, error);
    if (table->frozen) return alea_fail(error, ALEA_ERR_DAMAGED, table->id, "-");
    if (table->lost) return alea_fail(error, ALEA_ERR_STALE, alea_digits(table_ply(table, ALEA_NONE)).at, "?");
    return table->deleted ? alea_fail(error, ALEA_ERR_NOT_FOUND, table->id) : ALEA_OK;
}

enum alea_err table_wrote(struct table *table, enum alea_err err, const struct alea_error *error) {
    table_touch(table);
    if (err == ALEA_ERR_STALE || err == ALEA_ERR_NOT_FOUND) {
        table->lost = true;
        table->lobby->counts.stale++;
    } else if (err) {
        if (err == ALEA_ERR_DAMAGED) {
            table->frozen = true; /* else it would keep everybody's batches from being written */
            lobby_damaged(table->lobby, error);
        }
        lobby_break(table->lobby, error);
    }
    return err;
}

/* Half of a state, for want of memory, would be none. */
enum alea_err table_store_state(const struct table *table, enum store_status status, int64_t at, struct alea_error *error) {
    struct alea_text state;
    alea_text_init(&state, STORE_MAX_STATE, ALEA_EN);
    table_state_words(table, &state);
    enum alea_err err =
        state.truncated ? alea_fail(error, ALEA_ERR_NO_MEMORY)
                        : store_set_state(table->lobby->options.store, table->id, status, alea_text_str(&state), at, error);
    alea_text_clear(&state);
    return err;
}

void table_write_state(struct table *table) {
    struct lobby *lobby = table->lobby;
    struct alea_error error = {.lang = ALEA_EN};
    if (table->lost || table->frozen || table->deleted || lobby->broken.code || !(table->state_changed || table->over))
        return;
    enum alea_err err = table_store_state(table, table->status, lobby->now, &error);
    if (!err && table->over) err = store_seal(lobby->options.store, table->id, lobby->now, &error);
    if (err) (void)table_wrote(table, err, &error);
}
