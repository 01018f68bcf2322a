/* SPDX-License-Identifier: MIT */
/* sends_internal.h - what sends.c wants of io_uring: sends_ring.c has it, sends_none.c stands for it where it was not there to build with. */
#ifndef ALEA_SERVER_SENDS_INTERNAL_H
#define ALEA_SERVER_SENDS_INTERNAL_H

#include <sys/socket.h>

#include "sends.h"

enum { SENDS_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL };

struct sending {
    int fd;
    const void *bytes;
    size_t n;
    void *whose;
    bool over;
    ssize_t taken; /* if it is over: of the bytes, or -errno */
};

struct ring;
struct ring *ring_new(void); /* NULL: there is none to be had */
void ring_free(struct ring *ring);
/* Sends in one call; false: the ring has failed, and is of no use any more. Those that are not over then have not been begun. */
bool ring_send(struct ring *ring, struct sending *all, unsigned n);

#endif
