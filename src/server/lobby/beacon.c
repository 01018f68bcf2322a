/* SPDX-License-Identifier: MIT */
/* beacon.c - a round of a public beacon (drand) for a table's dice: named once the promises stand, asked for when it comes out.
 *
 * The host says from where (alea serve --beacon URL). Requests run in the pool, are bounded in time and size, and tried again, ever more
 * seldom, as long as they fail: until then the first throw of the table waits. Whether the beacon's network signed the round is
 * not checked here; that its number is the hash of the signature is, and anybody can check the rest later. */
#include "beacon.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum {
    MAX_ANSWER = 8 << 10,
    MAX_ADDRESS = 512,
    MAX_CHAINS = 16, /* of which the times are kept */
    SECONDS = 10,
    AFTER_MS = 3000, /* the round comes out so long after the promises stood, at least */
    MAX_PERIOD = 24 * 60 * 60,
    MAX_PAUSE_MS = 60 * 1000
};

/* When the rounds of a chain come out, in seconds. */
struct chain_times {
    uint8_t chain[ALEA_HASH_BYTES];
    int64_t genesis, period;
};

struct beacons {
    struct chain_times known[MAX_CHAINS];
    int n_known;
    struct fetch *fetches; /* that the pool has or had */
};

/* One request, on its way. */
struct fetch {
    struct pool_job job; /* first */
    struct lobby *lobby; /* NULL: it has gone */
    struct fetch *next;
    char id[STORE_ID_LENGTH + 1];
    char address[MAX_ADDRESS + 2 * ALEA_HASH_BYTES + 40];
    bool round; /* it asks for a round; else for the chain's times */
    char answer[MAX_ANSWER + 1];
    size_t n;
    bool good;
};

bool beacon_address_good(const char *address) {
    static const char *const near[] = {"http://127.0.0.1:", "http://127.0.0.1/", "http://[::1]:", "http://localhost:"};
    bool good = strncmp(address, "https://", 8) == 0 && address[8];
    for (size_t i = 0; i < ALEA_LEN(near); i++) good = good || strncmp(address, near[i], strlen(near[i])) == 0;
    for (const char *at = address; *at; at++) good = good && (unsigned char)*at > ' ' && (unsigned char)*at < 0x7f;
    return good && strlen(address) < MAX_ADDRESS;
}

/* ---- In a thread of the pool ---------------------------------------------------------------------------------------------------- */

static size_t take(char *bytes, size_t size, size_t n, void *context) {
    struct fetch *fetch = context;
    if (size * n > MAX_ANSWER - fetch->n) return 0;
    memcpy(fetch->answer + fetch->n, bytes, size * n);
    fetch->n += size * n;
    return size * n;
}

static void run(struct pool_job *job) {
    struct fetch *fetch = (struct fetch *)(void *)job;
    long status = 0;
    CURL *curl = curl_easy_init();
    if (!curl) return;
    curl_easy_setopt(curl, CURLOPT_URL, fetch->address);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SECONDS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, fetch);
    if (curl_easy_perform(curl) == CURLE_OK) curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    fetch->good = status == 200;
    curl_easy_cleanup(curl);
}

/* ---- What came back -------------------------------------------------------------------------------------------------------------- */

static const struct chain_times *times_of(const struct lobby *lobby, const uint8_t chain[ALEA_HASH_BYTES]) {
    for (int i = 0; lobby->beacons && i < lobby->beacons->n_known; i++)
        if (memcmp(lobby->beacons->known[i].chain, chain, ALEA_HASH_BYTES) == 0) return &lobby->beacons->known[i];
    return NULL;
}

static bool take_times(struct beacons *beacons, const struct table *table, const json_t *json) {
    struct chain_times times = {.genesis = json_integer_value(json_object_get(json, "genesis_time")),
                                .period = json_integer_value(json_object_get(json, "period"))};
    uint8_t chain[ALEA_HASH_BYTES];
    if (!hex_read(json_string_value(json_object_get(json, "hash")), chain, sizeof chain)) return false;
    if (memcmp(chain, table->beacon_chain, sizeof chain) != 0 || times.genesis < 0) return false;
    if (times.period < 1 || times.period > MAX_PERIOD || times.genesis > INT32_MAX) return false;
    memcpy(times.chain, chain, sizeof chain);
    beacons->known[beacons->n_known < MAX_CHAINS ? beacons->n_known++ : MAX_CHAINS - 1] = times;
    return true;
}

static bool take_round(struct table *table, const json_t *json, struct alea_error *error) {
    const struct alea_beacon *named = &alea_match_head(table->match)->dice.beacon;
    const char *words = json_string_value(json_object_get(json, "signature"));
    uint8_t randomness[ALEA_HASH_BYTES], signature[ALEA_SIGNATURE_BYTES];
    size_t n = words ? strlen(words) / 2 : 0;
    if ((uint64_t)json_integer_value(json_object_get(json, "round")) != named->round || n > sizeof signature) return false;
    if (!hex_read(words, signature, n)) return false;
    if (!hex_read(json_string_value(json_object_get(json, "randomness")), randomness, sizeof randomness)) return false;
    if (alea_match_open_beacon(table->match, randomness, signature, n, error)) return false;
    enum alea_err err =
        store_set_dice(table->lobby->options.store, table->id, alea_match_head(table->match), table->seats, error);
    (void)table_wrote(table, err, error);
    return true;
}

static void failed(struct table *table, int64_t now) {
    int64_t pause = (int64_t)1000 << (table->beacon_failures < 6 ? table->beacon_failures : 6);
    table->beacon_failures++;
    table->beacon_again = now + (pause < MAX_PAUSE_MS ? pause : MAX_PAUSE_MS);
    table_change(table);
    table_set_due(table, now);
    lobby_log(table->lobby, "beacon_failed", table, ALEA_NONE, NULL);
}

static void came(struct table *table, const struct fetch *fetch, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    json_t *json = fetch->good ? json_loadb(fetch->answer, fetch->n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const struct alea_beacon *named = &alea_match_head(table->match)->dice.beacon;
    bool good = fetch->round ? named->named && !named->out && take_round(table, json, &error)
                             : take_times(table->lobby->beacons, table, json);
    json_decref(json);
    if (!good) {
        failed(table, now);
        return;
    }
    table->beacon_failures = 0;
    table->beacon_again = 0;
    table_change(table);
    table_due(table, now); /* what waited for it goes on in this turn of the loop */
}

static void done(struct pool_job *job) {
    struct fetch *fetch = (struct fetch *)(void *)job;
    struct lobby *lobby = fetch->lobby;
    struct table *table = NULL;
    for (struct fetch **at = lobby ? &lobby->beacons->fetches : NULL; at && *at; at = &(*at)->next) {
        if (*at != fetch) continue;
        *at = fetch->next;
        break;
    }
    /* No table and no error: it is being opened anew. */
    if (lobby && lobby_find(lobby, fetch->id, &table, NULL) == ALEA_OK && table) {
        table->beacon_fetching = false;
        if (!table_usable(table, NULL)) came(table, fetch, lobby->now);
        else table_set_due(table, lobby->now); /* nothing can be written now: it is asked for again */
    }
    free(fetch);
}

/* ---- What is asked for -------------------------------------------------------------------------------------------------------------- */

static bool begin(struct table *table, uint64_t round) {
    struct lobby *lobby = table->lobby;
    struct fetch *fetch = calloc(1, sizeof *fetch);
    char chain[2 * ALEA_HASH_BYTES + 1];
    if (!lobby->beacons) lobby->beacons = calloc(1, sizeof *lobby->beacons);
    if (!fetch || !lobby->beacons) {
        free(fetch);
        return false;
    }
    sodium_bin2hex(chain, sizeof chain, table->beacon_chain, sizeof table->beacon_chain);
    fetch->job = (struct pool_job){.run = run, .done = done, .slow = true};
    fetch->lobby = lobby;
    fetch->round = round > 0;
    memcpy(fetch->id, table->id, sizeof fetch->id);
    if (round) snprintf(fetch->address, sizeof fetch->address, "%s/%s/public/%" PRIu64, lobby->options.beacon, chain, round);
    else snprintf(fetch->address, sizeof fetch->address, "%s/%s/info", lobby->options.beacon, chain);
    if (!lobby->options.beacon || !pool_add(lobby->options.pool, &fetch->job)) {
        free(fetch);
        return false;
    }
    fetch->next = lobby->beacons->fetches;
    lobby->beacons->fetches = fetch;
    return table->beacon_fetching = true;
}

/* When that round comes out, in milliseconds; 0: not known. */
static int64_t comes_out(const struct table *table, uint64_t round) {
    const struct chain_times *times = times_of(table->lobby, table->beacon_chain);
    return times ? (times->genesis + (int64_t)(round - 1) * times->period) * 1000 : 0;
}

bool beacon_known(struct table *table, int64_t now) {
    if (times_of(table->lobby, table->beacon_chain)) return true;
    if (!table->beacon_fetching && now >= table->beacon_again && !begin(table, 0)) failed(table, now);
    return false;
}

void beacon_name_round(const struct table *table, struct alea_match_head *head) {
    const struct chain_times *times = times_of(table->lobby, table->beacon_chain);
    int64_t after = table->draw.frozen + AFTER_MS - times->genesis * 1000, period = times->period * 1000;
    uint64_t next = after > 0 ? (uint64_t)((after + period - 1) / period) + 1 : 1;
    head->dice.beacon =
        (struct alea_beacon){.named = true, .round = next > table->beacon_round ? next : table->beacon_round};
    memcpy(head->dice.beacon.chain, table->beacon_chain, ALEA_HASH_BYTES);
}

void beacon_look(struct table *table, int64_t now) {
    const struct alea_beacon *named = &alea_match_head(table->match)->dice.beacon;
    if (!named->named || named->out || table->beacon_fetching) return;
    if (!table->beacon_again) table->beacon_again = comes_out(table, named->round);
    if (now >= table->beacon_again && !begin(table, named->round)) failed(table, now);
}

void beacons_leave(struct lobby *lobby) {
    for (struct fetch *fetch = lobby->beacons ? lobby->beacons->fetches : NULL; fetch; fetch = fetch->next)
        fetch->lobby = NULL;
    free(lobby->beacons);
    lobby->beacons = NULL;
}
