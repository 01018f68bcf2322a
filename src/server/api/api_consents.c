/* SPDX-License-Identifier: MIT */
/* api_consents.c - what is asked of single people: requests, the questions that stand, answers, and links that put one question to one
 * person. Games say by their contract what an order asks, and which moves answer it. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "match.h"

enum { MOST_TRIED = 128, MOST_LACKING = 3 };

/* ---- Asking ------------------------------------------------------------------------------------------------------------------------ */

/* What a seat sees before an order, and what it would see after it. */
struct asking {
    const struct alea_rules *rules;
    int seat;
    void *before, *after;
    void *made; /* the true position after it */
};

static bool is_open(const struct asking *asking, const void *view, const struct alea_consent *asked) {
    struct alea_consent one;
    for (int i = 0; asking->rules->game->campaign.consent(asking->rules->tables, view, i, &one); i++)
        if (one.question == asked->question && one.seat == asked->seat) return one.answer == ALEA_CONSENT_OPEN;
    return false;
}

/* Is somebody else asked something after the order that was not open before? */
static bool asks(const struct asking *asking) {
    struct alea_consent one;
    const struct alea_game *game = asking->rules->game;
    for (int i = 0; game->campaign.consent && game->campaign.consent(asking->rules->tables, asking->after, i, &one); i++)
        if (one.answer == ALEA_CONSENT_OPEN && one.seat != asking->seat && !is_open(asking, asking->before, &one))
            return true;
    return false;
}

static bool asking_init(struct asking *asking, const struct api_request *request) {
    const struct alea_match *match = table_look(request->table).match;
    *asking = (struct asking){.rules = alea_match_rules(match), .seat = request->viewer.seat};
    const size_t size = asking->rules->game->position_size;
    asking->before = calloc(3, size);
    if (!asking->before) return false;
    asking->after = (unsigned char *)asking->before + size;
    asking->made = (unsigned char *)asking->before + 2 * size;
    alea_match_view(match, asking->seat, asking->before);
    return true;
}

static void look(const struct asking *asking, const void *made) {
    memmove(asking->after, made, asking->rules->game->position_size);
    alea_hide(asking->rules, asking->after, asking->seat);
}

/* Makes the order on a copy. False if the rules refuse it. */
static bool imagine(const struct asking *asking, const struct alea_match *match, const alea_move moves[], int n) {
    memcpy(asking->made, alea_match_position(match), asking->rules->game->position_size);
    if (alea_match_imagine_whole(match, asking->made, asking->seat, moves, n)) return false;
    look(asking, asking->made);
    return true;
}

/* Of an order that asks nothing: the moves of which one more would ask something, the first few in words. None: it lacks no last word. */
static int say_lacking(const struct asking *asking, struct alea_text *words) {
    const struct alea_rules *rules = asking->rules;
    alea_move *legal = malloc((size_t)rules->game->max_legal * sizeof *legal);
    int found = 0, n = legal ? rules->game->legal(rules->tables, asking->after, asking->seat, legal) : 0;
    for (int i = 0; i < n && i < MOST_TRIED && found < MOST_LACKING; i++) {
        memcpy(asking->after, asking->made, rules->game->position_size);
        if (alea_imagine_ply(rules, asking->after, asking->seat, legal[i], NULL)) continue;
        look(asking, asking->after);
        if (!asks(asking)) continue;
        alea_text_add(words, found++ ? "; " : "");
        alea_move_say(rules, legal[i], words);
    }
    free(legal);
    return found;
}

static enum api_next refuse_idle(struct api_request *request, const struct asking *asking, long ply) {
    struct alea_text words;
    alea_text_init(&words, API_MAX_SMALL_BODY, request->lang);
    const enum api_fault fault = say_lacking(asking, &words) ? API_FAULT_INCOMPLETE : API_FAULT_ASKS_NOTHING;
    const enum api_next next = api_refuse_fault(request, ply, fault, alea_text_str(&words));
    alea_text_clear(&words);
    return next;
}

static enum api_next ask(struct api_request *request, const struct asking *asking, long ply, const alea_move moves[], int n,
                         const char *note) {
    long from = 0;
    if (imagine(asking, table_look(request->table).match, moves, n) && !asks(asking))
        return refuse_idle(request, asking, ply);
    enum table_answer answer = table_submit_order(request->table, asking->seat, ply, moves, n, *note ? note : NULL,
                                                  request->now, &from, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 201);
    alea_json_open_object(text, NULL);
    api_write_moved(request, from, text);
    wire_consents(&wire, asking->before, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

enum api_next api_ask(struct api_request *request) {
    struct json_in *body = &request->body;
    struct api_order order;
    alea_move moves[API_MAX_ORDER];
    char note[ALEA_MAX_NOTE_BYTES + 1];
    json_in_required(body, "ply");
    const long ply = (long)json_in_number(body, "ply", 0, API_MAX_NUMBER, 0);
    api_ask_order(body, &order);
    alea_note_typed(json_in_lines(body, "note"), note);
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    const int n = api_read_order(request, &order, moves);
    if (n == 0) return API_ANSWERED;
    struct asking asking;
    enum api_next next = asking_init(&asking, request)
                             ? ask(request, &asking, ply, moves, n, note)
                             : api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    free(asking.before);
    return next;
}

/* ---- The questions that stand -------------------------------------------------------------------------------------------------------- */

enum api_next api_consents(struct api_request *request) {
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_consents(&wire, NULL, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

bool api_find_question(struct api_request *request, uint32_t question, struct alea_consent *asked) {
    struct wire wire = api_wire(request);
    struct alea_text words;
    if (wire.viewer.seat == ALEA_NONE) wire.viewer.seat = ALL_EYES; /* whom /host answers as much */
    alea_text_init(&words, API_MAX_ANSWER, request->lang);
    const bool found = wire_asked(&wire, question, asked, &words);
    alea_text_clear(&words);
    if (!found) api_refuse(request, API_FAULT_NO_SUCH_ASKED, "question", NULL);
    return found;
}

static uint32_t read_question(struct json_in *body) {
    json_in_required(body, "question");
    return (uint32_t)json_in_number(body, "question", 0, UINT32_MAX, 0);
}

/* ---- Answers --------------------------------------------------------------------------------------------------------------------------- */

static enum api_next answer(struct api_request *request, int seat, alea_move move, const char *note) {
    long from = 0;
    const long ply = table_ply(request->table, seat);
    enum table_answer answered = table_submit(request->table, seat, ply, move, note, request->now, &from, &request->error);
    return answered == TABLE_OK ? api_answer_moved(request, from) : api_refuse_table(request, answered);
}

/* One's own. The same again changes nothing. */
static enum api_next answer_own(struct api_request *request, const struct alea_consent *asked, bool yes) {
    const enum alea_consent_answer wanted = yes ? ALEA_CONSENT_YES : ALEA_CONSENT_NO;
    if (asked->answer == wanted && !asked->recorded)
        return api_answer_moved(request, alea_match_plies(table_look(request->table).match));
    return answer(request, asked->seat, yes ? asked->yes : asked->no, NULL);
}

enum api_next api_consent(struct api_request *request) {
    static const char *const words[] = {"yes", "no"};
    struct json_in *body = &request->body;
    struct alea_consent asked;
    char note[ALEA_MAX_NOTE_BYTES + 1];
    const uint32_t question = read_question(body);
    json_in_required(body, "answer");
    const bool yes = json_in_word(body, "answer", words, ALEA_LEN(words), 0) == 0;
    alea_note_typed(json_in_lines(body, "source"), note);
    if (!api_body_end(request) || !api_enter(request, API_SPEAKER) || !api_find_question(request, question, &asked))
        return API_ANSWERED;
    const int seat = request->viewer.seat == ALEA_NONE ? ALEA_HOST : request->viewer.seat;
    const bool own = seat == asked.seat;
    if (own != !*note || (!own && !yes)) return api_refuse(request, API_FAULT_OWN_ANSWER, own ? "source" : "answer", NULL);
    if (own) return answer_own(request, &asked, yes);
    if (!api_say_whose(request, "@master ", note, sizeof note))
        return api_refuse(request, API_FAULT_TOO_LONG, "source", alea_digits(ALEA_MAX_NOTE_BYTES).at);
    return answer(request, seat, seat == ALEA_HOST ? asked.record_for : asked.record, note);
}

/* ---- Links ------------------------------------------------------------------------------------------------------------------------------- */

static enum api_next add_link(struct api_request *request, const struct alea_consent *asked) {
    const struct table_view look = table_look(request->table);
    struct store_asked row = {.seat = asked->seat, .question = asked->question, .ply = alea_match_plies(look.match)};
    struct token token = token_new();
    memcpy(row.id, look.id, sizeof row.id);
    token_hash(token.at, row.hash);
    if (store_add_asked(request->api->store, &row, &request->error) != ALEA_OK) return api_refuse_engine(request);
    struct alea_text *text = api_answer(request, 201);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "question", asked->question);
    wire_seat(text, "seat", asked->seat);
    alea_json_key(text, "url");
    alea_text_addf(text, "\"%s/c/%s\"", lobby_options_of(request->api->lobby)->base_url, token.at);
    alea_json_close_object(text);
    sodium_memzero(&token, sizeof token);
    return API_ANSWERED;
}

/* Whoever may record that person's yes may hand out the link: the rules say who that is. */
enum api_next api_consent_link(struct api_request *request) {
    struct alea_consent asked;
    char who[STORE_ID_LENGTH + 8];
    int wait;
    const uint32_t question = read_question(&request->body);
    if (!api_body_end(request) || !api_enter(request, API_SPEAKER) || !api_find_question(request, question, &asked))
        return API_ANSWERED;
    const struct alea_match *match = table_look(request->table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    const int seat = request->viewer.seat == ALEA_NONE ? ALEA_HOST : request->viewer.seat;
    const alea_move move = seat == ALEA_HOST ? asked.record_for : asked.record;
    const alea_rule rule = rules->game->why_not(rules->tables, alea_match_position(match), seat, move);
    if (rule) {
        (void)alea_match_refuse(match, rule, &request->error);
        return api_refuse_engine(request);
    }
    snprintf(who, sizeof who, "%s?%d", table_look(request->table).id, seat);
    if (!attempts_take(request->api->chat, who, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return add_link(request, &asked);
}
