/* SPDX-License-Identifier: MIT */
/* fail_alloc.h - makes the n-th allocation fail. Included once by each test program of an engine module, which is linked with
 * -Wl,--wrap=malloc and its kin (tests/meson.build): code of ours gets the functions below.
 *
 *   for (long n = 1; fail_alloc_at(n), result = call(), fail_alloc_hit(); n++) assert that the call failed, cleanly;
 */
#ifndef ALEA_TESTS_FAIL_ALLOC_H
#define ALEA_TESTS_FAIL_ALLOC_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "alea.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker wants these names */
void *__real_malloc(size_t size);
void *__real_calloc(size_t number, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t number, size_t size);
void *__wrap_realloc(void *block, size_t size);

static struct {
    _Atomic long countdown; /* 0: nothing is due to fail. Threads may share it */
    _Atomic bool hit;
} fail_alloc;

/* From now on the n-th allocation fails, from 1; 0: none does. */
static inline void fail_alloc_at(long n) {
    fail_alloc.countdown = n;
    fail_alloc.hit = false;
}

/* True if an allocation did fail since then; nothing is due any more. */
static inline bool fail_alloc_hit(void) {
    fail_alloc.countdown = 0;
    return fail_alloc.hit;
}

static inline bool fail_alloc_now(void) {
    long left = fail_alloc.countdown;
    while (left > 0 && !atomic_compare_exchange_weak(&fail_alloc.countdown, &left, left - 1)) {}
    if (left != 1) return false;
    fail_alloc.hit = true;
    return true;
}

void *__wrap_malloc(size_t size) { return fail_alloc_now() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t number, size_t size) { return fail_alloc_now() ? NULL : __real_calloc(number, size); }
void *__wrap_realloc(void *block, size_t size) { return fail_alloc_now() ? NULL : __real_realloc(block, size); }
/* NOLINTEND(bugprone-reserved-identifier) */

/* Rules are made, or there was no memory for them, which is said: at each allocation that may fail. */
static inline void fail_alloc_each(struct alea_rules *(*make)(struct alea_error *error)) {
    bool hit = true;
    for (long n = 1; hit; n++) {
        struct alea_error error = {.lang = ALEA_EN};
        fail_alloc_at(n);
        struct alea_rules *rules = make(&error);
        hit = fail_alloc_hit();
        assert_int_equal(error.code, hit ? ALEA_ERR_NO_MEMORY : ALEA_OK);
        assert_int_equal(rules == NULL, hit);
        alea_rules_free(rules);
    }
}

#endif
