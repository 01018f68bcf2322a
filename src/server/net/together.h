/* SPDX-License-Identifier: MIT */
/* together.h - what is sent to many sockets at the end of a turn, or received from many at its beginning, in one call of the kernel where that
 * has io_uring and lets us use it; else a call for each. Nothing waits: a socket takes what it has room for, and gives what is there. */
#ifndef ALEA_SERVER_TOGETHER_H
#define ALEA_SERVER_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { TOGETHER_MAX = 256 /* in one call */ };
enum together_way { TOGETHER_OUT, TOGETHER_IN };

struct together;
struct together *together_new(enum together_way way); /* NULL: memory is short */
void together_free(struct together *together);

/* Adds n bytes for a socket, or room for so many from it, which stay where they are until together_go(). False: TOGETHER_MAX are there, they have
 * to go first. */
bool together_add(struct together *together, int fd, void *bytes, size_t n, void *whose);

typedef void together_done(void *whose, void *bytes, ssize_t n);
/* Does all that was added and tells of each in that order how many bytes its socket took or gave, or -errno; 0 in: nothing comes any more. */
void together_go(struct together *together, together_done *done);

/* Do they go in one call? */
bool together_by_ring(const struct together *together);

#endif
