/* SPDX-License-Identifier: MIT */
/* console.h - lines from a person: with editing, history and completion at a terminal, plain from a pipe. */
#ifndef ALEA_CLI_CONSOLE_H
#define ALEA_CLI_CONSOLE_H

#include "cli.h"

enum { CONSOLE_MAX_LINE = 20 << 10 }; /* a move and the longest note */

enum console_got { CONSOLE_LINE, CONSOLE_END, CONSOLE_STOPPED };

struct console {
    const struct cli *cli;
    bool interactive; /* somebody sits there: prompts make sense */
    /* Offers the n-th word or line that may be typed now (borrowed until the next call); NULL past the end. The
     * function itself may be NULL: nothing is offered. */
    const char *(*offer)(void *context, int n);
    void *context;
    char line[CONSOLE_MAX_LINE + 1]; /* the last line, without its end, clean UTF-8 */
    char buffer[4096];
    size_t at, n;
    void *editor; /* edit.c */
};

/* From here on the signals that ask to stop (INT, TERM, HUP) make console_read() return and console_stopped() true; a
 * closed pipe is an error of a write. */
void console_catch_signals(void);
bool console_stopped(void);
const atomic_bool *console_stop(void); /* the same, for who looks at it while something else goes on */
int console_signal(void);              /* which, 0 if none */

void console_init(struct console *console, const struct cli *cli);
void console_clear(struct console *console);
/* Forgets what was typed: the next person can bring nothing of it back. */
void console_forget(struct console *console);
/* The next line. What is too long or not clean UTF-8 is made so: it will match nothing. */
enum console_got console_read(struct console *console);
/* Reads one byte, waiting for it; CONSOLE_END at the end of input. */
enum console_got console_byte(struct console *console, unsigned char *byte);

/* edit.c */
bool console_edit_init(struct console *console);
void console_edit_clear(struct console *console);
enum console_got console_edit_read(struct console *console);

#endif
