/* SPDX-License-Identifier: MIT */
/* gzip_test.c - what was compressed is what it was; once for each tag; what is not worth it goes as it is; the table has an end. */
#include "gzip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

#include <cmocka.h>

static void assert_unpacks(const char *packed, size_t size, const char *bytes, size_t n) {
    z_stream stream = {0};
    char *out = malloc(n + 1);
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_in = (const Bytef *)packed;
    stream.avail_in = (uInt)size;
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)n + 1;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.total_out, n);
    assert_memory_equal(out, bytes, n);
    inflateEnd(&stream);
    free(out);
}

static void test_round_trip(void **state) {
    (void)state;
    static char bytes[100000];
    size_t size = 0, again = 0;
    struct gzip *gzip = gzip_new();
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)('a' + i * i % 7);
    const char *packed = gzip_cached(gzip, "\"tag\"", bytes, sizeof bytes, &size);
    assert_non_null(packed);
    assert_true(size < sizeof bytes / 4);
    assert_unpacks(packed, size, bytes, sizeof bytes);
    assert_ptr_equal(gzip_cached(gzip, "\"tag\"", bytes, sizeof bytes, &again), packed);
    assert_int_equal(again, size);
    gzip_free(gzip);
}

/* One stream for all of them: what was refused, or did not fit, leaves nothing behind. */
static void test_now(void **state) {
    (void)state;
    static char bytes[GZIP_MAX_BYTES + 1];
    size_t size = 0;
    struct gzip *gzip = gzip_new();
    assert_null(gzip_now(gzip, bytes, GZIP_NOW_MIN_BYTES - 1, &size));
    assert_null(gzip_now(gzip, bytes, sizeof bytes, &size));
    for (size_t n = GZIP_NOW_MIN_BYTES; n < sizeof bytes; n *= 4) {
        uint64_t random = n;
        for (size_t i = 0; i < n; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            bytes[i] = (char)(random >> 56);
        }
        assert_null(gzip_now(gzip, bytes, n, &size));
        for (size_t i = 0; i < n; i++) bytes[i] = (char)('a' + bytes[i] % 3);
        char *packed = gzip_now(gzip, bytes, n, &size);
        assert_non_null(packed);
        assert_true(size < n / 2);
        assert_unpacks(packed, size, bytes, n);
        free(packed);
    }
    gzip_free(gzip);
}

static void test_not_worth_it(void **state) {
    (void)state;
    static char noise[5000], large[GZIP_MAX_BYTES + 1];
    size_t size;
    uint64_t random = 1;
    struct gzip *gzip = gzip_new();
    for (size_t i = 0; i < sizeof noise; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        noise[i] = (char)(random >> 56);
    }
    assert_null(gzip_cached(gzip, "noise", noise, sizeof noise, &size));
    assert_null(gzip_cached(gzip, "noise", noise, sizeof noise, &size));
    assert_null(gzip_cached(gzip, "small", large, GZIP_MIN_BYTES - 1, &size));
    assert_null(gzip_cached(gzip, "large", large, sizeof large, &size));
    assert_null(gzip_cached(gzip, "a tag of over forty bytes, of which there is none", large, 5000, &size));
    gzip_free(gzip);
    gzip_free(NULL);
}

static void test_full(void **state) {
    (void)state;
    static const char zeros[2000];
    char tag[16];
    size_t size;
    struct gzip *gzip = gzip_new();
    for (int i = 0; i < 2 * GZIP_MAX; i++) {
        snprintf(tag, sizeof tag, "%d", i);
        bool kept = gzip_cached(gzip, tag, zeros, sizeof zeros, &size);
        assert_int_equal(kept, i < GZIP_MAX);
    }
    assert_non_null(gzip_cached(gzip, "7", zeros, sizeof zeros, &size));
    gzip_free(gzip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_now),
        cmocka_unit_test(test_not_worth_it),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
