/* SPDX-License-Identifier: MIT */
/* http.h - what http.c and http_head.c share: a request, and the head of its answer. */
#ifndef ALEA_SERVER_HTTP_H
#define ALEA_SERVER_HTTP_H

#include "api_errors.h"
#include "head.h"
#include "net.h"
#include "request.h"

/* At the door of other processes: what they have to tell (peers.h) of people, and of what addresses took (spent.h). */
#define PEERS_PEOPLE "/peers/people"
#define PEERS_SPENT "/peers/spent"

enum { HTTP_MAX_TAG = 64, HTTP_MAX_REFUSAL = 4096, HTTP_MAX_HEAD = 2048 /* of an answer */ };

struct request {
    struct api_call call; /* first: http.c finds the request by it */
    struct connection *connection;
    struct pass *pass; /* another process answers it; NULL: none does */
    char *words;       /* holds all strings of the head */
    struct head in;
    const char *method, *path; /* percent-encoded; NULL: they could not be read */
    char limit[12];
    bool head_only; /* HEAD */
    bool api;       /* below /api/v1 */
    bool may_wait;  /* a long poll */
    bool is_move, unlogged;
    bool close;    /* after the answer */
    size_t unread; /* bytes of the body that are still to come, if it is not chunked */
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
    const char *type, *etag, *encoding, *cache, *vary, *cookie, *cookie_too, *allow, *file_name;
    int retry_after;    /* seconds; 0: none */
    const char *policy; /* what the page may load; NULL: nothing */
    const char *body;
    size_t n_body;
};

extern const char http_page_policy[]; /* of the page */

/* Reads the n bytes of a whole head. API_FAULT_COUNT: all is well; else the fault, and *detail for its sentence. */
enum api_fault http_read_head(struct request *request, const char *bytes, size_t n, const char **detail);
/* The head of an answer, whole; NULL if memory is short. The caller's. */
char *http_head(const struct request *request, const struct http_answer *answer, size_t *n);
/* The answer is ready: it is counted, logged, and asks to be written. Takes over the head; NULL: there was no memory for it. */
void http_goes_out(struct request *request, int status, char *head, size_t n_head, const char *body, size_t n_body);
/* The answer of another process to a request that was passed on: bytes of its head, and of a body behind it. */
void http_passed(struct request *request, int status, const char *bytes, size_t n_head, size_t n_body);
bool http_is_health(const struct request *request);
/* Another process tells something. */
bool http_is_told(const struct request *request);
bool http_hear(const struct request *request); /* false: it can't be read */
/* It is answered here after all. */
void http_here(struct request *request, bool socket);
void http_refuse(struct request *request, enum api_fault fault, const char *detail, int retry_after);

#endif
