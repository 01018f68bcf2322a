/* SPDX-License-Identifier: MIT */
/* load.c - reading a game's data: JSON (jansson), scenarios laid over it, paths, and the faults that people make. */
#include "load.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "loader.h"
#include "names.h"
#include "registry.h"
#include "seal.h"
#include "utf8.h"

enum { LONGEST_STRING = 200, LONGEST_ID = 40 };

/* ---- Arena ------------------------------------------------------------------------------------------------------- */

struct alea_arena_block {
    struct alea_arena_block *before;
    max_align_t at[];
};

void *alea_arena_alloc(struct alea_arena *arena, size_t size) {
    struct alea_arena_block *block = calloc(1, sizeof *block + size);
    if (!block) return NULL;
    block->before = arena->last;
    arena->last = block;
    return block->at;
}

void alea_arena_clear(struct alea_arena *arena) {
    while (arena->last) {
        struct alea_arena_block *block = arena->last;
        arena->last = block->before;
        free(block);
    }
}

/* ---- Paths and faults -------------------------------------------------------------------------------------------- */

struct path {
    char at[160];
};

/* Declares `path`, the path that a function's last named argument and what follows it spell. */
#define PATH_FROM(format)                                      \
    struct path path;                                          \
    do {                                                       \
        va_list arguments;                                     \
        va_start(arguments, format);                           \
        vsnprintf(path.at, sizeof path.at, format, arguments); \
        va_end(arguments);                                     \
    } while (0)

static struct path path_with(const char *front, const char *format, ...) __attribute__((format(printf, 2, 3)));

static struct path path_with(const char *front, const char *format, ...) {
    PATH_FROM(format);
    struct path whole;
    snprintf(whole.at, sizeof whole.at, "%.100s%.59s", front, path.at);
    return whole;
}

/* The file that a path was read from. */
static const char *file_of(const struct alea_loader *in, const char *path) {
    char table[160];
    snprintf(table, sizeof table, "%.*s", (int)strcspn(path, ".["), path);
    bool replaced = json_object_get(json_object_get(in->scenario, "replace"), table);
    return replaced ? in->scenario_name : in->data_name;
}

void alea_loader_no_memory(struct alea_loader *in) {
    if (in->code == ALEA_OK) in->code = alea_fail(in->error, ALEA_ERR_NO_MEMORY);
}

static void fault_in(struct alea_loader *in, const char *file, const char *path, const char *reason) {
    if (in->code != ALEA_OK) return;
    in->code = alea_fail(in->error, ALEA_ERR_BAD_SCENARIO, reason);
    if (in->error) snprintf(in->error->where, sizeof in->error->where, "%.80s: %.100s", file, path);
}

/* A table that the scenario leaves as it is can still be at odds with one that it replaces: both files are named then. */
static void fault(struct alea_loader *in, const char *path, struct alea_reason reason) {
    const char *file = file_of(in, path);
    struct path both = path_with(in->data_name, " + %.55s", in->scenario_name ? in->scenario_name : "");
    fault_in(in, in->scenario && file == in->data_name ? both.at : file, path, reason.at);
}

bool alea_load_ok(const struct alea_loader *in) { return in->code == ALEA_OK; }

/* True if a path is the key of an option, or begins with one: then no file is wrong, but what was asked for. */
static bool is_option(const struct alea_loader *in, const char *path) {
    size_t length = strcspn(path, "., [");
    for (int i = 0; i < in->game->n_options; i++) {
        const char *key = in->game->options[i].key;
        if (strlen(key) == length && strncmp(path, key, length) == 0) return path[length] != '.' && path[length] != '[';
    }
    return false;
}

void alea_load_refuse(struct alea_loader *in, const char *it, const char *en, const char *format, ...) {
    PATH_FROM(format);
    struct alea_reason reason = alea_reason(in->error, "%s", "%s", in->error && in->error->lang == ALEA_IT ? it : en);
    if (!is_option(in, path.at)) fault(in, path.at, reason);
    else if (in->code == ALEA_OK) in->code = alea_fail(in->error, ALEA_ERR_BAD_OPTION, path.at, reason.at);
}

/* ---- Looking up -------------------------------------------------------------------------------------------------- */

/* Remembers which of the scenario's tables the game has looked at. */
static void note_read(const struct alea_loader *in, const char *path) {
    char table[64];
    if (!in->scenario) return;
    snprintf(table, sizeof table, "%.*s", (int)strcspn(path, ".["), path);
    if (!json_object_get(in->read, table)) json_object_set_new(in->read, table, json_true());
}

/* The value at a path, NULL if there is none; then *parent is the object that lacks `key`, if it is an object that lacks. */
static json_t *find(const struct alea_loader *in, const char *path, json_t **parent, char key[64]) {
    json_t *value = in->data;
    *parent = NULL;
    note_read(in, path);
    while (*path && value) {
        if (*path == '[') {
            value = json_array_get(value, strtoul(path + 1, NULL, 10));
            *parent = NULL;
            path += strcspn(path, "]");
            path += *path == ']';
        } else {
            path += *path == '.';
            size_t length = strcspn(path, ".[");
            snprintf(key, 64, "%.*s", (int)length, path);
            *parent = value;
            value = json_object_get(value, key);
            path += length;
        }
    }
    return json_is_null(value) ? NULL : value;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* What jansson found, in the reader's language. */
static struct alea_reason syntax_reason(const struct alea_error *error, const json_error_t *json) {
    switch (json_error_code(json)) {
    case json_error_premature_end_of_input: return alea_reason(error, ENGINE_SAY_JSON_TOO_SHORT);
    case json_error_end_of_input_expected: return alea_reason(error, ENGINE_SAY_JSON_TOO_LONG);
    case json_error_duplicate_key: return alea_reason(error, ENGINE_SAY_JSON_TWICE);
    case json_error_invalid_utf8: return alea_reason(error, ENGINE_SAY_JSON_NOT_UTF8);
    case json_error_null_character:
    case json_error_null_byte_in_key: return alea_reason(error, ENGINE_SAY_JSON_NUL);
    case json_error_numeric_overflow: return alea_reason(error, ENGINE_SAY_JSON_LARGE_NUMBER);
    default: return alea_reason(error, ENGINE_SAY_JSON_BAD, json->text);
    }
}

static void fault_at(struct alea_loader *in, const char *file, long line, long column, const char *reason) {
    if (in->code != ALEA_OK) return;
    in->code = alea_fail(in->error, ALEA_ERR_BAD_SCENARIO, reason);
    if (!in->error) return;
    if (line > 0) snprintf(in->error->where, sizeof in->error->where, "%.120s:%ld:%ld", file, line, column);
    else snprintf(in->error->where, sizeof in->error->where, "%.180s", file);
}

/* The parser recurses: depth is bounded before it starts. */
static bool depth_ok(struct alea_loader *in, const char *file, const char *bytes, size_t n_bytes) {
    long line = 1, column = 0;
    int depth = 0;
    bool within_string = false;
    for (size_t i = 0; i < n_bytes; i++) {
        char letter = bytes[i];
        column++;
        if (letter == '\n') line++, column = 0;
        if (letter == '"') within_string = !within_string;
        else if (within_string && letter == '\\') i++, column++;
        else if (!within_string && (letter == '[' || letter == '{') && ++depth > ALEA_MAX_DATA_DEPTH) {
            fault_at(in, file, line, column, alea_reason(in->error, ENGINE_SAY_JSON_TOO_DEEP).at);
            return false;
        } else if (!within_string && (letter == ']' || letter == '}')) depth--;
    }
    return true;
}

json_t *alea_loader_parse(struct alea_loader *in, const char *file, const char *bytes, size_t n_bytes) {
    if (!depth_ok(in, file, bytes, n_bytes)) return NULL;
    json_error_t json;
    json_t *root = json_loadb(n_bytes ? bytes : "", n_bytes, JSON_REJECT_DUPLICATES, &json);
    if (!root && json_error_code(&json) == json_error_out_of_memory) {
        alea_loader_no_memory(in);
    } else if (!root) {
        fault_at(in, file, json.line, json.column, syntax_reason(in->error, &json).at);
    } else if (!json_is_object(root)) {
        fault_at(in, file, 1, 1, alea_reason(in->error, ENGINE_SAY_JSON_NO_OBJECT).at);
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* Keys of the data that say what it is: not tables. */
static bool is_head(const char *key) {
    return strcmp(key, "format") == 0 || strcmp(key, "version") == 0 || strcmp(key, "game") == 0;
}

static void check_keys(struct alea_loader *in) {
    static const char *const known[] = {"format", "version", "game", "name", "replace", "salt"};
    const size_t n = ALEA_LEN(known) - !in->sealed; /* the last one is a seal's */
    const char *key;
    json_t *value;
    json_object_foreach(in->scenario, key, value) {
        struct alea_nearest nearest = {.word = key};
        bool found = false;
        for (size_t i = 0; i < n; i++) {
            found = found || strcmp(key, known[i]) == 0;
            alea_nearest_offer(&nearest, known[i]);
        }
        if (!found)
            fault_in(in, in->scenario_name, key,
                     alea_reason(in->error, ENGINE_SAY_SCENARIO_UNKNOWN_KEY, alea_nearest_hint(&nearest, in->error).at).at);
    }
}

static bool is_string(const json_t *value, const char *wanted) {
    return json_is_string(value) && strcmp(json_string_value(value), wanted) == 0;
}

static void check_head(struct alea_loader *in, const struct alea_game *game) {
    const json_t *version = json_object_get(in->scenario, "version"), *name = json_object_get(in->scenario, "name");
    if (!in->sealed && !is_string(json_object_get(in->scenario, "format"), ALEA_SCENARIO_OPEN))
        fault_in(in, in->scenario_name, "format", alea_reason(in->error, ENGINE_SAY_SCENARIO_NOT_ONE).at);
    if (in->code == ALEA_OK && (!json_is_integer(version) || json_integer_value(version) != 1)) {
        char number[32] = "?";
        if (json_is_integer(version)) snprintf(number, sizeof number, "%lld", (long long)json_integer_value(version));
        in->code =
            alea_fail(in->error, ALEA_ERR_BAD_VERSION, number, alea_reason(in->error, ENGINE_SAY_SCENARIO_VERSION).at);
        if (in->error) snprintf(in->error->where, sizeof in->error->where, "%.80s: version", in->scenario_name);
    }
    if (!is_string(json_object_get(in->scenario, "game"), game->id))
        fault_in(in, in->scenario_name, "game", alea_reason(in->error, ENGINE_SAY_SCENARIO_OTHER_GAME, game->id).at);

    /* The name becomes a word of the transcript's head. */
    const char *word = json_is_string(name) ? json_string_value(name) : "";
    size_t length = strlen(word);
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    if (length == 0 || length > 63 || strspn(word, letters) != length)
        fault_in(in, in->scenario_name, "name", alea_reason(in->error, ENGINE_SAY_SCENARIO_BAD_NAME).at);
    if (!json_is_object(json_object_get(in->scenario, "replace")))
        fault_in(in, in->scenario_name, "replace", alea_reason(in->error, ENGINE_SAY_SCENARIO_NO_TABLES).at);
    if (in->sealed && !alea_is_salt(json_object_get(in->scenario, "salt")))
        fault_in(in, in->scenario_name, "salt", alea_reason(in->error, ENGINE_SAY_SCENARIO_NO_SALT, 2 * ALEA_SALT_BYTES).at);
}

/* A table of a sealed scenario may differ from what it was in what the game lets be sealed. */
static void check_sealed(struct alea_loader *in, const char *table, json_t *was, json_t *is) {
    char path[ALEA_LONGEST_PATH], list[300] = "";
    const char *const *may = in->game->campaign.sealed;
    if (!in->sealed || !alea_seal_finds(in->game, table, was, is, path)) return;
    for (size_t length = 0; may && *may && length < sizeof list; may++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", *may);
    fault_in(in, in->scenario_name, path,
             *list ? alea_reason(in->error, ENGINE_SAY_SCENARIO_NOT_SEALED, list).at
                   : alea_reason(in->error, ENGINE_SAY_SCENARIO_NEVER_SEALED, in->game->id).at);
}

/* Puts the scenario's tables in the place of the game's. */
static void merge(struct alea_loader *in) {
    const char *table, *known;
    json_t *value, *other;
    json_object_foreach(json_object_get(in->scenario, "replace"), table, value) {
        if (json_object_get(in->data, table) && !is_head(table)) {
            check_sealed(in, table, json_object_get(in->data, table), value);
            if (json_object_set(in->data, table, value) != 0) alea_loader_no_memory(in);
            continue;
        }
        struct alea_nearest nearest = {.word = table};
        json_object_foreach(in->data, known, other) {
            if (!is_head(known)) alea_nearest_offer(&nearest, known);
        }
        fault_in(in, in->scenario_name, path_with("replace.", "%s", table).at,
                 alea_reason(in->error, ENGINE_SAY_SCENARIO_UNKNOWN_TABLE, alea_nearest_hint(&nearest, in->error).at).at);
    }
}

int alea_load_version(const struct alea_loader *in) { return in->version; }

/* What older rules say else: `older`, a row for each version after which something changed, the newest first, lays what was there over
 * objects of the data. It is no table of the game, so that no scenario replaces it: who brings a table brings all of it. */
static void put_older(struct alea_loader *in) {
    json_t *row, *was, *parent;
    const char *path;
    char key[64];
    size_t i;
    json_array_foreach(json_object_get(in->data, "older"), i, row) {
        if (in->version > json_integer_value(json_object_get(row, "rules"))) continue;
        json_object_foreach(json_object_get(row, "data"), path, was) {
            if (json_object_update(find(in, path, &parent, key), was) != 0) alea_loader_no_memory(in);
        }
    }
    json_object_del(in->data, "older");
}

bool alea_loader_open(struct alea_loader *in, const struct alea_game *game, int version,
                      const struct alea_scenario *scenario, struct alea_arena *arena, struct alea_error *error) {
    size_t n_bytes;
    const char *bytes = alea_game_data(game, &n_bytes);
    *in = (struct alea_loader){.game = game, .version = version, .arena = arena, .error = error};
    snprintf(in->data_name, sizeof in->data_name, "data/%s.json", game->id);
    in->data = alea_loader_parse(in, in->data_name, bytes, n_bytes);
    put_older(in);
    if (!in->data || !scenario) return in->code == ALEA_OK;

    in->scenario_name = scenario->name ? scenario->name : "scenario";
    if (scenario->n_bytes > ALEA_MAX_SCENARIO_BYTES) {
        in->code = alea_fail(error, ALEA_ERR_TOO_LARGE,
                             alea_reason(error, ENGINE_SAY_SCENARIO_TOO_LARGE, alea_digits(ALEA_MAX_SCENARIO_BYTES).at).at);
        if (error) snprintf(error->where, sizeof error->where, "%.180s", in->scenario_name);
        return false;
    }
    in->scenario = alea_loader_parse(in, in->scenario_name, scenario->bytes, scenario->n_bytes);
    if (!in->scenario) return false;
    in->read = json_object();
    if (!in->read) alea_loader_no_memory(in);
    in->sealed = is_string(json_object_get(in->scenario, "format"), ALEA_SCENARIO_SEALED);
    check_keys(in);
    check_head(in, game);
    if (in->code == ALEA_OK) merge(in);
    return in->code == ALEA_OK;
}

void alea_loader_close(struct alea_loader *in) {
    json_decref(in->data);
    json_decref(in->scenario);
    json_decref(in->read);
    in->data = in->scenario = in->read = NULL;
}

void alea_loader_check_read(struct alea_loader *in) {
    const char *table;
    json_t *value;
    json_object_foreach(json_object_get(in->scenario, "replace"), table, value) {
        if (json_object_get(in->read, table)) continue;
        fault_in(in, in->scenario_name, path_with("replace.", "%s", table).at,
                 alea_reason(in->error, ENGINE_SAY_SCENARIO_UNREAD_TABLE).at);
    }
}

const char *alea_loader_scenario_name(const struct alea_loader *in) {
    const char *name = json_string_value(json_object_get(in->scenario, "name"));
    return name ? name : "";
}

/* ---- Values -------------------------------------------------------------------------------------------------------- */

/* As find(), with a fault if there is none. */
static json_t *want(struct alea_loader *in, const char *path) {
    if (in->code != ALEA_OK) return NULL;
    json_t *parent;
    char key[64] = "";
    json_t *value = find(in, path, &parent, key);
    if (value) return value;

    struct alea_nearest nearest = {.word = key};
    const char *known;
    json_t *other;
    json_object_foreach(parent, known, other) alea_nearest_offer(&nearest, known);
    fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_MISSING, alea_nearest_hint(&nearest, in->error).at));
    return NULL;
}

bool alea_load_has(struct alea_loader *in, const char *format, ...) {
    PATH_FROM(format);
    json_t *parent;
    char key[64];
    return in->data && find(in, path.at, &parent, key);
}

/* The array at the path, of min..max elements; NULL after a fault. */
static json_t *want_array(struct alea_loader *in, size_t min, size_t max, const char *path) {
    json_t *array = want(in, path);
    if (!array) return NULL;
    if (!json_is_array(array)) {
        fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_NO_ARRAY));
        return NULL;
    }
    size_t n = json_array_size(array);
    if (n >= min && n <= max) return array;
    fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_LENGTH, n, min, max));
    return NULL;
}

int alea_load_length(struct alea_loader *in, int min, int max, const char *format, ...) {
    PATH_FROM(format);
    json_t *array = want_array(in, (size_t)min, (size_t)max, path.at);
    return array ? (int)json_array_size(array) : min;
}

int32_t alea_load_int(struct alea_loader *in, int32_t min, int32_t max, const char *format, ...) {
    PATH_FROM(format);
    json_t *value = want(in, path.at);
    if (!value) return min;
    json_int_t number = json_is_true(value) ? 1 : json_integer_value(value);
    if ((json_is_integer(value) || json_is_boolean(value)) && number >= min && number <= max) return (int32_t)number;
    fault(in, path.at,
          min == max ? alea_reason(in->error, ENGINE_SAY_DATA_OTHER_NUMBER, (long)min)
                     : alea_reason(in->error, ENGINE_SAY_DATA_NOT_IN_RANGE, (long)min, (long)max));
    return min;
}

/* The string that a value is, borrowed from it; NULL after a fault. */
static const char *want_string(struct alea_loader *in, const json_t *value, const char *path) {
    if (!json_is_string(value)) {
        fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_NO_STRING));
        return NULL;
    }
    const char *string = json_string_value(value);
    size_t length = json_string_length(value);
    if (length <= LONGEST_STRING && alea_utf8_clean(string, length)) return string;
    fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_BAD_STRING, LONGEST_STRING));
    return NULL;
}

/* A copy that lives as long as the rules. */
static const char *keep(struct alea_loader *in, const char *string) {
    size_t size = strlen(string) + 1;
    char *copy = alea_arena_alloc(in->arena, size);
    if (!copy) {
        alea_loader_no_memory(in);
        return "";
    }
    memcpy(copy, string, size);
    return copy;
}

const char *alea_load_string(struct alea_loader *in, const char *format, ...) {
    PATH_FROM(format);
    json_t *value = want(in, path.at);
    const char *string = value ? want_string(in, value, path.at) : NULL;
    return string ? keep(in, string) : "";
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

/* Index of the name that a value is; 0 after a fault. */
static int index_of(struct alea_loader *in, const struct alea_names *names, const json_t *value, const char *path) {
    const char *word = want_string(in, value, path);
    if (!word) return 0;
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->at[i].id, word) == 0) return i;
    struct alea_nearest nearest = {.word = word};
    for (int i = 0; i < names->n; i++) alea_nearest_offer(&nearest, names->at[i].id);
    fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_UNKNOWN_NAME, word, alea_nearest_hint(&nearest, in->error).at));
    return 0;
}

int alea_load_index(struct alea_loader *in, const struct alea_names *names, const char *format, ...) {
    PATH_FROM(format);
    json_t *value = want(in, path.at);
    return value ? index_of(in, names, value, path.at) : 0;
}

static const char *load_id(struct alea_loader *in, const struct alea_names *so_far, const char *path) {
    json_t *value = want(in, path);
    const char *id = value ? want_string(in, value, path) : NULL;
    if (!id) return "";
    size_t length = strlen(id);
    if (length == 0 || length > LONGEST_ID || strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_") != length)
        fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_BAD_ID, id, LONGEST_ID));
    for (int i = 0; i < so_far->n; i++)
        if (strcmp(so_far->at[i].id, id) == 0) fault(in, path, alea_reason(in->error, ENGINE_SAY_DATA_ID_TWICE, id));
    return keep(in, id);
}

void alea_load_names(struct alea_loader *in, struct alea_names *names, int min, int max, const char *format, ...) {
    static const struct alea_phrase blank[ALEA_MAX_NAMES]; /* what stands for names after a fault: never NULL within min */
    static const char *const langs[ALEA_LANGS] = {[ALEA_IT] = "it", [ALEA_EN] = "en"};
    assert(min >= 0 && max <= ALEA_MAX_NAMES);
    PATH_FROM(format);
    *names = (struct alea_names){.at = blank, .n = min};
    json_t *rows = want_array(in, (size_t)min, (size_t)max, path.at);
    if (!rows) return;

    size_t n = json_array_size(rows);
    struct alea_phrase *phrases = alea_arena_alloc(in->arena, (n + 1) * sizeof *phrases);
    if (!phrases) {
        alea_loader_no_memory(in);
        return;
    }
    struct alea_names made = {.at = phrases, .n = 0};
    for (size_t row = 0; row < n; row++, made.n++) {
        phrases[row].id = load_id(in, &made, path_with(path.at, "[%zu].id", row).at);
        for (int lang = 0; lang < ALEA_LANGS; lang++)
            phrases[row].in[lang] = alea_load_string(in, "%.100s[%zu].names.%s", path.at, row, langs[lang]);
    }
    *names = made;
}

struct alea_phrase *alea_load_phrases(struct alea_loader *in, int n) {
    struct alea_phrase *phrases = alea_arena_alloc(in->arena, (size_t)n * sizeof *phrases);
    if (!phrases) alea_loader_no_memory(in);
    return phrases;
}

void alea_load_pairs(struct alea_loader *in, const struct alea_names *names, const struct alea_names *other, uint64_t out[],
                     const char *format, ...) {
    PATH_FROM(format);
    const struct alea_names *second = other ? other : names;
    assert(names->n <= ALEA_MAX_NAMES && second->n <= ALEA_MAX_NAMES);
    for (int i = 0; i < names->n; i++) out[i] = 0;
    json_t *pairs = want_array(in, 0, (size_t)names->n * (size_t)second->n, path.at);
    for (size_t row = 0; row < json_array_size(pairs) && in->code == ALEA_OK; row++) {
        struct path at = path_with(path.at, "[%zu]", row);
        const json_t *pair = json_array_get(pairs, row);
        if (!json_is_array(pair) || json_array_size(pair) != 2) {
            fault(in, at.at, alea_reason(in->error, ENGINE_SAY_DATA_NO_PAIR));
            return;
        }
        int a = index_of(in, names, json_array_get(pair, 0), at.at);
        int b = index_of(in, second, json_array_get(pair, 1), at.at);
        if (in->code != ALEA_OK) return;
        if (!other && a == b) fault(in, at.at, alea_reason(in->error, ENGINE_SAY_DATA_SAME_PAIR));
        if (out[a] >> b & 1) fault(in, at.at, alea_reason(in->error, ENGINE_SAY_DATA_PAIR_TWICE));
        out[a] |= UINT64_C(1) << b;
        if (!other) out[b] |= UINT64_C(1) << a;
    }
}
