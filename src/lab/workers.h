/* SPDX-License-Identifier: MIT */
/* workers.h - several threads that do the same work, while the caller waits and looks up now and then. */
#ifndef ALEA_LAB_WORKERS_H
#define ALEA_LAB_WORKERS_H

enum { LAB_MAX_THREADS = 256 };

/* Runs work(context) on so many threads, on the caller's if none can be started, and returns when all have ended. Meanwhile
 * calls look_up(context) every `ms` milliseconds (NULL: never). */
void lab_workers_run(int threads, void (*work)(void *context), void (*look_up)(void *context), int ms, void *context);

#endif
