/* SPDX-License-Identifier: MIT */
/* together_test.c - many sockets written to and read from at once: each has all its bytes, or as many as it takes, or a reason; with io_uring and without,
 * also when the ring is taken away; by who asks and by the thread. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier): its name is the C library's */
#define _GNU_SOURCE /* setresuid */
#include "together.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { MANY = 300 /* more than the ring takes at once */, WAIT_MS = 60000, BYTES = 500, MUCH = 8 << 20 };

static struct pair {
    int here, there;
    char bytes[BYTES], room[BYTES];
    ssize_t moved;
    unsigned told; /* after how many others */
} pairs[MANY];

static unsigned n_told;
static bool by_thread; /* what is begun is the thread's until it is finished */

static void done(void *whose, void *bytes, ssize_t n) {
    struct pair *pair = whose;
    (void)bytes;
    pair->moved = n;
    pair->told = n_told++;
}

static int open_pairs(void **state) {
    (void)state;
    n_told = 0;
    by_thread = false;
    for (int i = 0; i < MANY; i++) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
        pairs[i] = (struct pair){.here = ends[0], .there = ends[1], .moved = -1};
        memset(pairs[i].bytes, 'a' + i % 26, BYTES);
        fcntl(pairs[i].there, F_SETFL, O_NONBLOCK);
    }
    return 0;
}

static int close_pairs(void **state) {
    (void)state;
    for (int i = 0; i < MANY; i++) close(pairs[i].here), close(pairs[i].there);
    return 0;
}

static void add(struct together *together, struct pair *pair, void *bytes, size_t n) {
    assert_true(together_add(together, pair->here, bytes, n, pair));
}

static void go(struct together *together) {
    const unsigned told = n_told;
    assert_int_equal(together_start(together), by_thread);
    assert_int_equal(together_under_way(together), by_thread);
    assert_int_equal(n_told, told);
    if (by_thread) together_finish(together, done);
    else together_go(together, done);
    assert_false(together_under_way(together));
}

static struct together *with_thread(unsigned from) {
    struct together *together = together_new(TOGETHER_OUT);
    assert_non_null(together);
    assert_int_equal(together_work_us(together), 0);
    assert_true(together_thread(together, from));
    return together;
}

static void is_heard(const struct pair *pair, int end) {
    char heard[BYTES + 1];
    assert_int_equal(recv(end, heard, sizeof heard, 0), BYTES);
    assert_memory_equal(heard, pair->bytes, BYTES);
}

/* Each socket gets its own bytes, or gives them, and is told of in the order in which it was added. */
static void move_all(struct together *together, enum together_way way) {
    n_told = 0;
    for (int i = 0; i < MANY; i++) {
        struct pair *pair = &pairs[i];
        memset(pair->room, 0, BYTES);
        if (way == TOGETHER_IN) assert_int_equal(send(pair->there, pair->bytes, BYTES, 0), BYTES);
        add(together, pair, way == TOGETHER_IN ? pair->room : pair->bytes, BYTES);
    }
    go(together);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(pairs[i].moved, BYTES);
        assert_int_equal(pairs[i].told, i);
        if (way == TOGETHER_IN) assert_memory_equal(pairs[i].room, pairs[i].bytes, BYTES);
        else is_heard(&pairs[i], pairs[i].there);
    }
}

static void test_all(void **state) {
    (void)state;
    for (enum together_way way = TOGETHER_OUT; way <= TOGETHER_IN; way++) {
        struct together *together = together_new(way);
        assert_non_null(together);
        for (int turn = 0; turn < 20; turn++) move_all(together, way);
        together_go(together, done); /* nothing */
        assert_int_equal(n_told, MANY);
        together_free(together);
    }
}

static void test_all_by_thread(void **state) {
    (void)state;
    struct together *out = with_thread(MANY);
    by_thread = true;
    for (int turn = 0; turn < 20; turn++) move_all(out, TOGETHER_OUT);
    by_thread = false;
    assert_in_range(together_work_us(out), 1, INT64_MAX);
    go(out); /* nothing: too few */
    add(out, &pairs[0], pairs[0].bytes, BYTES);
    go(out);
    is_heard(&pairs[0], pairs[0].there);
    assert_int_equal(n_told, MANY + 1);
    together_free(out);
}

/* One alone, and nothing; who asked has both hands free meanwhile, and is told of nothing before it asks for that. */
static void test_meanwhile(void **state) {
    (void)state;
    struct together *out = with_thread(1);
    assert_false(together_start(out));
    for (unsigned turn = 0; turn < 20; turn++) {
        add(out, &pairs[0], pairs[0].bytes, BYTES);
        assert_true(together_start(out));
        assert_int_equal(poll(&(struct pollfd){.fd = pairs[0].there, .events = POLLIN}, 1, WAIT_MS), 1);
        is_heard(&pairs[0], pairs[0].there);
        assert_int_equal(n_told, turn);
        together_finish(out, done);
        assert_int_equal(n_told, turn + 1);
        assert_int_equal(pairs[0].moved, BYTES);
    }
    together_free(out);
}

/* What is under way when all ends is still sent. */
static void test_end_under_way(void **state) {
    (void)state;
    struct together *out = with_thread(1);
    for (int i = 0; i < MANY; i++) add(out, &pairs[i], pairs[i].bytes, BYTES);
    assert_true(together_start(out));
    together_free(out);
    for (int i = 0; i < MANY; i++) is_heard(&pairs[i], pairs[i].there);
    assert_int_equal(n_told, 0);
}

/* Where a user has as many processes and threads as it may have, all goes on without; not so for who may do everything. */
static void test_no_thread(void **state) {
    (void)state;
    struct rlimit usual, none;
    const bool root = getuid() == 0;
    struct together *out = together_new(TOGETHER_OUT);
    assert_non_null(out);
    assert_int_equal(getrlimit(RLIMIT_NPROC, &usual), 0);
    none = usual;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NPROC, &none), 0);
    if (root) assert_int_equal(setresuid(1, 1, 0), 0);
    const bool there = together_thread(out, 1);
    if (root) assert_int_equal(setresuid(0, 0, 0), 0);
    assert_int_equal(setrlimit(RLIMIT_NPROC, &usual), 0);
    assert_false(there);
    move_all(out, TOGETHER_OUT);
    assert_int_equal(together_work_us(out), 0);
    together_free(out);
}

static void test_full(void **state) {
    (void)state;
    struct together *out = together_new(TOGETHER_OUT);
    assert_non_null(out);
    for (int i = 0; i < TOGETHER_MAX; i++) add(out, &pairs[i % MANY], pairs[0].bytes, 1);
    assert_false(together_add(out, pairs[0].here, pairs[0].bytes, 1, &pairs[0]));
    go(out);
    assert_int_equal(n_told, TOGETHER_MAX);
    assert_true(together_add(out, pairs[0].here, pairs[0].bytes, 1, &pairs[0]));
    go(out);
    assert_int_equal(n_told, TOGETHER_MAX + 1);
    together_free(out);
}

/* One that has gone, one that is shut, one that takes no more and one that takes a part; those between them hear everything. */
static void each_by_itself(struct together *out) {
    static char much[MUCH];
    char heard[BYTES];
    close(pairs[1].there);
    pairs[1].there = -1;
    shutdown(pairs[3].here, SHUT_WR);
    while (send(pairs[5].here, much, 1 << 12, MSG_DONTWAIT) > 0) {}
    for (int i = 0; i < 9; i++) add(out, &pairs[i], i == 7 ? much : pairs[i].bytes, i == 7 ? MUCH : BYTES);
    go(out);
    assert_int_equal(n_told, 9);
    assert_int_equal(pairs[1].moved, -EPIPE);
    assert_int_equal(pairs[3].moved, -EPIPE);
    assert_int_equal(pairs[5].moved, -EAGAIN);
    assert_in_range(pairs[7].moved, 1, MUCH - 1);
    for (int i = 0; i < 9; i += 2) {
        assert_int_equal(pairs[i].moved, BYTES);
        assert_int_equal(recv(pairs[i].there, heard, BYTES, 0), BYTES);
    }
    by_thread = false;
    together_free(out);
}

static void test_each_by_itself(void **state) {
    (void)state;
    struct together *out = together_new(TOGETHER_OUT);
    assert_non_null(out);
    each_by_itself(out);
}

static void test_each_by_thread(void **state) {
    (void)state;
    by_thread = true;
    each_by_itself(with_thread(2));
}

/* One that has gone, one that has nothing to say, one that has more than there is room for. */
static void test_each_comes_by_itself(void **state) {
    (void)state;
    struct together *in = together_new(TOGETHER_IN);
    assert_non_null(in);
    close(pairs[1].there);
    pairs[1].there = -1;
    for (int i = 0; i < 6; i++)
        if (i != 1 && i != 3) assert_int_equal(send(pairs[i].there, pairs[i].bytes, BYTES, 0), BYTES);
    for (int i = 0; i < 6; i++) add(in, &pairs[i], pairs[i].room, i == 5 ? BYTES / 2 : BYTES);
    together_go(in, done);
    assert_int_equal(pairs[1].moved, 0);
    assert_int_equal(pairs[3].moved, -EAGAIN);
    assert_int_equal(pairs[5].moved, BYTES / 2);
    for (int i = 0; i < 6; i += 2) assert_int_equal(pairs[i].moved, BYTES);
    assert_int_equal(recv(pairs[5].here, pairs[5].room + BYTES / 2, BYTES, 0), BYTES / 2);
    assert_memory_equal(pairs[5].room, pairs[5].bytes, BYTES);
    together_free(in);
}

/* The descriptor of this process whose link begins so; -1: there is none. */
static int descriptor_of(const char *begins) {
    DIR *folder = opendir("/proc/self/fd");
    int found = -1;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char link[64];
        ssize_t n = readlinkat(dirfd(folder), entry->d_name, link, sizeof link - 1);
        link[n > 0 ? n : 0] = 0;
        if (strncmp(link, begins, strlen(begins)) == 0) found = (int)strtol(entry->d_name, NULL, 10);
    }
    if (folder) closedir(folder);
    return found;
}

/* A ring that fails while it is in use: what was to go by it goes without. */
static void lose_ring(struct together *together, enum together_way way) {
    assert_non_null(together);
    if (!together_by_ring(together)) {
        together_free(together);
        skip();
    }
    move_all(together, way);
    int ring = descriptor_of("anon_inode:[io_uring]"), nothing = open("/dev/null", O_RDWR);
    assert_true(ring >= 0 && nothing >= 0);
    assert_int_equal(dup2(nothing, ring), ring);
    close(nothing);
    move_all(together, way);
    assert_false(together_by_ring(together));
    move_all(together, way);
    together_free(together);
}

static void test_ring_lost(void **state) {
    (void)state;
    lose_ring(together_new(TOGETHER_OUT), TOGETHER_OUT);
    lose_ring(together_new(TOGETHER_IN), TOGETHER_IN);
    struct together *out = with_thread(1);
    by_thread = together_by_ring(out);
    lose_ring(out, TOGETHER_OUT);
    by_thread = false;
}

/* Where the kernel gives no ring (here: no descriptor for it), each goes by itself. */
static void test_no_ring(void **state) {
    (void)state;
    struct rlimit usual, none;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    none = usual;
    none.rlim_cur = 3;
    for (enum together_way way = TOGETHER_OUT; way <= TOGETHER_IN; way++) {
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
        struct together *together = together_new(way);
        setrlimit(RLIMIT_NOFILE, &usual);
        assert_non_null(together);
        assert_false(together_by_ring(together));
        move_all(together, way);
        together_free(together);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_all_by_thread, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_meanwhile, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_end_under_way, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_no_thread, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_full, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_each_by_itself, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_each_by_thread, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_each_comes_by_itself, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_ring_lost, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_no_ring, open_pairs, close_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
