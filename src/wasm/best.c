/* SPDX-License-Identifier: MIT */
/* best.c - {"do":"best"}: what a bot thinks of the moves where a transcript ends, and how it expects each to go on: `search`, or `plans` in a game
 * whose levels compare plans. More iterations are asked for in another question, of another seed: what was thought before is not kept. */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "error.h"
#include "json_write.h"
#include "plans.h"
#include "play.h"
#include "search.h"

enum { MOST_ITERATIONS = 1 << 16, LINES = 5, MOST_LINE = 32 /* moves */ };

/* The decision that is thought about. */
struct choice {
    struct wire wire; /* before whoever chooses */
    const struct alea_rules *rules;
    void *view; /* what that seat may know */
    alea_move *legal;
    int n_legal; /* its moves; none: it is nobody's choice */
};

/* How often it was tried, and what it brings. */
static void say_weighed(const struct choice *choice, alea_move move, long visits, double value, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_key(text, "move");
    wire_move(&choice->wire, move, text);
    alea_json_integer(text, "visits", visits);
    if (visits) alea_json_decimal(text, "value", value, 6);
    else alea_json_null(text, "value");
    alea_json_open_array(text, "line");
}

static void say_step(const struct choice *choice, int seat, alea_move move, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", seat);
    alea_json_key(text, "move");
    wire_move(&choice->wire, move, text);
    alea_json_close_object(text);
}

/* ---- By searching moves -------------------------------------------------------------------------------------------------------- */

static void say_edge(const struct choice *choice, void *room, const struct search_edge *edge, bool told,
                     struct alea_text *text) {
    struct search_step_told line[MOST_LINE];
    int n = told ? search_line(room, choice->view, edge->move, line, MOST_LINE) : 0;
    say_weighed(choice, edge->move, (long)edge->visits, edge->visits ? edge->value / edge->visits : 0, text);
    for (int i = 0; i < n; i++) say_step(choice, line[i].seat, line[i].move, text);
    alea_json_close_array(text);
    alea_json_close_object(text);
}

static long search_moves(const struct choice *choice, const struct alea_bot_turn *turn, struct alea_text *text) {
    struct search_edge edge[SEARCH_MOST_MOVES];
    search_weigh(turn);
    int n = search_weighed(turn->room, choice->legal, choice->n_legal, edge, SEARCH_MOST_MOVES);
    for (int i = 0; i < n; i++) say_edge(choice, turn->room, &edge[i], i < LINES, text);
    return search_report_of(turn->room).iterations;
}

/* ---- By comparing plans -------------------------------------------------------------------------------------------------------- */

static long compare_plans(const struct choice *choice, const struct alea_bot_turn *turn, struct alea_text *text) {
    struct plans_told told[PLANS_MOST];
    long iterations;
    int n = plans_weigh(turn, told, PLANS_MOST, &iterations);
    for (int i = 0; i < n; i++) {
        say_weighed(choice, told[i].move[0], told[i].worlds, told[i].value, text);
        for (int at = 0; at < told[i].moves; at++) say_step(choice, turn->seat, told[i].move[at], text);
        alea_json_close_array(text);
        alea_json_close_object(text);
    }
    return iterations;
}

/* ---- Either ---------------------------------------------------------------------------------------------------------------------- */

static enum alea_err think(struct question *question, const struct choice *choice, bool plans, long iterations,
                           uint64_t seed) {
    const struct alea_budget budget = {.iterations = iterations};
    struct alea_random random = alea_random_stream(seed, 0);
    void *room = plans ? plans_open(choice->rules, &budget) : search_open(choice->rules, &budget, &search_standard);
    if (!room) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    const struct alea_bot_turn turn = {.rules = choice->rules,
                                       .seat = choice->wire.viewer.seat,
                                       .view = choice->view,
                                       .legal = choice->legal,
                                       .n_legal = choice->n_legal,
                                       .random = &random,
                                       .room = room};
    if (plans) alea_json_bool(question->answer, "plans", true);
    alea_json_open_array(question->answer, "moves");
    iterations = (plans ? compare_plans : search_moves)(choice, &turn, question->answer);
    alea_json_close_array(question->answer);
    alea_json_integer(question->answer, "iterations", iterations);
    (plans ? &alea_bot_plans : &alea_bot_search)->close(room);
    return ALEA_OK;
}

/* Where the transcript of the question ends. `choice` is zeroed, and to be ended in any case. */
static enum alea_err begin(struct question *question, struct choice *choice) {
    enum alea_err err = enter_transcript(question, &choice->wire);
    if (err) return err;
    const struct alea_match *match = table_look(choice->wire.table).match;
    const int seat = choice->wire.viewer.seat;
    choice->rules = alea_match_rules(match);
    const struct alea_game *game = choice->rules->game;
    choice->view = malloc(game->position_size);
    choice->legal = calloc((size_t)game->max_legal, sizeof *choice->legal);
    if (!choice->view || !choice->legal) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    alea_match_view(match, seat, choice->view);
    if (seat != ALEA_NONE) choice->n_legal = game->legal(choice->rules->tables, choice->view, seat, choice->legal);
    return ALEA_OK;
}

static void end(struct choice *choice) {
    if (choice->wire.table) play_put_away(&choice->wire);
    free(choice->view);
    free(choice->legal);
}

enum alea_err answer_best(struct question *question) {
    struct choice choice = {.n_legal = 0};
    int64_t iterations, seed, plans;
    enum alea_err err = question_number(question, "iterations", 1, MOST_ITERATIONS, 1000, &iterations);
    if (!err) err = question_number(question, "seed", 0, INT64_MAX, 1, &seed);
    if (!err) err = question_number(question, "plans", 0, 1, 1, &plans);
    if (err) return err;
    err = begin(question, &choice);
    if (!err) {
        wire_seat(question->answer, "seat", choice.wire.viewer.seat);
        const bool whole = plans && choice.n_legal > 0 && alea_bots_compare_plans(choice.rules);
        if (choice.n_legal > 0) err = think(question, &choice, whole, (long)iterations, (uint64_t)seed);
    }
    end(&choice);
    return err;
}
