/* SPDX-License-Identifier: MIT */
/* best.c - {"do":"best"}: what the bot `search` thinks of the moves where a transcript ends, and how it expects each to go on. More iterations are
 * asked for in another question: what was thought before is not kept, so whoever doubles them pays twice at most. */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "error.h"
#include "json_write.h"
#include "play.h"
#include "search.h"

enum { MOST_ITERATIONS = 1 << 16, LINES = 5, MOST_LINE = 8 /* moves */ };

/* The decision that is thought about. */
struct choice {
    struct wire wire; /* before whoever chooses */
    const struct alea_rules *rules;
    void *view; /* what that seat may know */
    alea_move *legal;
    int n_legal; /* its moves; none: it is nobody's choice */
};

/* Of the best ones. */
static void say_line(const struct choice *choice, void *room, const struct search_edge *edge, bool told,
                     struct alea_text *text) {
    struct search_step_told line[MOST_LINE];
    int n = told ? search_line(room, choice->view, edge->move, line, MOST_LINE) : 0;
    alea_json_open_array(text, "line");
    for (int i = 0; i < n; i++) {
        alea_json_open_object(text, NULL);
        wire_seat(text, "seat", line[i].seat);
        alea_json_key(text, "move");
        wire_move(&choice->wire, line[i].move, text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void say_moves(const struct choice *choice, void *room, struct alea_text *text) {
    struct search_edge edge[SEARCH_MOST_MOVES];
    int n = search_weighed(room, choice->legal, choice->n_legal, edge, SEARCH_MOST_MOVES);
    alea_json_open_array(text, "moves");
    for (int i = 0; i < n; i++) {
        alea_json_open_object(text, NULL);
        alea_json_key(text, "move");
        wire_move(&choice->wire, edge[i].move, text);
        alea_json_integer(text, "visits", edge[i].visits);
        if (edge[i].visits) alea_json_decimal(text, "value", edge[i].value / edge[i].visits, 6);
        else alea_json_null(text, "value");
        say_line(choice, room, &edge[i], i < LINES, text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static enum alea_err think(struct question *question, const struct choice *choice, long iterations, uint64_t seed) {
    struct alea_random random = alea_random_stream(seed, 0);
    void *room = search_open(choice->rules, &(struct alea_budget){.iterations = iterations}, &search_standard);
    if (!room) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    const struct alea_bot_turn turn = {.rules = choice->rules,
                                       .seat = choice->wire.viewer.seat,
                                       .view = choice->view,
                                       .legal = choice->legal,
                                       .n_legal = choice->n_legal,
                                       .random = &random,
                                       .room = room};
    search_weigh(&turn);
    alea_json_integer(question->answer, "iterations", search_report_of(room).iterations);
    say_moves(choice, room, question->answer);
    alea_bot_search.close(room);
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
    int64_t iterations, seed;
    enum alea_err err = question_number(question, "iterations", 1, MOST_ITERATIONS, 1000, &iterations);
    if (!err) err = question_number(question, "seed", 0, INT64_MAX, 1, &seed);
    if (err) return err;
    err = begin(question, &choice);
    if (!err) {
        wire_seat(question->answer, "seat", choice.wire.viewer.seat);
        if (choice.n_legal > 0) err = think(question, &choice, (long)iterations, (uint64_t)seed);
    }
    end(&choice);
    return err;
}
