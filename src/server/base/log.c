/* SPDX-License-Identifier: MIT */
/* log.c - lines of JSON to a file or standard error, written in one piece a turn. */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "now.h"
#include "text.h"

enum { FULL = 64 << 10, MAX_TEXT = FULL + 2 * LOG_MAX_LINE, TOKEN_LENGTH = 43, MAX_PATH = 4096 };

struct log {
    int fd; /* -1: nowhere */
    char *path;
    int64_t size; /* of the file; -1: no file of ours */
    struct alea_text text, line;
    time_t second; /* that `clock` is of */
    char clock[24];
};

/* ---- The file ---------------------------------------------------------------------------------------------------------- */

static int open_file(struct log *log) {
    struct stat status;
    log->fd = open(log->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0640);
    if (log->fd < 0) return errno;
    log->size = !fstat(log->fd, &status) && S_ISREG(status.st_mode) ? (int64_t)status.st_size : -1;
    return 0;
}

struct log *log_open(const char *path, struct alea_error *error) {
    struct log *log = calloc(1, sizeof *log);
    if (!log) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    log->fd = path ? -1 : STDERR_FILENO;
    log->size = -1;
    alea_text_init(&log->text, MAX_TEXT, ALEA_EN);
    alea_text_init(&log->line, LOG_MAX_LINE, ALEA_EN);
    if (!path || strcmp(path, "-") == 0) return log;
    log->path = strdup(path);
    int failed = log->path ? open_file(log) : ENOMEM;
    if (!failed) return log;
    alea_fail(error, ALEA_ERR_IO, path, alea_reason(error, ENGINE_SAY_LOG_CANNOT_WRITE, strerror(failed)).at);
    log_close(log);
    return NULL;
}

void log_close(struct log *log) {
    if (!log) return;
    log_flush(log);
    if (log->path && log->fd >= 0) close(log->fd);
    alea_text_clear(&log->text);
    alea_text_clear(&log->line);
    free(log->path);
    free(log);
}

static void begin_file(struct log *log) {
    int before = log->fd;
    if (open_file(log)) log->fd = before; /* better the old one than none */
    else if (before >= 0) close(before);
}

static void turn_over(struct log *log) {
    char older[MAX_PATH];
    if (snprintf(older, sizeof older, "%s.1", log->path) >= (int)sizeof older) return;
    if (!rename(log->path, older)) begin_file(log);
}

void log_flush(struct log *log) {
    const char *at = alea_text_str(&log->text);
    size_t n = log->text.len;
    log->text.len = 0;
    log->text.truncated = false;
    if (log->fd < 0) return;
    if (log->size >= 0) log->size += (int64_t)n;
    while (n > 0) {
        ssize_t written = write(log->fd, at, n);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break; /* a full disk: these lines are lost */
        at += written;
        n -= (size_t)written;
    }
    if (log->size > LOG_MAX_FILE) turn_over(log);
}

void log_reopen(struct log *log) {
    log_flush(log);
    if (log->path) begin_file(log);
}

/* ---- Lines -------------------------------------------------------------------------------------------------------------- */

static void add_time(struct log *log) {
    const int64_t now = alea_wall_ms();
    const time_t second = now / 1000;
    struct tm parts;
    if (second != log->second || !log->clock[0]) {
        log->second = second;
        if (!gmtime_r(&second, &parts) || !strftime(log->clock, sizeof log->clock, "%Y-%m-%dT%H:%M:%S", &parts))
            log->clock[0] = 0;
    }
    alea_text_addf(&log->line, "{\"time\":\"%s.%03dZ\"", log->clock, (int)(now % 1000));
}

static void start(struct log *log, enum log_level level) {
    static const char *const names[] = {[LOG_INFO] = "info", [LOG_WARNING] = "warning", [LOG_ERROR] = "error"};
    log->line.len = 0;
    log->line.truncated = false;
    add_time(log);
    alea_json_id(&log->line, "level", names[level]);
}

void log_begin(struct log *log, enum log_level level, const char *event) {
    start(log, level);
    log_string(log, "event", event);
}

/* A line is whole JSON whatever does not fit: a field that is cut is taken back. */
static void keep_whole(struct alea_text *line, size_t length) {
    if (!line->truncated && line->len + 1 < LOG_MAX_LINE) return;
    line->len = length;
    line->truncated = false;
}

void log_string(struct log *log, const char *key, const char *value) {
    size_t before = log->line.len;
    alea_json_string(&log->line, key, value);
    keep_whole(&log->line, before);
}

void log_number(struct log *log, const char *key, int64_t value) {
    size_t before = log->line.len;
    alea_json_integer(&log->line, key, value);
    keep_whole(&log->line, before);
}

void log_path(struct log *log, const char *path) {
    struct alea_text shown;
    alea_text_init(&shown, LOG_MAX_LINE / 2, ALEA_EN);
    while (*path) {
        size_t slashes = strspn(path, "/"), word = strcspn(path + slashes, "/");
        alea_text_add_n(&shown, path, slashes);
        if (word >= TOKEN_LENGTH) alea_text_add(&shown, "...");
        else alea_text_add_n(&shown, path + slashes, word);
        path += slashes + word;
    }
    log_string(log, "path", alea_text_str(&shown));
    alea_text_clear(&shown);
}

static void put(struct log *log, const char *words, size_t n) {
    if (log->text.len + n > FULL) log_flush(log);
    alea_text_add_n(&log->text, words, n);
}

void log_end(struct log *log) {
    if (log->fd < 0) return;
    put(log, alea_text_str(&log->line), log->line.len);
    put(log, "}\n", 2);
}

void log_event(struct log *log, enum log_level level, const char *event) {
    log_begin(log, level, event);
    log_end(log);
}

void log_json(struct log *log, enum log_level level, const char *object) {
    size_t n = strlen(object);
    if (log->fd < 0 || n < 2 || n > LOG_MAX_LINE || object[0] != '{') return;
    start(log, level);
    put(log, alea_text_str(&log->line), log->line.len);
    if (n > 2) put(log, ",", 1);
    put(log, object + 1, n - 1);
    put(log, "\n", 1);
}
