/* SPDX-License-Identifier: MIT */
/* overlay.c - a scenario that changes single numbers of a game's data: the tables in which they stand, with new values. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "lab.h"
#include "names.h"
#include "words.h"

struct overlay {
    const struct alea_game *game;
    json_t *data;    /* the game's, with the scenario's tables laid over */
    json_t *replace; /* tables of the scenario that is made */
    struct alea_error *error;
};

static bool refuse(const struct overlay *overlay, const char *set, struct alea_reason reason) {
    alea_fail(overlay->error, ALEA_ERR_BAD_OPTION, set, reason.at);
    return false;
}

/* ---- Paths ------------------------------------------------------------------------------------------------------------- */

/* What tables wrap their rows in, and may be left out of a path. */
static const char *const wraps[] = {"items", "rows"};

/* The element of an array by its number or its id. */
static json_t *element(json_t *array, const char *step) {
    size_t digits = strspn(step, "0123456789");
    if (digits && !step[digits]) return json_array_get(array, strtoul(step, NULL, 10));
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *id = json_string_value(json_object_get(json_array_get(array, i), "id"));
        if (id && strcmp(id, step) == 0) return json_array_get(array, i);
    }
    return NULL;
}

static json_t *child(json_t *at, const char *step) {
    json_t *found = json_is_array(at) ? element(at, step) : json_object_get(at, step);
    for (size_t i = 0; i < ALEA_LEN(wraps) && !found; i++) {
        json_t *wrapped = json_object_get(at, wraps[i]);
        found = json_is_array(wrapped) ? element(wrapped, step) : json_object_get(wrapped, step);
    }
    return found;
}

/* What could have been meant. */
static struct alea_reason hint(const struct overlay *overlay, json_t *at, const char *step) {
    struct alea_nearest nearest = {.word = step};
    for (size_t i = 0; i <= ALEA_LEN(wraps); i++) {
        json_t *table = i ? json_object_get(at, wraps[i - 1]) : at;
        const char *key;
        json_t *value;
        json_object_foreach(table, key, value) alea_nearest_offer(&nearest, key);
        for (size_t j = 0; j < json_array_size(table); j++) {
            const char *id = json_string_value(json_object_get(json_array_get(table, j), "id"));
            if (id) alea_nearest_offer(&nearest, id);
        }
    }
    return alea_nearest_hint(&nearest, overlay->error);
}

/* What stands at the path below the table, and which step led nowhere, from what. */
static json_t *find(json_t *table, char *path, json_t **from, const char **step) {
    json_t *at = table;
    char *next = path;
    while (at && next && *next) {
        char *word = next;
        size_t length = strcspn(word, ".[");
        next = word[length] ? word + length + 1 : NULL;
        word[length] = 0;
        if (length && word[length - 1] == ']') word[length - 1] = 0;
        *from = at;
        *step = word;
        at = child(at, word);
    }
    json_t *value = json_object_get(at, "value");
    return value ? value : at;
}

/* Changes what stands at the path where it lies, whatever holds it. */
static bool put(const struct overlay *overlay, const char *set, json_t *table, char *path, const char *words) {
    json_t *from = table, *at, *value = json_loads(words, JSON_DECODE_ANY, NULL);
    const char *step = path;
    bool fine = false;
    if (!value) value = json_string(words);
    if (!(at = find(table, path, &from, &step)))
        refuse(overlay, set, alea_reason(overlay->error, ENGINE_SAY_OVERLAY_NO_STEP, step, hint(overlay, from, step).at));
    else if (json_is_integer(at) && json_is_integer(value)) fine = !json_integer_set(at, json_integer_value(value));
    else if (json_is_string(at) && json_is_string(value)) fine = !json_string_set(at, json_string_value(value));
    else
        refuse(overlay, set,
               json_is_integer(at)  ? alea_reason(overlay->error, ENGINE_SAY_OVERLAY_NUMBER_THERE)
               : json_is_string(at) ? alea_reason(overlay->error, ENGINE_SAY_OVERLAY_WORD_THERE)
                                    : alea_reason(overlay->error, ENGINE_SAY_OVERLAY_TABLE_THERE));
    json_decref(value);
    return fine;
}

/* "constants.min_population=0". */
static bool apply(struct overlay *overlay, const char *set) {
    size_t length;
    const char *value = alea_word_value(set, &length);
    char path[160], name[80];
    if (!value || !value[0] || !length || length >= sizeof path)
        return refuse(overlay, set, alea_reason(overlay->error, ENGINE_SAY_OVERLAY_NO_VALUE));
    snprintf(path, sizeof path, "%.*s", (int)length, set);
    length = strcspn(path, ".[");
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    json_t *table = json_object_get(overlay->replace, name);
    if (!table && json_object_get(overlay->data, name)) {
        table = json_deep_copy(json_object_get(overlay->data, name));
        json_object_set_new(overlay->replace, name, table);
    }
    if (!table)
        return refuse(overlay, set,
                      alea_reason(overlay->error, ENGINE_SAY_OVERLAY_NO_TABLE, name, hint(overlay, overlay->data, name).at));
    return put(overlay, set, table, path[length] ? path + length + 1 : path + length, value);
}

/* ---- Scenarios --------------------------------------------------------------------------------------------------------- */

/* The data as the game would read them. A scenario that is wrong is none of its business: rules can be made of it alone first. */
static bool open(struct overlay *overlay, const struct alea_scenario *scenario) {
    size_t n;
    const char *bytes = alea_game_data(overlay->game, &n);
    overlay->data = json_loadb(bytes, n, 0, NULL);
    overlay->replace = json_object();
    if (scenario && scenario->bytes) {
        json_t *given = json_loadb(scenario->bytes, scenario->n_bytes, 0, NULL),
               *replace = json_object_get(given, "replace");
        if (json_is_object(replace)) {
            json_object_update(overlay->data, replace);
            json_object_update(overlay->replace, replace);
        }
        json_decref(given);
    }
    if (overlay->data && overlay->replace) return true;
    alea_fail(overlay->error, ALEA_ERR_NO_MEMORY);
    return false;
}

char *lab_overlay(const struct alea_game *game, const struct alea_scenario *scenario, const char *const sets[], int n_sets,
                  struct alea_error *error) {
    struct overlay overlay = {.game = game, .error = error};
    char *text = NULL;
    bool fine = open(&overlay, scenario);
    for (int i = 0; i < n_sets && fine; i++) fine = apply(&overlay, sets[i]);
    if (fine) {
        json_t *whole = json_pack("{s:s, s:i, s:s, s:s, s:O}", "format", "alea.scenario", "version", 1, "game", game->id,
                                  "name", "sweep", "replace", overlay.replace);
        text = json_dumps(whole, JSON_COMPACT);
        json_decref(whole);
        if (!text) alea_fail(error, ALEA_ERR_NO_MEMORY);
    }
    json_decref(overlay.data);
    json_decref(overlay.replace);
    return text;
}
