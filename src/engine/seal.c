/* SPDX-License-Identifier: MIT */
/* seal.c - see seal.h. A sealed scenario is a scenario with a salt: its hash, which stands in the head of transcripts, binds whoever made it
 * and tells nobody else anything, though what it could say is known. */
#include "seal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader.h"

bool alea_is_salt(const json_t *value) {
    const char *digits = json_string_value(value);
    return digits && strlen(digits) == 2 * ALEA_SALT_BYTES &&
           strspn(digits, "0123456789abcdefABCDEF") == 2 * ALEA_SALT_BYTES;
}

/* ---- What may be sealed --------------------------------------------------------------------------------------------------- */

/* Is that the path of the pattern, in which "[*]" stands for any index? */
static bool fits(const char *pattern, const char *path) {
    while (*pattern && *path) {
        if (strncmp(pattern, "[*]", 3) == 0 && *path == '[') {
            pattern += 3;
            path += strcspn(path, "]");
            path += *path == ']';
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == *path;
}

static bool may_differ(const struct alea_game *game, const char *path) {
    const char *const *pattern = game->campaign.sealed;
    while (pattern && *pattern && !fits(*pattern, path)) pattern++;
    return pattern && *pattern;
}

/* ---- Differences ---------------------------------------------------------------------------------------------------------- */

/* Two objects, or two arrays of one length, whose children are compared: by the keys of what is, then by those of what was. */
struct level {
    json_t *was, *is, *keys; /* keys: one of both */
    void *iter;              /* of the keys: the next one */
    size_t index, n_path;    /* of arrays: the next one */
};

enum { LEVELS = ALEA_MAX_DATA_DEPTH + 1 };

struct walk {
    const struct alea_game *game;
    char *path;
    struct level level[LEVELS];
    int depth;
};

/* A pair of children that are not alike. True if nothing may differ there; goes down where only what is within may. */
static bool refuses(struct walk *w, json_t *was, json_t *is) {
    if (may_differ(w->game, w->path)) return false;
    bool objects = json_is_object(was) && json_is_object(is);
    bool arrays = json_is_array(was) && json_is_array(is) && json_array_size(was) == json_array_size(is);
    if ((!objects && !arrays) || w->depth == LEVELS) return true;
    w->level[w->depth++] =
        (struct level){.was = was, .is = is, .keys = is, .iter = json_object_iter(is), .n_path = strlen(w->path)};
    return false;
}

/* The next pair of children at the level; its name behind the path. False past the last. */
static bool next_pair(const struct walk *w, struct level *at, json_t **was, json_t **is) {
    size_t room = ALEA_LONGEST_PATH - at->n_path;
    char *name = w->path + at->n_path;
    if (json_is_array(at->is)) {
        *was = json_array_get(at->was, at->index);
        *is = json_array_get(at->is, at->index);
        snprintf(name, room, "[%zu]", at->index);
        return at->index++ < json_array_size(at->is);
    }
    if (!at->iter && at->keys == at->is) {
        at->keys = at->was;
        at->iter = json_object_iter(at->was);
    }
    if (!at->iter) return false;
    const char *key = json_object_iter_key(at->iter);
    *was = json_object_get(at->was, key);
    *is = json_object_get(at->is, key);
    snprintf(name, room, ".%s", key);
    at->iter = json_object_iter_next(at->keys, at->iter);
    return true;
}

bool alea_seal_finds(const struct alea_game *game, const char *table, json_t *was, json_t *is,
                     char path[ALEA_LONGEST_PATH]) {
    struct walk w = {.game = game, .path = path};
    snprintf(path, ALEA_LONGEST_PATH, "%.80s", table);
    if (json_equal(was, is)) return false;
    if (refuses(&w, was, is)) return true;
    while (w.depth > 0) {
        json_t *one, *other;
        if (!next_pair(&w, &w.level[w.depth - 1], &one, &other)) w.depth--;
        else if (!json_equal(one, other) && refuses(&w, one, other)) return true;
    }
    return false;
}

/* ---- Sealing -------------------------------------------------------------------------------------------------------------- */

bool alea_scenario_seal(const struct alea_scenario *scenario, struct alea_text *sealed, struct alea_error *error) {
    struct alea_arena arena = {.last = NULL};
    struct alea_loader in = {.arena = &arena, .error = error};
    uint8_t salt[ALEA_SALT_BYTES];
    char digits[2 * ALEA_SALT_BYTES + 1];
    alea_salt_new(salt);
    sodium_bin2hex(digits, sizeof digits, salt, sizeof salt);
    json_t *root = alea_loader_parse(&in, scenario->name ? scenario->name : "scenario", scenario->bytes, scenario->n_bytes);
    const char *format = json_string_value(json_object_get(root, "format"));
    bool is_one = format && (strcmp(format, ALEA_SCENARIO_OPEN) == 0 || strcmp(format, ALEA_SCENARIO_SEALED) == 0);
    bool made = root != NULL;
    if (is_one) /* else the loader says what it is not */
        made = json_object_set_new(root, "format", json_string(ALEA_SCENARIO_SEALED)) == 0 &&
               json_object_set_new(root, "salt", json_string(digits)) == 0;
    char *bytes = made ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (bytes) alea_text_add(sealed, bytes);
    if (in.code == ALEA_OK && (!bytes || sealed->truncated)) alea_loader_no_memory(&in);
    free(bytes);
    return in.code == ALEA_OK;
}
