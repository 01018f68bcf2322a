/* SPDX-License-Identifier: MIT */
/* plies.c - what a table keeps of each ply: who heard of it, and whether it can be taken back. */
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "table_internal.h"
#include "view.h"

enum {
    MAX_FORCED_TAIL = 256
}; /* plies of one seat in a row that are asked whether they were forced, when a match is opened */

bool plies_reserve(struct plies *plies) {
    if (plies->n < plies->cap) return true;
    long cap = plies->cap ? 2 * plies->cap : 64;
    uint8_t *mark = realloc(plies->mark, (size_t)cap * sizeof *mark);
    if (!mark) return false;
    plies->mark = mark;
    if (plies->heard) {
        alea_actors *heard = realloc(plies->heard, (size_t)cap * sizeof *heard);
        if (!heard) return false;
        plies->heard = heard;
        alea_actors *known = realloc(plies->known, (size_t)cap * sizeof *known);
        if (!known) return false;
        plies->known = known;
    }
    plies->cap = cap;
    return true;
}

/* Begins to keep, for each ply, which seats heard of it. */
static bool keep_heard(struct plies *plies) {
    alea_actors *heard = malloc((size_t)plies->cap * sizeof *heard), *known = malloc((size_t)plies->cap * sizeof *known);
    if (!heard || !known) {
        free(heard);
        free(known);
        return false;
    }
    for (long ply = 0; ply < plies->n; ply++) heard[ply] = known[ply] = ALEA_EVERYBODY;
    plies->heard = heard;
    plies->known = known;
    return true;
}

static void count_missed(struct plies *plies, alea_actors heard, int by) {
    for (int seat = 0; seat < plies->seats; seat++) plies->missed[seat] += alea_may_know(heard, seat) ? 0 : by;
    plies->missed[SPECTATORS] += by; /* they hear of what everybody does */
}

bool plies_add(struct plies *plies, alea_actors heard, alea_actors known, uint8_t mark) {
    bool secret = heard != ALEA_EVERYBODY || known != ALEA_EVERYBODY;
    if (secret && !plies->heard && !keep_heard(plies)) return false;
    if (plies->heard) {
        plies->heard[plies->n] = heard;
        plies->known[plies->n] = known;
    }
    plies->mark[plies->n++] = mark;
    if (heard != ALEA_EVERYBODY) count_missed(plies, heard, 1);
    return true;
}

static uint32_t window_at(const struct alea_rules *rules, const void *pos, struct alea_window *window) {
    return rules->game->campaign.window && rules->game->campaign.window(rules->tables, pos, window) ? window->number : 0;
}

bool plies_see_window(struct plies *plies, const struct alea_rules *rules, const void *before, const void *after) {
    struct alea_window was, is;
    const uint32_t number = window_at(rules, after, &is);
    if (!number || number == window_at(rules, before, &was)) return true;
    if (plies->n_opened == plies->cap_opened) {
        const int cap = plies->cap_opened ? 2 * plies->cap_opened : 32;
        struct table_window *opened = realloc(plies->opened, (size_t)cap * sizeof *opened);
        if (!opened) return false;
        plies->opened = opened;
        plies->cap_opened = cap;
    }
    const int round = rules->game->round(rules->tables, after);
    plies->opened[plies->n_opened++] = (struct table_window){plies->n, is.set, is.name, round};
    return true;
}

alea_actors plies_drop(struct plies *plies) {
    alea_actors heard = plies->heard ? plies->heard[plies->n - 1] : ALEA_EVERYBODY;
    if (plies->n_opened && plies->opened[plies->n_opened - 1].ply == plies->n) plies->n_opened--;
    plies->n--;
    if (heard != ALEA_EVERYBODY) count_missed(plies, heard, -1);
    chains_cut(plies);
    return heard;
}

void plies_clear(struct plies *plies) {
    chains_free(plies);
    free(plies->opened);
    free(plies->mark);
    free(plies->heard);
    free(plies->known);
    *plies = (struct plies){0};
}

void plies_news(struct plies *plies, alea_actors heard) {
    for (int seat = 0; seat < plies->seats; seat++) plies->changes[seat] += alea_may_know(heard, seat);
    plies->changes[SPECTATORS] += alea_may_know(heard, ALEA_NONE);
    plies->changes[EVERYTHING]++;
}

void plies_taken_back(struct plies *plies, alea_actors heard) {
    plies_news(plies, heard);
    for (int seat = 0; seat < plies->seats; seat++)
        if (alea_may_know(heard, seat)) plies->undone[seat] = plies->changes[seat];
    if (alea_may_know(heard, ALEA_NONE)) plies->undone[SPECTATORS] = plies->changes[SPECTATORS];
    plies->undone[EVERYTHING] = plies->changes[EVERYTHING];
}

/* ---- Of a match that was replayed ------------------------------------------------------------------------------------------ */

uint8_t ply_marks(const struct alea_rules *rules, const void *before, const struct alea_ply *done, const void *after) {
    if (done->seat >= rules->seats) return PLY_BARRIER;
    bool alone = alea_movers(rules, before) == alea_actor(done->seat);
    bool barrier = alea_barrier(rules, before, done->seat, done->move, after);
    return (uint8_t)((barrier ? PLY_BARRIER : 0) | (alone ? PLY_ALONE : 0));
}

/* The first of the plies that end the match and are of one seat: an undo may ask whether they were forced. */
static long tail_of(const struct alea_match *match) {
    long n = alea_match_plies(match), first = n;
    if (n == 0) return 1;
    int seat = alea_match_ply(match, n)->seat;
    while (first > 1 && first > n - MAX_FORCED_TAIL && alea_match_ply(match, first - 1)->seat == seat) first--;
    return first;
}

static bool was_forced(const struct alea_rules *rules, const void *before, const struct alea_ply *done, alea_move legal[]) {
    if (done->seat >= rules->seats) return false;
    int n = rules->game->legal(rules->tables, before, done->seat, legal);
    return alea_moves_forced(rules->game, legal, n);
}

bool plies_of_match(struct table *table) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    long n = alea_match_plies(table->match), tail = tail_of(table->match);
    const size_t size = rules->game->position_size;
    struct alea_events events;
    void *pos = malloc(size), *before = malloc(size);
    alea_move *legal = calloc((size_t)rules->game->max_legal, sizeof *legal);
    bool fine = pos && before && legal;
    if (fine) memcpy(pos, alea_match_beginning(table->match), size);
    for (long ply = 1; fine && ply <= n; ply++) {
        const struct alea_ply *done = alea_match_ply(table->match, ply);
        memcpy(before, pos, size);
        alea_match_step(table->match, ply, pos, &events);
        uint8_t mark = ply_marks(rules, before, done, pos);
        if (ply >= tail && was_forced(rules, before, done, legal)) mark |= PLY_FORCED;
        fine = plies_reserve(&table->plies) && plies_add(&table->plies, alea_ply_heard(rules, before, done, &events),
                                                         alea_ply_known(rules, before, done, &events), mark);
        fine = fine && plies_see_window(&table->plies, rules, before, pos);
    }
    free(pos);
    free(before);
    free(legal);
    return fine;
}
