/* SPDX-License-Identifier: MIT */
/* together_ring.c - io_uring as one send() or recv() for many: each request is one that never waits, so that all are over when the call returns, and
 * nothing of ours is in the kernel's hands between two turns. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier): its name is the C library's */
#define _GNU_SOURCE /* liburing.h */
#include <errno.h>
#include <liburing.h>
#include <stdlib.h>

#include "together_internal.h"

enum { RING_MAX = 256 /* in one call */ };

struct ring {
    struct io_uring uring;
};

/* Containers and careful hosts forbid io_uring, and older kernels lack it. */
struct ring *ring_new(void) {
    struct ring *ring = malloc(sizeof *ring);
    if (!ring || io_uring_queue_init(RING_MAX, &ring->uring, 0) == 0) return ring;
    free(ring);
    return NULL;
}

void ring_free(struct ring *ring) {
    if (ring) io_uring_queue_exit(&ring->uring);
    free(ring);
}

/* Notes what is over; how many of them. */
static unsigned collect(struct io_uring *uring, struct piece *all) {
    struct io_uring_cqe *cqe;
    unsigned head, n = 0;
    io_uring_for_each_cqe(uring, head, cqe) {
        all[cqe->user_data].moved = cqe->res;
        all[cqe->user_data].over = true;
        n++;
    }
    io_uring_cq_advance(uring, n);
    return n;
}

/* RING_MAX at most. */
static bool go_some(struct io_uring *uring, enum together_way way, struct piece *all, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        struct io_uring_sqe *sqe = io_uring_get_sqe(uring); /* RING_MAX of them, all free again after the last call */
        if (way == TOGETHER_OUT) io_uring_prep_send(sqe, all[i].fd, all[i].bytes, all[i].n, TOGETHER_FLAGS);
        else io_uring_prep_recv(sqe, all[i].fd, all[i].bytes, all[i].n, TOGETHER_FLAGS);
        sqe->user_data = i;
    }
    for (unsigned left = n; left;) {
        int err = io_uring_submit_and_wait(uring, left);
        left -= collect(uring, all);
        if (left && err < 0 && err != -EINTR) return false;
    }
    return true;
}

bool ring_go(struct ring *ring, enum together_way way, struct piece *all, unsigned n) {
    for (unsigned at = 0; at < n; at += RING_MAX)
        if (!go_some(&ring->uring, way, all + at, n - at < RING_MAX ? n - at : RING_MAX)) return false;
    return true;
}
