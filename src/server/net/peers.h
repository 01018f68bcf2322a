/* SPDX-License-Identifier: MIT */
/* peers.h - requests and WebSockets of matches that another process has are passed on to it, and its answers back.
 *
 * Between processes HTTP is spoken as with anybody, over connections that begin with a greeting (peer_greeting.c): both sides prove
 * that they know the secret that stands in the database. Who really asks stands in X-Forwarded-For, as behind a proxy. Of people whom all
 * have to look up anew they tell each other by PEERS_PEOPLE, and once a second by PEERS_SPENT of addresses that asked for much. Neither is at
 * any other door. */
#ifndef ALEA_SERVER_PEERS_H
#define ALEA_SERVER_PEERS_H

#include "http.h"
#include "lease.h"

struct peers;

struct peers *peers_new(struct net *net, struct lease *lease); /* NULL: memory is short */
void peers_free(struct peers *peers);                          /* when no connection is left; NULL is allowed */
/* What waits for a share to be somebody's may go on; whoever is struck off is waited for no more; what addresses took is told. */
void peers_turn(struct peers *peers);
int64_t peers_next(const struct peers *peers); /* when the next turn is needed, of net->now; 0: never */
bool peers_busy(const struct peers *peers);    /* something is on its way */
/* `peers`, and what the API has to tell those of all other processes, in their next turn: what is written now is committed then. */
void peers_tell(void *peers, const char *json);
extern const struct net_passing peers_passing;

/* ---- tunnel.c ---------------------------------------------------------------------------------------------------------------- */

/* From now on what comes from one end goes to the other, unread. False: memory is short. */
bool tunnel_begin(struct connection *client, struct connection *owner);

/* ---- peer_greeting.c ----------------------------------------------------------------------------------------------------------- */

enum {
    PEER_VERSION = 1, /* of what is spoken between processes */
    PEER_NONCE_BYTES = 16,
    PEER_MAX_LINE = 160
};

/* How a connection begins that another process has made to us. */
extern const struct net_protocol peer_greeting;
/* "ALEA-PEER 1 NONCE\n" */
void peer_call(const uint8_t nonce[PEER_NONCE_BYTES], char line[PEER_MAX_LINE]);
/* Is the line an answer to that call by somebody who knows the secret? Then what proves that we do goes to `proof`. */
bool peer_answered(const uint8_t *secret, const uint8_t nonce[PEER_NONCE_BYTES], const char *line, size_t n,
                   char proof[PEER_MAX_LINE]);

#endif
