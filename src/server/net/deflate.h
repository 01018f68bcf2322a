/* SPDX-License-Identifier: MIT */
/* deflate.h - messages of a WebSocket compressed, permessage-deflate (RFC 7692). Each of them by itself, in both directions: so a
 * WebSocket keeps no window, and one pair of streams serves all. */
#ifndef ALEA_SERVER_DEFLATE_H
#define ALEA_SERVER_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>

enum { DEFLATE_MIN_BYTES = 1400 /* less fits into one packet as it is, and is no sooner there */ };

/* What is answered to an offer of it. */
#define DEFLATE_ANSWER "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

/* Is there an offer among those of a Sec-WebSocket-Extensions that can be taken? One that limits our window can't. */
bool deflate_offered(const char *extensions);

struct deflate;
struct deflate *deflate_new(void);
void deflate_free(struct deflate *streams);

/* The n bytes compressed, *size of them, alive until the next call; NULL if that is not to be had, not worth it or not smaller. The
 * same message again, to the next of those who look on, costs a comparison. */
const char *deflate_pack(struct deflate *streams, const char *bytes, size_t n, size_t *size);

enum deflate_end { DEFLATE_WHOLE, DEFLATE_TOO_BIG, DEFLATE_WRONG };
/* What a client has compressed, into `out`, no more than `max` bytes, *n of them. */
enum deflate_end deflate_unpack(struct deflate *streams, const char *packed, size_t size, char *out, size_t max, size_t *n);

#endif
