/* SPDX-License-Identifier: MIT */
/* pool.h - threads for what takes long: bots that think, passwords that are hashed. The I/O loop never waits for them.
 *
 * A job is the caller's memory: `run` is called on some thread of the pool, `done` later in the loop's thread, by pool_collect().
 * `run` may touch nothing but its job. Slow jobs have a queue of their own and never more than half of the threads: passwords, of
 * which anybody may send any number, do not keep bots from their moves, nor bots anybody from signing in. Thoughts, which may last
 * seconds, have threads of their own, half as many as the others. */
#ifndef ALEA_SERVER_POOL_H
#define ALEA_SERVER_POOL_H

#include <stdbool.h>

struct pool;

enum { POOL_MAX_WAITING = 4096, POOL_MAX_SLOW_WAITING = 64 };

struct pool_job {
    void (*run)(struct pool_job *job);
    void (*done)(struct pool_job *job);
    bool slow;             /* some tenths of a second */
    bool thought;          /* a second, or more */
    struct pool_job *next; /* the pool's */
};

/* `wake` is called from any thread when a job is ready to be collected; NULL: the caller polls. NULL if threads can't be made. */
struct pool *pool_new(int threads, void (*wake)(void *context), void *context);
void pool_free(struct pool *pool); /* waits for those that run; the rest is not run, but `done` is called for all */
void pool_stop(struct pool *pool); /* from now on no job is begun; pool_free() then waits for fewer */
/* False if POOL_MAX_WAITING jobs or thoughts, or POOL_MAX_SLOW_WAITING slow ones, wait already: nothing was taken. A job may be added
 * again from its `done`. */
bool pool_add(struct pool *pool, struct pool_job *job);
int pool_collect(struct pool *pool); /* calls `done` of what is ready; how many */
int pool_waiting(struct pool *pool);
int pool_crowd(struct pool *pool); /* thoughts that wait for each of their threads, rounded up; from any thread */

#endif
