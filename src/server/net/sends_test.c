/* SPDX-License-Identifier: MIT */
/* sends_test.c - many sockets written to at once: each has all its bytes, or as many as it takes, or a reason; with io_uring and without,
 * also when the ring is taken away. */
#include "sends.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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

enum { MANY = SENDS_MAX + 40, BYTES = 500, MUCH = 8 << 20 };

static struct pair {
    int here, there;
    char bytes[BYTES];
    ssize_t taken;
    unsigned told; /* after how many others */
} pairs[MANY];

static unsigned n_told;

static void done(void *whose, ssize_t taken) {
    struct pair *pair = whose;
    pair->taken = taken;
    pair->told = n_told++;
}

static int open_pairs(void **state) {
    (void)state;
    n_told = 0;
    for (int i = 0; i < MANY; i++) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
        pairs[i] = (struct pair){.here = ends[0], .there = ends[1], .taken = -1};
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

static void add(struct sends *sends, struct pair *pair, const void *bytes, size_t n) {
    if (sends_add(sends, pair->here, bytes, n, pair)) return;
    sends_go(sends, done);
    assert_true(sends_add(sends, pair->here, bytes, n, pair));
}

/* Each socket gets its own bytes, and is told of in the order in which it was added. */
static void send_to_all(struct sends *sends) {
    n_told = 0;
    for (int i = 0; i < MANY; i++) add(sends, &pairs[i], pairs[i].bytes, BYTES);
    sends_go(sends, done);
    for (int i = 0; i < MANY; i++) {
        char heard[BYTES + 1];
        assert_int_equal(pairs[i].taken, BYTES);
        assert_int_equal(pairs[i].told, i);
        assert_int_equal(recv(pairs[i].there, heard, sizeof heard, 0), BYTES);
        assert_memory_equal(heard, pairs[i].bytes, BYTES);
    }
}

static void test_all(void **state) {
    (void)state;
    struct sends *sends = sends_new();
    assert_non_null(sends);
    for (int turn = 0; turn < 20; turn++) send_to_all(sends);
    sends_go(sends, done); /* nothing */
    assert_int_equal(n_told, MANY);
    sends_free(sends);
}

/* One that has gone, one that is shut, one that takes no more and one that takes a part; those between them hear everything. */
static void test_each_by_itself(void **state) {
    (void)state;
    static char much[MUCH];
    char heard[BYTES];
    struct sends *sends = sends_new();
    assert_non_null(sends);
    close(pairs[1].there);
    pairs[1].there = -1;
    shutdown(pairs[3].here, SHUT_WR);
    while (send(pairs[5].here, much, 1 << 12, MSG_DONTWAIT) > 0) {}
    for (int i = 0; i < 9; i++) add(sends, &pairs[i], i == 7 ? much : pairs[i].bytes, i == 7 ? MUCH : BYTES);
    sends_go(sends, done);
    assert_int_equal(n_told, 9);
    assert_int_equal(pairs[1].taken, -EPIPE);
    assert_int_equal(pairs[3].taken, -EPIPE);
    assert_int_equal(pairs[5].taken, -EAGAIN);
    assert_in_range(pairs[7].taken, 1, MUCH - 1);
    for (int i = 0; i < 9; i += 2) {
        assert_int_equal(pairs[i].taken, BYTES);
        assert_int_equal(recv(pairs[i].there, heard, BYTES, 0), BYTES);
    }
    sends_free(sends);
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
static void test_ring_lost(void **state) {
    (void)state;
    struct sends *sends = sends_new();
    assert_non_null(sends);
    if (!sends_together(sends)) {
        sends_free(sends);
        skip();
    }
    send_to_all(sends);
    int ring = descriptor_of("anon_inode:[io_uring]"), nothing = open("/dev/null", O_RDWR);
    assert_true(ring >= 0 && nothing >= 0);
    assert_int_equal(dup2(nothing, ring), ring);
    close(nothing);
    send_to_all(sends);
    assert_false(sends_together(sends));
    send_to_all(sends);
    sends_free(sends);
}

/* Where the kernel gives no ring (here: no descriptor for it), each goes by itself. */
static void test_no_ring(void **state) {
    (void)state;
    struct rlimit usual, none;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    none = usual;
    none.rlim_cur = 3;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    struct sends *sends = sends_new();
    setrlimit(RLIMIT_NOFILE, &usual);
    assert_non_null(sends);
    assert_false(sends_together(sends));
    send_to_all(sends);
    sends_free(sends);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_each_by_itself, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_ring_lost, open_pairs, close_pairs),
        cmocka_unit_test_setup_teardown(test_no_ring, open_pairs, close_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
