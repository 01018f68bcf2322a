/* SPDX-License-Identifier: MIT */
/* sends.c - by the ring, as long as there is one, and what that has not sent one by one. */
#include "sends.h"

#include <errno.h>
#include <stdlib.h>

#include "sends_internal.h"

struct sends {
    struct ring *ring; /* NULL: there is none */
    unsigned n;
    struct sending all[SENDS_MAX];
};

struct sends *sends_new(void) {
    struct sends *sends = calloc(1, sizeof *sends);
    if (sends) sends->ring = ring_new();
    return sends;
}

static void lose_ring(struct sends *sends) {
    ring_free(sends->ring);
    sends->ring = NULL;
}

void sends_free(struct sends *sends) {
    if (sends) lose_ring(sends);
    free(sends);
}

bool sends_add(struct sends *sends, int fd, const void *bytes, size_t n, void *whose) {
    if (sends->n == SENDS_MAX) return false;
    sends->all[sends->n++] = (struct sending){.fd = fd, .bytes = bytes, .n = n, .whose = whose};
    return true;
}

static void send_alone(struct sending *one) {
    one->taken = send(one->fd, one->bytes, one->n, SENDS_FLAGS);
    if (one->taken < 0) one->taken = -errno;
}

void sends_go(struct sends *sends, sends_done *done) {
    const unsigned n = sends->n;
    if (sends->ring && n > 1 && !ring_send(sends->ring, sends->all, n)) lose_ring(sends); /* one is as quick without */
    for (unsigned i = 0; i < n; i++)
        if (!sends->all[i].over) send_alone(&sends->all[i]);
    sends->n = 0;
    for (unsigned i = 0; i < n; i++) done(sends->all[i].whose, sends->all[i].taken);
}

bool sends_together(const struct sends *sends) { return sends->ring; }
