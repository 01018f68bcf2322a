/* SPDX-License-Identifier: MIT */
/* api_channels.c - where somebody wants to be told: of one seat at one table, or of an account for all its tables; whose turn it is there; the
 * links that mails hold.
 *
 * Nothing is sent from here: a test and a question whether an address is somebody's own stand in the outbox like any other notice. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "engine_text.h"
#include "error.h"
#include "notify.h"
#include "timezone.h"

enum {
    MAX_CHANNELS = 8, /* of one owner */
    MAX_TURNS = 200,
    MAX_MINUTE = 24 * 60 - 1,
    MAX_KEYS = 200,
    SECRET_BYTES = 16,
    PASS_DAYS = 30 /* for which a link of a mail opens the seat, once it was used */
};

static const int hours[] = {24, 6, 1}; /* reminders; bit i of a channel's */

/* Whose channels they are. */
struct owner {
    char account[STORE_MAX_ACCOUNT_NAME + 1]; /* "": of a seat */
    char id[STORE_ID_LENGTH + 1];
    int seat;
};

static const struct notify *sender(const struct api_request *request) {
    return lobby_options_of(request->api->lobby)->notify;
}

/* By the path: a table's seat, or an account. False after the refusal. */
static bool enter(struct api_request *request, struct owner *owner) {
    *owner = (struct owner){.seat = ALEA_NONE};
    if (strncmp(request->call->path, "/account/", 9) == 0) {
        if (api_session(request, owner->account)) return true;
        api_refuse(request, API_FAULT_NO_SESSION, NULL, NULL);
        return false;
    }
    if (!api_enter(request, API_OWNER)) return false;
    owner->seat = request->viewer.seat;
    memcpy(owner->id, table_look(request->table).id, sizeof owner->id);
    return true;
}

static bool owns(const struct owner *owner, const struct store_channel *channel) {
    char own[STORE_MAX_ACCOUNT_NAME + 1], other[STORE_MAX_ACCOUNT_NAME + 1];
    store_account_key(owner->account, own);
    store_account_key(channel->account, other);
    return strcmp(own, other) == 0 && strcmp(owner->id, channel->id) == 0 && owner->seat == channel->seat;
}

static enum alea_err each_of(struct api_request *request, const struct owner *owner, store_each_channel *each,
                             void *context) {
    struct store *store = request->api->store;
    if (owner->account[0]) return store_channels_of_account(store, owner->account, each, context, &request->error);
    return store_channels_of_seat(store, owner->id, owner->seat, each, context, &request->error);
}

/* The channel whose number is the last word of the path. False after the refusal. */
static bool find(struct api_request *request, const struct owner *owner, struct store_channel *channel) {
    const char *word = request->part[owner->account[0] ? 0 : 1];
    char *end = NULL;
    long long number = strtoll(word, &end, 10);
    enum alea_err err = end && *end == 0 && number > 0 ? store_channel(request->api->store, number, channel, &request->error)
                                                       : ALEA_ERR_NOT_FOUND;
    if (err == ALEA_OK && owns(owner, channel)) return true;
    if (err == ALEA_OK || err == ALEA_ERR_NOT_FOUND) api_refuse(request, API_FAULT_NO_SUCH_CHANNEL, NULL, NULL);
    else api_refuse_engine(request);
    return false;
}

/* ---- What is told of them -------------------------------------------------------------------------------------------------------- */

void api_write_channel(const struct store_channel *channel, struct alea_text *text) {
    static const char *const status[] = {[STORE_CHANNEL_UNCONFIRMED] = "unconfirmed",
                                         [STORE_CHANNEL_ON] = "on",
                                         [STORE_CHANNEL_FAILED] = "failed",
                                         [STORE_CHANNEL_STOPPED] = "stopped"};
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "channel", channel->number);
    alea_json_id(text, "kind", notify_kind_name((enum notify_kind)channel->kind));
    alea_json_string(text, "address", channel->address);
    alea_json_id(text, "status", status[channel->status]);
    alea_json_open_array(text, "reminders");
    for (size_t i = 0; i < ALEA_LEN(hours); i++)
        if (channel->reminders >> i & 1) alea_json_integer(text, NULL, hours[i]);
    alea_json_close_array(text);
    alea_json_integer(text, "quiet_from", channel->quiet_from);
    alea_json_integer(text, "quiet_to", channel->quiet_to);
    alea_json_string(text, "zone", channel->zone);
    alea_json_integer(text, "digest", channel->digest);
    alea_json_integer(text, "failures", channel->failures);
    wire_time(text, "tried", channel->tried);
    alea_json_string(text, "trouble", channel->trouble);
    alea_json_close_object(text);
}

static bool add_channel(void *context, const struct store_channel *channel) {
    api_write_channel(channel, context);
    return true;
}

enum api_next api_channels(struct api_request *request) {
    struct owner owner;
    if (!enter(request, &owner)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "ways");
    for (int kind = 0; kind < NOTIFY_KINDS; kind++)
        if (notify_can(sender(request), (enum notify_kind)kind))
            alea_json_id(text, NULL, notify_kind_name((enum notify_kind)kind));
    alea_json_close_array(text);
    alea_json_string(text, "push_key", notify_push_key(sender(request)));
    alea_json_open_array(text, "channels");
    enum alea_err err = each_of(request, &owner, add_channel, text);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return err ? api_refuse_engine(request) : API_ANSWERED;
}

static enum api_next answer_channel(struct api_request *request, int status, const struct store_channel *channel) {
    api_write_channel(channel, api_answer(request, status));
    return API_ANSWERED;
}

/* ---- Settings -------------------------------------------------------------------------------------------------------------------- */

static void read_reminders(struct json_in *body, struct store_channel *channel) {
    json_t *list = json_in_array(body, "reminders", ALEA_LEN(hours));
    if (!list) return;
    channel->reminders = 0;
    for (size_t at = 0; at < json_array_size(list); at++) {
        const json_t *one = json_array_get(list, at);
        size_t i = 0;
        while (i < ALEA_LEN(hours) && !(json_is_integer(one) && json_integer_value(one) == hours[i])) i++;
        if (i < ALEA_LEN(hours)) channel->reminders |= 1u << i;
        else json_in_refuse(body, API_FAULT_NO_VALUE, "24, 6, 1", "reminders[%zu]", at);
    }
}

/* Those that are not named stay. */
static void read_settings(struct json_in *body, struct store_channel *channel) {
    read_reminders(body, channel);
    channel->quiet_from = (int)json_in_number(body, "quiet_from", 0, MAX_MINUTE, channel->quiet_from);
    channel->quiet_to = (int)json_in_number(body, "quiet_to", 0, MAX_MINUTE, channel->quiet_to);
    channel->digest = (int)json_in_number(body, "digest", 0, MAX_MINUTE + 1, channel->digest);
    const char *zone = json_in_string(body, "zone", STORE_MAX_ZONE);
    if (zone && *zone && !timezone_exists(zone)) json_in_refuse(body, API_FAULT_NO_ZONE, zone, "zone");
    if (zone) snprintf(channel->zone, sizeof channel->zone, "%s", zone);
    if (channel->quiet_from != channel->quiet_to && !channel->zone[0])
        json_in_refuse(body, API_FAULT_MISSING, "zone", "zone");
}

static bool queue(struct api_request *request, const struct store_channel *channel, enum store_notice_kind kind) {
    const struct store_notice notice = {.channel = channel->number, .seat = ALEA_NONE, .kind = kind, .due = request->now};
    if (store_add_notice(request->api->store, &notice, &request->error)) {
        api_refuse_engine(request);
        return false;
    }
    lobby_notices_queued(request->api->lobby);
    return true;
}

/* One more message that somebody asks for: of that owner, and to that address, whoever asks. False after the refusal. */
static bool may_ask(struct api_request *request, const struct owner *owner, const char *address) {
    char who[STORE_MAX_ACCOUNT_NAME + STORE_ID_LENGTH + 16];
    int wait;
    snprintf(who, sizeof who, "%s/%s/%d", owner->account, owner->id, owner->seat);
    if (attempts_take(request->api->asks, who, request->now, &wait) &&
        attempts_take(request->api->asked_at, address, request->now, &wait))
        return true;
    api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return false;
}

struct same {
    const struct store_channel *channel;
    int n;
    bool found;
};

static bool compare(void *context, const struct store_channel *channel) {
    struct same *same = context;
    same->n++;
    same->found =
        same->found || (channel->kind == same->channel->kind && strcmp(channel->address, same->channel->address) == 0);
    return true;
}

/* The body as a channel; false after the refusal. */
static bool read_channel(struct api_request *request, struct store_channel *channel) {
    struct json_in *body = &request->body;
    uint8_t bytes[SECRET_BYTES];
    char letters[2 * SECRET_BYTES + 1];
    json_in_required(body, "kind");
    json_in_required(body, "address");
    const char *name = json_in_string(body, "kind", API_MAX_PART), *keys = json_in_string(body, "keys", MAX_KEYS),
               *address = json_in_string(body, "address", STORE_MAX_ADDRESS);
    enum notify_kind kind = name ? notify_kind_of(name) : NOTIFY_KINDS;
    if (name && kind == NOTIFY_KINDS)
        json_in_refuse(body, API_FAULT_NO_VALUE, "mail, push, json, discord, slack, matrix, telegram, ntfy", "kind");
    if (kind == NOTIFY_PUSH && (!keys || !notify_push_secret_good(keys)))
        json_in_refuse(body, API_FAULT_BAD_KEYS, NULL, "keys");
    read_settings(body, channel);
    if (!api_body_end(request)) return false;
    if (!notify_can(sender(request), kind)) {
        api_refuse(request, API_FAULT_NO_NOTICES, NULL, name);
        return false;
    }
    enum notify_wrong wrong = notify_address(sender(request), kind, address);
    if (wrong != NOTIFY_GOOD) {
        api_refuse(request, wrong == NOTIFY_BAD_SCHEME ? API_FAULT_NEEDS_HTTPS : API_FAULT_BAD_ADDRESS, "address", name);
        return false;
    }
    channel->kind = (enum store_channel_kind)kind;
    channel->lang = request->lang;
    channel->status = kind == NOTIFY_MAIL ? STORE_CHANNEL_UNCONFIRMED : STORE_CHANNEL_ON;
    snprintf(channel->address, sizeof channel->address, "%s", address);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(letters, sizeof letters, bytes, sizeof bytes);
    snprintf(channel->secret, sizeof channel->secret, "%s%s%s", letters, kind == NOTIFY_PUSH ? "." : "",
             kind == NOTIFY_PUSH ? keys : "");
    return true;
}

enum api_next api_add_channel(struct api_request *request) {
    struct store_channel channel = {.seat = ALEA_NONE, .reminders = 7};
    struct same same = {.channel = &channel};
    struct owner owner;
    if (!read_channel(request, &channel) || !enter(request, &owner)) return API_ANSWERED;
    memcpy(channel.account, owner.account, sizeof channel.account);
    memcpy(channel.id, owner.id, sizeof channel.id);
    channel.seat = owner.seat;
    if (each_of(request, &owner, compare, &same)) return api_refuse_engine(request);
    if (same.found) return api_refuse(request, API_FAULT_CHANNEL_THERE, "address", NULL);
    if (same.n >= MAX_CHANNELS) return api_refuse(request, API_FAULT_CHANNELS_FULL, NULL, "8");
    if (!may_ask(request, &owner, channel.address)) return API_ANSWERED;
    if (store_add_channel(request->api->store, &channel, &request->error)) return api_refuse_engine(request);
    if (channel.kind == STORE_CHANNEL_MAIL && !queue(request, &channel, STORE_NOTICE_CONFIRM)) return API_ANSWERED;
    return answer_channel(request, 201, &channel);
}

/* Settings; "on": true switches it on again, a mail's after its owner says so anew. */
enum api_next api_set_channel(struct api_request *request) {
    struct store_channel channel, read = {.zone = "UTC"};
    struct owner owner;
    bool switched = json_in_has(&request->body, "on"), on = json_in_bool(&request->body, "on", false), asks = false;
    read_settings(&request->body, &read);
    if (!api_body_end(request) || !enter(request, &owner) || !find(request, &owner, &channel)) return API_ANSWERED;
    struct json_in again = {.root = NULL};
    bool good = json_in_open(&again, request->call->body, request->call->n_body);
    if (good) (void)json_in_bool(&again, "on", false), read_settings(&again, &channel);
    if (!good || again.bad) {
        api_refuse(request, again.fault, again.where, again.detail);
        json_in_close(&again);
        return API_ANSWERED;
    }
    json_in_close(&again);
    if (switched && !on) channel.status = STORE_CHANNEL_STOPPED;
    if (switched && on && channel.status != STORE_CHANNEL_ON) {
        asks = channel.kind == STORE_CHANNEL_MAIL;
        if (asks && !may_ask(request, &owner, channel.address)) return API_ANSWERED;
        channel.status = asks ? STORE_CHANNEL_UNCONFIRMED : STORE_CHANNEL_ON;
        channel.failures = 0;
    }
    if (store_set_channel(request->api->store, &channel, &request->error)) return api_refuse_engine(request);
    if (asks && !queue(request, &channel, STORE_NOTICE_CONFIRM)) return API_ANSWERED;
    return answer_channel(request, 200, &channel);
}

enum api_next api_drop_channel(struct api_request *request) {
    struct store_channel channel;
    struct owner owner;
    if (!enter(request, &owner) || !find(request, &owner, &channel)) return API_ANSWERED;
    if (store_drop_channel(request->api->store, channel.number, &request->error)) return api_refuse_engine(request);
    alea_text_addf(api_answer(request, 200), "{\"channel\":%lld}", (long long)channel.number);
    return API_ANSWERED;
}

/* What becomes of it stands in the channel's `tried` and `trouble`. A mail's address is asked whether it is its owner's first. */
enum api_next api_test_channel(struct api_request *request) {
    struct store_channel channel;
    struct owner owner;
    if (!api_body_end(request) || !enter(request, &owner) || !find(request, &owner, &channel)) return API_ANSWERED;
    if (!may_ask(request, &owner, channel.address)) return API_ANSWERED;
    const bool asks = channel.status == STORE_CHANNEL_UNCONFIRMED ||
                      (channel.kind == STORE_CHANNEL_MAIL && channel.status == STORE_CHANNEL_STOPPED);
    if (asks && channel.status == STORE_CHANNEL_STOPPED) return api_refuse(request, API_FAULT_CHANNEL_STOPPED, NULL, NULL);
    if (!queue(request, &channel, asks ? STORE_NOTICE_CONFIRM : STORE_NOTICE_TEST)) return API_ANSWERED;
    return answer_channel(request, 202, &channel);
}

/* ---- Turns ------------------------------------------------------------------------------------------------------------------------- */

static bool count_failed(void *context, const struct store_channel *channel) {
    *(int *)context += channel->status == STORE_CHANNEL_FAILED;
    return true;
}

/* The page says so while somebody sits before it, and not while it lies open somewhere; and hears where its person is not told of anything any
 * more. Who has borrowed a seat sees and hears nothing for its owner. */
enum api_next api_looked(struct api_request *request) {
    const long ply = (long)json_in_number(&request->body, "ply", 0, INT32_MAX, -1);
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    struct table *table = request->table;
    const int seat = request->viewer.seat;
    int failed = 0;
    table_looked(table, seat);
    if (!request->viewer.lent) {
        if (ply >= 0) table_viewed(table, seat, ply);
        if (store_channels_for(request->api->store, table_look(table).id, seat, count_failed, &failed, &request->error))
            return api_refuse_engine(request);
    }
    alea_text_addf(api_answer(request, 200), "{\"looked\":true,\"failed\":%d}", failed);
    return API_ANSWERED;
}

static bool add_turn(void *context, const struct store_turn *turn) {
    struct alea_text *text = context;
    alea_json_open_object(text, NULL);
    alea_json_id(text, "match", turn->id);
    alea_json_string(text, "name", turn->name);
    alea_json_id(text, "game", turn->game);
    wire_seat(text, "seat", turn->seat);
    alea_json_integer(text, "since", turn->since);
    wire_time(text, "deadline", turn->deadline);
    alea_json_close_object(text);
    return true;
}

/* Where the account is awaited, the table that can wait least first. */
enum api_next api_turns(struct api_request *request) {
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    if (!api_session(request, account)) return api_refuse(request, API_FAULT_NO_SESSION, NULL, NULL);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "turns");
    enum alea_err err = store_turns_of(request->api->store, account, MAX_TURNS, add_turn, text, &request->error);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return err ? api_refuse_engine(request) : API_ANSWERED;
}

/* ---- The calendar (RFC 5545) ----------------------------------------------------------------------------------------------------------- */

struct calendar {
    struct alea_text *text;
    const char *base_url;
    enum alea_lang lang;
    int64_t now;
    int seat; /* ALEA_NONE: any */
};

/* A line of at most 75 bytes, the others behind it begin with a blank; what has a meaning is escaped. */
static void add_line(struct alea_text *text, const char *key, const char *words) {
    size_t length = strlen(key) + 1;
    alea_text_addf(text, "%s:", key);
    for (size_t n; *words; words += n) {
        const bool escape = strchr("\\;,", *words) != NULL, blank = (unsigned char)*words < ' ';
        for (n = 1; ((unsigned char)words[n] & 0xc0) == 0x80; n++) {}
        if (length + n + escape > 74) {
            alea_text_add(text, "\r\n ");
            length = 1;
        }
        if (escape) alea_text_add(text, "\\");
        alea_text_addf(text, "%.*s", (int)n, blank ? " " : words);
        length += n + escape;
    }
    alea_text_add(text, "\r\n");
}

static void add_time(struct alea_text *text, const char *key, int64_t at) {
    char stamp[TIMEZONE_STAMP];
    timezone_stamp("UTC", at, stamp);
    alea_text_addf(text, "%s:%.4s%.2s%.2sT%.2s%.2s%.2sZ\r\n", key, stamp, stamp + 5, stamp + 8, stamp + 11, stamp + 14,
                   stamp + 17);
}

static bool add_event(void *context, const struct store_turn *turn) {
    const struct calendar *calendar = context;
    struct alea_text *text = calendar->text;
    const struct alea_game *game = alea_game_find(turn->game);
    char words[512], letters[3];
    if (!turn->deadline || (calendar->seat != ALEA_NONE && turn->seat != calendar->seat)) return true;
    alea_seat_letters(turn->seat, letters);
    alea_text_add(text, "BEGIN:VEVENT\r\n");
    snprintf(words, sizeof words, "%s-%s@alea", turn->id, letters); /* the next turn takes its place */
    add_line(text, "UID", words);
    add_time(text, "DTSTAMP", calendar->now);
    add_time(text, "DTSTART", turn->deadline);
    add_time(text, "DTEND", turn->deadline);
    snprintf(words, sizeof words, alea_either(calendar->lang, ENGINE_SAY_NOTICE_YOUR_TURN),
             turn->name[0] ? turn->name
             : game        ? game->texts->title.in[calendar->lang]
                           : turn->game);
    add_line(text, "SUMMARY", words);
    alea_text_addf(text, "URL:%s/m/%s\r\nEND:VEVENT\r\n", calendar->base_url, turn->id);
    return true;
}

/* The deadlines of the turns of now, of one seat or of an account. */
enum api_next api_calendar(struct api_request *request) {
    struct owner owner;
    if (!enter(request, &owner)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    const char *base = lobby_options_of(request->api->lobby)->base_url;
    struct calendar calendar = {text, base ? base : "", request->lang, request->now, owner.seat};
    request->call->type = "text/calendar; charset=utf-8";
    snprintf(request->call->file_name, sizeof request->call->file_name, "alea.ics");
    alea_text_add(text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Alea//" ALEA_VERSION "//EN\r\n");
    enum alea_err err = owner.account[0] ? store_turns_of(request->api->store, owner.account, MAX_TURNS, add_event,
                                                          &calendar, &request->error)
                                         : store_turns(request->api->store, owner.id, add_event, &calendar, &request->error);
    alea_text_add(text, "END:VCALENDAR\r\n");
    return err ? api_refuse_engine(request) : API_ANSWERED;
}

/* ---- A mail's link to the seat ------------------------------------------------------------------------------------------------------------ */

/* What a mail's link holds is good once: for a token of the seat that lasts a month. */
enum api_next api_use_pass(struct api_request *request) {
    struct store_link link = {.kind = STORE_LINK_SEAT, .until = request->now + (int64_t)PASS_DAYS * 24 * 3600 * 1000};
    uint8_t hash[ALEA_HASH_BYTES];
    struct store_pass pass;
    struct token token;
    int wait;
    json_in_required(&request->body, "once");
    const char *once = json_in_string(&request->body, "once", API_MAX_PART);
    if (!api_body_end(request)) return API_ANSWERED;
    token_hash(once, hash);
    enum alea_err err = token_well_formed(once)
                            ? store_take_pass(request->api->store, hash, request->now, &pass, &request->error)
                            : ALEA_ERR_NOT_FOUND;
    if (err == ALEA_ERR_NOT_FOUND) {
        if (!attempts_take(request->api->wrong_tokens, request->call->address, request->now, &wait))
            return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
        return api_refuse(request, API_FAULT_PASS_USED, NULL, NULL);
    }
    link.seat = pass.seat;
    memcpy(link.id, pass.id, sizeof link.id);
    if (!err) err = api_add_link(request->api, &link, &token, &request->error);
    if (err) return api_refuse_engine(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "match", pass.id);
    wire_seat(text, "seat", pass.seat);
    alea_json_id(text, "token", token.at);
    alea_json_close_object(text);
    sodium_memzero(&token, sizeof token);
    return API_ANSWERED;
}

/* ---- Does what was pushed still hold? ------------------------------------------------------------------------------------------------ */

/* The worker that shows pushes has no seat: by what came with one it hears whether that turn still waits, and at how many tables its browser is
 * waited for, and nothing else. */
enum api_next api_news(struct api_request *request) {
    uint8_t hash[ALEA_HASH_BYTES];
    bool holds = false;
    int tables = 0, wait;
    const char *token = request->part[0];
    enum alea_err err = ALEA_ERR_NOT_FOUND;
    token_hash(token, hash);
    if (token_well_formed(token)) err = store_ask(request->api->store, hash, request->now, &holds, &tables, &request->error);
    if (err == ALEA_ERR_NOT_FOUND) {
        if (!attempts_take(request->api->wrong_tokens, request->call->address, request->now, &wait))
            return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
        return api_refuse(request, API_FAULT_NEWS_PAST, NULL, NULL);
    }
    if (err) return api_refuse_engine(request);
    alea_text_addf(api_answer(request, 200), "{\"waits\":%s,\"tables\":%d}", holds ? "true" : "false", tables);
    return API_ANSWERED;
}

/* ---- The page behind a mail's other link: yes, it is mine; no more ------------------------------------------------------------------------- */

/* The channel whose secret stands in the path. False after the answer. */
static bool find_mail(struct api_request *request, struct store_channel *channel) {
    int wait;
    const char *secret = request->part[0];
    const bool formed = strlen(secret) == 2 * (size_t)SECRET_BYTES && strspn(secret, "0123456789abcdef") == strlen(secret);
    enum alea_err err =
        formed ? store_find_channel(request->api->store, secret, channel, &request->error) : ALEA_ERR_NOT_FOUND;
    if (err == ALEA_OK && channel->kind == STORE_CHANNEL_MAIL) {
        request->lang = url_query_get(&request->query, "lang") ? request->lang : channel->lang;
        return true;
    }
    if (err != ALEA_OK && err != ALEA_ERR_NOT_FOUND)
        api_page_say(request, 503, alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
    else if (!attempts_take(request->api->wrong_tokens, request->call->address, request->now, &wait))
        api_page_say(request, 429, alea_either(request->lang, ENGINE_SAY_NOTICE_PAGE_OFTEN));
    else api_page_say(request, 404, alea_either(request->lang, ENGINE_SAY_NOTICE_PAGE_UNKNOWN));
    return false;
}

static enum api_next show_mail(struct api_request *request, const struct store_channel *channel) {
    const enum alea_lang lang = request->lang;
    struct alea_text *text = api_page_begin(request, 200, alea_either(lang, ENGINE_SAY_NOTICE_PAGE_TITLE));
    const bool on = channel->status == STORE_CHANNEL_ON, stopped = channel->status == STORE_CHANNEL_STOPPED;
    alea_text_add(text, "<blockquote>");
    alea_text_escape(text, channel->address);
    alea_text_add(text, "</blockquote>\n");
    api_page_line(text, on        ? alea_either(lang, ENGINE_SAY_NOTICE_PAGE_ON)
                        : stopped ? alea_either(lang, ENGINE_SAY_NOTICE_PAGE_STOPPED)
                                  : alea_either(lang, ENGINE_SAY_NOTICE_PAGE_ASKS));
    alea_text_addf(text, "<form method=\"post\" action=\"?lang=%s\">", lang == ALEA_IT ? "it" : "en");
    if (!on)
        alea_text_addf(text, "<button name=\"answer\" value=\"yes\">%s</button>",
                       alea_either(lang, ENGINE_SAY_NOTICE_PAGE_YES));
    if (!stopped)
        alea_text_addf(text, "<button name=\"answer\" value=\"no\">%s</button>",
                       alea_either(lang, ENGINE_SAY_NOTICE_PAGE_NO));
    alea_text_add(text, "</form>\n");
    return api_page_end(request, text);
}

enum api_next api_mail_page(struct api_request *request) {
    struct store_channel channel;
    return find_mail(request, &channel) ? show_mail(request, &channel) : API_ANSWERED;
}

/* A form's answer, or the one click of a mail program (RFC 8058). To look changes nothing: programs follow links by themselves. */
enum api_next api_mail_answer(struct api_request *request) {
    static const struct {
        const char *form;
        enum store_channel_status status;
    } answers[] = {{"answer=yes", STORE_CHANNEL_ON},
                   {"answer=no", STORE_CHANNEL_STOPPED},
                   {"List-Unsubscribe=One-Click", STORE_CHANNEL_STOPPED}};
    const struct api_call *call = request->call;
    struct store_channel channel;
    size_t i = 0;
    while (i < ALEA_LEN(answers) &&
           (call->n_body != strlen(answers[i].form) || memcmp(call->body, answers[i].form, call->n_body) != 0))
        i++;
    if (i == ALEA_LEN(answers)) return api_page_say(request, 400, alea_either(request->lang, ENGINE_SAY_ASKED_BAD_FORM));
    if (!find_mail(request, &channel)) return API_ANSWERED;
    if (channel.status != answers[i].status) {
        channel.status = answers[i].status;
        channel.failures = 0;
        channel.trouble[0] = 0;
        if (store_set_channel(request->api->store, &channel, &request->error))
            return api_page_say(request, 503, alea_either(request->lang, ENGINE_SAY_ASKED_LATER));
    }
    return show_mail(request, &channel);
}
