/* SPDX-License-Identifier: MIT */
/* pool.c - a few threads, bounded queues of what waits, and a list of what is ready for the loop. */
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { MAX_THREADS = 64 };

struct queue {
    struct pool_job *first, *last;
    int n;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work, think;                  /* something waits, or the threads are to end */
    struct queue waiting, slow, thoughts, ready; /* under the lock, as are the next three */
    int slow_running;
    bool slow_last; /* was begun */
    bool ending;
    int most_slow; /* at once */
    void (*wake)(void *context);
    void *context;
    int n_threads, n_thinkers; /* the latter are among the former */
    pthread_t thread[MAX_THREADS + (MAX_THREADS + 1) / 2];
};

static void put(struct queue *queue, struct pool_job *job) {
    job->next = NULL;
    if (queue->last) queue->last->next = job;
    else queue->first = job;
    queue->last = job;
    queue->n++;
}

static struct pool_job *take(struct queue *queue) {
    struct pool_job *job = queue->first;
    if (!job) return NULL;
    queue->first = job->next;
    if (!queue->first) queue->last = NULL;
    queue->n--;
    return job;
}

/* Of both kinds that wait, each in its turn. */
static struct pool_job *take_next(struct pool *pool) {
    bool slow = pool->slow.n && pool->slow_running < pool->most_slow && !(pool->slow_last && pool->waiting.n);
    struct pool_job *job = take(slow ? &pool->slow : &pool->waiting);
    if (!job) return NULL;
    pool->slow_last = slow;
    pool->slow_running += slow;
    return job;
}

static void do_job(struct pool *pool, struct pool_job *job) {
    pthread_mutex_unlock(&pool->lock);
    job->run(job);
    pthread_mutex_lock(&pool->lock);
    pool->slow_running -= job->slow;
    put(&pool->ready, job);
    if (pool->wake) pool->wake(pool->context); /* under the lock: pool_free() waits until it is over */
}

static void *work(void *context) {
    struct pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    while (!pool->ending) {
        struct pool_job *job = take_next(pool);
        if (job) do_job(pool, job);
        else pthread_cond_wait(&pool->work, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void *think(void *context) {
    struct pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    while (!pool->ending) {
        struct pool_job *job = take(&pool->thoughts);
        if (job) do_job(pool, job);
        else pthread_cond_wait(&pool->think, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int start(struct pool *pool, int threads, void *(*body)(void *context)) {
    int n = 0;
    while (n < threads && !pthread_create(&pool->thread[pool->n_threads], NULL, body, pool)) n++, pool->n_threads++;
    return n;
}

/* Signals are the loop's business: threads begin with all of them blocked. */
static bool start_threads(struct pool *pool, int threads) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool works = start(pool, threads, work) > 0;
    pool->n_thinkers = start(pool, (threads + 1) / 2, think);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return works && pool->n_thinkers > 0;
}

struct pool *pool_new(int threads, void (*wake)(void *context), void *context) {
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    if (threads < 1) threads = 1;
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    pool->most_slow = threads > 2 ? threads / 2 : 1;
    pool->wake = wake;
    pool->context = context;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->think, NULL);
    if (start_threads(pool, threads)) return pool;
    pool_free(pool);
    return NULL;
}

void pool_stop(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->work);
    pthread_cond_broadcast(&pool->think);
    pthread_mutex_unlock(&pool->lock);
}

void pool_free(struct pool *pool) {
    struct pool_job *job;
    if (!pool) return;
    pool_stop(pool);
    for (int i = 0; i < pool->n_threads; i++) pthread_join(pool->thread[i], NULL);
    pool_collect(pool);
    while ((job = take(&pool->waiting)) || (job = take(&pool->slow)) || (job = take(&pool->thoughts))) job->done(job);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->think);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

bool pool_add(struct pool *pool, struct pool_job *job) {
    pthread_mutex_lock(&pool->lock);
    struct queue *queue = job->thought ? &pool->thoughts : job->slow ? &pool->slow : &pool->waiting;
    bool room = queue->n < (job->slow ? POOL_MAX_SLOW_WAITING : POOL_MAX_WAITING);
    if (room) {
        put(queue, job);
        pthread_cond_signal(job->thought ? &pool->think : &pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

int pool_collect(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    struct queue ready = pool->ready;
    pool->ready = (struct queue){0};
    pthread_mutex_unlock(&pool->lock);
    int n = ready.n;
    for (struct pool_job *job; (job = take(&ready));) job->done(job);
    return n;
}

int pool_waiting(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int n = pool->waiting.n + pool->slow.n + pool->thoughts.n;
    pthread_mutex_unlock(&pool->lock);
    return n;
}

int pool_crowd(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int n = (pool->thoughts.n + pool->n_thinkers - 1) / pool->n_thinkers;
    pthread_mutex_unlock(&pool->lock);
    return n;
}
