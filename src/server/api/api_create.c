/* SPDX-License-Identifier: MIT */
/* api_create.c - a new table: everything in the body is checked before anything is made. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "engine_text.h"
#include "error.h"
#include "text.h"

enum { MAX_BEGUN = 60000 /* bytes of a transcript */, MAX_BEGUN_PLIES = 2000 };
enum { MAX_OPTION = 128, MAX_KEY = 40, MAX_VALUE = 60, MAX_ROUND = 999999999, FULL_FOR = 60 /* seconds */ };

/* What was read, with the room that the plan points into. */
struct order {
    struct table_plan plan;
    char option[ALEA_MAX_OPTIONS][MAX_OPTION];
    char name[API_MAX_NAME];
    struct alea_scenario scenario;
    char *scenario_bytes;     /* to be freed */
    struct alea_match *begun; /* the same */
};

/* ---- Reading ------------------------------------------------------------------------------------------------------------------- */

static void read_option(struct json_in *body, const char *key, const json_t *value, char *option) {
    const char *words = json_string_value(value);
    if (strlen(key) > MAX_KEY || (words && strlen(words) > MAX_VALUE)) {
        json_in_refuse(body, API_FAULT_TOO_LONG, words && strlen(key) <= MAX_KEY ? "60" : "40", "options.%s", key);
    } else if (words) {
        snprintf(option, MAX_OPTION, "%s=%s", key, words);
    } else if (json_is_integer(value)) {
        snprintf(option, MAX_OPTION, "%s=%" JSON_INTEGER_FORMAT, key, json_integer_value(value));
    } else if (json_is_boolean(value)) {
        snprintf(option, MAX_OPTION, "%s=%s", key, json_is_true(value) ? "true" : "false");
    } else {
        json_in_refuse(body, API_FAULT_NO_VALUE, NULL, "options.%s", key);
    }
}

static void read_options(struct json_in *body, struct order *order) {
    json_t *options = json_in_object(body, "options"), *value;
    const char *key;
    if (!options) return;
    json_object_foreach(options, key, value) {
        if (order->plan.n_options == ALEA_MAX_OPTIONS) {
            json_in_refuse(body, API_FAULT_TOO_MANY_ITEMS, "24", "%s", "options");
            return;
        }
        read_option(body, key, value, order->option[order->plan.n_options]);
        order->plan.option[order->plan.n_options] = order->option[order->plan.n_options];
        order->plan.n_options++;
    }
}

bool api_read_who(struct json_in *body, const char *who, const char *where) {
    char bots[JSON_IN_MAX_WORDS] = "";
    if (!who || strcmp(who, "human") == 0) return who != NULL;
    if (strncmp(who, "bot:", 4) == 0 && alea_bot_find(who + 4)) return true;
    const struct alea_bot *bot;
    for (int i = 0, length = 0; (bot = alea_bot_at(i)) && length < (int)sizeof bots; i++)
        length += snprintf(bots + length, sizeof bots - (size_t)length, "%s%s", i ? ", " : "", bot->name);
    json_in_refuse(body, API_FAULT_UNKNOWN_BOT, bots, "%s", where);
    return false;
}

bool api_bot_is_in(const char *who, const struct alea_game *game) {
    const struct alea_bot *bot = strncmp(who, "bot:", 4) == 0 ? alea_bot_find(who + 4) : NULL;
    return !bot || alea_bot_is_in(bot, game);
}

static void read_seats(struct json_in *body, struct table_plan *plan) {
    json_in_required(body, "seats");
    const json_t *seats = json_in_array(body, "seats", ALEA_MAX_SEATS);
    plan->seats = seats ? (int)json_array_size(seats) : 0;
    for (int seat = 0; seat < plan->seats; seat++) {
        char where[24];
        snprintf(where, sizeof where, "seats[%d]", seat);
        const char *who = json_in_item(body, seats, "seats", (size_t)seat, sizeof plan->seat[seat].who - 1);
        if (api_read_who(body, who, where)) snprintf(plan->seat[seat].who, sizeof plan->seat[seat].who, "%s", who);
    }
    const json_t *names = json_in_array(body, "names", (size_t)plan->seats);
    for (size_t seat = 0; names && seat < json_array_size(names); seat++)
        json_in_item_line(body, names, "names", seat, plan->seat[seat].name, sizeof plan->seat[seat].name);
    const json_t *words = json_in_array(body, "words", (size_t)plan->seats);
    for (size_t seat = 0; words && seat < json_array_size(words); seat++)
        json_in_item_line(body, words, "words", seat, plan->seat[seat].word, sizeof plan->seat[seat].word);
}

/* Letters of seats that whoever comes may take. A Master seats people himself. */
static void read_open(struct json_in *body, struct table_plan *plan) {
    const json_t *open = json_in_array(body, "open", (size_t)plan->seats);
    for (size_t i = 0; open && i < json_array_size(open) && !body->bad; i++) {
        const char *word = json_in_item(body, open, "open", i, API_MAX_PART - 1);
        int seat = word ? alea_seat_read(word) : ALEA_NONE;
        if (seat < plan->seats && strcmp(plan->seat[seat].who, "human") == 0) plan->open |= alea_actor(seat);
        else json_in_refuse(body, API_FAULT_NOT_OPEN, NULL, "open[%zu]", i);
    }
    if (plan->open && plan->master) json_in_refuse(body, API_FAULT_ONE_OF, "open, master", "%s", "");
}

/* {"chain":HEX} and, unless the next one will do, "round":N. */
static void read_beacon(struct json_in *body, struct table_plan *plan) {
    json_t *beacon = json_in_object(body, "beacon");
    const json_t *round = json_object_get(beacon, "round");
    const char *next = json_string_value(round), *chain = json_string_value(json_object_get(beacon, "chain")), *key;
    json_t *value;
    if (!beacon) return;
    json_object_foreach(beacon, key, value) if (strcmp(key, "chain") != 0 && strcmp(key, "round") != 0)
        json_in_refuse(body, API_FAULT_UNKNOWN_MEMBER, NULL, "beacon.%s", key);
    bool numbered = json_is_integer(round) && json_integer_value(round) >= 1 && json_integer_value(round) <= MAX_ROUND;
    if (round && !numbered && !(next && strcmp(next, "next") == 0))
        json_in_refuse(body, API_FAULT_NO_NUMBER, "1..999999999", "%s", "beacon.round");
    if (!hex_read(chain, plan->beacon_chain, sizeof plan->beacon_chain))
        json_in_refuse(body, API_FAULT_NO_HEX, "64", "%s", "beacon.chain");
    plan->wants_beacon = true;
    plan->beacon_round = numbered ? (uint64_t)json_integer_value(round) : 0;
}

/* The members of the body, each of its own type. Their meaning is looked at afterwards. */
static void read_order(struct json_in *body, struct order *order) {
    static const char *const starts[] = {"now", "joined", "drawn"}, *const dice[] = {"fair"};
    static const char *const takebacks[] = {"all", "creator", "none"};
    int people = 0;
    json_in_required(body, "game");
    (void)json_in_string(body, "game", API_MAX_NAME);
    read_seats(body, &order->plan);
    read_options(body, order);
    (void)json_in_object(body, "clock");
    const bool begun = json_in_string(body, "transcript", MAX_BEGUN) != NULL;
    if (begun) (void)json_in_string(body, "scenario", ALEA_MAX_SCENARIO_BYTES);
    else (void)json_in_object(body, "scenario");
    (void)json_in_object(body, "sealed");
    json_in_line(body, "name", order->name, sizeof order->name);
    order->plan.name = order->name;
    order->plan.listed = json_in_bool(body, "listed", false);
    order->plan.master = json_in_bool(body, "master", false);
    read_open(body, &order->plan);
    int start = json_in_word(body, "start", starts, ALEA_LEN(starts), 0);
    order->plan.wait_for_all = start == 1;
    order->plan.drawn = start == 2;
    order->plan.takebacks = (enum takebacks)json_in_word(body, "takebacks", takebacks, ALEA_LEN(takebacks), 0);
    read_beacon(body, &order->plan);
    json_in_word(body, "dice", dice, ALEA_LEN(dice), 0);
    for (int seat = 0; seat < order->plan.seats; seat++) people += strcmp(order->plan.seat[seat].who, "human") == 0;
    const int usual = people > 1 ? TABLE_HELP_ODDS : TABLE_HELP_ALL; /* bots mind nothing */
    order->plan.help = (enum table_help)json_in_word(body, "help", table_help_names, TABLE_HELPS, usual);
    /* One that was begun has its options, and its first throws stand: nobody's word could enter them. */
    const bool other = order->plan.n_options || order->plan.master || order->plan.wants_beacon || start ||
                       json_in_has(body, "words") || json_in_has(body, "sealed");
    if (begun && other && !body->bad)
        json_in_refuse(body, API_FAULT_ONE_OF, "transcript, options, start, words, beacon, master, sealed", "%s",
                       "transcript");
}

/* ---- What it means --------------------------------------------------------------------------------------------------------------- */

static enum alea_err find_game(struct api_request *request, struct order *order) {
    const char *id = json_in_string(&request->body, "game", API_MAX_NAME);
    order->plan.game = alea_game_find(id);
    if (order->plan.game) return ALEA_OK;
    char games[200] = "";
    const struct alea_game *game;
    for (int i = 0, length = 0; (game = alea_game_at(i)) && length < (int)sizeof games; i++)
        if (game->listed)
            length += snprintf(games + length, sizeof games - (size_t)length, "%s%s", length ? ", " : "", game->id);
    enum alea_err code = alea_fail(&request->error, ALEA_ERR_UNKNOWN_GAME, id, games);
    snprintf(request->error.where, sizeof request->error.where, "game");
    return code;
}

/* A level that the game does not have would be some other bot. */
static bool has_levels(struct api_request *request, const struct table_plan *plan) {
    for (int seat = 0; seat < plan->seats; seat++) {
        char where[24];
        const char *who = plan->seat[seat].who;
        if (api_bot_is_in(who, plan->game)) continue;
        snprintf(where, sizeof where, "seats[%d]", seat);
        api_refuse(request, API_FAULT_NO_LEVEL, where, who + 4);
        return false;
    }
    const bool deputy = plan->clock.kind != CLOCK_NONE && plan->clock.then == CLOCK_THEN_DEPUTY;
    const struct alea_bot *bot = deputy ? alea_bot_find(plan->clock.deputy) : NULL;
    if (!bot || alea_bot_is_in(bot, plan->game)) return true;
    api_refuse(request, API_FAULT_NO_LEVEL, "clock.then", bot->name);
    return false;
}

/* A clock knows no bots; a deputy that nobody is would be missed only when it is needed. */
static enum alea_err check_deputy(struct api_request *request, const struct clock_rules *clock) {
    if (clock->kind == CLOCK_NONE || clock->then != CLOCK_THEN_DEPUTY || alea_bot_find(clock->deputy)) return ALEA_OK;
    enum alea_err code = alea_fail(&request->error, ALEA_ERR_BAD_OPTION, "then",
                                   alea_reason(&request->error, ENGINE_SAY_TABLE_NO_BOT, clock->deputy).at);
    snprintf(request->error.where, sizeof request->error.where, "clock.then");
    return code;
}

/* True and false are words to some options, and 1 and 0 to those that are numbers. */
static void number_truths(struct api_request *request, struct order *order) {
    const json_t *options = json_in_object(&request->body, "options");
    const struct alea_game *game = order->plan.game;
    for (int i = 0; i < game->n_options; i++) {
        const json_t *value = json_object_get(options, game->options[i].key);
        if (game->options[i].words || !json_is_boolean(value)) continue;
        for (int n = 0; n < order->plan.n_options; n++) {
            size_t length = strlen(game->options[i].key);
            char *option = order->option[n];
            if (strncmp(option, game->options[i].key, length) == 0 && option[length] == '=')
                snprintf(option + length + 1, MAX_OPTION - length - 1, "%d", json_is_true(value));
        }
    }
}

/* Who plays with strangers does not take back alone what they saw. */
static enum alea_err check_takebacks(struct api_request *request, const struct table_plan *plan) {
    if (plan->takebacks != TAKEBACKS_CREATOR || !plan->listed) return ALEA_OK;
    enum alea_err code = alea_fail(&request->error, ALEA_ERR_BAD_OPTION, "takebacks",
                                   alea_reason(&request->error, ENGINE_SAY_TABLE_TAKEBACKS_PRIVATE).at);
    snprintf(request->error.where, sizeof request->error.where, "takebacks");
    return code;
}

/* No clock, or one without members: none. */
static enum alea_err read_clock(struct api_request *request, struct clock_rules *rules) {
    json_t *clock = json_in_object(&request->body, "clock");
    json_t *none = json_object_size(clock) == 0 ? json_pack("{s:s}", "kind", "none") : NULL;
    if (json_object_size(clock) == 0) clock = none;
    enum alea_err code =
        clock ? clock_rules_read(clock, rules, &request->error) : alea_fail(&request->error, ALEA_ERR_NO_MEMORY);
    json_decref(none);
    return code != ALEA_OK ? code : check_deputy(request, rules);
}

/* What a clock would do, in the words that its table will say. */
enum api_next api_clock(struct api_request *request) {
    struct clock_rules rules = {.kind = CLOCK_NONE};
    const enum alea_err code = read_clock(request, &rules);
    if (!api_body_end(request)) return API_ANSWERED;
    if (code != ALEA_OK) return api_refuse_engine(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_policy(&rules, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

static enum alea_err place(struct api_request *request, const char *where, enum alea_err code) {
    snprintf(request->error.where, sizeof request->error.where, "%s", where);
    return code;
}

/* Puts a sealed one in the place of what was brought. */
static enum alea_err seal(struct api_request *request, struct order *order) {
    struct alea_text sealed;
    alea_text_init(&sealed, ALEA_MAX_SCENARIO_BYTES, request->lang);
    bool made = alea_scenario_seal(&order->scenario, &sealed, &request->error);
    free(order->scenario_bytes);
    order->scenario_bytes = made ? strdup(alea_text_str(&sealed)) : NULL;
    alea_text_clear(&sealed);
    if (!made) return request->error.code;
    return order->scenario_bytes ? ALEA_OK : alea_fail(&request->error, ALEA_ERR_NO_MEMORY);
}

/* The file of a match that was begun comes as it is: the hash of its bytes stands in the head. */
static char *bytes_of(const json_t *scenario) {
    return json_is_string(scenario) ? strdup(json_string_value(scenario)) : json_dumps(scenario, JSON_COMPACT);
}

/* One that everybody may read, or a sealed one, which is the Master's. */
static enum alea_err read_scenario(struct api_request *request, struct order *order) {
    const json_t *open = json_in_any(&request->body, "scenario"), *sealed = json_in_object(&request->body, "sealed");
    const char *name = sealed ? "sealed" : "scenario";
    if (!open && !sealed) return ALEA_OK;
    if (open && sealed)
        return place(request, "sealed",
                     alea_fail(&request->error, ALEA_ERR_BAD_SCENARIO,
                               alea_reason(&request->error, ENGINE_SAY_TABLE_TWO_SCENARIOS).at));
    if (sealed && !order->plan.master)
        return place(request, "master",
                     alea_fail(&request->error, ALEA_ERR_BAD_SCENARIO,
                               alea_reason(&request->error, ENGINE_SAY_TABLE_SEAL_WANTS_MASTER).at));
    order->scenario_bytes = bytes_of(sealed ? sealed : open);
    if (!order->scenario_bytes) return alea_fail(&request->error, ALEA_ERR_NO_MEMORY);
    order->scenario =
        (struct alea_scenario){.name = name, .bytes = order->scenario_bytes, .n_bytes = strlen(order->scenario_bytes)};
    if (sealed && order->scenario.n_bytes <= ALEA_MAX_SCENARIO_BYTES && seal(request, order) != ALEA_OK)
        return request->error.code;
    order->scenario.bytes = order->scenario_bytes;
    order->scenario.n_bytes = strlen(order->scenario_bytes);
    order->plan.scenario = &order->scenario;
    if (order->scenario.n_bytes <= ALEA_MAX_SCENARIO_BYTES) return ALEA_OK;
    return alea_fail(&request->error, ALEA_ERR_TOO_LARGE,
                     alea_reason(&request->error, ENGINE_SAY_TABLE_LARGE_SCENARIO, ALEA_MAX_SCENARIO_BYTES).at);
}

/* A match that was begun elsewhere, and goes on here by its own options. */
static enum alea_err read_begun(struct api_request *request, struct order *order) {
    const char *transcript = json_in_string(&request->body, "transcript", MAX_BEGUN);
    if (!transcript) return ALEA_OK;
    const struct alea_scenario *scenario = order->plan.scenario;
    order->begun = alea_transcript_read("transcript", transcript, strlen(transcript), scenario, NULL, NULL, &request->error);
    if (request->error.code) {
        const struct alea_error fault = request->error;
        return place(request, "transcript", alea_fail(&request->error, ALEA_ERR_BAD_OPTION, "transcript", fault.text));
    }
    const struct alea_rules *rules = alea_match_rules(order->begun);
    const bool fits = rules->game == order->plan.game && rules->seats == order->plan.seats &&
                      rules->has_scenario == (scenario != NULL) && !rules->sealed &&
                      alea_match_actors(order->begun) != ALEA_ACTORS_OVER &&
                      alea_match_plies(order->begun) <= MAX_BEGUN_PLIES;
    if (!fits)
        return place(request, "transcript",
                     alea_fail(&request->error, ALEA_ERR_BAD_OPTION, "transcript",
                               alea_reason(&request->error, ENGINE_SAY_TABLE_BAD_BEGUN, MAX_BEGUN_PLIES).at));
    for (int i = 0; i < rules->game->n_options; i++) {
        struct alea_text option;
        alea_text_init(&option, MAX_OPTION, ALEA_EN);
        alea_option_write(rules, i, &option);
        snprintf(order->option[i], MAX_OPTION, "%s", alea_text_str(&option));
        order->plan.option[i] = order->option[i];
        alea_text_clear(&option);
    }
    order->plan.n_options = rules->game->n_options;
    order->plan.begun = order->begun;
    return ALEA_OK;
}

static void clear(struct order *order) {
    free(order->scenario_bytes);
    alea_match_free(order->begun);
}

/* Where in the body an error of the engine lies, if it does not say so itself. */
static void place_error(struct alea_error *error) {
    const char *where = error->code == ALEA_ERR_BAD_SEATS      ? "seats"
                        : error->code == ALEA_ERR_BAD_OPTION   ? "options"
                        : error->code == ALEA_ERR_BAD_SCENARIO ? "scenario"
                                                               : "";
    if (!*error->where) snprintf(error->where, sizeof error->where, "%s", where);
}

/* ---- Making it -------------------------------------------------------------------------------------------------------------------- */

static void write_url(const struct api *api, const char *key, const char *id, char page, const char *token,
                      struct alea_text *text) {
    alea_json_key(text, key);
    alea_text_addf(text, "\"%s/%c/%s%s%s\"", lobby_options_of(api->lobby)->base_url, page, id, token ? "#" : "",
                   token ? token : "");
}

/* Which page a link opens: a table, what is behind it, or the one on which people enrol. */
static char page_of(enum store_link_kind kind) {
    switch (kind) {
    case STORE_LINK_ADMIN:
    case STORE_LINK_MASTER: return 'a';
    case STORE_LINK_ENROL:
    case STORE_LINK_ENROLLED: return 'e';
    default: return 'm';
    }
}

enum alea_err api_write_link_until(struct api_request *request, enum store_link_kind kind, int number, int64_t until,
                                   const char *key, const char *url_key, struct alea_text *text) {
    const char *id = table_look(request->table).id;
    struct store_link link = {.kind = kind, .seat = number, .until = until};
    struct token token;
    memcpy(link.id, id, sizeof link.id);
    enum alea_err code = api_add_link(request->api, &link, &token, &request->error);
    if (code != ALEA_OK) return code;
    alea_json_id(text, key, token.at);
    write_url(request->api, url_key, id, page_of(kind), token.at, text);
    sodium_memzero(&token, sizeof token);
    return ALEA_OK;
}

enum alea_err api_write_link(struct api_request *request, enum store_link_kind kind, int number, const char *key,
                             const char *url_key, struct alea_text *text) {
    return api_write_link_until(request, kind, number, 0, key, url_key, text);
}

enum alea_err api_write_seat(struct api_request *request, int seat, const char *who, struct alea_text *text) {
    enum alea_err code = ALEA_OK;
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", seat);
    alea_json_id(text, "who", who);
    if (strcmp(who, "human") == 0) {
        code = api_write_link(request, STORE_LINK_SEAT, seat, "token", "url", text);
    } else {
        alea_json_null(text, "token");
        alea_json_null(text, "url");
    }
    alea_json_close_object(text);
    return code;
}

static enum alea_err write_seats(struct api_request *request, struct alea_text *text) {
    struct table_view look = table_look(request->table);
    int seats = alea_match_rules(look.match)->seats;
    enum alea_err code = ALEA_OK;
    alea_json_open_array(text, "seats");
    for (int seat = 0; seat < seats && code == ALEA_OK; seat++)
        code = api_write_seat(request, seat, look.seat[seat].who, text);
    alea_json_close_array(text);
    return code;
}

static enum api_next answer_created(struct api_request *request) {
    struct table_view look = table_look(request->table);
    char hex[2 * ALEA_HASH_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, alea_match_head(look.match)->commitment, ALEA_HASH_BYTES);
    struct alea_text *text = api_answer(request, 201);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "match", look.id);
    alea_json_id(text, "commitment", hex);
    enum alea_err code = api_write_link(request, STORE_LINK_ADMIN, ALEA_NONE, "admin", "admin_url", text);
    if (code == ALEA_OK && look.has_master)
        code = api_write_link(request, STORE_LINK_MASTER, 0, "master", "master_url", text);
    if (code != ALEA_OK) return api_refuse_engine(request);
    write_url(request->api, "url", look.id, 'm', NULL, text);
    code = write_seats(request, text);
    if (code != ALEA_OK) return api_refuse_engine(request);
    alea_json_id(text, "status", store_status_name(look.status));
    alea_json_integer(text, "ply", table_ply(request->table, ALEA_NONE));
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* Reads and checks what is asked, as far as no table is needed: by any thread. False after the refusal. */
static bool prepare(struct api_request *request, struct order *order) {
    read_order(&request->body, order);
    if (!api_body_end(request)) return false;
    if (find_game(request, order) == ALEA_OK) number_truths(request, order);
    if (order->plan.game && read_clock(request, &order->plan.clock) == ALEA_OK &&
        check_takebacks(request, &order->plan) == ALEA_OK && read_scenario(request, order) == ALEA_OK &&
        read_begun(request, order) == ALEA_OK)
        return has_levels(request, &order->plan);
    api_refuse_engine(request);
    return false;
}

static enum api_next make(struct api_request *request, const struct order *order) {
    int wait;
    if (order->plan.wants_beacon && !lobby_options_of(request->api->lobby)->beacon)
        return api_refuse(request, API_FAULT_NO_BEACON, "beacon", NULL);
    if (lobby_counts(request->api->lobby)->store_full) return api_refuse_for(request, API_FAULT_FULL, FULL_FOR);
    if (!attempts_take(request->api->creations, request->call->address, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    if (lobby_create(request->api->lobby, &order->plan, request->now, &request->table, &request->error) == ALEA_OK)
        return answer_created(request);
    request->table = NULL;
    place_error(&request->error);
    return api_refuse_engine(request);
}

/* ---- By the pool, as far as it goes: what is large takes long to be read ------------------------------------------------------------ */

struct creation {
    struct api_lasting lasting; /* first */
    struct api_call call;       /* as far as prepare() needs it, and its refusal */
    struct api_request request;
    struct order order;
    struct cached_rules *rules;
    bool fine;
    char body[];
};

static void work(struct api_lasting *lasting) {
    struct creation *creation = (struct creation *)lasting;
    struct api_request *request = &creation->request;
    struct json_in *body = &request->body;
    if (!json_in_open(body, creation->body, creation->call.n_body)) {
        api_refuse(request, body->fault, body->where, body->detail);
    } else if (prepare(request, &creation->order)) {
        json_object_del(body->root, "scenario"); /* its bytes are made */
        json_object_del(body->root, "sealed");
        creation->rules = lobby_cache_rules(request->api->lobby, &creation->order.plan, &request->error);
        creation->fine = creation->rules != NULL;
        place_error(&request->error);
        if (!creation->fine) api_refuse_engine(request);
    }
    json_in_close(body);
}

static void answer(struct api_lasting *lasting, struct api_request *request) {
    struct creation *creation = (struct creation *)lasting;
    if (creation->fine) {
        make(request, &creation->order);
        return;
    }
    *api_answer(request, creation->call.status) = creation->call.answer;
    creation->call.answer = (struct alea_text){.at = NULL};
    request->call->retry_after = creation->call.retry_after;
}

static void end(struct api_lasting *lasting) {
    struct creation *creation = (struct creation *)lasting;
    lobby_release_rules(creation->request.api->lobby, creation->rules);
    alea_text_clear(&creation->call.answer);
    clear(&creation->order);
    free(creation);
}

static enum api_next create_by_pool(struct api_request *request) {
    const struct api_call *call = request->call;
    struct creation *creation = calloc(1, sizeof *creation + call->n_body);
    if (!creation) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    memcpy(creation->body, call->body, call->n_body);
    creation->call.n_body = call->n_body;
    alea_text_init(&creation->call.answer, API_MAX_SMALL_BODY, request->lang);
    creation->request = *request;
    creation->request.call = &creation->call;
    creation->lasting = (struct api_lasting){.work = work, .answer = answer, .end = end};
    return api_lasting_start(request, &creation->lasting);
}

enum api_next api_create(struct api_request *request) {
    const bool begun = json_object_get(request->body.root, "transcript") != NULL; /* replayed: not in the loop */
    if (!request->body.root || (begun && api_has_pool(request))) return create_by_pool(request);
    struct order *order = calloc(1, sizeof *order);
    if (!order) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    enum api_next next = prepare(request, order) ? make(request, order) : API_ANSWERED;
    clear(order);
    free(order);
    return next;
}
