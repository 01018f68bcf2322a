/* SPDX-License-Identifier: MIT */
/* api_questions.c - what a game can be asked about chances without a match. Answers hang on the address alone, so that they may be kept
 * by whoever asked. */
#include <string.h>

#include "api_internal.h"
#include "odds.h"

/* An answer holds up everybody else: each of these takes some milliseconds at most (bench/odds.c). */
enum { MOST_FRACTIONS = 2000, MOST_STEPS = 200000, SAMPLES = 500 };

/* The rules by which the game of part[0] is usually played, made at their first use. NULL after the refusal. */
static const struct alea_rules *usual_rules(struct api_request *request) {
    struct api *api = request->api;
    const struct alea_game *game = alea_game_find(request->part[0]);
    if (!game) {
        api_refuse(request, API_FAULT_NO_SUCH_GAME, NULL, request->part[0]);
        return NULL;
    }
    int index = 0;
    while (alea_game_at(index) != game) index++;
    if (!api->usual_rules[index])
        api->usual_rules[index] = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, &request->error);
    if (!api->usual_rules[index]) api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(request->error.code));
    return api->usual_rules[index];
}

enum api_next api_questions(struct api_request *request) {
    const struct alea_rules *rules = usual_rules(request);
    if (!rules) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "game", rules->game->id);
    alea_json_key(text, "questions");
    odds_questions_json(rules, text);
    alea_json_close_object(text);
    api_set_etag(request->call, true);
    return API_ANSWERED;
}

/* All members of the query but those that every request may have. */
static int given_of(const struct api_request *request, struct odds_given given[URL_MAX_MEMBERS]) {
    int n = 0;
    for (int i = 0; i < request->query.n; i++) {
        const char *name = request->query.at[i].key;
        if (strcmp(name, "lang") != 0 && strcmp(name, "plain") != 0)
            given[n++] = (struct odds_given){.name = name, .value = request->query.at[i].value};
    }
    return n;
}

enum api_next api_question(struct api_request *request) {
    struct odds_given given[URL_MAX_MEMBERS];
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct odds_answer answer;
    const struct odds_how how = {
        .fractions = true, .most_fractions = MOST_FRACTIONS, .most_steps = MOST_STEPS, .samples = SAMPLES, .seed = 1};
    const struct alea_rules *rules = usual_rules(request);
    if (!rules) return API_ANSWERED;
    const struct alea_question *question = odds_find(rules->game, request->part[1], &request->error);
    if (!question) return api_refuse(request, API_FAULT_NO_SUCH_QUESTION, NULL, request->part[1]);
    int n = given_of(request, given);
    if (odds_read(rules, question, given, n, values, &request->error) != ALEA_OK) return api_refuse_engine(request);
    enum alea_err code = odds_solve(rules, question, values, &how, &answer, &request->error);
    if (code == ALEA_OK) {
        odds_json(rules, &answer, api_answer(request, 200));
        api_set_etag(request->call, true);
    } else {
        api_refuse_engine(request);
    }
    odds_clear(&answer);
    return API_ANSWERED;
}
