/* SPDX-License-Identifier: MIT */
/* deflate_test.c - offers as browsers and libraries make them; what was compressed is what it was; what a client compressed is read up to
 * a limit; rubbish is told, and the next message is read all the same. */
#include "deflate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 1 << 20 };

static char text[MAX + 1], out[MAX + 1];

static void test_offers(void **state) {
    (void)state;
    static const struct {
        const char *offers;
        bool taken;
    } cases[] = {
        {"permessage-deflate", true},
        {"permessage-deflate; client_max_window_bits", true}, /* Chromium */
        {"permessage-deflate;client_max_window_bits=10 ;  server_no_context_takeover", true},
        {"Permessage-Deflate; Client_No_Context_Takeover", true},
        {"permessage-deflate; server_max_window_bits=10", false},
        {"permessage-deflate; server_max_window_bits=10, permessage-deflate",
         true}, /* what it would rather have, and what it takes */
        {"x-webkit-deflate-frame, permessage-deflate; client_max_window_bits", true},
        {"permessage-deflate; unheard_of", false},
        {"permessage-deflate; client_max_window_bitsy", false},
        {"permessage-deflate; server_no_context_takeover=1", false},
        {"permessage-deflated", false},
        {"permessage", false},
        {" , ;;, ", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (deflate_offered(cases[i].offers) != cases[i].taken) fail_msg("%s", cases[i].offers);
}

/* So many bytes, of which about one in `kinds` is like another. */
static void write_text(size_t n, unsigned kinds) {
    uint64_t random = n;
    for (size_t i = 0; i < n; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        text[i] = (char)((random >> 56) % kinds);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    struct deflate *streams = deflate_new();
    for (size_t n = DEFLATE_MIN_BYTES; n <= MAX; n = n * 3 + 1) {
        size_t size = 0, again = 0, back = 0;
        write_text(n, 3);
        const char *packed = deflate_pack(streams, text, n, &size);
        assert_non_null(packed);
        assert_in_range(size, 1, n / 3);
        assert_int_equal(deflate_unpack(streams, packed, size, out, n, &back), DEFLATE_WHOLE);
        assert_int_equal(back, n);
        assert_memory_equal(out, text, n);
        assert_ptr_equal(deflate_pack(streams, text, n, &again), packed); /* to the next one who looks on */
        assert_int_equal(again, size);
        text[n - 1] ^= 1; /* another message of that length */
        packed = deflate_pack(streams, text, n, &size);
        assert_int_equal(deflate_unpack(streams, packed, size, out, n, &back), DEFLATE_WHOLE);
        assert_memory_equal(out, text, n);
        assert_int_equal(deflate_unpack(streams, packed, size, out, n - 1, &back), DEFLATE_TOO_BIG);
    }
    deflate_free(streams);
}

static void test_not_worth_it(void **state) {
    (void)state;
    struct deflate *streams = deflate_new();
    size_t size = 0;
    assert_null(deflate_pack(streams, text, DEFLATE_MIN_BYTES - 1, &size));
    assert_null(deflate_pack(streams, text, MAX + 1, &size));
    for (int times = 0; times < 2; times++) {
        write_text(5000, 256);
        assert_null(deflate_pack(streams, text, 5000, &size));
    }
    write_text(5000, 2);
    assert_non_null(deflate_pack(streams, text, 5000, &size));
    deflate_free(streams);
}

/* Blocks that end a stream, as a client may send that can't flush otherwise (RFC 7692, 7.2.1 and 7.2.3.4). */
static void test_last_blocks(void **state) {
    (void)state;
    static const struct {
        const char *packed;
        size_t size;
        const char *text; /* NULL: wrong */
    } cases[] = {
        {"\xf3\x48\xcd\xc9\xc9\x07\x00\x00", 8, "Hello"}, /* as the RFC has it, an empty block begun behind it */
        {"\xf3\x48\xcd\xc9\xc9\x07\x00", 7, "Hello"},     /* with nothing behind it */
        {"\xf3\x48\xcd\xc9\xc9\x07\x00\xf2\x48\xcd\xc9\xc9\x07\x00", 14, "HelloHello"},
        {"\xf3\x48\xcd\xc9\xc9\x07\x00\xf3\x48\xcd\xc9\xc9\x07\x00\x00", 15, "HelloHello"},
        {"\xf3\x48\xcd\xc9\xc9\x07\x00rubbish", 14, NULL},
        {"\xf3\x48\xcd\xc9\xc9\x07\x00\x02\x02\x02\x00", 11, NULL}, /* a copy of what stands before the last block */
    };
    struct deflate *streams = deflate_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = 0, wanted = cases[i].text ? strlen(cases[i].text) : 0;
        enum deflate_end end = deflate_unpack(streams, cases[i].packed, cases[i].size, out, 100, &n);
        if (end != (cases[i].text ? DEFLATE_WHOLE : DEFLATE_WRONG)) fail_msg("case %zu: %d", i, (int)end);
        if (!cases[i].text) continue;
        assert_int_equal(n, wanted);
        assert_memory_equal(out, cases[i].text, n);
        assert_int_equal(deflate_unpack(streams, cases[i].packed, cases[i].size, out, wanted - 1, &n), DEFLATE_TOO_BIG);
    }
    deflate_free(streams);
}

static void test_rubbish(void **state) {
    (void)state;
    /* "Hello" of RFC 7692, 7.2.3.1; a block of type 3; a copy from before the beginning. */
    static const char hello[] = "\xf2\x48\xcd\xc9\xc9\x07", wrong[] = "\x07\x00", before[] = "\x02\x02\x02\x00";
    struct deflate *streams = deflate_new();
    size_t n = 0;
    assert_int_equal(deflate_unpack(streams, wrong, 2, out, 100, &n), DEFLATE_WRONG);
    assert_int_equal(deflate_unpack(streams, before, 4, out, 100, &n), DEFLATE_WRONG);
    assert_int_equal(deflate_unpack(streams, "", 0, out, 100, &n), DEFLATE_WHOLE); /* no byte at all: an empty block */
    assert_int_equal(n, 0);
    assert_int_equal(deflate_unpack(streams, hello, 7, out, 100, &n), DEFLATE_WHOLE);
    assert_int_equal(n, 5);
    assert_memory_equal(out, "Hello", 5);
    for (size_t cut = 1; cut < 6; cut++) assert_int_equal(deflate_unpack(streams, hello, cut, out, 100, &n), DEFLATE_WRONG);
    deflate_free(streams);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offers),      cmocka_unit_test(test_round_trip), cmocka_unit_test(test_not_worth_it),
        cmocka_unit_test(test_last_blocks), cmocka_unit_test(test_rubbish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
