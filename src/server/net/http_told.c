/* SPDX-License-Identifier: MIT */
/* http_told.c - what another process tells: who is to hear of it. */
#include <string.h>

#include "http.h"
#include "now.h"
#include "spent.h"

static bool hear_people(struct net *net, const char *json, size_t n) {
    return api_hear_of(net->api, json, n, alea_wall_ms());
}

static bool hear_spent(struct net *net, const char *json, size_t n) {
    const int heard = spent_hear(net->rate, json, n, net->now);
    net->metrics.spent_heard += heard > 0 ? (uint64_t)heard : 0;
    return heard >= 0;
}

static const struct {
    const char *path;
    bool (*hear)(struct net *net, const char *json, size_t n);
} rows[] = {
    {PEERS_PEOPLE, hear_people},
    {PEERS_SPENT, hear_spent},
};

static size_t row_of(const char *path) {
    size_t i = 0;
    while (i < ALEA_LEN(rows) && strcmp(rows[i].path, path) != 0) i++;
    return i;
}

bool http_is_told(const struct request *request) {
    return request->connection->door == DOOR_PEERS && row_of(request->path) < ALEA_LEN(rows);
}

bool http_hear(const struct request *request) {
    return rows[row_of(request->path)].hear(request->connection->net, request->body, request->n_body);
}
