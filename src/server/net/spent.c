/* SPDX-License-Identifier: MIT */
/* spent.c - see spent.h. Little is less than an eighth of what may be taken, and of more than eight processes each one's part of it: over
 * all of them nobody gets as much again untold. */
#include "spent.h"

#include <string.h>

#include "json_in.h"
#include "json_write.h"

enum { PARTS = 8 };

/* A network is told by how many bits all of it has in common. */
static const char *bits_of(const char *address) { return strchr(address, ':') ? "/48" : "/24"; }

static void write_taker(const struct rate_place *place, int64_t us, struct alea_text *json) {
    char words[RATE_TEXT];
    rate_key_write(&place->key, words);
    words[strcspn(words, "/")] = 0;
    alea_json_comma(json);
    alea_text_addf(json, "\"%s%s\":%lld", words, place->network ? "" : bits_of(words), (long long)us);
}

struct rate_place *spent_write(const struct rate *rate, struct rate_place *after, int processes, int64_t ms,
                               struct alea_text *json) {
    const int64_t least_us = ms * 1000 / (processes > PARTS ? processes : PARTS);
    struct rate_place *at = after;
    int64_t us;
    int n = 0;
    while (n < SPENT_MOST && (at = rate_taker(rate, at, least_us, &us))) {
        if (!n++) alea_text_add(json, "{\"taken\":{");
        write_taker(at, us, json);
    }
    if (n) alea_text_add(json, "}}");
    return at;
}

static bool read_taker(const char *words, struct rate_key *key, bool *network) {
    char address[RATE_TEXT];
    const size_t n = strcspn(words, "/");
    *network = words[n];
    if (n >= sizeof address) return false;
    memcpy(address, words, n);
    address[n] = 0;
    return rate_key_read(address, key) && (!*network || strcmp(words + n, bits_of(address)) == 0);
}

/* Can all of it be read? */
static bool is_good(json_t *taken) {
    const char *words;
    json_t *us;
    struct rate_key key;
    bool network;
    if (!taken || json_object_size(taken) > SPENT_MOST) return false;
    json_object_foreach(taken, words, us) {
        if (!json_is_integer(us) || json_integer_value(us) < 0 || json_integer_value(us) > RATE_MOST_US) return false;
        if (!read_taker(words, &key, &network)) return false;
    }
    return true;
}

static int owe_all(struct rate *rate, json_t *taken, int64_t now) {
    const char *words;
    json_t *us;
    struct rate_key key;
    bool network;
    json_object_foreach(taken, words, us) {
        if (read_taker(words, &key, &network))
            rate_taken_elsewhere(rate, &key, network, (int64_t)json_integer_value(us), now);
    }
    return (int)json_object_size(taken);
}

int spent_hear(struct rate *rate, const char *json, size_t n, int64_t now) {
    struct json_in in;
    json_in_open(&in, json, n);
    json_t *taken = json_in_object(&in, "taken");
    const int heard = json_in_end(&in) && is_good(taken) ? owe_all(rate, taken, now) : -1;
    json_in_close(&in);
    return heard;
}
