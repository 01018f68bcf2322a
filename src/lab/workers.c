/* SPDX-License-Identifier: MIT */
/* workers.c - threads, and the wait for them. */
#include "workers.h"

#include <pthread.h>
#include <time.h>

#include "now.h"

struct workers {
    void (*work)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t one_ended;
    int left; /* under the lock */
};

static void *run(void *context) {
    struct workers *workers = context;
    workers->work(workers->context);
    pthread_mutex_lock(&workers->lock);
    workers->left--;
    pthread_cond_signal(&workers->one_ended);
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

static void wait_for_all(struct workers *workers, void (*look_up)(void *context), int ms) {
    pthread_mutex_lock(&workers->lock);
    while (workers->left > 0) {
        const int64_t ns = alea_wall_ns() + ms * INT64_C(1000000);
        const struct timespec until = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
        if (pthread_cond_timedwait(&workers->one_ended, &workers->lock, &until) == 0 || !look_up) continue;
        pthread_mutex_unlock(&workers->lock);
        look_up(workers->context);
        pthread_mutex_lock(&workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
}

void lab_workers_run(int threads, void (*work)(void *context), void (*look_up)(void *context), int ms, void *context) {
    struct workers workers = {
        .work = work, .context = context, .lock = PTHREAD_MUTEX_INITIALIZER, .one_ended = PTHREAD_COND_INITIALIZER};
    pthread_t thread[LAB_MAX_THREADS];
    int n = 0;
    workers.left = threads < LAB_MAX_THREADS ? threads : LAB_MAX_THREADS;
    int wanted = workers.left;
    while (n < wanted && pthread_create(&thread[n], NULL, run, &workers) == 0) n++;
    pthread_mutex_lock(&workers.lock);
    workers.left -= wanted - n;
    pthread_mutex_unlock(&workers.lock);
    if (n == 0) work(context);
    wait_for_all(&workers, look_up, ms);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
}
