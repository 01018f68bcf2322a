/* SPDX-License-Identifier: MIT */
/* frames.h - what comes in on a WebSocket: frames, taken apart by wslay, and the messages that they make. Knows no sockets. */
#ifndef ALEA_SERVER_FRAMES_H
#define ALEA_SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAMES_MAX_MESSAGE = 4 << 10, FRAMES_MAX_CONTROL = 125, FRAMES_ACCEPT = 29 };

/* Why a WebSocket is closed (RFC 6455, 7.4.1). */
enum frames_status {
    FRAMES_NORMAL = 1000,
    FRAMES_GOING_AWAY = 1001,
    FRAMES_PROTOCOL = 1002,
    FRAMES_NO_TEXT = 1003,
    FRAMES_TOO_SLOW = 1008,
    FRAMES_TOO_BIG = 1009
};

enum frames_kind { FRAMES_TEXT, FRAMES_PING, FRAMES_PONG, FRAMES_CLOSE, FRAMES_WRONG /* the last one: `status` says why */ };

struct frames_event {
    enum frames_kind kind;
    enum frames_status status;
    bool packed;       /* a text that is still compressed */
    const char *bytes; /* alive until the next call */
    size_t n;
};

struct frames;
struct frames *frames_new(bool packs); /* may messages come compressed? NULL: memory is short */
void frames_free(struct frames *frames);

/* Gives n bytes, then asks for what they hold until there is no more; or stops before, and takes back those that were not looked at:
 * the last ones, frames_rest() of them. */
void frames_take(struct frames *frames, const char *bytes, size_t n);
bool frames_next(struct frames *frames, struct frames_event *event);
size_t frames_rest(struct frames *frames);

/* The answer to a Sec-WebSocket-Key, with a 0 behind. False: it is not 16 bytes in base64. */
bool frames_accept(const char *key, char accept[FRAMES_ACCEPT]);

#endif
