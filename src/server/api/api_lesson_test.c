/* SPDX-License-Identifier: MIT */
/* api_lesson_test.c - lessons over the API, to the end: what is told on the way to a step makes of the state before it the one there; the
 * move that is asked for is always among the choices; questions are answered; nothing is ever written. */
#include "api_test.h"
#include "registry.h"

static json_t *get_at(struct world *world, struct asked *asked, const char *game, const char *behind) {
    char line[128];
    snprintf(line, sizeof line, "GET /games/%s/lesson%s", game, behind);
    return get(world, asked, 200, (struct ask){.at = line});
}

static json_t *get_ply(struct world *world, struct asked *asked, const char *game, long ply, const char *lang) {
    char behind[32];
    snprintf(behind, sizeof behind, "/%ld?lang=%s", ply, lang);
    return get_at(world, asked, game, behind);
}

/* ---- One step ---------------------------------------------------------------------------------------------------------------- */

static void offers_what_it_asks(json_t *step) {
    json_t *move = part(step, "move"), *moves = part(step, "state.moves");
    bool offered = json_is_null(move);
    for (size_t i = 0; !offered && i < json_array_size(moves); i++)
        offered = number(json_array_get(moves, i), "m") == number(move, "m");
    if (!offered) fail_msg("ply %ld: %s is not among the choices", number(step, "ply"), words(move, "text"));
}

/* As a page puts it together. */
static void hear_ply(json_t *state, json_t *message) {
    static const char *const now[] = {"ply", "rev", "actor", "actors", "round", "status", "prompt", "moves", "undo"};
    static const char *const news[] = {"seats", "window", "result", "dice", "team", "consents", "proposals"};
    assert_int_equal(number(message, "ply"), number(state, "ply") + 1);
    for (size_t i = 0; i < ALEA_LEN(now); i++) {
        json_t *value = part(message, now[i]);
        if (value) json_object_set(state, now[i], value);
        else json_object_del(state, now[i]);
    }
    for (size_t i = 0; i < ALEA_LEN(news); i++)
        if (part(message, news[i])) json_object_set(state, news[i], part(message, news[i]));
    json_object_update(part(state, "view"), part(message, "changes"));
    if (part(message, "facts")) json_object_update(part(state, "facts"), part(message, "facts"));
}

static void leads_to(json_t *step, json_t *next) {
    json_t *state = json_deep_copy(part(step, "state")), *messages = part(step, "messages");
    for (size_t i = 0; i < json_array_size(messages); i++) hear_ply(state, json_array_get(messages, i));
    if (!json_equal(state, part(next, "state")))
        fail_msg("what is told behind ply %ld leads elsewhere", number(step, "ply"));
    json_decref(state);
}

static void answers(struct world *world, const char *game, json_t *step) {
    char behind[256];
    struct asked asked;
    long ply = number(step, "ply");
    snprintf(behind, sizeof behind, "/%ld/words?what=places", ply);
    assert_non_null(words(get_at(world, &asked, game, behind), "text"));
    let_go(&asked);
    snprintf(behind, sizeof behind, "/%ld/odds", ply);
    assert_non_null(part(get_at(world, &asked, game, behind), "battle"));
    let_go(&asked);
    if (json_is_null(part(step, "move"))) return;
    char *text = strdup(words(step, "move.text"));
    for (char *blank = text; (blank = strchr(blank, ' '));) *blank = '+';
    snprintf(behind, sizeof behind, "/%ld/why?text=%s", ply, text);
    free(text);
    json_t *allowed = part(get_at(world, &asked, game, behind), "allowed");
    assert_true(json_is_true(allowed));
    let_go(&asked);
}

/* ---- Whole lessons -------------------------------------------------------------------------------------------------------------- */

static void walk(struct world *world, const char *game, const char *lang) {
    struct asked outline, here, there;
    char behind[16];
    snprintf(behind, sizeof behind, "?lang=%s", lang);
    json_t *lesson = get_at(world, &outline, game, behind);
    json_t *step = get_ply(world, &here, game, 0, lang);
    assert_true(outline.call.etag[0] && here.call.etag[0]);
    assert_string_equal(words(step, "state.you"), words(lesson, "seat"));
    for (size_t i = 0;; i++) {
        json_t *row = json_array_get(part(lesson, "steps"), i);
        assert_int_equal(number(row, "ply"), number(step, "ply"));
        assert_string_equal(words(row, "text"), words(step, "text"));
        assert_int_equal(json_is_true(part(row, "asks")), !json_is_null(part(step, "move")));
        offers_what_it_asks(step);
        answers(world, game, step);
        if (json_is_null(part(step, "next"))) {
            assert_int_equal(number(step, "ply"), number(lesson, "plies"));
            assert_int_equal(i + 1, json_array_size(part(lesson, "steps")));
            break;
        }
        leads_to(step, get_ply(world, &there, game, number(step, "next"), lang));
        let_go(&here);
        here = there;
        step = here.json;
    }
    let_go(&here);
    let_go(&outline);
}

static void every_lesson_to_the_end(void **state) {
    (void)state;
    struct world world;
    const struct alea_game *game;
    world_open(&world, 0, 0);
    int version = version_of(&world), lessons = 0;
    for (int i = 0; (game = alea_game_at(i)); i++) {
        if (alea_game_lesson(game).n_bytes == 0) continue;
        walk(&world, game->id, "it");
        walk(&world, game->id, "en");
        lessons++;
    }
    assert_true(lessons > 0);
    assert_int_equal(version_of(&world), version);
    assert_int_equal(lobby_counts(world.lobby)->tables, 0);
    world_close(&world);
}

/* Between steps one may look as well: the next step follows. */
static void between_steps(void **state) {
    (void)state;
    struct world world;
    struct asked outline, asked;
    world_open(&world, 0, 0);
    const struct alea_game *game;
    for (int i = 0; (game = alea_game_at(i)); i++) {
        if (alea_game_lesson(game).n_bytes == 0) continue;
        json_t *lesson = get_at(&world, &outline, game->id, "?lang=en");
        long step = 0;
        for (long ply = 0; ply < number(lesson, "plies"); ply++) {
            json_t *row = json_array_get(part(lesson, "steps"), (size_t)step);
            if (number(row, "ply") == ply) row = json_array_get(part(lesson, "steps"), (size_t)++step);
            assert_int_equal(number(get_ply(&world, &asked, game->id, ply, "en"), "next"), number(row, "ply"));
            let_go(&asked);
        }
        let_go(&outline);
    }
    world_close(&world);
}

static void refusals(void **state) {
    (void)state;
    static const struct {
        const char *at, *error;
        int status;
    } rows[] = {
        {"GET /games/ludo/lesson", "not_found", 404},
        {"GET /games/null/lesson", "not_found", 404},
        {"GET /games/null/lesson/0", "not_found", 404},
        {"GET /games/spqrisiko/lesson/", "not_found", 404},
        {"GET /games/spqrisiko/lesson/-1", "not_found", 404},
        {"GET /games/polis/lesson/1e1", "not_found", 404},
        {"GET /games/spqrisiko/lesson/999999999999", "not_found", 404},
        {"GET /games/spqrisiko/lesson/9999/why?text=pass", "not_found", 404},
        {"GET /games/spqrisiko/lesson/4/why", "bad_request", 400},
        {"GET /games/spqrisiko/lesson/4/why?text=nonsense", "bad_move", 400},
        {"GET /games/spqrisiko/lesson/4/odds?stop=x", "bad_request", 400},
        {"GET /games/spqrisiko/lesson/4/words?what=map", "bad_request", 400},
        {"GET /games/spqrisiko/lesson/4/moves", "not_found", 404},
        {"POST /games/spqrisiko/lesson/4", "method_not_allowed", 405},
    };
    struct world world;
    world_open(&world, 0, 0);
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct asked asked;
        json_t *json = get(&world, &asked, rows[i].status, (struct ask){.at = rows[i].at, .body = "{}"});
        assert_string_equal(words(json, "error"), rows[i].error);
        assert_int_equal(asked.call.etag[0], 0);
        let_go(&asked);
    }
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_FOLDER(every_lesson_to_the_end), IN_FOLDER(between_steps), IN_FOLDER(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
