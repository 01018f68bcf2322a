/* SPDX-License-Identifier: MIT */
/* process.h - a program of somebody else's, spoken to in lines over its stdin and stdout.
 *
 * It runs in a process group of its own, with our stderr and no other descriptor of ours; it ends with process_end(), whatever it
 * does. Nothing here trusts it: lines have a ceiling, what it does not read is kept up to a ceiling, every wait has an end. No
 * function blocks otherwise, and none raises SIGPIPE. */
#ifndef ALEA_BOTS_PROCESS_H
#define ALEA_BOTS_PROCESS_H

#include <stdatomic.h>
#include <sys/types.h>

#include "alea.h"

enum {
    PROCESS_MAX_LINE = 64 << 10,   /* bytes of a line of its own, the newline included */
    PROCESS_MAX_UNREAD = 16 << 20, /* bytes for it that it has not read yet */
    PROCESS_HOW = 80
};

/* Bytes that come in pieces, cut into lines. */
struct process_lines {
    size_t n, taken; /* bytes held; of those, the ones that were given out */
    char at[PROCESS_MAX_LINE];
};

/* Where the next bytes go, and how many may come; 0: there is no room, since a line is too long. */
size_t process_lines_room(struct process_lines *lines, char **at);
/* The next whole line, with a 0 in place of its newline, borrowed until more room is asked for; NULL if there is none yet. */
const char *process_lines_next(struct process_lines *lines, size_t *length);

enum process_got {
    PROCESS_LINE,
    PROCESS_LATE,    /* the time is up */
    PROCESS_STOPPED, /* nobody wants an answer any more */
    PROCESS_GONE,    /* it has ended, or closed its stdout */
    PROCESS_BABBLES  /* a line without an end; or it reads nothing of what it asks for */
};

struct process {
    pid_t pid; /* 0: none runs */
    int in, out;
    char *unread; /* what it has not read yet */
    size_t n_unread, read;
    char how[PROCESS_HOW]; /* how the last one ended: "exit status 1", "signal 11" */
    struct process_lines lines;
};

/* argv[0] is looked for as a shell does, and there is no shell. 0 or errno. */
int process_start(struct process *process, char *const argv[]);
/* Closes its stdin, gives it a moment to end by itself, then kills it and all that it started. */
void process_end(struct process *process);
/* write() without SIGPIPE, whatever our program does with that signal. */
ssize_t process_write(int to, const char *bytes, size_t n);
/* Queues bytes for it. False if it reads too little. */
bool process_send(struct process *process, const char *bytes, size_t n);
/* Sends what waits and reads, until there is a line, or `until`, or *stop (which may be NULL). */
enum process_got process_read(struct process *process, double until, const atomic_bool *stop, const char **line,
                              size_t *length);

#endif
