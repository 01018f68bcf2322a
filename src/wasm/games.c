/* SPDX-License-Identifier: MIT */
/* games.c - questions about games, without a match: which there are, their words and data, their lessons, what was learned of them, their chances. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "json_write.h"
#include "odds.h"
#include "play.h"
#include "registry.h"
#include "weights.h"

enum { MOST_GAMES = 16, MOST_FRACTIONS = 2000, MOST_STEPS = 200000, SAMPLES = 500, MOST_GIVEN = 32 };

static enum alea_err find_game(struct question *question, const struct alea_game **game) {
    const char *id;
    enum alea_err err = question_string(question, "game", true, &id, NULL);
    if (err) return err;
    *game = alea_game_find(id);
    return *game ? ALEA_OK : alea_fail(question->error, ALEA_ERR_NOT_FOUND, id);
}

enum alea_err answer_games(struct question *question) {
    alea_json_key(question->answer, "games");
    wire_games(question->lang, "", false, question->answer);
    return ALEA_OK;
}

enum alea_err answer_game(struct question *question) {
    const struct alea_game *game;
    enum alea_err err = find_game(question, &game);
    if (err) return err;
    alea_json_key(question->answer, "game");
    wire_game(game, question->lang, true, question->answer);
    return ALEA_OK;
}

/* ---- Lessons ------------------------------------------------------------------------------------------------------------------------ */

/* A lesson's file is the page's: it comes with the question ("lesson"), is read at its first use, and kept. */
static enum alea_err find_lesson(struct question *question, const struct alea_game **game,
                                 const struct alea_lesson **lesson) {
    static const struct alea_lesson *lessons[MOST_GAMES];
    const char *bytes;
    size_t n;
    enum alea_err err = find_game(question, game);
    if (!err) err = question_string(question, "lesson", true, &bytes, &n);
    if (err) return err;
    int index = 0;
    while (alea_game_at(index) != *game) index++;
    if (index >= MOST_GAMES) return alea_fail(question->error, ALEA_ERR_NOT_FOUND, (*game)->id);
    if (!lessons[index]) {
        char *kept = malloc(n + 1);
        if (!kept) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
        memcpy(kept, bytes, n + 1);
        lessons[index] = alea_lesson_read((*game)->id, (struct alea_data){.bytes = kept, .n_bytes = n}, question->error);
        if (!lessons[index]) free(kept);
    }
    *lesson = lessons[index];
    return *lesson ? ALEA_OK : question->error->code;
}

/* The table at that ply of it, before the learner: to be put away. */
static enum alea_err lay(struct question *question, const struct alea_lesson *lesson, long ply, struct wire *wire) {
    struct alea_match *match = alea_lesson_match_at(lesson, ply, question->error);
    struct table *table = match ? play_show(match, question->error) : NULL;
    if (!table) return question->error->code;
    *wire = (struct wire){.table = table, .viewer = {.seat = lesson->seat}, .lang = question->lang};
    return ALEA_OK;
}

enum alea_err enter_lesson(struct question *question, struct wire *wire) {
    const struct alea_game *game;
    const struct alea_lesson *lesson;
    int64_t ply;
    enum alea_err err = find_lesson(question, &game, &lesson);
    if (!err) err = question_number(question, "ply", 0, lesson->plies, 0, &ply);
    return err ? err : lay(question, lesson, (long)ply, wire);
}

enum alea_err answer_lesson(struct question *question) {
    const struct alea_game *game;
    const struct alea_lesson *lesson;
    int64_t ply;
    struct wire wire;
    enum alea_err err = find_lesson(question, &game, &lesson);
    if (!err) err = question_number(question, "ply", 0, lesson->plies, -1, &ply);
    if (err) return err;
    alea_json_key(question->answer, "lesson");
    if (ply < 0) {
        wire_lesson(game->id, lesson, question->answer);
        return ALEA_OK;
    }
    const long at = (long)ply, next = wire_lesson_behind(lesson, at, question->lang);
    if ((err = lay(question, lesson, at, &wire))) return err;
    alea_json_open_object(question->answer, NULL);
    wire_lesson_at(&wire, lesson, at, question->answer);
    play_put_away(&wire);
    if ((err = lay(question, lesson, next, &wire))) return err;
    wire_lesson_way(&wire, at, next, question->answer);
    alea_json_close_object(question->answer);
    play_put_away(&wire);
    return ALEA_OK;
}

/* ---- What was learned --------------------------------------------------------------------------------------------------------------- */

static enum alea_err give(const struct question *question, const struct alea_game *game, int rules_version,
                          const json_t *numbers) {
    const size_t n = json_array_size(numbers);
    int16_t *room = alea_weights_give(game, rules_version, (int)n);
    if (!room) return alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    for (size_t i = 0; i < n; i++) room[i] = (int16_t)json_integer_value(json_array_get(numbers, i));
    return ALEA_OK;
}

/* The numbers of a file of weights, which the page has read. They hold from then on; does the game of today make use of them? */
enum alea_err answer_weights(struct question *question) {
    const struct alea_game *game;
    int64_t version;
    enum alea_err err = find_game(question, &game);
    if (!err) err = question_number(question, "rules_version", 0, INT16_MAX, 0, &version);
    if (!err) err = give(question, game, (int)version, json_object_get(question->json, "numbers"));
    if (err) return err;
    struct alea_rules *rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, question->error);
    if (!rules) return question->error->code;
    if (*rules->unlearned) {
        question->error->code = err = ALEA_ERR_DAMAGED;
        memcpy(question->error->text, rules->unlearned, sizeof rules->unlearned);
    }
    alea_rules_free(rules);
    return err;
}

/* ---- Chances ------------------------------------------------------------------------------------------------------------------------ */

/* "question" of the game, by what is "given": {NAME: VALUE}, strings; without one, all that can be asked. */
enum alea_err answer_chances(struct question *question) {
    const struct odds_how how = {
        .fractions = true, .most_fractions = MOST_FRACTIONS, .most_steps = MOST_STEPS, .samples = SAMPLES, .seed = 1};
    const struct alea_game *game;
    const char *name;
    enum alea_err err = find_game(question, &game);
    if (!err) err = question_string(question, "question", false, &name, NULL);
    if (err) return err;
    struct alea_rules *rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, question->error);
    if (!rules) return question->error->code;
    alea_json_key(question->answer, "chances");
    if (!name) {
        alea_json_open_object(question->answer, NULL);
        alea_json_id(question->answer, "game", game->id);
        alea_json_key(question->answer, "questions");
        odds_questions_json(rules, question->answer);
        alea_json_close_object(question->answer);
        alea_rules_free(rules);
        return ALEA_OK;
    }
    struct odds_given given[MOST_GIVEN];
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct odds_answer answer = {0};
    const char *key;
    json_t *value;
    int n = 0;
    json_object_foreach(json_object_get(question->json, "given"), key, value) {
        if (n < MOST_GIVEN && json_is_string(value))
            given[n++] = (struct odds_given){.name = key, .value = json_string_value(value)};
    }
    const struct alea_question *asked = odds_find(game, name, question->error);
    err = asked ? odds_read(rules, asked, given, n, values, question->error) : question->error->code;
    if (!err) err = odds_solve(rules, asked, values, &how, &answer, question->error);
    if (!err) odds_json(rules, &answer, question->answer);
    odds_clear(&answer);
    alea_rules_free(rules);
    return err;
}
