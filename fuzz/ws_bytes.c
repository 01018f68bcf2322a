/* SPDX-License-Identifier: MIT */
/* ws_bytes.c - fuzz target: the bytes that come in on a WebSocket. Frames make the same messages however they come, none is too long,
 * compressed or not, and nothing comes after what is wrong.
 *
 * Input: a byte, how many of the others come at a time; then frames. */
#include <string.h>

#include "deflate.h"
#include "frames.h"
#include "fuzz.h"

static void unpack(const struct frames_event *event) {
    static struct deflate *streams;
    char bytes[FRAMES_MAX_MESSAGE];
    size_t n = 0;
    if (!streams) streams = deflate_new();
    if (streams && deflate_unpack(streams, event->bytes, event->n, bytes, sizeof bytes, &n) == DEFLATE_WHOLE)
        fuzz_check(n <= sizeof bytes, "it is not too long unpacked", "");
}

/* All that happens, as one number. */
static uint64_t hear(const char *bytes, size_t n, size_t step) {
    struct frames *frames = frames_new(true);
    uint64_t told = 1469598103934665603u;
    bool over = false;
    for (size_t at = 0; at < n; at += step) {
        struct frames_event event;
        frames_take(frames, bytes + at, n - at < step ? n - at : step);
        while (frames_next(frames, &event)) {
            fuzz_check(!over, "nothing comes after what is wrong", "");
            fuzz_check(event.n <= (event.kind == FRAMES_TEXT ? (size_t)FRAMES_MAX_MESSAGE : (size_t)FRAMES_MAX_CONTROL),
                       "it is not too long", "");
            over = event.kind == FRAMES_WRONG;
            if (event.packed) unpack(&event);
            told = (told ^ (uint64_t)event.kind ^ (uint64_t)event.status << 8) * 1099511628211u;
            for (size_t i = 0; i < event.n; i++) told = (told ^ (unsigned char)event.bytes[i]) * 1099511628211u;
            told = (told ^ event.n ^ (uint64_t)event.packed << 32) * 1099511628211u;
        }
        fuzz_check(frames_rest(frames) == 0 || over, "all is taken", "");
    }
    frames_free(frames);
    return told;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n_input) {
    if (n_input < 2) return 0;
    const char *bytes = (const char *)input + 1;
    size_t n = n_input - 1;
    uint64_t whole = hear(bytes, n, n);
    fuzz_check(hear(bytes, n, input[0] % 64u + 1) == whole, "a message is the same however it comes", "");
    return 0;
}
