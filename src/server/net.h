/* SPDX-License-Identifier: MIT */
/* net.h - sockets: connections of libwebsockets, what they ask by HTTP (http.c), and their WebSockets (live.c).
 *
 * One thread. A connection is made by the accept in net.c and freed when the library is done with it; in between it has a
 * request on its way, or is a WebSocket, or waits for either. Every buffer of a connection is counted in metrics.held, which has a
 * ceiling for all of them together. */
#ifndef ALEA_SERVER_NET_H
#define ALEA_SERVER_NET_H

#include <libwebsockets.h>

#include "api.h"
#include "log.h"
#include "metrics.h"
#include "rate.h"
#include "serve.h"
#include "squeeze.h"

enum {
    NET_MAX_HEADER = 8 << 10,      /* bytes of a request's head; more: closed */
    NET_MAX_SMALL_BODY = 64 << 10, /* of a request that makes no table */
    NET_MAX_HELD = 256 << 20,      /* bytes of all bodies, answers and queues together */
    NET_MAX_HELD_EACH = 16 << 20,  /* of those, for one address; a single answer may be larger */
    NET_MAX_BODIES = 64 << 20,     /* held bytes past which no further body is read */
    NET_MAX_DISCARDED = 8 << 20,   /* bytes of a body that nobody wants, before the connection is closed */
    NET_CHUNK = 64 << 10,          /* bytes handed to the library at once */
    NET_MAX_MESSAGE = 4 << 10,     /* of a WebSocket, in */
    NET_MAX_QUEUE = 1 << 20,       /* of a WebSocket, out */
    NET_ACCEPTS = 64,              /* connections accepted in one turn */
    NET_HEAD_MS = 10 * 1000,       /* for the head of a request */
    NET_IDLE_MS = 30 * 1000,       /* between two requests */
    NET_BODY_MS = 30 * 1000,       /* for a body */
    NET_ANSWER_MS = 60 * 1000,     /* for the API to answer, a long poll's wait in it */
    NET_TAKE_MS = 30 * 1000,       /* for the client to take NET_CHUNK of the answer */
    NET_DRAIN_MS = 2 * 1000,       /* for a client that still sends what was refused */
    NET_PING_MS = 25 * 1000,       /* of silence: a ping */
    NET_SILENT_MS = 60 * 1000,     /* of silence: closed */
    NET_CLOSE_MS = 5 * 1000,       /* for a WebSocket to be closed politely */
    NET_SWEEP_MS = 1000,           /* between two looks at all deadlines */
    NET_PAUSE_MS = 100,            /* the same while a WebSocket has to wait for its rate */
    NET_STOP_MS = 1000             /* for all connections when the server stops */
};

enum connection_state {
    CONNECTION_IDLE,    /* a head may come; the library has timeouts for it */
    CONNECTION_BODY,    /* a body is read */
    CONNECTION_WAITING, /* the API will answer */
    CONNECTION_ANSWERING,
    CONNECTION_DRAINING, /* answered; what still comes is thrown away, then it is closed */
    CONNECTION_LIVE
};

struct request;
struct live;

struct connection {
    struct net *net;
    struct lws *wsi;
    struct connection *next, *previous;
    struct rate_key peer;
    struct rate_place *place; /* where it is counted; NULL: nowhere yet (behind a proxy) */
    enum connection_state state;
    bool quiet;              /* reads nothing now */
    int64_t deadline;        /* closed then; 0: never */
    size_t discarded;        /* bytes of a body that nobody wants */
    struct request *request; /* NULL: none on its way */
    struct live *live;       /* NULL: no WebSocket */
};

struct net {
    const struct serve_options *options;
    const char *base_url;
    struct hall *hall;
    struct api *api;
    struct pool *pool;
    struct log *log;
    struct rate *rate;
    struct squeeze *squeeze;
    struct metrics metrics;
    struct lws_context *lws;
    struct lws *listening;
    struct connection *connections;
    struct live *talkers; /* WebSockets that were told something in this turn */
    lws_sorted_usec_list_t alarm;
    int64_t now;      /* ms of a clock that never jumps, as of this turn */
    int64_t alarm_at; /* the same clock; 0: none */
    int64_t swept;
    int paused;    /* WebSockets that have to wait for their rate */
    int fruitless; /* turns in a row in which nothing happened */
    bool happened; /* something did, in this turn */
    bool stopping;
    int spare; /* a descriptor to give up when there are no more */
    unsigned char scratch[LWS_PRE + NET_CHUNK + 4096];
};

/* ---- bind.c --------------------------------------------------------------------------------------------------------------- */

/* A socket that listens: address and port of options, or the next free of more_ports. -1 after *error says why not. */
int net_bind(const struct serve_options *options, int *port, struct alea_error *error);
/* "http://127.0.0.1:8080"; where it listens everywhere, the address that others know this machine by. */
void net_url(const char *address, int port, char *url, size_t size);

/* ---- net.c --------------------------------------------------------------------------------------------------------------- */

/* Takes over `listening`, also on error. `net` is zeros but for its first members up to `log`. */
ALEA_MUST_CHECK enum alea_err net_init(struct net *net, int listening, struct alea_error *error);
/* One turn: what came is read and handed on, what is ready goes out. Sleeps until `wake` (ms of net->now; 0: only others wake it)
 * unless `more`. */
void net_turn(struct net *net, int64_t wake, bool more);
void net_wake(struct net *net); /* from any thread, or a signal */
/* No more connections; those that are open are told and closed. True once none is left. */
bool net_stop(struct net *net);
void net_clear(struct net *net);

int64_t net_clock(void);    /* ms, never jumps */
int64_t net_clock_us(void); /* the same in us */
int64_t net_today(void);    /* ms since 1970 */
int64_t net_work_us(void);  /* us that this thread has worked */

/* The address that the limits of this connection are those of; false: one too many there. */
bool net_charge(struct connection *connection, const struct rate_key *key);
/* Bytes of a buffer that grows or shrinks. */
void net_hold(struct connection *connection, size_t before, size_t after);
/* Would so many bytes more be too many for its address? Unless they are all that it has. */
bool net_hoards(const struct connection *connection, size_t own, size_t more);
void net_quiet(struct connection *connection, bool quiet); /* reads nothing; or again */
/* To be written to the log, once an address and minute. */
void net_refused(struct connection *connection, enum rate_kind kind);
void net_kill(struct connection *connection); /* at once, from outside of its callbacks */

/* ---- http.c: each returns what its callback returns, -1: close ------------------------------------------------------------- */

int http_begin(struct connection *connection);
int http_body(struct connection *connection, const char *bytes, size_t n);
int http_body_end(struct connection *connection);
int http_writable(struct connection *connection);
void http_gone(struct connection *connection);
/* The request of a handshake, for live.c; NULL after the refusal was written. http_gone() frees it. */
struct api_call *http_handshake(struct connection *connection);
/* Writes the answer of the call at once. */
void http_refuse_handshake(struct connection *connection);

/* ---- live.c ------------------------------------------------------------------------------------------------------------------- */

/* May this become a WebSocket? As LWS_CALLBACK_HTTP_CONFIRM_UPGRADE wants it. */
int live_upgrade(struct connection *connection, char *word); /* word: of the Upgrade header; may be changed */
void live_open(struct connection *connection);
int live_receive(struct connection *connection, const char *bytes, size_t n);
int live_writable(struct connection *connection);
void live_flush(struct net *net); /* what was told in this turn goes out */
void live_alive(struct connection *connection);
void live_gone(struct connection *connection);
void live_closing(struct connection *connection); /* the other side closes */
/* Once a sweep: pings, and goes on with those that had to wait. */
void live_sweep(struct connection *connection);
void live_stop(struct connection *connection);

#endif
