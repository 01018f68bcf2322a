/* SPDX-License-Identifier: MIT */
/* best.c - {"do":"best"}: what the bot `search` thinks of the moves where a transcript ends, and how it expects each to go on. More iterations are
 * asked for in another question: what was thought before is not kept, so whoever doubles them pays twice at most. */
#include <string.h>

#include "bot.h"
#include "error.h"
#include "json_write.h"
#include "look.h"
#include "search.h"

enum { MOST_ITERATIONS = 1 << 16, LINES = 5, MOST_LINE = 8 /* moves */ };

/* Of the best ones. */
static void say_line(const struct look *look, void *room, const struct search_edge *edge, bool told,
                     struct alea_text *text) {
    struct search_step_told line[MOST_LINE];
    int n = told ? search_line(room, look->view, edge->move, line, MOST_LINE) : 0;
    alea_json_open_array(text, "line");
    for (int i = 0; i < n; i++) {
        alea_json_open_object(text, NULL);
        wire_seat(text, "seat", line[i].seat);
        alea_json_key(text, "move");
        wire_move(&look->wire, line[i].move, text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void say_moves(const struct look *look, void *room, struct alea_text *text) {
    struct search_edge edge[SEARCH_MOST_MOVES];
    int n = search_weighed(room, look->legal, look->n_legal, edge, SEARCH_MOST_MOVES);
    alea_json_open_array(text, "moves");
    for (int i = 0; i < n; i++) {
        alea_json_open_object(text, NULL);
        alea_json_key(text, "move");
        wire_move(&look->wire, edge[i].move, text);
        alea_json_integer(text, "visits", edge[i].visits);
        if (edge[i].visits) alea_json_decimal(text, "value", edge[i].value / edge[i].visits, 6);
        else alea_json_null(text, "value");
        say_line(look, room, &edge[i], i < LINES, text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static enum alea_err think(struct question *question, const struct look *look, long iterations, uint64_t seed) {
    struct alea_random random = alea_random_stream(seed, 0);
    void *room = search_open(look->rules, &(struct alea_budget){.iterations = iterations}, &search_standard);
    if (!room) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    const struct alea_bot_turn turn = {.rules = look->rules,
                                       .seat = look->seat,
                                       .view = look->view,
                                       .legal = look->legal,
                                       .n_legal = look->n_legal,
                                       .random = &random,
                                       .room = room};
    search_weigh(&turn);
    alea_json_integer(question->answer, "iterations", search_report_of(room).iterations);
    say_moves(look, room, question->answer);
    alea_bot_search.close(room);
    return ALEA_OK;
}

enum alea_err answer_best(struct question *question) {
    struct look look;
    int64_t iterations, seed;
    enum alea_err err = question_number(question, "iterations", 1, MOST_ITERATIONS, 1000, &iterations);
    if (!err) err = question_number(question, "seed", 0, INT64_MAX, 1, &seed);
    if (err) return err;
    err = look_begin(question, &look);
    if (!err) {
        wire_seat(question->answer, "seat", look.seat);
        if (look.n_legal > 0) err = think(question, &look, (long)iterations, (uint64_t)seed);
    }
    look_end(&look);
    return err;
}
