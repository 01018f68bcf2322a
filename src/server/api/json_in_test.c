/* SPDX-License-Identifier: MIT */
/* json_in_test.c - bodies that are read, and every fault with its place. */
#include "json_in.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const colours[] = {"red", "green"};

/* Reads all kinds of members, as a handler would. */
static bool read(struct json_in *in, const char *body, size_t n, char line[9]) {
    if (!json_in_open(in, body, n)) return false;
    json_in_required(in, "n");
    (void)json_in_number(in, "n", -5, 5, 0);
    (void)json_in_bool(in, "b", false);
    (void)json_in_string(in, "s", 3);
    (void)json_in_word(in, "w", colours, ALEA_LEN(colours), 0);
    (void)json_in_object(in, "o");
    const json_t *list = json_in_array(in, "a", 2);
    for (size_t i = 0; list && i < json_array_size(list); i++) (void)json_in_item(in, list, "a", i, 2);
    json_in_line(in, "l", line, 9);
    return json_in_end(in);
}

static void good(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "{\"n\":5}",
        "{\"n\":-5,\"b\":true,\"s\":\"abc\",\"w\":\"green\",\"o\":{\"any\":[1]},\"a\":[\"\",\"xy\"],\"l\":\"12345678\"}",
        " {\"n\" : 0 , \"s\" : \"\xc3\xa8\" } \n",
    };
    for (size_t i = 0; i < ALEA_LEN(bodies); i++) {
        struct json_in in;
        char line[9];
        if (!read(&in, bodies[i], strlen(bodies[i]), line)) fail_msg("%s: %s", bodies[i], in.where);
        json_in_close(&in);
    }
}

static void bad(void **state) {
    (void)state;
    static const struct {
        const char *body;
        enum api_fault fault;
        const char *where;
    } rows[] = {
        {"", API_FAULT_MISSING, "n"},
        {"{}", API_FAULT_MISSING, "n"},
        {"null", API_FAULT_NO_OBJECT, ""},
        {"{\"n\":1", API_FAULT_NOT_JSON, ""},
        {"{\"n\":1}x", API_FAULT_NOT_JSON, ""},
        {"{\"n\":1,}", API_FAULT_NOT_JSON, ""},
        {"{n:1}", API_FAULT_NOT_JSON, ""},
        {"{\"n\":1,\"n\":1}", API_FAULT_TWICE, ""},
        {"{\"n\":1,\"s\":\"\\ud800\"}", API_FAULT_NOT_JSON, ""},
        {"{\"n\":1,\"s\":\"\xc0\x80\"}", API_FAULT_NOT_JSON, ""},
        {"{\"n\":6}", API_FAULT_NO_NUMBER, "n"},
        {"{\"n\":-6}", API_FAULT_NO_NUMBER, "n"},
        {"{\"n\":1.0}", API_FAULT_NO_NUMBER, "n"},
        {"{\"n\":\"1\"}", API_FAULT_NO_NUMBER, "n"},
        {"{\"n\":true}", API_FAULT_NO_NUMBER, "n"},
        {"{\"n\":99999999999999999999}", API_FAULT_NOT_JSON, ""},
        {"{\"n\":1,\"b\":1}", API_FAULT_NO_BOOL, "b"},
        {"{\"n\":1,\"b\":null}", API_FAULT_NO_BOOL, "b"},
        {"{\"n\":1,\"s\":\"abcd\"}", API_FAULT_TOO_LONG, "s"},
        {"{\"n\":1,\"s\":\"\xc3\xa8\xc3\xa8\"}", API_FAULT_TOO_LONG, "s"},
        {"{\"n\":1,\"s\":[]}", API_FAULT_NO_STRING, "s"},
        {"{\"n\":1,\"w\":\"blue\"}", API_FAULT_NO_WORD, "w"},
        {"{\"n\":1,\"w\":0}", API_FAULT_NO_WORD, "w"},
        {"{\"n\":1,\"o\":[]}", API_FAULT_NO_OBJECT, "o"},
        {"{\"n\":1,\"a\":{}}", API_FAULT_NO_ARRAY, "a"},
        {"{\"n\":1,\"a\":[\"\",\"\",\"\"]}", API_FAULT_TOO_MANY_ITEMS, "a"},
        {"{\"n\":1,\"a\":[\"\",\"xyz\"]}", API_FAULT_TOO_LONG, "a[1]"},
        {"{\"n\":1,\"a\":[7]}", API_FAULT_NO_STRING, "a[0]"},
        {"{\"n\":1,\"x\":1}", API_FAULT_UNKNOWN_MEMBER, "x"},
        {"{\"n\":1,\"\":1}", API_FAULT_UNKNOWN_MEMBER, ""},
        {"{\"n\":9,\"x\":1}", API_FAULT_NO_NUMBER, "n"}, /* the first fault is told */
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct json_in in;
        char line[9];
        assert_false(read(&in, rows[i].body, strlen(rows[i].body), line));
        if (!in.bad || in.fault != rows[i].fault || strcmp(in.where, rows[i].where) != 0)
            fail_msg("%s: %s at '%s'", rows[i].body, api_fault_row(in.fault)->in[ALEA_EN], in.where);
        json_in_close(&in);
    }
}

/* Deep nesting is seen before the parser, which is recursive, is asked; brackets in strings are none. */
static void depth(void **state) {
    (void)state;
    enum { DEEP = 100000 };
    static char body[2 * DEEP + 1];
    struct json_in in;
    memset(body, '[', DEEP);
    memset(body + DEEP, ']', DEEP);
    assert_false(json_in_open(&in, body, 2 * DEEP));
    assert_int_equal(in.fault, API_FAULT_TOO_DEEP);
    json_in_close(&in);
    int n = snprintf(body, sizeof body, "{\"n\":1,\"l\":\"[[\\\"[[\\\\\"}");
    char line[9];
    assert_true(read(&in, body, (size_t)n, line));
    json_in_close(&in);
    for (int levels = JSON_IN_MAX_DEPTH - 1; levels <= JSON_IN_MAX_DEPTH; levels++) {
        n = snprintf(body, sizeof body, "{\"o\":%.*s%.*s}", levels, "[[[[[[[[[[[[[[[[[[[[[[", levels,
                     "]]]]]]]]]]]]]]]]]]]]]]");
        assert_int_equal(json_in_open(&in, body, (size_t)n), levels < JSON_IN_MAX_DEPTH);
        json_in_close(&in);
    }
}

/* What a person typed becomes one line that can be shown. */
static void lines(void **state) {
    (void)state;
    static const char *const rows[][2] = {{"{\"n\":1,\"l\":\" a\\nb \"}", "a b"},
                                          {"{\"n\":1,\"l\":\"\\u202eab\"}", "ab"},
                                          {"{\"n\":1,\"l\":\"\xc3\xa8\"}", "\xc3\xa8"},
                                          {"{\"n\":1,\"l\":\" \"}", ""},
                                          {"{\"n\":1}", ""}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct json_in in;
        char line[9];
        assert_true(read(&in, rows[i][0], strlen(rows[i][0]), line));
        assert_string_equal(line, rows[i][1]);
        json_in_close(&in);
    }
}

/* A note is as long as that many letters, whatever bytes they take. */
static void several_lines(void **state) {
    (void)state;
    static const char *const letters[] = {"n", "\xc3\xa8", "\xf0\x9f\x8e\xb2", "\\n"};
    static char body[ALEA_MAX_NOTE_BYTES + 100];
    for (size_t i = 0; i < ALEA_LEN(letters); i++)
        for (int more = 0; more < 2; more++) {
            struct json_in in;
            int n = snprintf(body, sizeof body, "{\"t\":\"");
            for (int c = 0; c < ALEA_MAX_NOTE_CHARS + more; c++)
                n += snprintf(body + n, sizeof body - (size_t)n, "%s", letters[i]);
            n += snprintf(body + n, sizeof body - (size_t)n, "\"}");
            assert_true(json_in_open(&in, body, (size_t)n));
            size_t length = strlen(json_in_lines(&in, "t"));
            size_t letter = letters[i][0] == '\\' ? 1 : strlen(letters[i]);
            assert_int_equal(length, more ? 0 : ALEA_MAX_NOTE_CHARS * letter);
            assert_int_equal(json_in_end(&in), !more);
            bool bytes = letter == 4; /* over that many bytes, too */
            if (more) assert_int_equal(in.fault, bytes ? API_FAULT_TOO_LONG : API_FAULT_TOO_MANY_CHARS);
            json_in_close(&in);
        }
    struct json_in in;
    assert_true(json_in_open(&in, "{}", 2));
    assert_string_equal(json_in_lines(&in, "t"), "");
    assert_true(json_in_end(&in));
    json_in_close(&in);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(good), cmocka_unit_test(bad), cmocka_unit_test(depth),
                                       cmocka_unit_test(lines), cmocka_unit_test(several_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
