/* SPDX-License-Identifier: MIT */
/* load_test.c - reading data as games do: values, names and relations; each fault is told with file, path and reason. */
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
#include "load.h"
#include "loader.h"

/* The null game's data with its table "faces" replaced by the JSON under test. */
struct bench {
    struct alea_loader in;
    struct alea_arena arena;
    struct alea_error error;
    char scenario[8192];
};

static bool open_bench(struct bench *bench, const char *faces) {
    memset(bench, 0, sizeof *bench);
    bench->error.lang = ALEA_EN;
    int n = snprintf(
        bench->scenario, sizeof bench->scenario,
        "{\"format\":\"alea.scenario\",\"version\":1,\"game\":\"null\",\"name\":\"test\",\"replace\":{\"faces\":%s}}",
        faces);
    const struct alea_scenario scenario = {.name = "test.json", .bytes = bench->scenario, .n_bytes = (size_t)n};
    return alea_loader_open(&bench->in, alea_game_find("null"), 1, &scenario, &bench->arena, &bench->error);
}

static void close_bench(struct bench *bench) {
    alea_loader_close(&bench->in);
    alea_arena_clear(&bench->arena);
}

static const struct alea_phrase lands[] = {{.id = "italia"}, {.id = "illiria"}, {.id = "corsica"}};
static const struct alea_names land_names = {.at = lands, .n = ALEA_LEN(lands)};
static const struct alea_phrase seas[] = {{.id = "tyrrenum"}, {.id = "adria"}};
static const struct alea_names sea_names = {.at = seas, .n = ALEA_LEN(seas)};

static void values_are_read(void **state) {
    (void)state;
    struct bench bench;
    uint64_t out[3];
    assert_true(open_bench(&bench,
                           "{\"a\":[[1,2],[3,{\"b\":-7}]],\"yes\":true,\"no\":false,\"nil\":null,\"word\":\"perché\","
                           "\"land\":\"corsica\",\"pairs\":[[\"italia\",\"illiria\"],[\"corsica\",\"italia\"]],"
                           "\"coast\":[[\"italia\",\"adria\"]]}"));
    struct alea_loader *in = &bench.in;
    assert_int_equal(alea_load_length(in, 0, 9, "faces.a"), 2);
    assert_int_equal(alea_load_int(in, 0, 9, "faces.a[%d][%d]", 0, 1), 2);
    assert_int_equal(alea_load_int(in, -9, 9, "faces.a[1][1].b"), -7);
    assert_int_equal(alea_load_int(in, 0, 1, "faces.yes"), 1);
    assert_int_equal(alea_load_int(in, 0, 1, "faces.no"), 0);
    assert_true(alea_load_has(in, "faces.no"));
    assert_false(alea_load_has(in, "faces.nil"));
    assert_false(alea_load_has(in, "faces.a[2]"));
    assert_false(alea_load_has(in, "faces.a.b"));
    assert_false(alea_load_has(in, "faces.word[0]"));
    assert_false(alea_load_has(in, "nothing.at[1].all"));
    assert_string_equal(alea_load_string(in, "faces.word"), "perché");
    assert_int_equal(alea_load_index(in, &land_names, "faces.land"), 2);
    alea_load_pairs(in, &land_names, NULL, out, "faces.pairs");
    assert_int_equal(out[0], 6);
    assert_int_equal(out[1], 1);
    assert_int_equal(out[2], 1);
    alea_load_pairs(in, &land_names, &sea_names, out, "faces.coast");
    assert_int_equal(out[0], 2);
    assert_int_equal(out[1] | out[2], 0);
    assert_true(alea_load_ok(in));
    close_bench(&bench);
}

static void names_are_read_and_kept(void **state) {
    (void)state;
    struct bench bench;
    struct alea_names names;
    assert_true(
        open_bench(&bench, "{\"rows\":[{\"id\":\"roma_2\",\"names\":{\"it\":\"Roma\",\"en\":\"Rome\",\"la\":\"Roma\"}}]}"));
    alea_load_names(&bench.in, &names, 1, 5, "faces.rows");
    assert_true(alea_load_ok(&bench.in));
    alea_loader_close(&bench.in); /* the JSON is gone, the names are not */
    assert_int_equal(names.n, 1);
    assert_string_equal(names.at[0].id, "roma_2");
    assert_string_equal(names.at[0].in[ALEA_IT], "Roma");
    assert_string_equal(names.at[0].in[ALEA_EN], "Rome");
    close_bench(&bench);
}

/* ---- Faults ------------------------------------------------------------------------------------------------------ */

enum call { LENGTH, INT, STRING, INDEX, NAMES, PAIRS, COAST };

static void call(struct alea_loader *in, enum call what, const char *path) {
    uint64_t out[3] = {7, 7, 7};
    struct alea_names names = {.at = NULL, .n = -1};
    switch (what) {
    case LENGTH: assert_int_equal(alea_load_length(in, 2, 3, "%s", path), 2); break;
    case INT: assert_int_equal(alea_load_int(in, -1, 9, "%s", path), -1); break;
    case STRING: assert_string_equal(alea_load_string(in, "%s", path), ""); break;
    case INDEX: assert_int_equal(alea_load_index(in, &land_names, "%s", path), 0); break;
    case NAMES: /* after a fault there are as many as were wanted at least, and none is NULL, or those that were read */
        alea_load_names(in, &names, 1, 3, "%s", path);
        assert_true(names.n >= 1 && names.at);
        break;
    case PAIRS: alea_load_pairs(in, &land_names, NULL, out, "%s", path); break;
    case COAST: alea_load_pairs(in, &land_names, &sea_names, out, "%s", path); break;
    }
}

#define ROW(id) "{\"id\":\"" id "\",\"names\":{\"it\":\"x\",\"en\":\"x\"}}"

static const struct fault_row {
    const char *faces;
    enum call what;
    const char *path, *where, *told;
} faults[] = {
    {"{\"count\":3}", INT, "faces.cuont", "test.json: faces.cuont", "is missing (did you mean 'count'?)"},
    {"{}", INT, "faces.a", "test.json: faces.a", "is missing"},
    {"[]", INT, "faces.a", "test.json: faces.a", "is missing"},
    {"null", INT, "faces", "test.json: faces", "is missing"},
    {"{}", INT, "nowhere.a", "data/null.json + test.json: nowhere.a", "is missing"},
    {"10", INT, "faces", "test.json: faces", "a whole number from -1 to 9"},
    {"-2", INT, "faces", "test.json: faces", "a whole number from -1 to 9"},
    {"1.5", INT, "faces", "test.json: faces", "a whole number"},
    {"1.0", INT, "faces", "test.json: faces", "a whole number"},
    {"9223372036854775807", INT, "faces", "test.json: faces", "a whole number"},
    {"4294967296", INT, "faces", "test.json: faces", "a whole number"},
    {"\"1\"", INT, "faces", "test.json: faces", "a whole number"},
    {"[1]", LENGTH, "faces", "test.json: faces", "has 1 elements, must have 2 to 3"},
    {"[1,2,3,4]", LENGTH, "faces", "test.json: faces", "has 4 elements, must have 2 to 3"},
    {"{}", LENGTH, "faces", "test.json: faces", "an array"},
    {"3", STRING, "faces", "test.json: faces", "a string is wanted"},
    {"\"a\\nb\"", STRING, "faces", "test.json: faces", "no control characters"},
    {"\"\\u202e\"", STRING, "faces", "test.json: faces", "no control characters"},
    {"\"\\u001b[2J\"", STRING, "faces", "test.json: faces", "no control characters"},
    {"\"italy\"", INDEX, "faces", "test.json: faces", "there is no 'italy' (did you mean 'italia'?)"},
    {"7", INDEX, "faces", "test.json: faces", "a string is wanted"},
    {"[]", NAMES, "faces", "test.json: faces", "has 0 elements"},
    {"[" ROW("a") "," ROW("b") "," ROW("c") "," ROW("d") "]", NAMES, "faces", "test.json: faces", "has 4 elements"},
    {"[" ROW("a") "," ROW("a") "]", NAMES, "faces", "test.json: faces[1].id", "'a' is there already"},
    {"[" ROW("") "]", NAMES, "faces", "test.json: faces[0].id", "small letters"},
    {"[" ROW("Roma") "]", NAMES, "faces", "test.json: faces[0].id", "small letters"},
    {"[" ROW("a b") "]", NAMES, "faces", "test.json: faces[0].id", "small letters"},
    {"[" ROW("a123456789b123456789c123456789d123456789e") "]", NAMES, "faces", "test.json: faces[0].id", "1 to 40"},
    {"[{\"names\":{}}]", NAMES, "faces", "test.json: faces[0].id", "is missing"},
    {"[{\"id\":\"a\"}]", NAMES, "faces", "test.json: faces[0].names.it", "is missing"},
    {"[{\"id\":\"a\",\"names\":{\"it\":\"x\"}}]", NAMES, "faces", "test.json: faces[0].names.en", "is missing"},
    {"[{\"id\":\"a\",\"names\":{\"it\":\"x\",\"en\":3}}]", NAMES, "faces", "test.json: faces[0].names.en", "a string"},
    {"[3]", NAMES, "faces", "test.json: faces[0].id", "is missing"},
    {"{}", PAIRS, "faces", "test.json: faces", "an array"},
    {"[[\"italia\",\"illiria\"],[\"italia\"]]", PAIRS, "faces", "test.json: faces[1]", "a pair"},
    {"[[\"italia\",\"sicilia\"]]", PAIRS, "faces", "test.json: faces[0]", "there is no 'sicilia'"},
    {"[[\"italia\",\"italia\"]]", PAIRS, "faces", "test.json: faces[0]", "paired with itself"},
    {"[[\"italia\",\"illiria\"],[\"illiria\",\"italia\"]]", PAIRS, "faces", "test.json: faces[1]", "there already"},
    {"[[\"italia\",3]]", PAIRS, "faces", "test.json: faces[0]", "a string"},
    {"[[\"adria\",\"italia\"]]", COAST, "faces", "test.json: faces[0]", "there is no 'adria'"},
    {"[[\"italia\",\"adria\"],[\"italia\",\"adria\"]]", COAST, "faces", "test.json: faces[1]", "there already"},
};

static void faults_are_told(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(faults); i++) {
        const struct fault_row *row = &faults[i];
        char english[sizeof(((struct alea_error *)0)->text)];
        for (int lang = ALEA_EN; lang >= ALEA_IT; lang--) {
            struct bench bench;
            assert_true(open_bench(&bench, row->faces));
            bench.error.lang = (enum alea_lang)lang;
            call(&bench.in, row->what, row->path);
            assert_false(alea_load_ok(&bench.in));
            assert_int_equal(bench.error.code, ALEA_ERR_BAD_SCENARIO);
            assert_string_equal(bench.error.where, row->where);
            if (lang == ALEA_EN && !strstr(bench.error.text, row->told))
                fail_msg("%s is answered with: %s", row->faces, bench.error.text);
            if (lang == ALEA_IT) assert_string_not_equal(bench.error.text, english);
            memcpy(english, bench.error.text, sizeof english);

            /* The first fault is kept, and whatever is asked after it answers its lowest legal value. */
            struct alea_error first = bench.error;
            for (int what = LENGTH; what <= COAST; what++) call(&bench.in, (enum call)what, "faces");
            alea_load_refuse(&bench.in, "no", "no", "faces");
            assert_memory_equal(&first, &bench.error, sizeof first);
            close_bench(&bench);
        }
    }
}

static void long_strings_are_refused(void **state) {
    (void)state;
    for (int length = 200; length <= 201; length++) {
        struct bench bench;
        char json[300];
        snprintf(json, sizeof json, "\"%0*d\"", length, 0);
        assert_true(open_bench(&bench, json));
        assert_int_equal(strlen(alea_load_string(&bench.in, "faces")), length == 200 ? 200 : 0);
        assert_int_equal(alea_load_ok(&bench.in), length == 200);
        close_bench(&bench);
    }
}

static void games_refuse_in_words(void **state) {
    (void)state;
    struct bench bench;
    assert_true(open_bench(&bench, "{}"));
    alea_load_refuse(&bench.in, "così %s no", "not %s so", "faces.rows[%d]", 3);
    assert_string_equal(bench.error.text, "invalid scenario: not %s so");
    assert_string_equal(bench.error.where, "test.json: faces.rows[3]");
    close_bench(&bench);

    /* What was asked for may be what is wrong. */
    assert_true(open_bench(&bench, "{}"));
    alea_load_refuse(&bench.in, "non insieme", "not together", "tie, rounds");
    assert_int_equal(bench.error.code, ALEA_ERR_BAD_OPTION);
    assert_string_equal(bench.error.text, "option 'tie, rounds': not together");
    assert_string_equal(bench.error.where, "");
    close_bench(&bench);
}

/* Nobody who asks for no error text gets a crash. */
static void error_may_be_null(void **state) {
    (void)state;
    struct bench bench;
    assert_true(open_bench(&bench, "{}"));
    bench.in.error = NULL;
    call(&bench.in, INT, "faces.a");
    assert_false(alea_load_ok(&bench.in));
    close_bench(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read),       cmocka_unit_test(names_are_read_and_kept),
        cmocka_unit_test(faults_are_told),       cmocka_unit_test(long_strings_are_refused),
        cmocka_unit_test(games_refuse_in_words), cmocka_unit_test(error_may_be_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
