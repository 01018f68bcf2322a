/* SPDX-License-Identifier: MIT */
/* search.c - the bot `search`: budgets and threads around the trees of search_walk.c.
 *
 * With several threads each grows a tree of its own, and the visits of the root's moves are added up at the end. By iterations the
 * choice is a function of view and stream, for any machine and any number of processors; by time it can't be. */
#include "search.h"
#include "now.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine_text.h"

enum { ITERATIONS_A_MS = 100, MOST_THREADS = 64 };

/* By measurement: docs/studies/bots.md. */
const struct search_parameters search_standard = {
    .explore = 0.5,
    .temperature = 1.0,
    .even = 0.1,
    .unseen = 0.05,
    .expand_at = 2,
    .horizon = -1,
};

struct worker {
    struct search_tree tree;
    const struct alea_bot_turn *turn;
    long most; /* iterations; 0: no limit */
    bool alone;
    int64_t since; /* nanoseconds of the clock */
    pthread_t thread;
    bool running;
};

struct room {
    struct search_parameters parameters;
    struct alea_budget budget;
    struct search_report report;
    int workers;
    struct worker worker[];
};

/* ---- Memory ---------------------------------------------------------------------------------------------------------- */

static void close_room(void *memory) {
    struct room *room = memory;
    for (int i = 0; i < room->workers; i++) search_tree_clear(&room->worker[i].tree);
    free(room);
}

/* The share of the i-th of n threads. */
static long part_of(long iterations, int i, int n) { return iterations / n + (i < iterations % n); }

void *search_open(const struct alea_rules *rules, const struct alea_budget *budget,
                  const struct search_parameters *parameters) {
    int threads = budget->threads < 1 ? 1 : budget->threads > MOST_THREADS ? MOST_THREADS : budget->threads;
    struct room *room = calloc(1, sizeof *room + (size_t)threads * sizeof *room->worker);
    if (!room) return NULL;
    room->parameters = *parameters;
    room->budget = *budget;
    if (!budget->ms && !budget->iterations) room->budget.ms = SEARCH_MS;
    for (; room->workers < threads; room->workers++) {
        struct worker *worker = &room->worker[room->workers];
        long most = room->budget.iterations, by_time = (long)room->budget.ms * ITERATIONS_A_MS;
        worker->most = most ? part_of(most, room->workers, threads) : 0;
        long room_for = worker->most && (!by_time || worker->most < by_time) ? worker->most : by_time;
        if (!search_tree_init(&worker->tree, rules, &room->parameters, room_for)) {
            close_room(room);
            return NULL;
        }
    }
    return room;
}

static void *open_room(const struct alea_rules *rules, const struct alea_bot_spec *spec) {
    struct search_parameters parameters = search_standard;
    parameters.linear = spec->linear;
    return search_open(rules, &spec->budget, &parameters);
}

struct search_report search_report_of(const void *room) {
    return ((const struct room *)room)->report;
}

/* ---- Thinking --------------------------------------------------------------------------------------------------------- */

/* Nothing that is still to come can change which move has most visits. */
static bool is_settled(const struct search_tree *tree, long left) {
    const struct search_node *root = &tree->node[0];
    int64_t first = 0, second = 0;
    for (uint32_t i = 0; i < root->edges; i++) {
        int64_t visits = tree->edge[root->first + i].visits;
        if (visits > first) second = first, first = visits;
        else if (visits > second) second = visits;
    }
    return first - second > left;
}

/* Iterations still to come after i, by their number or, a fourth more than it went so far, by time. */
static long left_after(const struct worker *worker, long i) {
    const struct search_tree *tree = &worker->tree;
    long left = worker->most ? worker->most - i : LONG_MAX;
    if (!tree->deadline) return left;
    int64_t now = alea_now_ns();
    double each = (double)(now - worker->since) / (double)i, by_time = 1.25 * (double)(tree->deadline - now) / (each + 1);
    return by_time < (double)left ? (long)by_time : left;
}

static void *think(void *context) {
    struct worker *worker = context;
    struct search_tree *tree = &worker->tree;
    enum { LOOK_EVERY = 32 };
    worker->since = alea_now_ns();
    for (long i = 0; !worker->most || i < worker->most; i++) {
        if (worker->alone && i && i % LOOK_EVERY == 0 && is_settled(tree, left_after(worker, i))) break;
        if (i && search_is_late(tree)) break;
        search_walk(tree, worker->turn->view);
    }
    return NULL;
}

/* `settles`: who has but one answer to give stops as soon as it is certain. */
static void begin_thinking(struct room *room, const struct alea_bot_turn *turn, bool settles) {
    uint64_t seed = alea_bot_seed(turn);
    int64_t now = alea_now_ns();
    int ms = room->budget.ms;
    if (turn->most_ms > 0 && (ms == 0 || ms > turn->most_ms)) ms = turn->most_ms;
    for (int i = 0; i < room->workers; i++) {
        struct worker *worker = &room->worker[i];
        search_tree_empty(&worker->tree, turn->seat);
        worker->turn = turn;
        worker->alone = settles && room->workers == 1;
        worker->tree.random = alea_random_stream(seed, (uint64_t)i);
        worker->tree.stop = turn->stop;
        worker->tree.deadline = ms ? now + (int64_t)ms * 1000000 : 0;
    }
    for (int i = 1; i < room->workers; i++)
        room->worker[i].running = !pthread_create(&room->worker[i].thread, NULL, think, &room->worker[i]);
    think(&room->worker[0]);
    for (int i = 1; i < room->workers; i++) {
        if (room->worker[i].running) pthread_join(room->worker[i].thread, NULL);
        else think(&room->worker[i]); /* no thread could be had: the same result, later */
    }
    room->report = (struct search_report){.ns = alea_now_ns() - now};
    for (int i = 0; i < room->workers; i++) {
        room->report.iterations += room->worker[i].tree.iterations;
        room->report.nodes += room->worker[i].tree.nodes;
        room->report.edges += room->worker[i].tree.edges;
    }
}

/* ---- Choosing --------------------------------------------------------------------------------------------------------- */

/* Adds up what the trees say of the move. */
static void sum_up(const struct room *room, alea_move move, struct search_edge *sum) {
    *sum = (struct search_edge){.move = move};
    for (int i = 0; i < room->workers; i++) {
        const struct search_tree *tree = &room->worker[i].tree;
        for (uint32_t e = 0; tree->nodes && e < tree->node[0].edges; e++) {
            const struct search_edge *edge = &tree->edge[tree->node[0].first + e];
            if (edge->move != move) continue;
            sum->visits += edge->visits;
            sum->value += edge->value;
            sum->prior += edge->prior;
        }
    }
}

/* Most visits; of equals the one that did better, then the one that looked better. */
static bool is_better(const struct search_edge *a, const struct search_edge *b) {
    if (a->visits != b->visits) return a->visits > b->visits;
    if (a->value < b->value || a->value > b->value) return a->value > b->value;
    return a->prior > b->prior;
}

void search_weigh(const struct alea_bot_turn *turn) { begin_thinking(turn->room, turn, false); }

int search_weighed(const void *room, const alea_move legal[], int n, struct search_edge out[], int most) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        struct search_edge next;
        sum_up(room, legal[i], &next);
        int at = kept < most ? kept++ : most;
        for (; at > 0 && is_better(&next, &out[at - 1]); at--)
            if (at < most) out[at] = out[at - 1];
        if (at < most) out[at] = next;
    }
    return kept;
}

int search_line(void *memory, const void *view, alea_move move, struct search_step_told out[], int most) {
    struct room *room = memory;
    return search_follow(&room->worker[0].tree, view, move, out, most);
}

static alea_move choose(const struct alea_bot_turn *turn) {
    struct room *room = turn->room;
    struct search_edge best, next;
    if (turn->n_legal == 1) return turn->legal[0];
    begin_thinking(room, turn, true);
    sum_up(room, turn->legal[0], &best);
    for (int i = 1; i < turn->n_legal; i++) {
        sum_up(room, turn->legal[i], &next);
        if (is_better(&next, &best)) best = next;
    }
    return best.move;
}

const struct alea_bot alea_bot_search = {
    .name = "search",
    .in = {ENGINE_SAY_BOT_SEARCH},
    .wants_view = true,
    .takes_budget = true,
    .takes_linear = true,
    .open = open_room,
    .close = close_room,
    .choose = choose,
};
