/* SPDX-License-Identifier: MIT */
/* lines_test.c - several lines of what people typed are cleaned, counted, and written as one line that is read back. */
#include "fail_alloc.h" /* linked with it: see tests/meson.build */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "utf8.h"

static char room[ALEA_MAX_NOTE_BYTES + 1];

static const char *cleaned(const char *words) {
    alea_lines_clean(words, strlen(words), room);
    return room;
}

static void newlines_stay_and_nothing_else_of_its_kind(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"one", "one"},
        {"one\ntwo", "one\ntwo"},
        {"one\r\ntwo\r\n", "one\ntwo"},
        {" \n\n one \t\n\n  two \n ", "one\n\n  two"},
        {"bell\a and \x1b[31mred", "bell  and  [31mred"},
        {"\xe2\x80\xa8line\xff", "line?"},
        {"\n \n", ""},
        {"back\\slash \\n", "back\\slash \\n"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) assert_string_equal(cleaned(rows[i][0]), rows[i][1]);
    char line[40];
    alea_line_clean("one\ntwo", 7, line, sizeof line); /* a line has none */
    assert_string_equal(line, "one two");
}

/* Characters are counted, not bytes, and cleaning twice is cleaning once. */
static void long_ones_are_cut_between_characters(void **state) {
    (void)state;
    static const char *const letters[] = {"n", "\xc3\xa8", "\xf0\x9f\x8e\xb2", "\n"};
    char *typed = malloc(5 * ALEA_MAX_NOTE_CHARS);
    assert_non_null(typed);
    for (size_t i = 0; i < ALEA_LEN(letters); i++) {
        typed[0] = 'x';
        size_t n = 1;
        for (long c = 1; c < ALEA_MAX_NOTE_CHARS + 100; c++, n += strlen(letters[i]))
            memcpy(typed + n, letters[i], strlen(letters[i]));
        typed[n++] = 'y';
        typed[n] = 0;
        assert_int_equal(alea_lines_chars(typed), ALEA_MAX_NOTE_CHARS + 101);
        size_t length = alea_lines_clean(typed, n, room);
        assert_int_equal(length, letters[i][0] == '\n' ? 1 : 1 + (ALEA_MAX_NOTE_CHARS - 1) * strlen(letters[i]));
        assert_int_equal(alea_lines_clean(room, length, room), length);
    }
    free(typed);
}

static void random_bytes_are_cleaned_once(void **state) {
    (void)state;
    static char bytes[300], twice[ALEA_MAX_NOTE_BYTES + 1];
    struct alea_random random = alea_random_stream(23, 0);
    for (int round = 0; round < 4000; round++) {
        size_t n = alea_random_below(&random, sizeof bytes);
        for (size_t i = 0; i < n; i++) bytes[i] = (char)alea_random_below(&random, round % 3 ? 256 : 40);
        size_t length = alea_lines_clean(bytes, n, room);
        assert_int_equal(alea_lines_clean(room, length, twice), length);
        assert_string_equal(room, twice);
        for (char *at = room; (at = strchr(at, '\n'));) *at = 'n';
        assert_true(alea_utf8_clean(room, length));
        struct alea_text text;
        alea_text_init(&text, 1000, ALEA_EN);
        alea_lines_escape(twice, &text);
        assert_null(strchr(alea_text_str(&text), '\n'));
        if (text.at) assert_true(alea_lines_unescape(text.at));
        assert_string_equal(alea_text_str(&text), twice);
        alea_text_clear(&text);
    }
}

static void what_was_not_escaped_is_told(void **state) {
    (void)state;
    char good[] = "a\\nb\\\\nc", bad[] = "a\\tb", end[] = "a\\", newline[] = "\\\n";
    assert_true(alea_lines_unescape(good));
    assert_string_equal(good, "a\nb\\nc");
    assert_false(alea_lines_unescape(bad));
    assert_false(alea_lines_unescape(end));
    assert_false(alea_lines_unescape(newline));
}

/* [INC-TABLE-18] */
static void addresses_are_of_the_web_and_encrypted(void **state) {
    (void)state;
    static const char *const good[] = {"https://a", "https://example.org/film?day=1#t=2", "https://example.org:8443/x@y"};
    static const char *const bad[] = {
        "",           "http://example.org", "https://",     "https:///x", "https://me@example.org",
        "https://.x", "https://a b",        "https://a\"b", "https://è",  "javascript:alert(1)"};
    char longest[ALEA_MAX_ADDRESS + 2] = "https://";
    memset(longest + 8, 'x', sizeof longest - 9);
    assert_false(alea_is_address(longest));
    longest[ALEA_MAX_ADDRESS] = 0;
    assert_true(alea_is_address(longest));
    for (size_t i = 0; i < ALEA_LEN(good); i++) assert_true(alea_is_address(good[i]));
    for (size_t i = 0; i < ALEA_LEN(bad); i++) assert_false(alea_is_address(bad[i]));
    assert_string_equal(alea_lines_address("see\nhttps://a"), "https://a");
    assert_string_equal(alea_lines_address("https://a"), "https://a");
    assert_null(alea_lines_address("https://a\nsee"));
    assert_null(alea_lines_address("see https://a"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newlines_stay_and_nothing_else_of_its_kind),
        cmocka_unit_test(long_ones_are_cut_between_characters),
        cmocka_unit_test(random_bytes_are_cleaned_once),
        cmocka_unit_test(what_was_not_escaped_is_told),
        cmocka_unit_test(addresses_are_of_the_web_and_encrypted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
