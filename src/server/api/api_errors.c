/* SPDX-License-Identifier: MIT */
/* api_errors.c - see api_errors.h. */
#include "api_errors.h"

#include <assert.h>
#include <stdio.h>

#include "engine_text.h"
#include "json_write.h"
#include "utf8.h"

static const struct api_fault_row rows[API_FAULT_COUNT] = {
#define API_FAULT_ROW(id, name_, status_) \
    [API_FAULT_##id] = {.name = #name_, .status = (status_), .in = {ENGINE_SAY_REFUSAL_##id}},
    API_FAULTS(API_FAULT_ROW)
#undef API_FAULT_ROW
};

/* What an error of the engine is to a client. A stored match that can't be replayed is a fault of the server. */
static const struct {
    const char *name;
    int status;
} of_engine[ALEA_ERRS] = {
    [ALEA_ERR_NO_MEMORY] = {"internal", 500},
    [ALEA_ERR_NO_SEAT] = {"not_found", 404},
    [ALEA_ERR_OVER] = {"over", 410},
    [ALEA_ERR_STALE] = {"stale", 409},
    [ALEA_ERR_REFUSED] = {"refused", 422},
    [ALEA_ERR_BAD_MOVE] = {"bad_move", 400},
    [ALEA_ERR_NO_UNDO] = {"no_undo", 409},
    [ALEA_ERR_NO_REWIND] = {"no_rewind", 409},
    [ALEA_ERR_NO_ROLL] = {"internal", 500},
    [ALEA_ERR_UNKNOWN_GAME] = {"unknown_game", 400},
    [ALEA_ERR_BAD_OPTION] = {"bad_option", 400},
    [ALEA_ERR_BAD_SEATS] = {"bad_seats", 400},
    [ALEA_ERR_BAD_SCENARIO] = {"bad_scenario", 400},
    [ALEA_ERR_BAD_TRANSCRIPT] = {"internal", 500},
    [ALEA_ERR_BAD_VERSION] = {"internal", 500},
    [ALEA_ERR_BAD_RESULT] = {"internal", 500},
    [ALEA_ERR_BAD_POSITION] = {"internal", 500},
    [ALEA_ERR_BAD_POST] = {"bad_post", 422},
    [ALEA_ERR_DIVERGED] = {"internal", 500},
    [ALEA_ERR_TRUNCATED] = {"internal", 500},
    [ALEA_ERR_TOO_LARGE] = {"too_large", 413},
    [ALEA_ERR_SEALED] = {"internal", 500},
    [ALEA_ERR_BAD_WORD] = {"bad_word", 422},
    [ALEA_ERR_BAD_BEACON] = {"internal", 500},
    [ALEA_ERR_BAD_DICE] = {"internal", 500},
    [ALEA_ERR_BAD_COMMITMENT] = {"internal", 500},
    [ALEA_ERR_NO_ODDS] = {"no_odds", 400},
    [ALEA_ERR_NOT_FOUND] = {"not_found", 404},
    [ALEA_ERR_IO] = {"store", 503},
    [ALEA_ERR_DAMAGED] = {"unreadable", 500},
};

const struct api_fault_row *api_fault_row(enum api_fault fault) {
    assert((int)fault >= 0 && fault < API_FAULT_COUNT);
    return &rows[fault];
}

struct api_fault_row api_fault_of(enum alea_err code) {
    assert((int)code > 0 && code < ALEA_ERRS && of_engine[code].name);
    return (struct api_fault_row){.name = of_engine[code].name, .status = of_engine[code].status};
}

void api_error_say(const char *name, const char *sentence, const struct api_error_more *more, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "error", name);
    alea_json_string(text, "text", sentence);
    if (more && more->rule && *more->rule) alea_json_string(text, "rule", more->rule);
    if (more && more->has_ply) alea_json_integer(text, "ply", more->ply);
    if (more && more->retry_after > 0) alea_json_integer(text, "retry_after", more->retry_after);
    if (more && more->where && *more->where) alea_json_string(text, "where", more->where);
    if (more && more->members) alea_json_raw(text, NULL, more->members, strlen(more->members));
    alea_json_close_object(text);
}

void api_error_write(enum api_fault fault, enum alea_lang lang, const char *detail, const struct api_error_more *more,
                     struct alea_text *text) {
    char sentence[512];
    int n = snprintf(sentence, sizeof sentence, rows[fault].in[lang], detail ? detail : "");
    if (n >= (int)sizeof sentence) sentence[alea_utf8_trim(sentence, sizeof sentence - 1)] = 0;
    api_error_say(rows[fault].name, sentence, more, text);
}
