/* SPDX-License-Identifier: MIT */
/* run.c - the tasks of a plan handed out to threads, and what comes back added up in order. */
#include "run.h"

#include <errno.h>
#include <stdlib.h>

#include "crew.h"

enum { TELL_EVERY = 5 }; /* looks */

/* ---- Handing out and taking back: under the lock ---------------------------------------------------------------------- */

/* The oldest task that is out and not finished, of those that the fewest hold, fewer than `most`. */
static long take_again(const struct lab_desk *desk, int most) {
    long best = -1;
    for (long t = desk->added; t < desk->tasks; t++)
        if (!desk->numbers[t] && desk->holders[t] < most && (best < 0 || desk->holders[t] < desk->holders[best])) best = t;
    return best;
}

long lab_desk_take(struct lab_desk *desk, bool here) {
    long task = -1;
    pthread_mutex_lock(&desk->lock);
    while (desk->next < desk->tasks && desk->numbers[desk->next]) desk->next++;
    if (desk->next < desk->tasks) task = desk->next++;
    else if (desk->again) task = take_again(desk, here ? UINT8_MAX : 2);
    if (atomic_load_explicit(&desk->halt, memory_order_relaxed)) task = -1;
    if (task >= 0) desk->holders[task]++;
    pthread_mutex_unlock(&desk->lock);
    return task;
}

/* Adds up whole blocks of all cells, as far as they are there without a gap, until the question is decided. */
static void add_up(struct lab_desk *desk) {
    int cells = desk->plan->n_cells;
    while (desk->ready < desk->tasks && desk->numbers[desk->ready]) desk->ready++;
    while (desk->ready - desk->added >= cells && !lab_sums_decided(desk->sums)) {
        for (int c = 0; c < cells; c++, desk->added++) {
            lab_sums_add(desk->sums, desk->added, desk->numbers[desk->added]);
            free(desk->numbers[desk->added]);
            desk->numbers[desk->added] = desk->done_mark;
        }
    }
    if (desk->added == desk->tasks || lab_sums_decided(desk->sums)) atomic_store(&desk->halt, true);
}

/* Owns the numbers from now on. */
static void put(struct lab_desk *desk, long task, double *numbers) {
    if (desk->numbers[task]) {
        free(numbers); /* somebody else was faster, with the same */
        return;
    }
    desk->numbers[task] = numbers;
    desk->finished++;
    add_up(desk);
}

void lab_desk_put(struct lab_desk *desk, long task, double *numbers) {
    pthread_mutex_lock(&desk->lock);
    if (desk->journal && !desk->numbers[task] && !desk->failed) {
        desk->failed = lab_journal_add(desk->journal, task, numbers);
        if (desk->failed) atomic_store(&desk->halt, true);
    }
    put(desk, task, numbers);
    pthread_mutex_unlock(&desk->lock);
}

void lab_desk_fail(struct lab_desk *desk, int failed) {
    pthread_mutex_lock(&desk->lock);
    if (!desk->failed) desk->failed = failed;
    atomic_store(&desk->halt, true);
    pthread_mutex_unlock(&desk->lock);
}

/* ---- Threads ---------------------------------------------------------------------------------------------------------- */

void lab_desk_work(void *context) {
    struct lab_desk *desk = context;
    struct lab_table *table = lab_table_new(desk->plan, &desk->halt);
    int failed = table ? 0 : ENOMEM;
    long task;
    while (!failed && (task = lab_desk_take(desk, true)) >= 0) {
        double *numbers = calloc((size_t)lab_task_numbers(desk->plan, task), sizeof *numbers);
        failed = numbers ? lab_table_play(table, task, numbers) : ENOMEM;
        if (failed) free(numbers);
        else lab_desk_put(desk, task, numbers);
    }
    if (failed && failed != EINTR) lab_desk_fail(desk, failed);
    if (table) {
        pthread_mutex_lock(&desk->lock);
        lab_table_conduct(table, desk->run->conduct);
        pthread_mutex_unlock(&desk->lock);
    }
    lab_table_free(table);
}

void lab_desk_look_up(void *context) {
    struct lab_desk *desk = context;
    struct lab_run *run = desk->run;
    if (run->stop && atomic_load(run->stop)) atomic_store(&desk->halt, true);
    if (!run->progress || ++desk->looks % TELL_EVERY) return;
    pthread_mutex_lock(&desk->lock);
    struct lab_progress progress = {.done = desk->finished,
                                    .tasks = desk->tasks,
                                    .resumed = desk->resumed,
                                    .seconds = lab_now() - desk->since,
                                    .sums = desk->sums};
    run->progress(run->context, &progress);
    pthread_mutex_unlock(&desk->lock);
}

/* ---- Runs ------------------------------------------------------------------------------------------------------------- */

static bool take_resumed(void *context, long task, double *numbers) {
    struct lab_desk *desk = context;
    if (task < desk->tasks) put(desk, task, numbers);
    else free(numbers); /* of a larger plan */
    return true;
}

static bool open_desk(struct lab_desk *desk, struct alea_error *error) {
    struct lab_run *run = desk->run;
    bool torn = false;
    desk->numbers = calloc((size_t)desk->tasks, sizeof *desk->numbers);
    desk->holders = calloc((size_t)desk->tasks, sizeof *desk->holders);
    desk->done_mark = calloc(1, sizeof *desk->done_mark);
    if (!desk->numbers || !desk->holders || !desk->done_mark) {
        desk->failed = ENOMEM;
        return false;
    }
    if (!run->journal) return true;
    desk->journal = lab_journal_open(run->journal, desk->plan, take_resumed, desk, &torn, &desk->failed, error);
    desk->resumed = desk->finished;
    if (desk->journal && torn && run->torn) run->torn(run->context, run->journal);
    return desk->journal;
}

static void close_desk(struct lab_desk *desk) {
    for (long t = desk->added; desk->numbers && t < desk->tasks; t++) free(desk->numbers[t]);
    free(desk->numbers);
    free(desk->holders);
    free(desk->done_mark);
    pthread_mutex_destroy(&desk->lock);
}

bool lab_run(struct lab_run *run, struct lab_sums *sums, struct alea_error *error) {
    struct lab_desk desk = {.run = run,
                            .plan = run->plan,
                            .sums = sums,
                            .tasks = lab_plan_tasks(run->plan),
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .since = lab_now()};
    bool fine = open_desk(&desk, error);
    if (fine && !atomic_load(&desk.halt)) lab_ranks_run(&desk);
    int closed = desk.journal ? lab_journal_close(desk.journal) : 0;
    run->failed = desk.failed ? desk.failed : closed;
    run->stopped = lab_sums_decided(sums) ? LAB_DECIDED : desk.added == desk.tasks ? LAB_ALL_PLAYED : LAB_INTERRUPTED;
    close_desk(&desk);
    return fine && !run->failed;
}
