/* SPDX-License-Identifier: MIT */
/* run.c - the tasks of a plan handed out to threads, and what comes back added up in order. */
#include "run.h"

#include <errno.h>
#include <stdlib.h>

#include "now.h"
#include "workers.h"

enum { TELL_EVERY = 5 }; /* looks */

/* ---- Handing out and taking back: under the lock ---------------------------------------------------------------------- */

/* The oldest task that is out and not finished, of those that the fewest hold, fewer than `most`. */
static long take_again(const struct lab_queue *queue, int most) {
    long best = -1;
    for (long t = queue->added; t < queue->tasks; t++)
        if (!queue->numbers[t] && queue->holders[t] < most && (best < 0 || queue->holders[t] < queue->holders[best]))
            best = t;
    return best;
}

long lab_queue_take(struct lab_queue *queue, bool here) {
    long task = -1;
    pthread_mutex_lock(&queue->lock);
    while (queue->next < queue->tasks && queue->numbers[queue->next]) queue->next++;
    if (queue->next < queue->tasks) task = queue->next++;
    else if (queue->again) task = take_again(queue, here ? UINT8_MAX : 2);
    if (atomic_load_explicit(&queue->halt, memory_order_relaxed)) task = -1;
    if (task >= 0) queue->holders[task]++;
    pthread_mutex_unlock(&queue->lock);
    return task;
}

/* Adds up whole blocks of all cells, as far as they are there without a gap, until the question is decided. */
static void add_up(struct lab_queue *queue) {
    int cells = queue->plan->n_cells;
    while (queue->ready < queue->tasks && queue->numbers[queue->ready]) queue->ready++;
    while (queue->ready - queue->added >= cells && !lab_sums_decided(queue->sums)) {
        for (int c = 0; c < cells; c++, queue->added++) {
            lab_sums_add(queue->sums, queue->added, queue->numbers[queue->added]);
            free(queue->numbers[queue->added]);
            queue->numbers[queue->added] = queue->done_mark;
        }
    }
    if (queue->added == queue->tasks || lab_sums_decided(queue->sums)) atomic_store(&queue->halt, true);
}

/* Owns the numbers from now on. */
static void put(struct lab_queue *queue, long task, double *numbers) {
    if (queue->numbers[task]) {
        free(numbers); /* somebody else was faster, with the same */
        return;
    }
    queue->numbers[task] = numbers;
    queue->finished++;
    add_up(queue);
}

void lab_queue_put(struct lab_queue *queue, long task, double *numbers) {
    pthread_mutex_lock(&queue->lock);
    if (queue->journal && !queue->numbers[task] && !queue->failed) {
        queue->failed = lab_journal_add(queue->journal, task, numbers);
        if (queue->failed) atomic_store(&queue->halt, true);
    }
    put(queue, task, numbers);
    pthread_mutex_unlock(&queue->lock);
}

void lab_queue_fail(struct lab_queue *queue, int failed) {
    pthread_mutex_lock(&queue->lock);
    if (!queue->failed) queue->failed = failed;
    atomic_store(&queue->halt, true);
    pthread_mutex_unlock(&queue->lock);
}

/* ---- Threads ---------------------------------------------------------------------------------------------------------- */

void lab_queue_work(void *context) {
    struct lab_queue *queue = context;
    struct lab_table *table = lab_table_new(queue->plan, &queue->halt);
    int failed = table ? 0 : ENOMEM;
    long task;
    while (!failed && (task = lab_queue_take(queue, true)) >= 0) {
        double *numbers = calloc((size_t)lab_task_numbers(queue->plan, task), sizeof *numbers);
        failed = numbers ? lab_table_play(table, task, numbers) : ENOMEM;
        if (failed) free(numbers);
        else lab_queue_put(queue, task, numbers);
    }
    if (failed && failed != EINTR) lab_queue_fail(queue, failed);
    if (table) {
        pthread_mutex_lock(&queue->lock);
        lab_table_conduct(table, queue->run->conduct);
        pthread_mutex_unlock(&queue->lock);
    }
    lab_table_free(table);
}

void lab_queue_look_up(void *context) {
    struct lab_queue *queue = context;
    struct lab_run *run = queue->run;
    if (run->stop && atomic_load(run->stop)) atomic_store(&queue->halt, true);
    if (!run->progress || ++queue->looks % TELL_EVERY) return;
    pthread_mutex_lock(&queue->lock);
    struct lab_progress progress = {.done = queue->finished,
                                    .tasks = queue->tasks,
                                    .resumed = queue->resumed,
                                    .seconds = alea_now() - queue->since,
                                    .sums = queue->sums};
    run->progress(run->context, &progress);
    pthread_mutex_unlock(&queue->lock);
}

/* ---- Runs ------------------------------------------------------------------------------------------------------------- */

static bool take_resumed(void *context, long task, double *numbers) {
    struct lab_queue *queue = context;
    if (task < queue->tasks) put(queue, task, numbers);
    else free(numbers); /* of a larger plan */
    return true;
}

static bool open_desk(struct lab_queue *queue, struct alea_error *error) {
    struct lab_run *run = queue->run;
    bool torn = false;
    queue->numbers = calloc((size_t)queue->tasks, sizeof *queue->numbers);
    queue->holders = calloc((size_t)queue->tasks, sizeof *queue->holders);
    queue->done_mark = calloc(1, sizeof *queue->done_mark);
    if (!queue->numbers || !queue->holders || !queue->done_mark) {
        queue->failed = ENOMEM;
        return false;
    }
    if (!run->journal) return true;
    queue->journal = lab_journal_open(run->journal, queue->plan, take_resumed, queue, &torn, &queue->failed, error);
    queue->resumed = queue->finished;
    if (queue->journal && torn && run->torn) run->torn(run->context, run->journal);
    return queue->journal;
}

static void close_desk(struct lab_queue *queue) {
    for (long t = queue->added; queue->numbers && t < queue->tasks; t++) free(queue->numbers[t]);
    free(queue->numbers);
    free(queue->holders);
    free(queue->done_mark);
    pthread_mutex_destroy(&queue->lock);
}

bool lab_run(struct lab_run *run, struct lab_sums *sums, struct alea_error *error) {
    struct lab_queue queue = {.run = run,
                              .plan = run->plan,
                              .sums = sums,
                              .tasks = lab_plan_tasks(run->plan),
                              .lock = PTHREAD_MUTEX_INITIALIZER,
                              .since = alea_now()};
    bool fine = open_desk(&queue, error);
    if (fine && !atomic_load(&queue.halt)) lab_ranks_run(&queue);
    int closed = queue.journal ? lab_journal_close(queue.journal) : 0;
    run->failed = queue.failed ? queue.failed : closed;
    run->stopped = lab_sums_decided(sums) ? LAB_DECIDED : queue.added == queue.tasks ? LAB_ALL_PLAYED : LAB_INTERRUPTED;
    close_desk(&queue);
    return fine && !run->failed;
}
