/* SPDX-License-Identifier: MIT */
/* api.c - from an address to its handler; long polls; the API itself. */
#include "api.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "reviews.h"

/* ---- The addresses ----------------------------------------------------------------------------------------------------------- */

static const struct route {
    enum api_method method;
    const char *pattern; /* '*' is a word of the path */
    api_handler *handler;
    size_t max_body; /* 0: API_MAX_SMALL_BODY */
} routes[] = {
    {API_GET, "/games", api_games, 0},
    {API_GET, "/games/*", api_game, 0},
    {API_GET, "/games/*/odds", api_questions, 0},
    {API_GET, "/games/*/odds/*", api_question, 0},
    {API_GET, "/games/*/lesson", api_lesson, 0},
    {API_GET, "/games/*/lesson/*", api_lesson_at, 0},
    {API_GET, "/games/*/lesson/*/why", api_lesson_why, 0},
    {API_GET, "/games/*/lesson/*/odds", api_lesson_odds, 0},
    {API_GET, "/games/*/lesson/*/words", api_lesson_words, 0},
    {API_GET, "/games/*/lesson/*/explain", api_lesson_explain, 0},
    {API_GET, "/openapi.json", api_openapi, 0},
    {API_POST, "/matches", api_create, API_MAX_BODY},
    {API_POST, "/clock", api_clock, 0},
    {API_GET, "/matches", api_list, 0},
    {API_GET, "/matches/*", api_state, 0},
    {API_DELETE, "/matches/*", api_delete, 0},
    {API_POST, "/matches/*/moves", api_moves, 0},
    {API_POST, "/matches/*/undo", api_undo, 0},
    {API_GET, "/matches/*/why", api_why, 0},
    {API_GET, "/matches/*/odds", api_odds, 0},
    {API_GET, "/matches/*/explain", api_explain, 0},
    {API_GET, "/matches/*/words", api_words, 0},
    {API_GET, "/matches/*/transcript", api_transcript, 0},
    {API_GET, "/matches/*/review", api_review, 0},
    {API_GET, "/matches/*/verify", api_verify, 0},
    {API_GET, "/matches/*/report", api_report, 0},
    {API_GET, "/matches/*/map.svg", api_map_svg, 0},
    {API_GET, "/matches/*/map.png", api_map_png, 0},
    {API_GET, "/matches/*/rules", api_rules, 0},
    {API_GET, "/matches/*/scenario", api_scenario, 0},
    {API_GET, "/matches/*/chain", api_chain, 0},
    {API_GET, "/matches/*/events", api_events, 0},
    {API_POST, "/matches/*/join", api_join, 0},
    {API_POST, "/matches/*/draw", api_draw, 0},
    {API_POST, "/matches/*/start", api_start, 0},
    {API_POST, "/matches/*/return", api_return, 0},
    {API_POST, "/matches/*/resign", api_resign, 0},
    {API_POST, "/matches/*/loan", api_lend, 0},
    {API_POST, "/matches/*/loan/take", api_borrow, 0},
    {API_DELETE, "/matches/*/loan", api_end_loan, 0},
    {API_POST, "/matches/*/vacation", api_begin_vacation, 0},
    {API_DELETE, "/matches/*/vacation", api_end_vacation, 0},
    {API_GET, "/matches/*/standing-order", api_standing_order, 0},
    {API_POST, "/matches/*/standing-order", api_stand, 0},
    {API_DELETE, "/matches/*/standing-order", api_stand_no_more, 0},
    {API_POST, "/matches/*/pause", api_pause, 0},
    {API_POST, "/matches/*/chat", api_chat, 0},
    {API_GET, "/matches/*/chat", api_chat_lines, 0},
    {API_POST, "/matches/*/claim", api_claim, 0},
    {API_GET, "/matches/*/host", api_host_moves, 0},
    {API_POST, "/matches/*/host", api_host, 0},
    {API_POST, "/matches/*/preview", api_preview, 0},
    {API_POST, "/matches/*/enrolment", api_open_enrolment, 0},
    {API_POST, "/matches/*/enrolments", api_enrol, 0},
    {API_GET, "/matches/*/enrolments", api_enrolments, 0},
    {API_POST, "/matches/*/enrolments/*", api_answer_enrolment, 0},
    {API_POST, "/matches/*/leave", api_leave_seat, 0},
    {API_GET, "/matches/*/proposals", api_proposals, 0},
    {API_POST, "/matches/*/proposals", api_propose, 0},
    {API_POST, "/matches/*/proposals/*/adopt", api_adopt, 0},
    {API_POST, "/matches/*/proposals/*/decline", api_decline, 0},
    {API_GET, "/matches/*/notes", api_notes, 0},
    {API_POST, "/matches/*/notes", api_note, 0},
    {API_GET, "/matches/*/agreements", api_agreements, 0},
    {API_POST, "/matches/*/agreements", api_put_to_all, 0},
    {API_POST, "/matches/*/agreements/*", api_agree, 0},
    {API_GET, "/matches/*/late", api_late, 0},
    {API_GET, "/matches/*/rehearsal", api_rehearsal, 0},
    {API_GET, "/matches/*/windows", api_windows, 0},
    {API_GET, "/matches/*/timeline", api_timeline, 0},
    {API_GET, "/matches/*/history", api_history, 0},
    {API_GET, "/matches/*/posts", api_posts, 0},
    {API_POST, "/matches/*/rulings", api_rule, 0},
    {API_POST, "/matches/*/requests", api_ask, 0},
    {API_GET, "/matches/*/consents", api_consents, 0},
    {API_POST, "/matches/*/consents", api_consent, 0},
    {API_POST, "/matches/*/consents/links", api_consent_link, 0},
    {API_POST, "/matches/*/masters", api_add_master, 0},
    {API_DELETE, "/matches/*/masters/*", api_drop_master, 0},
    {API_POST, "/matches/*/seats/*", api_reseat, 0},
    {API_POST, "/matches/*/seats/*/take", api_take, 0},
    {API_POST, "/accounts", api_make_account, 0},
    {API_GET, "/account", api_export, 0},
    {API_POST, "/account/password", api_change_password, 0},
    {API_POST, "/account/code", api_new_code, 0},
    {API_POST, "/account/recover", api_recover, 0},
    {API_POST, "/account/delete", api_drop_account, 0},
    {API_GET, "/session", api_whoami, 0},
    {API_POST, "/session", api_sign_in, 0},
    {API_DELETE, "/session", api_sign_out, 0},
    {API_GET, "/admin", api_admin, 0},
    {API_GET, "/matches/*/channels", api_channels, 0},
    {API_POST, "/matches/*/channels", api_add_channel, 0},
    {API_POST, "/matches/*/channels/*", api_set_channel, 0},
    {API_DELETE, "/matches/*/channels/*", api_drop_channel, 0},
    {API_POST, "/matches/*/channels/*/test", api_test_channel, 0},
    {API_GET, "/matches/*/calendar", api_calendar, 0},
    {API_POST, "/matches/*/looked", api_looked, 0},
    {API_GET, "/account/channels", api_channels, 0},
    {API_POST, "/account/channels", api_add_channel, 0},
    {API_POST, "/account/channels/*", api_set_channel, 0},
    {API_DELETE, "/account/channels/*", api_drop_channel, 0},
    {API_POST, "/account/channels/*/test", api_test_channel, 0},
    {API_GET, "/account/calendar", api_calendar, 0},
    {API_GET, "/account/turns", api_turns, 0},
    {API_POST, "/passes", api_use_pass, 0},
    {API_GET, "/news/*", api_news, 0},
    {API_GET, "/n/*", api_mail_page, 0},
    {API_POST, "/n/*", api_mail_answer, 0},
    {API_GET, "/c/*", api_asked, 0},
    {API_POST, "/c/*", api_asked_answer, 0},
};

/* A page: no cookie opens it, and what it sends is a form. */
static bool is_page(const struct route *route) {
    return strncmp(route->pattern, "/c/", 3) == 0 || strncmp(route->pattern, "/n/", 3) == 0;
}

static const char *const method_names[] = {[API_GET] = "GET", [API_POST] = "POST", [API_DELETE] = "DELETE"};

/* True if the path fits the pattern; the words in its holes go to `part`. */
static bool fits(const char *pattern, const char *path, char part[2][API_MAX_PART]) {
    int parts = 0;
    while (*pattern) {
        if (*pattern != '*') {
            if (*pattern++ != *path++) return false;
            continue;
        }
        size_t n = strcspn(path, "/");
        if (n == 0 || !url_decode(path, n, false, part[parts++], API_MAX_PART)) return false;
        pattern++;
        path += n;
    }
    return *path == 0;
}

/* NULL after the refusal: nothing there, or not by this method. */
static const struct route *find_route(struct api_request *request) {
    char methods[32] = "";
    for (size_t i = 0; i < ALEA_LEN(routes); i++) {
        if (!fits(routes[i].pattern, request->call->path, request->part)) continue;
        if (routes[i].method == request->call->method) return &routes[i];
        size_t length = strlen(methods);
        snprintf(methods + length, sizeof methods - length, "%s%s", length ? ", " : "", method_names[routes[i].method]);
    }
    if (!*methods) {
        api_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, NULL);
        return NULL;
    }
    snprintf(request->call->allow, sizeof request->call->allow, "%s", methods);
    api_refuse(request, API_FAULT_METHOD, NULL, methods);
    return NULL;
}

static bool read_body(struct api_request *request, const struct route *route) {
    size_t max = route->max_body ? route->max_body : API_MAX_SMALL_BODY;
    if (route->method != API_POST || is_page(route)) return true;
    if (request->call->n_body > max) {
        char limit[24];
        snprintf(limit, sizeof limit, "%zu", max);
        api_refuse(request, API_FAULT_BODY_TOO_LARGE, NULL, limit);
        return false;
    }
    if (request->call->n_body > API_MAX_SMALL_BODY && api_has_pool(request)) return true; /* read by the pool */
    if (json_in_open(&request->body, request->call->body, request->call->n_body)) return true;
    api_refuse(request, request->body.fault, request->body.where, request->body.detail);
    return false;
}

/* ---- Of several processes ---------------------------------------------------------------------------------------------------- */

/* By whom it is answered: what is of a match by the match's process; tables are made by one that depends on who makes them, so that they are
 * counted once; all of accounts by one. -1: by anybody. */
static int share_of_request(const struct api_request *request, const struct route *route) {
    static const char *const of_people[] = {"/account", "/session", "/passes"};
    const char *address = request->call->address;
    if (strncmp(route->pattern, "/matches/*", 10) == 0) return share_of_match(request->part[0]);
    if (route->handler == api_create) return address ? (int)(api_asker(request->call) >> 32) & (SHARES - 1) : -1;
    for (size_t i = 0; i < ALEA_LEN(of_people); i++)
        if (strncmp(route->pattern, of_people[i], strlen(of_people[i])) == 0) return SHARE_OF_PEOPLE;
    return -1;
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

static enum api_next handle(struct api_request *request) {
    if (!api_read_query(request) || !api_names_us(request)) return API_ANSWERED;
    const struct route *route = find_route(request);
    if (!route) return API_ANSWERED;
    const int share = share_of_request(request, route);
    if (share >= 0 && !api_is_here(request, share)) return API_ANSWERED;
    if (route->method != API_GET && !is_page(route) && !api_same_origin(request, true)) return API_ANSWERED;
    if (!read_body(request, route)) return API_ANSWERED;
    return route->handler(request);
}

/* Runs a call from its beginning to the answer, or to where it has to wait. turned: the lobby has just committed everything until then. */
static void run(struct api *api, struct api_call *call, int64_t now, bool may_wait, bool turned) {
    struct api_request request;
    api_request_init(&request, api, call, now);
    request.may_wait = may_wait;
    enum api_next next = handle(&request);
    json_in_close(&request.body);
    if (request.later) return;
    bool sure = !request.table || (turned && !lobby_changes(api->lobby));
    if (next == API_ANSWERED) api_conclude(call, sure ? API_SURE : API_NOT_SURE);
}

static void welcome(struct api *api, int64_t now) {
    struct api_call *call;
    while ((call = api->arrived)) {
        api->arrived = call->next;
        call->next = NULL;
        alea_text_clear(&call->answer);
        run(api, call, now, true, true);
    }
}

void api_handle(struct api *api, struct api_call *call, int64_t now) {
    api_begin(api, call, now);
    run(api, call, now, true, false);
}

void api_cancel(struct api *api, struct api_call *call) {
    lobby_unwait(api->lobby, &call->waiter);
    api_polls_drop(api, call);
    api_accounts_cancel(call);
    api_lasting_cancel(call);
    lobby_unawait(&call->comer);
    api_drop_from(&api->arrived, call);
}

/* ---- Long polls -------------------------------------------------------------------------------------------------------------------- */

void api_turn(struct api *api, int64_t now) {
    api->now = now;
    welcome(api, now);
    if (!api->polls_awake && (api->polls_next == 0 || now < api->polls_next)) return;
    api->polls_awake = false;
    api->polls_next = 0;
    api->due = api->polls; /* a call that is answered may cancel others: both lists are looked through then */
    api->polls = NULL;
    while (api->due) {
        struct api_call *call = api->due;
        api->due = call->next;
        bool over = now >= call->deadline;
        if (!over && !call->woken) {
            call->next = api->polls;
            api->polls = call;
            if (api->polls_next == 0 || call->deadline < api->polls_next) api->polls_next = call->deadline;
            continue;
        }
        call->next = NULL;
        call->woken = false;
        table_unwatch(&call->watcher);
        alea_text_clear(&call->answer);
        run(api, call, now, !over, true);
    }
}

int64_t api_next(const struct api *api) { return api->polls_awake || api->arrived ? 1 : api->polls_next; }

/* ---- The API itself ------------------------------------------------------------------------------------------------------------------ */

struct api *api_new(const struct api_options *options, struct alea_error *error) {
    struct api *api = sodium_init() < 0 ? NULL : calloc(1, sizeof *api);
    if (!api) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    api->options = *options;
    api->lobby = options->lobby;
    api->store = lobby_store(options->lobby);
    api_form_policy(api->form_policy);
    while (alea_game_at(api->n_games)) api->n_games++;
    api->games = calloc((size_t)api->n_games * ALEA_LANGS + 1, sizeof *api->games);
    api->reviews = reviews_new();
    api->lessons = calloc((size_t)api->n_games + 1, sizeof *api->lessons);
    api->usual_rules = calloc((size_t)api->n_games + 1, sizeof *api->usual_rules);
    api->wrong_tokens = attempts_new(options->wrong_tokens_per_minute, 60 * 1000);
    api->creations = attempts_new(options->creations_per_hour, 60 * 60 * 1000);
    api->enrolments = attempts_new(60, 60 * 60 * 1000);
    api->takes = attempts_new(20, 60 * 60 * 1000);
    api->chat = attempts_new(10, 10 * 1000);
    api->accounts = attempts_new(10, 60 * 60 * 1000);
    api->logins = attempts_new(20, 60 * 1000);
    api->names = attempts_new(10, 5 * 60 * 1000);
    api->devices = attempts_new(10, 5 * 60 * 1000);
    api->asks = attempts_new(30, 10 * 60 * 1000);
    api->asked_at = attempts_new(10, 60 * 60 * 1000);
    if (api->asks && api->asked_at && api->games && api->lessons && api->usual_rules && api->reviews && api->wrong_tokens &&
        api->creations && api->enrolments && api->takes && api->chat && api->accounts && api->logins && api->names &&
        api->devices)
        return api;
    alea_fail(error, ALEA_ERR_NO_MEMORY);
    api_free(api);
    return NULL;
}

void api_free(struct api *api) {
    if (!api) return;
    reviews_free(api->reviews);
    for (int i = 0; api->games && i < api->n_games * ALEA_LANGS; i++) alea_text_clear(&api->games[i]);
    free(api->games);
    for (int i = 0; api->lessons && i < api->n_games; i++) alea_lesson_free(api->lessons[i]);
    free(api->lessons);
    for (int i = 0; api->usual_rules && i < api->n_games; i++) alea_rules_free(api->usual_rules[i]);
    free(api->usual_rules);
    attempts_free(api->wrong_tokens);
    attempts_free(api->creations);
    attempts_free(api->enrolments);
    attempts_free(api->takes);
    attempts_free(api->chat);
    attempts_free(api->accounts);
    attempts_free(api->logins);
    attempts_free(api->names);
    attempts_free(api->devices);
    attempts_free(api->asks);
    attempts_free(api->asked_at);
    api_socket_answers_free(api);
    free(api);
}
