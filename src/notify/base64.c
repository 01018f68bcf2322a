/* SPDX-License-Identifier: MIT */
/* base64.c - bytes as letters, as keys and mails want them. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "notify_internal.h"
#include "text.h"

enum { LINE_BYTES = 57 /* make 76 letters */ };

bool base64url_write(const uint8_t *bytes, size_t n, char *words, size_t size) {
    const int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    return sodium_base64_encoded_len(n, variant) <= size && sodium_bin2base64(words, size, bytes, n, variant);
}

bool base64url_read(const char *words, size_t length, uint8_t *bytes, size_t n) {
    size_t found = 0;
    const char *end = NULL;
    while (length > 0 && words[length - 1] == '=') length--; /* some browsers pad */
    return sodium_base642bin(bytes, n, words, length, NULL, &found, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           found == n && end == words + length;
}

void base64_lines(const char *bytes, size_t n, struct alea_text *text) {
    char line[4 * LINE_BYTES / 3 + 5];
    for (size_t at = 0; at < n; at += LINE_BYTES) {
        size_t part = n - at < LINE_BYTES ? n - at : LINE_BYTES;
        sodium_bin2base64(line, sizeof line, (const uint8_t *)bytes + at, part, sodium_base64_VARIANT_ORIGINAL);
        alea_text_addf(text, "%s\r\n", line);
    }
}
