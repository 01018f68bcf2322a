/* SPDX-License-Identifier: MIT */
/* incoming.c - what comes in from sockets, and what of it is kept until it can be used. What WebSockets say that is there at once is received
 * together, where that takes one call of the kernel. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "net.h"

/* How many of the bytes could be used: those behind wait until what is before them is answered. */
static size_t use(struct connection *connection, const char *bytes, size_t n) {
    size_t used = 0, step = 1;
    while (used < n && step && !connection->dead) {
        step = connection->protocol->read(connection, bytes + used, n - used);
        used += step;
    }
    return used;
}

static bool keep(struct connection *connection, const char *bytes, size_t n) {
    size_t needed = connection->n_kept + n;
    char *grown = needed > connection->cap_kept ? realloc(connection->kept, needed) : connection->kept;
    if (!grown) return false;
    if (needed > connection->cap_kept) {
        net_hold(connection, connection->cap_kept, needed);
        connection->cap_kept = needed;
    }
    connection->kept = grown;
    memcpy(connection->kept + connection->n_kept, bytes, n);
    connection->n_kept += n;
    return true;
}

/* Goes on with what was kept. */
static void use_kept(struct connection *connection) {
    size_t used = use(connection, connection->kept, connection->n_kept);
    connection->n_kept -= used;
    if (connection->n_kept) {
        memmove(connection->kept, connection->kept + used, connection->n_kept);
        return;
    }
    net_hold(connection, connection->cap_kept, 0);
    free(connection->kept);
    connection->kept = NULL;
    connection->cap_kept = 0;
}

void net_go_on(struct connection *connection) {
    if (connection->n_kept) use_kept(connection);
}

static void take(struct connection *connection, const char *bytes, size_t n) {
    connection->heard = connection->net->now;
    size_t used = connection->n_kept ? 0 : use(connection, bytes, n);
    if (connection->dead || used == n) return;
    bool more = connection->n_kept;
    if (!keep(connection, bytes + used, n - used)) net_kill(connection);
    else if (more) net_go_on(connection);
}

bool net_left(const struct connection *connection) {
    char byte;
    return connection->state == CONNECTION_WAITING && recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* n of them, or -errno. */
static void came(void *whose, void *bytes, ssize_t n) {
    struct connection *connection = whose;
    if (connection->dead) return; /* by what another one said */
    if (n > 0) take(connection, bytes, (size_t)n);
    else if (n == 0 || (n != -EAGAIN && n != -EWOULDBLOCK && n != -EINTR)) net_kill(connection);
}

void net_take_in(struct net *net) {
    net->n_incoming = 0;
    together_go(net->in, came);
}

static void wait_for_others(struct connection *connection) {
    struct net *net = connection->net;
    if (net->n_incoming == NET_TOGETHER) net_take_in(net);
    (void)together_add(net->in, connection->fd, net->incoming[net->n_incoming++], NET_READ_LIVE, connection);
}

void net_read(struct connection *connection) {
    struct net *net = connection->net;
    if (connection->live && together_by_ring(net->in)) {
        wait_for_others(connection);
        return;
    }
    const ssize_t n = recv(connection->fd, net->scratch, sizeof net->scratch, MSG_DONTWAIT);
    came(connection, net->scratch, n < 0 ? -errno : n);
}
