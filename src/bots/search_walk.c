/* SPDX-License-Identifier: MIT */
/* search_walk.c - one iteration of `search`: from a guess at the position down the tree, past its edge, and the estimate back up. */
#include <assert.h>
#include <string.h>

#include "now.h"
#include "search.h"

enum { LOOK_EVERY = 16 }; /* steps of a playout after which the clock is looked at */

bool search_is_late(struct search_tree *tree) {
    if (tree->stop && atomic_load_explicit(tree->stop, memory_order_relaxed)) tree->late = true;
    if (tree->deadline && !tree->late && alea_now_ns() >= tree->deadline) tree->late = true;
    return tree->late;
}

/* What `seat` sees of the position now. */
static void *look_as(struct search_tree *tree, int seat) {
    const struct alea_game *game = tree->rules->game;
    if (!tree->secrets) return tree->pos;
    memcpy(tree->view, tree->pos, game->position_size);
    alea_hide(tree->rules, tree->view, seat);
    return tree->view;
}

static void appraise(struct search_tree *tree, int seat, int n) {
    alea_tempered(tree->rules, tree->pos, seat, tree->rules->game->strategy.search, tree->legal, n, tree->worth);
}

static void apply(struct search_tree *tree, int seat, alea_move move) {
    tree->rules->game->apply(tree->rules->tables, tree->pos, seat, move, NULL);
}

/* The move, so many times as the game lets it stand for one. How many. */
static int make(struct search_tree *tree, int seat, alea_move move) {
    const struct alea_game *game = tree->rules->game;
    const int times = game->strategy.at_once ? game->strategy.at_once(tree->rules->tables, tree->pos, move) : 1;
    for (int i = 0; i < times; i++) apply(tree, seat, move);
    return times;
}

static bool somebody_chooses(alea_actors actors) {
    return actors != ALEA_ACTORS_OVER && actors != ALEA_ACTORS_CHANCE && actors != ALEA_ACTORS_HOST;
}

/* ---- Past the tree ---------------------------------------------------------------------------------------------------- */

/* The first of the best ones. */
static alea_move liked_best(struct search_tree *tree, int seat, int n) {
    int best = 0;
    appraise(tree, seat, n);
    for (int i = 1; i < n; i++)
        if (tree->worth[i] > tree->worth[best]) best = i;
    return tree->legal[best];
}

/* Plays on, as it likes best and then at random, for so many plies or to the end; true if this is it. */
static bool play_on(struct search_tree *tree, long plies, long sensible) {
    const struct alea_game *game = tree->rules->game;
    const void *tables = tree->rules->tables;
    for (long ply = 0, step = 1;; step++) {
        alea_actors actors = game->actors(tables, tree->pos);
        int seat = __builtin_ctzll(actors | ALEA_ACTORS_HOST);
        if (actors == ALEA_ACTORS_OVER) return true;
        if (ply >= plies || actors == ALEA_ACTORS_HOST) return false;
        if (step % LOOK_EVERY == 0 && search_is_late(tree)) return false;
        if (actors == ALEA_ACTORS_CHANCE) {
            apply(tree, seat, game->roll(tables, tree->pos, &tree->random));
            ply++;
            continue;
        }
        int n = game->legal(tables, tree->pos, seat, tree->legal);
        alea_move move = tree->legal[0];
        if (n > 1 && ply < sensible) move = liked_best(tree, seat, n);
        else if (n > 1) move = alea_bot_any(tree->legal, n, alea_random_word(&tree->random), &tree->random);
        ply += make(tree, seat, move);
    }
}

/* What each seat may expect from here, at the end of an opening or past a horizon. A game without an estimate goes on to its end. */
static void reckon(struct search_tree *tree, double share[]) {
    const struct alea_game *game = tree->rules->game;
    int seats = tree->rules->seats;
    alea_estimate *estimate = alea_bot_estimate(game, tree->parameters->linear);
    int plies = game->strategy.opening ? game->strategy.opening(tree->rules->tables, tree->pos) : 0;
    if (!plies) plies = tree->horizon;
    bool over = play_on(tree, estimate ? plies : game->max_plies, plies);
    if (over) game->score(tree->rules->tables, tree->pos, share);
    else if (estimate) estimate(tree->rules->tables, tree->pos, share);
    else
        for (int seat = 0; seat < seats; seat++) share[seat] = 1.0 / seats;
}

/* ---- Down the tree ------------------------------------------------------------------------------------------------------ */

static void note(struct search_tree *tree, const struct search_node *node, const struct search_edge *edge) {
    uint32_t chosen = edge ? (uint32_t)(edge - tree->edge) : UINT32_MAX;
    tree->step[tree->depth++] = (struct search_step){.node = (uint32_t)(node - tree->node), .edge = chosen};
}

/* The node's moves, listed anew if need be; false if that can't be or is not yet to be done. */
static bool open_node(struct search_tree *tree, struct search_node *node, int n) {
    bool fresh = node->edges == 0;
    if (fresh && tree->nodes > 1 && (int)node->visits + 1 < tree->parameters->expand_at) return false;
    if (!fresh && search_meet(tree, node, tree->legal, n)) return true;
    appraise(tree, node->seat, n);
    return search_expand(tree, node, tree->legal, n, tree->worth) || !fresh;
}

/* One choice of `seat`, who is to act; false where the tree ends. */
static bool step_down(struct search_tree *tree, int seat) {
    const struct alea_game *game = tree->rules->game;
    int n = game->legal(tree->rules->tables, tree->pos, seat, tree->legal);
    bool made = false;
    assert(n > 0 && n <= game->max_legal);
    if (n == 1) {
        apply(tree, seat, tree->legal[0]);
        return true;
    }
    uint64_t key = search_hash(look_as(tree, tree->seat), game->position_size) + (uint64_t)seat;
    struct search_node *node = search_node_at(tree, key, seat, &made);
    if (!node) return false;
    struct search_edge *edge = NULL;
    if (open_node(tree, node, n)) edge = search_select(tree, node, tree->legal, n);
    note(tree, node, edge);
    if (edge) (void)make(tree, seat, edge->move);
    return edge && !made;
}

static void descend(struct search_tree *tree) {
    const struct alea_game *game = tree->rules->game;
    const void *tables = tree->rules->tables;
    int seat = tree->seat; /* whoever else could move now, it is asked first */
    long plies = 0;
    while (tree->depth < SEARCH_MOST_DEPTH && plies++ < game->max_plies) {
        if (!step_down(tree, seat)) return;
        alea_actors actors = game->actors(tables, tree->pos);
        while (actors == ALEA_ACTORS_CHANCE) {
            apply(tree, ALEA_CHANCE, game->roll(tables, tree->pos, &tree->random));
            actors = game->actors(tables, tree->pos);
        }
        if (!somebody_chooses(actors)) return;
        seat = __builtin_ctzll(actors);
    }
}

void search_walk(struct search_tree *tree, const void *view) {
    const struct alea_game *game = tree->rules->game;
    double share[ALEA_MAX_SEATS] = {0};
    memcpy(tree->pos, view, game->position_size);
    if (tree->secrets) alea_determinize(tree->rules, tree->pos, tree->seat, &tree->random);
    tree->depth = 0;
    descend(tree);
    reckon(tree, share);
    if (tree->late) return;
    search_back_up(tree, share);
    tree->iterations++;
}

/* ---- What it expects --------------------------------------------------------------------------------------------------------- */

/* The move that was tried most often at the node of this position, if it can be made now; 0: none was. */
static alea_move tried_most(struct search_tree *tree, int seat) {
    const struct alea_rules *rules = tree->rules;
    uint64_t key = search_hash(look_as(tree, tree->seat), rules->game->position_size) + (uint64_t)seat;
    const struct search_node *node = search_node_find(tree, key);
    uint32_t most = 0;
    alea_move move = 0;
    for (uint32_t i = 0; node && i < node->edges; i++) {
        const struct search_edge *edge = &tree->edge[node->first + i];
        if (edge->visits <= most || rules->game->why_not(rules->tables, tree->pos, seat, edge->move)) continue;
        most = edge->visits;
        move = edge->move;
    }
    return move;
}

int search_follow(struct search_tree *tree, const void *view, alea_move move, struct search_step_told out[], int most) {
    const struct alea_game *game = tree->rules->game;
    int seat = tree->seat, n = 0;
    memcpy(tree->pos, view, game->position_size);
    if (tree->secrets) alea_determinize(tree->rules, tree->pos, tree->seat, &tree->random);
    while (move && n < most) {
        for (int times = make(tree, seat, move); times > 0 && n < most; times--)
            out[n++] = (struct search_step_told){seat, move};
        alea_actors actors = game->actors(tree->rules->tables, tree->pos);
        if (!somebody_chooses(actors)) break;
        seat = __builtin_ctzll(actors);
        int legal = game->legal(tree->rules->tables, tree->pos, seat, tree->legal);
        move = legal == 1 ? tree->legal[0] : tried_most(tree, seat);
    }
    return n;
}
