/* SPDX-License-Identifier: MIT */
/* clock.c - put before a test's server, its wall clock runs ahead by what the file ALEA_TEST_CLOCK says, in milliseconds as decimal digits:
 * closing times come when a test wants them. Without the variable, or the file, it is the right time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { DIGITS = 20, SECOND = 1000, MS = 1000000 };

static long long ahead_ms(void) {
    const char *path = getenv("ALEA_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    char digits[DIGITS + 1] = "";
    ssize_t n = read(file, digits, DIGITS);
    close(file);
    return n > 0 ? strtoll(digits, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long failed = syscall(SYS_clock_gettime, clock, now);
    if (failed || clock != CLOCK_REALTIME) return (int)failed;
    long long ms = ahead_ms();
    now->tv_sec += ms / SECOND;
    now->tv_nsec += ms % SECOND * MS;
    if (now->tv_nsec >= SECOND * MS) {
        now->tv_sec++;
        now->tv_nsec -= SECOND * MS;
    }
    return 0;
}
