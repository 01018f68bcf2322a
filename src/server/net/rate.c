/* SPDX-License-Identifier: MIT */
/* rate.c - addresses in a hash table of bounded size, each with a token bucket. */
#include "rate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { BUCKETS = 4096, MINUTE = 60000 };

struct rate {
    struct rate_options options;
    struct bucket_limit each, network;         /* of an address, of a network */
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* nobody outside can choose addresses of one bucket */
    int n_places;
    struct rate_place *bucket[BUCKETS];
    struct rate_place *newest, *oldest;
};

/* ---- Addresses --------------------------------------------------------------------------------------------------------- */

static const uint8_t v4_prefix[12] = {[10] = 0xff, [11] = 0xff};

static bool is_v4(const struct rate_key *key) { return memcmp(key->bytes, v4_prefix, sizeof v4_prefix) == 0; }

bool rate_key_loopback(const struct rate_key *key) {
    static const uint8_t v6_loopback[16] = {[15] = 1};
    return is_v4(key) ? key->bytes[12] == 127 : memcmp(key->bytes, v6_loopback, sizeof v6_loopback) == 0;
}

/* What one household has counts as one address. The loopback address keeps its last bit. */
static struct rate_key network(struct rate_key key) {
    if (!is_v4(&key) && !rate_key_loopback(&key)) memset(key.bytes + 8, 0, 8);
    return key;
}

static struct rate_key of_v4(const struct in_addr *address) {
    struct rate_key key;
    memcpy(key.bytes, v4_prefix, sizeof v4_prefix);
    memcpy(key.bytes + sizeof v4_prefix, address, 4);
    return key;
}

static struct rate_key of_v6(const struct in6_addr *address) {
    struct rate_key key;
    memcpy(key.bytes, address, sizeof key.bytes);
    return network(key);
}

struct rate_key rate_key_of(const struct sockaddr *address) {
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (address->sa_family == AF_INET) {
        memcpy(&v4, address, sizeof v4);
        return of_v4(&v4.sin_addr);
    }
    if (address->sa_family != AF_INET6) return (struct rate_key){0};
    memcpy(&v6, address, sizeof v6);
    return of_v6(&v6.sin6_addr);
}

bool rate_key_read(const char *words, struct rate_key *key) {
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, words, &v4) == 1) *key = of_v4(&v4);
    else if (inet_pton(AF_INET6, words, &v6) == 1) *key = of_v6(&v6);
    else return false;
    return true;
}

void rate_key_write(const struct rate_key *key, char text[RATE_TEXT]) {
    if (is_v4(key)) {
        inet_ntop(AF_INET, key->bytes + sizeof v4_prefix, text, RATE_TEXT);
        return;
    }
    inet_ntop(AF_INET6, key->bytes, text, RATE_TEXT - 4);
    if (!rate_key_loopback(key)) memcpy(text + strlen(text), "/64", 4);
}

/* ---- Places ------------------------------------------------------------------------------------------------------------ */

struct rate *rate_new(const struct rate_options *options) {
    struct rate *rate = calloc(1, sizeof *rate);
    if (!rate) return NULL;
    rate->options = *options;
    rate->each = bucket_limit((int64_t)options->requests_per_second * RATE_BURST_SECONDS, RATE_BURST_SECONDS * 1000);
    rate->network =
        bucket_limit((int64_t)options->requests_per_second * RATE_BURST_SECONDS * RATE_NETWORK, RATE_BURST_SECONDS * 1000);
    randombytes_buf(rate->secret, sizeof rate->secret);
    return rate;
}

void rate_free(struct rate *rate) {
    if (!rate) return;
    for (struct rate_place *place = rate->newest, *older; place; place = older) {
        older = place->older;
        free(place);
    }
    free(rate);
}

/* The network that an address belongs to. */
static struct rate_key wider(struct rate_key key) {
    if (is_v4(&key)) key.bytes[15] = 0;
    else memset(key.bytes + 6, 0, sizeof key.bytes - 6);
    return key;
}

static struct rate_place **bucket_of(struct rate *rate, const struct rate_key *key) {
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, key->bytes, sizeof key->bytes, rate->secret);
    return &rate->bucket[hash % BUCKETS];
}

static void unlink_place(struct rate *rate, struct rate_place *place) {
    if (place->newer) place->newer->older = place->older;
    else rate->newest = place->older;
    if (place->older) place->older->newer = place->newer;
    else rate->oldest = place->newer;
}

static void link_newest(struct rate *rate, struct rate_place *place) {
    place->newer = NULL;
    place->older = rate->newest;
    if (rate->newest) rate->newest->newer = place;
    else rate->oldest = place;
    rate->newest = place;
}

/* Forgets the address that was heard of longest ago, unless it has connections: those move to the front, and the next is asked. */
static bool forget_oldest(struct rate *rate) {
    for (int n = rate->n_places; n > 0; n--) {
        struct rate_place *place = rate->oldest;
        unlink_place(rate, place); /* NOLINT(clang-analyzer-unix.Malloc): what was freed is in no list */
        if (place->connections || place->members) {
            link_newest(rate, place);
            continue;
        }
        struct rate_place **at = bucket_of(rate, &place->key);
        while (*at != place) at = &(*at)->chain;
        *at = place->chain;
        if (place->network) place->network->members--;
        free(place);
        rate->n_places--;
        return true;
    }
    return false;
}

static struct rate_place *find(struct rate *rate, const struct rate_key *key, bool network) {
    struct rate_place *place = *bucket_of(rate, key);
    while (place && (memcmp(&place->key, key, sizeof *key) != 0 || !place->network != network)) place = place->chain;
    if (place) {
        unlink_place(rate, place);
        link_newest(rate, place);
    }
    return place;
}

static struct rate_place *make(struct rate *rate, const struct rate_key *key, struct rate_place *network, int64_t now) {
    struct rate_place **bucket = bucket_of(rate, key), *place;
    place = calloc(1, sizeof *place);
    if (!place) return NULL;
    place->key = *key;
    place->network = network;
    rate_key_write(key, place->text);
    place->free = rate->options.trust_loopback && rate_key_loopback(key);
    for (int kind = 0; kind < RATE_KINDS; kind++) place->told[kind] = now - MINUTE;
    place->chain = *bucket;
    *bucket = place;
    link_newest(rate, place);
    rate->n_places++;
    return place;
}

/* For an address and its network. */
static bool has_room(struct rate *rate) {
    while (rate->n_places > RATE_MAX_PLACES - 2)
        if (!forget_oldest(rate)) return false;
    return true;
}

static struct rate_place *network_place(struct rate *rate, const struct rate_key *key, int64_t now) {
    const struct rate_key wide = wider(*key);
    struct rate_place *place = find(rate, &wide, true);
    return place || !has_room(rate) ? place : make(rate, &wide, NULL, now);
}

struct rate_place *rate_place(struct rate *rate, const struct rate_key *key, int64_t now) {
    struct rate_place *place = find(rate, key, false);
    if (place) return place;
    if (!has_room(rate)) return NULL;
    struct rate_place *network = network_place(rate, key, now);
    if (network) place = make(rate, key, network, now);
    if (place) network->members++;
    return place;
}

bool rate_connect(const struct rate *rate, struct rate_place *place) {
    int max = rate->options.max_per_address;
    if (max && !place->free && place->connections >= max) return false;
    place->connections++;
    place->network->connections++;
    return true;
}

void rate_disconnect(struct rate_place *place) {
    place->connections--;
    place->network->connections--;
}

void rate_hold(struct rate_place *place, size_t before, size_t after) {
    place->held += after - before;
    place->network->held += after - before;
}

int rate_compare(const struct rate_place *a, const struct rate_place *b) {
    int networks = (a ? a->network->connections : 0) - (b ? b->network->connections : 0);
    return networks ? networks : (a ? a->connections : 0) - (b ? b->connections : 0);
}

bool rate_full(const struct rate *rate, int connections) {
    return rate->options.max_connections && connections >= rate->options.max_connections;
}

/* ---- Requests ---------------------------------------------------------------------------------------------------------- */

static bool unlimited(const struct rate *rate, const struct rate_place *place) { return place->free || !rate->each.each; }

static const struct bucket_limit *limit_of(const struct rate *rate, const struct rate_place *place) {
    return place->network ? &rate->each : &rate->network;
}

/* Takes `cost` ns off one account, and of debts no more than `most`; what that made of it is noted for others. */
static void charge(const struct rate *rate, struct rate_place *place, int64_t cost, int64_t most, int64_t now) {
    const int64_t at = now * BUCKET_MS, before = place->bucket.whole < at ? at : place->bucket.whole;
    bucket_owe(&place->bucket, limit_of(rate, place), cost, most, now);
    place->taken += place->bucket.whole - before;
}

bool rate_take(const struct rate *rate, struct rate_place *place, int64_t now) {
    if (unlimited(rate, place)) return true;
    if (!rate_paid(rate, place, now)) return false;
    charge(rate, place, rate->each.each, 0, now);
    charge(rate, place->network, rate->network.each, 0, now);
    return true;
}

static bool owe(const struct rate *rate, struct rate_place *place, int64_t now) {
    const struct bucket_limit *limit = limit_of(rate, place);
    charge(rate, place, limit->each, limit->burst, now);
    return !bucket_in_debt(&place->bucket, limit, now);
}

bool rate_owe(const struct rate *rate, struct rate_place *place, int64_t now) {
    if (unlimited(rate, place)) return true;
    bool network = owe(rate, place->network, now);
    return owe(rate, place, now) && network;
}

static int64_t most_debt(const struct rate_place *place) {
    return INT64_C(1000) * BUCKET_MS * RATE_DEBT_SECONDS / (place->network ? 1 : RATE_NETWORK);
}

void rate_work(const struct rate *rate, struct rate_place *place, int64_t us, int64_t now) {
    const int64_t second = INT64_C(1000) * BUCKET_MS, longest = INT64_C(1000) * RATE_WORK_US;
    if (unlimited(rate, place)) return;
    int64_t cost =
        (us < longest ? us : longest) * (second / RATE_WORK_US) - rate->each.each; /* the request itself was paid for */
    if (cost <= 0) return;
    charge(rate, place, cost, most_debt(place), now);
    charge(rate, place->network, cost / RATE_NETWORK, most_debt(place->network), now);
}

int rate_wait(const struct rate *rate, const struct rate_place *place, int64_t now) {
    if (unlimited(rate, place)) return 0;
    int64_t own = bucket_wait(&place->bucket, &rate->each, now);
    int64_t network = bucket_wait(&place->network->bucket, &rate->network, now);
    return (int)(own > network ? own : network);
}

bool rate_paid(const struct rate *rate, const struct rate_place *place, int64_t now) {
    return rate_wait(rate, place, now) == 0;
}

/* ---- Several processes --------------------------------------------------------------------------------------------------- */

struct rate_place *rate_taker(const struct rate *rate, struct rate_place *after, int64_t least_us, int64_t *us) {
    for (struct rate_place *place = after ? after->older : rate->newest; place; place = place->older) {
        *us = place->taken / 1000;
        place->taken = 0;
        if (*us > RATE_MOST_US) *us = RATE_MOST_US;
        if (*us && *us >= least_us) return place;
    }
    return NULL;
}

void rate_taken_elsewhere(struct rate *rate, const struct rate_key *key, bool network, int64_t us, int64_t now) {
    struct rate_place *place = network ? network_place(rate, key, now) : rate_place(rate, key, now);
    if (place && !unlimited(rate, place))
        bucket_owe(&place->bucket, limit_of(rate, place), us * 1000, most_debt(place), now);
}

/* ---- The log -------------------------------------------------------------------------------------------------------------- */

bool rate_tell(struct rate_place *place, enum rate_kind kind, int64_t now) {
    if (now - place->told[kind] < MINUTE) return false;
    place->told[kind] = now;
    return true;
}

int rate_places(const struct rate *rate) { return rate->n_places; }
