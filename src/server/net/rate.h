/* SPDX-License-Identifier: MIT */
/* rate.h - what one address may do: so many requests a second, so many connections; and what the log was told of it.
 *
 * An address is a whole IPv4 address, or the first 64 bits of an IPv6 one (what one household has). Who has many of them has them in
 * one network, which is counted as well: the first 24 bits of an IPv4 address, 48 of an IPv6 one. Knows no sockets but the form of
 * their addresses. Times are milliseconds of a clock that never jumps. */
#ifndef ALEA_SERVER_RATE_H
#define ALEA_SERVER_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bucket.h"

enum {
    RATE_MAX_PLACES = 16384, /* addresses and networks remembered; then the one heard of longest ago is forgotten */
    RATE_NETWORK = 4,        /* a network may ask for as much as so many addresses */
    RATE_BURST_SECONDS = 4,  /* a burst: what may come in so many seconds at once */
    RATE_DEBT_SECONDS = 60,  /* the longest that one has to wait for what its requests took */
    RATE_WORK_US = 250000,   /* of each second that the loop may work for one address */
    RATE_TEXT = 48,
    /* A full account takes no more, whatever is owed. */
    RATE_MOST_US = (RATE_BURST_SECONDS + RATE_DEBT_SECONDS) * 1000000
};

struct rate_options {
    int max_connections, max_per_address; /* 0: no limit */
    int requests_per_second;              /* 0: no limit */
    bool trust_loopback;                  /* no limits for 127.0.0.0/8 and ::1 */
};

/* An address. IPv4 is kept as IPv6 has it, ::ffff:1.2.3.4. */
struct rate_key {
    uint8_t bytes[16];
};

struct sockaddr;
/* All zeros for what is no internet address. */
struct rate_key rate_key_of(const struct sockaddr *address);
bool rate_key_read(const char *words, struct rate_key *key); /* false: no address */
void rate_key_write(const struct rate_key *key, char text[RATE_TEXT]);
bool rate_key_loopback(const struct rate_key *key);

/* What is refused; each is told to the log once an address and minute. */
enum rate_kind { RATE_REQUESTS, RATE_CONNECTIONS, RATE_SIZE, RATE_MALFORMED, RATE_SLOW, RATE_KINDS };

struct rate;

/* One address, or a network. Stays as long as it has connections. */
struct rate_place {
    struct rate_key key;
    struct rate_place *network; /* NULL: it is one */
    int members;                /* its addresses that are remembered */
    char text[RATE_TEXT];       /* for the log, and as the key of limits elsewhere */
    bool free;                  /* no limits */
    int connections;
    size_t held; /* bytes of their buffers */
    struct bucket bucket;
    int64_t taken; /* off the bucket, here, since rate_taker() last came by; ns */
    int64_t told[RATE_KINDS];
    struct rate_place *chain;         /* same bucket */
    struct rate_place *newer, *older; /* by when they were last heard of */
};

struct rate *rate_new(const struct rate_options *options);
void rate_free(struct rate *rate);

/* The place of that address, made if need be; NULL when there is no room for one more. Borrowed until the next call, unless it has
 * connections. */
struct rate_place *rate_place(struct rate *rate, const struct rate_key *key, int64_t now);
/* Counts one more connection; false: too many there. */
bool rate_connect(const struct rate *rate, struct rate_place *place);
void rate_disconnect(struct rate_place *place);
void rate_hold(struct rate_place *place, size_t before, size_t after); /* bytes of its buffers */
/* Who holds more connections: above 0 if it is a's network or, where they hold as many, a itself. NULL holds none. */
int rate_compare(const struct rate_place *a, const struct rate_place *b);
bool rate_full(const struct rate *rate, int connections); /* of all addresses together */
/* Takes a request off its account; false: it has none left. */
bool rate_take(const struct rate *rate, struct rate_place *place, int64_t now);
/* Takes it in any case, as a debt; false: from now on it has to wait. */
bool rate_owe(const struct rate *rate, struct rate_place *place, int64_t now);
/* A request took so long: what is over its share is owed, as if it had been more of them. */
void rate_work(const struct rate *rate, struct rate_place *place, int64_t us, int64_t now);
/* The number of seconds for which the next request would be refused. */
int rate_wait(const struct rate *rate, const struct rate_place *place, int64_t now);
/* True if the next request would not be refused. */
bool rate_paid(const struct rate *rate, const struct rate_place *place, int64_t now);
/* Each of several processes keeps accounts of its own, and is told what was taken off those of the others: as the time, us, in which it is
 * given back, so that it is the same part of what an address or a network may take.
 * Goes through all places, from NULL on: the next off whose account at least so much was taken here since this was last asked, and how
 * much. What was taken off those in between is forgotten. */
struct rate_place *rate_taker(const struct rate *rate, struct rate_place *after, int64_t least_us, int64_t *us);
/* So much was taken at another process by that address, or by its network: it is owed here, and not told on. */
void rate_taken_elsewhere(struct rate *rate, const struct rate_key *key, bool network, int64_t us, int64_t now);
/* Should the log hear of this? Once an address, kind and minute. */
bool rate_tell(struct rate_place *place, enum rate_kind kind, int64_t now);
int rate_places(const struct rate *rate);

#endif
