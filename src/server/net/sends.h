/* SPDX-License-Identifier: MIT */
/* sends.h - what goes out to many sockets at the end of a turn, in one call of the kernel where that has io_uring and lets us use it;
 * else a send() for each. Nothing waits: a socket takes what it has room for. */
#ifndef ALEA_SERVER_SENDS_H
#define ALEA_SERVER_SENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { SENDS_MAX = 256 /* in one call */ };

struct sends;
struct sends *sends_new(void); /* NULL: memory is short */
void sends_free(struct sends *sends);

/* Adds n bytes for a socket, which stay where they are until sends_go(). False: SENDS_MAX are there, they have to go first. */
bool sends_add(struct sends *sends, int fd, const void *bytes, size_t n, void *whose);

typedef void sends_done(void *whose, ssize_t taken);
/* Sends all that was added and tells of each in that order how many bytes its socket took, or -errno. */
void sends_go(struct sends *sends, sends_done *done);

/* Do they go in one call? */
bool sends_together(const struct sends *sends);

#endif
