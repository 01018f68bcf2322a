/* SPDX-License-Identifier: MIT */
/* pool.h - threads for what takes long: bots that think, passwords that are hashed, long matches that are opened or written. The I/O
 * loop never waits for them.
 *
 * A job is the caller's memory: `run` is called on some thread of the pool, `done` later in the loop's thread, by pool_collect().
 * `run` may touch nothing but its job. Slow jobs have a queue of their own and never more than half of the threads: passwords, of
 * which anybody may send any number, do not keep bots from their moves, nor bots anybody from signing in. Thoughts, which may last
 * seconds, have threads of their own, half as many as the others. What nobody waits for comes after all else of its kind, and a thought
 * of that sort is hurried when another one needs its thread.
 *
 * Lasting jobs have threads of their own too. They are shared among those who ask: next comes the job whose asker has least of them at
 * work and before it in the queue, and nobody has all the threads. */
#ifndef ALEA_SERVER_POOL_H
#define ALEA_SERVER_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct pool;

enum {
    POOL_MAX_WAITING = 4096,
    POOL_MAX_SLOW_WAITING = 64,
    POOL_MAX_LASTING_WAITING = 256,
    POOL_MAX_LASTING_EACH = 8 /* waiting, of one asker */
};

struct pool_job {
    void (*run)(struct pool_job *job);
    void (*done)(struct pool_job *job);
    bool slow;             /* some tenths of a second */
    bool thought;          /* a second, or more */
    bool lasting;          /* seconds, for an asker */
    bool unattended;       /* nobody waits for it */
    atomic_bool *hurry;    /* of an unattended thought: set when it should end as soon as it can; or NULL */
    uint64_t asker;        /* of a lasting job; 0: the server itself */
    struct pool_job *next; /* the pool's */
};

/* `wake` is called from any thread when a job is ready to be collected; NULL: the caller polls. NULL if threads can't be made. */
struct pool *pool_new(int threads, void (*wake)(void *context), void *context);
void pool_free(struct pool *pool); /* waits for those that run; the rest is not run, but `done` is called for all */
void pool_stop(struct pool *pool); /* from now on no job is begun; pool_free() then waits for fewer */
/* False if as many of its kind wait already as may: nothing was taken. A job may be added again from its `done`. */
bool pool_add(struct pool *pool, struct pool_job *job);
/* Takes a lasting job back that still waits: neither `run` nor `done` will be called. False if it is at work, or done. */
bool pool_drop(struct pool *pool, struct pool_job *job);
int pool_collect(struct pool *pool); /* calls `done` of what is ready; how many */
int pool_waiting(struct pool *pool);
bool pool_idle(struct pool *pool); /* nothing waits, is at work, or is to be collected */
/* Thoughts that wait for each of their threads, rounded up; from any thread. For one that nobody waits for, all of them. */
int pool_crowd(struct pool *pool, bool unattended);

#endif
