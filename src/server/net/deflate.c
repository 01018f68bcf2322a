/* SPDX-License-Identifier: MIT */
/* deflate.c - see deflate.h. */
#include "deflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#define ZLIB_CONST /* what is read is not written */
#include <zlib.h>

enum { RAW = -15, LEVEL = 3, MEMORY = 8, MAX_BYTES = 1 << 20, N_TAIL = 4, EMPTY_BLOCK = 16 };
/* Of a seat's: 128 KiB each, once it was needed. */
enum { WINDOWS = 64, WINDOW_RAW = -14, WINDOW_MEMORY = 7, WINDOW_MIN_BYTES = 64 };

/* The empty block with which a flush ends; it is left out on the wire. */
static const unsigned char tail[N_TAIL] = {0, 0, 0xff, 0xff};

struct window {
    z_stream out;
    bool packs;     /* the stream was begun */
    const void *to; /* whose it is; NULL: nobody's */
    uint64_t used;  /* when it was last, by counting */
};

struct room {
    char *at;
    size_t cap;
};

struct deflate {
    z_stream out, in;
    bool packs, unpacks; /* that stream was begun */
    struct room message; /* the last one that was compressed: n bytes */
    struct room packed;  /* what came of it: `size` bytes, 0 if it was not worth it */
    size_t n, size;
    struct window window[WINDOWS];
    uint64_t used;
    struct room seen; /* what came of a message that goes on from others */
};

struct deflate *deflate_new(void) {
    return calloc(1, sizeof(struct deflate));
}

void deflate_free(struct deflate *streams) {
    if (!streams) return;
    if (streams->packs) deflateEnd(&streams->out);
    if (streams->unpacks) inflateEnd(&streams->in);
    for (int i = 0; i < WINDOWS; i++)
        if (streams->window[i].packs) deflateEnd(&streams->window[i].out);
    free(streams->seen.at);
    free(streams->message.at);
    free(streams->packed.at);
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

enum deflate_offer deflate_offered(const char *extensions) {
    for (const char *at = extensions; *at;) {
        size_t n;
        const char *word = part_of(&at, ";,", &n);
        bool fits = is(word, n, "permessage-deflate");
        enum deflate_offer offer = DEFLATE_ON;
        while (*at == ';') {
            at++;
            word = part_of(&at, ";,", &n);
            fits = fits && may_be(word, n);
            if (is(word, n, "server_no_context_takeover")) offer = DEFLATE_EACH;
        }
        if (fits) return offer;
        at += *at == ',';
    }
    return DEFLATE_NONE;
}

const char *deflate_answer(enum deflate_offer offer) {
    static const char *const answers[] = {
        [DEFLATE_NONE] = "",
        [DEFLATE_EACH] =
            "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n",
        [DEFLATE_ON] = "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n",
    };
    return answers[offer];
}

/* ---- Out ------------------------------------------------------------------------------------------------------------------------ */

static bool make_room(struct room *room, size_t n) {
    if (n <= room->cap) return true;
    char *grown = realloc(room->at, n);
    if (grown) *room = (struct room){grown, n};
    return grown;
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
    stream->next_in = (const Bytef *)streams->message.at;
    stream->avail_in = (uInt)streams->n;
    stream->next_out = (Bytef *)streams->packed.at;
    stream->avail_out = (uInt)streams->n;
    if (deflate(stream, Z_SYNC_FLUSH) != Z_OK || stream->avail_in || stream->avail_out < EMPTY_BLOCK) return 0;
    return stream->total_out - N_TAIL;
}

const char *deflate_pack(struct deflate *streams, const char *bytes, size_t n, size_t *size) {
    if (n < DEFLATE_MIN_BYTES || n > MAX_BYTES || !make_room(&streams->message, n) || !make_room(&streams->packed, n))
        return NULL;
    if (n != streams->n || memcmp(streams->message.at, bytes, n) != 0) {
        memcpy(streams->message.at, bytes, n);
        streams->n = n;
        streams->size = pack(streams);
    }
    *size = streams->size;
    return streams->size ? streams->packed.at : NULL;
}

/* ---- Out, one message after the other --------------------------------------------------------------------------------------------- */

static struct window *find(struct deflate *streams, const void *to) {
    for (int i = 0; i < WINDOWS; i++)
        if (streams->window[i].to == to) return &streams->window[i];
    return NULL;
}

/* It refers to nothing that was before. */
static bool begin_anew(struct window *window) {
    z_stream *out = &window->out;
    if (window->packs) return deflateReset(out) == Z_OK;
    window->packs = deflateInit2(out, LEVEL, Z_DEFLATED, WINDOW_RAW, WINDOW_MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
    return window->packs;
}

static struct window *window_of(struct deflate *streams, const void *to) {
    struct window *window = find(streams, to);
    for (int i = 0; i < WINDOWS && !(window && window->to == to); i++)
        if (!window || streams->window[i].used < window->used) window = &streams->window[i];
    if (window->to != to && !begin_anew(window)) to = NULL;
    window->to = to;
    window->used = ++streams->used;
    return to ? window : NULL;
}

const char *deflate_pack_on(struct deflate *streams, const void *to, const char *bytes, size_t n, size_t *size) {
    struct window *window = n < WINDOW_MIN_BYTES || n > MAX_BYTES ? NULL : window_of(streams, to);
    if (!window) return NULL;
    z_stream *out = &window->out;
    const size_t most = deflateBound(out, (uLong)n) + EMPTY_BLOCK;
    bool good = make_room(&streams->seen, most);
    if (good) {
        out->next_in = (const Bytef *)bytes;
        out->avail_in = (uInt)n;
        out->next_out = (Bytef *)streams->seen.at;
        out->avail_out = (uInt)most;
        good = deflate(out, Z_SYNC_FLUSH) == Z_OK && !out->avail_in && out->avail_out;
    }
    if (!good) deflate_forget(streams, to); /* it is sent as it is: nothing may refer to it */
    *size = most - out->avail_out - N_TAIL;
    return good ? streams->seen.at : NULL;
}

void deflate_forget(struct deflate *streams, const void *to) {
    struct window *window = find(streams, to);
    if (window) window->to = NULL;
    if (window) window->used = 0; /* the first to be taken */
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
