/* SPDX-License-Identifier: MIT */
/* request_test.c - headers and chunked bodies, good and hostile. */
#include "request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_escape(void **state) {
    (void)state;
    char out[32];
    size_t at = 0;
    assert_true(request_escape("/m/a b\xc3\xa8%", 9, "/", out, sizeof out, &at));
    assert_string_equal(out, "/m/a%20b%C3%A8%25");
    at = 0;
    assert_true(request_escape("a\0b", 3, "", out, sizeof out, &at));
    assert_string_equal(out, "a%00b");
    for (size_t size = 1; size <= 6; size++) {
        at = 0;
        assert_int_equal(request_escape("a b", 3, "", out, size, &at), size > 5); /* "a%20b" and its 0 */
    }
    at = 0;
    assert_true(request_escape("", 0, "", out, 1, &at));
    assert_false(request_escape("", 0, "", out, 0, &at));
}

static void test_cookie(void **state) {
    (void)state;
    char value[8];
    assert_true(request_cookie("a=1; alea=2; b=3", "alea", value, sizeof value));
    assert_string_equal(value, "2");
    assert_true(request_cookie("alea=", "alea", value, sizeof value));
    assert_string_equal(value, "");
    assert_true(request_cookie(";;alea=1234567", "alea", value, sizeof value));
    assert_false(request_cookie("alea=12345678", "alea", value, sizeof value)); /* too long */
    assert_false(request_cookie("xalea=1; alea; aleax=2; a=alea=3", "alea", value, sizeof value));
    assert_false(request_cookie("", "alea", value, sizeof value));
}

static void test_words(void **state) {
    (void)state;
    assert_string_equal(request_bearer("Bearer abc"), "abc");
    assert_string_equal(request_bearer("bearer   abc"), "abc");
    assert_string_equal(request_bearer("Bearer "), "");
    assert_null(request_bearer("Bearer"));
    assert_null(request_bearer("Basic abc"));
    assert_true(request_lists("keep-alive, Upgrade", "upgrade"));
    assert_true(request_lists(",, close", "close"));
    assert_false(request_lists("closed, xclose", "close"));
    assert_true(request_matches("\"a\", W/\"b\" , \"c\"", "\"b\""));
    assert_true(request_matches("*", "\"b\""));
    assert_false(request_matches("\"b-br\"", "\"b\""));
    assert_false(request_matches("b", "\"b\""));
    assert_false(request_matches("\"b", "\"b\""));
    assert_false(request_matches("", "\"b\""));
}

static void test_length(void **state) {
    (void)state;
    size_t length = 9;
    assert_true(request_length("0", &length));
    assert_int_equal(length, 0);
    assert_true(request_length("999999999999999", &length));
    assert_int_equal(length, 999999999999999);
    static const char *const bad[] = {"", "-1", "+1", " 1", "1 ", "1,1", "0x1", "1.0", "9999999999999999", "1\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(request_length(bad[i], &length));
}

static void assert_forwarded(const char *header, const char *wanted) {
    struct rate_key key;
    char text[RATE_TEXT] = "";
    if (request_forwarded(header, &key)) rate_key_write(&key, text);
    assert_string_equal(text, wanted);
}

static void test_forwarded(void **state) {
    (void)state;
    assert_forwarded("192.0.2.7", "192.0.2.7");
    assert_forwarded("10.0.0.1, 192.0.2.7", "192.0.2.7");
    assert_forwarded("10.0.0.1,192.0.2.7:4711", "192.0.2.7");
    assert_forwarded("[2001:db8::1]:4711", "2001:db8::/64");
    assert_forwarded("2001:db8::1", "2001:db8::/64");
    assert_forwarded("192.0.2.7, unknown", "");
    assert_forwarded("192.0.2.7,", "");
    assert_forwarded("", "");
    assert_forwarded("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "");
}

/* Feeds the bytes `step` at a time: what was read, or "?" if it is refused, or "..." behind it if it has no end yet. */
static const char *dechunk(const char *bytes, size_t step) {
    static char read[256];
    struct request_chunks chunks = {0};
    size_t n = strlen(bytes), n_read = 0;
    for (size_t at = 0; at < n;) {
        const char *data;
        size_t n_data, part = n - at < step ? n - at : step;
        at += request_dechunk(&chunks, bytes + at, part, &data, &n_data);
        assert_true(n_read + n_data < sizeof read - 4);
        if (n_data) memcpy(read + n_read, data, n_data);
        n_read += n_data;
        if (chunks.state == REQUEST_CHUNK_BAD) return "?";
        if (chunks.state == REQUEST_CHUNK_DONE) {
            read[n_read] = 0;
            return read;
        }
    }
    snprintf(read + n_read, 4, "...");
    return read;
}

static void test_chunks(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"5\r\nhello\r\n0\r\n\r\n", "hello"},
        {"5\r\nhello\r\n1;name=value\r\n!\r\n0\r\nTrailer: x\r\n\r\nGET /", "hello!"},
        {"00000B\r\nhello\r\n0\r\n\r\r\n", "hello\r\n0\r\n\r..."},
        {"5\nhello\n0\n\n", "?"},
        {"5\r\nhello\n0\r\n\r\n", "?"},
        {"5\r\nhello\r0\r\n\r\n", "?"},
        {"5\rhello\r\n0\r\n\r\n", "?"},
        {"5 \r\nhello\r\n0\r\n\r\n", "?"},
        {"5;a\nb\r\nhello\r\n0\r\n\r\n", "?"},
        {"5;\x01\r\nhello\r\n0\r\n\r\n", "?"},
        {"0\r\nTrailer: x\n\r\n", "?"},
        {"0\r\n\n", "?"},
        {"0x5\r\nhello\r\n0\r\n\r\n", "?"},
        {"+5\r\nhello\r\n0\r\n\r\n", "?"},
        {"0\r\n\r\n", ""},
        {"A\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
        {"5\r\nhel", "hel..."},
        {"5\r\nhelloX", "?"},
        {"\r\n", "?"},
        {"-1\r\n", "?"},
        {"g\r\n", "?"},
        {"10000000\r\n", "?"},
        {"FFFFFFFFFFFFFFFFF\r\n", "?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t step = 1; step < 8; step++) assert_string_equal(dechunk(rows[i][0], step), rows[i][1]);
}

/* What is no data has an end, too. */
static void test_chunks_overhead(void **state) {
    (void)state;
    struct request_chunks chunks = {0};
    const char *data;
    size_t n_data, fed = 0;
    request_dechunk(&chunks, "1;", 2, &data, &n_data);
    while (chunks.state != REQUEST_CHUNK_BAD && fed < 2 * REQUEST_MAX_OVERHEAD)
        fed += request_dechunk(&chunks, "xxxxxxxx", 8, &data, &n_data);
    assert_true(fed <= REQUEST_MAX_OVERHEAD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escape),    cmocka_unit_test(test_cookie), cmocka_unit_test(test_words),
        cmocka_unit_test(test_length),    cmocka_unit_test(test_chunks), cmocka_unit_test(test_chunks_overhead),
        cmocka_unit_test(test_forwarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
