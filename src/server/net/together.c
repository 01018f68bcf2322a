/* SPDX-License-Identifier: MIT */
/* together.c - by the ring, as long as there is one, and what that has not done one by one; by whoever calls, or by the thread. All that is here is
 * the thread's from together_start() to together_finish(), which two semaphores hand on, so that nothing needs a lock. */
#include "together.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "now.h"
#include "together_internal.h"

struct together {
    enum together_way way;
    struct ring *ring; /* NULL: there is none */
    unsigned n;
    struct piece all[TOGETHER_MAX];
    unsigned from; /* so many on are the thread's; 0: there is none */
    bool under_way;
    bool ending; /* set before the last `begun` */
    sem_t begun, done;
    pthread_t thread;
};

struct together *together_new(enum together_way way) {
    struct together *together = calloc(1, sizeof *together);
    if (!together) return NULL;
    together->way = way;
    together->ring = ring_new();
    return together;
}

static void lose_ring(struct together *together) {
    ring_free(together->ring);
    together->ring = NULL;
}

static void wait_for(sem_t *semaphore) {
    while (sem_wait(semaphore)) {} /* a signal came */
}

static void end_thread(struct together *together) {
    if (together->under_way) wait_for(&together->done);
    together->ending = true;
    sem_post(&together->begun);
    pthread_join(together->thread, NULL);
    sem_destroy(&together->begun);
    sem_destroy(&together->done);
}

void together_free(struct together *together) {
    if (!together) return;
    if (together->from) end_thread(together);
    lose_ring(together);
    free(together);
}

bool together_add(struct together *together, int fd, void *bytes, size_t n, void *whose) {
    if (together->n == TOGETHER_MAX) return false;
    together->all[together->n++] = (struct piece){.fd = fd, .bytes = bytes, .n = n, .whose = whose};
    return true;
}

static void go_alone(enum together_way way, struct piece *one) {
    one->moved = way == TOGETHER_OUT ? send(one->fd, one->bytes, one->n, TOGETHER_FLAGS)
                                     : recv(one->fd, one->bytes, one->n, TOGETHER_FLAGS);
    if (one->moved < 0) one->moved = -errno;
}

static void move(struct together *together) {
    const unsigned n = together->n;
    struct piece *all = together->all;
    if (together->ring && n > 1 && !ring_go(together->ring, together->way, all, n))
        lose_ring(together); /* one is as quick without */
    for (unsigned i = 0; i < n; i++)
        if (!all[i].over) go_alone(together->way, &all[i]);
}

static void tell(struct together *together, together_done *done) {
    const unsigned n = together->n;
    const struct piece *all = together->all;
    together->n = 0;
    for (unsigned i = 0; i < n; i++) done(all[i].whose, all[i].bytes, all[i].moved);
}

void together_go(struct together *together, together_done *done) {
    move(together);
    tell(together, done);
}

/* ---- The thread ------------------------------------------------------------------------------------------------------------- */

static void *move_all(void *context) {
    struct together *together = context;
    for (wait_for(&together->begun); !together->ending; wait_for(&together->begun)) {
        move(together);
        sem_post(&together->done);
    }
    return NULL;
}

/* Signals are the loop's business. */
bool together_thread(struct together *together, unsigned from) {
    sigset_t all, before;
    sem_init(&together->begun, 0, 0);
    sem_init(&together->done, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool good = !pthread_create(&together->thread, NULL, move_all, together);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    together->from = good ? from : 0;
    return good;
}

bool together_start(struct together *together) {
    if (!together->from || together->n < together->from) return false;
    together->under_way = true;
    sem_post(&together->begun);
    return true;
}

bool together_under_way(const struct together *together) { return together->under_way; }

void together_finish(struct together *together, together_done *done) {
    wait_for(&together->done);
    together->under_way = false;
    tell(together, done);
}

int64_t together_work_us(const struct together *together) {
    clockid_t clock;
    return together->from && !pthread_getcpuclockid(together->thread, &clock) ? alea_now_of(clock) / 1000 : 0;
}

bool together_by_ring(const struct together *together) { return together->ring; }
