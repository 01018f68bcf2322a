/* SPDX-License-Identifier: MIT */
/* http_body.c - fuzz target: requests to the API. Whatever comes is answered, once, in whole JSON; what is refused changes nothing at
 * the table.
 *
 * Input: a byte that chooses the game; then requests, with the byte 0x1e between them: a line `METHOD /path?query WHO`, and the body.
 * WHO is A or B (a seat), a (the table's admin), h (the host), x (a token that nobody has) or nothing. $M is the table's id. */
#include "served.h"

enum { MAX_REQUESTS = 12 };

static const char *token_of(char who) {
    switch (who) {
    case 'A': return served.seat[0];
    case 'B': return served.seat[1];
    case 'a': return served.admin;
    case 'h': return served.host;
    case 'x': return "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    default: return NULL;
    }
}

static enum api_method method_of(const char *word) {
    if (strcmp(word, "GET") == 0) return API_GET;
    if (strcmp(word, "POST") == 0) return API_POST;
    return strcmp(word, "DELETE") == 0 ? API_DELETE : API_OTHER;
}

/* Cuts the words of the first line apart; what is longer than the server lets pass is not for the API. */
static bool read_line(char *line, struct api_call *call) {
    char *path = strchr(line, ' ');
    if (!path) return false;
    *path++ = 0;
    char *who = strrchr(path, ' ');
    if (who) *who++ = 0;
    char *query = strchr(path, '?');
    if (query) *query++ = 0;
    call->method = method_of(line);
    call->path = path;
    call->query = query ? query : "";
    call->bearer = who ? token_of(*who) : NULL;
    return path[0] == '/' && strlen(path) <= API_MAX_PATH && strlen(call->query) <= API_MAX_QUERY;
}

static void request(const char *bytes, size_t n) {
    size_t length;
    char *words = served_fill(bytes, n, &length), *end = memchr(words, '\n', length);
    struct served_call asked = {.call = {.body = ""}};
    if (end) {
        *end = 0;
        asked.call.body = end + 1;
        asked.call.n_body = length - (size_t)(end + 1 - words);
    }
    if (read_line(words, &asked.call) && asked.call.n_body <= API_MAX_BODY) {
        uint64_t before = served_revision();
        served_ask(&asked);
        bool refused = asked.call.status >= 400;
        fuzz_check(!refused || served_revision() == before, "what is refused changes nothing",
                   alea_text_str(&asked.call.answer));
    }
    served_end(&asked);
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    const char *at = (const char *)bytes + 1, *end = (const char *)bytes + n_bytes;
    if (n_bytes == 0) return 0;
    served_open();
    served_table(bytes[0]);
    for (int i = 0; i < MAX_REQUESTS && at < end; i++) {
        const char *record = memchr(at, SERVED_RECORD, (size_t)(end - at));
        request(at, (size_t)((record ? record : end) - at));
        at = record ? record + 1 : end;
    }
    served_close();
    return 0;
}
