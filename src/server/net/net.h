/* SPDX-License-Identifier: MIT */
/* net.h - sockets: connections, over which HTTP is spoken (http.c), or, once they are WebSockets, their messages (live.c).
 *
 * One thread, one loop of libuv, which says when a socket can be read from or written to. A connection is made by the accept in
 * net.c and freed at the end of the turn in which it was closed; in between it has a request on its way, or is a WebSocket, or waits
 * for either. Every buffer of a connection is counted in metrics.held, which has a ceiling for all of them together. */
#ifndef ALEA_SERVER_NET_H
#define ALEA_SERVER_NET_H

#include <stdatomic.h>
#include <sys/uio.h>
#include <uv.h>

#include "api.h"
#include "deflate.h"
#include "frames.h"
#include "gzip.h"
#include "log.h"
#include "metrics.h"
#include "rate.h"
#include "serve.h"
#include "together.h"

enum {
    NET_MAX_HEADER = 8 << 10,      /* bytes of a request's head */
    NET_READ = 16 << 10,           /* bytes read from a connection at once */
    NET_READ_LIVE = 2 << 10,       /* the same of a WebSocket among others */
    NET_TOGETHER = 64,             /* WebSockets that are read from at once */
    NET_MAX_SMALL_BODY = 64 << 10, /* of a request that makes no table */
    NET_MAX_HELD = 256 << 20,      /* bytes of all bodies, answers and queues together */
    NET_MAX_HELD_EACH = 16 << 20,  /* of those, for one address; a single answer may be larger */
    NET_MAX_HELD_NETWORK = 32 << 20,
    NET_MAX_BODIES = 64 << 20,   /* held bytes past which no further body is read */
    NET_MAX_DISCARDED = 8 << 20, /* bytes of a body that nobody wants, before the connection is closed */
    NET_CHUNK = 64 << 10,        /* bytes of an answer handed to the system at once */
    NET_MAX_QUEUE = 1 << 20,     /* of a WebSocket, out */
    NET_ACCEPTS = 64,            /* connections accepted in one turn */
    NET_MAX_SCRAPERS = 16,       /* connections of the door for metrics */
    NET_HEAD_MS = 10 * 1000,     /* for the head of a request */
    NET_IDLE_MS = 30 * 1000,     /* between two requests */
    NET_BODY_MS = 30 * 1000,     /* for a body */
    NET_ANSWER_MS = 60 * 1000,   /* for the API to answer, a long poll's wait in it */
    NET_TAKE_MS = 30 * 1000,     /* for the client to take NET_CHUNK of the answer */
    NET_DRAIN_MS = 2 * 1000,     /* for a client that still sends what was refused */
    NET_PING_MS = 25 * 1000,     /* of silence: a ping */
    NET_SILENT_MS = 60 * 1000,   /* of silence: closed */
    NET_CLOSE_MS = 5 * 1000,     /* for a WebSocket to be closed politely */
    NET_SWEEP_MS = 1000,         /* between two looks at all deadlines */
    NET_PAUSE_MS = 100,          /* the same while a WebSocket has to wait for its rate */
    NET_STOP_MS = 1000           /* for all connections when the server stops */
};

enum connection_state {
    CONNECTION_IDLE,    /* a head may come */
    CONNECTION_BODY,    /* a body is read */
    CONNECTION_WAITING, /* the API will answer */
    CONNECTION_ANSWERING,
    CONNECTION_DRAINING, /* answered; what still comes is thrown away, then it is closed */
    CONNECTION_LIVE
};

struct connection;
struct request;
struct live;

/* What is spoken over a connection: how net.c hands on what happens to it. */
struct net_protocol {
    /* Looks at n bytes that came: how many it could use; 0: not now, or not before more have come. */
    size_t (*read)(struct connection *connection, const char *bytes, size_t n);
    void (*write)(struct connection *connection); /* what is ready goes out */
    /* Where that is one piece: it, and how much of it the socket took. At the end of a turn they are called instead of write(). NULL: not so. */
    struct iovec (*ready)(const struct connection *connection);
    void (*sent)(struct connection *connection, size_t n);
    void (*gone)(struct connection *connection);
    void (*sweep)(struct connection *connection); /* once a sweep; NULL: nothing is to do then */
    void (*stop)(struct connection *connection);  /* the server does */
};

/* What is listened at. */
enum net_door { DOOR_PUBLIC, DOOR_METRICS, DOOR_PEERS, NET_DOORS };

struct door {
    uv_poll_t poll;
    int fd; /* -1: shut */
};

struct connection {
    uv_poll_t poll; /* first: libuv gives it back when it is closed */
    struct net *net;
    const struct net_protocol *protocol; /* that of the net, until it is a WebSocket */
    int fd;
    int events; /* that are waited for */
    enum net_door door;
    struct connection *next, *previous;
    struct connection *next_ready; /* in net->ready */
    struct rate_key peer;
    struct rate_place *place; /* where it is counted; NULL: nowhere yet (behind a proxy), or never (metrics) */
    enum connection_state state;
    bool quiet;                    /* reads nothing now */
    bool asked;                    /* to write at the end of this turn, or to be closed: one of net->ready */
    bool blocked;                  /* the socket takes no more for now */
    bool dead;                     /* closed at the end of this turn; until then nothing is done with it */
    int64_t deadline;              /* closed then; 0: never */
    int64_t heard;                 /* when bytes came last */
    char *kept;                    /* bytes that nobody could read yet: half a head, or what came behind a request */
    size_t n_kept, cap_kept, seen; /* seen: of a head, by head_scan() */
    size_t discarded;              /* bytes of a body that nobody wants */
    struct request *request;       /* NULL: none on its way */
    struct live *live;             /* NULL: no WebSocket */
    void *more;                    /* of a protocol between processes */
    int64_t process;               /* that we called; 0: whoever is there called us */
};

/* How a request is passed on to another process. */
struct net_passing {
    /* The whole request goes to whoever has that share; `socket`: it wants to be a WebSocket. False: memory is short. */
    bool (*pass)(struct request *request, int share, bool socket);
    void (*forget)(struct request *request); /* its client has gone */
};

struct net {
    const struct serve_options *options;
    const char *base_url;
    struct lobby *lobby;
    struct api *api;
    struct pool *pool;
    const struct net_protocol *protocol; /* that connections begin with */
    struct log *log;
    struct rate *rate;
    struct gzip *gzip;
    struct deflate *deflate;
    struct together *out, *in; /* of WebSockets, many at once */
    struct peers *peers;       /* NULL: there is one process */
    const struct net_passing *passing;
    const struct net_protocol *peer_protocol; /* that connections of other processes begin with */
    const uint8_t *peer_secret;
    struct metrics metrics;
    uv_loop_t loop;
    uv_async_t woken;
    uv_timer_t alarm;
    _Atomic bool open; /* the loop is there, and may be woken */
    struct door doors[NET_DOORS];
    struct connection *connections;
    struct connection *ready, **ready_end; /* those with something to write, or to be closed */
    int scrapers;                          /* connections of DOOR_METRICS */
    int between;                           /* connections with other processes */
    int64_t now;                           /* ms of a clock that never jumps, as of this turn */
    int64_t alarm_at;                      /* the same clock; 0: none */
    int64_t swept;
    int64_t worked; /* alea_work_us() when it was asked last */
    int paused;     /* WebSockets that have to wait for their rate */
    bool stopping;
    bool leaving; /* other processes take over */
    int spare;    /* a descriptor to give up when there are no more */
    char scratch[NET_READ];
    int n_incoming; /* of what is to be received together */
    char incoming[NET_TOGETHER][NET_READ_LIVE];
};

/* ---- connection.c --------------------------------------------------------------------------------------------------------- */

/* Bytes of a buffer that grows or shrinks. */
void net_hold(struct connection *connection, size_t before, size_t after);
/* Would so many bytes more be too many for its address? Unless they are all that it has. */
bool net_hoards(const struct connection *connection, size_t own, size_t more);
/* Notes that there is something to write, at the end of this turn or once the socket takes bytes again. */
void net_ask(struct connection *connection);
void net_kill(struct connection *connection); /* at the end of this turn */

/* ---- incoming.c ----------------------------------------------------------------------------------------------------------- */

static inline bool net_listens(const struct connection *connection) {
    return connection->state != CONNECTION_WAITING && connection->state != CONNECTION_ANSWERING;
}
bool net_left(const struct connection *connection); /* whose answer is awaited; by a look at what is there */
/* Reads what is there of a connection that listens, at the latest with net_take_in(), which comes before anything else is done. */
void net_read(struct connection *connection);
void net_take_in(struct net *net);
void net_go_on(struct connection *connection); /* looks again at what came and waits */

/* ---- bind.c --------------------------------------------------------------------------------------------------------------- */

/* A socket that listens at *port of the address (0: any that is free), or at the next free of more_ports; *port is which. -1 after
 * *error says why not. */
int net_bind(const char *address, int *port, int more_ports, struct alea_error *error);
/* "http://127.0.0.1:8080"; where it listens everywhere, the address that others know this machine by. */
void net_url(const char *address, int port, char *url, size_t size);

/* ---- net.c --------------------------------------------------------------------------------------------------------------- */

/* Takes over the sockets that listen (-1: a door that stays shut), also on error. `net` is zeros but for its first members up to `log`. */
ALEA_MUST_CHECK enum alea_err net_init(struct net *net, const int listening[NET_DOORS], struct alea_error *error);
/* One turn: what came is read and handed on, what is ready goes out. Sleeps until `wake` (ms of net->now; 0: only others wake it)
 * unless `more`. */
void net_turn(struct net *net, int64_t wake, bool more);
void net_wake(struct net *net); /* from any thread, or a signal */
/* No more connections; those that are open are told and closed. True once none is left. */
bool net_stop(struct net *net);
void net_clear(struct net *net);

/* The address that the limits of this connection are those of; false: one too many there. */
bool net_charge(struct connection *connection, const struct rate_key *key);
/* What was done since then (alea_now_us()), in microseconds of the processor: by the clock on the wall, which is read without a call of the
 * kernel, unless that says that it was long: nobody pays for our waiting. */
int64_t net_worked(struct net *net, int64_t began);
void net_quiet(struct connection *connection, bool quiet); /* reads nothing; or again */
/* Notes a refusal for the log, once an address and minute. */
void net_refused(struct connection *connection, enum rate_kind kind);
void net_crowded(struct net *net, const struct rate_key *key); /* too many connections, without one that is counted there */
/* Writes what the socket takes of n parts, and how many bytes those were. False: the connection is no good any more. */
bool net_send(struct connection *connection, const struct iovec *parts, int n, size_t *sent);
/* A connection to another process, which is being made. NULL: it can't be. */
struct connection *net_connect(struct net *net, const struct sockaddr *address, socklen_t size,
                               const struct net_protocol *protocol);
/* Does somebody speak here for others, whom X-Forwarded-For names? */
bool net_speaks_for_others(const struct connection *connection);
void net_half_close(struct connection *connection); /* nothing more goes out */
/* Waits until nothing is being sent by a thread. Comes before a queue of a WebSocket is written to, moved or freed. */
void net_settle(struct net *net);

/* ---- live.c -------------------------------------------------------------------------------------------------------------- */

/* What a client has asked for with its WebSocket. */
struct net_handshake {
    char accept[FRAMES_ACCEPT]; /* the answer to its key */
    bool named;                 /* it offered to speak alea.v1 */
    enum deflate_offer packs;   /* and how messages may be compressed */
};

/* Makes a WebSocket of the connection, which asked for it by that call. False: the call holds the refusal; `named` says whether its path
 * was that of a WebSocket at all. */
bool live_upgrade(struct connection *connection, struct api_call *call, const struct net_handshake *handshake, bool *named);

/* ---- http.c -------------------------------------------------------------------------------------------------------------- */

extern const struct net_protocol http_protocol;

#endif
