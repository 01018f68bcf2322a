/* SPDX-License-Identifier: MIT */
/* net.c - the sockets that listen, connections as they come and go, what they read and write, and one turn of the loop. */
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "error.h"
#include "now.h"

enum {
    FEW_DESCRIPTORS = 128, /* of the store, the log and the like */
    BRIEF_US = 1000
};

/* ---- Connections --------------------------------------------------------------------------------------------------------- */

int64_t net_worked(struct net *net, int64_t began) {
    const int64_t us = alea_now_us() - began;
    if (us < BRIEF_US) return us;
    const int64_t work = alea_work_us(), most = work - net->worked;
    net->worked = work;
    return us < most ? us : most;
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

static struct connection *connection_new(struct net *net, int fd, enum net_door door, const struct rate_key *peer) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    if (uv_poll_init(&net->loop, &connection->poll, fd)) {
        free(connection);
        return NULL;
    }
    connection->net = net;
    connection->protocol = door == DOOR_PEERS ? net->peer_protocol : net->protocol;
    connection->fd = fd;
    connection->door = door;
    connection->peer = *peer;
    connection->heard = net->now;
    connection->deadline = net->now + NET_HEAD_MS;
    connection->next = net->connections;
    if (connection->next) connection->next->previous = connection;
    net->connections = connection;
    net->metrics.connections++;
    net->scrapers += door == DOOR_METRICS;
    net->between += door == DOOR_PEERS;
    return connection;
}

static void given_back(uv_handle_t *handle) { free(handle); /* the first member of its connection */ }

/* Takes it apart. Its bytes of memory go when libuv gives them back. */
static void bury(struct connection *connection) {
    struct net *net = connection->net;
    connection->protocol->gone(connection);
    net_hold(connection, connection->cap_kept, 0);
    free(connection->kept);
    if (connection->place) rate_disconnect(connection->place);
    if (connection->next) connection->next->previous = connection->previous;
    if (connection->previous) connection->previous->next = connection->next;
    else net->connections = connection->next;
    net->metrics.connections--;
    net->scrapers -= connection->door == DOOR_METRICS;
    net->between -= connection->door == DOOR_PEERS;
    uv_close((uv_handle_t *)&connection->poll, given_back);
    if (connection->fd >= 0) close(connection->fd);
}

/* ---- Reading and writing --------------------------------------------------------------------------------------------------- */

static void on_socket(uv_poll_t *poll, int status, int events);

static void wait_for_socket(struct connection *connection) {
    int events = (connection->quiet ? 0 : UV_READABLE) | (connection->blocked ? UV_WRITABLE : 0);
    if (connection->dead || events == connection->events) return;
    connection->events = events;
    if (events) uv_poll_start(&connection->poll, events, on_socket);
    else uv_poll_stop(&connection->poll);
}

void net_quiet(struct connection *connection, bool quiet) {
    connection->quiet = quiet;
    wait_for_socket(connection);
}

/* Takes note of what a socket took of `whole` bytes: `taken`, or -errno. False: the connection is no good any more. */
static bool was_taken(struct connection *connection, size_t whole, ssize_t taken, size_t *sent) {
    if (taken < 0 && taken != -EAGAIN && taken != -EWOULDBLOCK && taken != -EINTR) return false;
    *sent = taken < 0 ? 0 : (size_t)taken;
    connection->net->metrics.bytes_out += *sent;
    connection->blocked = *sent < whole;
    wait_for_socket(connection);
    return true;
}

bool net_send(struct connection *connection, const struct iovec *parts, int n, size_t *sent) {
    struct msghdr message = {.msg_iov = (struct iovec *)parts, .msg_iovlen = (size_t)n};
    size_t whole = 0;
    for (int i = 0; i < n; i++) whole += parts[i].iov_len;
    ssize_t taken = n == 1 ? send(connection->fd, parts->iov_base, parts->iov_len, MSG_DONTWAIT | MSG_NOSIGNAL)
                           : sendmsg(connection->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    return was_taken(connection, whole, taken < 0 ? -errno : taken, sent);
}

void net_half_close(struct connection *connection) { shutdown(connection->fd, SHUT_WR); }

static void write_some(struct connection *connection) {
    connection->protocol->write(connection);
    if (connection->dead || !net_listens(connection)) return;
    if (!connection->live) net_go_on(connection);
}

/* While an answer is awaited nothing is read, and so nobody is heard to leave but by a look at what is there. */
static void read_some(struct connection *connection) {
    if (net_listens(connection)) net_read(connection);
    else if (net_left(connection)) net_kill(connection);
    else net_quiet(connection, true);
}

static void on_socket(uv_poll_t *poll, int status, int events) {
    struct connection *connection = (struct connection *)(void *)poll;
    if (connection->dead) return;
    connection->net->now = alea_now_ms(); /* the loop may have slept for long: no deadline begins before that */
    if (status < 0) {
        net_kill(connection);
        return;
    }
    if (events & UV_READABLE && !connection->quiet) read_some(connection);
    if (events & UV_WRITABLE && connection->blocked && !connection->dead) {
        connection->blocked = false;
        write_some(connection);
        if (!connection->dead) wait_for_socket(connection);
    }
}

static void sent_together(void *whose, void *bytes, ssize_t taken) {
    struct connection *connection = whose;
    size_t sent;
    (void)bytes;
    if (was_taken(connection, connection->protocol->ready(connection).iov_len, taken, &sent))
        connection->protocol->sent(connection, sent);
    else net_kill(connection);
}

void net_settle(struct net *net) {
    if (together_under_way(net->out)) together_finish(net->out, sent_together);
}

/* What is ready in one piece goes out in as few calls of the kernel as can be, by the thread where there is one and it is worth waking. Before anything
 * could move those bytes, or close one of those sockets, net_settle() waits for it. */
static void send_together(struct net *net, struct connection *connection) {
    for (struct connection *next; connection; connection = next) {
        next = connection->next_ready;
        connection->asked = false;
        if (connection->dead) {
            net_kill(connection); /* it was closed in this turn: buried in the next */
            continue;
        }
        const struct iovec part = connection->protocol->ready(connection);
        if (connection->blocked || !part.iov_len) continue;
        if (together_add(net->out, connection->fd, part.iov_base, part.iov_len, connection)) continue;
        together_go(net->out, sent_together);
        (void)together_add(net->out, connection->fd, part.iov_base, part.iov_len, connection);
    }
    if (!together_start(net->out)) together_go(net->out, sent_together);
}

/* Writes what was told and answered in this turn. What comes up meanwhile is for the next one. */
static void flush(struct net *net) {
    struct connection *connection = net->ready, *next, *together = NULL, **end = &together;
    net->ready = NULL;
    net->ready_end = &net->ready;
    for (; connection; connection = next) {
        next = connection->next_ready;
        if (!connection->dead && connection->protocol->ready) { /* still asked: it stays in its place whatever comes up */
            *end = connection;
            end = &connection->next_ready;
            continue;
        }
        connection->asked = false;
        if (connection->dead) bury(connection);
        else if (!connection->blocked) write_some(connection);
    }
    *end = NULL;
    send_together(net, together);
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

/* True if `a` is closed before `b`: its network, then its address holds more; then it was silent for longer. */
static bool goes_first(const struct connection *a, const struct connection *b) {
    int more = b ? rate_compare(a->place, b->place) : 1;
    return more ? more > 0 : a->heard < b->heard;
}

/* When all places are taken, whoever holds most gives one up, the idlest: unless that is the one who wants one more. */
static bool make_room(struct net *net, const struct rate_place *newcomer) {
    struct connection *first = NULL;
    for (struct connection *at = net->connections; at; at = at->next)
        if (!at->dead && at->place && !at->place->free && goes_first(at, first)) first = at;
    if (!first || rate_compare(first->place, newcomer) <= 0) return false;
    net->metrics.evicted++;
    net_refused(first, RATE_CONNECTIONS);
    net_kill(first);
    return true;
}

/* Counted before anything is read. Behind a proxy the address is known with the first request only. */
static bool admit(struct connection *connection) {
    struct net *net = connection->net;
    if (connection->door == DOOR_METRICS) return net->scrapers <= NET_MAX_SCRAPERS;
    if (connection->door == DOOR_PEERS) return true;
    const bool known = !net->options->trust_proxy;
    if (rate_full(net->rate, (int)net->metrics.connections - net->scrapers - net->between - 1) &&
        !make_room(net, known ? rate_place(net->rate, &connection->peer, net->now) : NULL))
        return false;
    return !known || net_charge(connection, &connection->peer);
}

void net_crowded(struct net *net, const struct rate_key *key) {
    struct rate_place *place = rate_place(net->rate, key, net->now);
    struct connection nobody = {.net = net, .place = place};
    net_refused(&nobody, RATE_CONNECTIONS);
}

static void take_in(struct net *net, int fd, enum net_door door, const struct sockaddr *address) {
    struct rate_key peer = rate_key_of(address);
    struct connection *connection = connection_new(net, fd, door, &peer);
    if (connection && admit(connection)) {
        net->metrics.accepted++;
        wait_for_socket(connection);
        return;
    }
    if (connection) {
        connection->fd = -1; /* it is still to be told */
        bury(connection);
    }
    net_crowded(net, &peer);
    turn_away(net, fd);
}

/* Out of descriptors, the loop would be told of the same connection for ever: the spare one lets us refuse it. */
static void refuse_without_descriptors(struct net *net, int listening) {
    if (net->spare >= 0) close(net->spare);
    int fd = accept(listening, NULL, NULL);
    if (fd >= 0) turn_away(net, fd);
    net->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void on_door(uv_poll_t *poll, int status, int events) {
    struct net *net = poll->loop->data;
    struct door *door = (struct door *)(void *)poll;
    (void)status, (void)events;
    net->now = alea_now_ms();
    for (int i = 0; i < NET_ACCEPTS; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        int fd = accept(door->fd, (struct sockaddr *)&address, &size);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) refuse_without_descriptors(net, door->fd);
        if (fd < 0 && errno != ECONNABORTED && errno != EINTR) return;
        if (fd < 0) continue;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        take_in(net, fd, (enum net_door)(door - net->doors), (const struct sockaddr *)&address);
    }
}

bool net_speaks_for_others(const struct connection *connection) {
    return connection->net->options->trust_proxy || connection->door == DOOR_PEERS;
}

/* Whether it can be made is told when it is written to. */
struct connection *net_connect(struct net *net, const struct sockaddr *address, socklen_t size,
                               const struct net_protocol *protocol) {
    const struct rate_key peer = rate_key_of(address);
    const int on = 1, fd = socket(address->sa_family, SOCK_STREAM, 0);
    struct connection *connection = NULL;
    if (fd < 0) return NULL;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const bool begun = !fcntl(fd, F_SETFL, O_NONBLOCK) && (!connect(fd, address, size) || errno == EINPROGRESS);
    if (begun) connection = connection_new(net, fd, DOOR_PEERS, &peer);
    if (!connection) {
        close(fd);
        return NULL;
    }
    connection->protocol = protocol;
    connection->state = CONNECTION_LIVE;
    connection->blocked = true; /* until it is made */
    wait_for_socket(connection);
    return connection;
}

static void shut(struct door *door) {
    if (door->fd < 0) return;
    uv_close((uv_handle_t *)&door->poll, NULL);
    close(door->fd);
    door->fd = -1;
}

/* ---- Sweeping --------------------------------------------------------------------------------------------------------------- */

static void sweep(struct net *net) {
    net->swept = net->now;
    for (struct connection *connection = net->connections; connection; connection = connection->next) {
        if (connection->dead) continue;
        if (connection->protocol->sweep) connection->protocol->sweep(connection);
        if (connection->deadline && net->now >= connection->deadline) {
            net->metrics.timeouts++;
            /* Browsers open connections ahead, in which nothing follows: that is nothing to tell. */
            if (connection->request || connection->n_kept) net_refused(connection, RATE_SLOW);
            net_kill(connection);
        } else if (net_left(connection)) {
            net_kill(connection);
        }
    }
}

/* ---- The loop ---------------------------------------------------------------------------------------------------------------- */

static void on_alarm(uv_timer_t *alarm) {
    struct net *net = alarm->loop->data;
    net->alarm_at = 0;
}

static void on_wake(uv_async_t *woken) { (void)woken; }

static void set_alarm(struct net *net, int64_t wake) {
    int64_t next = net->connections ? net->swept + (net->paused ? NET_PAUSE_MS : NET_SWEEP_MS) : 0;
    if (wake && (!next || wake < next)) next = wake;
    if (next == net->alarm_at) return;
    net->alarm_at = next;
    if (!next) {
        uv_timer_stop(&net->alarm);
        return;
    }
    uv_update_time(&net->loop);
    uv_timer_start(&net->alarm, on_alarm, next > net->now ? (uint64_t)(next - net->now) : 1, 0);
}

void net_turn(struct net *net, int64_t wake, bool more) {
    net->now = alea_now_ms();
    net->worked = alea_work_us();
    net_settle(net);
    if (net->now - net->swept >= (net->paused ? NET_PAUSE_MS : NET_SWEEP_MS)) sweep(net);
    flush(net);
    set_alarm(net, wake);
    /* Where nothing else is to do, the next turn waits for what is being sent: a socket that is full has to be waited for in the loop. */
    const bool awake = more || net->ready || together_under_way(net->out);
    uv_run(&net->loop, awake ? UV_RUN_NOWAIT : UV_RUN_ONCE);
    net_take_in(net);
    net->now = alea_now_ms();
}

void net_wake(struct net *net) {
    if (atomic_load(&net->open)) uv_async_send(&net->woken);
}

bool net_stop(struct net *net) {
    for (int i = 0; i < NET_DOORS; i++) shut(&net->doors[i]);
    net->stopping = true;
    for (struct connection *connection = net->connections; connection; connection = connection->next) {
        if (!connection->dead) connection->protocol->stop(connection);
    }
    return !net->connections;
}

/* ---- Beginning and end --------------------------------------------------------------------------------------------------------- */

/* Asks for as many descriptors as connections need; where the system gives fewer, there are fewer connections. */
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

static bool open_door(struct net *net, enum net_door which, int fd) {
    struct door *door = &net->doors[which];
    if (fd < 0) return true;
    if (uv_poll_init(&net->loop, &door->poll, fd)) {
        close(fd);
        return false;
    }
    door->fd = fd;
    return !uv_poll_start(&door->poll, UV_READABLE, on_door);
}

/* Takes over the sockets, also where it fails. */
static bool open_loop(struct net *net, const int listening[NET_DOORS]) {
    bool good = net->rate && net->gzip && net->deflate && net->out && net->in && !uv_loop_init(&net->loop);
    for (int i = 0; i < NET_DOORS; i++) net->doors[i].fd = -1;
    if (good) {
        net->loop.data = net;
        uv_timer_init(&net->loop, &net->alarm);
        good = !uv_async_init(&net->loop, &net->woken, on_wake); /* fails where descriptors do */
        atomic_store(&net->open, good);
        if (!good) uv_close((uv_handle_t *)&net->alarm, NULL), uv_run(&net->loop, UV_RUN_DEFAULT), uv_loop_close(&net->loop);
    }
    for (int i = 0; i < NET_DOORS; i++) {
        if (!good && listening[i] >= 0) close(listening[i]);
        if (good) good = open_door(net, (enum net_door)i, listening[i]);
    }
    return good;
}

/* Without it all goes on, by the one thread. */
static void start_sender(struct net *net) {
    const int from = net->options->send_thread;
    if (from && !together_thread(net->out, (unsigned)from)) log_event(net->log, LOG_WARNING, "no_send_thread");
}

enum alea_err net_init(struct net *net, const int listening[NET_DOORS], struct alea_error *error) {
    const struct serve_options *options = net->options;
    struct rate_options limits = {
        .max_connections = options->max_connections,
        .max_per_address = options->max_per_address,
        .requests_per_second = options->requests_per_second,
        .trust_loopback = options->trust_loopback,
    };
    net->now = alea_now_ms();
    net->metrics.started = alea_wall_ms();
    net->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    net->ready_end = &net->ready;
    ask_for_descriptors(options, net, &limits);
    net->rate = rate_new(&limits);
    net->gzip = gzip_new();
    net->deflate = deflate_new();
    net->out = together_new(TOGETHER_OUT);
    net->in = together_new(TOGETHER_IN);
    if (open_loop(net, listening)) {
        start_sender(net);
        return ALEA_OK;
    }
    net_clear(net);
    return alea_fail(error, ALEA_ERR_NO_MEMORY);
}

/* Nobody wakes the loop any more: the pool has gone, and signals are no longer caught. */
static void close_loop(struct net *net) {
    if (!atomic_exchange(&net->open, false)) return;
    net_settle(net);
    for (int i = 0; i < NET_DOORS; i++) shut(&net->doors[i]);
    while (net->connections) bury(net->connections);
    uv_close((uv_handle_t *)&net->alarm, NULL);
    uv_close((uv_handle_t *)&net->woken, NULL);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    uv_loop_close(&net->loop);
}

void net_clear(struct net *net) {
    close_loop(net);
    rate_free(net->rate);
    net->rate = NULL;
    gzip_free(net->gzip);
    net->gzip = NULL;
    deflate_free(net->deflate);
    net->deflate = NULL;
    together_free(net->out);
    together_free(net->in);
    net->out = net->in = NULL;
    if (net->spare >= 0) close(net->spare);
    net->spare = -1;
}
