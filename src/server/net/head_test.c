/* SPDX-License-Identifier: MIT */
/* head_test.c - heads of requests: what is read of good ones, and all that two readers could take for two different things. */
#include "head.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 8192 };

static char bytes[MAX], more[MAX];

/* Feeds the head `step` bytes at a time and reads it; what is wrong with it, or "". */
static const char *read_by(const char *text, size_t step, struct head *head) {
    const char *wrong = "";
    size_t n = strlen(text), seen = 0, whole = 0;
    for (size_t have = step; !whole; have += step) {
        if (!head_scan(text, have < n ? have : n, &seen, &whole, &wrong)) return wrong;
        if (have >= n && !whole) return "no end";
    }
    memcpy(bytes, text, whole);
    return head_read(bytes, whole, more, head, &wrong) ? "" : wrong;
}

static const char *read_text(const char *text, struct head *head) {
    const char *wrong = read_by(text, 1, head);
    assert_string_equal(read_by(text, 7, head), wrong);
    assert_string_equal(read_by(text, MAX, head), wrong);
    return wrong;
}

static void test_whole(void **state) {
    (void)state;
    struct head head;
    assert_string_equal(
        read_text("POST /api/v1/x%20y?a=b&c?d HTTP/1.1\r\nhOST:alea.example.org:8080\r\nContent-Length:  12 \t\r\n"
                  "X-Nobody: \xc3\xa8\r\nExpect: 100-continue\r\n\r\nGET",
                  &head),
        "");
    assert_int_equal(head.method, HEAD_POST);
    assert_int_equal(head.minor, 1);
    assert_string_equal(head.path, "/api/v1/x%20y");
    assert_string_equal(head.query, "a=b&c?d");
    assert_string_equal(head.field[HEAD_HOST], "alea.example.org:8080");
    assert_string_equal(head.field[HEAD_EXPECT], "100-continue");
    assert_int_equal(head.length, 12);
    assert_false(head.chunked);
    assert_null(head.field[HEAD_COOKIE]);
    assert_string_equal(read_text("GET / HTTP/1.0\r\n\r\n", &head), "");
    assert_null(head.query);
    assert_string_equal(read_text("PUT / HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: Chunked\r\n\r\n", &head), "");
    assert_true(head.chunked);
}

/* A line is itself, whatever its name begins with: a reader that knows X-Forwarded-For must not swallow what follows "X: y". */
static void test_prefixes(void **state) {
    (void)state;
    static const char *const names[] = {
        "X", "A", "Con", "Content", "Content-Lengt", "H", "X-Forwarded-Fo", "Content-Length2", "T"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[512];
        struct head head;
        snprintf(
            text, sizeof text,
            "POST / HTTP/1.1\r\n%s: y\r\nX-Forwarded-For: 192.0.2.7\r\n%s: y\r\nContent-Length: 5\r\n%s: y\r\nHost: a\r\n\r\n",
            names[i], names[i], names[i]);
        assert_string_equal(read_text(text, &head), "");
        assert_string_equal(head.field[HEAD_FORWARDED_FOR], "192.0.2.7");
        assert_string_equal(head.field[HEAD_HOST], "a");
        assert_int_equal(head.length, 5);
    }
}

static void test_twice(void **state) {
    (void)state;
    struct head head;
    assert_string_equal(
        read_text("GET / HTTP/1.1\r\nHost: a\r\nCookie: a=1\r\nConnection: x\r\ncookie: b=2\r\nConnection: close\r\n"
                  "Cookie: c=3\r\nX-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2, 3.3.3.3\r\n\r\n",
                  &head),
        "");
    assert_string_equal(head.field[HEAD_COOKIE], "a=1; b=2; c=3");
    assert_string_equal(head.field[HEAD_CONNECTION], "x, close");
    assert_string_equal(head.field[HEAD_FORWARDED_FOR], "2.2.2.2, 3.3.3.3");
    /* Two lists that are cut to shreds, one into the other: read whole, or refused, never past the room. */
    char text[MAX] = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (size_t n = strlen(text); n < sizeof text - 40; n = strlen(text))
        snprintf(text + n, sizeof text - n, "Cookie: a\r\nUpgrade: b\r\n");
    snprintf(text + strlen(text), 3, "\r\n");
    assert_string_equal(read_by(text, MAX, &head), "Cookie");
}

static void test_wrong(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "byte"},
        {"\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "CR LF"},
        {"GET / HTTP/1.1\nHost: a\r\n\r\n", "CR LF"},
        {"GET / HTTP/1.1\r\nHost: a\n\n", "CR LF"},
        {"GET / HTTP/1.1\r\nHost: a\r\nX: y\rX-Forwarded-For: z\r\n\r\n", "CR LF"},
        {"GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", "CR LF"},
        {"GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n", "byte"},
        {"GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n", "byte"},
        {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost\t: a\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\n Host: a\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost: a\r\n\tX-Forwarded-For: b\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost: a\r\nX\xc3\xa8: x\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\nHost: a\r\nX(y): x\r\n\r\n", "field"},
        {"GET / HTTP/1.1\r\n\r\n", "Host"},
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "Host"},
        {"GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n", "Host"},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", "Host"},
        {"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", "Host"},
        {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "Host"},
        {"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", "Host"},
        {"GET / HTTP/1.2\r\nHost: a\r\n\r\n", "version"},
        {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", "version"},
        {"GET / HTTP/1.10\r\nHost: a\r\n\r\n", "version"},
        {"GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "version"},
        {"GET / http/1.1\r\nHost: a\r\n\r\n", "version"},
        {"GET /  HTTP/1.1\r\nHost: a\r\n\r\n", "version"},
        {"GET / x HTTP/1.1\r\nHost: a\r\n\r\n", "version"},
        {"GET /\r\nHost: a\r\n\r\n", "address"},
        {"GET\r\nHost: a\r\n\r\n", "method"},
        {"GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {" GET / HTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {"get / HTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {"G@T / HTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {"TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", "method"},
        {"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "address"},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "address"},
        {"GET x HTTP/1.1\r\nHost: a\r\n\r\n", "address"},
        {"GET /#x HTTP/1.1\r\nHost: a\r\n\r\n", "address"},
        {"GET /\xc3\xa8 HTTP/1.1\r\nHost: a\r\n\r\n", "address"},
        {"GET /\tHTTP/1.1\r\nHost: a\r\n\r\n", "address"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0000000000000005\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\ncontent-length: 6\r\n\r\n", "Content-Length"},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding"},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
         "Transfer-Encoding"},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", "Transfer-Encoding"},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "Transfer-Encoding"},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", "Transfer-Encoding"},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n", "Transfer-Encoding"},
        {"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding"},
        {"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding"},
        {"GET / HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: b\r\n\r\n", "Origin"},
        {"GET / HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n", "Authorization"},
        {"GET / HTTP/1.1\r\nHost: a\r\n", "no end"},
    };
    struct head head;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(read_text(rows[i][0], &head), rows[i][1]) != 0)
            fail_msg("%s: %s, not %s", rows[i][0], read_text(rows[i][0], &head), rows[i][1]);
}

/* Each of the 256 bytes, in each place of a head: a control byte never passes. */
static void test_bytes(void **state) {
    (void)state;
    static const char good[] = "GET /a HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n";
    for (size_t at = 0; at < sizeof good - 1; at++)
        for (int byte = 0; byte < 256; byte++) {
            char text[sizeof good];
            size_t seen = 0, whole = 0;
            const char *wrong;
            memcpy(text, good, sizeof good);
            text[at] = (char)byte;
            bool scanned = head_scan(text, sizeof text - 1, &seen, &whole, &wrong);
            bool control = (byte < 32 && byte != '\t' && byte != '\r' && byte != '\n') || byte == 127;
            if (control) assert_false(scanned);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole), cmocka_unit_test(test_prefixes), cmocka_unit_test(test_twice),
        cmocka_unit_test(test_wrong), cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
