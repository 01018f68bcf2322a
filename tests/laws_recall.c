/* SPDX-License-Identifier: MIT */
/* laws_recall.c - perfect recall, over trees of moves: a seat's view holds all that the seat has learnt.
 *
 * A history is what a seat lived through: its view after each ply, its own moves, the events that it heard. Whatever can be
 * the true position after a history can be it for the view alone, and the other way round: else a view has forgotten
 * something that its seat once knew, and bots, which see the view, play worse than people, who remember.
 *
 * Trees are walked level by level. The first is that of the whole game, as deep as it fits; the others start somewhere in random
 * games and keep part of the moves: those that a hash of level and move picks, whatever the position. That is the tree of a
 * game with fewer moves, where the law holds as well. */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 12000, LEVELS = 40, LINES = 4 };

/* What is compared: at one level, for one seat. */
struct memory {
    uint64_t view, history, truth; /* hashes */
};

struct tree {
    struct law_run *run;
    int n, cap;
    char *positions;     /* n of position_size bytes */
    uint64_t *histories; /* n times seats */
    uint64_t salt;       /* 0: all moves are kept */
    int level;
    alea_move *moves; /* of one node; room for max_legal and max_outcomes */
};

static uint64_t mixed(uint64_t a, uint64_t b) { return alea_random_mix(a * UINT64_C(0x9e3779b97f4a7c15) + b); }

static char *position_of(const struct tree *tree, int node) {
    return tree->positions + (size_t)node * tree->run->game->position_size;
}

static uint64_t *histories_of(const struct tree *tree, int node) {
    return tree->histories + (size_t)node * (size_t)tree->run->seats;
}

static void tree_new(struct tree *tree, struct law_run *run, uint64_t salt) {
    const struct alea_game *game = run->game;
    size_t most = (size_t)(game->max_legal > game->max_outcomes ? game->max_legal : game->max_outcomes);
    *tree = (struct tree){.run = run, .cap = MOST_NODES, .salt = salt};
    tree->positions = calloc(MOST_NODES, game->position_size);
    tree->histories = calloc((size_t)MOST_NODES * (size_t)run->seats, sizeof *tree->histories);
    tree->moves = calloc(most, sizeof *tree->moves);
    if (!tree->positions || !tree->histories || !tree->moves) abort();
}

static void tree_free(struct tree *tree) {
    free(tree->positions);
    free(tree->histories);
    free(tree->moves);
}

static uint64_t heard(const struct alea_events *events, int seat, uint64_t history) {
    for (int i = 0; i < events->n; i++) {
        const struct alea_event *event = &events->at[i];
        if (!(event->audience >> seat & 1)) continue;
        history = mixed(history, event->kind);
        for (int arg = 0; arg < ALEA_EVENT_ARGS; arg++) history = mixed(history, (uint64_t)event->arg[arg]);
    }
    return history;
}

/* Adds to `next` the child of a node by a move; false if there is no room. */
static bool grow(struct tree *next, const struct tree *tree, int node, int who, alea_move move) {
    struct law_run *run = next->run;
    if (tree->salt && mixed(tree->salt + (uint64_t)tree->level, move) % 2) return true;
    if (next->n == next->cap) return false;
    struct alea_events events = {.n = 0};
    char *pos = position_of(next, next->n);
    law_copy(run, pos, position_of(tree, node));
    run->game->apply(run->tables, pos, who, move, &events);
    for (int seat = 0; seat < run->seats; seat++) {
        law_view(run, pos, seat, run->spare[0]);
        uint64_t history = mixed(histories_of(tree, node)[seat], alea_position_hash(run->rules, run->spare[0]));
        if (who == seat) history = mixed(history, move);
        histories_of(next, next->n)[seat] = heard(&events, seat, history);
    }
    next->n++;
    return true;
}

static bool grow_all(struct tree *next, const struct tree *tree) {
    struct law_run *run = next->run;
    const struct alea_game *game = run->game;
    for (int node = 0; node < tree->n; node++) {
        const char *pos = position_of(tree, node);
        alea_actors actors = game->actors(run->tables, pos);
        if (actors == ALEA_ACTORS_CHANCE) {
            int n = game->outcomes(run->tables, pos, run->outcomes);
            for (int i = 0; i < n; i++)
                if (!grow(next, tree, node, ALEA_CHANCE, run->outcomes[i].move)) return false;
            continue;
        }
        for (int seat = 0; seat < run->seats; seat++) {
            int n = actors & alea_actor(seat) ? game->legal(run->tables, pos, seat, tree->moves) : 0;
            for (int i = 0; i < n; i++)
                if (!grow(next, tree, node, seat, tree->moves[i])) return false;
        }
    }
    return true;
}

static int by_view(const void *a, const void *b) {
    const struct memory *x = a, *y = b;
    if (x->view != y->view) return x->view < y->view ? -1 : 1;
    if (x->history != y->history) return x->history < y->history ? -1 : 1;
    return x->truth < y->truth ? -1 : x->truth > y->truth;
}

/* The different truths of memory[from..] with one view and one history, moved together; *to is where the next history starts. */
static int truths_of(struct memory memory[], int n, int from, int *to) {
    int n_truths = 0, at = from;
    for (; at < n && memory[at].view == memory[from].view && memory[at].history == memory[from].history; at++)
        if (!n_truths || memory[from + n_truths - 1].truth != memory[at].truth)
            memory[from + n_truths++].truth = memory[at].truth;
    *to = at;
    return n_truths;
}

static bool remembers(const struct tree *tree, int seat, struct memory memory[]) {
    struct law_run *run = tree->run;
    for (int node = 0; node < tree->n; node++) {
        law_view(run, position_of(tree, node), seat, run->spare[0]);
        memory[node] = (struct memory){.view = alea_position_hash(run->rules, run->spare[0]),
                                       .history = histories_of(tree, node)[seat],
                                       .truth = alea_position_hash(run->rules, position_of(tree, node))};
    }
    qsort(memory, (size_t)tree->n, sizeof *memory, by_view);
    for (int first = 0, after; first < tree->n; first = after) {
        int n_first = truths_of(memory, tree->n, first, &after);
        while (after < tree->n && memory[after].view == memory[first].view) {
            int other = after, n_other = truths_of(memory, tree->n, other, &after);
            bool same = n_first == n_other;
            for (int i = 0; same && i < n_first; i++) same = memory[first + i].truth == memory[other + i].truth;
            if (!same)
                return law_broken(
                    run,
                    "%d plies into a tree, %s has lived through two histories that end in one view, but after one %d "
                    "positions can be the true one, after the other %d",
                    tree->level, law_seat_name(seat), n_first, n_other);
        }
    }
    return true;
}

static bool walk(struct law_run *run, const void *root, uint64_t salt) {
    struct tree tree[2];
    struct memory *memory = calloc(MOST_NODES, sizeof *memory);
    if (!memory) abort();
    tree_new(&tree[0], run, salt);
    tree_new(&tree[1], run, salt);
    law_copy(run, tree[0].positions, root);
    tree[0].n = 1;
    bool good = true;
    for (int level = 0; good && level < LEVELS; level++) {
        struct tree *here = &tree[level % 2], *next = &tree[!(level % 2)];
        here->level = next->level = level;
        next->n = 0;
        if (!here->n || !grow_all(next, here)) break; /* past the end, or too wide to go on */
        next->level = level + 1;
        for (int seat = 0; good && seat < run->seats; seat++) good = remembers(next, seat, memory);
    }
    tree_free(&tree[0]);
    tree_free(&tree[1]);
    free(memory);
    return good;
}

/* A position some plies into a random game, before its end; false if there is none. */
static bool wander(struct law_run *run, void *pos, long plies) {
    memset(pos, 0, run->game->position_size);
    run->game->setup(run->tables, pos);
    for (long ply = 0; ply < plies; ply++) {
        alea_actors actors = run->game->actors(run->tables, pos);
        if (!actors) return false;
        if (actors == ALEA_ACTORS_CHANCE) {
            run->game->apply(run->tables, pos, ALEA_CHANCE, run->game->roll(run->tables, pos, &run->random), NULL);
            continue;
        }
        int seat = __builtin_ctzll(actors), n = run->game->legal(run->tables, pos, seat, run->moves[0]);
        if (!n) return false;
        run->game->apply(run->tables, pos, seat, run->moves[0][alea_random_below(&run->random, (uint32_t)n)], NULL);
    }
    return run->game->actors(run->tables, pos) != 0;
}

static bool views_remember(struct law_run *run) {
    if (run->game->secrecy.imperfect_recall) return true;
    void *root = run->spare[1];
    wander(run, root, 0);
    if (!walk(run, root, 0)) return false;
    for (int line = 0; line < LINES; line++) {
        long plies = (long)alea_random_below(&run->random, UINT32_C(4) << 2 * alea_random_below(&run->random, 5));
        if (!wander(run, root, plies)) continue;
        if (!walk(run, root, 1 + (uint64_t)alea_random_word(&run->random))) return false;
    }
    return true;
}

const struct law laws_recall[] = {
    {"recall", "histories that end in one view leave the same positions possible: no view forgets, unless the game says so",
     views_remember, LAW_AFTER, LAW_CHEAP},
};
const int n_laws_recall = ALEA_LEN(laws_recall);
