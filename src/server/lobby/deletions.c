/* SPDX-License-Identifier: MIT */
/* deletions.c - long matches that are deleted, piece by piece: a turn of the loop has time for a few thousand plies.
 *
 * The first piece is a mark in the state of the match, and it is that which is answered for: whoever opens the match from then on finds
 * none, and after a restart its deletion goes on. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_internal.h"

enum { AT_ONCE = 2000, FIRST_WAIT_MS = 1000, LONGEST_WAIT_MS = 60 * 60 * 1000 };

struct deletion {
    char id[STORE_ID_LENGTH + 1];
    long plies, left;    /* that there may still be, and when this batch is written */
    bool sure;           /* its mark is committed */
    int64_t again, wait; /* it failed: not before then, and how long that was, in ms */
    struct deletion *next;
};

bool deletion_add(struct lobby *lobby, const char *id, long plies, bool sure) {
    struct deletion *deletion = calloc(1, sizeof *deletion);
    if (!deletion) return false;
    memcpy(deletion->id, id, sizeof deletion->id);
    deletion->plies = deletion->left = plies;
    deletion->sure = sure;
    deletion->next = lobby->deletions;
    lobby->deletions = deletion;
    return true;
}

static void drop(struct lobby *lobby, struct deletion *deletion) {
    struct deletion **at = &lobby->deletions;
    while (*at != deletion) at = &(*at)->next;
    *at = deletion->next;
    free(deletion);
}

bool deletion_of(const struct lobby *lobby, const char *id) {
    const struct deletion *deletion = lobby->deletions;
    while (deletion && strcmp(deletion->id, id) != 0) deletion = deletion->next;
    return deletion != NULL;
}

static long throws_of(const struct alea_match *match) {
    long n = 0;
    for (long ply = 1; ply <= alea_match_plies(match); ply++) n += alea_match_ply(match, ply)->seat == ALEA_CHANCE;
    return n;
}

/* The mark says STORE_PLAYING, whatever the match was: that is what lobby_resume() looks at. */
enum alea_err deletion_begin(struct table *table, int64_t now, struct alea_error *error) {
    struct store *store = table->lobby->options.store;
    enum alea_err err = store_bury(store, table->id, throws_of(table->match), now, error);
    if (err) return err;
    if (table->plies.n <= AT_ONCE) return store_delete(store, table->id, error);
    table->deleting = true;
    err = table_store_state(table, STORE_PLAYING, now, error);
    if (!err && !deletion_add(table->lobby, table->id, table->plies.n, false)) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    return err;
}

void deletions_settle(struct lobby *lobby, bool written) {
    for (struct deletion *deletion = lobby->deletions, *next; deletion; deletion = next) {
        next = deletion->next;
        if (written) deletion->plies = deletion->left;
        else deletion->left = deletion->plies;
        if (!deletion->sure && !written) drop(lobby, deletion);
        else deletion->sure = true;
    }
}

/* The first that is not to wait, of those whose mark is sure or of all. */
static struct deletion *due(const struct lobby *lobby, bool sure) {
    struct deletion *deletion = lobby->deletions;
    while (deletion && ((sure && !deletion->sure) || deletion->again > lobby->now)) deletion = deletion->next;
    return deletion;
}

/* What can't be deleted, as where a page is damaged, breaks the batch of everybody: so it is tried later and later. */
static void put_off(struct lobby *lobby, struct deletion *deletion, const struct alea_error *error) {
    const int64_t longer = 2 * deletion->wait;
    deletion->wait = longer < FIRST_WAIT_MS ? FIRST_WAIT_MS : longer > LONGEST_WAIT_MS ? LONGEST_WAIT_MS : longer;
    deletion->again = lobby->now + deletion->wait;
    lobby_at(lobby, deletion->again);
    lobby_break(lobby, error);
}

/* A batch that fails takes back what was deleted last: so each piece begins from what is sure to be gone, and the last one is seen to. */
bool deletions_go_on(struct lobby *lobby) {
    struct deletion *deletion = due(lobby, true);
    struct alea_error error = {.lang = ALEA_EN};
    enum alea_err err = ALEA_OK;
    if (deletion) {
        deletion->left = deletion->plies > AT_ONCE ? deletion->plies - AT_ONCE : 0;
        err = deletion->left ? store_shorten(lobby->options.store, deletion->id, deletion->left, &error)
                             : store_delete(lobby->options.store, deletion->id, &error);
    }
    if (err == ALEA_ERR_NOT_FOUND) drop(lobby, deletion);
    else if (err) put_off(lobby, deletion, &error);
    return due(lobby, false) != NULL;
}

void deletions_give(struct lobby *lobby, shares which) {
    for (struct deletion *deletion = lobby->deletions, *next; deletion; deletion = next) {
        next = deletion->next;
        if (which & share_bit(share_of_match(deletion->id))) drop(lobby, deletion);
    }
}

void deletions_forget(struct lobby *lobby) { deletions_give(lobby, SHARES_ALL); }
