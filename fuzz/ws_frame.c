/* SPDX-License-Identifier: MIT */
/* ws_frame.c - fuzz target: messages of a WebSocket, as a seat and as a spectator. What is told is whole JSON; a spectator changes
 * nothing at the table.
 *
 * Input: a byte that chooses the game; a byte: its lowest bit plain words or none, the next whether it is a seat's; then messages, with the
 * byte 0x1e between them. $M is the table's id, $A and $B the tokens of its seats. */
#include "served.h"

enum { MAX_MESSAGES = 24 };

static int told;

static void notify(struct listener *listener, const char *json, size_t n) {
    (void)listener;
    json_t *message = json_loadb(json, n, JSON_REJECT_DUPLICATES, NULL);
    fuzz_check(json_is_object(message), "a message is an object", json);
    fuzz_check(json_is_string(json_object_get(message, "kind")), "a message has a kind", json);
    json_decref(message);
    told++;
}

static void gone(struct listener *listener) { (void)listener; }

/* "$A" and "$B" become tokens. */
static void hear(struct listener *listener, const char *bytes, size_t n) {
    char message[8192];
    size_t length = 0;
    for (size_t i = 0; i < n && length + API_MAX_TOKEN < sizeof message; i++) {
        bool hole = bytes[i] == '$' && i + 1 < n && (bytes[i + 1] == 'A' || bytes[i + 1] == 'B');
        const char *from = hole ? served.seat[bytes[i + 1] - 'A'] : &bytes[i];
        size_t size = hole ? TOKEN_LENGTH : 1;
        memcpy(message + length, from, size);
        length += size;
        i += hole;
    }
    if (listener->table) api_hear(served.api, listener, NULL, message, length, served.now);
    served_turn();
}

static bool asks_for_seat(const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i + 1 < n; i++)
        if (bytes[i] == '$') return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    if (n_bytes < 2) return 0;
    served_open();
    served_table(bytes[0]);
    bool seat = bytes[1] & 2, spectator = !seat && !asks_for_seat(bytes, n_bytes);
    struct listener listener = {.notify = notify, .gone = gone};
    struct served_call asked = {
        .call = {
            .method = API_GET, .path = "", .query = bytes[1] & 1 ? "plain=1" : "", .bearer = seat ? served.seat[0] : NULL}};
    asked.call.host = "alea.test";
    asked.call.finish = served_finish;
    told = 0;
    fuzz_check(api_listen(served.api, &listener, served.match, &asked.call, served.now), "a table can be listened to", "");
    served_turn();
    fuzz_check(told > 0, "a state comes first", "");
    uint64_t before = served_revision();
    const char *at = (const char *)bytes + 2, *end = (const char *)bytes + n_bytes;
    for (int i = 0; i < MAX_MESSAGES && at < end; i++) {
        const char *record = memchr(at, SERVED_RECORD, (size_t)(end - at));
        hear(&listener, at, (size_t)((record ? record : end) - at));
        at = record ? record + 1 : end;
    }
    fuzz_check(!spectator || served_revision() == before, "a spectator changes nothing", "");
    api_leave(served.api, &listener);
    served_turn();
    served_end(&asked);
    served_close();
    return 0;
}
