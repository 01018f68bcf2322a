/* SPDX-License-Identifier: MIT */
/* explain.c - the plans of a bot that thinks, with what it expects of them and the game's motives. explain_say.c puts them in words. */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "plans.h"
#include "search.h"

struct thought {
    const struct explain_wish *wish;
    void *view, *after; /* positions, in one block that `view` owns */
    alea_move *legal;
    double *worth;
    int n_legal;
    uint64_t seed;
    bool fine;
};

static bool begin(struct thought *thought, const struct explain_wish *wish) {
    const struct alea_game *game = wish->rules->game;
    const size_t size = (game->position_size + 63) / 64 * 64;
    *thought = (struct thought){.wish = wish};
    thought->view = aligned_alloc(64, 2 * size);
    thought->legal = calloc((size_t)game->max_legal, sizeof *thought->legal);
    thought->worth = calloc((size_t)game->max_legal, sizeof *thought->worth);
    if (!thought->view || !thought->legal || !thought->worth) return false;
    memset(thought->view, 0, 2 * size);
    thought->after = (unsigned char *)thought->view + size;
    thought->n_legal = game->legal(wish->rules->tables, wish->view, wish->seat, thought->legal);
    thought->seed = search_hash(wish->view, game->position_size);
    return thought->n_legal > 0;
}

static void end(struct thought *thought) {
    free(thought->view);
    free(thought->legal);
    free(thought->worth);
}

/* ---- Where a plan leads ---------------------------------------------------------------------------------------------------- */

static void guess(const struct thought *thought, void *pos) {
    struct alea_random random = alea_random_stream(thought->seed, 1);
    memcpy(pos, thought->wish->view, thought->wish->rules->game->position_size);
    alea_determinize(thought->wish->rules, pos, thought->wish->seat, &random);
}

static bool is_asked(const struct thought *thought, const void *pos) {
    const alea_actors actors = thought->wish->rules->game->actors(thought->wish->rules->tables, pos);
    const bool over = actors == ALEA_ACTORS_OVER || actors == ALEA_ACTORS_CHANCE || actors == ALEA_ACTORS_HOST;
    return !over && actors & alea_actor(thought->wish->seat);
}

/* Weightier first; of equals the first one. */
static void keep_motive(struct explain_plan *plan, const struct alea_motive *motive) {
    const double weight = motive->weight < 0 ? -motive->weight : motive->weight;
    int at = plan->motives < EXPLAIN_MOTIVES ? plan->motives++ : EXPLAIN_MOTIVES;
    for (; at > 0; at--) {
        const double other = plan->motive[at - 1].weight < 0 ? -plan->motive[at - 1].weight : plan->motive[at - 1].weight;
        if (other >= weight) break;
        if (at < EXPLAIN_MOTIVES) plan->motive[at] = plan->motive[at - 1];
    }
    if (at < EXPLAIN_MOTIVES) plan->motive[at] = *motive;
}

static void note_move(struct explain_plan *plan, alea_move move) {
    const int last = plan->moves - 1;
    if (last >= 0 && !plan->more && plan->move[last] == move) {
        plan->times[last]++;
    } else if (plan->moves < EXPLAIN_MOVES) {
        plan->times[plan->moves] = 1;
        plan->move[plan->moves++] = move;
    } else {
        plan->more = true;
    }
}

/* Writes the moves down as far as they are the seat's own and can be told, and what the game has to say of where they lead. */
static void follow(struct thought *thought, const alea_move moves[], int n, struct explain_plan *plan) {
    const struct alea_rules *rules = thought->wish->rules;
    struct alea_motive motive[ALEA_MAX_MOTIVES];
    guess(thought, thought->after);
    for (int i = 0; i < n; i++) {
        const alea_move move = moves[i];
        if (i && (!is_asked(thought, thought->after) ||
                  rules->game->why_not(rules->tables, thought->after, thought->wish->seat, move)))
            break;
        note_move(plan, move);
        rules->game->apply(rules->tables, thought->after, thought->wish->seat, move, NULL);
    }
    alea_hide(rules, thought->after, thought->wish->seat);
    if (!rules->game->strategy.motives) return;
    n = rules->game->strategy.motives(rules->tables, thought->wish->view, thought->after, thought->wish->seat, motive);
    for (int i = 0; i < n; i++) keep_motive(plan, &motive[i]);
}

/* The choice as a bot has it before itself, which thinks in that room. */
static struct alea_bot_turn turn_of(struct thought *thought, void *room, struct alea_random *random) {
    const struct explain_wish *wish = thought->wish;
    memcpy(thought->view, wish->view, wish->rules->game->position_size);
    *random = alea_random_stream(thought->seed, 0);
    return (struct alea_bot_turn){.rules = wish->rules,
                                  .seat = wish->seat,
                                  .view = thought->view,
                                  .legal = thought->legal,
                                  .n_legal = thought->n_legal,
                                  .worth = thought->worth,
                                  .random = random,
                                  .room = room,
                                  .stop = wish->stop};
}

/* ---- By searching moves ------------------------------------------------------------------------------------------------------ */

/* What follows a move in the tree is expected of others, too: the seat's own moves until then are the plan. */
static void follow_edge(struct thought *thought, void *room, const struct search_edge *edge, struct explain_plan *plan) {
    struct search_step_told line[EXPLAIN_LINE];
    alea_move moves[EXPLAIN_LINE];
    const int most = ALEA_LEN(line);
    int n = search_line(room, thought->wish->view, edge->move, line, most), own = 0;
    while (own < n && line[own].seat == thought->wish->seat) moves[own] = line[own].move, own++;
    if (!own) moves[own++] = edge->move;
    plan->tries = (long)edge->visits;
    if (edge->visits) plan->expects = edge->value / edge->visits;
    follow(thought, moves, own, plan);
}

static void by_search(struct thought *thought, struct explanation *out) {
    const struct explain_wish *wish = thought->wish;
    struct search_edge best[EXPLAIN_PLANS], asked;
    struct alea_random random;
    void *room = search_open(wish->rules, &(struct alea_budget){.iterations = out->iterations}, &search_standard);
    if (!room) return;
    const struct alea_bot_turn turn = turn_of(thought, room, &random);
    search_weigh(&turn);
    out->iterations = search_report_of(room).iterations;
    const int n = search_weighed(room, thought->legal, thought->n_legal, best, EXPLAIN_PLANS);
    for (int i = 0; i < n && (!i || best[i].visits); i++) follow_edge(thought, room, &best[i], &out->plan[out->plans++]);
    if (out->asked && search_weighed(room, &wish->move, 1, &asked, 1) == 1) follow_edge(thought, room, &asked, &out->made);
    alea_bot_search.close(room);
    thought->fine = out->plans > 0;
}

/* ---- By comparing plans --------------------------------------------------------------------------------------------------------- */

/* Plans of tempers: one that begins with the move that was asked about tells what is expected of it, if there is any. */
static void by_plans(struct thought *thought, struct explanation *out) {
    const struct explain_wish *wish = thought->wish;
    struct plans_told told[PLANS_MOST];
    struct alea_random random;
    void *room = plans_open(wish->rules, &(struct alea_budget){.iterations = out->iterations});
    if (!room) return;
    const struct alea_bot_turn turn = turn_of(thought, room, &random);
    const int n = plans_weigh(&turn, told, PLANS_MOST, &out->iterations);
    const struct plans_told *asked = NULL;
    for (int i = 0; i < n; i++) {
        if (!asked && out->asked && told[i].move[0] == wish->move) asked = &told[i];
        if (out->plans == EXPLAIN_PLANS) continue;
        struct explain_plan *plan = &out->plan[out->plans++];
        plan->tries = told[i].worlds;
        plan->expects = told[i].value;
        follow(thought, told[i].move, told[i].moves, plan);
    }
    if (asked) out->made.tries = asked->worlds, out->made.expects = asked->value;
    if (out->asked) follow(thought, asked ? asked->move : &wish->move, asked ? asked->moves : 1, &out->made);
    alea_bot_plans.close(room);
    thought->fine = n > 0;
}

/* ---- All of it ---------------------------------------------------------------------------------------------------------------------- */

bool explain(const struct explain_wish *wish, struct explanation *out) {
    struct thought thought;
    const bool plans = alea_bots_compare_plans(wish->rules);
    *out = (struct explanation){.seat = wish->seat, .asked = wish->move != 0, .iterations = wish->iterations};
    if (!out->iterations) out->iterations = plans ? EXPLAIN_PLAN_ITERATIONS : EXPLAIN_ITERATIONS;
    if (begin(&thought, wish)) (plans ? by_plans : by_search)(&thought, out);
    end(&thought);
    return thought.fine && !(wish->stop && atomic_load(wish->stop));
}
