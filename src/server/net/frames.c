/* SPDX-License-Identifier: MIT */
/* frames.c - see frames.h. */
#include "frames.h"

#include <sha1.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum { PACKED = 4 /* the first reserved bit of a frame's head, RFC 7692 */ };

struct frames {
    wslay_frame_context_ptr wslay;
    const char *from; /* what is not taken yet */
    size_t left;
    bool packs;      /* messages may come compressed, */
    bool packed;     /* as this one does */
    bool broken;     /* nothing more is read */
    bool within;     /* a frame, of which `got` bytes have come */
    bool unfinished; /* a message has begun whose last frame is to come */
    uint64_t got;
    char *message; /* FRAMES_MAX_MESSAGE bytes, of a message that comes in parts */
    size_t n_message, n_control;
    char control[FRAMES_MAX_CONTROL];
};

/* wslay's way to ask for bytes. */
static ssize_t give(uint8_t *to, size_t n, int flags, void *context) {
    (void)flags;
    struct frames *frames = context;
    if (n > frames->left) n = frames->left;
    if (n == 0) return -1;
    memcpy(to, frames->from, n);
    frames->from += n;
    frames->left -= n;
    return (ssize_t)n;
}

struct frames *frames_new(bool packs) {
    const struct wslay_frame_callbacks callbacks = {.recv_callback = give};
    struct frames *frames = calloc(1, sizeof *frames);
    if (frames) frames->packs = packs;
    if (!frames || wslay_frame_context_init(&frames->wslay, &callbacks, frames) == 0) return frames;
    free(frames);
    return NULL;
}

void frames_free(struct frames *frames) {
    if (!frames) return;
    wslay_frame_context_free(frames->wslay);
    free(frames->message);
    free(frames);
}

void frames_take(struct frames *frames, const char *bytes, size_t n) {
    frames->from = bytes;
    frames->left = n;
}

size_t frames_rest(struct frames *frames) {
    size_t rest = frames->left;
    frames->left = 0;
    return rest;
}

/* ---- Frames -------------------------------------------------------------------------------------------------------------- */

static bool is_control(const struct wslay_frame_iocb *part) { return wslay_is_ctrl_frame(part->opcode); }

/* Checks that this frame may begin here: 0, or the status to close with. */
static int begin(struct frames *frames, const struct wslay_frame_iocb *part) {
    const bool packed = frames->packs && part->rsv == PACKED;
    if (!part->mask || (part->rsv && !packed)) return FRAMES_PROTOCOL;
    if (is_control(part)) {
        frames->n_control = 0;
        bool known = part->opcode <= WSLAY_PONG;
        return known && !packed && part->fin && part->payload_length <= FRAMES_MAX_CONTROL ? 0 : FRAMES_PROTOCOL;
    }
    if (part->opcode > WSLAY_BINARY_FRAME || frames->unfinished != (part->opcode == WSLAY_CONTINUATION_FRAME))
        return FRAMES_PROTOCOL;
    if (part->opcode == WSLAY_BINARY_FRAME) return FRAMES_NO_TEXT;
    if (packed && frames->unfinished) return FRAMES_PROTOCOL; /* the first frame says it of all */
    if (part->payload_length > FRAMES_MAX_MESSAGE - frames->n_message) return FRAMES_TOO_BIG;
    if (!frames->unfinished) frames->packed = packed;
    frames->unfinished = true;
    return 0;
}

static bool wrong(struct frames *frames, int status, struct frames_event *event) {
    frames->broken = true;
    *event = (struct frames_event){.kind = FRAMES_WRONG, .status = (enum frames_status)status};
    return true;
}

static void end_control(const struct frames *frames, int opcode, struct frames_event *event) {
    const unsigned char *status = (const unsigned char *)frames->control;
    event->kind = opcode == WSLAY_PING ? FRAMES_PING : opcode == WSLAY_PONG ? FRAMES_PONG : FRAMES_CLOSE;
    event->packed = false;
    event->bytes = frames->control;
    event->n = frames->n_control;
    event->status = event->n >= 2 ? (enum frames_status)(status[0] << 8 | status[1]) : FRAMES_NORMAL;
}

static bool keep(struct frames *frames, const struct wslay_frame_iocb *part) {
    if (is_control(part)) {
        memcpy(frames->control + frames->n_control, part->data, part->data_length);
        frames->n_control += part->data_length;
        return true;
    }
    if (!frames->message) frames->message = malloc(FRAMES_MAX_MESSAGE);
    if (!frames->message) return false;
    memcpy(frames->message + frames->n_message, part->data, part->data_length);
    frames->n_message += part->data_length;
    return true;
}

/* The last part of a message: mostly its only one, which is handed on from where it lies. */
static bool end_message(struct frames *frames, const struct wslay_frame_iocb *part, struct frames_event *event) {
    *event = (struct frames_event){
        .kind = FRAMES_TEXT, .packed = frames->packed, .bytes = (const char *)part->data, .n = part->data_length};
    frames->unfinished = false;
    if (!frames->n_message) return true;
    if (part->data_length && !keep(frames, part)) return false;
    event->bytes = frames->message;
    event->n = frames->n_message;
    frames->n_message = 0;
    return true;
}

bool frames_next(struct frames *frames, struct frames_event *event) {
    while (!frames->broken) {
        struct wslay_frame_iocb part;
        ssize_t n = wslay_frame_recv(frames->wslay, &part);
        if (n == WSLAY_ERR_WANT_READ) break;
        if (n < 0) return wrong(frames, FRAMES_PROTOCOL, event);
        int status = frames->within ? 0 : begin(frames, &part);
        if (status) return wrong(frames, status, event);
        frames->got = (frames->within ? frames->got : 0) + part.data_length;
        frames->within = frames->got < part.payload_length;
        bool ends = !frames->within && part.fin;
        if (ends && !is_control(&part)) {
            if (end_message(frames, &part, event)) return true;
            return wrong(frames, FRAMES_TOO_BIG, event);
        }
        if (part.data_length && !keep(frames, &part)) return wrong(frames, FRAMES_TOO_BIG, event);
        if (ends) {
            end_control(frames, part.opcode, event);
            return true;
        }
    }
    if (frames->message && !frames->unfinished) {
        free(frames->message);
        frames->message = NULL;
    }
    return false;
}

/* ---- The handshake -------------------------------------------------------------------------------------------------------- */

bool frames_accept(const char *key, char accept[FRAMES_ACCEPT]) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char bytes[16], hash[SHA1_DIGEST_LENGTH];
    size_t n = 0;
    if (strlen(key) != 24 ||
        sodium_base642bin(bytes, sizeof bytes, key, 24, NULL, &n, NULL, sodium_base64_VARIANT_ORIGINAL) || n != sizeof bytes)
        return false;
    SHA1_CTX sha1;
    SHA1Init(&sha1);
    SHA1Update(&sha1, (const unsigned char *)key, 24);
    SHA1Update(&sha1, (const unsigned char *)guid, sizeof guid - 1);
    SHA1Final(hash, &sha1);
    sodium_bin2base64(accept, FRAMES_ACCEPT, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return true;
}
