/* SPDX-License-Identifier: MIT */
/* lines.c - what people typed, made fit for a record: one line of it, or several; and several lines written as one. */
#include <limits.h>
#include <string.h>

#include "match.h"
#include "text.h"
#include "utf8.h"

/* Adds a blank or a newline: never in front, and no blank before a newline. */
static size_t add_space(char *to, size_t len, char space) {
    while (space == '\n' && len > 0 && to[len - 1] == ' ') len--;
    if (len > 0) to[len++] = space;
    return len;
}

static size_t clean(const char *from, size_t n, char *to, size_t size, long chars, bool lines) {
    size_t len = 0, length;
    for (size_t at = 0; at < n && chars > 0; at += length) {
        uint32_t code = 0;
        length = alea_utf8_next(from + at, n - at, &code);
        bool newline = lines && length == 1 && code == '\n';
        char single = length == 0 ? '?' : newline ? '\n' : alea_utf8_shown(code) && code != ' ' ? 0 : ' ';
        if (length == 0) length = 1;
        if (len + (single ? 1 : length) >= size) break;
        size_t before = len;
        if (single == ' ' || single == '\n') {
            len = add_space(to, len, single);
        } else if (single) {
            to[len++] = single;
        } else {
            memmove(to + len, from + at, length);
            len += length;
        }
        if (len > before) chars--;
    }
    while (len > 0 && (to[len - 1] == ' ' || to[len - 1] == '\n')) len--;
    to[len] = 0;
    return len;
}

size_t alea_line_clean(const char *from, size_t n, char *to, size_t size) {
    return clean(from, n, to, size, LONG_MAX, false);
}

size_t alea_lines_clean(const char *from, size_t n, char *to) {
    return clean(from, n, to, ALEA_MAX_NOTE_BYTES + 1, ALEA_MAX_NOTE_CHARS, true);
}

long alea_lines_chars(const char *words) {
    long chars = 0;
    for (; *words; words++) chars += ((unsigned char)*words & 0xc0) != 0x80;
    return chars;
}

void alea_lines_escape(const char *words, struct alea_text *text) {
    for (size_t plain; *words; words += plain) {
        plain = strcspn(words, "\\\n");
        alea_text_add_n(text, words, plain);
        if (!words[plain]) continue;
        alea_text_add(text, words[plain] == '\n' ? "\\n" : "\\\\");
        plain++;
    }
}

bool alea_lines_unescape(char *words) {
    char *to = words;
    for (const char *at = words; *at; at++) {
        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        at++;
        if (*at != 'n' && *at != '\\') return false;
        *to++ = *at == 'n' ? '\n' : '\\';
    }
    *to = 0;
    return true;
}

bool alea_is_address(const char *words) {
    static const char start[] = "https://";
    if (strncmp(words, start, sizeof start - 1) != 0 || strlen(words) > ALEA_MAX_ADDRESS) return false;
    const char *server = words + sizeof start - 1;
    const size_t n = strcspn(server, "/?#");
    for (const char *at = words; *at; at++)
        if (*at <= ' ' || *at > '~' || strchr("\"<>\\^`{|}", *at)) return false;
    return n > 0 && !memchr(server, '@', n) && server[0] != '.' && server[0] != ':';
}

const char *alea_lines_address(const char *words) {
    const char *newline = strrchr(words, '\n'), *last = newline ? newline + 1 : words;
    return alea_is_address(last) ? last : NULL;
}
