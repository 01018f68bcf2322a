/* SPDX-License-Identifier: MIT */
/* look.c - where a transcript ends: {"do":"look"} tells what a page needs to show it and to go on. Whoever tries moves adds them to the
 * transcript, and asks about that: nothing is kept here between two questions. */
#include "play.h"

#include <stdlib.h>

#include "error.h"
#include "json_write.h"
#include "text.h"

/* ---- The position ------------------------------------------------------------------------------------------------------------- */

/* Who chooses: the seat that was asked for, if it is one of them that may, else the first that is waited for. */
static int chooser(const struct alea_match *match, const char *asked) {
    const struct alea_rules *rules = alea_match_rules(match);
    const alea_actors actors = alea_match_actors(match);
    if (actors == ALEA_ACTORS_OVER) return ALEA_NONE;
    const int seat = asked ? alea_seat_read(asked) : ALEA_NONE;
    const alea_actors movers = alea_movers(rules, alea_match_position(match));
    if (seat >= 0 && seat < rules->seats && movers & alea_actor(seat)) return seat;
    const alea_actors waited = actors & (alea_actor(rules->seats) - 1);
    return waited ? __builtin_ctzll(waited) : ALEA_NONE;
}

enum alea_err enter_transcript(struct question *question, struct wire *wire) {
    const char *asked;
    int eyes;
    struct alea_match *match = NULL;
    enum alea_err err = question_string(question, "seat", false, &asked, NULL);
    if (!err) err = question_match(question, NULL, &match);
    if (!err) err = question->error->code;
    if (!err) err = question_view(question, match, &eyes);
    if (err) {
        alea_match_free(match);
        return err;
    }
    const int seat = eyes == ALEA_NONE ? chooser(match, asked) : eyes;
    struct table *table = play_show(match, question->error);
    if (!table) return question->error->code;
    *wire = (struct wire){.table = table, .viewer = {.seat = seat}, .lang = question->lang};
    return ALEA_OK;
}

/* ---- Told ------------------------------------------------------------------------------------------------------------------------ */

/* What can fall here, and how likely it is. */
static enum alea_err say_outcomes(const struct wire *wire, const struct alea_match *match, struct question *question) {
    const struct alea_rules *rules = alea_match_rules(match);
    const struct alea_game *game = rules->game;
    struct alea_text *text = question->answer;
    struct alea_outcome *outcome = calloc((size_t)game->max_outcomes + 1, sizeof *outcome);
    int n = 0;
    double all = 0;
    if (!outcome) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    if (alea_match_actors(match) == ALEA_ACTORS_CHANCE)
        n = game->outcomes(rules->tables, alea_match_position(match), outcome);
    for (int i = 0; i < n; i++) all += outcome[i].weight;
    alea_json_open_array(text, "outcomes");
    for (int i = 0; i < n; i++) {
        alea_json_open_object(text, NULL);
        alea_json_key(text, "move");
        wire_move(wire, outcome[i].move, text);
        alea_json_decimal(text, "chance", outcome[i].weight / all, 6);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    free(outcome);
    return ALEA_OK;
}

/* The moves of all plies, in words. */
static void say_made(const struct alea_match *match, struct alea_text *text) {
    alea_json_open_array(text, "made");
    for (long ply = 1; ply <= alea_match_plies(match); ply++) {
        size_t from = alea_json_open_string(text, NULL);
        alea_move_say(alea_match_rules(match), alea_match_ply(match, ply)->move, text);
        alea_json_close_string(text, from);
    }
    alea_json_close_array(text);
}

/* As the chooser has the table, and as all eyes do; and the last ply. */
static void say_table(const struct wire *wire, long plies, struct alea_text *text) {
    struct wire all = *wire;
    all.viewer.seat = ALL_EYES;
    alea_json_key(text, "state");
    wire_state(wire, -1, wire->viewer.seat, false, 0, text);
    alea_json_key(text, "all");
    wire_state(&all, -1, ALL_EYES, false, 0, text);
    alea_json_open_array(text, "messages");
    if (plies > 0) wire_plies(&all, plies - 1, plies, 0, text);
    alea_json_close_array(text);
}

enum alea_err answer_look(struct question *question) {
    struct wire wire;
    int64_t made;
    enum alea_err err = question_number(question, "made", 0, 1, 0, &made);
    if (!err) err = enter_transcript(question, &wire);
    if (err) return err;
    const struct alea_match *match = table_look(wire.table).match;
    say_table(&wire, alea_match_plies(match), question->answer);
    if (made) say_made(match, question->answer);
    err = say_outcomes(&wire, match, question);
    play_put_away(&wire);
    return err;
}
