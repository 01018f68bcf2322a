/* SPDX-License-Identifier: MIT */
/* guard.c - which addresses a message may go to: anybody may name one, and must not reach the host's own network by it.
 *
 * Asked of the very address that is about to be connected to, after its name was resolved, so that a name which changes deceives nobody. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "notify_internal.h"

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

/* IPv4 as ::ffff:a.b.c.d, so that there is one form; false if it is neither. */
static bool take_bytes(const struct sockaddr *address, uint8_t bytes[16]) {
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        memcpy(bytes, mapped, sizeof mapped);
        memcpy(bytes + sizeof mapped, &in.sin_addr, 4);
        return true;
    }
    if (address->sa_family != AF_INET6) return false;
    struct sockaddr_in6 in6;
    memcpy(&in6, address, sizeof in6);
    memcpy(bytes, &in6.sin6_addr, 16);
    return true;
}

static bool within(const struct guard_net *net, const uint8_t bytes[16]) {
    int whole = net->bits / 8, rest = net->bits % 8;
    if (memcmp(net->bytes, bytes, (size_t)whole) != 0) return false;
    return rest == 0 || (net->bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0;
}

static bool read_net(const char *words, struct guard_net *net) {
    char host[INET6_ADDRSTRLEN];
    const char *slash = strchr(words, '/');
    size_t n = slash ? (size_t)(slash - words) : strlen(words);
    if (n >= sizeof host) return false;
    memcpy(host, words, n);
    host[n] = 0;
    struct in_addr in;
    bool four = inet_pton(AF_INET, host, &in) == 1;
    if (four) {
        memcpy(net->bytes, mapped, sizeof mapped);
        memcpy(net->bytes + sizeof mapped, &in, 4);
    } else if (inet_pton(AF_INET6, host, net->bytes) != 1) {
        return false;
    }
    const long most = four ? 32 : 128;
    char *end = NULL;
    long bits = slash ? strtol(slash + 1, &end, 10) : most;
    if ((slash && (end == slash + 1 || *end)) || bits < 0 || bits > most) return false;
    net->bits = (int)bits + (four ? 96 : 0);
    return true;
}

bool guard_read(const char *words, struct guard *guard) {
    *guard = (struct guard){.n = 0};
    while (*words) {
        char one[INET6_ADDRSTRLEN + 8];
        size_t n = strcspn(words, ",");
        if (n == 0 || n >= sizeof one || guard->n == GUARD_MAX) return false;
        memcpy(one, words, n);
        one[n] = 0;
        if (!read_net(one, &guard->allow[guard->n++])) return false;
        words += n;
        if (*words == ',' && !*++words) return false;
    }
    return guard->n > 0;
}

/* What is nobody's, or somebody's own: the registries of IANA for special purposes. Of IPv6 2000::/3 alone is public. */
static const struct {
    const char *net;
} closed[] = {{"0.0.0.0/8"},     {"10.0.0.0/8"},      {"100.64.0.0/10"},  {"127.0.0.0/8"},    {"169.254.0.0/16"},
              {"172.16.0.0/12"}, {"192.0.0.0/24"},    {"192.0.2.0/24"},   {"192.88.99.0/24"}, {"192.168.0.0/16"},
              {"198.18.0.0/15"}, {"198.51.100.0/24"}, {"203.0.113.0/24"}, {"224.0.0.0/4"},    {"240.0.0.0/4"},
              {"2001::/23"},     {"2001:db8::/32"},   {"2002::/16"},      {"3fff::/20"}};

static bool is_public(const uint8_t bytes[16]) {
    bool four = memcmp(bytes, mapped, sizeof mapped) == 0;
    if (!four && bytes[0] >> 5 != 1) return false;
    for (size_t i = 0; i < ALEA_LEN(closed); i++) {
        struct guard_net net;
        if (read_net(closed[i].net, &net) && within(&net, bytes)) return false;
    }
    return true;
}

/* An address of this machine is its own network, be it public: what listens there may have been meant for this machine alone. */
static bool is_own(const uint8_t bytes[16]) {
    struct ifaddrs *list = NULL;
    bool own = false;
    if (getifaddrs(&list)) return true; /* not known: rather not */
    for (const struct ifaddrs *at = list; at && !own; at = at->ifa_next) {
        uint8_t other[16];
        own = at->ifa_addr && take_bytes(at->ifa_addr, other) && memcmp(other, bytes, sizeof other) == 0;
    }
    freeifaddrs(list);
    return own;
}

bool guard_lets(const struct guard *guard, const struct sockaddr *address, bool plain) {
    uint8_t bytes[16];
    if (!take_bytes(address, bytes)) return false;
    for (int i = 0; i < guard->n; i++)
        if (within(&guard->allow[i], bytes)) return true;
    return !plain && is_public(bytes) && !is_own(bytes);
}
