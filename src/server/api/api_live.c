/* SPDX-License-Identifier: MIT */
/* api_live.c - long polls, and what sockets say. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"

enum { MOST_PLIES = 100 * WIRE_MESSAGE }; /* of one answer: some milliseconds */

/* ---- What is new ------------------------------------------------------------------------------------------------------------------- */

/* What a client has seen, and what there is. */
struct news {
    int eyes;                                 /* through which it looks: plies, messages and revisions are theirs */
    long since, limit, chat, posts, revision; /* chat, posts, revision: -1 if it does not ask */
    bool brief;
    long ply;
    bool anew; /* what it has seen is not so any more */
    bool plies, table, lines, said;
};

/* Whether plies are told without what they left as it was. */
static bool read_brief(struct api_request *request, bool *brief) {
    long number;
    if (!api_number(request, "brief", 0, 1, 0, &number)) return false;
    *brief = number == 1;
    return true;
}

static bool read_news(struct api_request *request, struct news *news, long *wait) {
    return read_brief(request, &news->brief) && api_number(request, "since", 0, API_MAX_NUMBER, 0, &news->since) &&
           api_number(request, "limit", 1, API_MAX_MESSAGES, API_MAX_MESSAGES, &news->limit) &&
           api_number(request, "chat", 0, API_MAX_NUMBER, -1, &news->chat) &&
           api_number(request, "posts", 0, ALEA_MAX_POSTS, -1, &news->posts) &&
           api_number(request, "rev", 0, API_MAX_NUMBER, -1, &news->revision) &&
           api_number(request, "wait", 0, API_MAX_WAIT, API_MAX_WAIT, wait);
}

/* As those eyes are told. */
static struct wire wire_seen(const struct api_request *request, const struct news *news) {
    struct wire seen = api_wire(request);
    seen.viewer.seat = news->eyes;
    return seen;
}

static bool find_news(const struct api_request *request, struct news *news) {
    long revision = (long)table_revision(request->table, news->eyes),
         undone = (long)table_undone(request->table, news->eyes);
    news->ply = table_ply(request->table, news->eyes);
    news->anew = news->since > news->ply || (news->revision >= 0 && news->revision < undone);
    news->plies = news->since < news->ply;
    news->table = news->revision >= 0 && news->revision != revision;
    news->lines = news->chat >= 0 && news->chat < table_look(request->table).chat;
    const struct wire seen = wire_seen(request, news);
    news->said = news->posts >= 0 && news->posts < wire_posts_heard(&seen);
    return news->anew || news->plies || news->table || news->lines || news->said;
}

/* Plies after `since`, as many as are asked for and as the loop has time for; how many. */
static int write_plies(struct api_request *request, const struct news *news, struct alea_text *text) {
    struct wire seen = wire_seen(request, news);
    seen.most = MOST_PLIES;
    seen.brief = news->brief;
    long to = news->ply - news->since > news->limit ? news->since + news->limit : news->ply;
    long last = to == news->ply ? alea_match_plies(table_look(request->table).match)
                                : table_true_ply(request->table, news->eyes, to);
    return wire_plies(&seen, table_true_ply(request->table, news->eyes, news->since), last, request->now, text);
}

/* The messages; the last ply that they tell in *to. */
static enum alea_err write_messages(struct api_request *request, const struct news *news, long *to, struct alea_text *text) {
    const struct wire wire = api_wire(request), seen = wire_seen(request, news);
    *to = news->ply;
    if (news->anew) wire_state(&wire, -1, news->eyes, true, request->now, text);
    else if (news->plies) *to = news->since + write_plies(request, news, text);
    if (news->table && !news->anew && *to == news->ply) wire_table(&seen, request->now, text);
    if (news->lines && api_add_chat(request, news->chat, text) < 0) return request->error.code;
    if (news->said && api_add_posts(request, &seen, news->posts, -1, text) < 0) return request->error.code;
    return ALEA_OK;
}

static enum alea_err write_news(struct api_request *request, const struct news *news, struct alea_text *text) {
    struct alea_text messages;
    long to;
    alea_text_init(&messages, API_MAX_ANSWER, request->lang);
    enum alea_err code = write_messages(request, news, &to, &messages);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", to);
    alea_json_natural(text, "rev", table_revision(request->table, news->eyes));
    alea_json_open_array(text, "messages");
    alea_json_raw(text, NULL, alea_text_str(&messages), messages.len);
    alea_json_close_array(text);
    alea_json_close_object(text);
    text->truncated = text->truncated || messages.truncated;
    alea_text_clear(&messages);
    return code;
}

/* ---- Long polls ------------------------------------------------------------------------------------------------------------------------ */

/* Notes the call for api_turn(): a table must not be touched from here. */
static void wake(struct watcher *watcher) {
    struct api_call *call = (struct api_call *)(void *)((char *)watcher - offsetof(struct api_call, watcher));
    call->woken = true;
    call->api->polls_awake = true;
}

static enum api_next wait_for_news(struct api_request *request, int eyes, long seconds) {
    struct api *api = request->api;
    struct api_call *call = request->call;
    if (call->deadline == 0) call->deadline = request->now + seconds * 1000;
    if (api->polls_next == 0 || call->deadline < api->polls_next) api->polls_next = call->deadline;
    call->next = api->polls;
    api->polls = call;
    call->watcher.changed = wake;
    call->watcher.seat = eyes;
    table_watch(request->table, &call->watcher);
    return API_LATER;
}

enum api_next api_events(struct api_request *request) {
    struct news news;
    long wait;
    if (!read_news(request, &news, &wait) || !api_enter(request, API_ANYBODY) || !api_read_as(request, &news.eyes))
        return API_ANSWERED;
    if (!find_news(request, &news) && wait > 0 && request->may_wait) return wait_for_news(request, news.eyes, wait);
    return write_news(request, &news, api_answer(request, 200)) == ALEA_OK ? API_ANSWERED : api_refuse_engine(request);
}

void api_polls_drop(struct api *api, struct api_call *call) {
    table_unwatch(&call->watcher);
    if (call->deadline != 0 && !api_drop_from(&api->polls, call)) api_drop_from(&api->due, call);
}

void api_polls_by_session(struct api *api) {
    for (struct api_call *call = api->polls; call; call = call->next)
        if (call->session) call->woken = api->polls_awake = true;
}

/* ---- Sockets ------------------------------------------------------------------------------------------------------------------------------ */

/* What a socket said, until its answer goes out. */
struct api_socket_answer {
    struct api_call call; /* first: a call is all that it is to the rest of the API */
    struct api *api;
    struct listener *listener;
    char id[API_MAX_SOCKET_ID + 1]; /* as JSON */
    struct api_socket_answer *next, *previous;
};

static void let_go(struct api_socket_answer *answer) {
    if (answer->previous) answer->previous->next = answer->next;
    else answer->api->socket_answers = answer->next;
    if (answer->next) answer->next->previous = answer->previous;
    alea_text_clear(&answer->call.answer);
    free(answer);
}

void api_socket_answers_free(struct api *api) {
    struct api_socket_answer *next;
    for (struct api_socket_answer *answer = api->socket_answers; answer; answer = next) {
        next = answer->next;
        lobby_unwait(api->lobby, &answer->call.waiter);
        alea_text_clear(&answer->call.answer);
        free(answer);
    }
    api->socket_answers = NULL;
}

void api_leave(struct api *api, struct listener *listener) {
    if (listener->table) table_unlisten(listener);
    struct api_socket_answer *next;
    for (struct api_socket_answer *answer = api->socket_answers; answer; answer = next) {
        next = answer->next;
        if (answer->listener != listener) continue;
        lobby_unwait(api->lobby, &answer->call.waiter);
        let_go(answer);
    }
}

/* The HTTP answer as a message: {"kind":"answer","id":...,members}. */
static void send(struct api_call *call) {
    struct api_socket_answer *answer = (struct api_socket_answer *)(void *)call;
    const char *members = alea_text_str(&call->answer);
    struct alea_text text;
    if (call->status == 0) { /* answered by a STATE */
        let_go(answer);
        return;
    }
    alea_text_init(&text, API_MAX_ANSWER, call->answer.lang);
    alea_json_open_object(&text, NULL);
    alea_json_id(&text, "kind", call->status < 400 ? "answer" : "error");
    alea_json_raw(&text, "id", answer->id, strlen(answer->id));
    if (members[0] == '{' && members[1] != '}') alea_json_comma(&text);
    alea_text_add(&text, members[0] == '{' ? members + 1 : "}");
    answer->listener->notify(answer->listener, alea_text_str(&text), text.len);
    alea_text_clear(&text);
    let_go(answer);
}

/* Another viewer, another language. */
static enum api_next greet(struct api_request *request, struct listener *listener, const char *token, const char *as,
                           int lang) {
    struct viewer viewer = listener->viewer;
    if (token && !api_token_viewer(request, token, &viewer)) return API_ANSWERED;
    if (as && !api_take_eyes(request, as, &viewer)) return API_ANSWERED;
    listener->viewer = viewer;
    if (token) memset(listener->session, 0, sizeof listener->session);
    if (lang >= 0) listener->lang = (enum alea_lang)lang;
    table_greet(listener);
    return API_ANSWERED;
}

/* What can be said: exactly one of these. */
static const char *const messages = "token, as, lang, m, text, undo, chat, promise, word, ping";

static int count_said(struct json_in *in) {
    static const char *const keys[] = {"m", "text", "undo", "chat", "ping"};
    int said = json_in_has(in, "token") || json_in_has(in, "as") || json_in_has(in, "lang");
    said += json_in_has(in, "promise") || json_in_has(in, "word");
    for (size_t i = 0; i < ALEA_LEN(keys); i++) said += json_in_has(in, keys[i]);
    return said;
}

static void read_id(struct json_in *in, char id[API_MAX_SOCKET_ID + 1]) {
    const json_t *value = json_in_any(in, "id");
    snprintf(id, API_MAX_SOCKET_ID + 1, "null");
    if (!value) return;
    char *dumped =
        json_is_string(value) || json_is_integer(value) ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    if (!dumped || strlen(dumped) > API_MAX_SOCKET_ID) json_in_refuse(in, API_FAULT_TOO_LONG, "64", "id");
    else snprintf(id, API_MAX_SOCKET_ID + 1, "%s", dumped);
    free(dumped);
}

/* Whoever says something at a table sits there, or has something to say there by a link. */
static bool may_speak(struct api_request *request, const struct listener *listener, bool *seated) {
    const struct viewer *viewer = &listener->viewer;
    *seated = viewer->seat != ALEA_NONE && !viewer->master;
    if (*seated || viewer->admin || viewer->master) return true;
    api_refuse(request, API_FAULT_NO_CREDENTIALS, NULL, NULL);
    return false;
}

/* By far the most that is said: {"id":1,"ply":7,"m":83886083}, in any order. */
struct said_move {
    json_int_t id, ply, m;
};

/* A number of JSON that is whole, and not less than 0; NULL if it is none, or has more than 10 digits. */
static const char *read_natural(const char *at, const char *end, json_int_t *number) {
    const char *first = at;
    for (*number = 0; at < end && *at >= '0' && *at <= '9' && at - first <= 10; at++) *number = *number * 10 + (*at - '0');
    const bool fine = at > first && at - first <= 10 && (*first != '0' || at - first == 1);
    return fine ? at : NULL;
}

/* True if it is such a move and nothing else. All that is not written like that is read as JSON, by the usual way. */
static bool read_said_move(const char *bytes, size_t n, struct said_move *move) {
    struct {
        const char *key;
        json_int_t *number, most;
    } members[] = {
        {"\"id\":", &move->id, INT64_MAX}, {"\"ply\":", &move->ply, API_MAX_NUMBER}, {"\"m\":", &move->m, UINT32_MAX}};
    const char *at = bytes, *end = bytes + n;
    for (size_t read = 0; read < ALEA_LEN(members); read++) {
        if (at == end || *at++ != (read ? ',' : '{')) return false;
        size_t i = 0, length = 0;
        for (; i < ALEA_LEN(members); i++) {
            length = members[i].key ? strlen(members[i].key) : 0;
            if (length && (size_t)(end - at) > length && memcmp(at, members[i].key, length) == 0) break;
        }
        if (i == ALEA_LEN(members)) return false;
        members[i].key = NULL; /* once */
        at = read_natural(at + length, end, members[i].number);
        if (!at || *members[i].number > members[i].most) return false;
    }
    return at + 1 == end && *at == '}';
}

static enum api_next hear_move(struct api_request *request, const struct listener *listener, const struct said_move *move) {
    bool seated;
    if (!may_speak(request, listener, &seated)) return API_ANSWERED;
    if (!seated) return api_refuse(request, API_FAULT_SEAT_NEEDED, NULL, NULL);
    return api_play_number(request, (long)move->ply, (alea_move)move->m);
}

/* A message's members, as moves.c reads a body; then who said it must be able to. */
static enum api_next hear(struct api_request *request, struct listener *listener, char *id) {
    static const char *const codes[ALEA_LANGS] = {[ALEA_IT] = "it", [ALEA_EN] = "en"};
    struct json_in *in = &request->body;
    struct api_words drawn;
    read_id(in, id);
    const char *token = json_in_string(in, "token", API_MAX_TOKEN), *as = json_in_string(in, "as", API_MAX_PART - 1),
               *words = json_in_string(in, "text", ALEA_MAX_LINE_BYTES - 1);
    const char *chat = json_in_string(in, "chat", API_MAX_CHAT_BYTES);
    int lang = json_in_word(in, "lang", codes, ALEA_LANGS, -1);
    json_int_t move = json_in_number(in, "m", 0, UINT32_MAX, -1);
    bool undo = json_in_bool(in, "undo", false);
    (void)json_in_any(in, "ping");
    api_read_words(in, true, &drawn);
    if (move >= 0 || words || undo) json_in_required(in, "ply");
    long ply = (long)json_in_number(in, "ply", 0, API_MAX_NUMBER, 0);
    if (!in->bad && (count_said(in) != 1 || (json_in_has(in, "undo") && !undo)))
        json_in_refuse(in, API_FAULT_ONE_OF, messages, "%s", "");
    if (!api_body_end(request)) return API_ANSWERED;
    if (token || as || lang >= 0) return greet(request, listener, token, as, lang);
    if (json_in_has(in, "ping")) {
        alea_text_add(api_answer(request, 200), "{\"pong\":true}");
        return API_ANSWERED;
    }
    bool seated;
    if (!may_speak(request, listener, &seated)) return API_ANSWERED;
    if (chat && listener->viewer.admin && table_look(request->table).has_master)
        return api_refuse(request, API_FAULT_SEAT_NEEDED, NULL, NULL);
    if (chat) return api_send_chat(request, chat);
    if (!seated) return api_refuse(request, API_FAULT_SEAT_NEEDED, NULL, NULL);
    if (undo) return api_take_back(request, ply);
    if (drawn.promises || drawn.word) return api_draw_words(request, &drawn);
    return words ? api_play_words(request, ply, words) : api_play_number(request, ply, (alea_move)move);
}

void api_hear(struct api *api, struct listener *listener, const char *address, const char *bytes, size_t n, int64_t now) {
    struct api_socket_answer *answer = listener->table ? calloc(1, sizeof *answer) : NULL;
    if (!answer) return;
    answer->api = api;
    answer->listener = listener;
    answer->next = api->socket_answers;
    if (answer->next) answer->next->previous = answer;
    api->socket_answers = answer;
    answer->call.address = address;
    answer->call.finish = send;
    struct api_request request;
    api_begin(api, &answer->call, now);
    api_request_init(&request, api, &answer->call, now);
    request.table = listener->table;
    request.viewer = listener->viewer;
    request.plain = listener->plain;
    request.lang = request.error.lang = answer->call.answer.lang = listener->lang;
    snprintf(answer->id, sizeof answer->id, "null");
    struct said_move move;
    if (read_said_move(bytes, n, &move)) {
        snprintf(answer->id, sizeof answer->id, "%lld", (long long)move.id);
        hear_move(&request, listener, &move);
    } else if (json_in_open(&request.body, bytes, n)) {
        hear(&request, listener, answer->id);
    } else {
        api_refuse(&request, request.body.fault, request.body.where, request.body.detail);
    }
    json_in_close(&request.body);
    answer->call.address = NULL;
    api_conclude(&answer->call, API_NOT_SURE);
}

bool api_listen(struct api *api, struct listener *listener, const char *id, struct api_call *call, int64_t now) {
    struct api_request request;
    api_begin(api, call, now);
    api_request_init(&request, api, call, now);
    if (!api_read_query(&request) || !read_brief(&request, &listener->brief) || !api_names_us(&request)) return false;
    if (strlen(id) >= sizeof request.part[0]) {
        api_refuse(&request, API_FAULT_NO_SUCH_MATCH, NULL, NULL);
        return false;
    }
    memcpy(request.part[0], id, strlen(id) + 1);
    if (!api_is_here(&request, share_of_match(id))) return false;
    /* A page of others may open sockets to us, and the cookie comes along: it must be our page then. */
    if (!call->bearer && !api_same_origin(&request, true)) return false;
    if (!api_enter(&request, API_ANYBODY)) return false;
    listener->viewer = request.viewer;
    if (call->session && !call->bearer) token_hash(call->session, listener->session);
    listener->lang = request.lang;
    listener->plain = request.plain;
    table_listen(request.table, listener);
    return true;
}
