/* SPDX-License-Identifier: MIT */
/* api_moves.c - moves of seats and of the host: by number, in words, as whole orders; and taking back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "casefold.h"
#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "text.h"

/* No verb is number 0, so no game allows this move: the door answers whatever stands in the way of any move before it. */
static const alea_move NO_MOVE = 0;

enum { MINUTE_MS = 60000, MAX_EXTEND = 366 * 24 * 60 };
static const json_int_t MAX_TIME = (json_int_t)1 << 52;

/* ---- Answers ---------------------------------------------------------------------------------------------------------------------- */

void api_write_moved(struct api_request *request, long from, struct alea_text *text) {
    struct wire wire = api_wire(request);
    alea_json_integer(text, "ply", table_ply(request->table, request->viewer.seat));
    alea_json_key(text, "events");
    wire_events(&wire, from, alea_match_plies(table_look(request->table).match), text);
}

enum api_next api_answer_moved(struct api_request *request, long from) {
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    api_write_moved(request, from, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

static enum api_next play(struct api_request *request, int seat, long ply, alea_move move, const char *note) {
    long from = 0;
    enum table_answer answer = table_submit(request->table, seat, ply, move, note, request->now, &from, &request->error);
    return answer == TABLE_OK ? api_answer_moved(request, from) : api_refuse_table(request, answer);
}

/* A move that nobody knows: what comes before that in the order of checks is answered first. */
static enum api_next refuse_unknown(struct api_request *request, int seat, long ply, const struct alea_error *unknown) {
    long from = 0;
    enum table_answer answer = table_submit(request->table, seat, ply, NO_MOVE, NULL, request->now, &from, &request->error);
    if (answer == TABLE_ENGINE && request->error.code == ALEA_ERR_REFUSED) request->error = *unknown;
    return api_refuse_table(request, answer);
}

/* ---- Reading words ------------------------------------------------------------------------------------------------------------------ */

/* What a viewer sees, and may do there. */
struct sight {
    const struct alea_rules *rules;
    int seat;
    void *view;
    alea_move *legal;
    int n_legal;
};

static bool sight_init(struct sight *sight, const struct api_request *request) {
    const struct alea_match *match = table_look(request->table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    const struct alea_game *game = rules->game;
    const bool all = request->viewer.seat == ALL_EYES; /* a Master, whose moves are the host's */
    *sight = (struct sight){.rules = rules, .seat = all ? ALEA_HOST : request->viewer.seat};
    sight->view = calloc(1, game->position_size);
    sight->legal = calloc((size_t)game->max_legal + 1, sizeof *sight->legal);
    if (!sight->view || !sight->legal) return false;
    if (all) memcpy(sight->view, alea_match_position(match), game->position_size);
    else alea_match_view(match, sight->seat, sight->view);
    if (sight->seat != ALEA_NONE) sight->n_legal = game->legal(rules->tables, sight->view, sight->seat, sight->legal);
    return true;
}

static void sight_clear(struct sight *sight) {
    free(sight->view);
    free(sight->legal);
}

static bool is_legal(const struct sight *sight, alea_move move) {
    for (int i = 0; i < sight->n_legal; i++)
        if (sight->legal[i] == move) return true;
    return false;
}

/* The move whose words, in any of the languages, the line is. */
static bool find_said(const struct sight *sight, const char *line, alea_move *move) {
    struct alea_text words;
    bool found = false;
    for (int lang = 0; lang < ALEA_LANGS && !found; lang++) {
        alea_text_init(&words, ALEA_MAX_LINE_BYTES, (enum alea_lang)lang);
        for (int i = 0; i < sight->n_legal && !found; i++) {
            alea_move_say(sight->rules, sight->legal[i], &words);
            found = casefold_same(alea_text_str(&words), line);
            if (found) *move = sight->legal[i];
            alea_text_clear(&words);
        }
    }
    return found;
}

/* The argument whose name, in any of the languages, stands behind the verb: "attack_from Gallia Cisalpina". */
static bool find_named(const struct sight *sight, const char *line, alea_move *move) {
    const struct alea_texts *texts = sight->rules->game->texts;
    char token[API_MAX_PART];
    size_t n = strcspn(line, " ");
    snprintf(token, sizeof token, "%.*s", (int)n, line);
    for (int verb = 1; verb < texts->n_verbs; verb++) {
        if (!alea_word_same(texts->verbs[verb].token, token)) continue;
        struct alea_names names = alea_names_of(sight->rules, texts->verbs[verb].set);
        for (int i = 0; i < names.n; i++)
            for (int lang = 0; lang < ALEA_LANGS; lang++) {
                if (!casefold_same(names.at[i].in[lang], line + n)) continue;
                *move = alea_move_make((unsigned)verb, (unsigned)i);
                return true;
            }
    }
    return false;
}

static bool read_move(const struct sight *sight, const char *line, alea_move *move, struct alea_error *error) {
    return alea_move_read(sight->rules, line, move, error) == ALEA_OK || find_said(sight, line, move) ||
           find_named(sight, line, move);
}

bool api_read_move(struct api_request *request, const char *words, alea_move *move) {
    struct sight sight;
    bool read = false;
    if (sight_init(&sight, request)) read = read_move(&sight, words, move, &request->error);
    else alea_fail(&request->error, ALEA_ERR_NO_MEMORY);
    sight_clear(&sight);
    return read;
}

/* ---- Moves of a seat -------------------------------------------------------------------------------------------------------------------- */

enum api_next api_play_number(struct api_request *request, long ply, alea_move move) {
    const struct alea_game *game = alea_match_rules(table_look(request->table).match)->game;
    unsigned verb = alea_move_verb(move);
    if (verb > 0 && verb < (unsigned)game->texts->n_verbs) return play(request, request->viewer.seat, ply, move, NULL);
    struct alea_error unknown = {.lang = request->lang};
    alea_fail(&unknown, ALEA_ERR_BAD_MOVE, alea_digits(move).at, alea_reason(&unknown, ENGINE_SAY_MOVE_NO_NUMBER).at);
    return refuse_unknown(request, request->viewer.seat, ply, &unknown);
}

/* What can be done at once goes first, then whole orders, and what can't be done at all last. */
static enum api_next play_line(struct api_request *request, const struct sight *sight, long ply, const char *line) {
    const struct alea_game *game = sight->rules->game;
    struct alea_error unknown = {.lang = request->lang};
    alea_move move = NO_MOVE, *order = NULL;
    bool known = read_move(sight, line, &move, &unknown);
    if (known && is_legal(sight, move)) return play(request, sight->seat, ply, move, NULL);
    int n = 0, max = game->max_legal < API_MAX_ORDER ? game->max_legal : API_MAX_ORDER;
    if ((order = calloc((size_t)max, sizeof *order)))
        n = alea_order(sight->rules, sight->view, sight->seat, line, order, max);
    enum api_next next = API_ANSWERED;
    if (n > 0) {
        long from = 0;
        enum table_answer answer =
            table_submit_order(request->table, sight->seat, ply, order, n, NULL, request->now, &from, &request->error);
        next = answer == TABLE_OK ? api_answer_moved(request, from) : api_refuse_table(request, answer);
    } else if (known) {
        next = play(request, sight->seat, ply, move, NULL);
    } else {
        next = refuse_unknown(request, sight->seat, ply, &unknown);
    }
    free(order);
    return next;
}

enum api_next api_play_words(struct api_request *request, long ply, const char *words) {
    char line[ALEA_MAX_LINE_BYTES];
    struct sight sight;
    enum api_next next = API_ANSWERED;
    alea_line_clean(words, strlen(words), line, sizeof line);
    if (sight_init(&sight, request)) next = play_line(request, &sight, ply, line);
    else next = api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    sight_clear(&sight);
    return next;
}

/* ---- Whole orders ------------------------------------------------------------------------------------------------------------------------ */

void api_ask_order(struct json_in *body, struct api_order *order) {
    *order = (struct api_order){.words = json_in_string(body, "order", ALEA_MAX_LINE_BYTES - 1),
                                .moves = json_in_array(body, "moves", API_MAX_ORDER)};
    if (!body->bad && (order->words != NULL) == (json_array_size(order->moves) > 0))
        json_in_refuse(body, API_FAULT_ONE_OF, "order, moves", "%s", "");
    for (size_t i = 0; !body->bad && i < json_array_size(order->moves); i++)
        (void)json_in_item(body, order->moves, "moves", i, ALEA_MAX_LINE_BYTES - 1);
}

/* As a line that is typed: a move that can be made goes first, then a whole order. */
static int read_words(const struct sight *sight, const char *words, alea_move out[], int max, struct alea_error *error) {
    char line[ALEA_MAX_LINE_BYTES];
    alea_line_clean(words, strlen(words), line, sizeof line);
    const bool known = read_move(sight, line, out, error);
    const alea_move move = known ? out[0] : NO_MOVE;
    if (known && is_legal(sight, move)) return 1;
    int n = alea_order(sight->rules, sight->view, sight->seat, line, out, max);
    if (n == 0) out[0] = move;
    return n > 0 ? n : known;
}

static int read_moves(const struct sight *sight, const json_t *moves, alea_move out[], struct alea_error *error) {
    const size_t n = json_array_size(moves);
    for (size_t i = 0; i < n; i++)
        if (alea_move_read(sight->rules, json_string_value(json_array_get(moves, i)), &out[i], error)) return 0;
    return (int)n;
}

int api_read_order(struct api_request *request, const struct api_order *order, alea_move moves[API_MAX_ORDER]) {
    struct sight sight;
    int n = 0;
    request->error.code = ALEA_OK;
    if (!sight_init(&sight, request)) alea_fail(&request->error, ALEA_ERR_NO_MEMORY);
    else if (order->words) n = read_words(&sight, order->words, moves, API_MAX_ORDER, &request->error);
    else n = read_moves(&sight, order->moves, moves, &request->error);
    sight_clear(&sight);
    if (n == 0) api_refuse_engine(request);
    return n;
}

enum api_next api_refuse_fault(struct api_request *request, long ply, enum api_fault fault, const char *detail) {
    long from = 0;
    enum table_answer answer =
        table_submit(request->table, request->viewer.seat, ply, NO_MOVE, NULL, request->now, &from, &request->error);
    if (answer == TABLE_ENGINE && request->error.code == ALEA_ERR_REFUSED) return api_refuse(request, fault, NULL, detail);
    return api_refuse_table(request, answer);
}

enum api_next api_moves(struct api_request *request) {
    struct json_in *body = &request->body;
    json_in_required(body, "ply");
    long ply = (long)json_in_number(body, "ply", 0, API_MAX_NUMBER, 0);
    json_int_t number = json_in_number(body, "m", 0, UINT32_MAX, -1);
    const char *words = json_in_string(body, "text", ALEA_MAX_LINE_BYTES - 1);
    if (!body->bad && (number >= 0) == (words != NULL)) json_in_refuse(body, API_FAULT_ONE_OF, "m, text", "%s", "");
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    return words ? api_play_words(request, ply, words) : api_play_number(request, ply, (alea_move)number);
}

/* ---- Taking back -------------------------------------------------------------------------------------------------------------------------- */

enum api_next api_take_back(struct api_request *request, long ply) {
    enum table_answer answer = table_undo(request->table, request->viewer.seat, ply, request->now, &request->error);
    if (answer == TABLE_ENGINE && request->error.code == ALEA_ERR_OVER)
        alea_fail(&request->error, ALEA_ERR_NO_UNDO, alea_reason(&request->error, ENGINE_SAY_ERROR_OVER).at);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    alea_text_addf(api_answer(request, 200), "{\"ply\":%ld}", table_ply(request->table, request->viewer.seat));
    return API_ANSWERED;
}

enum api_next api_undo(struct api_request *request) {
    json_in_required(&request->body, "ply");
    long ply = (long)json_in_number(&request->body, "ply", 0, API_MAX_NUMBER, 0);
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    return api_take_back(request, ply);
}

/* The host counts plies as spectators do. */
alea_move api_true_rewind(const struct table *table, alea_move move) {
    long ply = table_true_ply(table, ALEA_HOST, (long)alea_move_arg(move));
    return alea_move_make(ALEA_VERB_REWIND, ply < 0 ? ALEA_MAX_PLIES : (unsigned)ply);
}

/* ---- The host -------------------------------------------------------------------------------------------------------------------------------- */

/* The window that is open closes at another time: the table's clock alone, nothing of it enters the match. */
static enum api_next put_off(struct api_request *request, long ply, int64_t closes, int64_t minutes) {
    const struct table_view look = table_look(request->table);
    const int64_t held = look.window_closes ? look.window_closes : look.window->closes, /* a pause holds it */
        was = held ? held : request->now;                                               /* it has no time of its own */
    if (minutes) closes = was + minutes * MINUTE_MS;
    enum table_answer answer = table_extend(request->table, ply, closes, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", table_ply(request->table, request->viewer.seat));
    alea_json_integer(text, "closes", closes);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* The address of a picture or film is the last line of the note, and known to whom the note is. */
static void read_link(struct json_in *body, char note[ALEA_MAX_NOTE_BYTES + 1]) {
    const char *link = json_in_string(body, "link", ALEA_MAX_ADDRESS);
    const size_t length = strlen(note);
    if (!link || body->bad) return;
    if (!alea_is_address(link)) json_in_refuse(body, API_FAULT_NO_LINK, alea_digits(ALEA_MAX_ADDRESS).at, "%s", "link");
    else snprintf(note + length, ALEA_MAX_NOTE_BYTES + 1 - length, "%s%s", length ? "\n" : "", link);
}

/* Where the rules don't say who takes the match back, all have to consent, unless the table was made so that its creator may. */
static enum alea_err may_rewind_alone(struct api_request *request) {
    const struct table_view look = table_look(request->table);
    const bool ruled = alea_match_rules(look.match)->game->campaign.why_not_rewind != NULL;
    if (ruled || look.takebacks == TAKEBACKS_CREATOR) return ALEA_OK;
    const struct alea_reason reason = look.takebacks == TAKEBACKS_ALL
                                          ? alea_reason(&request->error, ENGINE_SAY_REWIND_ASK_ALL)
                                          : alea_reason(&request->error, ENGINE_SAY_REWIND_NEVER_HERE);
    return alea_fail(&request->error, ALEA_ERR_NO_REWIND, reason.at);
}

enum api_next api_host(struct api_request *request) {
    struct json_in *body = &request->body;
    char note[ALEA_MAX_NOTE_BYTES + 1], line[ALEA_MAX_LINE_BYTES];
    json_in_required(body, "ply");
    const int times = json_in_has(body, "closes") + json_in_has(body, "extend");
    if (!times) json_in_required(body, "text");
    long ply = (long)json_in_number(body, "ply", 0, API_MAX_NUMBER, 0);
    const int64_t closes = json_in_number(body, "closes", 1, MAX_TIME, 0),
                  minutes = json_in_number(body, "extend", 1, MAX_EXTEND, 0);
    json_in_line(body, "text", line, sizeof line);
    alea_note_typed(json_in_lines(body, "note"), note);
    read_link(body, note);
    const int ways = times + (json_in_has(body, "text") || json_in_has(body, "note") ||
                              json_in_has(body, "link")); /* a note is a move's */
    if (!body->bad && ways != 1) json_in_refuse(body, API_FAULT_ONE_OF, "text, closes, extend", "%s", "");
    if (!api_body_end(request) || !api_enter(request, API_HOSTING)) return API_ANSWERED;
    if (closes || minutes) return put_off(request, ply, closes, minutes);
    alea_move move = NO_MOVE;
    struct alea_error unknown = {.lang = request->lang};
    const struct alea_match *match = table_look(request->table).match;
    if (alea_move_read(alea_match_rules(match), line, &move, &unknown) != ALEA_OK)
        return refuse_unknown(request, ALEA_HOST, ply, &unknown);
    if (alea_match_wants_reason(match, ALEA_HOST, move, note, &request->error))
        return api_refuse_table(request, TABLE_ENGINE);
    if (alea_is_rewind(ALEA_HOST, move) && may_rewind_alone(request)) return api_refuse_table(request, TABLE_ENGINE);
    if (alea_is_rewind(ALEA_HOST, move)) move = api_true_rewind(request->table, move);
    if (!api_say_whose(request, "@master ", note, sizeof note) || alea_lines_chars(note) > ALEA_MAX_NOTE_CHARS)
        return api_refuse(request, API_FAULT_TOO_LONG, "note", alea_digits(ALEA_MAX_NOTE_CHARS).at);
    return play(request, ALEA_HOST, ply, move, *note ? note : NULL);
}
