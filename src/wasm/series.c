/* SPDX-License-Identifier: MIT */
/* series.c - {"do":"series"}: games between bots by number, and their signature: that the engine plays here as it plays elsewhere. */
#include <string.h>

#include "bot.h"
#include "error.h"
#include "json_write.h"
#include "question.h"
#include "series.h"

struct series {
    struct alea_rules *rules;
    struct alea_player player[ALEA_MAX_SEATS];
    struct alea_playout playout;
    int64_t games, first, seed;
};

static enum alea_err open_players(struct series *series, const char *const bots[], int n, struct alea_error *error) {
    for (int b = 0; b < n; b++) {
        struct alea_bot_spec spec;
        enum alea_err err = alea_bot_spec_read(bots[b], &spec, error);
        if (err) return err;
        if (!alea_player_open(&series->player[b], series->rules, &spec)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    }
    return alea_playout_init(&series->playout, series->rules, false) ? ALEA_OK : alea_fail(error, ALEA_ERR_NO_MEMORY);
}

static enum alea_err begin(struct question *question, struct series *series) {
    const char *id, *bots[ALEA_MAX_SEATS], *options[ALEA_MAX_OPTIONS];
    int n, n_options;
    struct alea_scenario room;
    const struct alea_scenario *scenario;
    enum alea_err err = question_string(question, "game", true, &id, NULL);
    if (!err) err = question_list(question, "bots", ALEA_MAX_SEATS, bots, &n);
    if (!err) err = question_list(question, "options", ALEA_MAX_OPTIONS, options, &n_options);
    if (!err) err = question_number(question, "games", 1, 1000000, 200, &series->games);
    if (!err) err = question_number(question, "first", 0, 1000000000, 0, &series->first);
    if (!err) err = question_number(question, "seed", 0, INT64_MAX, 1, &series->seed);
    if (!err) err = question_scenario(question, &room, &scenario);
    if (err) return err;
    const struct alea_game *game = alea_game_find(id);
    if (!game) return alea_fail(question->error, ALEA_ERR_NOT_FOUND, id);
    series->rules = alea_rules_new(game, n, options, n_options, scenario, question->error);
    return series->rules ? open_players(series, bots, n, question->error) : question->error->code;
}

static void play(struct question *question, struct series *series) {
    uint64_t signature = 0;
    int64_t plies = 0, steps = 0, unfinished = 0;
    for (int64_t game = series->first; game < series->first + series->games; game++) {
        series_play(&series->playout, (uint64_t)series->seed, series->player, (long)game);
        signature = series_join(signature, series_signature(&series->playout), 1);
        plies += series->playout.plies;
        steps += series->playout.steps;
        unfinished += !series->playout.over;
    }
    alea_json_integer(question->answer, "games", series->games);
    alea_json_integer(question->answer, "plies", plies);
    alea_json_integer(question->answer, "steps", steps);
    alea_json_integer(question->answer, "unfinished", unfinished);
    alea_text_addf(question->answer, ",\"signature\":\"%016llx\"", (unsigned long long)signature);
}

enum alea_err answer_series(struct question *question) {
    struct series series = {0};
    enum alea_err err = begin(question, &series);
    if (!err) play(question, &series);
    for (int b = 0; b < ALEA_MAX_SEATS; b++)
        if (series.player[b].bot) alea_player_close(&series.player[b]);
    alea_playout_clear(&series.playout);
    alea_rules_free(series.rules);
    return err;
}
