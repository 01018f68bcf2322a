/* SPDX-License-Identifier: MIT */
/* guess.c - a match that goes on, as one viewer may know it: it begins at that view, whose hidden parts stay blank or are filled by a guess. */
#include <jansson.h>
#include <stdlib.h>

#include "error.h"
#include "match.h"
#include "question.h"
#include "text.h"
#include "view.h"

enum { MOST_PLIES = 4096 };

/* A guess is one of all that can be so, by its number alone. Nobody can guess before a throw or at the end: there the view stands for itself. */
static enum alea_err fill(const struct alea_rules *rules, int viewer, uint64_t guess, void *pos, struct alea_error *error) {
    const alea_actors actors = rules->game->actors(rules->tables, pos);
    struct alea_random random = alea_random_stream(guess, 0);
    if (actors != ALEA_ACTORS_OVER && actors < ALEA_ACTORS_CHANCE) alea_determinize(rules, pos, viewer, &random);
    const int broken = alea_broken(rules, pos);
    return broken ? alea_fail(error, ALEA_ERR_BAD_POSITION, rules->game->texts->broken[broken].id) : ALEA_OK;
}

static enum alea_err play(struct alea_match *match, const char *words, struct alea_error *error) {
    char seat[4];
    size_t n = 0;
    while (n + 1 < sizeof seat && words[n] && words[n] != ' ') seat[n] = words[n], n++;
    seat[n] = 0;
    const int who = alea_seat_read(seat);
    alea_move move;
    enum alea_err err = who == ALEA_NONE ? alea_fail(error, ALEA_ERR_NOT_FOUND, seat) : ALEA_OK;
    if (!err) err = alea_move_read(alea_match_rules(match), words + n, &move, error);
    return err ? err : alea_match_play(match, alea_match_plies(match), who, move, NULL, NULL, error);
}

static enum alea_err play_all(const struct question *question, struct alea_match *match) {
    const char **plies = calloc(MOST_PLIES, sizeof *plies);
    int n = 0;
    enum alea_err err =
        plies ? question_list(question, "plies", MOST_PLIES, plies, &n) : alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    for (int i = 0; !err && i < n; i++) {
        err = play(match, plies[i], question->error);
        if (err) question->error->ply = i + 1;
    }
    free(plies);
    return err;
}

enum alea_err question_view(const struct question *question, struct alea_match *match, int *eyes) {
    const json_t *view = json_object_get(question->json, "view");
    *eyes = ALEA_NONE;
    if (!view) return ALEA_OK;
    const struct alea_rules *rules = alea_match_rules(match);
    const long plies = alea_match_plies(match);
    const char *viewer;
    int64_t guess;
    void *pos = malloc(rules->game->position_size);
    enum alea_err err = pos ? ALEA_OK : alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    if (!err) err = question_string(question, "viewer", false, &viewer, NULL);
    if (!err) err = question_number(question, "guess", 0, INT64_MAX, 0, &guess);
    if (!err && plies) err = alea_fail(question->error, ALEA_ERR_STALE, "0", alea_digits(plies).at);
    if (!err) err = alea_position_read_json(rules, view, pos, question->error);
    const int seat = !err && viewer ? alea_seat_read(viewer) : ALEA_NONE;
    if (!err) *eyes = seat >= 0 && seat < rules->seats ? seat : ALEA_NONE;
    if (!err && guess) err = fill(rules, *eyes, (uint64_t)guess, pos, question->error);
    if (!err && guess) *eyes = ALEA_NONE;
    if (!err) alea_match_begin_at(match, pos);
    free(pos);
    return err ? err : play_all(question, match);
}
