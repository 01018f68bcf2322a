/* SPDX-License-Identifier: MIT */
/* glances.c - other processes' matches that lists look at: opened anew only when the store says something else of them than before. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum {
    GLANCES = 64,          /* tables that are kept: a page of a list is 50 */
    GLANCED_PLIES = 200000 /* of all that are kept, but for the one that was looked at last */
};

struct glance {
    struct table *table; /* NULL: the entry is free */
    struct glance_mark mark;
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
void glance_mark_match(struct glance_mark *mark, const struct store_match *row) {
    crypto_generichash_state hash;
    const int64_t numbers[] = {row->plies, row->status, row->changed, row->created};
    crypto_generichash_init(&hash, NULL, 0, sizeof mark->bytes);
    crypto_generichash_update(&hash, (const uint8_t *)numbers, sizeof numbers);
    hash_line(&hash, row->state);
    crypto_generichash_final(&hash, mark->bytes, sizeof mark->bytes);
}

void glance_mark_seats(struct glance_mark *mark, const struct store_seat seats[], int n) {
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, mark->bytes, sizeof mark->bytes, sizeof mark->bytes);
    for (int seat = 0; seat < n; seat++) {
        const char *const lines[] = {seats[seat].who, seats[seat].name, seats[seat].word, seats[seat].account};
        for (size_t i = 0; i < ALEA_LEN(lines); i++) hash_line(&hash, lines[i]);
        crypto_generichash_update(&hash, (const uint8_t[]){seats[seat].joined, seats[seat].muted}, 2);
    }
    crypto_generichash_final(&hash, mark->bytes, sizeof mark->bytes);
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

/* The one of all but `last` that nobody looked at for longest; NULL: there is no other. *plies: of those others. */
static struct glance *longest_ago(struct glances *glances, const struct glance *last, long *plies) {
    struct glance *longest = NULL;
    *plies = 0;
    for (struct glance *at = glances->at; at < glances->at + GLANCES; at++) {
        if (!at->table || at == last) continue;
        *plies += alea_match_plies(at->table->match);
        if (!longest || at->looked < longest->looked) longest = at;
    }
    return longest;
}

/* A free entry; with none, the one of which nobody saw anything for longest. */
static struct glance *entry(struct glances *glances) {
    long plies;
    for (struct glance *at = glances->at; at < glances->at + GLANCES; at++)
        if (!at->table) return at;
    struct glance *longest = longest_ago(glances, NULL, &plies);
    forget(longest);
    return longest;
}

/* The others go in their turn until few enough plies are left. */
static void make_room(struct glances *glances, const struct glance *last) {
    long plies;
    for (struct glance *longest = longest_ago(glances, last, &plies); plies > GLANCED_PLIES;
         longest = longest_ago(glances, last, &plies))
        forget(longest);
}

/* The one that is kept of a match of which the store says the same as then; NULL: none. */
static struct glance *kept(const struct lobby *lobby, const char *id, const struct glance_mark *mark) {
    struct glance *glance = lobby->glances ? find(lobby->glances, id) : NULL;
    return glance && memcmp(&glance->mark, mark, sizeof *mark) == 0 ? glance : NULL;
}

bool lobby_must_open(struct lobby *lobby, const char *id, const struct glance_mark *mark) {
    return lobby_has(lobby, id) ? !lobby_look_up(lobby, id) : !kept(lobby, id, mark);
}

struct table *lobby_glance(struct lobby *lobby, const char *id, const struct glance_mark *mark) {
    const struct opening_place place = {.lobby = lobby, .store = lobby->options.store, .now = lobby->now};
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table = NULL;
    if (!lobby->glances) lobby->glances = calloc(1, sizeof *lobby->glances);
    if (!lobby->glances) return NULL;
    struct glance *glance = kept(lobby, id, mark);
    if (!glance) {
        struct glance *stale = find(lobby->glances, id);
        if (stale) forget(stale);
        if (table_open(&place, id, &table, &error)) return NULL;
        glance = entry(lobby->glances);
        *glance = (struct glance){.table = table, .mark = *mark};
        lobby->counts.tables_glanced++;
    }
    glance->looked = ++lobby->glances->looks;
    make_room(lobby->glances, glance);
    return glance->table;
}

void glances_forget(struct lobby *lobby) {
    for (int i = 0; lobby->glances && i < GLANCES; i++)
        if (lobby->glances->at[i].table) forget(&lobby->glances->at[i]);
    free(lobby->glances);
    lobby->glances = NULL;
}
