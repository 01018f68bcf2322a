/* SPDX-License-Identifier: MIT */
/* pthread.h - threads as Alea asks for them, where there are none: none can be started, so who asks works alone, and locks are held by
 * nobody else. */
#ifndef ALEA_WASM_PTHREAD_H
#define ALEA_WASM_PTHREAD_H

#include <errno.h>
#include <sys/types.h> /* has the types */
#include <time.h>

#define PTHREAD_MUTEX_INITIALIZER {{{0}}}
#define PTHREAD_COND_INITIALIZER {{{0}}}

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *context) {
    (void)thread, (void)how, (void)run, (void)context;
    return EAGAIN;
}
static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return EINVAL;
}
static inline int pthread_mutex_lock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_cond_signal(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}
static inline int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until) {
    (void)condition, (void)lock, (void)until;
    return ETIMEDOUT;
}

#endif
