/* SPDX-License-Identifier: MIT */
/* deflate.c - see deflate.h. */
#include "deflate.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

enum { RAW = -15, LEVEL = 3, MEMORY = 8, MAX_BYTES = 1 << 20, N_TAIL = 4, EMPTY_BLOCK = 16 };

/* The empty block with which a flush ends; it is left out on the wire. */
static const unsigned char tail[N_TAIL] = {0, 0, 0xff, 0xff};

struct deflate {
    z_stream out, in;
    bool packs, unpacks; /* that stream was begun */
    char *message;       /* the last one that was compressed: n bytes, and `cap` of room */
    char *packed;        /* what came of it: `size` bytes, 0 if it was not worth it, and the same room */
    size_t n, size, cap;
};

struct deflate *deflate_new(void) {
    return calloc(1, sizeof(struct deflate));
}

void deflate_free(struct deflate *streams) {
    if (!streams) return;
    if (streams->packs) deflateEnd(&streams->out);
    if (streams->unpacks) inflateEnd(&streams->in);
    free(streams->message);
    free(streams->packed);
    free(streams);
}

/* ---- The offer ----------------------------------------------------------------------------------------------------------------- */

/* Takes the next part of a list off, up to one of the marks, without the blanks around it. */
static const char *part_of(const char **list, const char *marks, size_t *n) {
    const char *from = *list + strspn(*list, " \t");
    size_t length = strcspn(from, marks);
    *list = from + length;
    while (length && strchr(" \t", from[length - 1])) length--;
    *n = length;
    return from;
}

static bool is(const char *word, size_t n, const char *name) { return strlen(name) == n && strncasecmp(word, name, n) == 0; }

/* Can we do what this parameter asks? The client's window is its own affair: we read any. */
static bool may_be(const char *parameter, size_t n) {
    static const char window[] = "client_max_window_bits";
    size_t name = strcspn(parameter, "= \t;,");
    if (name < n) return is(parameter, name, window);
    return is(parameter, n, "server_no_context_takeover") || is(parameter, n, "client_no_context_takeover") ||
           is(parameter, n, window);
}

bool deflate_offered(const char *extensions) {
    for (const char *at = extensions; *at;) {
        size_t n;
        const char *word = part_of(&at, ";,", &n);
        bool fits = is(word, n, "permessage-deflate");
        while (*at == ';') {
            at++;
            word = part_of(&at, ";,", &n);
            fits = fits && may_be(word, n);
        }
        if (fits) return true;
        at += *at == ',';
    }
    return false;
}

/* ---- Out ------------------------------------------------------------------------------------------------------------------------ */

static bool make_room(struct deflate *streams, size_t n) {
    if (n <= streams->cap) return true;
    char *message = realloc(streams->message, n);
    if (message) streams->message = message;
    char *packed = message ? realloc(streams->packed, n) : NULL;
    if (!packed) return false;
    streams->packed = packed;
    streams->cap = n;
    return true;
}

static bool ready_to_pack(struct deflate *streams) {
    if (streams->packs) return deflateReset(&streams->out) == Z_OK;
    streams->packs = deflateInit2(&streams->out, LEVEL, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
    return streams->packs;
}

/* How many bytes the message takes compressed; 0 if it is not smaller by more than the flush may have kept back. */
static size_t pack(struct deflate *streams) {
    z_stream *stream = &streams->out;
    if (!ready_to_pack(streams)) return 0;
    stream->next_in = (const Bytef *)streams->message;
    stream->avail_in = (uInt)streams->n;
    stream->next_out = (Bytef *)streams->packed;
    stream->avail_out = (uInt)streams->n;
    if (deflate(stream, Z_SYNC_FLUSH) != Z_OK || stream->avail_in || stream->avail_out < EMPTY_BLOCK) return 0;
    return stream->total_out - N_TAIL;
}

const char *deflate_pack(struct deflate *streams, const char *bytes, size_t n, size_t *size) {
    if (n < DEFLATE_MIN_BYTES || n > MAX_BYTES || !make_room(streams, n)) return NULL;
    if (n != streams->n || memcmp(streams->message, bytes, n) != 0) {
        memcpy(streams->message, bytes, n);
        streams->n = n;
        streams->size = pack(streams);
    }
    *size = streams->size;
    return streams->size ? streams->packed : NULL;
}

/* ---- In ------------------------------------------------------------------------------------------------------------------------- */

/* What inflate() says at the end of these bytes. A last block (RFC 7692, 7.2.1) ends a stream, not the message: what is behind it is another one. */
static int inflate_some(z_stream *stream, const unsigned char *bytes, size_t n) {
    int end;
    stream->next_in = bytes;
    stream->avail_in = (uInt)n;
    do end = inflate(stream, Z_SYNC_FLUSH);
    while (end == Z_STREAM_END && stream->avail_in && inflateReset(stream) == Z_OK);
    return end;
}

/* Is that where a message may end? Behind a block, that is: where the next one would begin. */
static bool behind_block(const z_stream *stream) { return stream->data_type & 128; }

static enum deflate_end inflate_message(z_stream *stream, const unsigned char *packed, size_t size) {
    if (size == 0) return DEFLATE_WHOLE;
    int end = inflate_some(stream, packed, size);
    if (end == Z_STREAM_END) return DEFLATE_WHOLE;
    if (end == Z_OK && !stream->avail_in) end = inflate_some(stream, tail, N_TAIL);
    if (end != Z_OK && end != Z_BUF_ERROR) return DEFLATE_WRONG;
    if (stream->avail_in) return DEFLATE_TOO_BIG;
    return behind_block(stream) ? DEFLATE_WHOLE : DEFLATE_WRONG;
}

enum deflate_end deflate_unpack(struct deflate *streams, const char *packed, size_t size, char *out, size_t max, size_t *n) {
    z_stream *stream = &streams->in;
    if (!streams->unpacks) streams->unpacks = inflateInit2(stream, RAW) == Z_OK;
    if (!streams->unpacks || inflateReset(stream) != Z_OK) return DEFLATE_WRONG;
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)max;
    enum deflate_end end = inflate_message(stream, (const unsigned char *)packed, size);
    *n = max - stream->avail_out;
    return end;
}
