/* SPDX-License-Identifier: MIT */
/* process.c - starting, ending and talking to a program of somebody else's. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier): its name is the C library's */
#define _GNU_SOURCE /* pipe2, closefrom: nothing of ours is open in it, whatever other threads are doing */
#include "process.h"
#include "now.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const double MOMENT = 0.2;  /* seconds to end by itself */
enum { LOOK_MS = 50, NAP_MS = 2 }; /* how often *stop is looked at; an end waited for */

/* ---- Lines ------------------------------------------------------------------------------------------------------------- */

size_t process_lines_room(struct process_lines *lines, char **at) {
    if (lines->taken) {
        lines->n -= lines->taken;
        memmove(lines->at, lines->at + lines->taken, lines->n);
        lines->taken = 0;
    }
    *at = lines->at + lines->n;
    return sizeof lines->at - lines->n;
}

const char *process_lines_next(struct process_lines *lines, size_t *length) {
    char *begin = lines->at + lines->taken, *end = memchr(begin, '\n', lines->n - lines->taken);
    if (!end) return NULL;
    *end = 0;
    *length = (size_t)(end - begin);
    lines->taken += *length + 1;
    return begin;
}

/* ---- Beginning and end --------------------------------------------------------------------------------------------------- */

static int spawn(struct process *process, char *const argv[], int stdin_end, int stdout_end) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions)) return ENOMEM;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int failed = posix_spawn_file_actions_adddup2(&actions, stdin_end, STDIN_FILENO);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, stdout_end, STDOUT_FILENO);
    if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    if (!failed) failed = posix_spawnp(&process->pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* A pipe whose ends are past the standard streams: dup2() of one onto itself would leave it closed on exec. */
static int make_pipe(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC)) return errno;
    for (int i = 0; i < 2; i++) ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int failed = ends[0] < 0 || ends[1] < 0 ? errno : 0;
    for (int i = 0; i < 2; i++) {
        close(low[i]);
        if (failed && ends[i] >= 0) close(ends[i]);
    }
    return failed;
}

int process_start(struct process *process, char *const argv[]) {
    int to[2] = {-1, -1}, from[2] = {-1, -1}, failed;
    *process = (struct process){.in = -1, .out = -1};
    if ((failed = make_pipe(to))) return failed;
    if ((failed = make_pipe(from))) {
        close(to[0]);
        close(to[1]);
        return failed;
    }
    failed = spawn(process, argv, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (failed) {
        process->pid = 0;
        close(to[1]);
        close(from[0]);
        return failed;
    }
    process->in = to[1];
    process->out = from[0];
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    return 0;
}

/* The signal goes to the thread that wrote, which takes it back. */
ssize_t process_write(int to, const char *bytes, size_t n) {
    sigset_t pipe, before, pending;
    const struct timespec at_once = {0};
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(to, bytes, n);
    int failed = written < 0 ? errno : 0;
    if (failed == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&pipe, NULL, &at_once) < 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failed;
    return written;
}

/* What it does not read any more is forgotten: whether it has ended, its stdout will say. */
static void send_waiting(struct process *process) {
    ssize_t n = process_write(process->in, process->unread + process->read, process->n_unread - process->read);
    if (n > 0) process->read += (size_t)n;
    else if (errno != EAGAIN && errno != EINTR) process->read = process->n_unread;
}

static void nap(void) {
    struct timespec time = {.tv_nsec = NAP_MS * 1000 * 1000};
    nanosleep(&time, NULL);
}

/* Has it ended within a moment? It is not waited for yet, so its group is still its own. */
static bool ends_by_itself(pid_t pid) {
    double until = alea_now() + MOMENT;
    siginfo_t what;
    do {
        what.si_pid = 0;
        if (waitid(P_PID, (id_t)pid, &what, WEXITED | WNOHANG | WNOWAIT) == 0 && what.si_pid == pid) return true;
        nap();
    } while (alea_now() < until);
    return false;
}

void process_end(struct process *process) {
    int status = 0;
    if (process->in >= 0) {
        if (process->n_unread > process->read) send_waiting(process);
        close(process->in);
    }
    if (process->out >= 0) close(process->out);
    process->in = process->out = -1;
    free(process->unread);
    process->unread = NULL;
    process->n_unread = process->read = 0;
    process->lines.n = process->lines.taken = 0;
    if (!process->pid) return;
    bool by_itself = ends_by_itself(process->pid);
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue;
    if (!by_itself) snprintf(process->how, sizeof process->how, "killed");
    else if (WIFSIGNALED(status)) snprintf(process->how, sizeof process->how, "signal %d", WTERMSIG(status));
    else snprintf(process->how, sizeof process->how, "exit status %d", WEXITSTATUS(status));
    process->pid = 0;
}

/* ---- Talking ------------------------------------------------------------------------------------------------------------- */

bool process_send(struct process *process, const char *bytes, size_t n) {
    size_t left = process->n_unread - process->read;
    if (left + n > PROCESS_MAX_UNREAD) return false;
    if (process->read) memmove(process->unread, process->unread + process->read, left);
    process->read = 0;
    process->n_unread = left;
    char *more = realloc(process->unread, left + n + 1);
    if (!more) return false;
    memcpy(more + left, bytes, n);
    process->unread = more;
    process->n_unread = left + n;
    return true;
}

/* False once nothing more can come. */
static bool receive(struct process *process) {
    char *at;
    size_t room = process_lines_room(&process->lines, &at);
    ssize_t n = read(process->out, at, room);
    if (n > 0) process->lines.n += (size_t)n;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Waits for something to happen, for so many milliseconds. */
static bool wait_for(struct process *process, int ms) {
    struct pollfd ends[2] = {{.fd = process->out, .events = POLLIN}, {.fd = process->in, .events = POLLOUT}};
    bool waiting = process->n_unread > process->read;
    if (poll(ends, waiting ? 2 : 1, ms) <= 0) return true;
    if (waiting && ends[1].revents) send_waiting(process);
    return !ends[0].revents || receive(process);
}

enum process_got process_read(struct process *process, double until, const atomic_bool *stop, const char **line,
                              size_t *length) {
    char *at;
    while (!(*line = process_lines_next(&process->lines, length))) {
        if (!process->pid) return PROCESS_GONE;
        if (process_lines_room(&process->lines, &at) == 0) return PROCESS_BABBLES;
        if (stop && atomic_load_explicit(stop, memory_order_relaxed)) return PROCESS_STOPPED;
        double left = (until - alea_now()) * 1000;
        if (left <= 0) return PROCESS_LATE;
        if (!wait_for(process, left < LOOK_MS ? (int)left + 1 : LOOK_MS)) return PROCESS_GONE;
    }
    return PROCESS_LINE;
}
