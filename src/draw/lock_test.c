/* SPDX-License-Identifier: MIT */
/* lock_test.c - what the kernel refuses a process that is locked in: files, network, other programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draw.h"

/* Whether it was refused, as bits; it may allocate and end. */
static int tried(void) {
    int refused = 0, pipes[2];
    char byte;
    errno = 0;
    refused |= open("/dev/null", O_RDONLY) < 0 && errno == EPERM ? 1 : 0;
    errno = 0;
    refused |= open("/tmp", O_WRONLY | O_DIRECTORY) < 0 && errno == EPERM ? 2 : 0;
    errno = 0;
    refused |= socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM ? 4 : 0;
    errno = 0;
    refused |= fork() < 0 && errno == EPERM ? 8 : 0;
    errno = 0;
    refused |= kill(getppid(), 0) < 0 && errno == EPERM ? 16 : 0;
    errno = 0;
    refused |= execv("/bin/true", (char *const[]){"true", NULL}) < 0 && errno == EPERM ? 32 : 0;
    errno = 0;
    refused |= pipe(pipes) < 0 && errno == EPERM ? 64 : 0;
    return read(STDIN_FILENO, &byte, 0) == 0 ? refused : 0;
}

static void a_locked_process_can_only_compute(void **state) {
    int status = 0;
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(draw_lock() ? tried() : 128);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 127);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_locked_process_can_only_compute)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
