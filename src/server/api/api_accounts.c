/* SPDX-License-Identifier: MIT */
/* api_accounts.c - accounts and sessions: signing up, in and out; another password, a lost one, and the end of an account. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "api_internal.h"
#include "error.h"

enum { SESSION_DAYS = 30, DEVICE_DAYS = 365, DAY_SECONDS = 24 * 3600, CODE_LETTERS = 20, CODE_GROUP = 5 };

static int64_t days_from(int64_t now, int days) { return now + (int64_t)days * DAY_SECONDS * 1000; }

/* ---- Cookies --------------------------------------------------------------------------------------------------------------------- */

static void set_cookie(const struct api_call *call, char cookie[256], const char *name, const char *token, int days) {
    snprintf(cookie, 256, "%s=%s; Path=/; Max-Age=%ld; HttpOnly; SameSite=Strict%s", name, token, (long)days * DAY_SECONDS,
             call->secure ? "; Secure" : "");
}

/* The session that the cookie stands for ends, if there is one, and so does what was opened by it. */
static enum alea_err end_session(struct api_request *request) {
    uint8_t hash[ALEA_HASH_BYTES];
    const char *token = request->call->session;
    if (!token || !token_well_formed(token)) return ALEA_OK;
    token_hash(token, hash);
    enum alea_err code = store_drop_link(request->api->store, hash, &request->error);
    if (code == ALEA_OK) api_session_ended(request->api, hash);
    return code == ALEA_ERR_NOT_FOUND ? ALEA_OK : code;
}

/* The hash of the device's token; false if it has none. */
static bool device_hash(const struct api_call *call, uint8_t hash[ALEA_HASH_BYTES]) {
    if (!call->device || !token_well_formed(call->device)) return false;
    token_hash(call->device, hash);
    return true;
}

/* Whoever tries a password on this device is counted apart from now on: strangers can't keep the account's owner out. The token is a
 * fresh one each time, and opens nothing. */
static enum alea_err know_device(struct api_request *request, const char *account, struct token *token) {
    struct store_device device = {.until = days_from(request->now, DEVICE_DAYS)};
    uint8_t before[ALEA_HASH_BYTES];
    snprintf(device.account, sizeof device.account, "%s", account);
    *token = token_new();
    token_hash(token->at, device.hash);
    return store_add_device(request->api->store, &device, device_hash(request->call, before) ? before : NULL,
                            &request->error);
}

/* ---- The code for a lost password: 100 random bits, told this once ------------------------------------------------------------------- */

struct code {
    char at[CODE_LETTERS + CODE_LETTERS / CODE_GROUP]; /* "abcde-fghij-klmno-pqrst" */
};

/* The hash of a code as somebody types it: capitals, hyphens and blanks don't count, and what looks like a letter is one. False if it is none. */
static bool code_hash(const char *typed, uint8_t hash[ALEA_HASH_BYTES]) {
    char letters[CODE_LETTERS + 1] = "";
    int n = 0;
    for (const char *at = typed; *at; at++) {
        char c = *at == '0'                 ? 'o'
                 : *at == '1'               ? 'l'
                 : *at == '8'               ? 'b'
                 : *at >= 'A' && *at <= 'Z' ? (char)(*at | 0x20)
                                            : *at;
        if (c == '-' || c == ' ') continue;
        bool letter = (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
        if (!letter || n == CODE_LETTERS) return false;
        letters[n++] = c;
    }
    token_hash(letters, hash);
    sodium_memzero(letters, sizeof letters);
    return n == CODE_LETTERS;
}

/* A new code of the account, in place of the one that there was. */
static enum alea_err renew_code(struct api_request *request, const char *account, struct code *code) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t random[CODE_LETTERS], hash[ALEA_HASH_BYTES];
    randombytes_buf(random, sizeof random);
    size_t n = 0;
    for (int i = 0; i < CODE_LETTERS; i++) {
        if (i > 0 && i % CODE_GROUP == 0) code->at[n++] = '-';
        code->at[n++] = letters[random[i] % 32];
    }
    code->at[n] = 0;
    bool good = code_hash(code->at, hash);
    assert(good);
    (void)good;
    return store_set_recovery(request->api->store, account, hash, &request->error);
}

/* Signs in: a fresh session instead of the one that there was. `code` may be NULL. */
static enum api_next begin_session(struct api_request *request, const char *account, int status, struct code *recovery) {
    struct store_link link = {.kind = STORE_LINK_SESSION, .seat = ALEA_NONE, .until = days_from(request->now, SESSION_DAYS)};
    struct api_call *call = request->call;
    struct token token, device;
    snprintf(link.account, sizeof link.account, "%s", account);
    if (end_session(request) != ALEA_OK ||
        store_drop_expired(request->api->store, request->now, &request->error) != ALEA_OK ||
        know_device(request, account, &device) != ALEA_OK ||
        api_add_link(request->api, &link, &token, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    set_cookie(call, call->cookie, "alea_session", token.at, SESSION_DAYS);
    set_cookie(call, call->cookie_too, "alea_device", device.at, DEVICE_DAYS);
    sodium_memzero(&token, sizeof token);
    sodium_memzero(&device, sizeof device);
    struct alea_text *text = api_answer(request, status);
    alea_json_open_object(text, NULL);
    api_write_account(account, text);
    if (recovery) alea_json_id(text, "recovery", recovery->at);
    alea_json_close_object(text);
    if (recovery) sodium_memzero(recovery, sizeof *recovery);
    return API_ANSWERED;
}

void api_write_account(const char *account, struct alea_text *text) {
    alea_json_open_object(text, "account");
    alea_json_string(text, "name", account);
    alea_json_close_object(text);
}

/* ---- Names and passwords ------------------------------------------------------------------------------------------------------------ */

/* More is asked of a new account: those that there are go on. */
static void check_name(struct json_in *body, bool fresh, const char *name) {
    static const enum api_fault faults[ACCOUNT_NAMES] = {
        [ACCOUNT_NAME_LETTERS] = API_FAULT_BAD_ACCOUNT_NAME,
        [ACCOUNT_NAME_UNSEEN] = API_FAULT_UNSEEN_LETTERS,
        [ACCOUNT_NAME_MIXED] = API_FAULT_MIXED_LETTERS,
    };
    enum account_name kind = fresh                     ? account_name_fresh(name)
                             : account_name_good(name) ? ACCOUNT_NAME_FINE
                                                       : ACCOUNT_NAME_LETTERS;
    if (kind != ACCOUNT_NAME_FINE) json_in_refuse(body, faults[kind], NULL, "name");
}

static void check_password(struct json_in *body, const char *key, bool fresh, const char *password, const char *name) {
    if (strlen(password) < ACCOUNT_MIN_PASSWORD) json_in_refuse(body, API_FAULT_TOO_SHORT, "8", "%s", key);
    else if (fresh && account_password_common(password)) json_in_refuse(body, API_FAULT_COMMON_PASSWORD, NULL, "%s", key);
    else if (fresh && name && account_password_is_name(password, name))
        json_in_refuse(body, API_FAULT_PASSWORD_IS_NAME, NULL, "%s", key);
}

static bool read_person(struct api_request *request, bool fresh, const char **name, const char **password) {
    struct json_in *body = &request->body;
    json_in_required(body, "name");
    json_in_required(body, "password");
    *name = json_in_string(body, "name", STORE_MAX_ACCOUNT_NAME);
    *password = json_in_string(body, "password", ACCOUNT_MAX_PASSWORD);
    if (*name) check_name(body, fresh, *name);
    if (*password) check_password(body, "password", fresh, *password, *name);
    if (!api_body_end(request)) return false;
    if (request->api->options.accounts) return true;
    api_refuse(request, API_FAULT_NO_ACCOUNTS, NULL, NULL);
    return false;
}

/* One more try of that address, or of that name. False after the refusal. */
static bool try_once(struct api_request *request, struct attempts *attempts, const char *who) {
    int wait;
    if (attempts_take(attempts, who, request->now, &wait)) return true;
    api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return false;
}

/* One more password for that account, of which all spellings count together. A device that it has signed in on has tries of its own:
 * whoever uses up everybody else's does not keep the owner out there. False after the refusal. */
static bool try_password(struct api_request *request, const char *name) {
    struct api *api = request->api;
    char key[STORE_MAX_ACCOUNT_NAME + 1], who[sizeof key + TOKEN_LENGTH + 1];
    uint8_t hash[ALEA_HASH_BYTES];
    bool known = false;
    store_account_key(name, key);
    if (device_hash(request->call, hash) &&
        store_knows_device(api->store, hash, name, request->now, &known, &request->error) != ALEA_OK) {
        api_refuse_engine(request);
        return false;
    }
    snprintf(who, sizeof who, "%s/%s", known ? request->call->device : "", key);
    if (!request->call->address) return true; /* who has no limits */
    if (known) return try_once(request, api->devices, who);
    return try_once(request, api->logins, request->call->address) && try_once(request, api->names, who);
}

static enum api_next start(struct api_request *request, struct password_job *job) {
    if (!job) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    if (!password_job_start(lobby_pool(request->api->lobby), job)) return api_refuse_for(request, API_FAULT_BUSY, 1);
    request->call->work = job;
    return API_LATER;
}

/* The request of a call whose password has come back from the pool. */
static void resume(struct api_request *request, const struct password_job *job) {
    struct api_call *call = job->context;
    call->work = NULL;
    api_request_init(request, call->api, call, call->api->now);
    (void)api_read_query(request); /* was good before: for the language */
}

void api_accounts_cancel(struct api_call *call) {
    struct password_job *job = call->work;
    if (job) job->context = NULL;
    call->work = NULL;
}

/* ---- Signing up --------------------------------------------------------------------------------------------------------------------- */

static void hashed(struct password_job *job) {
    struct api_request request;
    resume(&request, job);
    enum alea_err code = ALEA_ERR_NO_MEMORY;
    struct code recovery;
    if (job->good) code = store_add_account(request.api->store, job->name, job->hash, request.now, &request.error);
    else alea_fail(&request.error, code);
    if (code == ALEA_OK) code = renew_code(&request, job->name, &recovery);
    if (code == ALEA_OK) begin_session(&request, job->name, 201, &recovery);
    else if (code == ALEA_ERR_STALE) api_refuse(&request, API_FAULT_NAME_TAKEN, "name", NULL);
    else api_refuse_engine(&request);
    api_conclude(request.call, API_SURE);
}

enum api_next api_make_account(struct api_request *request) {
    const char *name, *password;
    char spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1];
    if (!read_person(request, true, &name, &password) || !api_same_origin(request, false)) return API_ANSWERED;
    if (!try_once(request, request->api->accounts, request->call->address)) return API_ANSWERED;
    enum alea_err code = store_find_account(request->api->store, name, spelled, hash, &request->error);
    if (code == ALEA_OK) return api_refuse(request, API_FAULT_NAME_TAKEN, "name", NULL);
    if (code != ALEA_ERR_NOT_FOUND) return api_refuse_engine(request);
    return start(request, password_job_new(name, password, NULL, hashed, request->call));
}

/* ---- Signing in and out ------------------------------------------------------------------------------------------------------------- */

static void verified(struct password_job *job) {
    struct api_request request;
    resume(&request, job);
    if (job->good) begin_session(&request, job->name, 200, NULL);
    else api_refuse(&request, API_FAULT_WRONG_PASSWORD, NULL, NULL);
    api_conclude(request.call, API_SURE);
}

enum api_next api_sign_in(struct api_request *request) {
    const char *name, *password;
    char spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1];
    if (!read_person(request, false, &name, &password) || !api_same_origin(request, false)) return API_ANSWERED;
    if (!try_password(request, name)) return API_ANSWERED;
    enum alea_err code = store_find_account(request->api->store, name, spelled, hash, &request->error);
    if (code != ALEA_OK && code != ALEA_ERR_NOT_FOUND) return api_refuse_engine(request);
    bool known = code == ALEA_OK;
    enum api_next next =
        start(request, password_job_new(known ? spelled : name, password, known ? hash : "", verified, request->call));
    sodium_memzero(hash, sizeof hash);
    return next;
}

enum api_next api_sign_out(struct api_request *request) {
    if (end_session(request) != ALEA_OK) return api_refuse_engine(request);
    set_cookie(request->call, request->call->cookie, "alea_session", "", 0);
    alea_text_add(api_answer(request, 200), "{\"account\":null}");
    return API_ANSWERED;
}

/* ---- One's own account -------------------------------------------------------------------------------------------------------------- */

/* The account of the session, and its password compared with the body's `password`: `done` goes on. False after the refusal. */
static bool read_own(struct api_request *request, bool fresh, char account[STORE_MAX_ACCOUNT_NAME + 1],
                     const char **password) {
    struct json_in *body = &request->body;
    json_in_required(body, "password");
    *password = json_in_string(body, "password", ACCOUNT_MAX_PASSWORD);
    if (fresh) json_in_required(body, "new");
    const char *wanted = fresh ? json_in_string(body, "new", ACCOUNT_MAX_PASSWORD) : NULL;
    bool known = api_session(request, account);
    if (wanted) check_password(body, "new", true, wanted, known ? account : NULL);
    if (!api_body_end(request)) return false;
    if (!known) api_refuse(request, API_FAULT_NO_SESSION, NULL, NULL);
    return known && try_password(request, account);
}

static enum api_next compare_own(struct api_request *request, bool fresh, void (*done)(struct password_job *job)) {
    char account[STORE_MAX_ACCOUNT_NAME + 1], spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1];
    const char *password;
    if (!read_own(request, fresh, account, &password)) return API_ANSWERED;
    if (store_find_account(request->api->store, account, spelled, hash, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    enum api_next next = start(request, password_job_new(spelled, password, hash, done, request->call));
    sodium_memzero(hash, sizeof hash);
    return next;
}

/* Hashes the body's `new` password, the second step of two; false after the refusal. */
static bool hash_new(struct api_request *request, const char *account, void (*done)(struct password_job *job)) {
    bool read = json_in_open(&request->body, request->call->body, request->call->n_body); /* was good before */
    const char *wanted = read ? json_in_string(&request->body, "new", ACCOUNT_MAX_PASSWORD) : NULL;
    enum api_next next = start(request, wanted ? password_job_new(account, wanted, NULL, done, request->call) : NULL);
    json_in_close(&request->body);
    return next == API_LATER;
}

/* The new password counts from now on: whoever else had signed in has to do it anew. */
static enum alea_err take_password(struct api_request *request, const struct password_job *job, const char *but) {
    uint8_t hash[ALEA_HASH_BYTES];
    struct store *store = request->api->store;
    if (but) token_hash(but, hash);
    if (!job->good) return alea_fail(&request->error, ALEA_ERR_NO_MEMORY);
    enum alea_err code = store_set_password(store, job->name, job->hash, &request->error);
    if (code == ALEA_OK) code = store_end_sessions(store, job->name, but ? hash : NULL, &request->error);
    if (code == ALEA_OK) api_account_changed(request->api, job->name);
    return code;
}

static void answer_account(struct api_request *request, const char *account) {
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    api_write_account(account, text);
    alea_json_close_object(text);
}

static void changed(struct password_job *job) {
    struct api_request request;
    resume(&request, job);
    if (take_password(&request, job, request.call->session) == ALEA_OK) answer_account(&request, job->name);
    else api_refuse_engine(&request);
    api_conclude(request.call, API_SURE);
}

static void may_change(struct password_job *job) {
    struct api_request request;
    resume(&request, job);
    if (!job->good) api_refuse(&request, API_FAULT_WRONG_PASSWORD, "password", NULL);
    else if (hash_new(&request, job->name, changed)) return;
    api_conclude(request.call, API_SURE);
}

enum api_next api_change_password(struct api_request *request) { return compare_own(request, true, may_change); }

static void may_renew(struct password_job *job) {
    struct api_request request;
    struct code code;
    resume(&request, job);
    if (!job->good) api_refuse(&request, API_FAULT_WRONG_PASSWORD, "password", NULL);
    else if (renew_code(&request, job->name, &code) != ALEA_OK) api_refuse_engine(&request);
    else alea_text_addf(api_answer(&request, 200), "{\"recovery\":\"%s\"}", code.at);
    sodium_memzero(&code, sizeof code);
    api_conclude(request.call, API_SURE);
}

enum api_next api_new_code(struct api_request *request) { return compare_own(request, false, may_renew); }

/* Seats go on by their links, without a name. */
static void may_end(struct password_job *job) {
    struct api_request request;
    resume(&request, job);
    struct api *api = request.api;
    if (!job->good) api_refuse(&request, API_FAULT_WRONG_PASSWORD, "password", NULL);
    else if (store_drop_account(api->store, job->name, &request.error) != ALEA_OK) api_refuse_engine(&request);
    else {
        api_account_changed(api, job->name);
        set_cookie(request.call, request.call->cookie, "alea_session", "", 0);
        set_cookie(request.call, request.call->cookie_too, "alea_device", "", 0);
        alea_text_add(api_answer(&request, 200), "{\"account\":null}");
    }
    api_conclude(request.call, API_SURE);
}

enum api_next api_drop_account(struct api_request *request) { return compare_own(request, false, may_end); }

/* ---- A lost password ---------------------------------------------------------------------------------------------------------------- */

static void recovered(struct password_job *job) {
    struct api_request request;
    struct code code;
    resume(&request, job);
    enum alea_err err = take_password(&request, job, NULL);
    if (err == ALEA_OK) err = renew_code(&request, job->name, &code);
    if (err == ALEA_OK) begin_session(&request, job->name, 200, &code);
    else api_refuse_engine(&request);
    api_conclude(request.call, API_SURE);
}

/* A code is good for one new password: the next one is told with the answer. */
enum api_next api_recover(struct api_request *request) {
    struct json_in *body = &request->body;
    char spelled[STORE_MAX_ACCOUNT_NAME + 1] = "", hash[STORE_MAX_PASSWORD_HASH + 1];
    uint8_t code[ALEA_HASH_BYTES];
    bool right = false;
    static const char *const members[] = {"name", "code", "new"};
    for (size_t i = 0; i < ALEA_LEN(members); i++) json_in_required(body, members[i]);
    const char *name = json_in_string(body, "name", STORE_MAX_ACCOUNT_NAME);
    const char *typed = json_in_string(body, "code", API_MAX_PART);
    const char *wanted = json_in_string(body, "new", ACCOUNT_MAX_PASSWORD);
    if (name) check_name(body, false, name);
    if (wanted) check_password(body, "new", true, wanted, name);
    if (!api_body_end(request) || !api_same_origin(request, false)) return API_ANSWERED;
    if (!request->api->options.accounts) return api_refuse(request, API_FAULT_NO_ACCOUNTS, NULL, NULL);
    if (!try_password(request, name)) return API_ANSWERED;
    enum alea_err err = store_find_account(request->api->store, name, spelled, hash, &request->error);
    sodium_memzero(hash, sizeof hash);
    if (err == ALEA_OK && code_hash(typed, code))
        err = store_recovers(request->api->store, spelled, code, &right, &request->error);
    if (err != ALEA_OK && err != ALEA_ERR_NOT_FOUND) return api_refuse_engine(request);
    if (!right) return api_refuse(request, API_FAULT_WRONG_CODE, NULL, NULL);
    return start(request, password_job_new(spelled, wanted, NULL, recovered, request->call));
}
