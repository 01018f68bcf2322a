/* SPDX-License-Identifier: MIT */
/* assets_test.c - the page that is built in: addresses, forms and their table. */
#include "assets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const unsigned char some_bytes[100];
static const struct asset all = {.path = "/a.js", .as = {{some_bytes, 100}, {some_bytes, 50}, {some_bytes, 40}}};
static const struct asset only_gzip = {.path = "/a.js", .as = {{some_bytes, 100}, {some_bytes, 50}}};
static const struct asset only_plain = {.path = "/a.png", .as = {{some_bytes, 100}}};

static void test_forms(void **state) {
    (void)state;
    assert_int_equal(asset_choose(&all, NULL), ASSET_PLAIN);
    assert_int_equal(asset_choose(&all, ""), ASSET_PLAIN);
    assert_int_equal(asset_choose(&all, "gzip, deflate, br, zstd"), ASSET_BROTLI);
    assert_int_equal(asset_choose(&all, "gzip, deflate"), ASSET_GZIP);
    assert_int_equal(asset_choose(&all, "GZIP"), ASSET_GZIP);
    assert_int_equal(asset_choose(&all, "br;q=0, gzip;q=0.5"), ASSET_GZIP);
    assert_int_equal(asset_choose(&all, "br;q=0.000,gzip; q=1.0"), ASSET_GZIP);
    assert_int_equal(asset_choose(&all, "broken, xbr, brx, identity"), ASSET_PLAIN);
    assert_int_equal(asset_choose(&all, ",;=,, ;q=,br"), ASSET_BROTLI);
    assert_int_equal(asset_choose(&only_gzip, "br, gzip"), ASSET_GZIP);
    assert_int_equal(asset_choose(&only_plain, "br, gzip"), ASSET_PLAIN);
}

static void test_addresses(void **state) {
    (void)state;
    const struct asset *page = asset_find("/index.html");
    assert_non_null(page);
    static const char *const page_addresses[] = {"/",    "/m/abcdefghijkl", "/a/abcdefghijkl", "/admin",
                                                 "/new", "/verify",         "/help/x"};
    for (size_t i = 0; i < sizeof page_addresses / sizeof *page_addresses; i++)
        assert_ptr_equal(asset_find(page_addresses[i]), page);
    static const char *const nothing[] = {"/nothing.js", "/.env", "/m/..", "", "index.html", "/a.b/c.d"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) assert_null(asset_find(nothing[i]));
}

static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; i < asset_count; i++) {
        const struct asset *asset = &asset_table[i];
        assert_ptr_equal(asset_find(asset->path), asset); /* sorted */
        assert_non_null(asset->as[ASSET_PLAIN].at);
        assert_int_equal(strlen(asset->tag), 20);
        if (asset->as[ASSET_GZIP].at) assert_memory_equal(asset->as[ASSET_GZIP].at, "\x1f\x8b\x08", 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
