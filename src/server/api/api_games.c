/* SPDX-License-Identifier: MIT */
/* api_games.c - what can be played here, and the description of the API itself. Nothing of it changes while the program runs. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "openapi.h"

enum { HASH_BYTES = 16, MAX_GAME_BYTES = 4 << 20 };

void api_set_etag(struct api_call *call, bool kept) {
    const struct alea_text *text = &call->answer;
    uint8_t hash[HASH_BYTES];
    char hex[2 * HASH_BYTES + 1];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)alea_text_str(text), text->len, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(call->etag, sizeof call->etag, "\"%s\"", hex);
    call->kept = kept;
}

enum api_next api_games(struct api_request *request) {
    struct alea_text *text = api_answer(request, 200);
    const struct lobby_options *options = lobby_options_of(request->api->lobby);
    wire_games(request->lang, options->base_url, options->beacon != NULL, text);
    api_set_etag(request->call, true);
    return API_ANSWERED;
}

/* The whole description, which holds the game's data: made once in each language. */
static const struct alea_text *describe(struct api *api, const struct alea_game *game, enum alea_lang lang) {
    int index = 0;
    while (alea_game_at(index) != game) index++;
    struct alea_text *text = &api->games[index * ALEA_LANGS + (int)lang];
    if (text->len > 0) return text;
    alea_text_init(text, MAX_GAME_BYTES, lang);
    wire_game(game, lang, true, text);
    return text;
}

enum api_next api_game(struct api_request *request) {
    const struct alea_game *game = alea_game_find(request->part[0]);
    if (!game) return api_refuse(request, API_FAULT_NO_SUCH_GAME, NULL, request->part[0]);
    const struct alea_text *whole = describe(request->api, game, request->lang);
    struct alea_text *text = api_answer(request, 200);
    alea_text_add(text, alea_text_str(whole));
    text->truncated = text->truncated || whole->truncated;
    api_set_etag(request->call, true);
    return API_ANSWERED;
}

enum api_next api_openapi(struct api_request *request) {
    struct alea_text *text = api_answer(request, 200);
    alea_text_addf(text, "%.*s", (int)alea_openapi_size, (const char *)alea_openapi);
    api_set_etag(request->call, true);
    return API_ANSWERED;
}
