/* SPDX-License-Identifier: MIT */
/* rules.c - a game made ready: seats and options checked, data and scenario loaded into the game's tables. */
#include <assert.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "engine_text.h"
#include "error.h"
#include "loader.h"
#include "names.h"
#include "sentence.h"
#include "words.h"

/* What alea_rules_new() hands out, and what has to be freed with it. */
struct rules {
    struct alea_rules public; /* first: the pointers are the same */
    struct alea_arena arena;
    atomic_int owners;
};

/* ---- Options ----------------------------------------------------------------------------------------------------- */

/* "a, b, c"; cut where it gets too long. */
static struct alea_reason join(int n, const char *(*word)(const void *context, int i), const void *context) {
    struct alea_reason list = {.at = ""};
    size_t length = 0;
    for (int i = 0; i < n && length + 1 < sizeof list.at; i++)
        length += (size_t)snprintf(list.at + length, sizeof list.at - length, "%s%s", i ? ", " : "", word(context, i));
    return list;
}

static const char *key_at(const void *game, int i) { return ((const struct alea_game *)game)->options[i].key; }
static const char *word_at(const void *option, int i) { return ((const struct alea_option *)option)->words[i]; }

static enum alea_err unknown_key(const struct alea_game *game, const char *key, struct alea_error *error) {
    struct alea_nearest nearest = {.word = key};
    for (int i = 0; i < game->n_options; i++) alea_nearest_offer(&nearest, game->options[i].key);
    return alea_fail(error, ALEA_ERR_BAD_OPTION, key,
                     alea_reason(error, ENGINE_SAY_OPTION_UNKNOWN, alea_nearest_hint(&nearest, error).at,
                                 join(game->n_options, key_at, game).at)
                         .at);
}

/* A whole number, all of the word, of at most 9 digits. */
static bool read_number(const char *word, int32_t *number) {
    size_t length = strlen(word), digits = strspn(word + (*word == '-'), "0123456789");
    if (digits == 0 || digits > 9 || digits + (*word == '-') != length) return false;
    *number = (int32_t)strtol(word, NULL, 10);
    return true;
}

static enum alea_err read_value(const struct alea_option *option, const char *word, int32_t *value,
                                struct alea_error *error) {
    if (!option->words) {
        if (read_number(word, value) && *value >= option->min && *value <= option->max) return ALEA_OK;
        return alea_fail(error, ALEA_ERR_BAD_OPTION, option->key,
                         alea_reason(error, ENGINE_SAY_OPTION_NOT_IN_RANGE, word, (long)option->min, (long)option->max).at);
    }
    struct alea_nearest nearest = {.word = word};
    for (int32_t i = 0; i <= option->max; i++) {
        *value = i;
        if (strcmp(option->words[i], word) == 0) return ALEA_OK;
        alea_nearest_offer(&nearest, option->words[i]);
    }
    return alea_fail(error, ALEA_ERR_BAD_OPTION, option->key,
                     alea_reason(error, ENGINE_SAY_OPTION_NOT_A_VALUE, word, alea_nearest_hint(&nearest, error).at,
                                 join(option->max + 1, word_at, option).at)
                         .at);
}

/* One "key=value". */
static enum alea_err read_option(const struct alea_game *game, int version, const char *pair, struct alea_options *options,
                                 struct alea_error *error) {
    size_t length;
    const char *value = alea_word_value(pair, &length);
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)length, pair);
    for (int i = 0; i < game->n_options; i++) {
        if (strcmp(game->options[i].key, key) != 0 || game->options[i].since > version) continue;
        if (!value)
            return alea_fail(error, ALEA_ERR_BAD_OPTION, key, alea_reason(error, ENGINE_SAY_OPTION_NO_VALUE, key).at);
        if (options->given[i])
            return alea_fail(error, ALEA_ERR_BAD_OPTION, key, alea_reason(error, ENGINE_SAY_OPTION_TWICE).at);
        options->given[i] = true;
        return read_value(&game->options[i], value, &options->value[i], error);
    }
    return unknown_key(game, key, error);
}

static enum alea_err read_options(const struct alea_game *game, int version, const char *const pairs[], int n_pairs,
                                  struct alea_options *options, struct alea_error *error) {
    assert(game->n_options <= ALEA_MAX_OPTIONS);
    for (int i = 0; i < game->n_options; i++) options->value[i] = game->options[i].standard;
    enum alea_err code = ALEA_OK;
    for (int i = 0; i < n_pairs && code == ALEA_OK; i++) code = read_option(game, version, pairs[i], options, error);
    return code;
}

void alea_option_write(const struct alea_rules *rules, int i, struct alea_text *text) {
    const struct alea_option *option = &rules->game->options[i];
    int32_t value = rules->options.value[i];
    alea_text_addf(text, "%s=", option->key);
    if (option->words) alea_text_add(text, option->words[value]);
    else alea_text_addf(text, "%ld", (long)value);
}

void alea_options_write(const struct alea_rules *rules, struct alea_text *text) {
    for (int i = 0, n = 0; i < rules->game->n_options; i++) {
        if (rules->game->options[i].since > rules->version) continue;
        if (n++) alea_text_add(text, " ");
        alea_option_write(rules, i, text);
    }
}

/* The words under "key", or "key=value"; NULL if there are none. */
static const struct alea_phrase *phrase_of(const struct alea_game *game, const char *key, const char *value) {
    size_t n = strlen(key);
    for (int i = 0; i < game->texts->n_options; i++) {
        const struct alea_phrase *phrase = &game->texts->options[i];
        if (strncmp(phrase->id, key, n) != 0) continue;
        if (value ? phrase->id[n] == '=' && strcmp(phrase->id + n + 1, value) == 0 : !phrase->id[n]) return phrase;
    }
    return NULL;
}

const char *alea_option_words(const struct alea_game *game, int option, enum alea_lang lang) {
    const struct alea_phrase *phrase = phrase_of(game, game->options[option].key, NULL);
    return phrase ? phrase->in[lang] : "";
}

const char *alea_option_value_words(const struct alea_game *game, int option, int32_t value, enum alea_lang lang) {
    const struct alea_option *at = &game->options[option];
    const struct alea_phrase *phrase = phrase_of(game, at->key, at->words[value]);
    return phrase ? phrase->in[lang] : at->words[value];
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

static enum alea_err check_seats(const struct alea_game *game, int seats, struct alea_error *error) {
    if (seats >= game->min_seats && seats <= game->max_seats) return ALEA_OK;
    struct alea_reason number = alea_digits(seats), min = alea_digits(game->min_seats), max = alea_digits(game->max_seats);
    return alea_fail(error, ALEA_ERR_BAD_SEATS, number.at,
                     game->min_seats == game->max_seats
                         ? alea_reason(error, ENGINE_SAY_SEATS_EXACTLY, game->id, min.at).at
                         : alea_reason(error, ENGINE_SAY_SEATS_RANGE, game->id, min.at, max.at).at);
}

/* The data, with a scenario laid over it or without; `options` are completed, and *sealed says whether the scenario is. */
static enum alea_err load_tables(struct rules *rules, const struct alea_scenario *scenario, struct alea_options *options,
                                 const void **tables, bool *sealed, struct alea_error *error) {
    struct alea_rules *public = &rules->public;
    const struct alea_game *game = public->game;
    void *made = alea_arena_alloc(&rules->arena, game->tables_size);
    struct alea_loader in;
    if (!made) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (alea_loader_open(&in, game, public->version, scenario, &rules->arena, error)) {
        bool loaded = game->load(&in, public->seats, options, made);
        assert(loaded == (in.code == ALEA_OK) && "a game that refuses its data tells the loader why");
        if (loaded) alea_loader_check_read(&in);
        if (in.code == ALEA_OK && !in.sealed) public->sentences = alea_sentences_make(&in, options);
        if (in.code == ALEA_OK && !in.sealed && !public->sentences) in.code = alea_fail(error, ALEA_ERR_NO_MEMORY);
        const char *name = alea_loader_scenario_name(&in);
        snprintf(public->unlearned, sizeof public->unlearned, "%.255s", in.weights.text);
        if (scenario) memcpy(public->scenario_name, name, strlen(name) + 1);
    }
    *tables = made;
    *sealed = in.sealed;
    alea_loader_close(&in);
    for (int i = 0; i < game->n_options && in.code == ALEA_OK; i++)
        assert(options->value[i] >= game->options[i].min && options->value[i] <= game->options[i].max);
    return in.code;
}

/* What a sealed scenario makes of the data is for setup() alone; all else is as if it were not there. */
static enum alea_err load_all(struct rules *rules, const struct alea_scenario *scenario, struct alea_error *error) {
    struct alea_rules *public = &rules->public;
    struct alea_options options = public->options;
    bool sealed = false;
    enum alea_err code = load_tables(rules, scenario, &options, &public->opening, &sealed, error);
    if (code != ALEA_OK) return code;
    if (scenario) {
        public->has_scenario = true;
        alea_scenario_hash(scenario, public->scenario);
    }
    public->tables = public->opening;
    if (sealed && scenario) {
        char *copy = alea_arena_alloc(&rules->arena, scenario->n_bytes + 1);
        if (!copy) return alea_fail(error, ALEA_ERR_NO_MEMORY);
        public->sealed = memcpy(copy, scenario->bytes, scenario->n_bytes);
        public->n_sealed = scenario->n_bytes;
        options = public->options;
        code = load_tables(rules, NULL, &options, &public->tables, &sealed, error);
    }
    public->options = options;
    return code;
}

void alea_scenario_hash(const struct alea_scenario *scenario, uint8_t hash[ALEA_HASH_BYTES]) {
    crypto_generichash(hash, ALEA_HASH_BYTES, (const unsigned char *)scenario->bytes, scenario->n_bytes, NULL, 0);
}

struct alea_rules *alea_rules_new(const struct alea_game *game, int seats, const char *const options[], int n_options,
                                  const struct alea_scenario *scenario, struct alea_error *error) {
    return alea_rules_new_at(game, game->rules_version, seats, options, n_options, scenario, error);
}

struct alea_rules *alea_rules_new_at(const struct alea_game *game, int version, int seats, const char *const options[],
                                     int n_options, const struct alea_scenario *scenario, struct alea_error *error) {
    struct alea_options read = {.value = {0}};
    assert(version >= 1 && version <= game->rules_version);
    if (check_seats(game, seats, error) != ALEA_OK) return NULL;
    if (read_options(game, version, options, n_options, &read, error) != ALEA_OK) return NULL;

    struct rules *rules = calloc(1, sizeof *rules);
    if (!rules) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    atomic_init(&rules->owners, 1);
    rules->public = (struct alea_rules){.game = game, .version = version, .seats = seats, .options = read};
    if (load_all(rules, scenario, error) != ALEA_OK) {
        alea_rules_free(&rules->public);
        return NULL;
    }
    return &rules->public;
}

/* The rules themselves stay as they are: only the count is written. */
struct alea_rules *alea_rules_share(const struct alea_rules *public) {
    struct rules *rules = (struct rules *)(uintptr_t) public;
    atomic_fetch_add_explicit(&rules->owners, 1, memory_order_relaxed);
    return &rules->public;
}

void alea_rules_free(struct alea_rules *public) {
    if (!public) return;
    struct rules *rules = (struct rules *)public;
    /* Whoever is last sees all that the others did with them. */
    if (atomic_fetch_sub_explicit(&rules->owners, 1, memory_order_acq_rel) > 1) return;
    alea_arena_clear(&rules->arena);
    free(rules);
}
