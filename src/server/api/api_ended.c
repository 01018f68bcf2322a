/* SPDX-License-Identifier: MIT */
/* api_ended.c - a session ends, or several of an account, or the account: what they opened, and what names it, is seen to here and at other
 * processes. Those are told whom to look up, and believe nothing but the store, so that a message that comes twice or late does no harm. */
#include <sodium.h>

#include "api_internal.h"
#include "error.h"
#include "hex.h"
#include "json_write.h"

enum { MAX_MESSAGE = 512 };

static void look_up_session(struct api *api, const uint8_t session[ALEA_HASH_BYTES], int64_t now) {
    struct store_link link;
    if (store_find_link(api->store, session, now, &link, NULL) == ALEA_OK) return;
    lobby_unseat_session(api->lobby, session);
    api_polls_by_session(api);
}

static void look_up_account(struct api *api, const char *account) {
    char spelled[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1];
    lobby_unseat_account(api->lobby, account);
    if (store_find_account(api->store, account, spelled, hash, NULL) == ALEA_ERR_NOT_FOUND)
        lobby_forget_account(api->lobby, account);
    sodium_memzero(hash, sizeof hash);
    api_polls_by_session(api);
}

static void tell(const struct api *api, const char *key, const char *words) {
    struct alea_text message;
    if (!api->options.tell) return;
    alea_text_init(&message, MAX_MESSAGE, ALEA_EN);
    alea_json_open_object(&message, NULL);
    alea_json_string(&message, key, words);
    alea_json_close_object(&message);
    api->options.tell(api->options.context, alea_text_str(&message));
    alea_text_clear(&message);
}

void api_session_ended(struct api *api, const uint8_t session[ALEA_HASH_BYTES]) {
    char hex[2 * ALEA_HASH_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, session, ALEA_HASH_BYTES);
    look_up_session(api, session, api->now);
    tell(api, "session", hex);
}

void api_account_changed(struct api *api, const char *account) {
    look_up_account(api, account);
    tell(api, "account", account);
}

bool api_hear_of(struct api *api, const char *json, size_t n, int64_t now) {
    uint8_t hash[ALEA_HASH_BYTES];
    struct json_in in;
    json_in_open(&in, json, n);
    const char *session = json_in_string(&in, "session", sizeof hash * 2);
    const char *account = json_in_string(&in, "account", STORE_MAX_ACCOUNT_NAME);
    const bool whole = json_in_end(&in) && (session || account) && (!session || hex_read(session, hash, sizeof hash));
    if (whole && session) look_up_session(api, hash, now);
    if (whole && account) look_up_account(api, account);
    json_in_close(&in);
    return whole;
}
