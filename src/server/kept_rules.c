/* SPDX-License-Identifier: MIT */
/* kept_rules.c - rules made once for all tables that play by the same ones. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_private.h"

enum { MAX_UNUSED = 16, MAX_OPTIONS_BYTES = 4096 };

static bool same_scenario(const struct kept_rules *kept, bool has, const uint8_t hash[ALEA_HASH_BYTES], const char *name) {
    if (kept->rules->has_scenario != has) return false;
    return !has || (memcmp(kept->rules->scenario, hash, ALEA_HASH_BYTES) == 0 && strcmp(kept->scenario_name, name) == 0);
}

/* To the front, so that the last ones are those that were not asked for longest. */
static struct kept_rules *take(struct hall *hall, struct kept_rules **at) {
    struct kept_rules *kept = *at;
    *at = kept->next;
    kept->next = hall->kept;
    hall->kept = kept;
    kept->tables++;
    return kept;
}

static struct kept_rules *find(struct hall *hall, const struct alea_game *game, int seats, const char *options, bool has,
                               const uint8_t hash[ALEA_HASH_BYTES], const char *name) {
    for (struct kept_rules **at = &hall->kept; *at; at = &(*at)->next) {
        const struct kept_rules *kept = *at;
        if (kept->rules->game == game && kept->rules->seats == seats && strcmp(kept->options, options) == 0 &&
            same_scenario(kept, has, hash, name))
            return take(hall, at);
    }
    return NULL;
}

static void let_unused_go(struct hall *hall, int stay) {
    int unused = 0;
    for (struct kept_rules **at = &hall->kept; *at;) {
        struct kept_rules *kept = *at;
        if (kept->tables > 0 || ++unused <= stay) {
            at = &kept->next;
            continue;
        }
        *at = kept->next;
        alea_rules_free(kept->rules);
        free(kept->options);
        free(kept->scenario_name);
        free(kept);
    }
}

struct kept_rules *rules_adopt(struct hall *hall, struct alea_rules *rules, const char *scenario_name) {
    struct alea_text options;
    alea_text_init(&options, MAX_OPTIONS_BYTES, ALEA_EN);
    alea_options_write(rules, &options);
    const char *name = scenario_name ? scenario_name : "";
    struct kept_rules *kept =
        find(hall, rules->game, rules->seats, alea_text_str(&options), rules->has_scenario, rules->scenario, name);
    if (kept) {
        alea_rules_free(rules);
    } else if ((kept = calloc(1, sizeof *kept))) {
        *kept = (struct kept_rules){.rules = rules, .tables = 1, .next = hall->kept};
        kept->options = strdup(alea_text_str(&options));
        kept->scenario_name = strdup(name);
        hall->kept = kept;
        if (!kept->options || !kept->scenario_name) {
            rules_let_go(hall, kept);
            let_unused_go(hall, 0);
            kept = NULL;
        }
    } else {
        alea_rules_free(rules);
    }
    alea_text_clear(&options);
    return kept;
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

struct kept_rules *rules_keep(struct hall *hall, const struct rules_key *key, struct alea_error *error) {
    uint8_t hash[ALEA_HASH_BYTES] = {0};
    const struct alea_scenario *scenario = key->scenario;
    if (scenario) crypto_generichash(hash, sizeof hash, (const unsigned char *)scenario->bytes, scenario->n_bytes, NULL, 0);
    struct kept_rules *kept = find(hall, key->game, key->seats, key->options, scenario != NULL, hash,
                                   scenario && scenario->name ? scenario->name : "");
    if (kept) return kept;

    const char *option[ALEA_MAX_OPTIONS];
    char *words = strdup(key->options);
    if (!words) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    struct alea_rules *rules = alea_rules_new(key->game, key->seats, option, split(words, option), scenario, error);
    free(words);
    if (!rules) return NULL;
    kept = rules_adopt(hall, rules, scenario ? scenario->name : NULL);
    if (!kept) alea_fail(error, ALEA_ERR_NO_MEMORY);
    return kept;
}

void rules_let_go(struct hall *hall, struct kept_rules *kept) {
    if (!kept) return;
    kept->tables--;
    let_unused_go(hall, MAX_UNUSED);
}

void rules_forget_all(struct hall *hall) { let_unused_go(hall, 0); }
