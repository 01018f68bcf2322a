/* SPDX-License-Identifier: MIT */
/* url.c - see url.h. */
#include "url.h"

#include <stdlib.h>
#include <string.h>

#include "utf8.h"

static int hex_digit(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    letter = (char)(letter | 0x20);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

bool url_unescape(const char *encoded, size_t n, bool plus, char *word, size_t size, size_t *n_word) {
    size_t length = 0;
    for (size_t at = 0; at < n; at++) {
        char letter = encoded[at] == '+' && plus ? ' ' : encoded[at];
        if (letter == '%') {
            int high = n - at > 2 ? hex_digit(encoded[at + 1]) : -1;
            int low = n - at > 2 ? hex_digit(encoded[at + 2]) : -1;
            if (high < 0 || low < 0) return false;
            letter = (char)(high << 4 | low);
            at += 2;
        }
        if (length + 1 >= size) return false;
        word[length++] = letter;
    }
    word[length] = 0;
    *n_word = length;
    return true;
}

size_t url_flatten(char *path, size_t n) {
    size_t length = 0;
    for (size_t at = 0; at < n;) {
        size_t word = at + 1, end = word;
        while (end < n && path[end] != '/') end++;
        bool up = end - word == 2 && memcmp(path + word, "..", 2) == 0;
        bool here = end - word == 1 && path[word] == '.';
        if (up) {
            while (length > 0 && path[--length] != '/') {}
        } else if (end > word && !here) {
            path[length] = '/';
            memmove(path + length + 1, path + word, end - word);
            length += 1 + end - word;
        }
        at = end;
    }
    if (length == 0 || path[n - 1] == '/') path[length++] = '/';
    path[length] = 0;
    return length;
}

bool url_decode(const char *encoded, size_t n, bool plus, char *word, size_t size) {
    size_t length;
    return url_unescape(encoded, n, plus, word, size, &length) &&
           alea_utf8_clean(word, length); /* a 0 is not clean either */
}

/* Decodes n bytes behind what is there; NULL if they can't be read. */
static const char *keep(struct url_query *query, const char *encoded, size_t n) {
    char *word = query->bytes + query->used;
    if (query->used >= sizeof query->bytes) return NULL;
    if (!url_decode(encoded, n, true, word, sizeof query->bytes - query->used)) return NULL;
    query->used += strlen(word) + 1;
    return word;
}

/* The member that the n bytes are: "since=4", or "plain", which has an empty value. */
static bool read_member(struct url_query *query, const char *encoded, size_t n) {
    if (query->n == URL_MAX_MEMBERS) return false;
    const char *equals = memchr(encoded, '=', n);
    size_t n_key = equals ? (size_t)(equals - encoded) : n;
    const char *key = keep(query, encoded, n_key);
    const char *value = key ? keep(query, equals ? equals + 1 : "", equals ? n - n_key - 1 : 0) : NULL;
    if (!value || url_query_get(query, key)) return false;
    query->at[query->n].key = key;
    query->at[query->n++].value = value;
    return true;
}

bool url_query_read(const char *encoded, struct url_query *query) {
    query->n = 0;
    query->used = 0;
    if (!encoded) return true;
    if (strlen(encoded) > URL_MAX_QUERY) return false;
    for (const char *at = encoded; *at;) {
        size_t n = strcspn(at, "&");
        if (n > 0 && !read_member(query, at, n)) return false;
        at += n + (at[n] == '&');
    }
    return true;
}

const char *url_query_get(const struct url_query *query, const char *key) {
    for (int i = 0; i < query->n; i++)
        if (strcmp(query->at[i].key, key) == 0) return query->at[i].value;
    return NULL;
}

bool url_query_number(const struct url_query *query, const char *key, long min, long max, long default_value, long *number) {
    const char *value = url_query_get(query, key);
    *number = default_value;
    if (!value) return true;
    size_t digits = strspn(value + (*value == '-'), "0123456789");
    if (digits == 0 || digits > 18 || value[digits + (*value == '-')] != 0) return false;
    *number = strtol(value, NULL, 10);
    return *number >= min && *number <= max;
}

/* The thousandths of "q=0.8" among the n bytes of a range; 1000 without. */
static int quality(const char *range, size_t n) {
    const char *end = range + n, *at = memchr(range, ';', n);
    if (!at) return 1000;
    at++;
    while (at < end && *at == ' ') at++;
    if (end - at < 2 || (at[0] | 0x20) != 'q' || at[1] != '=') return 1000;
    at += 2;
    int thousandths = at < end && *at == '1' ? 1000 : 0;
    if (end - at < 2 || at[1] != '.') return thousandths;
    at += 2;
    for (int worth = 100; worth > 0 && at < end && *at >= '0' && *at <= '9'; at++, worth /= 10)
        thousandths += (*at - '0') * worth;
    return thousandths > 1000 ? 1000 : thousandths;
}

enum alea_lang url_language(const char *header) {
    static const char *const codes[ALEA_LANGS] = {[ALEA_IT] = "it", [ALEA_EN] = "en"};
    enum alea_lang best = ALEA_EN;
    int best_quality = 0;
    for (const char *at = header ? header : ""; *at;) {
        at += strspn(at, " ,\t");
        size_t n = strcspn(at, ",");
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            bool same = n >= 2 && (at[0] | 0x20) == codes[lang][0] && (at[1] | 0x20) == codes[lang][1];
            if (!same || (n > 2 && !strchr("-; ", at[2]))) continue;
            int wanted = quality(at, n);
            if (wanted <= best_quality) continue;
            best = (enum alea_lang)lang;
            best_quality = wanted;
        }
        at += n;
    }
    return best;
}
