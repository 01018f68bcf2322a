/* SPDX-License-Identifier: MIT */
/* run.h - what threads and ranks share of a run: the queue from which tasks are taken, and to which samples come back. */
#ifndef ALEA_LAB_RUN_H
#define ALEA_LAB_RUN_H

#include <pthread.h>

#include "lab.h"

struct lab_queue {
    struct lab_run *run;
    const struct lab_plan *plan;
    long tasks;
    double since;
    atomic_bool halt; /* nothing more is wanted */
    bool again;       /* tasks that are out may be handed out once more */
    long looks;

    pthread_mutex_t lock; /* of all that follows */
    struct lab_sums *sums;
    struct lab_journal *journal; /* NULL: none */
    double **numbers;            /* of each task, owned; NULL: not finished; done_mark: added up */
    double *done_mark;
    uint8_t *holders; /* of each task: how often it was handed out */
    long next;        /* to hand out */
    long ready;       /* all before are finished */
    long added;       /* all before are added up: whole blocks */
    long finished, resumed;
    int failed; /* 0 or errno */
};

/* A task to play; -1: there is none. Once all are out and queue->again, those that are not finished are handed out once more, so that
 * nothing waits for a rank that may be dead; to threads of this process (`here`) as often as it takes. */
long lab_queue_take(struct lab_queue *queue, bool here);
/* Its sample, owned by the queue from now on. */
void lab_queue_put(struct lab_queue *queue, long task, double *numbers);
void lab_queue_fail(struct lab_queue *queue, int failed);
/* What a thread does: plays tasks until none is left. */
void lab_queue_work(void *queue);
/* What is to be done ten times a second meanwhile. */
void lab_queue_look_up(void *queue);

/* Plays all tasks of the queue (ranks_none.c: by threads; ranks.c: by the other ranks of an MPI program too). */
void lab_ranks_run(struct lab_queue *queue);

#endif
