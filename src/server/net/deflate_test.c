/* SPDX-License-Identifier: MIT */
/* deflate_test.c - offers as browsers and libraries make them; what was compressed is what it was; what a client compressed is read up to
 * a limit; rubbish is told, and the next message is read all the same. */
#include "deflate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

#include <cmocka.h>

enum { MAX = 1 << 20 };

static char text[MAX + 1], out[MAX + 1];

static void test_offers(void **state) {
    (void)state;
    static const struct {
        const char *offers;
        enum deflate_offer taken;
    } cases[] = {
        {"permessage-deflate", DEFLATE_ON},
        {"permessage-deflate; client_max_window_bits", DEFLATE_ON}, /* Chromium */
        {"permessage-deflate;client_max_window_bits=10 ;  server_no_context_takeover", DEFLATE_EACH},
        {"Permessage-Deflate; Client_No_Context_Takeover", DEFLATE_ON},
        {"permessage-deflate; server_max_window_bits=10", DEFLATE_NONE},
        {"permessage-deflate; server_max_window_bits=10, permessage-deflate",
         DEFLATE_ON}, /* what it would rather have, and what it takes */
        {"x-webkit-deflate-frame, permessage-deflate; client_max_window_bits", DEFLATE_ON},
        {"permessage-deflate; unheard_of", DEFLATE_NONE},
        {"permessage-deflate; client_max_window_bitsy", DEFLATE_NONE},
        {"permessage-deflate; server_no_context_takeover=1", DEFLATE_NONE},
        {"permessage-deflate; server_no_context_takeover; unheard_of, permessage-deflate", DEFLATE_ON},
        {"permessage-deflated", DEFLATE_NONE},
        {"permessage", DEFLATE_NONE},
        {" , ;;, ", DEFLATE_NONE},
        {"", DEFLATE_NONE},
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

/* ---- One message after the other ------------------------------------------------------------------------------------------------- */

enum { EARS = 100 /* more than there are windows */ };

struct ear {
    z_stream in;
    size_t got; /* bytes as they came */
};

/* Tells it the text, and reads that as a browser does, which keeps one stream for all it is told. */
static void tell(struct deflate *streams, struct ear *ear, const char *words) {
    static const unsigned char end[] = {0, 0, 0xff, 0xff};
    size_t n = strlen(words), size = 0;
    const char *packed = deflate_pack_on(streams, ear, words, n, &size);
    ear->got += packed ? size : n;
    if (!packed) return;
    ear->in.next_out = (Bytef *)out;
    ear->in.avail_out = MAX;
    for (int part = 0; part < 2; part++) {
        ear->in.next_in = part ? end : (const Bytef *)packed;
        ear->in.avail_in = part ? sizeof end : (uInt)size;
        assert_int_equal(inflate(&ear->in, Z_SYNC_FLUSH), Z_OK);
    }
    assert_int_equal(MAX - ear->in.avail_out, n);
    assert_memory_equal(out, words, n);
}

static void test_one_after_the_other(void **state) {
    (void)state;
    static struct ear ears[EARS];
    struct deflate *streams = deflate_new();
    char words[400];
    for (int i = 0; i < EARS; i++) assert_int_equal(inflateInit2(&ears[i].in, -15), Z_OK);
    for (int ply = 0; ply < 30; ply++) {
        snprintf(words, sizeof words,
                 "{\"kind\":\"ply\",\"ply\":%d,\"seat\":\"%c\",\"move\":{\"words\":\"Rinforza Norico\"}}", ply,
                 'A' + ply % 3);
        tell(streams, &ears[0], words);
        if (ply % 10 == 3) tell(streams, &ears[0], "so short that it goes as it is");
    }
    assert_in_range(ears[0].got, 1, 30 * 25 + 3 * 30 + 50); /* 71 bytes each as they are */
    for (int round = 0; round < 3; round++)                 /* they take each other's windows */
        for (int i = 0; i < EARS; i++) tell(streams, &ears[i], words);
    deflate_forget(streams, &ears[1]);
    tell(streams, &ears[1], words);
    write_text(5000, 255);
    for (int i = 0; i < 5000; i++) text[i] = (char)(text[i] | 1); /* no end among them */
    text[5000] = 0;
    tell(streams, &ears[1], text); /* can't be made smaller */
    assert_in_range(ears[1].got, 4000, 5400);
    tell(streams, &ears[1], words);
    for (int i = 0; i < EARS; i++) inflateEnd(&ears[i].in);
    deflate_free(streams);
}

/* ---- In -------------------------------------------------------------------------------------------------------------------------- */

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
        cmocka_unit_test(test_offers),       cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_not_worth_it), cmocka_unit_test(test_one_after_the_other),
        cmocka_unit_test(test_last_blocks),  cmocka_unit_test(test_rubbish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
