/* SPDX-License-Identifier: MIT */
/* rules_cache.c - rules made once for all tables that play by the same ones. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_internal.h"

enum { MAX_UNUSED = 16, MAX_OPTIONS_BYTES = 4096 };

struct scenario_mark {
    uint8_t hash[ALEA_HASH_BYTES];
    const char *name; /* NULL: no scenario */
};

static struct scenario_mark mark_of(const struct alea_scenario *scenario) {
    struct scenario_mark mark = {.name = NULL};
    if (!scenario) return mark;
    mark.name = scenario->name ? scenario->name : "";
    alea_scenario_hash(scenario, mark.hash);
    return mark;
}

static bool same_scenario(const struct cached_rules *cached, const struct scenario_mark *mark) {
    if (!cached->rules->has_scenario || !mark->name) return cached->rules->has_scenario == (mark->name != NULL);
    return memcmp(cached->rules->scenario, mark->hash, ALEA_HASH_BYTES) == 0 &&
           strcmp(cached->scenario_name, mark->name) == 0;
}

/* One table more by them. To the front, so that the last ones are those that were not asked for longest. */
static struct cached_rules *take(struct lobby *lobby, struct cached_rules **at) {
    struct cached_rules *cached = *at;
    *at = cached->next;
    cached->next = lobby->rules_cache;
    lobby->rules_cache = cached;
    cached->tables++;
    return cached;
}

static struct cached_rules *find(struct lobby *lobby, const struct rules_key *key, const struct scenario_mark *mark) {
    for (struct cached_rules **at = &lobby->rules_cache; *at; at = &(*at)->next) {
        const struct cached_rules *cached = *at;
        const char *options = key->complete ? cached->options : cached->asked;
        if (cached->rules->game == key->game && cached->rules->version == key->version &&
            cached->rules->seats == key->seats && options && strcmp(options, key->options) == 0 &&
            same_scenario(cached, mark))
            return take(lobby, at);
    }
    return NULL;
}

static void end(struct cached_rules *cached) {
    alea_rules_free(cached->rules);
    free(cached->options);
    free(cached->asked);
    free(cached->scenario_name);
    free(cached);
}

static void release_unused(struct lobby *lobby, int stay) {
    int unused = 0;
    for (struct cached_rules **at = &lobby->rules_cache; *at;) {
        struct cached_rules *cached = *at;
        if (cached->tables > 0 || ++unused <= stay) {
            at = &cached->next;
        } else {
            *at = cached->next;
            end(cached);
        }
    }
}

/* False if memory is short. */
static bool name(struct cached_rules *cached, const struct alea_text *options, const struct scenario_mark *mark) {
    cached->options = strdup(alea_text_str(options));
    cached->scenario_name = strdup(mark->name ? mark->name : "");
    return cached->options && cached->scenario_name && !options->truncated;
}

/* Keeps rules that were just made, unless there are equal ones. NULL if memory is short; the rules are freed then. */
static struct cached_rules *adopt(struct lobby *lobby, struct alea_rules *rules, const struct scenario_mark *mark) {
    struct alea_text options;
    alea_text_init(&options, MAX_OPTIONS_BYTES, ALEA_EN);
    alea_options_write(rules, &options);
    const struct rules_key key = {.game = rules->game,
                                  .version = rules->version,
                                  .seats = rules->seats,
                                  .options = alea_text_str(&options),
                                  .complete = true};
    struct cached_rules *equal = find(lobby, &key, mark), *cached = equal ? NULL : calloc(1, sizeof *cached);
    if (cached) {
        *cached = (struct cached_rules){.rules = rules, .tables = 1, .next = lobby->rules_cache};
        if (name(cached, &options, mark)) {
            lobby->rules_cache = cached;
        } else {
            end(cached);
            cached = NULL;
        }
    } else {
        alea_rules_free(rules);
    }
    alea_text_clear(&options);
    return equal ? equal : cached;
}

/* "a=1 b=2" as an array of its words, which are cut apart in `words`. */
static int split(char *words, const char *option[ALEA_MAX_OPTIONS]) {
    int n = 0;
    for (char *at = words; *at && n < ALEA_MAX_OPTIONS;) {
        option[n++] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = 0;
    }
    return n;
}

/* Rules are made outside of the lock, for that takes long: what another thread has made meanwhile is found by adopt(). */
struct cached_rules *rules_cache_get(struct lobby *lobby, const struct rules_key *key, struct alea_error *error) {
    const struct scenario_mark mark = mark_of(key->scenario);
    pthread_mutex_lock(&lobby->rules_lock);
    struct cached_rules *cached = find(lobby, key, &mark);
    pthread_mutex_unlock(&lobby->rules_lock);
    if (cached) return cached;

    const char *option[ALEA_MAX_OPTIONS];
    char *words = strdup(key->options);
    if (!words) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    struct alea_rules *rules =
        alea_rules_new_at(key->game, key->version, key->seats, option, split(words, option), key->scenario, error);
    free(words);
    if (!rules) return NULL;
    pthread_mutex_lock(&lobby->rules_lock);
    cached = adopt(lobby, rules, &mark);
    if (cached && !key->complete) {
        free(cached->asked);
        cached->asked = strdup(key->options);
    }
    pthread_mutex_unlock(&lobby->rules_lock);
    if (!cached) alea_fail(error, ALEA_ERR_NO_MEMORY);
    return cached;
}

void rules_cache_release(struct lobby *lobby, struct cached_rules *cached) {
    if (!cached) return;
    pthread_mutex_lock(&lobby->rules_lock);
    cached->tables--;
    release_unused(lobby, MAX_UNUSED);
    pthread_mutex_unlock(&lobby->rules_lock);
}

void rules_cache_clear(struct lobby *lobby) { release_unused(lobby, 0); }
