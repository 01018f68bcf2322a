/* SPDX-License-Identifier: MIT */
/* api_asked.c - a consent link: a page that puts one question to one person, without an account, scripts or anything else.
 *
 * To look answers nothing: chat programs follow links by themselves. The answer is a form's, and may be changed as long as the
 * question stands. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "engine_text.h"
#include "error.h"
#include "match.h"

static const char style[] =
    "body{font:1.1em/1.5 sans-serif;max-width:34em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "button{font:inherit;min-width:7em;padding:.6em 1em;margin:.5em 1em .5em 0}"
    "blockquote{margin:1em 0;padding:.5em 1em;border-left:.3em solid #888}";

void api_form_policy(char policy[API_MAX_POLICY]) {
    uint8_t hash[crypto_hash_sha256_BYTES];
    char digits[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    crypto_hash_sha256(hash, (const unsigned char *)style, sizeof style - 1);
    sodium_bin2base64(digits, sizeof digits, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    snprintf(policy, API_MAX_POLICY,
             "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
             digits);
}

static const char *const code[ALEA_LANGS] = {[ALEA_IT] = "it", [ALEA_EN] = "en"};

/* ---- The page ---------------------------------------------------------------------------------------------------------------------- */

static struct alea_text *begin_page(struct api_request *request, int status) {
    const char *title = alea_either(request->lang, ENGINE_SAY_ASKED_TITLE);
    struct alea_text *text = api_answer(request, status);
    request->call->type = "text/html; charset=utf-8";
    request->call->policy = request->api->form_policy;
    alea_text_addf(
        text,
        "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><title>%s</title>"
        "<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex, nofollow\">"
        "<style>%s</style></head>\n<body><h1>%s</h1>\n",
        code[request->lang], title, style, title);
    return text;
}

static enum api_next end_page(const struct api_request *request, struct alea_text *text) {
    const char *other = code[request->lang == ALEA_IT ? ALEA_EN : ALEA_IT];
    alea_text_addf(text, "<p><a href=\"?lang=%s\" lang=\"%s\">%s</a></p>\n</body></html>\n", other, other,
                   alea_either(request->lang, ENGINE_SAY_ASKED_OTHER_LANGUAGE));
    return API_ANSWERED;
}

static void add_line(struct alea_text *text, const char *words) {
    alea_text_add(text, "<p>");
    alea_text_escape(text, words);
    alea_text_add(text, "</p>\n");
}

static enum api_next say(struct api_request *request, int status, const char *words) {
    struct alea_text *text = begin_page(request, status);
    add_line(text, words);
    return end_page(request, text);
}

static enum api_next say_often(struct api_request *request, int wait) {
    char words[128];
    snprintf(words, sizeof words, alea_either(request->lang, ENGINE_SAY_ASKED_OFTEN), wait);
    say(request, api_fault_row(API_FAULT_RATE_LIMITED)->status, words);
    request->call->retry_after = wait;
    return API_ANSWERED;
}

/* ---- The question ---------------------------------------------------------------------------------------------------------------------- */

struct question {
    struct store_asked row;
    struct alea_consent asked;
    struct alea_text words;
    bool changes; /* another answer may be given */
};

static bool may(const struct api_request *request, const struct alea_consent *asked, alea_move move) {
    const struct alea_match *match = table_look(request->table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    return rules->game->why_not(rules->tables, alea_match_position(match), asked->seat, move) == 0;
}

/* Through the eyes of whom it is put to. */
static bool look(struct api_request *request, struct question *question) {
    struct wire wire = api_wire(request);
    const struct table_view table = table_look(request->table);
    alea_text_clear(&question->words);
    alea_text_init(&question->words, API_MAX_SMALL_BODY, request->lang);
    bool found = table.status != STORE_OVER && !api_is_taken_back(table.match, question->row.ply) &&
                 wire_asked(&wire, question->row.question, &question->asked, &question->words) &&
                 question->asked.seat == question->row.seat;
    if (!found) return false;
    question->changes =
        may(request, &question->asked, question->asked.yes) || may(request, &question->asked, question->asked.no);
    return true;
}

static const char *answer_words(const struct question *question, enum alea_lang lang) {
    if (question->asked.recorded) return alea_either(lang, ENGINE_SAY_ASKED_RECORDED);
    if (question->asked.answer == ALEA_CONSENT_OPEN) return alea_either(lang, ENGINE_SAY_ASKED_OPEN);
    return question->asked.answer == ALEA_CONSENT_YES ? alea_either(lang, ENGINE_SAY_ASKED_YES)
                                                      : alea_either(lang, ENGINE_SAY_ASKED_NO);
}

static void add_form(struct alea_text *text, enum alea_lang lang) {
    alea_text_addf(text,
                   "<form method=\"post\" action=\"?lang=%s\"><button name=\"answer\" value=\"yes\">%s</button>"
                   "<button name=\"answer\" value=\"no\">%s</button></form>\n",
                   code[lang], alea_either(lang, ENGINE_SAY_ASKED_SAY_YES), alea_either(lang, ENGINE_SAY_ASKED_SAY_NO));
}

/* Name, what is asked with its cost, until when, the answer so far. refused: why another one was not taken; NULL: it was. */
static enum api_next show(struct api_request *request, const struct question *question, int status, const char *refused) {
    const struct wire wire = api_wire(request);
    const char *name = table_look(request->table).seat[question->row.seat].name;
    char letters[3], whom[256], no[640];
    struct alea_text window, *text = begin_page(request, status);
    alea_seat_letters(question->row.seat, letters);
    snprintf(whom, sizeof whom, alea_either(request->lang, ENGINE_SAY_ASKED_WHOM), *name ? name : letters);
    add_line(text, whom);
    alea_text_add(text, "<blockquote>");
    alea_text_escape(text, alea_text_str(&question->words));
    alea_text_add(text, "</blockquote>\n");
    alea_text_init(&window, API_MAX_SMALL_BODY, request->lang);
    wire_say_window(&wire, request->now, &window);
    if (window.len) add_line(text, alea_text_str(&window));
    alea_text_clear(&window);
    if (refused) {
        snprintf(no, sizeof no, alea_either(request->lang, ENGINE_SAY_ASKED_REFUSED), refused);
        add_line(text, no);
    }
    add_line(text, answer_words(question, request->lang));
    if (question->changes) add_form(text, request->lang);
    if (question->asked.answer != ALEA_CONSENT_OPEN)
        add_line(text, question->changes ? alea_either(request->lang, ENGINE_SAY_ASKED_CHANGE)
                                         : alea_either(request->lang, ENGINE_SAY_ASKED_SETTLED));
    return end_page(request, text);
}

/* ---- Requests -------------------------------------------------------------------------------------------------------------------------- */

/* The token of the path, its table, its question. False after the answer, or when the request comes back. */
static bool enter(struct api_request *request, struct question *question) {
    int wait;
    if (!api_find_asked(request, request->part[0], &question->row)) {
        if (request->error.code != ALEA_OK) say(request, 503, alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
        else if (!attempts_take(request->api->wrong_tokens, request->call->address, request->now, &wait))
            say_often(request, wait);
        else say(request, 404, alea_either(request->lang, ENGINE_SAY_ASKED_UNKNOWN));
        return false;
    }
    memcpy(request->part[0], question->row.id, sizeof question->row.id);
    if (!api_find_table(request)) {
        if (!request->later) say(request, 503, alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
        return false;
    }
    request->viewer.seat = question->row.seat;
    if (look(request, question)) return true;
    say(request, 410, alea_either(request->lang, ENGINE_SAY_ASKED_GONE));
    return false;
}

enum api_next api_asked(struct api_request *request) {
    struct question question = {.changes = false};
    if (enter(request, &question)) show(request, &question, 200, NULL);
    alea_text_clear(&question.words);
    return API_ANSWERED;
}

/* "answer=yes" or "answer=no", as the form sends it. */
static bool read_form(const struct api_call *call, bool *yes) {
    static const char *const forms[] = {"answer=no", "answer=yes"};
    for (int i = 0; i < 2; i++) {
        *yes = i == 1;
        if (call->n_body == strlen(forms[i]) && memcmp(call->body, forms[i], call->n_body) == 0) return true;
    }
    return false;
}

/* The same answer again changes nothing. */
static enum api_next answer(struct api_request *request, struct question *question, bool yes) {
    const struct alea_consent *asked = &question->asked;
    long from = 0;
    if (asked->answer == (yes ? ALEA_CONSENT_YES : ALEA_CONSENT_NO) && !asked->recorded)
        return show(request, question, 200, NULL);
    enum table_answer answered = table_submit(request->table, asked->seat, table_ply(request->table, asked->seat),
                                              yes ? asked->yes : asked->no, NULL, request->now, &from, &request->error);
    if (answered == TABLE_OK && look(request, question)) return show(request, question, 200, NULL);
    if (answered == TABLE_OK)
        return say(request, 200,
                   yes ? alea_either(request->lang, ENGINE_SAY_ASKED_YES) : alea_either(request->lang, ENGINE_SAY_ASKED_NO));
    const bool refused = answered == TABLE_ENGINE && request->error.code == ALEA_ERR_REFUSED;
    return show(request, question, refused ? 422 : 503,
                refused ? request->error.text : alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
}

enum api_next api_asked_answer(struct api_request *request) {
    struct question question = {.changes = false};
    char who[TOKEN_LENGTH + 8];
    bool yes = false;
    int wait;
    snprintf(who, sizeof who, "/c/%.*s", TOKEN_LENGTH, request->part[0]);
    if (!read_form(request->call, &yes)) say(request, 400, alea_either(request->lang, ENGINE_SAY_ASKED_BAD_FORM));
    else if (!attempts_take(request->api->chat, who, request->now, &wait)) say_often(request, wait);
    else if (enter(request, &question)) answer(request, &question, yes);
    alea_text_clear(&question.words);
    return API_ANSWERED;
}
