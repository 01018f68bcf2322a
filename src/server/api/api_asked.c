/* SPDX-License-Identifier: MIT */
/* api_asked.c - a consent link: a page that puts one question to one person, without an account, scripts or anything else.
 *
 * To look answers nothing: chat programs follow links by themselves. The answer is a form's, and may be changed as long as the
 * question stands. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "engine_text.h"
#include "error.h"
#include "match.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#f4eddd;--card:#fffdf6;--ink:#2b2419;--soft:#62563f;--line:#9c8759;--accent:#8c2b1c;"
    "--accent-ink:#fff8ec}"
    "@media(prefers-color-scheme:dark){:root{--paper:#16130e;--card:#29241b;--ink:#efe6d3;--soft:#b9ac92;--line:#7d6c47;"
    "--accent:#e2856a;--accent-ink:#24100a}}"
    "*{box-sizing:border-box}"
    "body{font:1.1rem/1.45 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:34rem;color:var(--ink);"
    "background:var(--paper);overflow-wrap:anywhere}"
    "h1{font:600 1.35rem/1.25 Georgia,serif;margin:.2rem 0 .8rem}p{margin:.6rem 0}.soft{color:var(--soft);font-size:1rem}"
    "blockquote{margin:.8rem 0;padding:.8rem 1rem;border:1px solid var(--line);border-left:.35rem solid var(--accent);"
    "border-radius:.4rem;background:var(--card);font-size:1.2rem}.said{font-size:1.05rem}"
    "form{display:grid;grid-template-columns:1fr 1fr;gap:.8rem;margin:1rem 0}"
    "button,.button{font:inherit;font-weight:600;font-size:1.2rem;min-height:3.4rem;padding:.6rem 1rem;border:2px solid var(--line);"
    "border-radius:.4rem;background:var(--card);color:var(--ink);cursor:pointer}"
    "button.given{border-color:var(--accent);background:var(--accent);color:var(--accent-ink)}"
    "@media(forced-colors:active){button.given{forced-color-adjust:none;background:Highlight;color:HighlightText}}"
    ".button{display:flex;align-items:center;justify-content:center;text-decoration:none;font-size:1.05rem}"
    "a{color:var(--accent)}footer a{display:inline-block;padding:.7rem 0;min-height:2.75rem}"
    ":focus-visible{outline:3px solid #0b57b8;outline-offset:2px}";

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

struct alea_text *api_page_begin(struct api_request *request, int status, const char *title) {
    struct alea_text *text = api_answer(request, status);
    request->call->type = "text/html; charset=utf-8";
    request->call->policy = request->api->form_policy;
    alea_text_addf(
        text,
        "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><title>%s</title>"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex, nofollow\">"
        "<style>%s</style></head>\n<body><main><h1>%s</h1>\n",
        code[request->lang], title, style, title);
    return text;
}

enum api_next api_page_end(const struct api_request *request, struct alea_text *text) {
    const char *other = code[request->lang == ALEA_IT ? ALEA_EN : ALEA_IT];
    alea_text_addf(text, "</main><footer><a href=\"?lang=%s\" lang=\"%s\">%s</a></footer>\n</body></html>\n", other, other,
                   alea_either(request->lang, ENGINE_SAY_ASKED_OTHER_LANGUAGE));
    return API_ANSWERED;
}

void api_page_line(struct alea_text *text, const char *words) {
    alea_text_add(text, "<p>");
    alea_text_escape(text, words);
    alea_text_add(text, "</p>\n");
}

/* The way to one's own seat: a device that has opened it before opens it again. */
static void add_seat_link(struct alea_text *text, const struct api_request *request) {
    alea_text_addf(text, "<p><a class=\"button\" href=\"/m/%s\">%s</a></p>\n", table_look(request->table).id,
                   alea_either(request->lang, ENGINE_SAY_ASKED_TO_SEAT));
    alea_text_addf(text, "<p class=\"soft\">%s</p>\n", alea_either(request->lang, ENGINE_SAY_ASKED_SEAT_SAYS));
}

static struct alea_text *begin_page(struct api_request *request, int status) {
    return api_page_begin(request, status, alea_either(request->lang, ENGINE_SAY_ASKED_TITLE));
}

enum api_next api_page_say(struct api_request *request, int status, const char *words) {
    struct alea_text *text = begin_page(request, status);
    api_page_line(text, words);
    return api_page_end(request, text);
}

static enum api_next say_often(struct api_request *request, int wait) {
    char words[128];
    snprintf(words, sizeof words, alea_either(request->lang, ENGINE_SAY_ASKED_OFTEN), wait);
    api_page_say(request, api_fault_row(API_FAULT_RATE_LIMITED)->status, words);
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
    bool found = table.status != STORE_OVER && !alea_match_is_taken_back(table.match, question->row.ply) &&
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

static void add_button(struct alea_text *text, const char *value, const char *words, bool given) {
    alea_text_addf(text, "<button name=\"answer\" value=\"%s\"%s>%s%s</button>", value,
                   given ? " class=\"given\" aria-pressed=\"true\"" : "", given ? "&#10003; " : "", words);
}

static void add_form(struct alea_text *text, const struct question *question, enum alea_lang lang) {
    const enum alea_consent_answer given = question->asked.recorded ? ALEA_CONSENT_OPEN : question->asked.answer;
    alea_text_addf(text, "<form method=\"post\" action=\"?lang=%s\">", code[lang]);
    add_button(text, "yes", alea_either(lang, ENGINE_SAY_ASKED_SAY_YES), given == ALEA_CONSENT_YES);
    add_button(text, "no", alea_either(lang, ENGINE_SAY_ASKED_SAY_NO), given == ALEA_CONSENT_NO);
    alea_text_add(text, "</form>\n");
}

/* What comes of an answer that was sent. */
struct sent {
    bool taken;
    const char *refused; /* why another one was not taken; NULL: it was, or none was sent */
};

static const struct sent nothing_sent = {.taken = false};

static const char *name_of(const struct api_request *request, int seat, char letters[3]) {
    const char *name = table_look(request->table).seat[seat].name;
    alea_seat_letters(seat, letters);
    return *name ? name : letters;
}

__attribute__((format(printf, 3, 0))) static void add_named(struct alea_text *text, const struct api_request *request,
                                                            const char *template, int seat) {
    char letters[3], whom[256];
    snprintf(whom, sizeof whom, template, name_of(request, seat, letters));
    api_page_line(text, whom);
}

/* Words of several lines, which are taken apart; one that is an address is a link. */
static void add_lines(struct alea_text *text, char *words) {
    for (char *next; words; words = next) {
        next = strchr(words, '\n');
        if (next) *next++ = 0;
        const bool address = alea_is_address(words);
        alea_text_add(text, address ? "<a rel=\"noreferrer\" href=\"" : "");
        alea_text_escape(text, words);
        if (address) {
            alea_text_add(text, "\">");
            alea_text_escape(text, words);
            alea_text_add(text, "</a>");
        }
        if (next) alea_text_add(text, "<br>\n");
    }
}

/* What is asked with its cost, and the words with which it is. */
static void add_question(struct alea_text *text, const struct api_request *request, const struct question *question) {
    const struct wire wire = api_wire(request);
    const struct alea_consent *asked = &question->asked;
    struct alea_text said;
    add_named(text, request,
              asked->by_host ? alea_either(request->lang, ENGINE_SAY_ASKED_OFFERED)
                             : alea_either(request->lang, ENGINE_SAY_ASKED_WHOM),
              asked->seat);
    alea_text_add(text, "<blockquote>");
    alea_text_escape(text, alea_text_str(&question->words));
    alea_text_add(text, "</blockquote>\n");
    alea_text_init(&said, API_MAX_ANSWER, request->lang);
    wire_asked_with(&wire, asked, &said);
    if (said.len) {
        alea_text_addf(text, "<p class=\"soft\">%s</p>\n<blockquote class=\"said\">",
                       alea_either(request->lang, ENGINE_SAY_ASKED_WITH));
        add_lines(text, said.at);
        alea_text_add(text, "</blockquote>\n");
    }
    alea_text_clear(&said);
}

/* Name, what is asked, until when, the answer so far, the two buttons; thanks and the way to one's seat after them. */
static enum api_next show(struct api_request *request, const struct question *question, int status, struct sent sent) {
    const struct wire wire = api_wire(request);
    char no[640];
    struct alea_text window, *text = begin_page(request, status);
    add_question(text, request, question);
    alea_text_init(&window, API_MAX_SMALL_BODY, request->lang);
    wire_say_window(&wire, request->now, &window);
    if (window.len) api_page_line(text, alea_text_str(&window));
    alea_text_clear(&window);
    if (sent.refused) {
        snprintf(no, sizeof no, alea_either(request->lang, ENGINE_SAY_ASKED_REFUSED), sent.refused);
        api_page_line(text, no);
    }
    if (sent.taken) add_named(text, request, alea_either(request->lang, ENGINE_SAY_ASKED_THANKS), question->row.seat);
    api_page_line(text, answer_words(question, request->lang));
    if (question->changes) add_form(text, question, request->lang);
    if (question->asked.answer != ALEA_CONSENT_OPEN)
        api_page_line(text, question->changes ? alea_either(request->lang, ENGINE_SAY_ASKED_CHANGE)
                                              : alea_either(request->lang, ENGINE_SAY_ASKED_SETTLED));
    if (sent.taken) add_seat_link(text, request);
    return api_page_end(request, text);
}

/* ---- What has become of it ---------------------------------------------------------------------------------------------------------- */

struct past {
    struct alea_consent asked;
    bool stood;      /* when the link was made; else nothing else here is known */
    uint32_t window; /* the one that was open then; 0: none */
};

static uint32_t window_at(const struct alea_rules *rules, const void *pos) {
    struct alea_window window;
    return rules->game->campaign.window && rules->game->campaign.window(rules->tables, pos, &window) ? window.number : 0;
}

static struct past look_back(const struct alea_match *match, const struct store_asked *row) {
    const struct alea_rules *rules = alea_match_rules(match);
    struct past past = {.stood = false};
    void *pos = row->ply <= alea_match_plies(match) ? calloc(1, rules->game->position_size) : NULL;
    if (!pos) return past;
    alea_match_position_at(match, row->ply, pos);
    past.window = window_at(rules, pos);
    alea_hide(rules, pos, row->seat);
    for (int i = 0; !past.stood && rules->game->campaign.consent(rules->tables, pos, i, &past.asked); i++)
        past.stood = past.asked.question == row->question && past.asked.seat == row->seat;
    free(pos);
    return past;
}

/* What stood at the end, of the person's own answer and of those that were recorded. */
static enum alea_consent_answer last_answer(const struct alea_match *match, const struct past *past, long since) {
    const struct alea_consent *asked = &past->asked;
    enum alea_consent_answer answer = asked->answer;
    for (long ply = since + 1; ply <= alea_match_plies(match); ply++) {
        const struct alea_ply *made = alea_match_ply(match, ply);
        const bool own = made->seat == asked->seat;
        if (own && made->move == asked->no) answer = ALEA_CONSENT_NO;
        if ((own && made->move == asked->yes) || (!own && (made->move == asked->record || made->move == asked->record_for)))
            answer = ALEA_CONSENT_YES;
    }
    return answer;
}

static enum api_next say_gone(struct api_request *request, const struct store_asked *row) {
    const struct table_view table = table_look(request->table);
    const enum alea_lang lang = request->lang;
    const struct past past = look_back(table.match, row);
    const uint32_t open = window_at(alea_match_rules(table.match), alea_match_position(table.match));
    struct alea_text *text = begin_page(request, 410);
    if (table.status == STORE_OVER) {
        api_page_line(text, alea_either(lang, ENGINE_SAY_ASKED_GONE_OVER));
    } else if (alea_match_is_taken_back(table.match, row->ply)) {
        api_page_line(text, alea_either(lang, ENGINE_SAY_ASKED_GONE_BACK));
    } else if (past.stood && past.window != open) {
        const enum alea_consent_answer answer = last_answer(table.match, &past, row->ply);
        api_page_line(text, alea_either(lang, ENGINE_SAY_ASKED_GONE_CLOSED));
        api_page_line(text, answer == ALEA_CONSENT_YES  ? alea_either(lang, ENGINE_SAY_ASKED_GONE_YES)
                            : answer == ALEA_CONSENT_NO ? alea_either(lang, ENGINE_SAY_ASKED_GONE_NO)
                                                        : alea_either(lang, ENGINE_SAY_ASKED_GONE_SILENT));
    } else {
        api_page_line(text, alea_either(lang, ENGINE_SAY_ASKED_GONE));
    }
    add_seat_link(text, request);
    return api_page_end(request, text);
}

/* ---- Requests -------------------------------------------------------------------------------------------------------------------------- */

/* The token of the path, its table, its question. False after the answer, or when the request comes back. */
static bool enter(struct api_request *request, struct question *question) {
    int wait;
    if (!api_find_asked(request, request->part[0], &question->row)) {
        if (request->error.code != ALEA_OK) api_page_say(request, 503, alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
        else if (!attempts_take(request->api->wrong_tokens, request->call->address, request->now, &wait))
            say_often(request, wait);
        else api_page_say(request, 404, alea_either(request->lang, ENGINE_SAY_ASKED_UNKNOWN));
        return false;
    }
    memcpy(request->part[0], question->row.id, sizeof question->row.id);
    if (!api_find_table(request)) {
        if (!request->later) api_page_say(request, 503, alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
        return false;
    }
    request->viewer.seat = question->row.seat;
    if (look(request, question)) return true;
    say_gone(request, &question->row);
    return false;
}

enum api_next api_asked(struct api_request *request) {
    struct question question = {.changes = false};
    if (enter(request, &question)) show(request, &question, 200, nothing_sent);
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

/* The answer was the last one that was waited for: its window has closed with it. */
static enum api_next say_done(struct api_request *request, const struct question *question, bool yes) {
    struct alea_text *text = begin_page(request, 200);
    add_named(text, request, alea_either(request->lang, ENGINE_SAY_ASKED_THANKS), question->row.seat);
    api_page_line(text,
                  yes ? alea_either(request->lang, ENGINE_SAY_ASKED_YES) : alea_either(request->lang, ENGINE_SAY_ASKED_NO));
    add_seat_link(text, request);
    return api_page_end(request, text);
}

/* The same answer again changes nothing. Who answers is here; who merely looks may be a chat program. */
static enum api_next answer(struct api_request *request, struct question *question, bool yes) {
    const struct alea_consent *asked = &question->asked;
    long from = 0;
    table_saw(request->table, asked->seat, request->now);
    if (asked->answer == (yes ? ALEA_CONSENT_YES : ALEA_CONSENT_NO) && !asked->recorded)
        return show(request, question, 200, (struct sent){.taken = true});
    enum table_answer answered = table_submit(request->table, asked->seat, table_ply(request->table, asked->seat),
                                              yes ? asked->yes : asked->no, NULL, request->now, &from, &request->error);
    if (answered == TABLE_OK && look(request, question)) return show(request, question, 200, (struct sent){.taken = true});
    if (answered == TABLE_OK) return say_done(request, question, yes);
    const bool refused = answered == TABLE_ENGINE && request->error.code == ALEA_ERR_REFUSED;
    const char *why = refused ? request->error.text : alea_either(request->lang, ENGINE_SAY_ASKED_LATER);
    return show(request, question, refused ? 422 : 503, (struct sent){.refused = why});
}

enum api_next api_asked_answer(struct api_request *request) {
    struct question question = {.changes = false};
    char who[TOKEN_LENGTH + 8];
    bool yes = false;
    int wait;
    snprintf(who, sizeof who, "/c/%.*s", TOKEN_LENGTH, request->part[0]);
    if (!read_form(request->call, &yes)) api_page_say(request, 400, alea_either(request->lang, ENGINE_SAY_ASKED_BAD_FORM));
    else if (!attempts_take(request->api->chat, who, request->now, &wait)) say_often(request, wait);
    else if (enter(request, &question)) answer(request, &question, yes);
    alea_text_clear(&question.words);
    return API_ANSWERED;
}
