/* SPDX-License-Identifier: MIT */
/* hex.c - bytes that are written as hexadecimal digits. */
#include "hex.h"

#include <sodium.h>
#include <string.h>

bool hex_read(const char *words, uint8_t *bytes, size_t n) {
    size_t read = 0;
    const char *end = NULL;
    if (!words || strlen(words) != 2 * n) return false;
    return sodium_hex2bin(bytes, n, words, 2 * n, NULL, &read, &end) == 0 && read == n && *end == 0;
}
