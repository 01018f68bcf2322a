/* SPDX-License-Identifier: MIT */
/* frames_test.c - frames and messages of a WebSocket, whole and a byte at a time, good and hostile. */
#include "frames.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 1 << 16 };

static char wire[MAX];
static size_t n_wire;

/* These bytes, and nothing else. */
static void on_wire(const char *bytes, size_t n) {
    memcpy(wire, bytes, n);
    n_wire = n;
}

/* A frame as a client sends it, with a mask that changes every byte. */
static void frame(int head, const char *bytes, size_t n) {
    static const char mask[4] = {'\x11', '\x22', '\x33', '\x44'};
    char *at = wire + n_wire;
    *at++ = (char)head;
    if (n < 126) {
        *at++ = (char)(0x80 | n);
    } else {
        *at++ = (char)(0x80 | 126);
        *at++ = (char)(n >> 8);
        *at++ = (char)n;
    }
    memcpy(at, mask, 4);
    at += 4;
    for (size_t i = 0; i < n; i++) *at++ = (char)(bytes[i] ^ mask[i % 4]);
    n_wire = (size_t)(at - wire);
}

static char said[MAX];

/* What happens when the wire is read `step` bytes at a time: "text hello; ping x; wrong 1002". */
static const char *hear(size_t step, bool packs) {
    static const char *const names[] = {"text", "ping", "pong", "close", "wrong"};
    struct frames *frames = frames_new(packs);
    size_t n = 0;
    said[0] = 0;
    for (size_t at = 0; at < n_wire; at += step) {
        struct frames_event event;
        frames_take(frames, wire + at, n_wire - at < step ? n_wire - at : step);
        while (frames_next(frames, &event)) {
            if (event.kind == FRAMES_WRONG || event.kind == FRAMES_CLOSE)
                n += (size_t)snprintf(said + n, sizeof said - n, "%s %d;", names[event.kind], (int)event.status);
            else
                n += (size_t)snprintf(said + n, sizeof said - n, "%s %.*s;", event.packed ? "packed" : names[event.kind],
                                      (int)event.n, event.bytes ? event.bytes : "");
        }
    }
    frames_free(frames);
    return said;
}

static void assert_heard_by(bool packs, const char *wanted) {
    static const size_t steps[] = {1, 2, 3, 7, 100, MAX};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) assert_string_equal(hear(steps[i], packs), wanted);
    n_wire = 0;
}

static void assert_heard(const char *wanted) { assert_heard_by(false, wanted); }

static void test_messages(void **state) {
    (void)state;
    frame(0x81, "hello", 5);
    frame(0x81, "", 0);
    frame(0x01, "in ", 3);
    frame(0x89, "between", 7);
    frame(0x00, "", 0);
    frame(0x00, "par", 3);
    frame(0x80, "ts", 2);
    frame(0x01, "", 0);
    frame(0x80, "", 0);
    frame(0x8a, "", 0);
    frame(0x81, "again", 5);
    frame(0x88, "\x03\xe9why", 5);
    assert_heard("text hello;text ;ping between;text in parts;text ;pong ;text again;close 1001;");
    frame(0x88, "", 0);
    assert_heard("close 1000;");
}

static void test_long(void **state) {
    (void)state;
    static char bytes[FRAMES_MAX_MESSAGE + 1], wanted[FRAMES_MAX_MESSAGE + 8];
    memset(bytes, 'x', sizeof bytes);
    int n = snprintf(wanted, sizeof wanted, "text %.*s;", FRAMES_MAX_MESSAGE, bytes);
    assert_int_equal(n, FRAMES_MAX_MESSAGE + 6);
    frame(0x81, bytes, FRAMES_MAX_MESSAGE);
    assert_heard(wanted);
    frame(0x01, bytes, FRAMES_MAX_MESSAGE - 1);
    frame(0x80, bytes, 1);
    assert_heard(wanted);
    frame(0x81, bytes, FRAMES_MAX_MESSAGE + 1);
    assert_heard("wrong 1009;");
    frame(0x01, bytes, FRAMES_MAX_MESSAGE);
    frame(0x80, bytes, 1);
    assert_heard("wrong 1009;");
}

/* After what is wrong nothing more is read. */
static void test_wrong(void **state) {
    (void)state;
    static const struct {
        int first, second;
        const char *wanted;
    } rows[] = {
        {0x80, 0x81, "wrong 1002;"}, {0x00, 0x81, "wrong 1002;"}, {0x01, 0x81, "wrong 1002;"}, {0x82, 0x81, "wrong 1003;"},
        {0x02, 0x81, "wrong 1003;"}, {0x83, 0x81, "wrong 1002;"}, {0x8b, 0x81, "wrong 1002;"}, {0x8f, 0x81, "wrong 1002;"},
        {0x09, 0x81, "wrong 1002;"}, {0x08, 0x81, "wrong 1002;"}, {0xc1, 0x81, "wrong 1002;"}, {0xa1, 0x81, "wrong 1002;"},
        {0x91, 0x81, "wrong 1002;"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        frame(rows[i].first, "x", 1);
        frame(rows[i].second, "y", 1);
        frame(0x81, "z", 1);
        assert_heard(rows[i].wanted);
    }
    char bytes[200] = "";
    frame(0x89, bytes, 126); /* a control frame has at most 125 bytes */
    assert_heard("wrong 1002;");
    on_wire("\x81\x01x", 3); /* not masked */
    assert_heard("wrong 1002;");
    on_wire("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xffmaskx", 15);
    assert_heard("wrong 1009;");
    on_wire("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xffmaskx", 15); /* 2^63 and more */
    assert_heard("wrong 1002;");
    on_wire("\x81\xfe\x00\x05maskhello", 13); /* a length in more bytes than it needs */
    assert_heard("wrong 1002;");
}

/* The first frame of a message says that it is compressed, and no other may; without having agreed none (test_wrong). */
static void test_packed(void **state) {
    (void)state;
    frame(0xc1, "one", 3);
    frame(0x41, "in ", 3);
    frame(0x89, "between", 7);
    frame(0x80, "parts", 5);
    frame(0x81, "as it is", 8);
    frame(0x01, "in ", 3);
    frame(0x80, "parts", 5);
    assert_heard_by(true, "packed one;ping between;packed in parts;text as it is;text in parts;");
    static const int wrong[][2] = {{0x41, 0xc0}, {0x01, 0xc0}, {0x81, 0xc9}, {0x81, 0xd1}, {0x81, 0xa1}, {0x81, 0xe1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        frame(wrong[i][0], "x", 1);
        frame(wrong[i][1], "y", 1);
        assert_heard_by(true, wrong[i][0] == 0x81 ? "text x;wrong 1002;" : "wrong 1002;");
    }
}

static void test_accept(void **state) {
    (void)state;
    char accept[FRAMES_ACCEPT];
    assert_true(frames_accept("dGhlIHNhbXBsZSBub25jZQ==", accept)); /* the example of RFC 6455 */
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    static const char *const bad[] = {"",
                                      "x",
                                      "dGhlIHNhbXBsZSBub25jZQ=",
                                      "dGhlIHNhbXBsZSBub25jZ===",
                                      "dGhlIHNhbXBsZSBub25jZWFh",
                                      "dGhlIHNhbXBsZSBub25jZQ== ",
                                      "dGhl IHNhbXBsZSBub25jZQ=="};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(frames_accept(bad[i], accept));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages), cmocka_unit_test(test_long),   cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_packed),   cmocka_unit_test(test_accept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
