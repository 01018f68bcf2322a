/* SPDX-License-Identifier: MIT */
/* weights_test.c - files of weights: whole, and in all ways not; what is made of the rules then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fail_alloc.h"
#include "weights.h"

enum { NUMBERS = 3 };

/* 1, -1 and 258. Its hash is that of a line that Python wrote: {"format":"alea.weights","game":"null","numbers":... */
#define FRONT \
    "{\"format\": \"alea.weights\", \"version\": 1, \"game\": \"null\", \"rules_version\": 1, \"recipe\": {\"seed\": 7},\n"
#define BACK "\"numbers\": \"AQD//wIB\", \"hash\": \"fefaea7ba5988d4c4f1cc57c597cd3e53919a52b1bfad536530050ec084d82dd\"}"
static const char whole[] = FRONT BACK;

static int16_t number[NUMBERS + 1]; /* room for one more than there are, which may be asked for */

static enum alea_err read_text(const char *text, int version, int n, struct alea_error *error) {
    const struct alea_game *game = alea_game_find("null");
    return alea_weights_read("w.json", (struct alea_data){.bytes = text, .n_bytes = strlen(text)}, game, version, number, n,
                             error);
}

static void refused(const char *text, int version, int n, const char *it, const char *en) {
    struct alea_error error = {.lang = ALEA_IT};
    assert_int_equal(read_text(text, version, n, &error), ALEA_ERR_DAMAGED);
    assert_non_null(strstr(error.text, it));
    error.lang = ALEA_EN;
    assert_int_equal(read_text(text, version, n, &error), ALEA_ERR_DAMAGED);
    assert_non_null(strstr(error.text, en));
    assert_non_null(strstr(error.text, "w.json"));
}

static void a_whole_file_is_read(void **state) {
    (void)state;
    assert_int_equal(read_text(whole, 1, NUMBERS, NULL), ALEA_OK);
    assert_int_equal(number[0], 1);
    assert_int_equal(number[1], -1);
    assert_int_equal(number[2], 258);
}

/* Of every byte but blanks something depends. */
static void a_file_that_was_cut_or_altered_is_refused(void **state) {
    (void)state;
    char text[sizeof whole];
    for (size_t n = 0; n + 1 < sizeof whole; n++) {
        snprintf(text, sizeof text, "%.*s", (int)n, whole);
        refused(text, 1, NUMBERS, "tagliato", "cut or altered");
    }
    for (size_t i = 0; i + 1 < sizeof whole; i++) {
        memcpy(text, whole, sizeof text);
        if (strchr(" \n", text[i])) continue;
        text[i] = text[i] == '2' ? '3' : '2';
        assert_int_equal(read_text(text, 1, NUMBERS, NULL), ALEA_ERR_DAMAGED);
    }
    memcpy(text, whole, sizeof text);
    *strstr(text, "AQD") = 'B';
    refused(text, 1, NUMBERS, "alterato", "cut or altered");
    *strstr(memcpy(text, whole, sizeof text), "7") = '8'; /* its recipe */
    refused(text, 1, NUMBERS, "alterato", "cut or altered");
}

static void files_of_something_else_are_refused(void **state) {
    (void)state;
    char text[sizeof whole];
    *strstr(memcpy(text, whole, sizeof text), "1") = '2'; /* its version */
    refused(text, 1, NUMBERS, "versione 1", "version 1");
    *strstr(memcpy(text, whole, sizeof text), "ull") = 'i'; /* its game */
    refused(text, 1, NUMBERS, "null", "null");
    refused("[]", 1, NUMBERS, "alea.weights", "alea.weights");
    refused("no JSON", 1, NUMBERS, "tagliato", "cut");
    refused(whole, 2, NUMBERS, "versione 1 delle regole", "version 1 of the rules");
    refused(whole, 1, NUMBERS + 1, "4 numeri", "4 numbers");
    refused(whole, 1, NUMBERS - 1, "2 numeri", "2 numbers");
}

static void those_that_are_built_in_are_used(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    for (int i = 0; alea_game_at(i); i++) {
        struct alea_rules *rules =
            alea_rules_new(alea_game_at(i), alea_game_at(i)->variants[0].seats, NULL, 0, NULL, &error);
        assert_non_null(rules);
        assert_string_equal(rules->unlearned, "");
        alea_rules_free(rules);
    }
}

static void a_scenario_does_without(void **state) {
    (void)state;
    static const char text[] =
        "{\"format\": \"alea.scenario\", \"version\": 1, \"game\": \"polis\", \"name\": \"s\", \"replace\": {}}";
    const struct alea_scenario scenario = {.name = "s.json", .bytes = text, .n_bytes = sizeof text - 1};
    static const char *const word[ALEA_LANGS] = {[ALEA_IT] = "senza scenario", [ALEA_EN] = "without a scenario"};
    for (enum alea_lang lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_error error = {.lang = lang};
        struct alea_rules *rules = alea_rules_new(alea_game_find("polis"), 2, NULL, 0, &scenario, &error);
        assert_non_null(rules);
        assert_non_null(strstr(rules->unlearned, word[lang]));
        assert_non_null(strstr(rules->unlearned, "data/weights/polis.json"));
        alea_rules_free(rules);
    }
}

static struct alea_rules *make_polis(struct alea_error *error) {
    return alea_rules_new(alea_game_find("polis"), 2, NULL, 0, NULL, error);
}

static void fails_cleanly_without_memory(void **state) {
    (void)state;
    fail_alloc_each(make_polis);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file_is_read),
        cmocka_unit_test(a_file_that_was_cut_or_altered_is_refused),
        cmocka_unit_test(files_of_something_else_are_refused),
        cmocka_unit_test(those_that_are_built_in_are_used),
        cmocka_unit_test(a_scenario_does_without),
        cmocka_unit_test(fails_cleanly_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
