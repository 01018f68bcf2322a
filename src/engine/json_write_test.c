/* SPDX-License-Identifier: MIT */
/* json_write_test.c - JSON as it is written: commas, numbers, and strings of any bytes, which jansson reads back. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "fail_alloc.h"
#include "json_write.h"

enum { MAX = 1 << 16 };

static void reads(const struct alea_text *text, const char *wanted) { assert_string_equal(alea_text_str(text), wanted); }

/* ---- Commas ------------------------------------------------------------------------------------------------------ */

static void commas_come_by_themselves(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    alea_json_open_object(&text, NULL);
    alea_json_open_array(&text, "none");
    alea_json_close_array(&text);
    alea_json_open_array(&text, "some");
    alea_json_integer(&text, NULL, -1);
    alea_json_open_object(&text, NULL);
    alea_json_close_object(&text);
    alea_json_string(&text, NULL, "[");
    alea_json_string(&text, NULL, "");
    alea_json_null(&text, NULL);
    alea_json_raw(&text, NULL, "[{}]", 4);
    alea_json_close_array(&text);
    alea_json_bool(&text, "yes", true);
    alea_json_bool(&text, "no", false);
    alea_json_id(&text, "id", "a_1");
    alea_json_close_object(&text);
    reads(&text, "{\"none\":[],\"some\":[-1,{},\"[\",\"\",null,[{}]],\"yes\":true,\"no\":false,\"id\":\"a_1\"}");
    alea_text_clear(&text);
}

/* Values in several lines, each by itself, and laid out by hand. */
static void no_comma_behind_white_space(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    alea_json_integer(&text, NULL, 1);
    alea_text_add(&text, "\n");
    alea_json_integer(&text, NULL, 2);
    alea_text_add(&text, ", ");
    alea_json_integer(&text, NULL, 3);
    reads(&text, "1\n2, 3");
    alea_text_clear(&text);
}

/* A key whose value another function writes; a member that is taken back; JSON of others, with a new line at its end. */
static void values_are_written_in_parts(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    alea_json_open_object(&text, NULL);
    size_t from = text.len;
    alea_json_bool(&text, "gone", true);
    alea_text_back(&text, from);
    alea_json_key(&text, "object");
    alea_json_open_object(&text, NULL);
    from = text.len;
    alea_json_integer(&text, "gone", 1);
    alea_text_back(&text, from);
    alea_json_close_object(&text);
    from = text.len;
    (void)alea_json_open_string(&text, "gone");
    alea_text_back(&text, from);
    alea_json_raw(&text, "given", "{}\n", 3);
    ALEA_TEXT_ADD(&text, ",");
    alea_json_integer(&text, "last", 2);
    alea_json_close_object(&text);
    reads(&text, "{\"object\":{},\"given\":{}\n,\"last\":2}");
    alea_text_clear(&text);
}

enum { DEEP = 5, STEPS = 40 };

/* A value of any kind, written and built at once; of objects and arrays the beginning. */
static json_t *any_value(int kind, const char *key, struct alea_text *text) {
    static const char *const words[] = {"", ",", "{", "[", ":", "word ", "]}"};
    const char *word = words[kind % (int)ALEA_LEN(words)];
    switch (kind % 6) {
    case 0: alea_json_null(text, key); return json_null();
    case 1: alea_json_bool(text, key, kind % 4 == 1); return json_boolean(kind % 4 == 1);
    case 2: alea_json_integer(text, key, kind - 50); return json_integer(kind - 50);
    case 3: alea_json_string(text, key, word); return json_string(word);
    case 4: alea_json_open_object(text, key); return json_object();
    default: alea_json_open_array(text, key); return json_array();
    }
}

static void close_structure(const json_t *open, struct alea_text *text) {
    if (json_is_object(open)) alea_json_close_object(text);
    else alea_json_close_array(text);
}

/* An array with structures of any form in it. */
static json_t *any_structure(struct alea_random *random, struct alea_text *text) {
    json_t *open[DEEP] = {json_array()};
    int depth = 0;
    alea_json_open_array(text, NULL);
    for (int step = 0; step < STEPS; step++) {
        char name[8];
        bool object = json_is_object(open[depth]);
        snprintf(name, sizeof name, "m_%d", step);
        json_t *value = any_value((int)alea_random_below(random, 100), object ? name : NULL, text);
        if (object) json_object_set_new(open[depth], name, value);
        else json_array_append_new(open[depth], value);
        bool structure = json_is_object(value) || json_is_array(value);
        if (structure && depth + 1 < DEEP) open[++depth] = value;
        else if (structure) close_structure(value, text);
        else if (depth > 0 && alea_random_below(random, 3) == 0) close_structure(open[depth--], text);
    }
    for (; depth >= 0; depth--) close_structure(open[depth], text);
    return open[0];
}

/* Values of any form come out as jansson writes them. */
static void any_structure_has_its_commas(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(7, 2);
    for (int round = 0; round < 500; round++) {
        struct alea_text text;
        alea_text_init(&text, MAX, ALEA_EN);
        json_t *whole = any_structure(&random, &text);
        char *wanted = json_dumps(whole, JSON_COMPACT);
        assert_non_null(wanted);
        reads(&text, wanted);
        free(wanted);
        json_decref(whole);
        alea_text_clear(&text);
    }
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static void numbers_are_exact(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    alea_json_integer(&text, NULL, INT64_MIN);
    alea_json_integer(&text, NULL, INT64_MAX);
    alea_json_natural(&text, NULL, INT64_MAX);
    alea_json_natural(&text, NULL, (uint64_t)INT64_MAX + 1);
    alea_json_natural(&text, NULL, UINT64_MAX);
    alea_json_natural(&text, NULL, 0);
    reads(&text, "-9223372036854775808,9223372036854775807,9223372036854775807,9223372036854775808,18446744073709551615,0");
    alea_text_clear(&text);
}

static const struct {
    double number;
    int digits;
    const char *real, *fixed, *decimal; /* the last two with so many places */
    int places;
} numbers[] = {
    {0, 15, "0", "0.000", "0", 3},
    {1, 17, "1", "1", "1", 0},
    {0.5, 15, "0.5", "0.50", "0.5", 2},
    {-0.25, 15, "-0.25", "-0.250000", "-0.25", 6},
    {1.0 / 3, 15, "0.333333333333333", "0.333333", "0.333333333333", 12},
    {0.1, 17, "0.10000000000000001", "0.1", "0.1", 1},
    {1e-7, 15, "1e-07", "0.000000", "0", 6},
    {123456.75, 8, "123456.75", "123456.8", "123456.8", 1},
    {0.125, 2, "0.12", "0.12", "0.13", 2}, /* printf takes the even one of two that are as near */
};

static void reals_are_the_same_everywhere(void) {
    for (size_t i = 0; i < ALEA_LEN(numbers); i++) {
        struct alea_text text;
        int places = numbers[i].places, shown = places > 6 ? 6 : places;
        alea_text_init(&text, MAX, ALEA_EN);
        alea_json_real(&text, NULL, numbers[i].number, numbers[i].digits);
        reads(&text, numbers[i].real);
        alea_text_back(&text, 0);
        alea_json_fixed(&text, NULL, numbers[i].number, shown);
        reads(&text, numbers[i].fixed);
        alea_text_back(&text, 0);
        alea_json_decimal(&text, NULL, numbers[i].number, places);
        reads(&text, numbers[i].decimal);
        alea_text_clear(&text);
    }
}

static void reals_have_a_point(void **state) {
    (void)state;
    reals_are_the_same_everywhere();
}

/* In the first locale with a decimal comma that this machine has; in many containers there is none. */
static void reals_have_a_point_in_every_locale(void **state) {
    (void)state;
    static const char *const names[] = {"it_IT.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "it_IT", "de_DE", "fr_FR"};
    size_t at = 0;
    while (at < ALEA_LEN(names) && !setlocale(LC_NUMERIC, names[at])) at++;
    if (at == ALEA_LEN(names)) skip();
    assert_string_equal(localeconv()->decimal_point, ",");
    reals_are_the_same_everywhere();
    setlocale(LC_NUMERIC, "C");
}

static void what_is_no_number_is_null(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    alea_json_real(&text, NULL, NAN, 15);
    alea_json_real(&text, NULL, INFINITY, 15);
    alea_json_fixed(&text, NULL, -INFINITY, 6);
    alea_json_decimal(&text, NULL, NAN, 6);
    reads(&text, "null,null,null,null");
    alea_text_clear(&text);
}

/* The greatest and the smallest have room. */
static void reals_of_any_size(void **state) {
    (void)state;
    static const double sizes[] = {1.7976931348623157e308, -1.7976931348623157e308, 4.9406564584124654e-324, 0.1, 1.0 / 3};
    for (size_t i = 0; i < ALEA_LEN(sizes); i++) {
        struct alea_text text;
        alea_text_init(&text, MAX, ALEA_EN);
        alea_json_open_array(&text, NULL);
        alea_json_real(&text, NULL, sizes[i], 17);
        alea_json_fixed(&text, NULL, sizes[i], 17);
        alea_json_close_array(&text);
        json_t *read = json_loads(alea_text_str(&text), 0, NULL);
        assert_non_null(read);
        assert_true(json_number_value(json_array_get(read, 0)) == sizes[i]);
        json_decref(read);
        alea_text_clear(&text);
    }
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *words, *written;
} strings[] = {
    {"", "\"\""},
    {"Numero 7", "\"Numero 7\""},
    {"\"\\", "\"\\u0022\\u005c\""},
    {"a\nb\tc\001\177", "\"a\\u000ab\\u0009c\\u0001\\u007f\""},
    {"</script>&", "\"\\u003c/script\\u003e\\u0026\""},
    {"perch\u00e9 \u4e2d \U0001f3b2", "\"perch\u00e9 \u4e2d \U0001f3b2\""},
    {"\u2028\u2029", "\"\\u2028\\u2029\""},
    {"\xff", "\"\\ufffd\""},
    {"a\xc3", "\"a\\ufffd\""},                       /* cut short */
    {"\xc0\xaf", "\"\\ufffd\\ufffd\""},              /* overlong */
    {"\xed\xa0\x80.", "\"\\ufffd\\ufffd\\ufffd.\""}, /* half of a pair */
    {"\u00e9\"\u00e9", "\"\u00e9\\u0022\u00e9\""},
};

static void strings_are_escaped(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(strings); i++) {
        struct alea_text text;
        alea_text_init(&text, MAX, ALEA_EN);
        alea_json_string(&text, NULL, strings[i].words);
        reads(&text, strings[i].written);
        json_t *read = json_loads(alea_text_str(&text), JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        json_decref(read);
        alea_text_clear(&text);
    }
}

/* What others add between the two marks comes out as if it had been given. */
static void added_words_are_escaped_alike(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(strings); i++) {
        struct alea_text text;
        char wanted[128];
        alea_text_init(&text, MAX, ALEA_EN);
        alea_json_open_object(&text, NULL);
        size_t from = alea_json_open_string(&text, "a");
        alea_text_add(&text, strings[i].words);
        alea_json_close_string(&text, from);
        from = alea_json_open_string(&text, "b");
        alea_text_addf(&text, "%s\n", strings[i].words);
        alea_json_close_string(&text, from);
        alea_json_close_object(&text);
        snprintf(wanted, sizeof wanted, "{\"a\":%s,\"b\":%s}", strings[i].written, strings[i].written);
        reads(&text, wanted);
        alea_text_clear(&text);
    }
}

static void no_words_are_null(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    alea_json_string(&text, "note", NULL);
    reads(&text, "\"note\":null");
    alea_text_clear(&text);
}

/* Any bytes make a string that jansson reads, both ways the same. */
static void any_bytes_make_a_string(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(7, 1);
    for (int round = 0; round < 2000; round++) {
        static const unsigned char likely[] = {'a', '"', '\\', '<', 0xc3, 0xa9, 0xe2, 0x80, 0xa8, 0xff, ' ', 0x1f};
        char words[24];
        size_t n = alea_random_below(&random, sizeof words);
        for (size_t i = 0; i < n; i++) words[i] = (char)likely[alea_random_below(&random, sizeof likely)];
        words[n] = 0;
        struct alea_text given, added;
        alea_text_init(&given, MAX, ALEA_EN);
        alea_text_init(&added, MAX, ALEA_EN);
        alea_json_string(&given, NULL, words);
        size_t from = alea_json_open_string(&added, NULL);
        alea_text_add(&added, words);
        alea_json_close_string(&added, from);
        assert_string_equal(alea_text_str(&given), alea_text_str(&added));
        json_t *read = json_loads(alea_text_str(&given), JSON_DECODE_ANY, NULL);
        assert_non_null(read);
        json_decref(read);
        alea_text_clear(&given);
        alea_text_clear(&added);
    }
}

/* ---- Without room ------------------------------------------------------------------------------------------------ */

static void a_full_text_is_cut(void **state) {
    (void)state;
    for (size_t max = 0; max < 14; max++) {
        struct alea_text text;
        alea_text_init(&text, max, ALEA_EN);
        size_t from = alea_json_open_string(&text, NULL);
        alea_text_add(&text, "<>");
        alea_json_close_string(&text, from);
        assert_true(text.truncated);
        assert_true(text.len <= max);
        alea_text_clear(&text);
    }
}

static void without_memory_the_text_is_cut(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, MAX, ALEA_EN);
    fail_alloc_at(1);
    size_t from = alea_json_open_string(&text, "a");
    alea_text_add(&text, "<>");
    alea_json_close_string(&text, from);
    alea_json_real(&text, "b", 0.5, 15);
    assert_true(fail_alloc_hit());
    assert_true(text.truncated);
    reads(&text, "");
    alea_text_clear(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_come_by_themselves),
        cmocka_unit_test(no_comma_behind_white_space),
        cmocka_unit_test(values_are_written_in_parts),
        cmocka_unit_test(any_structure_has_its_commas),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(reals_have_a_point),
        cmocka_unit_test(reals_have_a_point_in_every_locale),
        cmocka_unit_test(what_is_no_number_is_null),
        cmocka_unit_test(reals_of_any_size),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(added_words_are_escaped_alike),
        cmocka_unit_test(no_words_are_null),
        cmocka_unit_test(any_bytes_make_a_string),
        cmocka_unit_test(a_full_text_is_cut),
        cmocka_unit_test(without_memory_the_text_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
