/* SPDX-License-Identifier: MIT */
/* weights.c - see weights.h. */
#include "weights.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "load.h"
#include "loader.h"

/* ---- Those that there are -------------------------------------------------------------------------------------------- */

#define ALEA_GAME(id)                               \
    extern const struct alea_game alea_game_##id;   \
    extern const unsigned char alea_weights_##id[]; \
    extern const size_t alea_weights_##id##_size;
#include "games.inc"
#undef ALEA_GAME

struct alea_data alea_game_weights(const struct alea_game *game) {
#define ALEA_GAME(id) \
    if (game == &alea_game_##id) return (struct alea_data){(const char *)alea_weights_##id, alea_weights_##id##_size};
#include "games.inc"
#undef ALEA_GAME
    return (struct alea_data){.bytes = ""};
}

/* ---- Reading --------------------------------------------------------------------------------------------------------- */

static bool says(const json_t *root, const char *key, const char *word) {
    const char *value = json_string_value(json_object_get(root, key));
    return value && strcmp(value, word) == 0;
}

static json_int_t whole(const json_t *root, const char *key) { return json_integer_value(json_object_get(root, key)); }

/* The hash of all but itself, in hexadecimal digits. False: there is no memory. */
static bool hash_of(json_t *root, char hex[2 * ALEA_HASH_BYTES + 1]) {
    unsigned char hash[ALEA_HASH_BYTES];
    json_t *others = json_copy(root);
    json_object_del(others, "hash");
    char *text = json_dumps(others, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(others);
    if (!text) return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    free(text);
    sodium_bin2hex(hex, 2 * sizeof hash + 1, hash, sizeof hash);
    return true;
}

static bool read_numbers(const json_t *root, int16_t out[], int n) {
    const char *text = json_string_value(json_object_get(root, "numbers"));
    const size_t size = (size_t)n * sizeof *out;
    unsigned char *bytes = (unsigned char *)out;
    size_t length;
    if (!text || sodium_base642bin(bytes, size, text, strlen(text), NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL) ||
        length != size)
        return false;
    for (int i = 0; i < n; i++) out[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
    return true;
}

static enum alea_err refuse(const char *name, struct alea_reason reason, struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_DAMAGED, name, reason.at);
}

static enum alea_err read_root(const char *name, json_t *root, const struct alea_game *game, int version, int16_t out[],
                               int n, struct alea_error *error) {
    char hex[2 * ALEA_HASH_BYTES + 1];
    if (!says(root, "format", "alea.weights") || whole(root, "version") != 1 || !says(root, "game", game->id))
        return refuse(name, alea_reason(error, ENGINE_SAY_WEIGHTS_NOT_ONE, game->id), error);
    if (!hash_of(root, hex)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (!says(root, "hash", hex)) return refuse(name, alea_reason(error, ENGINE_SAY_WEIGHTS_ALTERED), error);
    int made_by = (int)whole(root, "rules_version");
    if (made_by != version) return refuse(name, alea_reason(error, ENGINE_SAY_WEIGHTS_OTHER_RULES, made_by, version), error);
    if (!read_numbers(root, out, n)) return refuse(name, alea_reason(error, ENGINE_SAY_WEIGHTS_OTHER_SHAPE, n), error);
    return ALEA_OK;
}

enum alea_err alea_weights_read(const char *name, struct alea_data file, const struct alea_game *game, int version,
                                int16_t out[], int n, struct alea_error *error) {
    json_error_t json;
    json_t *root = json_loadb(file.bytes, file.n_bytes, JSON_REJECT_DUPLICATES, &json);
    if (!root && json_error_code(&json) == json_error_out_of_memory) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (!root) return refuse(name, alea_reason(error, ENGINE_SAY_WEIGHTS_ALTERED), error);
    enum alea_err code = read_root(name, root, game, version, out, n, error);
    json_decref(root);
    return code;
}

/* ---- For a game that loads --------------------------------------------------------------------------------------------- */

const int16_t *alea_load_weights(struct alea_loader *in, int n) {
    char name[64];
    struct alea_data file = alea_game_weights(in->game);
    if (in->code || !file.n_bytes) return NULL;
    int16_t *out = alea_arena_alloc(in->arena, (size_t)n * sizeof *out);
    snprintf(name, sizeof name, "data/weights/%s.json", in->game->id);
    in->weights = (struct alea_error){.lang = in->error ? in->error->lang : ALEA_EN};
    enum alea_err code = !out           ? ALEA_ERR_NO_MEMORY
                         : in->scenario ? refuse(name, alea_reason(&in->weights, ENGINE_SAY_WEIGHTS_SCENARIO), &in->weights)
                                        : alea_weights_read(name, file, in->game, in->version, out, n, &in->weights);
    if (code == ALEA_ERR_NO_MEMORY) alea_loader_no_memory(in);
    return code ? NULL : out;
}
