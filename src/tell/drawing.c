/* SPDX-License-Identifier: MIT */
/* drawing.c - alea-draw as a child: SVG into its stdin, PNG from its stdout. It lies beside the program that runs, else where a shell
 * finds it. */
#include "drawing.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_text.h"
#include "error.h"
#include "now.h"
#include "process.h"

static const char program[] = "alea-draw";

enum { MAX_PNG = 8 << 20, CHUNK = 64 << 10, LOOK_MS = 50 };

struct picture {
    char *at;
    size_t n, room;
};

/* Takes what has come. False at the end of it, or when there is too much. */
static bool take(const struct process *process, struct picture *png) {
    if (png->room - png->n < CHUNK) {
        char *more = png->room + CHUNK > MAX_PNG ? NULL : realloc(png->at, 2 * png->room + CHUNK);
        if (!more) return false;
        png->at = more;
        png->room = 2 * png->room + CHUNK;
    }
    ssize_t n = read(process->out, png->at + png->n, CHUNK);
    if (n > 0) png->n += (size_t)n;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Sends what it takes; closes its stdin behind the last byte, or when it reads no more. */
static void give(struct process *process, const char *svg, size_t n, size_t *sent) {
    ssize_t written = process_write(process->in, svg + *sent, n - *sent);
    if (written > 0) *sent += (size_t)written;
    bool gone = written < 0 && errno != EAGAIN && errno != EINTR;
    if (*sent < n && !gone) return;
    close(process->in);
    process->in = -1;
}

/* False when the time was up, or nobody wanted it any more. */
static bool exchange(struct process *process, const char *svg, size_t n, double until, const atomic_bool *stop,
                     struct picture *png) {
    size_t sent = 0;
    for (;;) {
        double left = (until - alea_now()) * 1000;
        if (left <= 0 || (stop && atomic_load_explicit(stop, memory_order_relaxed))) return false;
        struct pollfd ends[2] = {{.fd = process->out, .events = POLLIN}, {.fd = process->in, .events = POLLOUT}};
        if (poll(ends, 2, left < LOOK_MS ? (int)left + 1 : LOOK_MS) <= 0)
            continue; /* an end that is closed is not looked at */
        if (ends[1].revents && process->in >= 0) give(process, svg, n, &sent);
        if (ends[0].revents && !take(process, png)) return true;
    }
}

/* The program beside ours, if it is there. */
static const char *beside(char path[], size_t size) {
    ssize_t n = readlink("/proc/self/exe", path, size - sizeof program - 1);
    char *slash = NULL;
    if (n > 0) path[n] = 0, slash = strrchr(path, '/');
    if (!slash) return program;
    memcpy(slash + 1, program, sizeof program);
    return access(path, X_OK) == 0 ? path : program;
}

static bool is_png(const struct picture *png) {
    static const char begin[] = "\x89PNG\r\n\x1a\n", end[] = "IEND\xae\x42\x60\x82";
    size_t b = sizeof begin - 1, e = sizeof end - 1;
    return png->n > b + e && memcmp(png->at, begin, b) == 0 && memcmp(png->at + png->n - e, end, e) == 0;
}

enum alea_err drawing_png(const char *svg, size_t n, double seconds, const atomic_bool *stop, char **png, size_t *n_png,
                          struct alea_error *error) {
    char path[4096];
    const char *name = beside(path, sizeof path);
    struct process *process = malloc(sizeof *process);
    struct picture drawn = {0};
    if (!process) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    int failed = process_start(process, (char *const[]){(char *)name, NULL});
    bool in_time = !failed && exchange(process, svg, n, alea_now() + seconds, stop, &drawn);
    if (!failed) process_end(process);
    enum alea_err code = ALEA_OK;
    if (failed) code = alea_fail(error, ALEA_ERR_NOT_FOUND, alea_reason(error, ENGINE_SAY_DRAWING_MISSING).at);
    else if (!in_time) code = alea_fail(error, ALEA_ERR_IO, program, alea_reason(error, ENGINE_SAY_DRAWING_LATE).at);
    else if (!is_png(&drawn))
        code = alea_fail(error, ALEA_ERR_IO, program, alea_reason(error, ENGINE_SAY_DRAWING_FAILED, process->how).at);
    if (code) free(drawn.at);
    else *png = drawn.at, *n_png = drawn.n;
    free(process);
    return code;
}
