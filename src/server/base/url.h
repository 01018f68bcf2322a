/* SPDX-License-Identifier: MIT */
/* url.h - what stands in an address: percent-encoded words, and which language a reader wants. */
#ifndef ALEA_SERVER_URL_H
#define ALEA_SERVER_URL_H

#include "alea.h"

enum { URL_MAX_QUERY = 2048, URL_MAX_MEMBERS = 16 };

/* "since=4&lang=it", decoded. */
struct url_query {
    int n;
    struct {
        const char *key, *value; /* into bytes */
    } at[URL_MAX_MEMBERS];
    size_t used;
    char bytes[URL_MAX_QUERY + 2 * URL_MAX_MEMBERS]; /* each word takes its bytes and a 0 */
};

/* False if it is too long, has too many members or one of them twice, or is not clean UTF-8 in percent-encoding. */
bool url_query_read(const char *encoded, struct url_query *query);
const char *url_query_get(const struct url_query *query, const char *key); /* NULL if it is not there */
/* A whole number within min..max, `default_value` if it is not there. False if it is something else. */
bool url_query_number(const struct url_query *query, const char *key, long min, long max, long default_value, long *number);

/* The bytes that n percent-encoded ones stand for, with a 0 behind; '+' is a blank if `plus`. False if they can't be read, or don't fit. */
bool url_unescape(const char *encoded, size_t n, bool plus, char *word, size_t size, size_t *n_word);
/* A path of n bytes, the first a '/', without "//", "/." and "/..", with a 0 behind; how long it is then. */
size_t url_flatten(char *path, size_t n);
/* Decodes the n bytes of a percent-encoded word into size bytes; '+' is a blank if `plus`. False if it does not fit, or is not clean. */
bool url_decode(const char *encoded, size_t n, bool plus, char *word, size_t size);

/* The language of an Accept-Language header ("it-IT, en;q=0.8") that is wanted most and spoken here; English if none is. */
enum alea_lang url_language(const char *header);

#endif
