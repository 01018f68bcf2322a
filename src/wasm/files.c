/* SPDX-License-Identifier: MIT */
/* files.c - questions about a transcript: {"do":"check"}, {"do":"verify"}, {"do":"review"}. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "alea/wasm.h"
#include "error.h"
#include "json_write.h"
#include "question.h"
#include "review.h"
#include "verify.h"

/* ---- Reading ------------------------------------------------------------------------------------------------------------- */

static void say_fault(struct alea_text *text, const char *key, const struct alea_error *error) {
    alea_json_open_object(text, key);
    alea_json_id(text, "error", alea_err_name(error->code));
    alea_json_string(text, "text", error->text);
    if (error->ply) alea_json_integer(text, "ply", error->ply);
    if (error->line) alea_json_integer(text, "line", error->line);
    alea_json_close_object(text);
}

static void add_fault(void *context, const struct alea_error *error) { say_fault(context, NULL, error); }

enum alea_err question_match(struct question *question, struct alea_text *faults, struct alea_match **match) {
    const char *bytes, *name;
    size_t n;
    struct alea_scenario room;
    const struct alea_scenario *scenario;
    enum alea_err err = question_string(question, "transcript", true, &bytes, &n);
    if (!err) err = question_string(question, "name", false, &name, NULL);
    if (!err) err = question_scenario(question, &room, &scenario);
    if (err) return err;
    if (!name) name = "";
    *match = alea_transcript_read(name, bytes, n, scenario, faults ? add_fault : NULL, faults, question->error);
    return ALEA_OK;
}

/* ---- Check ---------------------------------------------------------------------------------------------------------------- */

static void say_match(const struct alea_match *match, struct alea_text *text) {
    const struct alea_rules *rules = alea_match_rules(match);
    const void *pos = alea_match_position(match);
    alea_json_id(text, "game", rules->game->id);
    alea_json_integer(text, "seats", rules->seats);
    alea_json_integer(text, "plies", alea_match_plies(match));
    alea_json_bool(text, "over", alea_match_actors(match) == ALEA_ACTORS_OVER);
    alea_text_addf(text, ",\"hash\":\"%016llx\"", (unsigned long long)alea_position_hash(rules, pos));
    size_t from = alea_json_open_string(text, "options");
    alea_options_write(rules, text);
    alea_json_close_string(text, from);
}

enum alea_err answer_check(struct question *question) {
    struct alea_match *match = NULL;
    alea_json_open_array(question->answer, "faults");
    size_t before = question->answer->len;
    enum alea_err err = question_match(question, question->answer, &match);
    if (err) return err;
    if (question->answer->len == before && (!match || question->error->code)) add_fault(question->answer, question->error);
    alea_json_close_array(question->answer);
    if (match) say_match(match, question->answer);
    alea_match_free(match);
    return ALEA_OK;
}

/* ---- Verify ---------------------------------------------------------------------------------------------------------------- */

enum alea_err answer_verify(struct question *question) {
    struct alea_match *match = NULL;
    enum alea_err err = question_match(question, NULL, &match);
    if (err || !match) return err ? err : question->error->code;
    if (question->error->code) say_fault(question->answer, "stopped", question->error);
    err = alea_match_verify_json(match, question->answer, question->error);
    alea_match_free(match);
    return err;
}

/* ---- Review ----------------------------------------------------------------------------------------------------------------- */

struct looking {
    atomic_long done;
    long all;
};

static void tell_progress(void *context) {
    struct looking *looking = context;
    alea_wasm_progress((uint32_t)atomic_load(&looking->done), (uint32_t)looking->all);
}

enum alea_err answer_review(struct question *question) {
    struct alea_match *match = NULL;
    struct review review = {0};
    int64_t samples, seed;
    enum alea_err err = question_number(question, "samples", 0, REVIEW_MAX_SAMPLES, 0, &samples);
    if (!err) err = question_number(question, "seed", 0, INT64_MAX, 1, &seed);
    if (!err) err = question_match(question, NULL, &match);
    if (err || !match || question->error->code) {
        alea_match_free(match);
        return err ? err : question->error->code;
    }
    struct looking looking = {.all = alea_match_plies(match) + 1};
    const struct review_wish wish = {
        .samples = samples ? (int)samples : review_usual_samples(match),
        .seed = (uint64_t)seed,
        .done = &looking.done,
        .look_up = tell_progress,
        .context = &looking,
    };
    if (!review_make(match, &wish, &review)) err = alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    if (!err) {
        alea_json_key(question->answer, "review");
        review_json(&review, question->answer);
    }
    review_clear(&review);
    alea_match_free(match);
    return err;
}
