/* SPDX-License-Identifier: MIT */
/* together.h - what is sent to many sockets at the end of a turn, or received from many at its beginning, in one call of the kernel where that
 * has io_uring and lets us use it; else a call for each. Nothing waits: a socket takes what it has room for, and gives what is there. A thread
 * may do it meanwhile; all calls here come from one other. */
#ifndef ALEA_SERVER_TOGETHER_H
#define ALEA_SERVER_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TOGETHER_MAX = 2048 };
enum together_way { TOGETHER_OUT, TOGETHER_IN };

struct together;
struct together *together_new(enum together_way way); /* NULL: memory is short */
/* What is under way on the thread is waited for, and nobody is told. */
void together_free(struct together *together);

/* Adds n bytes for a socket, or room for so many from it, which stay where they are until the socket has been told of. False: TOGETHER_MAX are there,
 * they have to go first. Not while some are under way. */
bool together_add(struct together *together, int fd, void *bytes, size_t n, void *whose);

typedef void together_done(void *whose, void *bytes, ssize_t n);
/* Does all that was added and tells of each in that order how many bytes its socket took or gave, or -errno; 0 in: nothing comes any more. */
void together_go(struct together *together, together_done *done);

/* From now on a thread does what is begun, where that is for `from` sockets at least. False: there is no thread to be had. */
bool together_thread(struct together *together, unsigned from);
/* Begins what was added. True: the thread is at it; until together_finish() no byte of it may move and none of its sockets be closed. False:
 * there are too few, or there is no thread; together_go() does it. */
bool together_start(struct together *together);
bool together_under_way(const struct together *together);
/* Waits until the thread has done all, and tells of each as together_go() does. */
void together_finish(struct together *together, together_done *done);
/* The processor time that the thread has used, in microseconds; 0: there is none. */
int64_t together_work_us(const struct together *together);

/* Do they go in one call? Not while some are under way. */
bool together_by_ring(const struct together *together);

#endif
