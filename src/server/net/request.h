/* SPDX-License-Identifier: MIT */
/* request.h - reading the fields and bodies of HTTP requests. Knows no sockets. */
#ifndef ALEA_SERVER_REQUEST_H
#define ALEA_SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "rate.h"

enum { REQUEST_MAX_OVERHEAD = 16 << 10 /* bytes of a chunked body that are not its data */ };

/* Percent-encodes n bytes, but for letters, digits, "-._~" and those in `also`; a 0 behind. False if `size` is too small; *at is
 * where it goes on. */
bool request_escape(const char *bytes, size_t n, const char *also, char *out, size_t size, size_t *at);
/* The value of a cookie in a Cookie header. False if it is not there, or does not fit. */
bool request_cookie(const char *header, const char *name, char *value, size_t size);
/* What stands behind "Bearer " in an Authorization header; NULL if it is of another kind. */
const char *request_bearer(const char *header);
/* A Content-Length: digits alone. */
bool request_length(const char *header, size_t *length);
/* The last address of an X-Forwarded-For header: the one that our own proxy wrote. */
bool request_forwarded(const char *header, struct rate_key *key);
/* Is that word one of a list like "keep-alive, Upgrade"? Case does not matter. */
bool request_lists(const char *header, const char *word);
/* Is that tag one of an If-None-Match header? "*" is any, and weak tags count. */
bool request_matches(const char *header, const char *tag);

enum request_chunk_state {
    REQUEST_CHUNK_SIZE,
    REQUEST_CHUNK_EXTENSION,
    REQUEST_CHUNK_DATA,
    REQUEST_CHUNK_DATA_END,
    REQUEST_CHUNK_TRAILER,
    REQUEST_CHUNK_DONE,
    REQUEST_CHUNK_BAD
};

/* A chunked body on its way; all zeros at the start. */
struct request_chunks {
    enum request_chunk_state state;
    size_t left; /* of this chunk */
    int digits;
    bool cr; /* was the last letter */
    size_t overhead, line;
};

/* Looks at n bytes: the next stretch of data among them is *data, n_data bytes (0: none). Returns how many bytes were used up; call it
 * again with the rest until all are, or the state is DONE or BAD. */
size_t request_dechunk(struct request_chunks *chunks, const char *bytes, size_t n, const char **data, size_t *n_data);

#endif
