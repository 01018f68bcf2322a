/* SPDX-License-Identifier: MIT */
/* log.h - what happened, as JSON, one line an event: {"time":"2026-11-22T01:02:03.456Z","level":"info","event":"listening",...}
 *
 * Lines gather in memory until log_flush(), once a turn of the loop. Tokens and what stands behind '?' of an address never come
 * here. A log that can't be written is no reason to stop. */
#ifndef ALEA_SERVER_LOG_H
#define ALEA_SERVER_LOG_H

#include "alea.h"

enum {
    LOG_MAX_LINE = 4096,    /* bytes; what is longer is left out */
    LOG_MAX_FILE = 64 << 20 /* bytes; then it becomes FILE.1, which it replaces, and a new one is begun */
};

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

struct log;

/* path: NULL: standard error; "-": nowhere. NULL after *error says why not. */
struct log *log_open(const char *path, struct alea_error *error);
void log_close(struct log *log);
void log_flush(struct log *log);
void log_reopen(struct log *log); /* the file was moved away by others: begins a new one */

/* A line: begin, any fields, end. Values may hold anything. */
void log_begin(struct log *log, enum log_level level, const char *event);
void log_string(struct log *log, const char *key, const char *value);
void log_number(struct log *log, const char *key, int64_t value);
/* A path of a request: words of it that are as long as a token are left out. */
void log_path(struct log *log, const char *path);
void log_end(struct log *log);

void log_event(struct log *log, enum log_level level, const char *event); /* without fields */
/* A JSON object of somebody else, which says its event itself. */
void log_json(struct log *log, enum log_level level, const char *object);

#endif
