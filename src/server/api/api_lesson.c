/* SPDX-License-Identifier: MIT */
/* api_lesson.c - the lesson of a game, to be played on a page: at any of its plies, as the learner sees it. Nothing is kept between two
 * requests: each is answered from a table that is laid for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"

enum { MAX_WORDS = 64 << 10, MAX_LOG_BYTES = 1024 };

/* ---- Which lesson, and where in it ------------------------------------------------------------------------------------------------- */

static void log_fault(const struct api *api, const struct alea_game *game, const struct alea_error *error) {
    const struct lobby_options *options = lobby_options_of(api->lobby);
    struct alea_text line;
    if (!options->log) return;
    alea_text_init(&line, MAX_LOG_BYTES, ALEA_EN);
    alea_json_open_object(&line, NULL);
    alea_json_id(&line, "event", "lesson_not_read");
    alea_json_id(&line, "game", game->id);
    alea_json_integer(&line, "line", error->line);
    alea_json_id(&line, "error", alea_err_name(error->code));
    alea_json_string(&line, "text", error->text);
    alea_json_close_object(&line);
    options->log(options->log_context, alea_text_str(&line));
    alea_text_clear(&line);
}

/* The lesson of the game called part[0], read and replayed at its first use. NULL after the refusal. */
static const struct alea_lesson *find_lesson(struct api_request *request) {
    struct api *api = request->api;
    const struct alea_game *game = alea_game_find(request->part[0]);
    if (!game) {
        api_refuse(request, API_FAULT_NO_SUCH_GAME, NULL, request->part[0]);
        return NULL;
    }
    struct alea_data text = alea_game_lesson(game);
    if (text.n_bytes == 0) {
        api_refuse(request, API_FAULT_NO_LESSON, NULL, game->id);
        return NULL;
    }
    int index = 0;
    while (alea_game_at(index) != game) index++;
    struct alea_error error = {.lang = ALEA_EN};
    if (!api->lessons[index]) api->lessons[index] = alea_lesson_read(game->id, text, &error);
    if (!api->lessons[index]) {
        log_fault(api, game, &error);
        api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(error.code));
    }
    return api->lessons[index];
}

/* part[1]; false after the refusal. */
static bool read_ply(struct api_request *request, const struct alea_lesson *lesson, long *ply) {
    const char *digits = request->part[1];
    size_t n = strspn(digits, "0123456789");
    *ply = n > 0 && n < 9 && !digits[n] ? strtol(digits, NULL, 10) : -1;
    if (*ply >= 0 && *ply <= lesson->plies) return true;
    char last[24];
    snprintf(last, sizeof last, "%ld", lesson->plies);
    api_refuse(request, API_FAULT_NO_SUCH_STEP, NULL, last);
    return false;
}

/* ---- Steps: where it stops, to be read ---------------------------------------------------------------------------------------------- */

static bool asks(const struct alea_lesson *lesson, long ply) {
    return ply < lesson->plies && alea_match_ply(lesson->match, ply + 1)->seat == lesson->seat;
}

/* "text": its words; empty where there are none. */
static void add_words(const struct alea_lesson *lesson, long ply, struct alea_text *text) {
    struct alea_text words;
    alea_text_init(&words, MAX_WORDS, text->lang);
    bool any = alea_lesson_say(lesson, ply, ALEA_LESSON_PAGE, &words) && words.len > 0;
    text->truncated |= words.truncated;   /* no memory for them */
    if (any) words.at[words.len - 1] = 0; /* the last newline */
    alea_json_string(text, "text", any ? words.at : "");
    alea_text_clear(&words);
}

/* The beginning, wherever something is explained, and the end. */
static bool is_step(const struct alea_lesson *lesson, long ply, enum alea_lang lang) {
    struct alea_text words;
    if (ply == 0 || ply == lesson->plies) return true;
    alea_text_init(&words, MAX_WORDS, lang);
    bool any = alea_lesson_say(lesson, ply, ALEA_LESSON_PAGE, &words);
    alea_text_clear(&words);
    return any;
}

static void add_step(const struct alea_lesson *lesson, long ply, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", ply);
    alea_json_bool(text, "asks", asks(lesson, ply));
    add_words(lesson, ply, text);
    alea_json_close_object(text);
}

enum api_next api_lesson(struct api_request *request) {
    const struct alea_lesson *lesson = find_lesson(request);
    if (!lesson) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "game", request->part[0]);
    wire_seat(text, "seat", lesson->seat);
    alea_json_integer(text, "plies", lesson->plies);
    alea_json_open_array(text, "steps");
    for (long ply = 0; ply <= lesson->plies; ply++)
        if (is_step(lesson, ply, request->lang)) add_step(lesson, ply, text);
    alea_json_close_array(text);
    alea_json_close_object(text);
    api_set_etag(request->call, true);
    return API_ANSWERED;
}

/* ---- A table at a ply of it ------------------------------------------------------------------------------------------------------------ */

/* Lays it, with the learner before it; false after the refusal. */
static bool lay(struct api_request *request, const struct alea_lesson *lesson, long ply) {
    struct alea_match *match = alea_lesson_match_at(lesson, ply, &request->error);
    request->table = match ? table_show(request->api->lobby, match, &request->error) : NULL;
    request->viewer = (struct viewer){.seat = lesson->seat};
    if (!request->table) api_refuse_engine(request);
    return request->table != NULL;
}

static void put_away(struct api_request *request) {
    table_put_away(request->table);
    request->table = NULL;
}

static bool enter(struct api_request *request) {
    long ply;
    const struct alea_lesson *lesson = find_lesson(request);
    return lesson && read_ply(request, lesson, &ply) && lay(request, lesson, ply);
}

static enum api_next answer(struct api_request *request, enum api_next (*ask)(struct api_request *, api_entrance *)) {
    ask(request, enter);
    put_away(request);
    return API_ANSWERED;
}

enum api_next api_lesson_why(struct api_request *request) { return answer(request, api_ask_why); }
enum api_next api_lesson_odds(struct api_request *request) { return answer(request, api_ask_odds); }
enum api_next api_lesson_words(struct api_request *request) { return answer(request, api_ask_words); }

static void add_state(struct api_request *request, const struct alea_lesson *lesson, long ply, struct alea_text *text) {
    struct wire wire = api_wire(request);
    alea_json_integer(text, "ply", ply);
    add_words(lesson, ply, text);
    alea_json_key(text, "move");
    if (asks(lesson, ply)) wire_move(&wire, alea_match_ply(lesson->match, ply + 1)->move, text);
    else alea_json_null(text, NULL);
    alea_json_key(text, "state");
    wire_state(&wire, -1, wire.viewer.seat, false, 0, text);
}

/* The next step: the same ply at the end. */
static long step_behind(const struct alea_lesson *lesson, long ply, enum alea_lang lang) {
    long next = ply;
    while (next < lesson->plies && (next == ply || !is_step(lesson, next, lang))) next++;
    return next;
}

/* What happens until then, told at the table as it stands there. */
static void add_way(const struct api_request *request, long ply, long next, struct alea_text *text) {
    struct wire wire = api_wire(request);
    if (next > ply) alea_json_integer(text, "next", next);
    else alea_json_null(text, "next");
    alea_json_open_array(text, "messages");
    if (next > ply) wire_plies(&wire, ply, next, 0, text);
    alea_json_close_array(text);
}

enum api_next api_lesson_at(struct api_request *request) {
    long ply;
    const struct alea_lesson *lesson = find_lesson(request);
    if (!lesson || !read_ply(request, lesson, &ply) || !lay(request, lesson, ply)) return API_ANSWERED;
    long next = step_behind(lesson, ply, request->lang);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    add_state(request, lesson, ply, text);
    put_away(request);
    if (next > ply && !lay(request, lesson, next)) return API_ANSWERED;
    add_way(request, ply, next, text);
    alea_json_close_object(text);
    put_away(request);
    api_set_etag(request->call, false);
    return API_ANSWERED;
}
