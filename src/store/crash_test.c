/* SPDX-License-Identifier: MIT */
/* crash_test.c - processes at one file: killed between any two writes, racing for the same ply, writing under a backup. */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

enum { KILLS = 30, PER_BATCH = 3, RACE_PLIES = 150, BACKUPS = 8 };

static void nap(long microseconds) {
    struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    while (nanosleep(&time, &time) && errno == EINTR) {}
}

/* Forks; the child runs `work` with the pipe's end to write to and never returns. */
static pid_t start(void (*work)(int out, long argument), long argument, int *in) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        work(ends[1], argument);
        _exit(0);
    }
    close(ends[1]);
    *in = ends[0];
    return child;
}

static void say(int out, long number) {
    if (write(out, &number, sizeof number) != (ssize_t)sizeof number) _exit(3);
}

/* In a child nothing may fail; cmocka is not for two. */
static void must(enum alea_err err) {
    if (err) {
        fprintf(stderr, "child: %s\n", error.text);
        _exit(2);
    }
}

/* ---- Killed ------------------------------------------------------------------------------------------------------------------ */

/* Batches of plies and a post, with the number of the last ply in the match's state; after each commit the number is acknowledged. */
static void write_for_ever(int out, long from) {
    struct store *store = store_open(DB, STORE_OPEN, &error);
    if (!store) _exit(2);
    for (long ply = from + 1;; ply += PER_BATCH) {
        char words[32];
        for (long i = 0; i < PER_BATCH; i++) {
            struct alea_ply done = sample_ply(ply + i);
            must(store_append(store, ID, ply + i, &done, 1000 + ply + i, &error));
        }
        const struct alea_post said = {.number = ply / PER_BATCH + 1, .ply = ply, .to = 3, .text = "ave"};
        must(store_add_post(store, ID, &said, 1, &error));
        snprintf(words, sizeof words, "%ld", ply + PER_BATCH - 1);
        must(store_set_state(store, ID, STORE_PLAYING, words, 1, &error));
        must(store_commit(store, &error));
        say(out, ply + PER_BATCH - 1);
    }
}

static void take_state(void *context, const struct store_match *match) { *(long *)context = strtol(match->state, NULL, 10); }

static bool count_post(void *context, const struct alea_post *post, int64_t at) {
    (void)post, (void)at;
    ++*(long *)context;
    return true;
}

static void test_killed(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    FINE(store_set_state(store, ID, STORE_PLAYING, "0", 1, &error));
    commit(store);
    store_close(store);
    struct alea_random random = alea_random_stream((uint64_t)time(NULL), 1);
    long sure = 0, kept = 0, last = 0, acknowledged = 0;
    for (int kill_number = 0; kill_number < KILLS; kill_number++) {
        int in, status;
        pid_t child = start(write_for_ever, kept, &in);
        long number;
        bool at_once = kill_number % 3 == 0; /* else not before it has written something, however slow the machine is */
        if (!at_once && read(in, &number, sizeof number) == (ssize_t)sizeof number) sure = number, acknowledged += PER_BATCH;
        nap(1000 + (long)alea_random_below(&random, 25000));
        kill(child, SIGKILL);
        for (; read(in, &number, sizeof number) == (ssize_t)sizeof number; acknowledged += PER_BATCH) sure = number;
        close(in);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));

        store = open_as(DB, STORE_OPEN);
        kept = plies(store, ID);
        assert_true(kept >= sure);             /* what was acknowledged is there */
        assert_true(kept <= sure + PER_BATCH); /* and at most the batch that was on its way */
        assert_int_equal(kept % PER_BATCH, 0); /* whole */
        FINE(store_match(store, ID, take_state, &last, &error));
        assert_int_equal(last, kept);
        long said = 0;
        FINE(store_read_posts(store, ID, 0, count_post, &said, &error));
        assert_int_equal(said, kept / PER_BATCH);
        assert_int_equal(faults(store), 0);
        store_close(store);
        sure = kept; /* what was seen once stays */
    }
    assert_true(acknowledged > KILLS);
    print_message("%d kills, %ld plies acknowledged, %ld kept\n", KILLS, acknowledged, kept);
}

/* ---- Racing ------------------------------------------------------------------------------------------------------------------ */

/* Tries to be the first at every ply; tells which it won. */
static void race(int out, long seat) {
    struct store *store = store_open(DB, STORE_OPEN, &error);
    if (!store) _exit(2);
    for (long ply = 1; ply <= RACE_PLIES; ply++) {
        struct alea_ply done = {.seat = (uint8_t)seat, .move = (alea_move)ply};
        enum alea_err err = store_append(store, ID, ply, &done, ply, &error);
        if (err != ALEA_ERR_STALE) must(err);
        must(store_commit(store, &error));
        if (!err) say(out, ply);
        if (ply % 7 == seat) nap(500);
    }
    store_close(store);
}

struct winners {
    int of[RACE_PLIES + 1]; /* seat + 1, as its process says */
    long n;
};

static bool check_winner(void *context, long ply, const struct alea_ply *done, int64_t at) {
    struct winners *winners = context;
    (void)at;
    assert_int_equal(winners->of[ply], done->seat + 1);
    winners->n = ply;
    return true;
}

static void test_race(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    commit(store);
    store_close(store);
    struct winners winners = {.n = 0};
    pid_t child[2];
    int in[2], status;
    for (int seat = 0; seat < 2; seat++) child[seat] = start(race, seat, &in[seat]);
    for (int seat = 0; seat < 2; seat++) {
        for (long ply; read(in[seat], &ply, sizeof ply) == (ssize_t)sizeof ply;) {
            assert_in_range(ply, 1, RACE_PLIES);
            assert_int_equal(winners.of[ply], 0); /* nobody else won it */
            winners.of[ply] = seat + 1;
        }
        assert_int_equal(waitpid(child[seat], &status, 0), child[seat]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        close(in[seat]);
    }
    store = open_as(DB, STORE_READ);
    FINE(store_read(store, ID, 0, check_winner, &winners, &error));
    assert_int_equal(winners.n, RACE_PLIES);
    store_close(store);
}

static void open_and_add(int out, long number) {
    struct store *store = store_open(DB, STORE_OPEN_OR_CREATE, &error);
    if (!store) must(error.code);
    struct store_match match = sample_match(ID);
    match.id[0] = (char)('a' + number);
    must(store_create(store, &match, sample_seats, &error));
    must(store_commit(store, &error));
    say(out, number);
    store_close(store);
}

/* Several processes find no store and make it. */
static void test_first_opening(void **state) {
    (void)state;
    for (int round = 0; round < 10; round++) {
        pid_t child[4];
        int in[4], status;
        for (long i = 0; i < 4; i++) child[i] = start(open_and_add, i, &in[i]);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(waitpid(child[i], &status, 0), child[i]);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
            close(in[i]);
        }
        struct store *store = open_as(DB, STORE_OPEN);
        assert_int_equal(matches_of(store, -1), 4);
        store_close(store);
        unlink(DB);
    }
}

/* ---- A full disk --------------------------------------------------------------------------------------------------------------- */

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit)) _exit(2);
    limit.rlim_cur = bytes;
    if (setrlimit(RLIMIT_FSIZE, &limit)) _exit(2);
}

/* One batch of plies after ply `sure`, settled. */
static enum alea_err write_batch(struct store *store, long sure) {
    enum alea_err err = ALEA_OK;
    for (long ply = sure + 1; ply <= sure + PER_BATCH && !err; ply++) {
        struct alea_ply done = sample_ply(ply);
        err = store_append(store, ID, ply, &done, 1000 + ply, &error);
    }
    enum alea_err settled = store_commit(store, &error);
    if (err && !settled) _exit(4); /* a batch in which a write failed must not be committed */
    return err ? err : settled;
}

/* Writes until no file may grow any more; then there is room again. Tells how many plies were sure before and after. */
static void fill_up(int out, long room) {
    signal(SIGXFSZ, SIG_IGN);
    struct store *store = store_open(DB, STORE_OPEN, &error);
    if (!store) _exit(2);
    limit_files((rlim_t)room);
    long sure = 0, n = 0;
    enum alea_err err;
    while (!(err = write_batch(store, sure))) sure += PER_BATCH;
    if (err != ALEA_ERR_IO || store_dirty(store)) _exit(5);
    say(out, sure);
    must(store_read(store, ID, 0, count_ply, &n, &error)); /* what is sure can still be read */
    if (n != sure) _exit(6);
    limit_files(RLIM_INFINITY);
    must(write_batch(store, sure));
    say(out, sure + PER_BATCH);
    store_close(store);
}

static void test_full_disk(void **state) {
    (void)state;
    for (long room = 100000; room < 400000; room += 70001) {
        struct store *store = open_new();
        create(store, ID);
        commit(store);
        store_close(store);
        int in, status;
        long before = 0, after = 0;
        pid_t child = start(fill_up, room, &in);
        assert_int_equal(read(in, &before, sizeof before), sizeof before);
        assert_int_equal(read(in, &after, sizeof after), sizeof after);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        close(in);
        assert_true(before > 0);
        assert_int_equal(after, before + PER_BATCH);
        store = open_as(DB, STORE_OPEN);
        assert_int_equal(plies(store, ID), after);
        assert_int_equal(faults(store), 0);
        store_close(store);
        unlink(DB);
    }
}

/* ---- Backup while others write ------------------------------------------------------------------------------------------------ */

static void test_backup_while_writing(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    commit(store);
    int in, status;
    long acknowledged = 0, last = 0;
    pid_t child = start(write_for_ever, 0, &in);
    for (int i = 0; i < BACKUPS; i++) {
        if (read(in, &acknowledged, sizeof acknowledged) != (ssize_t)sizeof acknowledged) fail();
        FINE(store_backup(store, "copy.db", &error));
        struct store *copy = open_as("copy.db", STORE_READ);
        long n = plies(copy, ID), told = 0;
        FINE(store_match(copy, ID, take_state, &told, &error));
        assert_true(n >= acknowledged && n >= last);
        assert_int_equal(told, n); /* of one moment */
        assert_int_equal(faults(copy), 0);
        last = n;
        store_close(copy);
        unlink("copy.db");
        nap(3000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    close(in);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_killed),
        IN_FOLDER(test_race),
        IN_FOLDER(test_first_opening),
        IN_FOLDER(test_full_disk),
        IN_FOLDER(test_backup_while_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
