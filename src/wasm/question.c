/* SPDX-License-Identifier: MIT */
/* question.c - the members of a question, each checked where it is read. */
#include "question.h"

#include <jansson.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"

static enum alea_err bad(const struct question *question, const char *name, const char *it, const char *en) {
    return alea_fail(question->error, ALEA_ERR_BAD_OPTION, name, alea_either(question->lang, it, en));
}

/* The words of a string without a NUL; NULL if it is none. */
static const char *words_of(const json_t *value) {
    const char *at = json_string_value(value);
    return at && strlen(at) == json_string_length(value) ? at : NULL;
}

enum alea_err question_string(const struct question *question, const char *name, bool wanted, const char **at, size_t *n) {
    const json_t *value = json_object_get(question->json, name);
    *at = n ? json_string_value(value) : words_of(value);
    if (n) *n = json_string_length(value);
    return *at || (!value && !wanted) ? ALEA_OK : bad(question, name, ENGINE_SAY_QUESTION_STRING);
}

enum alea_err question_number(const struct question *question, const char *name, int64_t min, int64_t max, int64_t usual,
                              int64_t *number) {
    const json_t *value = json_object_get(question->json, name);
    *number = value ? json_integer_value(value) : usual;
    if (!value || (json_is_integer(value) && *number >= min && *number <= max)) return ALEA_OK;
    struct alea_reason reason = alea_reason(question->error, ENGINE_SAY_QUESTION_NUMBER, (long long)min, (long long)max);
    return alea_fail(question->error, ALEA_ERR_BAD_OPTION, name, reason.at);
}

enum alea_err question_list(const struct question *question, const char *name, int most, const char *at[], int *n) {
    const json_t *value = json_object_get(question->json, name);
    size_t size = json_array_size(value);
    *n = 0;
    if (value && (!json_is_array(value) || size > (size_t)most)) return bad(question, name, ENGINE_SAY_QUESTION_LIST);
    for (; (size_t)*n < size; ++*n)
        if (!(at[*n] = words_of(json_array_get(value, (size_t)*n)))) return bad(question, name, ENGINE_SAY_QUESTION_LIST);
    return ALEA_OK;
}

enum alea_err question_scenario(const struct question *question, struct alea_scenario *room,
                                const struct alea_scenario **given) {
    *room = (struct alea_scenario){0};
    *given = NULL;
    enum alea_err err = question_string(question, "scenario", false, &room->bytes, &room->n_bytes);
    if (!err) err = question_string(question, "scenario_name", false, &room->name, NULL);
    if (err || !room->bytes) return err;
    if (!room->name) room->name = "scenario.json";
    *given = room;
    return ALEA_OK;
}
