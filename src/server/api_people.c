/* SPDX-License-Identifier: MIT */
/* api_people.c - accounts and sessions: signing up, in and out. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api_own.h"
#include "error.h"
#include "people.h"

enum { SESSION_DAYS = 30 };
static const int64_t SESSION_MS = (int64_t)SESSION_DAYS * 24 * 3600 * 1000;

/* ---- Cookies --------------------------------------------------------------------------------------------------------------------- */

static void set_cookie(struct api_call *call, const char *token, long seconds) {
    snprintf(call->cookie, sizeof call->cookie, "alea_session=%s; Path=/; Max-Age=%ld; HttpOnly; SameSite=Strict%s", token,
             seconds, call->secure ? "; Secure" : "");
}

/* The session that the cookie stands for ends, if there is one. */
static enum alea_err end_session(struct api_request *request) {
    uint8_t hash[ALEA_HASH_BYTES];
    const char *token = request->call->session;
    if (!token || !token_well_formed(token)) return ALEA_OK;
    token_hash(token, hash);
    enum alea_err code = store_drop_link(request->api->store, hash, &request->error);
    return code == ALEA_ERR_NOT_FOUND ? ALEA_OK : code;
}

/* Signs in: a fresh session instead of the one that there was. */
static enum api_next begin_session(struct api_request *request, const char *account, int status) {
    struct store_link link = {.kind = STORE_LINK_SESSION, .seat = ALEA_NONE, .until = request->now + SESSION_MS};
    struct token token;
    snprintf(link.account, sizeof link.account, "%s", account);
    if (end_session(request) != ALEA_OK ||
        store_drop_expired(request->api->store, request->now, &request->error) != ALEA_OK ||
        api_add_link(request->api, &link, &token, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    set_cookie(request->call, token.at, (long)(SESSION_MS / 1000));
    sodium_memzero(&token, sizeof token);
    struct alea_text *text = api_answer(request, status);
    alea_text_add(text, "{\"account\":{\"name\":");
    say_string(text, account);
    alea_text_add(text, "}}");
    return API_ANSWERED;
}

/* ---- Names and passwords ------------------------------------------------------------------------------------------------------------ */

static bool read_person(struct api_request *request, const char **name, const char **password) {
    struct json_in *body = &request->body;
    json_in_require(body, "name");
    json_in_require(body, "password");
    *name = json_in_string(body, "name", STORE_MAX_ACCOUNT_NAME);
    *password = json_in_string(body, "password", PEOPLE_MAX_PASSWORD);
    if (*name && !people_name_good(*name)) json_in_refuse(body, API_FAULT_BAD_ACCOUNT_NAME, NULL, "name");
    if (*password && strlen(*password) < PEOPLE_MIN_PASSWORD) json_in_refuse(body, API_FAULT_TOO_SHORT, "8", "password");
    if (!api_body_end(request)) return false;
    if (request->api->options.accounts) return true;
    api_refuse(request, API_FAULT_NO_ACCOUNTS, NULL, NULL);
    return false;
}

/* One more try of that address, or of that name. False after the refusal. */
static bool try_once(struct api_request *request, struct tries *tries, const char *who) {
    int wait;
    if (tries_take(tries, who, request->now, &wait)) return true;
    api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return false;
}

/* Names are the same whatever their case: for counting, at least as far as ASCII goes. */
static void small_letters(const char *name, char small[STORE_MAX_ACCOUNT_NAME + 1]) {
    size_t n = strlen(name);
    for (size_t i = 0; i <= n; i++) small[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] | 0x20 : name[i]);
}

static enum api_next start(struct api_request *request, struct people_job *job) {
    if (!job) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    if (!people_job_start(hall_pool(request->api->hall), job)) return api_refuse_for(request, API_FAULT_BUSY, 1);
    request->call->work = job;
    return API_LATER;
}

/* The request of a call whose password has come back from the pool. */
static void resume(struct api_request *request, const struct people_job *job) {
    struct api_call *call = job->context;
    call->work = NULL;
    api_request_init(request, call->api, call, call->api->now);
    (void)api_read_query(request); /* was good before: for the language */
}

void api_people_cancel(struct api_call *call) {
    struct people_job *job = call->work;
    if (job) job->context = NULL;
    call->work = NULL;
}

/* ---- Signing up --------------------------------------------------------------------------------------------------------------------- */

static void hashed(struct people_job *job) {
    struct api_request request;
    resume(&request, job);
    enum alea_err code = ALEA_ERR_NO_MEMORY;
    if (job->good) code = store_add_account(request.api->store, job->name, job->hash, request.now, &request.error);
    else alea_fail(&request.error, code);
    if (code == ALEA_OK) begin_session(&request, job->name, 201);
    else if (code == ALEA_ERR_STALE) api_refuse(&request, API_FAULT_NAME_TAKEN, "name", NULL);
    else api_refuse_engine(&request);
    api_conclude(request.call, API_SURE);
}

enum api_next api_make_account(struct api_request *request) {
    const char *name, *password;
    char spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1];
    if (!read_person(request, &name, &password) || !api_same_origin(request, false)) return API_ANSWERED;
    if (!try_once(request, request->api->accounts, request->call->address)) return API_ANSWERED;
    enum alea_err code = store_find_account(request->api->store, name, spelled, hash, &request->error);
    if (code == ALEA_OK) return api_refuse(request, API_FAULT_NAME_TAKEN, "name", NULL);
    if (code != ALEA_ERR_NOT_FOUND) return api_refuse_engine(request);
    return start(request, people_job_new(name, password, NULL, hashed, request->call));
}

/* ---- Signing in and out ------------------------------------------------------------------------------------------------------------- */

static void verified(struct people_job *job) {
    struct api_request request;
    resume(&request, job);
    if (job->good) begin_session(&request, job->name, 200);
    else api_refuse(&request, API_FAULT_WRONG_PASSWORD, NULL, NULL);
    api_conclude(request.call, API_SURE);
}

enum api_next api_sign_in(struct api_request *request) {
    const char *name, *password;
    char spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1], small[STORE_MAX_ACCOUNT_NAME + 1];
    if (!read_person(request, &name, &password) || !api_same_origin(request, false)) return API_ANSWERED;
    small_letters(name, small);
    if (!try_once(request, request->api->logins, request->call->address)) return API_ANSWERED;
    if (!try_once(request, request->api->names, request->call->address ? small : NULL)) return API_ANSWERED;
    enum alea_err code = store_find_account(request->api->store, name, spelled, hash, &request->error);
    if (code != ALEA_OK && code != ALEA_ERR_NOT_FOUND) return api_refuse_engine(request);
    bool known = code == ALEA_OK;
    enum api_next next =
        start(request, people_job_new(known ? spelled : name, password, known ? hash : "", verified, request->call));
    sodium_memzero(hash, sizeof hash);
    return next;
}

enum api_next api_sign_out(struct api_request *request) {
    if (end_session(request) != ALEA_OK) return api_refuse_engine(request);
    set_cookie(request->call, "", 0);
    alea_text_add(api_answer(request, 200), "{\"account\":null}");
    return API_ANSWERED;
}
