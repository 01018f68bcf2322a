/* SPDX-License-Identifier: MIT */
/* pool.c - a few threads, bounded queues of what waits, and a list of what is ready for the loop. */
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { MAX_THREADS = 64, MAX_LASTING = 8 };

struct queue {
    struct pool_job *first, *last;
    int n;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work, think, last;     /* something waits, or the threads are to end */
    struct queue waiting[2], thoughts[2]; /* under the lock, as is all up to `ending`; [1]: what nobody waits for */
    struct queue slow, lasting, ready;
    struct pool_job *at_work[MAX_LASTING];    /* lasting jobs */
    struct pool_job *unattended[MAX_THREADS]; /* thoughts that are thought, and nobody waits for */
    int slow_running, thinking;
    int taken;      /* jobs that were added, and whose `done` is still to be called */
    bool slow_last; /* was begun */
    bool ending;
    int most_slow; /* at once */
    void (*wake)(void *context);
    void *context;
    int n_threads, n_thinkers, n_lasting; /* the latter are among the former */
    pthread_t thread[MAX_THREADS + (MAX_THREADS + 1) / 2 + MAX_LASTING];
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

/* One from the middle; false if it is not there. */
static bool take_out(struct queue *queue, struct pool_job *job) {
    struct pool_job *before = NULL;
    for (struct pool_job *at = queue->first; at; before = at, at = at->next) {
        if (at != job) continue;
        if (before) before->next = job->next;
        else queue->first = job->next;
        if (queue->last == job) queue->last = before;
        queue->n--;
        return true;
    }
    return false;
}

static struct pool_job *take_attended(struct queue queue[2]) { return take(&queue[queue[0].n == 0]); }

/* Takes the next job, from either kind in turn. */
static struct pool_job *take_next(struct pool *pool) {
    bool others = pool->waiting[0].n || pool->waiting[1].n;
    bool slow = pool->slow.n && pool->slow_running < pool->most_slow && !(pool->slow_last && others);
    struct pool_job *job = slow ? take(&pool->slow) : take_attended(pool->waiting);
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

/* A place in a list of what is at work. */
static struct pool_job **place_of(struct pool_job *list[], const struct pool_job *job) {
    while (*list != job) list++;
    return list;
}

/* Half of the threads, at least one, may think what nobody waits for. */
static struct pool_job *take_thought(struct pool *pool) {
    int unattended = 0;
    for (int i = 0; i < pool->n_thinkers; i++) unattended += pool->unattended[i] != NULL;
    bool may = unattended == 0 || unattended < pool->n_thinkers / 2;
    return pool->thoughts[0].n || may ? take_attended(pool->thoughts) : NULL;
}

static void *think(void *context) {
    struct pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    while (!pool->ending) {
        struct pool_job *job = take_thought(pool);
        if (!job) {
            pthread_cond_wait(&pool->think, &pool->lock);
            continue;
        }
        struct pool_job **place = job->unattended ? place_of(pool->unattended, NULL) : NULL;
        if (place) *place = job;
        pool->thinking++;
        do_job(pool, job);
        pool->thinking--;
        if (place) *place = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* All threads think: one of the thoughts that nobody waits for makes room. */
static void hurry(struct pool *pool) {
    for (int i = 0; i < pool->n_thinkers; i++) {
        struct pool_job *job = pool->unattended[i];
        if (!job || !job->hurry || atomic_exchange(job->hurry, true)) continue;
        return;
    }
}

/* ---- Lasting jobs ---------------------------------------------------------------------------------------------------------- */

static int at_work_for(const struct pool *pool, uint64_t asker) {
    int n = 0;
    for (int i = 0; i < pool->n_lasting; i++) n += pool->at_work[i] && pool->at_work[i]->asker == asker;
    return n;
}

static int waiting_for(const struct pool *pool, uint64_t asker, const struct pool_job *before) {
    int n = 0;
    for (const struct pool_job *job = pool->lasting.first; job != before; job = job->next) n += job->asker == asker;
    return n;
}

/* NULL if there is none that may begin now. */
static struct pool_job *take_fair(struct pool *pool) {
    struct pool_job *best = NULL;
    int least = 0;
    for (struct pool_job *job = pool->lasting.first; job; job = job->next) {
        int running = at_work_for(pool, job->asker), n = running + waiting_for(pool, job->asker, job);
        if (running >= pool->n_lasting - 1 || (best && n >= least)) continue;
        best = job;
        least = n;
    }
    if (best) take_out(&pool->lasting, best);
    return best;
}

static void *last(void *context) {
    struct pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    while (!pool->ending) {
        struct pool_job *job = take_fair(pool);
        if (!job) {
            pthread_cond_wait(&pool->last, &pool->lock);
            continue;
        }
        struct pool_job **place = place_of(pool->at_work, NULL);
        *place = job;
        do_job(pool, job);
        *place = NULL;
        pthread_cond_signal(&pool->last); /* its asker may have another one */
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------------------- */

static int start(struct pool *pool, int threads, void *(*body)(void *context)) {
    int n = 0;
    while (n < threads && !pthread_create(&pool->thread[pool->n_threads], NULL, body, pool)) n++, pool->n_threads++;
    return n;
}

/* One more than an asker may have. */
static int lasting_threads(int threads) { return threads < 4 ? 2 : threads / 2 < MAX_LASTING ? threads / 2 : MAX_LASTING; }

/* Signals are the loop's business: threads begin with all of them blocked. */
static bool start_threads(struct pool *pool, int threads) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool works = start(pool, threads, work) > 0;
    int thinkers = start(pool, (threads + 1) / 2, think), lasting = start(pool, lasting_threads(threads), last);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return works && thinkers > 0 && lasting > 1;
}

struct pool *pool_new(int threads, void (*wake)(void *context), void *context) {
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    if (threads < 1) threads = 1;
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    pool->most_slow = threads > 2 ? threads / 2 : 1;
    pool->n_thinkers = (threads + 1) / 2;
    pool->n_lasting = lasting_threads(threads);
    pool->wake = wake;
    pool->context = context;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->think, NULL);
    pthread_cond_init(&pool->last, NULL);
    if (start_threads(pool, threads)) return pool;
    pool_free(pool);
    return NULL;
}

void pool_stop(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->work);
    pthread_cond_broadcast(&pool->think);
    pthread_cond_broadcast(&pool->last);
    pthread_mutex_unlock(&pool->lock);
}

void pool_free(struct pool *pool) {
    struct pool_job *job;
    if (!pool) return;
    pool_stop(pool);
    for (int i = 0; i < pool->n_threads; i++) pthread_join(pool->thread[i], NULL);
    pool_collect(pool);
    while ((job = take_attended(pool->waiting)) || (job = take(&pool->slow)) || (job = take_attended(pool->thoughts)) ||
           (job = take(&pool->lasting)))
        job->done(job);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->think);
    pthread_cond_destroy(&pool->last);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static struct queue *queue_of(struct pool *pool, const struct pool_job *job) {
    return job->lasting   ? &pool->lasting
           : job->thought ? &pool->thoughts[job->unattended]
           : job->slow    ? &pool->slow
                          : &pool->waiting[job->unattended];
}

static bool has_room(const struct pool *pool, const struct pool_job *job, const struct queue *queue) {
    if (job->lasting && waiting_for(pool, job->asker, NULL) >= POOL_MAX_LASTING_EACH) return false;
    return queue->n < (job->lasting ? POOL_MAX_LASTING_WAITING : job->slow ? POOL_MAX_SLOW_WAITING : POOL_MAX_WAITING);
}

bool pool_add(struct pool *pool, struct pool_job *job) {
    pthread_mutex_lock(&pool->lock);
    struct queue *queue = queue_of(pool, job);
    bool room = has_room(pool, job, queue);
    if (room) {
        put(queue, job);
        pool->taken++;
        if (job->thought && !job->unattended && pool->thinking == pool->n_thinkers) hurry(pool);
        pthread_cond_signal(job->lasting ? &pool->last : job->thought ? &pool->think : &pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

bool pool_drop(struct pool *pool, struct pool_job *job) {
    pthread_mutex_lock(&pool->lock);
    bool waits = take_out(&pool->lasting, job);
    pool->taken -= waits;
    pthread_mutex_unlock(&pool->lock);
    return waits;
}

int pool_collect(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    struct queue ready = pool->ready;
    pool->ready = (struct queue){0};
    pool->taken -= ready.n;
    pthread_mutex_unlock(&pool->lock);
    int n = ready.n;
    for (struct pool_job *job; (job = take(&ready));) job->done(job);
    return n;
}

int pool_waiting(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int n = pool->slow.n + pool->lasting.n;
    for (int i = 0; i < 2; i++) n += pool->waiting[i].n + pool->thoughts[i].n;
    pthread_mutex_unlock(&pool->lock);
    return n;
}

bool pool_idle(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    bool idle = pool->taken == 0;
    pthread_mutex_unlock(&pool->lock);
    return idle;
}

int pool_crowd(struct pool *pool, bool unattended) {
    pthread_mutex_lock(&pool->lock);
    int waiting = pool->thoughts[0].n + (unattended ? pool->thoughts[1].n : 0);
    int n = (waiting + pool->n_thinkers - 1) / pool->n_thinkers;
    pthread_mutex_unlock(&pool->lock);
    return n;
}
