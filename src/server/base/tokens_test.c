/* SPDX-License-Identifier: MIT */
/* tokens_test.c - secrets for links: no two alike, and what is none of them. */
#include "tokens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

static void tokens(void **state) {
    (void)state;
    struct token one = token_new(), two = token_new();
    uint8_t a[ALEA_HASH_BYTES], b[ALEA_HASH_BYTES];
    assert_true(token_well_formed(one.at) && token_well_formed(two.at));
    assert_string_not_equal(one.at, two.at);
    token_hash(one.at, a);
    token_hash(two.at, b);
    assert_memory_not_equal(a, b, sizeof a);
    static const char *const bad[] = {
        "", "short", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA "};
    for (size_t i = 0; i < ALEA_LEN(bad); i++) assert_false(token_well_formed(bad[i]));
}

int main(void) {
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(tokens)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
