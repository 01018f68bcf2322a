/* SPDX-License-Identifier: MIT */
/* serve.h - the server as a whole: store, lobby, API and sockets in one process, until it is told to stop. */
#ifndef ALEA_SERVER_SERVE_H
#define ALEA_SERVER_SERVE_H

#include "alea.h"
#include "notify.h"

/* Usually they play on a server that this machine alone reaches. */
enum serve_bots { SERVE_BOTS_USUAL, SERVE_BOTS_RUN, SERVE_BOTS_WATCHED };

struct serve_options {
    const char *store;           /* path of the database */
    const char *address;         /* to listen on, "127.0.0.1" */
    int port;                    /* 0: any that is free */
    int more_ports;              /* so many above it are tried as well, one after the other, while they are taken */
    const char *metrics_address; /* where /metrics is read; NULL: nowhere */
    int metrics_port;
    bool metrics_wanted;      /* no start without; else where the port is taken there are none */
    const char *peer_address; /* where other processes of the same database reach this one; NULL: there are none */
    int peer_port;
    const char *base_url; /* in links; NULL: from address and port */
    const char *log_file; /* NULL: standard error; "-" : nowhere */
    int threads;          /* of the pool */
    int think_ms;         /* a bot's limit for a move */
    int draw_seconds;     /* for which a promised word for the dice is awaited; 0: a minute */
    const char *beacon;   /* where rounds of a public beacon come from; NULL: from nowhere */
    int send_thread;      /* from so many WebSockets that are told in a turn on a thread sends; 0: never */
    int max_connections, max_per_address;
    int requests_per_second;       /* per address; 0: no limit */
    int tables_per_hour;           /* made from one address; 0: no limit */
    enum serve_bots bots;          /* when bots among themselves play */
    int64_t max_db;                /* bytes of the database past which no table is made; 0: no ceiling */
    bool trust_proxy;              /* the last address of X-Forwarded-For and X-Forwarded-Proto are the client's */
    bool trust_loopback;           /* no limits for clients on this machine */
    struct notify_options notices; /* how people are told that it is their turn; base_url and wake are filled in here */
    int notice_seconds;            /* after which somebody who has not looked is told */
    bool accounts;
    bool new_admin_link; /* older ones of the host stop working; else a new one is made only if there is none */
    enum alea_lang lang; /* of errors */
    /* Called once it listens, with the address of the page, that of the metrics (NULL: there are none), and the host's link: NULL if
     * the one that there is stays. */
    void (*ready)(void *context, const char *url, const char *metrics_url, const char *admin_url);
    void *context;
};

/* Serves until SIGINT or SIGTERM; then it takes no more connections, answers what was committed, and closes. SIGHUP: a new log file. One
 * at a time in a process. False after *error says why not. */
bool serve(const struct serve_options *options, struct alea_error *error);

#endif
