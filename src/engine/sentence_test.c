/* SPDX-License-Identifier: MIT */
/* sentence_test.c - holes are filled from data and options, choices agree with them, and conditions change sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "alea.h"
#include "fail_alloc.h"
#include "sentence.h"

static const char *const siege_words[] = {"dice", "discs"};
static const struct alea_option options[] = {{.key = "siege", .words = siege_words, .max = 1}, {.key = "days", .max = 99}};

static const char *const holes[] = {
    "limits.cards", "rows[walls].cost", "rows[id=@siege].die", "rows[@siege].cost", "rows[*].cost-rows[0].cost", "#rows",
    "@days",        "rows[none].cost",
};
static const struct alea_phrase rules[] = {
    {.id = "", .in = {"", ""}},
    {.id = "T-1", .in = {"{0} {0|carta|carte}", "{0} {0|card|cards} {{}"}},
    {.id = "T-2", .in = {"{7|0=nulla|una|due|# volte}", "at the {2|first|second|third|#th} dusk"}},
    {.id = "T-3", .in = {"{1}", "{1}"}},
    {.id = "T-4", .in = {"{1}", "{1}"}},
};
static const struct alea_condition conditions[] = {
    {.rule = 3, .what = "rows[walls].cost*2", .equals = "rows[-1].cost"},
    {.rule = 4, .what = "rows", .shape = "[]", .otherwise = {"altro: {1}", "other: {1}"}},
};
static const struct alea_texts texts = {.rules = rules,
                                        .n_rules = ALEA_LEN(rules),
                                        .holes = holes,
                                        .n_holes = ALEA_LEN(holes),
                                        .conditions = conditions,
                                        .n_conditions = ALEA_LEN(conditions),
                                        .changed = {.id = "changed", .in = {"cambiato", "changed"}}};
static const struct alea_game game = {.id = "t", .texts = &texts, .options = options, .n_options = ALEA_LEN(options)};

static json_t *data_of(void) {
    json_t *data = json_loads("{\"limits\":{\"cards\":1,\"name\":\"x\"},\"rows\":[{\"id\":\"dice\",\"cost\":5,\"die\":4},"
                              "{\"id\":\"walls\",\"cost\":7,\"op\":\"build\"},{\"id\":\"discs\",\"cost\":-14}]}",
                              0, NULL);
    assert_non_null(data);
    return data;
}

static int32_t value_of(const char *hole, int32_t siege, bool *lacks) {
    const int32_t chosen[] = {siege, 18};
    json_t *data = data_of();
    *lacks = false;
    int32_t value = alea_hole_value(hole, &game, chosen, data, lacks, NULL);
    json_decref(data);
    return value;
}

static void holes_are_read(void **state) {
    (void)state;
    static const struct {
        const char *hole;
        int32_t siege, value;
        bool lacks;
    } wanted[] = {
        {"limits.cards", 0, 1, false},
        {"rows[walls].cost", 0, 7, false},
        {"rows[op=build].cost", 0, 7, false},
        {"rows[1].cost", 0, 7, false},
        {"rows[-1].cost", 0, -14, false},
        {"rows[-4].cost", 0, 0, true},
        {"rows[9].cost", 0, 0, true},
        {"rows[@siege].cost", 1, 7, false},
        {"rows[id=@siege].cost", 1, -14, false},
        {"rows[id=@siege].die", 1, 0, true},
        {"rows[id=@days].cost", 0, 0, true},
        {"rows[@nothing].cost", 0, 0, true},
        {"rows[*].cost", 0, -2, false},
        {"limits[*]", 0, 1, true}, /* one of them is no number */
        {"#rows", 0, 3, false},
        {"#limits", 0, 2, false},
        {"#limits.cards", 0, 0, true},
        {"@days", 0, 18, false},
        {"@nothing", 0, 0, false},
        {"limits.name", 0, 0, true},
        {"limits.cards.more", 0, 0, true},
        {"none.at.all", 0, 0, true},
        {"2+3*4", 0, 20, false}, /* from left to right */
        {"2-rows[-1].cost", 0, 16, false},
        {"@days<rows[0].cost+1", 0, 6, false},
        {"999999999*999999999*9", 0, 1000000000, false}, /* never overflows */
    };
    for (size_t i = 0; i < ALEA_LEN(wanted); i++) {
        bool lacks;
        int32_t value = value_of(wanted[i].hole, wanted[i].siege, &lacks);
        if (value != wanted[i].value || lacks != wanted[i].lacks) fail_msg("%s: %d", wanted[i].hole, (int)value);
    }
}

/* Makes the sentences; a scenario makes their conditions count. The arena is the caller's to clear. */
static const struct alea_sentences *make(struct alea_arena *arena, int32_t siege, bool with_scenario, json_t *data) {
    const struct alea_options chosen = {.value = {siege, 18}};
    struct alea_loader in = {.game = &game, .data = data, .scenario = with_scenario ? data : NULL, .arena = arena};
    return alea_sentences_make(&in, &chosen);
}

static void assert_said(const struct alea_sentences *sentences, alea_rule rule, enum alea_lang lang, const char *wanted) {
    const struct alea_rules made = {.game = &game, .sentences = sentences};
    struct alea_text text;
    alea_text_init(&text, 1000, lang);
    alea_rule_say(&made, rule, &text);
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void sentences_are_filled(void **state) {
    (void)state;
    struct alea_arena arena = {0};
    json_t *data = data_of();
    const struct alea_sentences *sentences = make(&arena, 0, false, data);
    assert_said(sentences, 1, ALEA_IT, "1 carta");
    assert_said(sentences, 1, ALEA_EN, "1 card {}");
    assert_said(sentences, 2, ALEA_IT, "nulla");
    assert_said(sentences, 2, ALEA_EN, "at the 4th dusk");
    assert_said(sentences, 3, ALEA_EN, "7");
    assert_said(sentences, 5, ALEA_EN, "");
    assert_said(make(&arena, 1, false, data), 2, ALEA_EN, "at the 4th dusk"); /* of the usual siege: this one has no die */
    json_integer_set(json_object_get(json_object_get(data, "limits"), "cards"), 0);
    json_integer_set(json_object_get(json_array_get(json_object_get(data, "rows"), 0), "die"), 2);
    sentences = make(&arena, 0, false, data);
    assert_said(sentences, 1, ALEA_IT, "0 carte");
    assert_said(sentences, 2, ALEA_EN, "at the second dusk");
    json_decref(data);
    alea_arena_clear(&arena);
}

static void conditions_change_sentences(void **state) {
    (void)state;
    struct alea_arena arena = {0};
    json_t *data = data_of();
    const struct alea_sentences *sentences = make(&arena, 0, true, data);
    assert_said(sentences, 1, ALEA_IT, "1 carta");
    assert_said(sentences, 3, ALEA_IT, "cambiato");
    assert_said(sentences, 4, ALEA_EN, "other: 7");
    json_integer_set(json_object_get(json_array_get(json_object_get(data, "rows"), 2), "cost"), 14);
    assert_said(make(&arena, 0, true, data), 3, ALEA_IT, "7");
    json_array_clear(json_object_get(data, "rows"));
    sentences = make(&arena, 0, true, data);
    assert_said(sentences, 3, ALEA_EN, "0"); /* twice nothing is nothing */
    assert_said(sentences, 4, ALEA_EN, "0"); /* the shape that is asked for */
    json_object_del(data, "rows");
    assert_said(make(&arena, 0, true, data), 4, ALEA_IT, "altro: 0");
    json_decref(data);
    alea_arena_clear(&arena);
}

static void numbers_do_not_change_a_shape(void **state) {
    (void)state;
    struct alea_arena arena = {0};
    static const struct alea_condition shape[] = {
        {.rule = 1, .what = "rows", .shape = "[{\"name\":\"5\\\"-1\",\"real\":0},0,true,\"x\"]"}};
    struct alea_texts other_texts = texts;
    other_texts.conditions = shape;
    other_texts.n_conditions = 1;
    struct alea_game other = game;
    other.texts = &other_texts;
    const struct alea_options chosen = {.value = {0, 18}};
    static const struct {
        const char *data, *said;
    } wanted[] = {
        {"{\"rows\":[{\"real\":-2.5e-7,\"name\":\"5\\\"-1\"},-12,true,\"x\"]}", "0 carte"},
        {"{\"rows\":[{\"real\":0,\"name\":\"6\\\"-1\"},-12,true,\"x\"]}", "cambiato"},
        {"{\"rows\":[{\"real\":0,\"name\":\"5\\\"-1\"},-12,0,\"x\"]}", "cambiato"},
    };
    for (size_t i = 0; i < ALEA_LEN(wanted); i++) {
        json_t *data = json_loads(wanted[i].data, 0, NULL);
        struct alea_loader in = {.game = &other, .data = data, .scenario = data, .arena = &arena};
        const struct alea_rules made = {.game = &other, .sentences = alea_sentences_make(&in, &chosen)};
        struct alea_text text;
        alea_text_init(&text, 1000, ALEA_IT);
        alea_rule_say(&made, 1, &text);
        assert_string_equal(alea_text_str(&text), wanted[i].said);
        alea_text_clear(&text);
        json_decref(data);
    }
    alea_arena_clear(&arena);
}

static void memory_runs_out(void **state) {
    (void)state;
    struct alea_arena arena = {0};
    json_t *data = data_of();
    const struct alea_sentences *made = NULL;
    long n = 1;
    for (; fail_alloc_at(n), made = make(&arena, 0, true, data), fail_alloc_hit(); n++) assert_null(made);
    assert_non_null(made);
    assert_true(n > 3);
    json_decref(data);
    alea_arena_clear(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_are_read),
        cmocka_unit_test(sentences_are_filled),
        cmocka_unit_test(conditions_change_sentences),
        cmocka_unit_test(numbers_do_not_change_a_shape),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
