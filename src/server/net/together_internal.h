/* SPDX-License-Identifier: MIT */
/* together_internal.h - what together.c wants of io_uring: together_ring.c has it, together_none.c stands for it where it was not there to
 * build with. */
#ifndef ALEA_SERVER_TOGETHER_INTERNAL_H
#define ALEA_SERVER_TOGETHER_INTERNAL_H

#include <sys/socket.h>

#include "together.h"

enum { TOGETHER_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL };

struct piece {
    int fd;
    void *bytes;
    size_t n;
    void *whose;
    bool over;
    ssize_t moved; /* if it is over: of the bytes, or -errno */
};

struct ring;
struct ring *ring_new(void); /* NULL: there is none to be had */
void ring_free(struct ring *ring);
/* Does all in as few calls as can be; false: the ring has failed, and is of no use any more. Those that are not over then have not been begun. */
bool ring_go(struct ring *ring, enum together_way way, struct piece *all, unsigned n);

#endif
