/* SPDX-License-Identifier: MIT */
/* gzip.c - a table of tags and what was compressed under them; and a stream for what is compressed as it goes out. */
#include "gzip.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

enum { GZIP = 15 + 16, LEVEL = 9, LEVEL_NOW = 3, MEMORY = 8, MAX_TAG = 40 };

struct gzip {
    z_stream now; /* used again and again; one loop, one stream */
    bool ready;
    int n;
    struct {
        char tag[MAX_TAG];
        char *bytes; /* NULL: not worth it */
        size_t size;
    } at[GZIP_MAX];
};

struct gzip *gzip_new(void) {
    return calloc(1, sizeof(struct gzip));
}

void gzip_free(struct gzip *gzip) {
    for (int i = 0; gzip && i < gzip->n; i++) free(gzip->at[i].bytes);
    if (gzip && gzip->ready) deflateEnd(&gzip->now);
    free(gzip);
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

const char *gzip_cached(struct gzip *gzip, const char *tag, const char *bytes, size_t n, size_t *size) {
    int i = 0;
    while (i < gzip->n && strcmp(gzip->at[i].tag, tag) != 0) i++;
    if (i == gzip->n) {
        size_t length = strlen(tag);
        if (i == GZIP_MAX || length >= MAX_TAG || n < GZIP_MIN_BYTES || n > GZIP_MAX_BYTES) return NULL;
        memcpy(gzip->at[i].tag, tag, length + 1);
        gzip->at[i].bytes = compress_once(bytes, n, &gzip->at[i].size);
        gzip->n++;
    }
    *size = gzip->at[i].size;
    return gzip->at[i].bytes;
}

char *gzip_now(struct gzip *gzip, const char *bytes, size_t n, size_t *size) {
    if (n < GZIP_NOW_MIN_BYTES || n > GZIP_MAX_BYTES) return NULL;
    gzip->ready = gzip->ready ? deflateReset(&gzip->now) == Z_OK : begin(&gzip->now, LEVEL_NOW);
    return gzip->ready ? compress_all(&gzip->now, bytes, n, size) : NULL;
}
