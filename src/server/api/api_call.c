/* SPDX-License-Identifier: MIT */
/* api_call.c - a request as far as all handlers share it: how it begins, its refusals and its answer, and what it waits for. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "api_internal.h"

/* ---- Answers ------------------------------------------------------------------------------------------------------------------ */

struct alea_text *api_answer(struct api_request *request, int status) {
    struct api_call *call = request->call;
    call->status = status;
    call->type = "application/json";
    call->policy = NULL;
    call->file_name[0] = 0;
    alea_text_clear(&call->answer);
    return &call->answer;
}

enum api_next api_refuse(struct api_request *request, enum api_fault fault, const char *where, const char *detail) {
    struct api_error_more more = {.where = where};
    if (fault == API_FAULT_STALE && request->table) {
        more.has_ply = true;
        more.ply = table_ply(request->table, request->viewer.seat);
    }
    api_error_write(fault, request->lang, detail, &more, api_answer(request, api_fault_row(fault)->status));
    return API_ANSWERED;
}

enum api_next api_refuse_for(struct api_request *request, enum api_fault fault, int seconds) {
    char digits[12];
    snprintf(digits, sizeof digits, "%d", seconds);
    struct api_error_more more = {.retry_after = seconds};
    api_error_write(fault, request->lang, digits, &more, api_answer(request, api_fault_row(fault)->status));
    request->call->retry_after = seconds;
    return API_ANSWERED;
}

/* Why something can't be read is for the host's log: paths are nobody else's business. */
static enum api_next refuse_store(struct api_request *request) {
    if (request->call->method != API_GET) return api_refuse_for(request, API_FAULT_STORE, 1);
    lobby_not_read(request->api->lobby, &request->error);
    return api_refuse_for(request, API_FAULT_UNREAD, 1);
}

enum api_next api_refuse_engine(struct api_request *request) {
    const struct alea_error *error = &request->error;
    if (error->code == ALEA_ERR_IO) return refuse_store(request);
    if (error->code == ALEA_ERR_DAMAGED) return api_refuse(request, API_FAULT_DAMAGED, NULL, NULL);
    struct api_fault_row row = api_fault_of(error->code);
    if (row.status == 500) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(error->code));
    struct api_error_more more = {.where = error->where};
    if (request->table && error->code == ALEA_ERR_REFUSED && error->rule)
        more.rule = alea_rule_id(alea_match_rules(table_look(request->table).match)->game, error->rule);
    if (request->table && error->code == ALEA_ERR_STALE) {
        more.has_ply = true;
        more.ply = table_ply(request->table, request->viewer.seat);
    }
    api_error_say(row.name, error->text, &more, api_answer(request, row.status));
    return API_ANSWERED;
}

enum api_next api_refuse_table(struct api_request *request, enum table_answer answer) {
    switch (answer) {
    case TABLE_WAITING: return api_refuse(request, API_FAULT_WAITING, NULL, NULL);
    case TABLE_PAUSED: return api_refuse(request, API_FAULT_PAUSED, NULL, NULL);
    case TABLE_NOT_YOUR_TURN: return api_refuse(request, API_FAULT_NOT_YOUR_TURN, NULL, NULL);
    case TABLE_FORBIDDEN: return api_refuse(request, API_FAULT_FORBIDDEN, NULL, NULL);
    case TABLE_BEGUN: return api_refuse(request, API_FAULT_TOO_LATE, NULL, NULL);
    case TABLE_OTHER_DRAW: return api_refuse(request, API_FAULT_OTHER_DRAW, NULL, NULL);
    case TABLE_PROMISED: return api_refuse(request, API_FAULT_PROMISED, NULL, NULL);
    case TABLE_SHUT_OUT: return api_refuse(request, API_FAULT_SHUT_OUT, NULL, NULL);
    case TABLE_NOT_PROMISED: return api_refuse(request, API_FAULT_NOT_PROMISED, NULL, NULL);
    case TABLE_WORDS_CLOSED: return api_refuse(request, API_FAULT_WORDS_CLOSED, NULL, NULL);
    case TABLE_ASKED: return api_refuse(request, API_FAULT_ASKED, NULL, NULL);
    case TABLE_NOT_ASKED: return api_refuse(request, API_FAULT_NOT_ASKED, NULL, NULL);
    case TABLE_NOT_LENT: return api_refuse(request, API_FAULT_NOT_LENT, NULL, NULL);
    case TABLE_NOT_AWAY: return api_refuse(request, API_FAULT_NOT_AWAY, NULL, NULL);
    case TABLE_OK:
    case TABLE_ENGINE: break;
    }
    return api_refuse_engine(request);
}

bool api_body_end(struct api_request *request) {
    struct json_in *body = &request->body;
    if (json_in_end(body)) return true;
    api_refuse(request, body->fault, body->where, body->detail);
    return false;
}

bool api_number(struct api_request *request, const char *key, long min, long max, long default_value, long *number) {
    if (url_query_number(&request->query, key, min, max, default_value, number)) return true;
    char range[64];
    snprintf(range, sizeof range, "%ld..%ld", min, max);
    api_refuse(request, API_FAULT_NO_NUMBER, key, range);
    return false;
}

struct wire api_wire(const struct api_request *request) {
    return (struct wire){.table = request->table, .viewer = request->viewer, .lang = request->lang, .plain = request->plain};
}

/* ---- Requests ------------------------------------------------------------------------------------------------------------------- */

void api_request_init(struct api_request *request, struct api *api, struct api_call *call, int64_t now) {
    *request = (struct api_request){.api = api, .call = call, .now = now, .viewer = {.seat = ALEA_NONE}};
    request->lang = url_language(call->languages);
    request->error.lang = request->lang;
    call->answer.lang = request->lang;
}

bool api_read_query(struct api_request *request) {
    static const char *const codes[ALEA_LANGS] = {[ALEA_IT] = "it", [ALEA_EN] = "en"};
    if (!url_query_read(request->call->query, &request->query)) {
        api_refuse(request, API_FAULT_BAD_QUERY, NULL, NULL);
        return false;
    }
    const char *lang = url_query_get(&request->query, "lang");
    int wanted = ALEA_LANGS;
    for (int i = 0; lang && i < ALEA_LANGS; i++)
        if (strcmp(lang, codes[i]) == 0) wanted = i;
    if (lang && wanted == ALEA_LANGS) {
        api_refuse(request, API_FAULT_NO_WORD, "lang", "it, en");
        return false;
    }
    if (lang) request->lang = request->error.lang = request->call->answer.lang = (enum alea_lang)wanted;
    long plain;
    if (!api_number(request, "plain", 0, 1, 0, &plain)) return false;
    request->plain = plain == 1;
    return true;
}

/* ---- After the commit ------------------------------------------------------------------------------------------------------------ */

static struct api_call *call_of_waiter(struct waiter *waiter) {
    return (struct api_call *)(void *)((char *)waiter - offsetof(struct api_call, waiter));
}

/* What is read of a batch that failed was not so. */
static enum api_fault not_kept(const struct api_call *call) {
    if (call->method == API_GET) return API_FAULT_UNREAD;
    return lobby_unsure(call->api->lobby) ? API_FAULT_UNSURE : API_FAULT_STORE;
}

static void settled(struct waiter *waiter, enum alea_err err) {
    struct api_call *call = call_of_waiter(waiter);
    if (err != ALEA_OK) {
        struct api_request request = {.api = call->api, .call = call, .lang = call->answer.lang};
        call->cookie[0] = call->cookie_too[0] = call->etag[0] = 0;
        if (err == ALEA_ERR_STALE) api_refuse(&request, API_FAULT_STALE, NULL, NULL);
        else api_refuse_for(&request, not_kept(call), 1);
    }
    call->finish(call);
}

void api_conclude(struct api_call *call, enum api_sure sure) {
    struct api *api = call->api;
    if (call->answer.truncated) {
        struct api_request request = {.api = api, .call = call, .lang = call->answer.lang};
        api_refuse(&request, API_FAULT_ANSWER_TOO_LARGE, NULL, NULL);
    }
    if (sure == API_SURE && !store_dirty(api->store)) call->finish(call);
    else lobby_wait(api->lobby, &call->waiter);
}

/* ---- Waiting for a table ---------------------------------------------------------------------------------------------------------- */

static struct api_call *call_of_comer(struct comer *comer) {
    return (struct api_call *)(void *)((char *)comer - offsetof(struct api_call, comer));
}

/* Notes that the call begins anew in api_turn(): a table must not be touched from here. */
static void arrived(struct comer *comer) {
    struct api_call *call = call_of_comer(comer);
    struct api *api = call->api;
    call->next = api->arrived;
    api->arrived = call;
}

uint64_t api_asker(const struct api_call *call) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = call->address ? call->address : ""; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return hash | 1; /* 0 is the server itself */
}

/* A socket can't wait: the table is opened for its next try. */
bool api_come_back(struct api_request *request, const char *id) {
    struct api_call *call = request->call;
    bool first = request->may_wait && !request->later;
    if (!lobby_await(request->api->lobby, id, api_asker(call), first ? &call->comer : NULL)) return false;
    request->later = request->later || first;
    return request->later;
}

bool api_drop_from(struct api_call **list, const struct api_call *call) {
    for (struct api_call **at = list; *at; at = &(*at)->next) {
        if (*at != call) continue;
        *at = call->next;
        return true;
    }
    return false;
}

/* ---- A call begins ---------------------------------------------------------------------------------------------------- */

void api_begin(struct api *api, struct api_call *call, int64_t now) {
    api->now = now;
    call->api = api;
    call->waiter = (struct waiter){.settled = settled};
    call->watcher = (struct watcher){0};
    call->work = NULL;
    call->lasting = NULL;
    call->comer = (struct comer){.opened = arrived, .work_us = &call->work_us};
    call->work_us = 0;
    call->deadline = 0;
    call->next = NULL;
    call->woken = call->kept = call->elsewhere = false;
    call->status = call->retry_after = 0;
    call->policy = NULL;
    call->etag[0] = call->cookie[0] = call->cookie_too[0] = call->file_name[0] = call->allow[0] = 0;
    alea_text_init(&call->answer, API_MAX_ANSWER, ALEA_EN);
}
