/* SPDX-License-Identifier: MIT */
/* tunnel.c - a WebSocket that another process serves: bytes from the client to it and back, as they are. */
#include <stdlib.h>
#include <string.h>

#include "peers.h"

enum { FULL = 256 << 10 /* bytes for an end that does not take them: then the other one is not read */ };

struct end {
    struct connection *connection; /* NULL: it is gone */
    char *out;                     /* bytes for it */
    size_t n, sent, cap;
    bool quiet; /* it is not read, for the other end has enough */
};

struct tunnel {
    struct end end[2];
};

static struct end *end_of(struct connection *connection) {
    struct tunnel *tunnel = connection->more;
    return &tunnel->end[tunnel->end[1].connection == connection];
}

static struct end *other_of(struct connection *connection) {
    struct tunnel *tunnel = connection->more;
    return &tunnel->end[tunnel->end[1].connection != connection];
}

/* What was sent makes room first: an end that never quite keeps up would else make all that it was ever sent stay. */
static bool put(struct end *end, const char *bytes, size_t n) {
    if (end->n + n > end->cap && end->sent) {
        memmove(end->out, end->out + end->sent, end->n - end->sent);
        end->n -= end->sent;
        end->sent = 0;
    }
    if (end->n + n > end->cap) {
        const size_t cap = 2 * (end->n + n);
        char *grown = realloc(end->out, cap);
        if (!grown) return false;
        net_hold(end->connection, end->cap, cap);
        end->out = grown;
        end->cap = cap;
    }
    memcpy(end->out + end->n, bytes, n);
    end->n += n;
    net_ask(end->connection);
    return true;
}

static size_t read_some(struct connection *connection, const char *bytes, size_t n) {
    struct end *own = end_of(connection), *other = other_of(connection);
    if (!other->connection || !put(other, bytes, n)) {
        net_kill(connection);
    } else if (other->n - other->sent > FULL) {
        own->quiet = true;
        net_quiet(connection, true);
    }
    return n;
}

static void emptied(struct end *end) {
    net_hold(end->connection, end->cap, 0);
    free(end->out);
    end->out = NULL;
    end->n = end->sent = end->cap = 0;
}

static void write_some(struct connection *connection) {
    struct end *own = end_of(connection), *other = other_of(connection);
    const struct iovec part = {own->out + own->sent, own->n - own->sent};
    size_t sent;
    if (own->sent < own->n) {
        if (!net_send(connection, &part, 1, &sent)) {
            net_kill(connection);
            return;
        }
        own->sent += sent;
        if (own->sent < own->n) return; /* the rest once there is room */
        emptied(own);
    }
    if (!other->connection) net_kill(connection); /* that was the last of it */
    else if (other->quiet) {
        other->quiet = false;
        net_quiet(other->connection, false);
    }
}

static void gone(struct connection *connection) {
    struct tunnel *tunnel = connection->more;
    struct end *own = end_of(connection), *other = other_of(connection);
    emptied(own);
    own->connection = NULL;
    connection->more = NULL;
    if (!other->connection) free(tunnel);
    else if (other->sent == other->n) net_kill(other->connection);
    else other->connection->deadline = connection->net->now + NET_CLOSE_MS;
}

static const struct net_protocol tunnel_protocol = {.read = read_some, .write = write_some, .gone = gone, .stop = net_kill};

bool tunnel_begin(struct connection *client, struct connection *owner) {
    struct tunnel *tunnel = calloc(1, sizeof *tunnel);
    struct connection *const ends[2] = {client, owner};
    if (!tunnel) return false;
    for (int i = 0; i < 2; i++) {
        tunnel->end[i].connection = ends[i];
        ends[i]->more = tunnel;
        ends[i]->protocol = &tunnel_protocol;
        ends[i]->state = CONNECTION_LIVE;
        ends[i]->deadline = 0;
        net_quiet(ends[i], false);
    }
    return true;
}
