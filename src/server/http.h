/* SPDX-License-Identifier: MIT */
/* http.h - what http.c and http_head.c share: a request, and the head of its answer. */
#ifndef ALEA_SERVER_HTTP_H
#define ALEA_SERVER_HTTP_H

#include "api_errors.h"
#include "net.h"
#include "request.h"

enum { HTTP_MAX_TAG = 64, HTTP_MAX_REFUSAL = 4096, HTTP_MAX_HEAD = 2048 /* of an answer */, HTTP_MAX_ENDS = 1000 };

struct request {
    struct api_call call; /* first: http.c finds the request by it */
    struct connection *connection;
    char *words; /* holds all strings of the head */
    size_t n_words, cap_words;
    const char *method, *path; /* percent-encoded */
    const char *if_none_match, *accept_encoding, *forwarded_for;
    char limit[12];
    bool head_only;      /* HEAD */
    bool api, handshake; /* below /api/v1; will be a WebSocket */
    bool may_wait;       /* a long poll */
    bool is_move, unlogged;
    bool close; /* after the answer */
    bool chunked, expects_continue;
    bool wants_body; /* bytes of it are still to come */
    size_t length;   /* Content-Length */
    int ends;        /* how often the library said that the body is over */
    size_t max_body, n_body, cap_body;
    char *body;
    struct request_chunks chunks;
    int64_t began; /* us */
    size_t held;   /* bytes counted in metrics.held */

    int status;
    char *head; /* of the answer */
    const char *out;
    size_t n_head, n_out, sent;
};

/* Strings may be NULL. */
struct http_answer {
    int status;
    const char *type, *etag, *encoding, *cache, *vary, *cookie, *allow, *file_name;
    int retry_after; /* seconds; 0: none */
    bool page;       /* of the page: what it may load is said */
    const char *body;
    size_t n_body;
};

/* Reads the head that the library has parsed. API_FAULT_COUNT: all is well; else the fault, and *detail for its sentence. */
enum api_fault http_read_head(struct request *request, const char **detail);
/* The head of an answer, whole; NULL if memory is short. The caller's. */
char *http_head(const struct request *request, const struct http_answer *answer, size_t *n);
void http_refuse(struct request *request, enum api_fault fault, const char *detail, int retry_after);

#endif
