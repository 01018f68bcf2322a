/* SPDX-License-Identifier: MIT */
/* connection.c - what is noted of a connection until the end of the turn, and what its buffers count for. */
#include "net.h"

void net_hold(struct connection *connection, size_t before, size_t after) {
    connection->net->metrics.held += after - before;
    if (connection->place) rate_hold(connection->place, before, after);
}

bool net_hoards(const struct connection *connection, size_t own, size_t more) {
    const struct rate_place *place = connection->place;
    if (!place || place->free || place->held <= own) return false;
    return place->held + more > NET_MAX_HELD_EACH || place->network->held + more > NET_MAX_HELD_NETWORK;
}

static void make_ready(struct connection *connection) {
    struct net *net = connection->net;
    if (connection->asked) return;
    connection->asked = true;
    connection->next_ready = NULL;
    *net->ready_end = connection;
    net->ready_end = &connection->next_ready;
}

void net_ask(struct connection *connection) {
    if (!connection->blocked) make_ready(connection);
}

void net_kill(struct connection *connection) {
    connection->dead = true;
    make_ready(connection);
}
