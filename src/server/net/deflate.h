/* SPDX-License-Identifier: MIT */
/* deflate.h - messages of a WebSocket compressed, permessage-deflate (RFC 7692). What comes in, and what goes out to those who look on,
 * each message by itself: so one pair of streams serves all, and what many are told is compressed once. What a seat is told goes on from
 * what it was told before, in one of a few windows: a ply is a sixth of itself then. Who was not told anything for the longest loses its
 * window to the next, and begins anew. */
#ifndef ALEA_SERVER_DEFLATE_H
#define ALEA_SERVER_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>

enum { DEFLATE_MIN_BYTES = 1400 /* less fits into one packet as it is, and is no sooner there */ };

enum deflate_offer { DEFLATE_NONE, DEFLATE_EACH, DEFLATE_ON /* messages may go on from those before */ };
/* The first offer among those of a Sec-WebSocket-Extensions that can be taken. One that limits our window can't. */
enum deflate_offer deflate_offered(const char *extensions);
/* What is answered to it. */
const char *deflate_answer(enum deflate_offer offer);

struct deflate;
struct deflate *deflate_new(void);
void deflate_free(struct deflate *streams);

/* The n bytes compressed, *size of them, alive until the next call; NULL if that is not to be had, not worth it or not smaller. The
 * same message again, to the next of those who look on, costs a comparison. */
const char *deflate_pack(struct deflate *streams, const char *bytes, size_t n, size_t *size);

/* The same, going on from what was told `to` (any pointer of its own) by this function before. What it gives must be sent, though it may
 * be longer than the message by some bytes. NULL: it is short, or that is not to be had. */
const char *deflate_pack_on(struct deflate *streams, const void *to, const char *bytes, size_t n, size_t *size);
/* What was told it is forgotten: it is gone, or is told something that was compressed by itself. */
void deflate_forget(struct deflate *streams, const void *to);

enum deflate_end { DEFLATE_WHOLE, DEFLATE_TOO_BIG, DEFLATE_WRONG };
/* What a client has compressed, into `out`, no more than `max` bytes, *n of them. */
enum deflate_end deflate_unpack(struct deflate *streams, const char *packed, size_t size, char *out, size_t max, size_t *n);

#endif
