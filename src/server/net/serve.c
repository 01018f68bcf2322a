/* SPDX-License-Identifier: MIT */
/* serve.c - the process: what it is made of, in which order it comes and goes, and its loop. */
#include "serve.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "net.h"
#include "now.h"
#include "peers.h"
#include "wire.h"

enum { MAX_URL = 512, MAX_TABLES = 2000, WRONG_TOKENS = 10, LAST_TURNS_MS = 20, LEAVE_MS = 3000, ALONE_PLIES = 400 };

struct server {
    const struct serve_options *options;
    char url[MAX_URL], metrics_url[MAX_URL]; /* metrics_url: "" if there are none */
    char peer_url[MAX_URL];                  /* "" if there is one process */
    struct lease *lease;                     /* likewise NULL */
    struct log *log;
    struct store *store;
    struct pool *pool;
    struct notify *notify; /* NULL: nothing is sent */
    struct lobby *lobby;
    struct api *api;
    struct net net;
};

/* ---- Signals: they come when they like, so that these outlive any function ------------------------------------------------- */

static volatile sig_atomic_t stop_wanted, reopen_wanted;
static struct net *volatile woken_by_signals;

static void on_signal(int number) {
    if (number == SIGHUP) reopen_wanted = 1;
    else stop_wanted = 1;
    if (woken_by_signals) net_wake(woken_by_signals);
}

struct handlers {
    struct sigaction before[4];
};

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

static void catch_signals(struct handlers *handlers, struct net *net) {
    stop_wanted = reopen_wanted = 0;
    woken_by_signals = net;
    for (size_t i = 0; i < ALEA_LEN(signals); i++) {
        struct sigaction action = {.sa_handler = signals[i] == SIGPIPE ? SIG_IGN : on_signal};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, &handlers->before[i]);
    }
}

static void leave_signals(const struct handlers *handlers) {
    for (size_t i = 0; i < ALEA_LEN(signals); i++) sigaction(signals[i], &handlers->before[i], NULL);
    woken_by_signals = NULL;
}

/* ---- The loop ------------------------------------------------------------------------------------------------------------------ */

static void log_for_lobby(void *context, const char *json_line) { log_json(context, LOG_WARNING, json_line); }
static void wake(void *context) { net_wake(context); }

/* Everything but the sockets; true if there is more to do at once. */
static bool turn(struct server *server, int64_t today) {
    const struct lobby_counts *counts = lobby_counts(server->lobby);
    uint64_t commits = counts->commits, us = counts->commit_us;
    pool_collect(server->pool);
    bool more = lobby_turn(server->lobby, today);
    if (server->lease) {
        lease_turn(server->lease, server->lobby, today);
        peers_turn(server->net.peers);
    }
    api_turn(server->api, today);
    if (counts->commits != commits) metrics_time(&server->net.metrics.commit, (int64_t)(counts->commit_us - us));
    log_flush(server->log);
    return more;
}

/* When the lobby or the API want a turn by themselves, on the clock of the sockets; 0: never. */
static int64_t next_turn(const struct server *server, int64_t today) {
    int64_t lobby = lobby_next(server->lobby, today), api = api_next(server->api);
    int64_t next = !lobby || (api && api < lobby) ? api : lobby;
    const int64_t own = next ? alea_now_ms() + (next > today ? next - today : 1) : 0;
    const int64_t pass = server->lease ? peers_next(server->net.peers) : 0;
    return !own || (pass && pass < own) ? pass : own;
}

static void run(struct server *server) {
    const struct lobby_counts *counts = lobby_counts(server->lobby);
    while (!stop_wanted) {
        int64_t today = alea_wall_ms(), worked = alea_work_us() - (int64_t)counts->commit_work_us;
        bool more = turn(server, today);
        if (reopen_wanted) {
            reopen_wanted = 0;
            log_reopen(server->log);
        }
        net_turn(&server->net, next_turn(server, today), more);
        metrics_turn(&server->net.metrics, alea_work_us() - (int64_t)counts->commit_work_us - worked, server->net.now);
    }
}

static bool answers_wait(const struct net *net) {
    for (const struct connection *at = net->connections; at; at = at->next)
        if (!at->dead && (at->state == CONNECTION_BODY || at->state == CONNECTION_ANSWERING)) return true;
    return peers_busy(net->peers);
}

/* Others take over: they have the tables at once, and what was asked here is answered there. */
static void leave(struct server *server) {
    const int64_t until = alea_now_ms() + LEAVE_MS;
    log_event(server->log, LOG_INFO, "leaving");
    server->net.leaving = true;
    notify_stop(server->notify, NET_STOP_MS);
    while ((!lease_give_all(server->lease, server->lobby) || answers_wait(&server->net)) && alea_now_ms() < until) {
        turn(server, alea_wall_ms());
        net_turn(&server->net, alea_now_ms() + LAST_TURNS_MS, false);
    }
}

/* What was asked is answered, the rest hears that we go; nobody is waited for longer than NET_STOP_MS, but a bot that thinks. */
static void stop(struct server *server) {
    if (server->lease) leave(server);
    int64_t until = alea_now_ms() + NET_STOP_MS;
    log_event(server->log, LOG_INFO, "stopping");
    pool_stop(server->pool);
    notify_stop(server->notify, NET_STOP_MS);
    turn(server, alea_wall_ms());
    while (!net_stop(&server->net) && alea_now_ms() < until) {
        net_turn(&server->net, alea_now_ms() + LAST_TURNS_MS, false);
        turn(server, alea_wall_ms());
    }
}

/* ---- Beginning ------------------------------------------------------------------------------------------------------------------- */

static bool is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strcmp(address, "localhost") == 0;
}

static bool only_for_us(const struct serve_options *options) {
    return !options->base_url && !options->trust_proxy && is_loopback(options->address);
}

/* Where the host has set nothing there is none. */
static bool make_notify(struct server *server, struct alea_error *error) {
    struct notify_options notices = server->options->notices;
    if (!notices.relay && !notices.push_keys && !notices.hooks) return true;
    notices.base_url = server->url;
    notices.wake = wake;
    notices.context = &server->net;
    server->notify = notify_new(&notices, error);
    return server->notify;
}

/* Among other processes, or alone. */
static bool take_place(struct server *server, struct alea_error *error) {
    const bool several = *server->peer_url;
    const struct lease_options lease = {.store = server->options->store,
                                        .address = server->peer_url + sizeof "http://" - 1,
                                        .log = server->log,
                                        .wake = wake,
                                        .context = &server->net};
    if (several && !(server->lease = lease_new(&lease, error))) return false;
    if (several && !(server->net.peers = peers_new(&server->net, server->lease)))
        return !alea_fail(error, ALEA_ERR_NO_MEMORY);
    return store_serve(server->store, !several, error) == ALEA_OK;
}

static bool make_parts(struct server *server, struct alea_error *error) {
    const struct serve_options *options = server->options;
    server->store = store_open(options->store, STORE_OPEN_OR_CREATE, error);
    if (!server->store) return false;
    if (store_frames_lost(server->store)) {
        log_begin(server->log, LOG_WARNING, "log_broken");
        log_number(server->log, "frames", store_frames_lost(server->store));
        log_end(server->log);
    }
    if (!take_place(server, error)) return false;
    server->pool = pool_new(options->threads, wake, &server->net);
    if (!server->pool) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return false;
    }
    if (!make_notify(server, error)) return false;
    const struct lobby_options lobby = {
        .store = server->store,
        .store_path = options->store,
        .pool = server->pool,
        .several = server->lease != NULL,
        .messages = &wire_messages,
        .max_tables = MAX_TABLES,
        .think_ms = options->think_ms,
        .bots_wait = options->bots == SERVE_BOTS_USUAL ? !only_for_us(options) : options->bots == SERVE_BOTS_WATCHED,
        .alone_plies_per_second = ALONE_PLIES,
        .max_store_bytes = options->max_db,
        .draw_ms = (int64_t)options->draw_seconds * 1000,
        .beacon = options->beacon,
        .base_url = server->url,
        .notify = server->notify,
        .notice_ms = (int64_t)options->notice_seconds * 1000,
        .log = log_for_lobby,
        .log_context = server->log,
    };
    server->lobby = lobby_new(&lobby, error);
    if (!server->lobby || lobby_resume(server->lobby, alea_wall_ms(), error)) return false;
    const struct api_options api = {
        .lobby = server->lobby,
        .accounts = options->accounts,
        .own_names_only = only_for_us(options),
        .creations_per_hour = options->tables_per_hour,
        .wrong_tokens_per_minute = WRONG_TOKENS,
        .tell = server->net.peers ? peers_tell : NULL,
        .context = server->net.peers,
    };
    server->api = api_new(&api, error);
    return server->api;
}

static bool tell_ready(struct server *server, struct alea_error *error) {
    const struct serve_options *options = server->options;
    char token[API_MAX_TOKEN] = "", admin[MAX_URL + API_MAX_TOKEN + 16];
    if (options->new_admin_link && !server->lease) snprintf(token, sizeof token, "new");
    enum alea_err err = api_host_link(server->api, token, error);
    if (err == ALEA_ERR_DAMAGED || err == ALEA_ERR_IO) { /* whoever has the link keeps it, and others may play, or look on */
        log_begin(server->log, LOG_WARNING, "host_link_kept");
        log_string(server->log, "text", error->text);
        log_end(server->log);
        *token = 0;
    } else if (err) {
        return false;
    }
    snprintf(admin, sizeof admin, "%s/admin#%s", server->url, token);
    log_begin(server->log, LOG_INFO, "listening");
    log_string(server->log, "url", server->url);
    if (*server->metrics_url) log_string(server->log, "metrics", server->metrics_url);
    log_string(server->log, "version", ALEA_VERSION);
    log_end(server->log);
    const char *metrics = *server->metrics_url ? server->metrics_url : NULL;
    if (options->ready) options->ready(options->context, server->url, metrics, *token ? admin : NULL);
    return true;
}

/* The pool goes first: what its jobs leave behind is for the lobby and the API. Then the sockets, whose listeners leave the tables. */
static void clear(struct server *server) {
    pool_free(server->pool);
    net_clear(&server->net);
    api_free(server->api);
    notify_stop(server->notify, 0);
    lease_free(server->lease);
    peers_free(server->net.peers);
    lobby_free(server->lobby);
    notify_free(server->notify);
    store_close(server->store);
    log_close(server->log);
}

/* Takes over the sockets. */
static bool begin(struct server *server, const int listening[NET_DOORS], struct alea_error *error) {
    server->log = log_open(server->options->log_file, error);
    if (!server->log || !make_parts(server, error)) {
        for (int i = 0; i < NET_DOORS; i++)
            if (listening[i] >= 0) close(listening[i]);
        return false;
    }
    struct net *net = &server->net;
    net->options = server->options;
    net->base_url = server->url;
    net->lobby = server->lobby;
    net->api = server->api;
    net->pool = server->pool;
    net->protocol = &http_protocol;
    net->peer_protocol = &peer_greeting;
    net->passing = &peers_passing;
    net->peer_secret = server->lease ? lease_secret(server->lease) : NULL;
    net->log = server->log;
    return !net_init(net, listening, error);
}

static bool open_public(struct server *server, int *fd, struct alea_error *error) {
    const struct serve_options *options = server->options;
    int port = options->port;
    *fd = net_bind(options->address, &port, options->more_ports, error);
    if (options->base_url) snprintf(server->url, sizeof server->url, "%s", options->base_url);
    else net_url(options->address, port, server->url, sizeof server->url);
    return *fd >= 0;
}

/* Metrics that nobody asked for are left out where their port is taken. */
static bool open_metrics(struct server *server, int *fd, struct alea_error *error) {
    const struct serve_options *options = server->options;
    struct alea_error taken = *error;
    int port = options->metrics_port;
    if (!options->metrics_address) return true;
    *fd = net_bind(options->metrics_address, &port, 0, options->metrics_wanted ? error : &taken);
    if (*fd < 0) return !options->metrics_wanted;
    char url[MAX_URL - 16];
    net_url(options->metrics_address, port, url, sizeof url);
    snprintf(server->metrics_url, sizeof server->metrics_url, "%s/metrics", url);
    return true;
}

static bool open_peers(struct server *server, int *fd, struct alea_error *error) {
    const struct serve_options *options = server->options;
    int port = options->peer_port;
    if (!options->peer_address) return true;
    *fd = net_bind(options->peer_address, &port, 0, error);
    net_url(options->peer_address, port, server->peer_url, sizeof server->peer_url);
    return *fd >= 0;
}

static void tell_no_metrics(struct server *server) {
    if (!server->options->metrics_address || *server->metrics_url) return;
    log_begin(server->log, LOG_WARNING, "no_metrics");
    log_string(server->log, "why", "another program uses the port: choose one by --metrics, or say --metrics none");
    log_number(server->log, "port", server->options->metrics_port);
    log_end(server->log);
}

static bool work(struct server *server, const int listening[NET_DOORS], struct alea_error *error) {
    struct handlers handlers;
    if (!begin(server, listening, error)) return false;
    tell_no_metrics(server);
    catch_signals(&handlers, &server->net);
    bool good = tell_ready(server, error);
    if (good) run(server);
    stop(server);
    leave_signals(&handlers);
    return good;
}

bool serve(const struct serve_options *options, struct alea_error *error) {
    int listening[NET_DOORS] = {[DOOR_PUBLIC] = -1, [DOOR_METRICS] = -1, [DOOR_PEERS] = -1};
    struct server *server = calloc(1, sizeof *server);
    if (!server) return !alea_fail(error, ALEA_ERR_NO_MEMORY);
    server->options = options;
    server->net.spare = -1;
    bool good = open_public(server, &listening[DOOR_PUBLIC], error);
    good =
        good && open_metrics(server, &listening[DOOR_METRICS], error) && open_peers(server, &listening[DOOR_PEERS], error);
    for (int i = 0; i < NET_DOORS && !good; i++)
        if (listening[i] >= 0) close(listening[i]);
    if (good) {
        good = work(server, listening, error);
        clear(server);
    }
    free(server);
    return good;
}
