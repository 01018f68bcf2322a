/* SPDX-License-Identifier: MIT */
/* api_lesson.c - the lesson of a game, to be played on a page: at any of its plies, as the learner sees it. Nothing is kept between two
 * requests: each is answered from a table that is laid for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"

enum { MAX_LOG_BYTES = 1024 };

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

enum api_next api_lesson(struct api_request *request) {
    const struct alea_lesson *lesson = find_lesson(request);
    if (!lesson) return API_ANSWERED;
    wire_lesson(request->part[0], lesson, api_answer(request, 200));
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
    const enum api_next next = ask(request, enter);
    put_away(request);
    return next;
}

enum api_next api_lesson_why(struct api_request *request) { return answer(request, api_ask_why); }
enum api_next api_lesson_odds(struct api_request *request) { return answer(request, api_ask_odds); }
enum api_next api_lesson_words(struct api_request *request) { return answer(request, api_ask_words); }
enum api_next api_lesson_explain(struct api_request *request) { return answer(request, api_ask_explain); }

enum api_next api_lesson_at(struct api_request *request) {
    long ply;
    const struct alea_lesson *lesson = find_lesson(request);
    if (!lesson || !read_ply(request, lesson, &ply) || !lay(request, lesson, ply)) return API_ANSWERED;
    const long next = wire_lesson_behind(lesson, ply, request->lang);
    struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_lesson_at(&wire, lesson, ply, text);
    put_away(request);
    if (next > ply && !lay(request, lesson, next)) return API_ANSWERED;
    wire = api_wire(request);
    wire_lesson_way(&wire, ply, next, text);
    alea_json_close_object(text);
    put_away(request);
    api_set_etag(request->call, false);
    return API_ANSWERED;
}
