/* SPDX-License-Identifier: MIT */
/* squeeze.c - a table of tags and what was compressed under them. */
#include "squeeze.h"

#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

enum { GZIP = 15 + 16, LEVEL = 9, MEMORY = 8, MAX_TAG = 40 };

struct squeeze {
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
    free(squeeze);
}

/* NULL if memory is short, or it is no smaller than before. */
static char *compress_all(const char *bytes, size_t n, size_t *size) {
    z_stream stream = {0};
    char *out = malloc(n);
    if (!out || deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(out);
        return NULL;
    }
    stream.next_in = (const Bytef *)bytes;
    stream.avail_in = (uInt)n;
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)n;
    int end = deflate(&stream, Z_FINISH);
    *size = stream.total_out;
    deflateEnd(&stream);
    char *fitting = end == Z_STREAM_END ? realloc(out, *size) : NULL;
    if (!fitting) free(out);
    return fitting;
}

const char *squeeze_find(struct squeeze *squeeze, const char *tag, const char *bytes, size_t n, size_t *size) {
    int i = 0;
    while (i < squeeze->n && strcmp(squeeze->at[i].tag, tag) != 0) i++;
    if (i == squeeze->n) {
        size_t length = strlen(tag);
        if (i == SQUEEZE_MAX || length >= MAX_TAG || n < SQUEEZE_MIN_BYTES || n > SQUEEZE_MAX_BYTES) return NULL;
        memcpy(squeeze->at[i].tag, tag, length + 1);
        squeeze->at[i].bytes = compress_all(bytes, n, &squeeze->at[i].size);
        squeeze->n++;
    }
    *size = squeeze->at[i].size;
    return squeeze->at[i].bytes;
}
