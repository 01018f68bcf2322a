/* SPDX-License-Identifier: MIT */
/* utf8.c - see utf8.h. */
#include "utf8.h"

#include "alea.h"

size_t alea_utf8_next(const char *bytes, size_t n, uint32_t *code) {
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000}; /* below: overlong for that length */
    if (n == 0) return 0;
    uint32_t first = (unsigned char)bytes[0];
    size_t length = first < 0x80 ? 1 : first >> 5 == 0x06 ? 2 : first >> 4 == 0x0e ? 3 : first >> 3 == 0x1e ? 4 : 0;
    if (length == 0 || length > n) return 0;

    uint32_t value = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        uint32_t next = (unsigned char)bytes[i];
        if (next >> 6 != 0x02) return 0;
        value = value << 6 | (next & 0x3fu);
    }
    if (value < lowest[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 0;
    *code = value;
    return length;
}

bool alea_utf8_shown(uint32_t code) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
    if (code == 0x2028 || code == 0x2029 || code == 0x200e || code == 0x200f || code == 0x061c) return false;
    if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return false;
    return (code & 0xfffe) != 0xfffe && !(code >= 0xfdd0 && code <= 0xfdef) && code != 0xfeff;
}

int alea_utf8_width(uint32_t code) {
    static const struct {
        uint32_t first, last;
        int width;
    } ranges[] = {
        {0x0300, 0x036f, 0}, {0x1100, 0x115f, 2},   {0x200b, 0x200f, 0},   {0x20d0, 0x20ff, 0}, {0x2e80, 0xa4cf, 2},
        {0xac00, 0xd7a3, 2}, {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe30, 0xfe6f, 2}, {0xff00, 0xff60, 2},
        {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < ALEA_LEN(ranges); i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return ranges[i].width;
    return 1;
}

bool alea_utf8_clean(const char *bytes, size_t n) {
    size_t length;
    for (size_t at = 0; at < n; at += length) {
        uint32_t code;
        length = alea_utf8_next(bytes + at, n - at, &code);
        if (length == 0 || !alea_utf8_shown(code)) return false;
    }
    return true;
}

size_t alea_utf8_trim(const char *bytes, size_t n) {
    size_t start = n;
    while (start > 0 && n - start < 3 && ((unsigned char)bytes[start - 1] & 0xc0) == 0x80) start--;
    if (start == 0 || (unsigned char)bytes[start - 1] < 0xc0) return n;
    start--;
    uint32_t code;
    return alea_utf8_next(bytes + start, n - start, &code) > 0 ? n : start;
}
