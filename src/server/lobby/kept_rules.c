/* SPDX-License-Identifier: MIT */
/* kept_rules.c - rules made once for all tables that play by the same ones. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_private.h"

enum { MAX_UNUSED = 16, MAX_OPTIONS_BYTES = 4096 };

struct scenario_mark {
    uint8_t hash[ALEA_HASH_BYTES];
    const char *name; /* NULL: no scenario */
};

static struct scenario_mark mark_of(const struct alea_scenario *scenario) {
    struct scenario_mark mark = {.name = NULL};
    if (!scenario) return mark;
    mark.name = scenario->name ? scenario->name : "";
    crypto_generichash(mark.hash, sizeof mark.hash, (const unsigned char *)scenario->bytes, scenario->n_bytes, NULL, 0);
    return mark;
}

static bool same_scenario(const struct kept_rules *kept, const struct scenario_mark *mark) {
    if (!kept->rules->has_scenario || !mark->name) return kept->rules->has_scenario == (mark->name != NULL);
    return memcmp(kept->rules->scenario, mark->hash, ALEA_HASH_BYTES) == 0 && strcmp(kept->scenario_name, mark->name) == 0;
}

/* One table more by them. To the front, so that the last ones are those that were not asked for longest. */
static struct kept_rules *take(struct hall *hall, struct kept_rules **at) {
    struct kept_rules *kept = *at;
    *at = kept->next;
    kept->next = hall->kept;
    hall->kept = kept;
    kept->tables++;
    return kept;
}

static struct kept_rules *find(struct hall *hall, const struct rules_key *key, const struct scenario_mark *mark) {
    for (struct kept_rules **at = &hall->kept; *at; at = &(*at)->next) {
        const struct kept_rules *kept = *at;
        const char *options = key->complete ? kept->options : kept->asked;
        if (kept->rules->game == key->game && kept->rules->seats == key->seats && options &&
            strcmp(options, key->options) == 0 && same_scenario(kept, mark))
            return take(hall, at);
    }
    return NULL;
}

static void end(struct kept_rules *kept) {
    alea_rules_free(kept->rules);
    free(kept->options);
    free(kept->asked);
    free(kept->scenario_name);
    free(kept);
}

static void let_unused_go(struct hall *hall, int stay) {
    int unused = 0;
    for (struct kept_rules **at = &hall->kept; *at;) {
        struct kept_rules *kept = *at;
        if (kept->tables > 0 || ++unused <= stay) {
            at = &kept->next;
        } else {
            *at = kept->next;
            end(kept);
        }
    }
}

/* False if memory is short. */
static bool name(struct kept_rules *kept, const struct alea_text *options, const struct scenario_mark *mark) {
    kept->options = strdup(alea_text_str(options));
    kept->scenario_name = strdup(mark->name ? mark->name : "");
    return kept->options && kept->scenario_name && !options->cut;
}

/* Keeps rules that were just made, unless there are equal ones. NULL if memory is short; the rules are freed then. */
static struct kept_rules *adopt(struct hall *hall, struct alea_rules *rules, const struct scenario_mark *mark) {
    struct alea_text options;
    alea_text_init(&options, MAX_OPTIONS_BYTES, ALEA_EN);
    alea_options_write(rules, &options);
    const struct rules_key key = {
        .game = rules->game, .seats = rules->seats, .options = alea_text_str(&options), .complete = true};
    struct kept_rules *equal = find(hall, &key, mark), *kept = equal ? NULL : calloc(1, sizeof *kept);
    if (kept) {
        *kept = (struct kept_rules){.rules = rules, .tables = 1, .next = hall->kept};
        if (name(kept, &options, mark)) {
            hall->kept = kept;
        } else {
            end(kept);
            kept = NULL;
        }
    } else {
        alea_rules_free(rules);
    }
    alea_text_clear(&options);
    return equal ? equal : kept;
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
struct kept_rules *rules_keep(struct hall *hall, const struct rules_key *key, struct alea_error *error) {
    const struct scenario_mark mark = mark_of(key->scenario);
    pthread_mutex_lock(&hall->rules_lock);
    struct kept_rules *kept = find(hall, key, &mark);
    pthread_mutex_unlock(&hall->rules_lock);
    if (kept) return kept;

    const char *option[ALEA_MAX_OPTIONS];
    char *words = strdup(key->options);
    if (!words) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    struct alea_rules *rules = alea_rules_new(key->game, key->seats, option, split(words, option), key->scenario, error);
    free(words);
    if (!rules) return NULL;
    pthread_mutex_lock(&hall->rules_lock);
    kept = adopt(hall, rules, &mark);
    if (kept && !key->complete) {
        free(kept->asked);
        kept->asked = strdup(key->options);
    }
    pthread_mutex_unlock(&hall->rules_lock);
    if (!kept) alea_fail(error, ALEA_ERR_NO_MEMORY);
    return kept;
}

void rules_let_go(struct hall *hall, struct kept_rules *kept) {
    if (!kept) return;
    pthread_mutex_lock(&hall->rules_lock);
    kept->tables--;
    let_unused_go(hall, MAX_UNUSED);
    pthread_mutex_unlock(&hall->rules_lock);
}

void rules_forget_all(struct hall *hall) { let_unused_go(hall, 0); }
