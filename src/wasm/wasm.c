/* SPDX-License-Identifier: MIT */
/* wasm.c - the module's door: bytes in, the question read, the answer out. */
#include "alea/wasm.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "question.h"

enum { MAX_ANSWER = 256 << 20 };

static const struct {
    const char *name;
    answer_function *answer;
} questions[] = {
    {"chances", answer_chances},
    {"best", answer_best},
    {"check", answer_check},
    {"game", answer_game},
    {"games", answer_games},
    {"lesson", answer_lesson},
    {"look", answer_look},
    {"review", answer_review},
    {"series", answer_series},
    {"table_events", answer_table_events},
    {"table_lay", answer_table_lay},
    {"table_move", answer_table_move},
    {"table_odds", answer_table_odds},
    {"table_resign", answer_table_resign},
    {"table_rules", answer_table_rules},
    {"table_state", answer_table_state},
    {"table_think", answer_table_think},
    {"table_transcript", answer_table_transcript},
    {"table_undo", answer_table_undo},
    {"table_why", answer_table_why},
    {"table_words", answer_table_words},
    {"verify", answer_verify},
    {"weights", answer_weights},
};

/* The one room, and the one answer: a worker asks one thing after the other. */
static uint8_t *room;
static struct alea_text text;
static struct alea_wasm_answer answer;

__attribute__((export_name("alea_wasm_room"))) uint8_t *alea_wasm_room(uint32_t n) {
    free(room);
    room = n <= ALEA_WASM_MAX_QUESTION ? malloc(n ? n : 1) : NULL;
    return room;
}

/* {"error":"refused","text":"...","rule":"SPQ-...","ply":12,"line":40,"where":"..."} */
static void say_error(const struct alea_error *error) {
    alea_json_id(&text, "error", alea_err_name(error->code));
    alea_json_string(&text, "text", error->text);
    if (*error->where) alea_json_string(&text, "where", error->where);
    if (error->ply) alea_json_integer(&text, "ply", error->ply);
    if (error->line) alea_json_integer(&text, "line", error->line);
}

static enum alea_err answer_it(struct question *question) {
    const char *name;
    enum alea_err err = question_string(question, "do", true, &name, NULL);
    for (size_t i = 0; !err && i < ALEA_LEN(questions); i++)
        if (strcmp(questions[i].name, name) == 0) return questions[i].answer(question);
    return err ? err : alea_fail(question->error, ALEA_ERR_NOT_FOUND, name);
}

static enum alea_err read_and_answer(const uint8_t *bytes, size_t n, struct question *question) {
    json_error_t fault;
    json_t *json = json_loadb((const char *)bytes, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &fault);
    if (!json || !json_is_object(json)) {
        json_decref(json);
        return alea_fail(question->error, ALEA_ERR_BAD_OPTION, "JSON",
                         alea_either(question->lang, ENGINE_SAY_JSON_NO_OBJECT));
    }
    const char *lang = json_string_value(json_object_get(json, "lang"));
    question->lang = text.lang = question->error->lang = lang && strcmp(lang, "it") == 0 ? ALEA_IT : ALEA_EN;
    question->json = json;
    enum alea_err err = answer_it(question);
    json_decref(json);
    return err;
}

__attribute__((export_name("alea_wasm_ask"))) const struct alea_wasm_answer *alea_wasm_ask(uint32_t n) {
    struct alea_error error = {.lang = ALEA_EN};
    struct question question = {.lang = ALEA_EN, .error = &error, .answer = &text};
    alea_text_clear(&text);
    alea_text_init(&text, MAX_ANSWER, ALEA_EN);
    alea_json_open_object(&text, NULL);
    enum alea_err err = room ? read_and_answer(room, n, &question) : alea_fail(&error, ALEA_ERR_NO_MEMORY);
    if (!err && text.truncated) err = alea_fail(&error, ALEA_ERR_NO_MEMORY);
    if (err) {
        alea_text_clear(&text);
        alea_text_init(&text, MAX_ANSWER, question.lang);
        alea_json_open_object(&text, NULL);
        say_error(&error);
    }
    alea_json_close_object(&text);
    answer = (struct alea_wasm_answer){.at = alea_text_str(&text), .n = (uint32_t)text.len};
    return &answer;
}
