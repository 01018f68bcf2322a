/* SPDX-License-Identifier: MIT */
/* web.c - calls of a server's API, by libcurl. What comes back has a ceiling, and is believed to be nothing in particular. */
#include "web.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

enum { MAX_ANSWER = 16 << 20, MAX_BASE = 512, CONNECT_SECONDS = 10 };

struct web {
    CURL *curl;
    struct curl_slist *headers;
    char base[MAX_BASE];
    struct alea_text got;
};

static size_t take(char *bytes, size_t size, size_t n, void *context) {
    struct web *web = context;
    char piece[4096 + 1];
    for (size_t at = 0; at < size * n;) {
        size_t length = size * n - at < 4096 ? size * n - at : 4096;
        memcpy(piece, bytes + at, length);
        piece[length] = 0;
        if (strlen(piece) < length) return 0; /* no text */
        alea_text_add(&web->got, piece);
        at += length;
    }
    return web->got.truncated ? 0 : size * n;
}

static int is_stopped(void *context, curl_off_t down, curl_off_t downed, curl_off_t up, curl_off_t upped) {
    (void)context, (void)down, (void)downed, (void)up, (void)upped;
    return console_stopped();
}

static bool add_header(struct web *web, const char *name, const char *value) {
    struct alea_text line;
    alea_text_init(&line, ALEA_MAX_LINE_BYTES, ALEA_EN);
    alea_text_addf(&line, "%s: %s", name, value);
    struct curl_slist *longer = line.truncated ? NULL : curl_slist_append(web->headers, alea_text_str(&line));
    alea_text_clear(&line);
    if (longer) web->headers = longer;
    return longer != NULL;
}

static bool is_address(const char *base) {
    bool web = strncmp(base, "http://", 7) == 0 || strncmp(base, "https://", 8) == 0;
    for (const char *at = base; *at; at++)
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f) return false;
    return web && strlen(base) < MAX_BASE;
}

struct web *web_open(const char *base, const char *token, enum alea_lang lang) {
    struct web *web = is_address(base) ? calloc(1, sizeof *web) : NULL;
    char bearer[256];
    if (!web) return NULL;
    snprintf(web->base, sizeof web->base, "%s", base);
    for (size_t n = strlen(web->base); n > 0 && web->base[n - 1] == '/'; n--) web->base[n - 1] = 0;
    snprintf(bearer, sizeof bearer, "Bearer %s", token);
    alea_text_init(&web->got, MAX_ANSWER, ALEA_EN);
    web->curl = curl_easy_init();
    if (web->curl && add_header(web, "Authorization", bearer) && add_header(web, "Content-Type", "application/json") &&
        add_header(web, "Accept-Language", lang == ALEA_IT ? "it" : "en")) {
        curl_easy_setopt(web->curl, CURLOPT_HTTPHEADER, web->headers);
        curl_easy_setopt(web->curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(web->curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(web->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
        curl_easy_setopt(web->curl, CURLOPT_ACCEPT_ENCODING, "");
        curl_easy_setopt(web->curl, CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(web->curl, CURLOPT_WRITEDATA, web);
        curl_easy_setopt(web->curl, CURLOPT_XFERINFOFUNCTION, is_stopped);
        curl_easy_setopt(web->curl, CURLOPT_NOPROGRESS, 0L);
        return web;
    }
    web_close(web);
    return NULL;
}

void web_close(struct web *web) {
    if (!web) return;
    curl_slist_free_all(web->headers);
    curl_easy_cleanup(web->curl);
    alea_text_clear(&web->got);
    free(web);
}

void web_clear(struct web_answer *answer) {
    json_decref(answer->json);
    free(answer->text);
    *answer = (struct web_answer){0};
}

void web_add_word(struct alea_text *path, const char *word) {
    for (; *word; word++) {
        unsigned char byte = (unsigned char)*word;
        bool plain = (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte == '_';
        alea_text_addf(path, plain ? "%c" : "%%%02X", byte);
    }
}

static void perform(struct web *web, struct web_answer *answer) {
    CURLcode code = curl_easy_perform(web->curl);
    if (code != CURLE_OK) {
        snprintf(answer->why, sizeof answer->why, "%s", curl_easy_strerror(code));
        return;
    }
    curl_off_t wait = 0;
    curl_easy_getinfo(web->curl, CURLINFO_RESPONSE_CODE, &answer->status);
    curl_easy_getinfo(web->curl, CURLINFO_RETRY_AFTER, &wait);
    answer->retry_after = wait > 0 && wait < 3600 ? (int)wait : 0;
    answer->text = strdup(alea_text_str(&web->got));
    answer->json = json_loadb(alea_text_str(&web->got), web->got.len, 0, NULL);
}

void web_call(struct web *web, const char *path, json_t *body, int seconds, struct web_answer *answer) {
    struct alea_text url;
    char *words = body ? json_dumps(body, JSON_COMPACT) : NULL;
    *answer = (struct web_answer){0};
    alea_text_init(&url, ALEA_MAX_LINE_BYTES, ALEA_EN);
    alea_text_addf(&url, "%s/api/v1%s", web->base, path);
    alea_text_clear(&web->got);
    curl_easy_setopt(web->curl, CURLOPT_URL, alea_text_str(&url));
    curl_easy_setopt(web->curl, CURLOPT_TIMEOUT, (long)seconds);
    if (body) curl_easy_setopt(web->curl, CURLOPT_POSTFIELDS, words ? words : "");
    else curl_easy_setopt(web->curl, CURLOPT_HTTPGET, 1L);
    if (!body || words) perform(web, answer);
    json_decref(body);
    free(words);
    alea_text_clear(&url);
}
