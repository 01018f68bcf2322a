/* SPDX-License-Identifier: MIT */
/* net.c - the listening socket, connections as they come and go, the library's callbacks, and one turn of the loop. */
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "error.h"

enum {
    FEW_DESCRIPTORS = 128, /* of the store, the log and the like */
    FRUITLESS = 16,        /* turns in which nothing happened, before the loop holds its breath */
    BREATH_US = 2000
};

/* ---- Time -------------------------------------------------------------------------------------------------------------- */

static int64_t us_of(clockid_t clock) {
    struct timespec at;
    clock_gettime(clock, &at);
    return (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

int64_t net_clock_us(void) { return us_of(CLOCK_MONOTONIC); }
int64_t net_clock(void) { return us_of(CLOCK_MONOTONIC) / 1000; }
int64_t net_today(void) { return us_of(CLOCK_REALTIME) / 1000; }
int64_t net_work_us(void) { return us_of(CLOCK_THREAD_CPUTIME_ID); }

/* ---- Connections --------------------------------------------------------------------------------------------------------- */

void net_hold(struct connection *connection, size_t before, size_t after) {
    connection->net->metrics.held += after - before;
    if (connection->place) connection->place->held += after - before;
}

bool net_hoards(const struct connection *connection, size_t own, size_t more) {
    const struct rate_place *place = connection->place;
    if (!place || place->free || place->held <= own) return false;
    return place->held + more > NET_MAX_HELD_EACH;
}

void net_quiet(struct connection *connection, bool quiet) {
    if (connection->quiet == quiet) return;
    connection->quiet = quiet;
    lws_rx_flow_control(connection->wsi, !quiet);
}

void net_kill(struct connection *connection) {
    connection->deadline = 0;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

void net_refused(struct connection *connection, enum rate_kind kind) {
    static const char *const names[RATE_KINDS] = {
        [RATE_REQUESTS] = "too many requests",
        [RATE_CONNECTIONS] = "too many connections",
        [RATE_SIZE] = "too large",
        [RATE_MALFORMED] = "malformed",
        [RATE_SLOW] = "too slow",
    };
    struct net *net = connection->net;
    if (!connection->place || !rate_tell(connection->place, kind, net->now)) return;
    log_begin(net->log, LOG_WARNING, "refused");
    log_string(net->log, "what", names[kind]);
    log_string(net->log, "address", connection->place->text);
    log_end(net->log);
}

bool net_charge(struct connection *connection, const struct rate_key *key) {
    struct net *net = connection->net;
    struct rate_place *place = rate_place(net->rate, key, net->now);
    if (place && place == connection->place) return true;
    bool room = place && rate_connect(net->rate, place);
    if (!room) return false;
    if (connection->place) rate_disconnect(connection->place);
    connection->place = place;
    return true;
}

static struct connection *connection_new(struct net *net, const struct rate_key *peer) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->net = net;
    connection->peer = *peer;
    connection->next = net->connections;
    if (connection->next) connection->next->previous = connection;
    net->connections = connection;
    net->metrics.connections++;
    return connection;
}

static void connection_free(struct connection *connection) {
    struct net *net = connection->net;
    live_gone(connection);
    http_gone(connection);
    if (connection->place) rate_disconnect(connection->place);
    if (connection->next) connection->next->previous = connection->previous;
    if (connection->previous) connection->previous->next = connection->next;
    else net->connections = connection->next;
    net->metrics.connections--;
    free(connection);
}

/* ---- Accepting ------------------------------------------------------------------------------------------------------------ */

/* One connection too many hears so, as far as it goes without waiting, in both languages: nobody has read what it speaks. */
static void turn_away(struct net *net, int fd) {
    static const char words[] = "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 10\r\n"
                                "Connection: close\r\nContent-Length: 76\r\n\r\n"
                                "{\"error\":\"too_many\",\"text\":\"troppe connessioni / too many connections now\"}\n";
    net->metrics.refused_connections++;
    if (send(fd, words, sizeof words - 1, MSG_DONTWAIT | MSG_NOSIGNAL) > 0) shutdown(fd, SHUT_WR);
    close(fd);
}

/* Counted before it is handed over. Behind a proxy the address is known with the first request only. */
static bool admit(struct connection *connection) {
    struct net *net = connection->net;
    if (rate_full(net->rate, (int)net->metrics.connections - 1)) return false;
    return net->options->trust_proxy || net_charge(connection, &connection->peer);
}

static void tell_crowded(struct net *net, const struct rate_key *peer) {
    struct rate_place *place = rate_place(net->rate, peer, net->now);
    struct connection nobody = {.net = net, .place = place};
    net_refused(&nobody, RATE_CONNECTIONS);
}

static void take_in(struct net *net, int fd, const struct sockaddr *address) {
    struct rate_key peer = rate_key_of(address);
    struct connection *connection = connection_new(net, &peer);
    if (!connection || !admit(connection)) {
        tell_crowded(net, &peer);
        turn_away(net, fd);
        if (connection) connection_free(connection);
        return;
    }
    lws_adopt_desc_t adoption = {
        .vh = lws_get_vhost(net->listening),
        .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
        .fd = {.sockfd = fd},
        .opaque = connection,
    };
    net->metrics.accepted++;
    connection->wsi = lws_adopt_descriptor_vhost_via_info(&adoption); /* closes fd if it fails */
    if (!connection->wsi) connection_free(connection);
}

/* Out of descriptors, the library's loop would be told of the same connection for ever: the spare one lets us refuse it. */
static void refuse_without_descriptors(struct net *net, int listening) {
    if (net->spare >= 0) close(net->spare);
    int fd = accept(listening, NULL, NULL);
    if (fd >= 0) turn_away(net, fd);
    net->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void accept_some(struct net *net) {
    int listening = lws_get_socket_fd(net->listening);
    for (int i = 0; i < NET_ACCEPTS; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        int fd = accept(listening, (struct sockaddr *)&address, &size);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) refuse_without_descriptors(net, listening);
        if (fd < 0 && errno != ECONNABORTED && errno != EINTR) return;
        if (fd < 0) continue;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        take_in(net, fd, (const struct sockaddr *)&address);
    }
}

/* ---- Callbacks ------------------------------------------------------------------------------------------------------------- */

static int on_http(struct connection *connection, enum lws_callback_reasons reason, void *in, size_t n) {
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return http_begin(connection);
    case LWS_CALLBACK_HTTP_BODY: return http_body(connection, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_body_end(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_writable(connection);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return live_upgrade(connection, in);
    case LWS_CALLBACK_CLOSED_HTTP: http_gone(connection); return 0;
    default: return 0;
    }
}

static int on_live(struct connection *connection, enum lws_callback_reasons reason, void *in, size_t n) {
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED: live_open(connection); return 0;
    case LWS_CALLBACK_RECEIVE: return live_receive(connection, in, n);
    case LWS_CALLBACK_RECEIVE_PONG: live_alive(connection); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return live_writable(connection);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: live_closing(connection); return 0;
    case LWS_CALLBACK_CLOSED: live_gone(connection); return 0;
    default: return 0;
    }
}

/* What the library says of its own poll set, and of connections that are no more than descriptors yet. */
static bool housekeeping(enum lws_callback_reasons reason) {
    return reason == LWS_CALLBACK_LOCK_POLL || reason == LWS_CALLBACK_UNLOCK_POLL ||
           reason == LWS_CALLBACK_CHANGE_MODE_POLL_FD || reason == LWS_CALLBACK_ADD_POLL_FD ||
           reason == LWS_CALLBACK_DEL_POLL_FD || reason == LWS_CALLBACK_GET_THREAD_ID;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n) {
    (void)user;
    if (housekeeping(reason)) return 0;
    struct net *net = lws_context_user(lws_get_context(wsi));
    if (!net) return 0;
    net->happened = true;
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        accept_some(net);
        return 0;
    }
    if (reason == LWS_CALLBACK_WSI_DESTROY && wsi == net->listening) net->listening = NULL;
    struct connection *connection = lws_get_opaque_user_data(wsi);
    if (!connection || !connection->wsi) return 0; /* not one of ours, or not yet */
    if (reason == LWS_CALLBACK_WSI_DESTROY) {
        connection_free(connection);
        return 0;
    }
    /* CONNECT makes the library think of raw bytes: there is nothing of that kind here. */
    if (reason == LWS_CALLBACK_RAW_ADOPT || reason == LWS_CALLBACK_RAW_RX || reason == LWS_CALLBACK_RAW_WRITEABLE) return -1;
    return connection->live && reason != LWS_CALLBACK_CLOSED_HTTP ? on_live(connection, reason, in, n)
                                                                  : on_http(connection, reason, in, n);
}

/* tx_packet_size: whole messages, however large, are offered to the socket in one piece. */
static const struct lws_protocols protocols[] = {
    {.name = "alea.v1", .callback = callback, .rx_buffer_size = 1024, .tx_packet_size = 16 << 20},
    {0},
};

/* ---- Sweeping --------------------------------------------------------------------------------------------------------------- */

/* A client that waits for an answer is not read from, and so is not heard to leave. */
static bool left(const struct connection *connection) {
    char byte;
    return connection->state == CONNECTION_WAITING &&
           recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void sweep(struct net *net) {
    net->swept = net->now;
    for (struct connection *connection = net->connections, *next; connection; connection = next) {
        next = connection->next;
        if (connection->live) live_sweep(connection);
        if (connection->deadline && net->now >= connection->deadline) {
            net->metrics.timeouts++;
            net_refused(connection, RATE_SLOW);
            net_kill(connection);
        } else if (left(connection)) {
            net_kill(connection);
        }
    }
}

/* ---- The loop ---------------------------------------------------------------------------------------------------------------- */

static void alarm_rings(lws_sorted_usec_list_t *alarm) {
    struct net *net = lws_container_of(alarm, struct net, alarm);
    net->alarm_at = 0;
    net->happened = true;
}

static void set_alarm(struct net *net, int64_t wake) {
    int64_t next = net->connections ? net->swept + (net->paused ? NET_PAUSE_MS : NET_SWEEP_MS) : 0;
    if (wake && (!next || wake < next)) next = wake;
    if (next == net->alarm_at) return;
    net->alarm_at = next;
    if (!next) {
        lws_sul_cancel(&net->alarm);
        return;
    }
    int64_t ms = next - net->now;
    lws_sul_schedule(net->lws, 0, &net->alarm, alarm_rings, (ms > 0 ? ms : 1) * LWS_US_PER_MS);
}

/* The library polls on while bytes wait that it can't hand on yet, as when a client sends its next request before it has taken the
 * answer. It is let, but not without a pause. */
static void hold_breath(struct net *net) {
    net->fruitless = net->happened ? 0 : net->fruitless + 1;
    if (net->fruitless > FRUITLESS) nanosleep(&(struct timespec){.tv_nsec = BREATH_US * 1000}, NULL);
}

void net_turn(struct net *net, int64_t wake, bool more) {
    net->now = net_clock();
    if (net->now - net->swept >= (net->paused ? NET_PAUSE_MS : NET_SWEEP_MS)) sweep(net);
    live_flush(net);
    set_alarm(net, wake);
    net->happened = more;
    lws_service(net->lws, more ? -1 : 0);
    net->now = net_clock();
    hold_breath(net);
}

void net_wake(struct net *net) {
    if (net->lws) lws_cancel_service(net->lws);
}

bool net_stop(struct net *net) {
    if (!net->stopping && net->listening)
        lws_set_timeout(net->listening, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    net->stopping = true;
    for (struct connection *connection = net->connections, *next; connection; connection = next) {
        next = connection->next;
        if (connection->live) live_stop(connection);
        else if (connection->state != CONNECTION_ANSWERING) net_kill(connection);
    }
    return !net->connections;
}

/* ---- Beginning and end --------------------------------------------------------------------------------------------------------- */

/* As many descriptors as connections need; where the system gives fewer, there are fewer connections. */
static void ask_for_descriptors(const struct serve_options *options, struct net *net, struct rate_options *limits) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)(options->max_connections > 0 ? options->max_connections : 1 << 16) + FEW_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= wanted) return;
    limits->max_connections =
        limit.rlim_cur > 2 * FEW_DESCRIPTORS ? (int)(limit.rlim_cur - FEW_DESCRIPTORS) : FEW_DESCRIPTORS;
    log_begin(net->log, LOG_WARNING, "few_descriptors");
    log_number(net->log, "connections", limits->max_connections);
    log_end(net->log);
}

static struct lws_context *make_context(struct net *net) {
    static const lws_retry_bo_t never = {0}; /* pings are ours: live_sweep() */
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .user = net,
        .options = LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
        .max_http_header_data = NET_MAX_HEADER,
        .pt_serv_buf_size = 16 << 10,
        .timeout_secs = NET_HEAD_MS / 1000,
        .timeout_secs_ah_idle = NET_HEAD_MS / 1000,
        .keepalive_timeout = NET_IDLE_MS / 1000,
        .retry_and_idle_policy = &never,
    };
    lws_set_log_level(0, NULL); /* what clients do wrong is counted and logged by us */
    return lws_create_context(&info);
}

enum alea_err net_init(struct net *net, int listening, struct alea_error *error) {
    const struct serve_options *options = net->options;
    struct rate_options limits = {
        .max_connections = options->max_connections,
        .max_per_address = options->max_per_address,
        .requests_per_second = options->requests_per_second,
        .trust_loopback = options->trust_loopback,
    };
    net->now = net_clock();
    net->metrics.started = net_today();
    net->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    ask_for_descriptors(options, net, &limits);
    net->rate = rate_new(&limits);
    net->squeeze = squeeze_new();
    net->lws = net->rate && net->squeeze ? make_context(net) : NULL;
    struct lws_vhost *vhost = net->lws ? lws_get_vhost_by_name(net->lws, "default") : NULL;
    if (vhost) {
        lws_sock_file_fd_type fd = {.filefd = listening};
        net->listening = lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, fd, protocols[0].name, NULL);
    }
    if (net->listening) return ALEA_OK;
    close(listening);
    net_clear(net);
    return alea_fail(error, ALEA_ERR_NO_MEMORY);
}

void net_clear(struct net *net) {
    struct lws_context *context = net->lws;
    if (context) lws_sul_cancel(&net->alarm);
    if (context) lws_context_destroy(context);
    net->lws = NULL;
    rate_free(net->rate);
    net->rate = NULL;
    squeeze_free(net->squeeze);
    net->squeeze = NULL;
    if (net->spare >= 0) close(net->spare);
    net->spare = -1;
}
