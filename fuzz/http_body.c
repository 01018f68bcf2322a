/* SPDX-License-Identifier: MIT */
/* http_body.c - fuzz target: requests to the API. Whatever comes is answered, once, in whole JSON; what is refused changes nothing at
 * the table.
 *
 * Input: a byte that chooses the game; then requests, with the byte 0x1e between them: a line `METHOD /path?query WHO`, and the body.
 * WHO is A or B (a seat), a (the table's admin), h (the host), x (a token that nobody has) or nothing. $M is the table's id, $P the ply that WHO
 * would answer. */
#include "served.h"

static const char *token_of(char who) {
    switch (who) {
    case 'A': return served.seat[0];
    case 'B': return served.seat[1];
    case 'a': return served.admin;
    case 'h': return served.host;
    case 'x': return "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    default: return NULL;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    const char *at = (const char *)bytes + 1, *end = (const char *)bytes + n_bytes;
    if (n_bytes == 0) return 0;
    served_open();
    served_table(bytes[0]);
    served_requests(at, end, token_of, NULL);
    served_close();
    return 0;
}
