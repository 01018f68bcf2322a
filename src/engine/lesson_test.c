/* SPDX-License-Identifier: MIT */
/* lesson_test.c - every lesson that is built in replays, and speaks to everybody at the same plies; who is told what; faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fail_alloc.h"
#include "lesson.h"

enum { CEILING = 1 << 16 };

/* ---- One of our own ------------------------------------------------------------------------------------------------ */

#define HEAD "alea 1\ngame null 1\noptions rounds=2 tie=nobody\nseat A bot:greedy\nseat B human\ndice by hand\n\n"
static const char own[] = HEAD "# it: Primo.\n"
                               "# en: First.\n"
                               "# a remark for who writes lessons\n"
                               "# it terminal:  Scrivi.\n"
                               "# it page: Tocca.\n"
                               "# en page: Tap.\n"
                               "# en: Last.\n"
                               "1 A bet three\n"
                               "# en terminal: Type.\n"
                               "2 B bet five\n"
                               "3 * dice 6\n"
                               "# it: Fine.\n"
                               "# en: The end."; /* without a newline */

static struct alea_lesson *read_text(const char *text, struct alea_error *error) {
    *error = (struct alea_error){.lang = ALEA_EN};
    return alea_lesson_read("own", (struct alea_data){.bytes = text, .n_bytes = strlen(text)}, error);
}

static void says(const struct alea_lesson *lesson, long ply, enum alea_lang lang, enum alea_lesson_place place,
                 const char *words) {
    struct alea_text text;
    alea_text_init(&text, CEILING, lang);
    assert_int_equal(alea_lesson_say(lesson, ply, place, &text), *words != 0);
    assert_string_equal(alea_text_str(&text), words);
    alea_text_clear(&text);
}

static void each_is_told_what_is_meant_for_them(void **state) {
    (void)state;
    struct alea_error error;
    struct alea_lesson *lesson = read_text(own, &error);
    if (!lesson) {
        fail_msg("line %ld: %s", error.line, error.text);
        return;
    }
    assert_int_equal(lesson->seat, 1);
    assert_int_equal(lesson->plies, 3);
    says(lesson, 0, ALEA_IT, ALEA_LESSON_TERMINAL, "Primo.\nScrivi.\n");
    says(lesson, 0, ALEA_IT, ALEA_LESSON_PAGE, "Primo.\nTocca.\n");
    says(lesson, 0, ALEA_EN, ALEA_LESSON_TERMINAL, "First.\nLast.\n");
    says(lesson, 0, ALEA_EN, ALEA_LESSON_PAGE, "First.\nTap.\nLast.\n");
    says(lesson, 1, ALEA_EN, ALEA_LESSON_TERMINAL, "Type.\n");
    says(lesson, 1, ALEA_EN, ALEA_LESSON_PAGE, "");
    says(lesson, 2, ALEA_IT, ALEA_LESSON_PAGE, "");
    says(lesson, 3, ALEA_IT, ALEA_LESSON_PAGE, "Fine.\n");
    says(lesson, 3, ALEA_EN, ALEA_LESSON_TERMINAL, "The end.\n");
    alea_lesson_free(lesson);
}

static void a_fault_is_told(void **state) {
    (void)state;
    struct alea_error error;
    assert_null(read_text("", &error));
    assert_int_not_equal(error.code, ALEA_OK);
    assert_null(read_text(HEAD "1 A bet three\n2 A bet five\n", &error));
    assert_int_not_equal(error.code, ALEA_OK);
    assert_int_equal(error.line, 9);
    assert_null(read_text(HEAD "1 A bet three\n= 000000\n", &error));
    assert_int_equal(error.code, ALEA_ERR_DIVERGED);
}

static void short_memory_is_told(void **state) {
    (void)state;
    struct alea_error error;
    struct alea_lesson *lesson = NULL;
    struct alea_match *match = NULL;
    long n = 1;
    for (; fail_alloc_at(n), lesson = read_text(own, &error), fail_alloc_hit(); n++) {
        assert_null(lesson);
        assert_int_equal(error.code, ALEA_ERR_NO_MEMORY);
    }
    assert_true(n > 5);
    for (n = 1; fail_alloc_at(n), match = alea_lesson_match_at(lesson, 3, &error), fail_alloc_hit(); n++) {
        assert_null(match);
        assert_int_equal(error.code, ALEA_ERR_NO_MEMORY);
    }
    assert_true(n > 2);
    alea_match_free(match);
    alea_lesson_free(lesson);
}

/* ---- Those that are built in ----------------------------------------------------------------------------------------- */

/* It speaks in both languages or in neither, to both kinds of learners. */
static bool speaks(const struct alea_game *game, const struct alea_lesson *lesson, long ply) {
    int said = 0;
    for (int lang = 0; lang < ALEA_LANGS; lang++)
        for (int place = 0; place < ALEA_LESSON_PLACES; place++) {
            struct alea_text text;
            alea_text_init(&text, CEILING, (enum alea_lang)lang);
            said += alea_lesson_say(lesson, ply, (enum alea_lesson_place)place, &text);
            assert_false(text.truncated);
            alea_text_clear(&text);
        }
    if (said != 0 && said != ALEA_LANGS * ALEA_LESSON_PLACES)
        fail_msg("%s: behind ply %ld somebody is told nothing", game->id, ply);
    return said > 0;
}

static void stands(const struct alea_lesson *lesson, long ply) {
    struct alea_error error = {.lang = ALEA_EN};
    size_t size = alea_match_rules(lesson->match)->game->position_size;
    struct alea_match *match = alea_lesson_match_at(lesson, ply, &error);
    void *pos = malloc(size);
    if (!match || !pos) fail_msg("ply %ld: %s", ply, error.text);
    alea_match_position_at(lesson->match, ply, pos);
    assert_int_equal(alea_match_plies(match), ply);
    assert_memory_equal(alea_match_position(match), pos, size);
    free(pos);
    alea_match_free(match);
}

static void is_sound(const struct alea_game *game, const struct alea_lesson *lesson) {
    assert_string_equal(alea_match_head(lesson->match)->seat[lesson->seat].who, "human");
    bool first = speaks(game, lesson, 0), last = speaks(game, lesson, lesson->plies);
    assert_true(first && last);
    long asks = 0;
    for (long ply = 0; ply <= lesson->plies; ply++) {
        stands(lesson, ply);
        asks +=
            speaks(game, lesson, ply) && ply < lesson->plies && alea_match_ply(lesson->match, ply + 1)->seat == lesson->seat;
    }
    assert_true(asks > 5);
}

static void all_lessons_are_sound(void **state) {
    (void)state;
    const struct alea_game *game;
    int lessons = 0;
    for (int i = 0; (game = alea_game_at(i)); i++) {
        struct alea_data text = alea_game_lesson(game);
        struct alea_error error = {.lang = ALEA_EN};
        if (text.n_bytes == 0) continue;
        struct alea_lesson *lesson = alea_lesson_read(game->id, text, &error);
        if (lesson) is_sound(game, lesson);
        else fail_msg("%s:%ld: %s", game->id, error.line, error.text);
        alea_lesson_free(lesson);
        lessons++;
    }
    assert_true(lessons > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_told_what_is_meant_for_them),
        cmocka_unit_test(a_fault_is_told),
        cmocka_unit_test(short_memory_is_told),
        cmocka_unit_test(all_lessons_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
