/* SPDX-License-Identifier: MIT */
/* peer_greeting.c - how two processes of one host know each other. Who calls: "ALEA-PEER 1 NONCE"; who is called: "ALEA-PEER 1 NONCE PROOF";
 * who called: "ALEA-PEER 1 PROOF". A proof is a keyed hash of both nonces and of the side that speaks; the key never goes over the wire.
 *
 * It tells who is there, and hides nothing: between machines the network has to be one's own. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"

enum { PROOF_BYTES = 32, NONCE_HEX = 2 * PEER_NONCE_BYTES, PROOF_HEX = 2 * PROOF_BYTES };

enum side { CALLER, CALLED };

static void prove(const uint8_t *secret, enum side side, const uint8_t caller[PEER_NONCE_BYTES],
                  const uint8_t called[PEER_NONCE_BYTES], uint8_t proof[PROOF_BYTES]) {
    crypto_generichash_state state;
    const uint8_t who[2] = {PEER_VERSION, (uint8_t)side};
    crypto_generichash_init(&state, secret, PROCESS_SECRET_BYTES, PROOF_BYTES);
    crypto_generichash_update(&state, who, sizeof who);
    crypto_generichash_update(&state, caller, PEER_NONCE_BYTES);
    crypto_generichash_update(&state, called, PEER_NONCE_BYTES);
    crypto_generichash_final(&state, proof, PROOF_BYTES);
}

/* Reads "ALEA-PEER 1" and then so many bytes in hexadecimal, twice at most (n_b: 0). */
static bool read_line(const char *line, size_t n, uint8_t *a, size_t n_a, uint8_t *b, size_t n_b) {
    static const char begin[] = "ALEA-PEER 1 ";
    const size_t head = sizeof begin - 1, whole = head + 2 * n_a + (n_b ? 1 + 2 * n_b : 0);
    size_t got;
    if (n != whole || memcmp(line, begin, head) != 0) return false;
    if (sodium_hex2bin(a, n_a, line + head, 2 * n_a, NULL, &got, NULL) || got != n_a) return false;
    const char *second = line + head + 2 * n_a;
    return !n_b || (*second == ' ' && !sodium_hex2bin(b, n_b, second + 1, 2 * n_b, NULL, &got, NULL) && got == n_b);
}

/* ---- Who calls --------------------------------------------------------------------------------------------------------------- */

void peer_call(const uint8_t nonce[PEER_NONCE_BYTES], char line[PEER_MAX_LINE]) {
    char hex[NONCE_HEX + 1];
    sodium_bin2hex(hex, sizeof hex, nonce, PEER_NONCE_BYTES);
    snprintf(line, PEER_MAX_LINE, "ALEA-PEER %d %s\n", PEER_VERSION, hex);
}

bool peer_answered(const uint8_t *secret, const uint8_t nonce[PEER_NONCE_BYTES], const char *line, size_t n,
                   char proof[PEER_MAX_LINE]) {
    uint8_t theirs[PEER_NONCE_BYTES], said[PROOF_BYTES], right[PROOF_BYTES];
    char hex[PROOF_HEX + 1];
    if (!read_line(line, n, theirs, sizeof theirs, said, sizeof said)) return false;
    prove(secret, CALLED, nonce, theirs, right);
    if (sodium_memcmp(said, right, sizeof right) != 0) return false;
    prove(secret, CALLER, nonce, theirs, right);
    sodium_bin2hex(hex, sizeof hex, right, sizeof right);
    snprintf(proof, PEER_MAX_LINE, "ALEA-PEER %d %s\n", PEER_VERSION, hex);
    return true;
}

/* ---- Who is called ------------------------------------------------------------------------------------------------------------- */

/* Between the first line of the caller and the second. */
struct greeting {
    uint8_t right[PROOF_BYTES]; /* what it has to be */
};

static void refuse(struct connection *connection, const char *why) {
    char address[RATE_TEXT];
    struct log *log = connection->net->log;
    rate_key_write(&connection->peer, address);
    log_begin(log, LOG_WARNING, "peer_refused");
    log_string(log, "why", why);
    log_string(log, "address", address);
    log_end(log);
    net_kill(connection);
}

static void answer(struct connection *connection, const uint8_t caller[PEER_NONCE_BYTES]) {
    uint8_t nonce[PEER_NONCE_BYTES], proof[PROOF_BYTES];
    char line[PEER_MAX_LINE], nonce_hex[NONCE_HEX + 1], proof_hex[PROOF_HEX + 1];
    struct greeting *greeting = connection->more = malloc(sizeof *greeting);
    const uint8_t *secret = connection->net->peer_secret;
    randombytes_buf(nonce, sizeof nonce);
    if (greeting) prove(secret, CALLER, caller, nonce, greeting->right);
    prove(secret, CALLED, caller, nonce, proof);
    sodium_bin2hex(nonce_hex, sizeof nonce_hex, nonce, sizeof nonce);
    sodium_bin2hex(proof_hex, sizeof proof_hex, proof, sizeof proof);
    const int n = snprintf(line, sizeof line, "ALEA-PEER %d %s %s\n", PEER_VERSION, nonce_hex, proof_hex);
    const struct iovec part = {line, (size_t)n};
    size_t sent;
    /* Nothing is before it, so that the socket takes it. */
    if (!greeting || !net_send(connection, &part, 1, &sent) || sent < part.iov_len) net_kill(connection);
}

static void gone(struct connection *connection) {
    free(connection->more);
    connection->more = NULL;
}

static size_t read_greeting(struct connection *connection, const char *bytes, size_t n) {
    const char *end = memchr(bytes, '\n', n < PEER_MAX_LINE ? n : PEER_MAX_LINE);
    uint8_t nonce[PEER_NONCE_BYTES], proof[PROOF_BYTES];
    struct greeting *greeting = connection->more;
    if (!end && n < PEER_MAX_LINE) return 0;
    const size_t line = end ? (size_t)(end - bytes) : 0;
    if (!greeting && read_line(bytes, line, nonce, sizeof nonce, NULL, 0)) {
        answer(connection, nonce);
    } else if (greeting && read_line(bytes, line, proof, sizeof proof, NULL, 0) &&
               sodium_memcmp(proof, greeting->right, sizeof proof) == 0) {
        gone(connection);
        connection->protocol = connection->net->protocol;
        connection->deadline = connection->net->now + NET_IDLE_MS;
    } else if (greeting) {
        refuse(connection, "it does not know the secret: is it of another host?");
    } else {
        refuse(connection, "no process of Alea that speaks version 1");
    }
    return end ? line + 1 : n;
}

static void write_greeting(struct connection *connection) { (void)connection; }

const struct net_protocol peer_greeting = {.read = read_greeting, .write = write_greeting, .gone = gone, .stop = net_kill};
