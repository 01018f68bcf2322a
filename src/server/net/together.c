/* SPDX-License-Identifier: MIT */
/* together.c - by the ring, as long as there is one, and what that has not done one by one. */
#include "together.h"

#include <errno.h>
#include <stdlib.h>

#include "together_internal.h"

struct together {
    enum together_way way;
    struct ring *ring; /* NULL: there is none */
    unsigned n;
    struct piece all[TOGETHER_MAX];
};

struct together *together_new(enum together_way way) {
    struct together *together = calloc(1, sizeof *together);
    if (!together) return NULL;
    together->way = way;
    together->ring = ring_new();
    return together;
}

static void lose_ring(struct together *together) {
    ring_free(together->ring);
    together->ring = NULL;
}

void together_free(struct together *together) {
    if (together) lose_ring(together);
    free(together);
}

bool together_add(struct together *together, int fd, void *bytes, size_t n, void *whose) {
    if (together->n == TOGETHER_MAX) return false;
    together->all[together->n++] = (struct piece){.fd = fd, .bytes = bytes, .n = n, .whose = whose};
    return true;
}

static void go_alone(enum together_way way, struct piece *one) {
    one->moved = way == TOGETHER_OUT ? send(one->fd, one->bytes, one->n, TOGETHER_FLAGS)
                                     : recv(one->fd, one->bytes, one->n, TOGETHER_FLAGS);
    if (one->moved < 0) one->moved = -errno;
}

void together_go(struct together *together, together_done *done) {
    const unsigned n = together->n;
    struct piece *all = together->all;
    if (together->ring && n > 1 && !ring_go(together->ring, together->way, all, n))
        lose_ring(together); /* one is as quick without */
    for (unsigned i = 0; i < n; i++)
        if (!all[i].over) go_alone(together->way, &all[i]);
    together->n = 0;
    for (unsigned i = 0; i < n; i++) done(all[i].whose, all[i].bytes, all[i].moved);
}

bool together_by_ring(const struct together *together) { return together->ring; }
