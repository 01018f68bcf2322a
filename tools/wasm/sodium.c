/* SPDX-License-Identifier: MIT */
/* sodium.c - in place of libsodium's core, randombytes and utils, of which the engine calls four functions: those that the library has
 * choose between implementations for processors, and there is one for WebAssembly. */
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_AT_ONCE = 256 }; /* of getentropy() */

int sodium_init(void) { return 1; }

void sodium_misuse(void) { abort(); }

void randombytes_buf(void *const bytes, const size_t n) {
    for (size_t done = 0; done < n; done += MOST_AT_ONCE) {
        size_t next = n - done < MOST_AT_ONCE ? n - done : MOST_AT_ONCE;
        if (getentropy((unsigned char *)bytes + done, next) != 0) abort();
    }
}

int sodium_is_zero(const unsigned char *bytes, const size_t n) {
    unsigned char any = 0;
    for (size_t i = 0; i < n; i++) any |= bytes[i];
    return any == 0;
}

void sodium_memzero(void *const bytes, const size_t n) {
    volatile unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++) at[i] = 0;
}
