/* SPDX-License-Identifier: MIT */
/* pool_test.c - every job is run once on another thread and collected once by the loop; the queue has an end; so has the pool. */
#include "pool.h"

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { MANY = 1000 };

struct job {
    struct pool_job job;
    pthread_t caller;
    int runs, dones;
    bool other_thread, again;
    sem_t *begun, *go; /* NULL: does not wait */
    struct pool *pool;
};

static void run(struct pool_job *pool_job) {
    struct job *job = (struct job *)pool_job;
    job->other_thread = !pthread_equal(pthread_self(), job->caller);
    if (job->begun) sem_post(job->begun);
    if (job->go) sem_wait(job->go);
    job->runs++;
}

static void done(struct pool_job *pool_job) {
    struct job *job = (struct job *)pool_job;
    job->dones++;
    if (!job->again) return;
    job->again = false;
    assert_true(pool_add(job->pool, pool_job));
}

static struct job make(struct pool *pool) {
    return (struct job){.job = {.run = run, .done = done}, .caller = pthread_self(), .pool = pool};
}

static void wake(void *context) { sem_post(context); }

static void collect(struct pool *pool, int wanted) {
    int n = 0;
    for (int turn = 0; n < wanted && turn < 20000; turn++) {
        int got = pool_collect(pool);
        n += got;
        if (!got) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_int_equal(n, wanted);
}

static void test_each_runs_once(void **state) {
    (void)state;
    sem_t woken;
    sem_init(&woken, 0, 0);
    struct pool *pool = pool_new(4, wake, &woken);
    assert_non_null(pool);
    struct job *jobs = calloc(MANY, sizeof *jobs);
    for (int i = 0; i < MANY; i++) {
        jobs[i] = make(pool);
        assert_true(pool_add(pool, &jobs[i].job));
    }
    collect(pool, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(jobs[i].runs, 1);
        assert_int_equal(jobs[i].dones, 1);
        assert_true(jobs[i].other_thread);
    }
    int wakes = 0;
    while (sem_trywait(&woken) == 0) wakes++;
    assert_int_equal(wakes, MANY);
    assert_int_equal(pool_collect(pool), 0);
    pool_free(pool);
    free(jobs);
    sem_destroy(&woken);
}

/* A job's memory is its caller's again in `done`: it may go round once more. */
static void test_again_from_done(void **state) {
    (void)state;
    struct pool *pool = pool_new(1, NULL, NULL);
    struct job job = make(pool);
    job.again = true;
    assert_true(pool_add(pool, &job.job));
    collect(pool, 2);
    assert_int_equal(job.runs, 2);
    pool_free(pool);
}

static void test_full(void **state) {
    (void)state;
    sem_t begun, go;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    struct pool *pool = pool_new(1, NULL, NULL);
    struct job first = make(pool), refused = make(pool);
    struct job *jobs = calloc(POOL_MAX_WAITING, sizeof *jobs);
    first.begun = &begun;
    first.go = &go;
    assert_true(pool_add(pool, &first.job));
    sem_wait(&begun); /* the only thread is busy from now on */
    for (int i = 0; i < POOL_MAX_WAITING; i++) {
        jobs[i] = make(pool);
        assert_true(pool_add(pool, &jobs[i].job));
    }
    assert_int_equal(pool_waiting(pool), POOL_MAX_WAITING);
    assert_false(pool_add(pool, &refused.job));
    sem_post(&go);
    collect(pool, POOL_MAX_WAITING + 1);
    assert_int_equal(refused.runs + refused.dones, 0);
    pool_free(pool);
    free(jobs);
    sem_destroy(&begun);
    sem_destroy(&go);
}

/* However many slow ones wait, another kind of job waits for one of them at most; and slow ones have their turn as well. */
static void test_slow_ones(void **state) {
    (void)state;
    enum { SLOW = POOL_MAX_SLOW_WAITING, QUICK = 8 };
    sem_t begun, go;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    struct pool *pool = pool_new(2, NULL, NULL);
    struct job first = make(pool), refused = make(pool), slow[SLOW], quick[QUICK];
    first.begun = &begun;
    first.go = &go;
    first.job.slow = refused.job.slow = true;
    assert_true(pool_add(pool, &first.job));
    sem_wait(&begun);
    for (int i = 0; i < SLOW; i++) {
        slow[i] = make(pool);
        slow[i].job.slow = true;
        assert_true(pool_add(pool, &slow[i].job));
    }
    assert_false(pool_add(pool, &refused.job));
    for (int i = 0; i < QUICK; i++) {
        quick[i] = make(pool);
        assert_true(pool_add(pool, &quick[i].job));
    }
    collect(pool, QUICK); /* by the other thread, that takes no slow one */
    for (int i = 0; i < QUICK; i++) assert_int_equal(quick[i].runs, 1);
    assert_int_equal(pool_waiting(pool), SLOW);
    sem_post(&go);
    collect(pool, SLOW + 1);
    pool_free(pool);
    sem_destroy(&begun);
    sem_destroy(&go);
}

/* One thread alone takes both kinds in turn. */
static void test_in_turn(void **state) {
    (void)state;
    sem_t begun, go;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    struct pool *pool = pool_new(1, NULL, NULL);
    struct job first = make(pool), slow[2], quick[2];
    first.begun = &begun;
    first.go = &go;
    first.job.slow = true;
    assert_true(pool_add(pool, &first.job));
    sem_wait(&begun);
    for (int i = 0; i < 2; i++) {
        slow[i] = quick[i] = make(pool);
        slow[i].job.slow = true;
        slow[i].begun = quick[i].begun = &begun;
        slow[i].go = quick[i].go = &go;
        assert_true(pool_add(pool, &slow[i].job));
        assert_true(pool_add(pool, &quick[i].job));
    }
    const struct job *const order[] = {&first, &quick[0], &slow[0], &quick[1], &slow[1]};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        sem_post(&go);
        collect(pool, 1);
        assert_int_equal(order[i]->dones, 1);
    }
    pool_free(pool);
    sem_destroy(&begun);
    sem_destroy(&go);
}

/* Thoughts that last keep nobody waiting but each other. */
static void test_thoughts(void **state) {
    (void)state;
    enum { THOUGHTS = 5, QUICK = 8 };
    sem_t begun, go;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    struct pool *pool = pool_new(2, NULL, NULL); /* one thread more thinks */
    struct job thought[THOUGHTS], other[QUICK];
    assert_int_equal(pool_crowd(pool, false), 0);
    for (int i = 0; i < THOUGHTS; i++) {
        thought[i] = make(pool);
        thought[i].job.thought = true;
        thought[i].begun = &begun;
        thought[i].go = &go;
        assert_true(pool_add(pool, &thought[i].job));
    }
    sem_wait(&begun);
    assert_int_equal(pool_crowd(pool, false), THOUGHTS - 1);
    for (int i = 0; i < QUICK; i++) {
        other[i] = make(pool);
        other[i].job.slow = i % 2;
        assert_true(pool_add(pool, &other[i].job));
    }
    collect(pool, QUICK);
    for (int i = 0; i < THOUGHTS; i++) {
        assert_int_equal(thought[i].runs, 0);
        sem_post(&go);
        collect(pool, 1);
        assert_int_equal(thought[i].dones, 1);
    }
    pool_free(pool);
    sem_destroy(&begun);
    sem_destroy(&go);
}

/* The one that runs is waited for; those that wait are not begun, and all are given back. */
static void test_free_while_busy(void **state) {
    (void)state;
    sem_t begun, go;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    struct pool *pool = pool_new(1, NULL, NULL);
    struct job running = make(pool), waiting[3], thinking = make(pool), thought = make(pool);
    thinking.job.thought = thought.job.thought = true;
    thinking.begun = &begun;
    thinking.go = &go;
    assert_true(pool_add(pool, &thinking.job));
    sem_wait(&begun);
    assert_true(pool_add(pool, &thought.job));
    running.begun = &begun;
    running.go = &go;
    assert_true(pool_add(pool, &running.job));
    sem_wait(&begun);
    for (int i = 0; i < 3; i++) {
        waiting[i] = make(pool);
        assert_true(pool_add(pool, &waiting[i].job));
    }
    pool_stop(pool);
    sem_post(&go);
    sem_post(&go);
    pool_free(pool);
    assert_true(thinking.runs == 1 && thinking.dones == 1);
    assert_true(thought.runs == 0 && thought.dones == 1);
    assert_int_equal(running.runs, 1);
    assert_int_equal(running.dones, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(waiting[i].runs, 0);
        assert_int_equal(waiting[i].dones, 1);
    }
    pool_free(NULL);
    sem_destroy(&begun);
    sem_destroy(&go);
}

/* ---- Lasting jobs, and thoughts that nobody waits for ---------------------------------------------------------------------------- */

static struct job lasting_job(struct pool *pool, uint64_t asker, sem_t *begun, sem_t *go) {
    struct job job = make(pool);
    job.job.lasting = true;
    job.job.asker = asker;
    job.begun = begun;
    job.go = go;
    return job;
}

/* One asker floods; another one's job begins though all of the first one's came before, and one thread is never the flood's. */
static void test_askers_share(void **state) {
    (void)state;
    sem_t begun, go, other_begun, other_go;
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, 0);
    sem_init(&other_begun, 0, 0);
    sem_init(&other_go, 0, 0);
    struct pool *pool = pool_new(1, NULL, NULL);
    struct job flood[POOL_MAX_LASTING_EACH + 2], other[2];
    flood[0] = lasting_job(pool, 1, &begun, &go);
    assert_true(pool_add(pool, &flood[0].job));
    sem_wait(&begun);
    for (int i = 1; i <= POOL_MAX_LASTING_EACH; i++) {
        flood[i] = lasting_job(pool, 1, &begun, &go);
        assert_true(pool_add(pool, &flood[i].job));
    }
    flood[POOL_MAX_LASTING_EACH + 1] = lasting_job(pool, 1, &begun, &go);
    assert_false(pool_add(pool, &flood[POOL_MAX_LASTING_EACH + 1].job));
    for (int i = 0; i < 2; i++) {
        other[i] = lasting_job(pool, 2, &other_begun, &other_go);
        assert_true(pool_add(pool, &other[i].job));
    }
    for (int i = 0; i < 2; i++) {
        sem_wait(&other_begun);
        assert_int_equal(sem_trywait(&begun), -1); /* the flood has the one thread that it may have */
        sem_post(&other_go);
    }
    assert_true(pool_drop(pool, &flood[POOL_MAX_LASTING_EACH].job));
    assert_false(pool_drop(pool, &flood[POOL_MAX_LASTING_EACH].job));
    for (int i = 0; i < POOL_MAX_LASTING_EACH; i++) sem_post(&go);
    collect(pool, POOL_MAX_LASTING_EACH + 2);
    assert_int_equal(flood[POOL_MAX_LASTING_EACH].runs, 0);
    pool_free(pool);
}

struct patient {
    struct job job; /* first */
    atomic_bool hurry;
};

static void think_until_hurried(struct pool_job *pool_job) {
    struct patient *patient = (struct patient *)pool_job;
    sem_post(patient->job.begun);
    while (!atomic_load(&patient->hurry)) nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    patient->job.runs++;
}

/* A thought that nobody waits for ends when somebody's comes, which goes before all others of its kind. */
static void test_unattended_makes_room(void **state) {
    (void)state;
    sem_t begun;
    sem_init(&begun, 0, 0);
    struct pool *pool = pool_new(1, NULL, NULL);
    struct patient patient = {.job = make(pool)};
    patient.job.job = (struct pool_job){
        .run = think_until_hurried, .done = done, .thought = true, .unattended = true, .hurry = &patient.hurry};
    patient.job.begun = &begun;
    atomic_init(&patient.hurry, false);
    struct job later = make(pool), somebodys = make(pool);
    later.job.thought = later.job.unattended = somebodys.job.thought = true;
    assert_true(pool_add(pool, &patient.job.job));
    sem_wait(&begun);
    assert_true(pool_add(pool, &later.job));
    assert_int_equal(pool_crowd(pool, false), 0);
    assert_int_equal(pool_crowd(pool, true), 1);
    assert_false(atomic_load(&patient.hurry));
    assert_true(pool_add(pool, &somebodys.job));
    assert_true(atomic_load(&patient.hurry));
    collect(pool, 3);
    assert_int_equal(patient.job.runs + later.runs + somebodys.runs, 3);
    pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_runs_once),
        cmocka_unit_test(test_again_from_done),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_slow_ones),
        cmocka_unit_test(test_in_turn),
        cmocka_unit_test(test_free_while_busy),
        cmocka_unit_test(test_thoughts),
        cmocka_unit_test(test_askers_share),
        cmocka_unit_test(test_unattended_makes_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
