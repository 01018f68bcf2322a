/* SPDX-License-Identifier: MIT */
/* web.h - calls of a server's API (docs/api.md), one after the other. A call ends when it is answered, when its time is up, or when
 * a signal asks to stop. */
#ifndef ALEA_CLI_WEB_H
#define ALEA_CLI_WEB_H

#include <jansson.h>

#include "cli.h"

struct web;

struct web_answer {
    long status;     /* 0: there was none */
    json_t *json;    /* NULL: no JSON */
    char *text;      /* as it came; NULL: nothing */
    int retry_after; /* seconds; 0: none */
    char why[200];   /* of status 0 */
};

/* `base` is "http://host:8080"; copied, like the token. NULL if that is no address, or memory is short. */
struct web *web_open(const char *base, const char *token, enum alea_lang lang);
void web_close(struct web *web);
/* `path` stands behind /api/v1. With a body (taken over) it is a POST, else a GET. */
void web_call(struct web *web, const char *path, json_t *body, int seconds, struct web_answer *answer);
void web_clear(struct web_answer *answer);
/* A word for a query: percent-encoded. */
void web_add_word(struct alea_text *path, const char *word);

#endif
