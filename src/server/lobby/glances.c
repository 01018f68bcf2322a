/* SPDX-License-Identifier: MIT */
/* glances.c - other processes' matches that lists look at: opened anew only when the store says something else of them than before. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum {
    GLANCES = 64,           /* tables that are kept: a page of a list is 50 */
    GLANCED_PLIES = 200000, /* of all that are kept, but for the one that was looked at last */
    MARK_BYTES = 16
};

/* All that a table is opened from and that may change, hashed. */
struct mark {
    uint8_t bytes[MARK_BYTES];
};

struct glance {
    struct table *table; /* NULL: the entry is free */
    struct mark mark;
    uint64_t looked; /* the number of the look that was last */
};

struct glances {
    struct glance at[GLANCES];
    uint64_t looks;
};

/* ---- Has it changed? -------------------------------------------------------------------------------------------------------- */

static void hash_line(crypto_generichash_state *hash, const char *line) {
    crypto_generichash_update(hash, (const uint8_t *)line, strlen(line) + 1);
}

/* Plies are appended only, notes and turns with them; what else goes on at a table stands in the state. */
static void hash_match(void *context, const struct store_match *row) {
    crypto_generichash_state *hash = context;
    const int64_t numbers[] = {row->plies, row->status, row->changed, row->created, table_is_deleting(row)};
    crypto_generichash_update(hash, (const uint8_t *)numbers, sizeof numbers);
    hash_line(hash, row->state);
}

static enum alea_err mark_of(struct store *store, const char *id, struct mark *mark) {
    crypto_generichash_state hash;
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0;
    crypto_generichash_init(&hash, NULL, 0, sizeof mark->bytes);
    enum alea_err err = store_match(store, id, hash_match, &hash, NULL);
    if (!err) err = store_seats(store, id, seats, &n, NULL);
    for (int seat = 0; seat < n && !err; seat++) {
        const char *const lines[] = {seats[seat].who, seats[seat].name, seats[seat].word, seats[seat].account};
        for (size_t i = 0; i < ALEA_LEN(lines); i++) hash_line(&hash, lines[i]);
        crypto_generichash_update(&hash, (const uint8_t[]){seats[seat].joined, seats[seat].muted}, 2);
    }
    crypto_generichash_final(&hash, mark->bytes, sizeof mark->bytes);
    return err;
}

/* ---- What is kept -------------------------------------------------------------------------------------------------------------- */

static void forget(struct glance *glance) {
    table_close(glance->table);
    glance->table = NULL;
}

static struct glance *find(struct glances *glances, const char *id) {
    for (struct glance *at = glances->at; at < glances->at + GLANCES; at++)
        if (at->table && strcmp(at->table->id, id) == 0) return at;
    return NULL;
}

/* The one that nobody looked at for longest; a free one, if there is any. */
static struct glance *oldest(struct glances *glances) {
    struct glance *oldest = glances->at;
    for (struct glance *at = glances->at; at < glances->at + GLANCES && oldest->table; at++)
        if (!at->table || at->looked < oldest->looked) oldest = at;
    return oldest;
}

/* Those that nobody looked at for longest go, until the others have few enough plies. */
static void make_room(struct glances *glances, const struct glance *last) {
    for (;;) {
        struct glance *longest_ago = NULL;
        long plies = 0;
        for (struct glance *at = glances->at; at < glances->at + GLANCES; at++) {
            if (!at->table || at == last) continue;
            plies += alea_match_plies(at->table->match);
            if (!longest_ago || at->looked < longest_ago->looked) longest_ago = at;
        }
        if (plies <= GLANCED_PLIES) return;
        forget(longest_ago);
    }
}

struct table *lobby_glance(struct lobby *lobby, const char *id) {
    const struct opening_place place = {.lobby = lobby, .store = lobby->options.store, .now = lobby->now};
    struct glances *glances = lobby->glances;
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table = NULL;
    struct mark mark;
    if (!glances) glances = lobby->glances = calloc(1, sizeof *glances);
    if (!glances) return NULL;
    struct glance *glance = find(glances, id);
    bool known = mark_of(place.store, id, &mark) == ALEA_OK;
    if (!glance || !known || memcmp(&glance->mark, &mark, sizeof mark) != 0) {
        if (!glance) glance = oldest(glances);
        if (glance->table) forget(glance);
        if (!known || table_open(&place, id, &table, &error)) return NULL;
        *glance = (struct glance){.table = table, .mark = mark};
        lobby->counts.tables_glanced++;
    }
    glance->looked = ++glances->looks;
    make_room(glances, glance);
    return glance->table;
}

void glances_forget(struct lobby *lobby) {
    for (int i = 0; lobby->glances && i < GLANCES; i++)
        if (lobby->glances->at[i].table) forget(&lobby->glances->at[i]);
    free(lobby->glances);
    lobby->glances = NULL;
}
