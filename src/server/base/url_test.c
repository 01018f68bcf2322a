/* SPDX-License-Identifier: MIT */
/* url_test.c - addresses and languages as browsers and others write them */
#include "url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void queries(void **state) {
    (void)state;
    struct url_query query;
    assert_true(url_query_read("since=12&text=attack%5Ffrom+Gallia%20C&plain&=x&&empty=", &query));
    assert_string_equal(url_query_get(&query, "since"), "12");
    assert_string_equal(url_query_get(&query, "text"), "attack_from Gallia C");
    assert_string_equal(url_query_get(&query, "plain"), "");
    assert_string_equal(url_query_get(&query, "empty"), "");
    assert_null(url_query_get(&query, "none"));
    assert_true(url_query_read("", &query) && url_query_read(NULL, &query));
    assert_int_equal(query.n, 0);
    static const char *const bad[] = {
        "a=%", "a=%4", "a=%zz", "a=%00", "a=%ff", "a=%0a", "a=1&a=2", "a=%E2%80%AE", "a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q"};
    for (size_t i = 0; i < ALEA_LEN(bad); i++)
        if (url_query_read(bad[i], &query)) fail_msg("%s", bad[i]);
    char longest[URL_MAX_QUERY + 2];
    memset(longest, 'a', sizeof longest);
    longest[URL_MAX_QUERY] = 0;
    assert_true(url_query_read(longest, &query));
    longest[URL_MAX_QUERY] = 'a';
    longest[URL_MAX_QUERY + 1] = 0;
    assert_false(url_query_read(longest, &query));
    for (int i = 0; i < URL_MAX_QUERY - 1; i += 2) longest[i] = '&';
    longest[URL_MAX_QUERY] = 0;
    assert_false(url_query_read(longest, &query));
}

static void numbers(void **state) {
    (void)state;
    struct url_query query;
    long number;
    assert_true(url_query_read("a=7&b=-7&c=&d=1e3&e=+1&f=9999999999999999999&g=08&h=-", &query));
    assert_true(url_query_number(&query, "a", 7, 7, 0, &number) && number == 7);
    assert_true(url_query_number(&query, "b", -7, 0, 0, &number) && number == -7);
    assert_true(url_query_number(&query, "g", 0, 9, 0, &number) && number == 8);
    assert_true(url_query_number(&query, "none", 1, 2, -1, &number) && number == -1);
    assert_false(url_query_number(&query, "a", 8, 9, 0, &number));
    for (const char *key = "cdefh"; *key; key++)
        assert_false(url_query_number(&query, (const char[]){*key, 0}, -9, 9999, 0, &number));
}

static void languages(void **state) {
    (void)state;
    static const struct {
        const char *header;
        enum alea_lang lang;
    } rows[] = {{NULL, ALEA_EN},          {"", ALEA_EN},
                {"it", ALEA_IT},          {"IT", ALEA_IT},
                {"it-CH", ALEA_IT},       {"ita", ALEA_EN},
                {"de,it;q=0.5", ALEA_IT}, {"en;q=0.5,it;q=0.6", ALEA_IT},
                {"en,it", ALEA_EN},       {"it;q=0.123,en;q=0.122", ALEA_IT},
                {"it;q=0", ALEA_EN},      {"it;q=0.000,en;q=0.001", ALEA_EN},
                {" ,, it ;q=1", ALEA_IT}, {"it;q=", ALEA_EN},
                {"*", ALEA_EN},           {"it;", ALEA_IT},
                {"en;q=9,it", ALEA_IT},   {"it;q=1.999,en", ALEA_IT}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        if (url_language(rows[i].header) != rows[i].lang) fail_msg("%s", rows[i].header);
}

static void flatten(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"/", "/"},
        {"//", "/"},
        {"/a/b", "/a/b"},
        {"/a/b/", "/a/b/"},
        {"//a///b//", "/a/b/"},
        {"/a/./b/.", "/a/b"},
        {"/a/../b", "/b"},
        {"/a/b/..", "/a"},
        {"/../../a", "/a"},
        {"/..", "/"},
        {"/a/..", "/"},
        {"/a/../", "/"},
        {"/.../..a/a..", "/.../..a/a.."},
        {"/a/b/../../../c", "/c"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[32];
        memcpy(path, rows[i][0], strlen(rows[i][0]) + 1);
        assert_int_equal(url_flatten(path, strlen(path)), strlen(rows[i][1]));
        assert_string_equal(path, rows[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(queries), cmocka_unit_test(numbers), cmocka_unit_test(languages),
                                       cmocka_unit_test(flatten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
