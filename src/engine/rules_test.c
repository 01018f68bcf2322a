/* SPDX-License-Identifier: MIT */
/* rules_test.c - the registry, options, seats, and scenarios: good ones, faulty ones, hostile ones, and no memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"
#include "registry.h"

static const struct alea_game *null_game(void) {
    const struct alea_game *game = alea_game_find("null");
    assert_non_null(game);
    return game;
}

static struct alea_rules *rules_of(const char *options, struct alea_error *error) {
    const char *pairs[8];
    char copy[200];
    int n = 0;
    snprintf(copy, sizeof copy, "%s", options);
    for (char *at = copy; *at; n++) {
        pairs[n] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = 0;
    }
    return alea_rules_new(null_game(), 2, pairs, n, NULL, error);
}

static struct alea_rules *rules_with(const char *bytes, size_t n_bytes, struct alea_error *error) {
    const struct alea_scenario scenario = {.name = "s.json", .bytes = bytes, .n_bytes = n_bytes};
    return alea_rules_new(null_game(), 2, NULL, 0, &scenario, error);
}

/* ---- Registry ---------------------------------------------------------------------------------------------------- */

static void games_are_in_order(void **state) {
    (void)state;
    size_t n_bytes;
    assert_non_null(alea_game_at(0));
    for (int i = 0; alea_game_at(i); i++) {
        const struct alea_game *game = alea_game_at(i);
        assert_ptr_equal(alea_game_find(game->id), game);
        if (i > 0) assert_true(strcmp(alea_game_at(i - 1)->id, game->id) < 0);
        assert_non_null(alea_game_data(game, &n_bytes));
        assert_int_not_equal(n_bytes, 0);
        assert_string_equal(game->texts->title.id, game->id);
    }
    assert_null(alea_game_at(-1));
    assert_null(alea_game_find(""));
    assert_null(alea_game_find("nul"));
    const struct alea_game stranger = {.id = "null"};
    alea_game_data(&stranger, &n_bytes);
    assert_int_equal(n_bytes, 0);
}

/* Whose words stand at *at among those of the options? Then the next ones are looked at. */
static void next_words(const struct alea_game *game, int *at, const char *key, const char *value) {
    char id[128];
    snprintf(id, sizeof id, "%s%s%s", key, value ? "=" : "", value ? value : "");
    assert_in_range(*at, 0, game->texts->n_options - 1);
    assert_string_equal(game->texts->options[(*at)++].id, id);
}

/* Each option has an explanation, and each value that is a word has words, in the same order; there are no others. */
static void options_are_explained(void **state) {
    (void)state;
    for (int i = 0; alea_game_at(i); i++) {
        const struct alea_game *game = alea_game_at(i);
        int at = 0;
        for (int n = 0; n < game->n_options; n++) {
            const struct alea_option *option = &game->options[n];
            next_words(game, &at, option->key, NULL);
            for (int32_t value = 0; option->words && value <= option->max; value++)
                next_words(game, &at, option->key, option->words[value]);
        }
        assert_int_equal(at, game->texts->n_options);
    }
}

static void options_have_words(void **state) {
    (void)state;
    const struct alea_game *game = alea_game_find("null");
    assert_string_equal(alea_option_words(game, 0, ALEA_EN), "number of rounds");
    assert_string_equal(alea_option_words(game, 1, ALEA_IT), "chi fa punti se le scommesse sono vicine uguale");
    assert_string_equal(alea_option_value_words(game, 1, 1, ALEA_IT), "tutti e due");
    static const struct alea_texts no_words = {.n_options = 0};
    struct alea_game wordless = *game;
    wordless.texts = &no_words;
    assert_string_equal(alea_option_words(&wordless, 1, ALEA_IT), "");
    assert_string_equal(alea_option_value_words(&wordless, 1, 1, ALEA_IT), "both");
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

static void options_are_completed_and_written(void **state) {
    (void)state;
    static const struct {
        const char *given, *written;
    } rows[] = {
        {"", "rounds=2 tie=nobody"},
        {"tie=both", "rounds=2 tie=both"},
        {"tie=nobody rounds=3", "rounds=3 tie=nobody"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_rules *rules = rules_of(rows[i].given, NULL);
        struct alea_text text;
        assert_non_null(rules);
        assert_false(rules->has_scenario);
        alea_text_init(&text, 200, ALEA_EN);
        alea_options_write(rules, &text);
        assert_string_equal(alea_text_str(&text), rows[i].written);
        alea_text_clear(&text);
        alea_rules_free(rules);
    }
    alea_rules_free(NULL);
}

static void bad_options_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *given, *told;
    } rows[] = {
        {"round=1", "option 'round': does not exist (did you mean 'rounds'?); there are: rounds, tie"},
        {"xyzzy=1", "option 'xyzzy': does not exist; there are: rounds, tie"},
        {"=1", "option '': does not exist"},
        {"rounds", "option 'rounds': is written rounds=VALUE"},
        {"rounds=", "'' won't do: a number from 1 to 3"},
        {"rounds=0", "'0' won't do: a number from 1 to 3"},
        {"rounds=4", "a number from 1 to 3"},
        {"rounds=-1", "a number from 1 to 3"},
        {"rounds=2x", "a number from 1 to 3"},
        {"rounds=99999999999999999999", "a number from 1 to 3"},
        {"rounds=1 rounds=1", "option 'rounds': is given twice"},
        {"tie=boht", "'boht' won't do (did you mean 'both'?); the values are: nobody, both"},
        {"tie=1", "the values are"},
        {"tie=", "the values are"},
        {"tie=both=both", "the values are"},
        {"rounds=\xff\xfe\x1b", "'?\?\?' won't do"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        assert_null(rules_of(rows[i].given, &error));
        assert_int_equal(error.code, ALEA_ERR_BAD_OPTION);
        if (!strstr(error.text, rows[i].told)) fail_msg("%s is answered with: %s", rows[i].given, error.text);
        assert_null(rules_of(rows[i].given, NULL));
    }
}

static void seats_are_checked(void **state) {
    (void)state;
    static const int wrong[] = {-1, 0, 1, 3, 1000000};
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        assert_null(alea_rules_new(null_game(), wrong[i], NULL, 0, NULL, &error));
        assert_int_equal(error.code, ALEA_ERR_BAD_SEATS);
        assert_non_null(strstr(error.text, "null is played by 2"));
    }
}

/* ---- Scenarios --------------------------------------------------------------------------------------------------- */

#define HEAD "{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"null\",\"name\":\"big.prize-1\","

static void scenarios_replace_tables(void **state) {
    (void)state;
    static const char bytes[] = HEAD "\"replace\":{\"prize\":{\"points\":5}}}\n";
    struct alea_rules *rules = rules_with(bytes, sizeof bytes - 1, NULL);
    assert_non_null(rules);
    assert_true(rules->has_scenario);
    assert_string_equal(rules->scenario_name, "big.prize-1");
    /* BLAKE2b-256 of the bytes, by Python's hashlib. */
    static const uint8_t hash[4] = {0x77, 0xa1, 0x1c, 0x31};
    assert_memory_equal(rules->scenario, hash, sizeof hash);

    /* Two bets on opposite faces and a six: the prize is what the scenario says. */
    unsigned char pos[64] = {0};
    const struct alea_game *game = rules->game;
    assert_true(game->position_size <= sizeof pos);
    game->setup(rules->tables, pos);
    alea_move move;
    assert_int_equal(alea_move_read(rules, "bet one", &move, NULL), ALEA_OK);
    game->apply(rules->tables, pos, 0, move, NULL);
    assert_int_equal(alea_move_read(rules, "bet six", &move, NULL), ALEA_OK);
    game->apply(rules->tables, pos, 1, move, NULL);
    assert_int_equal(alea_move_read(rules, "dice 6", &move, NULL), ALEA_OK);
    game->apply(rules->tables, pos, ALEA_CHANCE, move, NULL);
    struct alea_text text;
    alea_text_init(&text, 500, ALEA_EN);
    alea_position_write(rules, pos, &text);
    assert_non_null(strstr(alea_text_str(&text), "points B=5\n"));
    alea_text_clear(&text);
    alea_rules_free(rules);
}

static const struct {
    const char *bytes;
    enum alea_err code;
    const char *where, *told;
} faulty[] = {
    /* Not JSON, or not ours. */
    {"", ALEA_ERR_BAD_SCENARIO, "s.json:1:0", "ends too early"},
    {"{", ALEA_ERR_BAD_SCENARIO, "s.json:1:1", "ends too early"},
    {"{\"a\":1,\n \"a\":2}", ALEA_ERR_BAD_SCENARIO, "s.json:2:4", "there already"},
    {"{\"a\":1}\n{}", ALEA_ERR_BAD_SCENARIO, "s.json:2:1", "should end here"},
    {"{\"a\":\"\xc3(\"}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "not UTF-8"},
    {"{\"a\":\"\xff\"}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "not UTF-8"},
    {"{\"a\":\"\\ud800\"}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "invalid JSON"},
    {"{\"a\":\"\\u0000\"}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "NUL"},
    {"{\"a\\u0000b\":1}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "NUL"},
    {"{\"a\":1e999}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "too large"},
    {"{\"a\":99999999999999999999}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "too large"},
    {"{\"a\":01}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "invalid JSON"},
    {"{\"a\":NaN}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "invalid JSON"},
    {"[1]", ALEA_ERR_BAD_SCENARIO, "s.json:1:1", "an object"},
    {"\xef\xbb\xbf{}", ALEA_ERR_BAD_SCENARIO, "s.json:1:", "JSON"},
    {"\x7f"
     "ELF\x02\x01",
     ALEA_ERR_BAD_SCENARIO, "s.json:1:", "JSON"},
    {"{\"a\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}", ALEA_ERR_BAD_SCENARIO, "s.json:1:21", "too deeply"},
    {"{}", ALEA_ERR_BAD_SCENARIO, "s.json: format", "no scenario"},
    {"{\"format\":\"alea.text\"}", ALEA_ERR_BAD_SCENARIO, "s.json: format", "no scenario"},
    {"{\"format\":\"alea.scenario\"}", ALEA_ERR_BAD_VERSION, "s.json: version", "scenarios are of version 1"},
    {"{\"format\":\"alea.scenario\",\"version\":2}", ALEA_ERR_BAD_VERSION, "s.json: version", "version 2"},
    {"{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"chess\"}", ALEA_ERR_BAD_SCENARIO, "s.json: game",
     "not for null"},
    {"{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"null\"}", ALEA_ERR_BAD_SCENARIO, "s.json: name", "a name"},
    {"{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"null\",\"name\":\"two words\"}", ALEA_ERR_BAD_SCENARIO,
     "s.json: name", "a name"},
    {HEAD "\"x\":1}", ALEA_ERR_BAD_SCENARIO, "s.json: x", "unknown key"},
    {HEAD "\"replaces\":{}}", ALEA_ERR_BAD_SCENARIO, "s.json: replaces", "did you mean 'replace'?"},
    {HEAD "\"replace\":[]}", ALEA_ERR_BAD_SCENARIO, "s.json: replace", "the tables"},
    {HEAD "\"replace\":{\"face\":1}}", ALEA_ERR_BAD_SCENARIO, "s.json: replace.face", "did you mean 'faces'?"},
    {HEAD "\"replace\":{\"game\":\"x\"}}", ALEA_ERR_BAD_SCENARIO, "s.json: replace.game", "no such table"},
    /* Tables that the game refuses. */
    {HEAD "\"replace\":{\"faces\":{\"rows\":[]}}}", ALEA_ERR_BAD_SCENARIO, "s.json: faces.rows", "has 0 elements"},
    {HEAD "\"replace\":{\"faces\":null}}", ALEA_ERR_BAD_SCENARIO, "s.json: faces.rows", "is missing"},
    {HEAD "\"replace\":{\"prize\":{\"points\":-1}}}", ALEA_ERR_BAD_SCENARIO, "s.json: prize.points", "from 1 to 9"},
    {HEAD "\"replace\":{\"prize\":{\"pionts\":1}}}", ALEA_ERR_BAD_SCENARIO, "s.json: prize.points",
     "did you mean 'pionts'?"},
};

static void faulty_scenarios_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(faulty); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        assert_null(rules_with(faulty[i].bytes, strlen(faulty[i].bytes), &error));
        if (error.code != faulty[i].code || !strstr(error.text, faulty[i].told) ||
            strncmp(error.where, faulty[i].where, strlen(faulty[i].where)) != 0)
            fail_msg("%s\nis answered with: %s: %s", faulty[i].bytes, error.where, error.text);
        assert_null(rules_with(faulty[i].bytes, strlen(faulty[i].bytes), NULL));
        struct alea_error italian = {.lang = ALEA_IT};
        assert_null(rules_with(faulty[i].bytes, strlen(faulty[i].bytes), &italian));
        assert_string_equal(italian.where, error.where);
        assert_string_not_equal(italian.text, error.text);
    }
}

/* A scenario cut anywhere, or with any byte changed, is refused or taken, and nothing else happens. */
static void damaged_scenarios_do_no_harm(void **state) {
    (void)state;
    static const char whole[] =
        HEAD "\"replace\":{\"faces\":{\"rows\":[{\"id\":\"a\",\"names\":{\"it\":\"é\",\"en\":\"e\"}},"
             "{\"id\":\"b\",\"names\":{\"it\":\"b\",\"en\":\"b\"}}]}}}";
    struct alea_rules *rules = rules_with(whole, sizeof whole - 1, NULL);
    assert_non_null(rules);
    alea_rules_free(rules);
    for (size_t n = 0; n < sizeof whole - 1; n++) assert_null(rules_with(whole, n, NULL));
    static const char odd[] = {0, '"', '\\', '[', '}', ',', '9', '\xff', '\n'};
    for (size_t at = 0; at < sizeof whole - 1; at++) {
        for (size_t i = 0; i < sizeof odd; i++) {
            char copy[sizeof whole];
            struct alea_error error = {.lang = ALEA_EN};
            memcpy(copy, whole, sizeof whole);
            copy[at] = odd[i];
            rules = rules_with(copy, sizeof whole - 1, &error);
            assert_true(rules || (error.code != ALEA_OK && error.text[0] && error.where[0]));
            alea_rules_free(rules);
        }
    }
}

static void huge_scenarios_are_refused(void **state) {
    (void)state;
    size_t size = ALEA_MAX_SCENARIO_BYTES + 1;
    char *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, '[', size);
    struct alea_error error = {.lang = ALEA_EN};
    assert_null(rules_with(bytes, size, &error));
    assert_int_equal(error.code, ALEA_ERR_TOO_LARGE);
    assert_null(rules_with(bytes, size - 1, &error));
    assert_int_equal(error.code, ALEA_ERR_BAD_SCENARIO);
    assert_non_null(strstr(error.text, "too deeply"));
    free(bytes);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static struct alea_rules *make_of_scenario(struct alea_error *error) {
    static const char bytes[] = HEAD "\"replace\":{\"prize\":{\"points\":5}}}";
    return rules_with(bytes, sizeof bytes - 1, error);
}

/* Our own allocations; those of jansson are left alone (2.14's lexer overruns its buffer when growing it fails). */
static void fails_cleanly_without_memory(void **state) {
    (void)state;
    fail_alloc_each(make_of_scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_in_order),           cmocka_unit_test(options_are_explained),
        cmocka_unit_test(options_have_words),           cmocka_unit_test(options_are_completed_and_written),
        cmocka_unit_test(bad_options_are_refused),      cmocka_unit_test(seats_are_checked),
        cmocka_unit_test(scenarios_replace_tables),     cmocka_unit_test(faulty_scenarios_are_refused),
        cmocka_unit_test(damaged_scenarios_do_no_harm), cmocka_unit_test(huge_scenarios_are_refused),
        cmocka_unit_test(fails_cleanly_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
