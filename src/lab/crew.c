/* SPDX-License-Identifier: MIT */
/* crew.c - threads, and the wait for them. */
#include "crew.h"

#include <pthread.h>
#include <time.h>

struct crew {
    void (*work)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t one_ended;
    int left; /* under the lock */
};

double lab_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *run(void *context) {
    struct crew *crew = context;
    crew->work(crew->context);
    pthread_mutex_lock(&crew->lock);
    crew->left--;
    pthread_cond_signal(&crew->one_ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void wait_for_all(struct crew *crew, void (*look_up)(void *context), int ms) {
    pthread_mutex_lock(&crew->lock);
    while (crew->left > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += ms * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_cond_timedwait(&crew->one_ended, &crew->lock, &until) == 0 || !look_up) continue;
        pthread_mutex_unlock(&crew->lock);
        look_up(crew->context);
        pthread_mutex_lock(&crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

void lab_crew_run(int threads, void (*work)(void *context), void (*look_up)(void *context), int ms, void *context) {
    struct crew crew = {
        .work = work, .context = context, .lock = PTHREAD_MUTEX_INITIALIZER, .one_ended = PTHREAD_COND_INITIALIZER};
    pthread_t thread[LAB_MAX_THREADS];
    int n = 0;
    crew.left = threads < LAB_MAX_THREADS ? threads : LAB_MAX_THREADS;
    int wanted = crew.left;
    while (n < wanted && pthread_create(&thread[n], NULL, run, &crew) == 0) n++;
    pthread_mutex_lock(&crew.lock);
    crew.left -= wanted - n;
    pthread_mutex_unlock(&crew.lock);
    if (n == 0) work(context);
    wait_for_all(&crew, look_up, ms);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
}
