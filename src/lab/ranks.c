/* SPDX-License-Identifier: MIT */
/* ranks.c - the lab over MPI. Rank 0 hands out tasks a few at a time, plays with its own threads, and keeps the journal; the others
 * play, and send each sample as soon as it is there. Nobody waits in MPI: messages are looked for between short sleeps, so that cores
 * are left to the games.
 *
 * A rank that dies takes none but its open tasks with it. If MPI lets the others live, these are handed out once more when nothing
 * else is left; if it ends them all, the journal has what was finished. */
#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "now.h"
#include "ranks.h"
#include "run.h"
#include "workers.h"

enum { TAG_ASK = 1, TAG_TASKS, TAG_SAMPLE, TAG_STOP };
enum { MAX_CHUNK = 64, SLEEP_US = 500, LOOK_EVERY = 200, FAREWELL_S = 10 };

static int my_number, ranks = 1;
static bool joined, lost; /* lost: some rank did not say farewell */
static bool awaited;      /* of rank 0: the others ask it for tasks, or will */

static void nap(void) {
    const struct timespec time = {.tv_nsec = SLEEP_US * 1000L};
    nanosleep(&time, NULL);
}

/* ---- All ranks -------------------------------------------------------------------------------------------------------- */

/* Started alone, a program need not know of MPI. */
bool lab_ranks_begin(void) {
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"};
    bool started = false;
    int level;
    for (size_t i = 0; i < ALEA_LEN(signs); i++) started |= getenv(signs[i]) != NULL;
    if (!started || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_number);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    joined = true;
    return ranks > 1;
}

int lab_ranks_number(void) { return my_number; }
int lab_ranks_count(void) { return ranks; }

bool lab_ranks_agree(const struct lab_plan *plan) {
    char mine[LAB_HASH_DIGITS + 1] = "", theirs[LAB_HASH_DIGITS + 1];
    if (plan) lab_plan_hash(plan, mine);
    memcpy(theirs, mine, sizeof theirs);
    if (joined && MPI_Bcast(theirs, sizeof theirs, MPI_CHAR, 0, MPI_COMM_WORLD) != MPI_SUCCESS) return false;
    awaited = plan && ranks > 1 && my_number == 0;
    return plan && memcmp(mine, theirs, sizeof mine) == 0;
}

/* ---- Rank 0 ----------------------------------------------------------------------------------------------------------- */

struct office {
    struct lab_queue *queue; /* NULL: there is nothing to play */
    atomic_bool done;        /* the threads of this rank have ended */
    int dismissed;           /* ranks that were told to stop */
    bool *gone;              /* of each rank: was it? */
};

/* The number of tasks that last about a fifth of a second, but never so many that other ranks go without. */
static int chunk_of(const struct lab_queue *queue) {
    double seconds = alea_now() - queue->since, played = (double)(queue->finished - queue->resumed);
    double each = seconds * ranks / (played > 0 ? played : 1), left = (double)(queue->tasks - queue->next);
    double n = 0.2 / (each > 1e-6 ? each : 1e-6), share = left / (2.0 * ranks);
    if (n > share) n = share;
    return played < 1 || n < 1 ? 1 : n > MAX_CHUNK ? MAX_CHUNK : (int)n;
}

/* An empty message leaves at once, whether anybody hears it or not. */
static void dismiss(struct office *office, int rank) {
    if (office->gone[rank]) return;
    office->gone[rank] = true;
    office->dismissed++;
    MPI_Send(NULL, 0, MPI_LONG, rank, TAG_STOP, MPI_COMM_WORLD);
}

/* The tasks for a rank that asked. */
static void answer(struct office *office, int rank) {
    long task[MAX_CHUNK];
    int n = 0;
    pthread_mutex_lock(&office->queue->lock);
    int most = chunk_of(office->queue);
    pthread_mutex_unlock(&office->queue->lock);
    while (n < most && (task[n] = lab_queue_take(office->queue, false)) >= 0) n++;
    if (n == 0) dismiss(office, rank);
    else MPI_Send(task, n, MPI_LONG, rank, TAG_TASKS, MPI_COMM_WORLD);
}

/* A sample: the task's number, and the numbers. */
static void receive(struct office *office, const MPI_Status *status) {
    struct lab_queue *queue = office->queue;
    int n = 0;
    MPI_Get_count(status, MPI_DOUBLE, &n);
    double *message = calloc((size_t)n + 1, sizeof *message);
    if (!message) {
        lab_queue_fail(queue, ENOMEM);
        return;
    }
    bool fine =
        MPI_Recv(message, n, MPI_DOUBLE, status->MPI_SOURCE, TAG_SAMPLE, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    long task = n > 0 ? (long)message[0] : -1;
    if (fine && task >= 0 && task < queue->tasks && n == lab_task_numbers(queue->plan, task) + 1) {
        memmove(message, message + 1, (size_t)(n - 1) * sizeof *message);
        lab_queue_put(queue, task, message);
    } else {
        free(message);
    }
}

/* Looks for one message. */
static bool look_for_message(struct office *office) {
    MPI_Status status;
    int there = 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there) return false;
    if (status.MPI_TAG == TAG_SAMPLE) {
        receive(office, &status);
    } else {
        MPI_Recv(NULL, 0, MPI_LONG, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (status.MPI_TAG == TAG_ASK && office->queue) answer(office, status.MPI_SOURCE);
        else if (status.MPI_TAG == TAG_STOP) office->dismissed--; /* farewell */
    }
    return true;
}

static void *play_here(void *context) {
    struct office *office = context;
    lab_workers_run(office->queue->run->threads, lab_queue_work, NULL, LOOK_EVERY, office->queue);
    atomic_store(&office->done, true);
    return NULL;
}

/* Tells all ranks to stop, and waits until they have said farewell; not for ever. */
static void send_home(struct office *office) {
    double since = alea_now();
    for (int rank = 1; rank < ranks; rank++) dismiss(office, rank);
    while (office->dismissed > 0 && alea_now() < since + FAREWELL_S)
        if (!look_for_message(office)) nap();
    lost = office->dismissed > 0;
    awaited = false;
}

void lab_ranks_run(struct lab_queue *queue) {
    struct office office = {.queue = queue};
    pthread_t thread;
    queue->again = ranks > 1;
    office.gone = calloc((size_t)ranks, sizeof *office.gone);
    if (ranks == 1 || !office.gone || pthread_create(&thread, NULL, play_here, &office)) {
        lab_workers_run(queue->run->threads, lab_queue_work, lab_queue_look_up, 100, queue);
    } else {
        for (long i = 1; !atomic_load(&office.done) || !atomic_load(&queue->halt); i++) {
            if (!look_for_message(&office)) nap();
            if (i % LOOK_EVERY == 0) lab_queue_look_up(queue);
        }
        pthread_join(thread, NULL);
    }
    if (ranks > 1 && office.gone) send_home(&office);
    free(office.gone);
}

/* Have all ranks come to their end? One that died after its farewell never does. */
static bool all_come_home(void) {
    enum { PATIENCE_S = 60 };
    MPI_Request request;
    int there = 0;
    double since = alea_now();
    if (MPI_Ibarrier(MPI_COMM_WORLD, &request) != MPI_SUCCESS) return false;
    while (!there && alea_now() < since + PATIENCE_S) {
        if (MPI_Test(&request, &there, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (!there) nap();
    }
    return there;
}

/* A run that never began, since the journal has all of it or can't be used, leaves the others waiting. With a dead rank nobody comes
 * back from MPI_Finalize(): then the process ends without it. */
void lab_ranks_end(void) {
    struct office office = {.gone = awaited ? calloc((size_t)ranks, sizeof *office.gone) : NULL};
    if (office.gone) send_home(&office);
    else if (awaited) lost = true;
    free(office.gone);
    if (joined && !lost && all_come_home()) MPI_Finalize();
    joined = false;
}

/* ---- The other ranks --------------------------------------------------------------------------------------------------- */

/* What the playing thread and the one that talks to rank 0 share. */
struct hand {
    const struct lab_plan *plan;
    atomic_bool stop;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    long task[MAX_CHUNK];
    int n, next;               /* tasks; which is to be played next */
    double *sample[MAX_CHUNK]; /* finished and not sent yet; owned */
    int finished, sent;
    int failed;
};

static long next_task(struct hand *hand) {
    pthread_mutex_lock(&hand->lock);
    while (hand->next == hand->n && !atomic_load(&hand->stop)) pthread_cond_wait(&hand->more, &hand->lock);
    long task = atomic_load(&hand->stop) ? -1 : hand->task[hand->next++];
    pthread_mutex_unlock(&hand->lock);
    return task;
}

static void *play(void *context) {
    struct hand *hand = context;
    struct lab_table *table = lab_table_new(hand->plan, &hand->stop);
    int failed = table ? 0 : ENOMEM;
    long task;
    while (!failed && (task = next_task(hand)) >= 0) {
        double *sample = calloc((size_t)lab_task_numbers(hand->plan, task) + 1, sizeof *sample);
        failed = sample ? lab_table_play(table, task, sample + 1) : ENOMEM;
        if (failed) {
            free(sample);
            break;
        }
        sample[0] = (double)task;
        pthread_mutex_lock(&hand->lock);
        hand->sample[hand->finished++] = sample;
        pthread_mutex_unlock(&hand->lock);
    }
    pthread_mutex_lock(&hand->lock);
    hand->failed = failed == EINTR ? 0 : failed;
    pthread_mutex_unlock(&hand->lock);
    lab_table_free(table);
    return NULL;
}

/* Sends what is finished. True if all tasks at hand are. */
static bool send_samples(struct hand *hand) {
    for (;;) {
        pthread_mutex_lock(&hand->lock);
        double *sample = hand->sent < hand->finished ? hand->sample[hand->sent++] : NULL;
        bool all = hand->sent == hand->n && !sample;
        pthread_mutex_unlock(&hand->lock);
        if (!sample) return all;
        int n = lab_task_numbers(hand->plan, (long)sample[0]) + 1;
        MPI_Send(sample, n, MPI_DOUBLE, 0, TAG_SAMPLE, MPI_COMM_WORLD);
        free(sample);
    }
}

/* Takes tasks, or the word to stop. */
static bool hear(struct hand *hand) {
    MPI_Status status;
    int there = 0, n = 0;
    if (MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS) {
        atomic_store(&hand->stop, true); /* rank 0 is no more */
        return true;
    }
    if (!there) return false;
    pthread_mutex_lock(&hand->lock);
    if (status.MPI_TAG == TAG_STOP) {
        MPI_Recv(NULL, 0, MPI_LONG, 0, TAG_STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        atomic_store(&hand->stop, true);
    } else {
        MPI_Get_count(&status, MPI_LONG, &n);
        MPI_Recv(hand->task, n < MAX_CHUNK ? n : MAX_CHUNK, MPI_LONG, 0, TAG_TASKS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hand->n = n < MAX_CHUNK ? n : MAX_CHUNK;
        hand->next = hand->finished = hand->sent = 0;
    }
    pthread_cond_signal(&hand->more);
    pthread_mutex_unlock(&hand->lock);
    return true;
}

int lab_ranks_serve(const struct lab_plan *plan) {
    struct hand hand = {.plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
    pthread_t thread;
    if (pthread_create(&thread, NULL, play, &hand)) return ENOMEM;
    bool asked = false, failed = false;
    while (!atomic_load(&hand.stop)) {
        bool idle = send_samples(&hand);
        pthread_mutex_lock(&hand.lock);
        failed = hand.failed;
        pthread_mutex_unlock(&hand.lock);
        if (idle && !asked && !failed) {
            MPI_Send(NULL, 0, MPI_LONG, 0, TAG_ASK, MPI_COMM_WORLD);
            asked = true;
        }
        if (hear(&hand)) asked = false;
        else nap();
    }
    pthread_join(thread, NULL);
    send_samples(&hand);
    MPI_Send(NULL, 0, MPI_LONG, 0, TAG_STOP, MPI_COMM_WORLD);
    return hand.failed;
}
