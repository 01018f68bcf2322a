/* SPDX-License-Identifier: MIT */
/* squeeze.c - a table of tags and what was compressed under them; and a stream for what is compressed as it goes out. */
#include "squeeze.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

enum { GZIP = 15 + 16, LEVEL = 9, LEVEL_NOW = 3, MEMORY = 8, MAX_TAG = 40 };

struct squeeze {
    z_stream now; /* used again and again; one loop, one stream */
    bool ready;
    int n;
    struct {
        char tag[MAX_TAG];
        char *bytes; /* NULL: not worth it */
        size_t size;
    } at[SQUEEZE_MAX];
};

struct squeeze *squeeze_new(void) {
    return calloc(1, sizeof(struct squeeze));
}

void squeeze_free(struct squeeze *squeeze) {
    for (int i = 0; squeeze && i < squeeze->n; i++) free(squeeze->at[i].bytes);
    if (squeeze && squeeze->ready) deflateEnd(&squeeze->now);
    free(squeeze);
}

static bool begin(z_stream *stream, int level) {
    *stream = (z_stream){0};
    return deflateInit2(stream, level, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
}

/* Through a stream at its beginning. NULL if memory is short, or it is no smaller than before. */
static char *compress_all(z_stream *stream, const char *bytes, size_t n, size_t *size) {
    char *out = malloc(n);
    if (!out) return NULL;
    stream->next_in = (const Bytef *)bytes;
    stream->avail_in = (uInt)n;
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)n;
    int end = deflate(stream, Z_FINISH);
    *size = stream->total_out;
    char *fitting = end == Z_STREAM_END ? realloc(out, *size) : NULL;
    if (!fitting) free(out);
    return fitting;
}

static char *compress_once(const char *bytes, size_t n, size_t *size) {
    z_stream stream;
    if (!begin(&stream, LEVEL)) return NULL;
    char *packed = compress_all(&stream, bytes, n, size);
    deflateEnd(&stream);
    return packed;
}

const char *squeeze_find(struct squeeze *squeeze, const char *tag, const char *bytes, size_t n, size_t *size) {
    int i = 0;
    while (i < squeeze->n && strcmp(squeeze->at[i].tag, tag) != 0) i++;
    if (i == squeeze->n) {
        size_t length = strlen(tag);
        if (i == SQUEEZE_MAX || length >= MAX_TAG || n < SQUEEZE_MIN_BYTES || n > SQUEEZE_MAX_BYTES) return NULL;
        memcpy(squeeze->at[i].tag, tag, length + 1);
        squeeze->at[i].bytes = compress_once(bytes, n, &squeeze->at[i].size);
        squeeze->n++;
    }
    *size = squeeze->at[i].size;
    return squeeze->at[i].bytes;
}

char *squeeze_now(struct squeeze *squeeze, const char *bytes, size_t n, size_t *size) {
    if (n < SQUEEZE_NOW_MIN_BYTES || n > SQUEEZE_MAX_BYTES) return NULL;
    squeeze->ready = squeeze->ready ? deflateReset(&squeeze->now) == Z_OK : begin(&squeeze->now, LEVEL_NOW);
    return squeeze->ready ? compress_all(&squeeze->now, bytes, n, size) : NULL;
}
