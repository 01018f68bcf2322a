/* SPDX-License-Identifier: MIT */
/* api.h - the HTTP API without HTTP: requests as structs in, answers as structs out. docs/api.md describes it for its users.
 *
 * Knows no sockets: net.c feeds it, tests and the fuzzer can as well. */
#ifndef ALEA_SERVER_API_H
#define ALEA_SERVER_API_H

#include "table.h"

struct api;

struct api_options {
    struct lobby *lobby;
    bool accounts;               /* people may make accounts */
    bool own_names_only;         /* only this machine reaches us: requests name it localhost, or by its address */
    int creations_per_hour;      /* tables, per address; 0: no limit */
    int wrong_tokens_per_minute; /* per address; 0: no limit */
    /* Tells all other processes what is for their api_hear_of(); NULL: there are none. */
    void (*tell)(void *context, const char *json);
    void *context;
};

struct api *api_new(const struct api_options *options, struct alea_error *error);
void api_free(struct api *api);

enum api_method { API_GET, API_POST, API_DELETE, API_OTHER };

enum { API_MAX_PATH = 512, API_MAX_QUERY = 2048, API_MAX_BODY = (1 << 20) + (64 << 10), API_MAX_TOKEN = 128 };

/* One request and its answer. The caller's memory from api_handle() until `finish` was called or api_cancel() returned. */
struct api_call {
    /* The request. Strings are the caller's, alive as long as the call. */
    enum api_method method;
    const char *path;   /* after "/api/v1": "/matches/abc/moves"; still percent-encoded; of a consent link all: "/c/TOKEN" */
    const char *query;  /* without "?"; may be "" */
    const char *bearer; /* token of the Authorization header, or NULL */
    const char *session;       /* token of the session cookie, or NULL */
    const char *device;        /* of the device cookie, or NULL */
    const char *as_seat;       /* Alea-Seat header, or NULL */
    const char *languages;     /* Accept-Language, or NULL */
    bool accepts_json;         /* by Accept: wanted where there is text as well */
    const char *origin, *host; /* headers, or NULL: cross-site requests with a cookie are refused */
    const char *address;       /* of the client, for limits; NULL: it has none */
    bool secure;               /* came by TLS: cookies get Secure */
    const char *body;
    size_t n_body;

    /* The answer. */
    int status;
    struct alea_text answer;
    const char *type;     /* "application/json" */
    char etag[40];        /* "" : none */
    bool kept;            /* with an etag: one of a few that many ask for, whose compressed form is kept */
    char cookie[256];     /* value of Set-Cookie; "" : none */
    char cookie_too[256]; /* of a second one */
    char file_name[80];   /* Content-Disposition: attachment; "" : none */
    const char *policy;   /* Content-Security-Policy; NULL: nothing may be loaded */
    char allow[32];       /* Allow, with 405; "" : none */
    bool elsewhere;       /* nothing was done: the process that has this share answers it */
    int share;            /* with elsewhere */
    int retry_after;      /* seconds; 0: none */

    int64_t work_us; /* that threads of the pool worked for it, besides the loop's */

    void (*finish)(struct api_call *call); /* once, maybe within api_handle() */

    /* The API's own. */
    struct api *api;
    struct waiter waiter;
    struct watcher watcher;
    void *work;
    struct api_lasting *lasting; /* that the pool does for it */
    struct comer comer;          /* waits for a table */
    int64_t deadline;
    bool woken, looked; /* looked: the log has told of it */
    struct api_call *next;
};

void api_handle(struct api *api, struct api_call *call, int64_t now);
void api_cancel(struct api *api, struct api_call *call); /* the client has gone: finish will not be called */
void api_turn(struct api *api, int64_t now);             /* ends long polls whose time is over; call after lobby_turn() */
int64_t api_next(const struct api *api);                 /* when api_turn() is next needed; 0: never */

/* A text message of a WebSocket: see docs/api.md. The answer, if any, goes to listener->notify, after the commit. `table` of the listener
 * must be set. `address` for limits. */
void api_hear(struct api *api, struct listener *listener, const char *address, const char *bytes, size_t n, int64_t now);
/* Opens a table for a socket: `bearer` may be NULL (a spectator). On error answer->status and ->answer say what. */
bool api_listen(struct api *api, struct listener *listener, const char *id, struct api_call *call, int64_t now);
/* The socket goes: the listener leaves its table, and answers that wait for the commit are dropped. Instead of table_unlisten(). */
void api_leave(struct api *api, struct listener *listener);

/* What the API of another process had to tell: people to look up anew. False: it can't be read. */
bool api_hear_of(struct api *api, const char *json, size_t n, int64_t now);

/* The host's link: made anew (older ones stop working), or the standing one is kept when `token` is empty and there is one. Before
 * the first turn of the loop: commits by itself. */
ALEA_MUST_CHECK enum alea_err api_host_link(struct api *api, char token[API_MAX_TOKEN], struct alea_error *error);

#endif
