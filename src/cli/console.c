/* SPDX-License-Identifier: MIT */
/* console.c - plain lines from standard input, and the signals that end a session. */
#include "console.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "match.h"

enum { ONE_MOMENT_MS = 500 };

static volatile sig_atomic_t caught;
static atomic_bool stop; /* lock-free: a handler may set it */

/* A second signal does what it always does: nobody is ever locked in. Those of one moment are one: GNU timeout signals the
 * program and then its whole group. */
static void note_signal(int number) {
    static struct timespec first; /* signals are handled one after the other: sa_mask */
    struct timespec now = {0};
    int failed = errno;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!caught) {
        first = now;
        caught = number;
        atomic_store(&stop, true);
    } else if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 >= ONE_MOMENT_MS) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = failed;
}

void console_catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = note_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ALEA_LEN(numbers); i++) sigaddset(&action.sa_mask, numbers[i]);
    for (size_t i = 0; i < ALEA_LEN(numbers); i++) {
        struct sigaction before;
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue; /* nohup */
        sigaction(numbers[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
}

bool console_stopped(void) { return caught != 0; }
const atomic_bool *console_stop(void) { return &stop; }
int console_signal(void) { return caught; }

void console_init(struct console *console, const struct cli *cli) {
    *console = (struct console){.cli = cli};
    console->interactive = isatty(STDIN_FILENO) && cli->terminal;
    if (!console->interactive || !console_edit_init(console)) console->editor = NULL;
}

void console_clear(struct console *console) {
    if (console->editor) console_edit_clear(console);
    console->editor = NULL;
}

/* A new editor has neither history nor cuttings. */
void console_forget(struct console *console) {
    if (!console->editor) return;
    console_clear(console);
    if (!console_edit_init(console)) console->editor = NULL;
}

/* Waits with a limit, so that a signal that falls between the look at `caught` and the wait is not missed for long. */
static enum console_got wait_for_input(void) {
    for (;;) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (caught) return CONSOLE_STOPPED;
        int n = poll(&input, 1, 500);
        if (n > 0) return CONSOLE_LINE;
        if (n < 0 && errno != EINTR) return CONSOLE_END;
    }
}

enum console_got console_byte(struct console *console, unsigned char *byte) {
    while (console->at == console->n) {
        enum console_got got = wait_for_input();
        if (got != CONSOLE_LINE) return got;
        ssize_t n = read(STDIN_FILENO, console->buffer, sizeof console->buffer);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return caught ? CONSOLE_STOPPED : CONSOLE_END; /* whoever sends a signal may hang up at once */
        console->at = 0;
        console->n = (size_t)n;
    }
    *byte = (unsigned char)console->buffer[console->at++];
    return CONSOLE_LINE;
}

/* A last line without its end counts as a line. */
static enum console_got read_plain(struct console *console) {
    size_t n = 0;
    unsigned char byte = 0;
    enum console_got got;
    while ((got = console_byte(console, &byte)) == CONSOLE_LINE && byte != '\n')
        if (n < CONSOLE_MAX_LINE) console->line[n++] = byte ? (char)byte : '?';
    console->line[n] = 0;
    return got == CONSOLE_END && n > 0 ? CONSOLE_LINE : got;
}

enum console_got console_read(struct console *console) {
    enum console_got got;
    fflush(stdout);
    if (console->editor) {
        got = console_edit_read(console);
    } else {
        if (console->interactive) {
            fputs("> ", stdout);
            fflush(stdout);
        }
        got = read_plain(console);
    }
    alea_line_clean(console->line, strlen(console->line), console->line, sizeof console->line);
    return got;
}
