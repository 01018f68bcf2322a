/* SPDX-License-Identifier: MIT */
/* table_json.c - what the store keeps of a table beside its plies and seats: what was fixed at the beginning, and what a restart
 * must find again. */
#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "table_internal.h"

static const char deleting[] = ",\"deleting\":true";

void table_write_settings(const struct table *table, struct alea_text *text) {
    alea_text_addf(text, "{\"start\":\"%s\",\"clock\":{", table->wait_for_all ? "joined" : table->drawn ? "drawn" : "now");
    clock_rules_write(&table->clock.rules, text);
    alea_text_add(text, "}");
    if (table->wants_beacon) {
        char chain[2 * ALEA_HASH_BYTES + 1];
        sodium_bin2hex(chain, sizeof chain, table->beacon_chain, sizeof table->beacon_chain);
        alea_text_addf(text, ",\"beacon\":{\"chain\":\"%s\",\"round\":%llu}", chain,
                       (unsigned long long)table->beacon_round);
    }
    if (table->has_master) alea_json_bool(text, "master", true);
    if (table->help != TABLE_HELP_ODDS) alea_json_id(text, "help", table_help_names[table->help]);
    if (table->open) alea_json_natural(text, "open", table->open);
    if (table->takebacks != TAKEBACKS_ALL) alea_json_id(text, "takebacks", takebacks_name(table->takebacks));
    alea_text_add(text, "}");
}

/* "masters":["Anna",null,...], by their numbers. */
static void write_masters(const struct table *table, struct alea_text *text) {
    alea_json_open_array(text, "masters");
    for (int i = 0; i < STORE_MAX_MASTERS; i++) alea_json_string(text, NULL, table->master[i][0] ? table->master[i] : NULL);
    alea_json_close_array(text);
}

/* "viewed":[[seat,ply,at],...] */
static void write_viewed(const struct table *table, struct alea_text *text) {
    bool any = false;
    for (int seat = 0; seat < table->seats; seat++) {
        const struct viewed *view = &table->viewed[seat];
        if (!view->at) continue;
        if (!any) alea_json_open_array(text, "viewed");
        any = true;
        alea_json_open_array(text, NULL);
        alea_json_integer(text, NULL, seat);
        alea_json_integer(text, NULL, view->ply);
        alea_json_integer(text, NULL, view->at);
        alea_json_close_array(text);
    }
    if (any) alea_json_close_array(text);
}

/* When each person was here last: the Master asks for it, after a restart, too. */
static void write_seen(const struct table *table, struct alea_text *text) {
    alea_json_open_array(text, "seen");
    for (int seat = 0; seat < table->seats; seat++) alea_json_integer(text, NULL, table->seen[seat]);
    alea_json_close_array(text);
}

void table_state_words(const struct table *table, struct alea_text *text) {
    alea_text_addf(text, "{\"deputies\":%llu,\"passing\":%llu", (unsigned long long)table->deputies,
                   (unsigned long long)table->passing);
    if (table->reseated) alea_text_addf(text, ",\"reseated\":%llu", (unsigned long long)table->reseated);
    if (clock_has_state(&table->clock.rules)) {
        alea_text_add(text, ",\"clock\":");
        clock_state_write(&table->clock, text);
    }
    if (table->window.number) {
        alea_text_add(text, ",\"window\":");
        window_clock_write(&table->window, text);
    }
    draw_state_write(&table->draw, text);
    agreement_write(&table->agreement, text);
    loans_write(table, text);
    standing_write(table, text);
    write_viewed(table, text);
    if (table->has_master) {
        write_masters(table, text);
        write_seen(table, text);
    }
    if (table->deleting) alea_text_add(text, deleting);
    alea_text_add(text, "}");
}

/* Asked for each row of a list. The state's only other words, names of Masters, have their quotation marks escaped. */
bool table_is_deleting(const struct store_match *match) { return strstr(match->state, deleting); }

/* ---- Reading -------------------------------------------------------------------------------------------------------------- */

static enum alea_err bad(struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_BAD_TRANSCRIPT, alea_reason(error, ENGINE_SAY_TABLE_BAD_SETTINGS).at);
}

/* What was asked for beside the clock: how it begins, who may sit down, and a beacon. */
struct beginning {
    bool wait_for_all, drawn, wants_beacon, master;
    enum table_help help;
    alea_actors open;
    enum takebacks takebacks;
    uint8_t chain[ALEA_HASH_BYTES];
    uint64_t round;
};

/* Tables of older releases gave odds, and nothing was said of it. */
static enum table_help help_of(const char *name) {
    int help = 0;
    while (name && help < TABLE_HELPS && strcmp(name, table_help_names[help]) != 0) help++;
    return help < TABLE_HELPS ? (enum table_help)help : TABLE_HELP_ODDS;
}

static bool read_beginning(const json_t *json, struct beginning *beginning) {
    const json_t *beacon = json_object_get(json, "beacon");
    const char *start = json_string_value(json_object_get(json, "start"));
    *beginning = (struct beginning){
        .wait_for_all = start && strcmp(start, "joined") == 0,
        .drawn = start && strcmp(start, "drawn") == 0,
        .wants_beacon = beacon != NULL,
        .master = json_is_true(json_object_get(json, "master")),
        .help = help_of(json_string_value(json_object_get(json, "help"))),
        .open = (alea_actors)json_integer_value(json_object_get(json, "open")),
        .takebacks = takebacks_read(json_string_value(json_object_get(json, "takebacks"))),
        .round = (uint64_t)json_integer_value(json_object_get(beacon, "round")),
    };
    return !beacon || hex_read(json_string_value(json_object_get(beacon, "chain")), beginning->chain, ALEA_HASH_BYTES);
}

static enum alea_err read_settings(const char *settings, int seats, struct clock *clock, struct beginning *beginning,
                                   struct alea_error *error) {
    struct clock_rules rules = {.kind = CLOCK_NONE};
    json_t *json = json_loads(settings, JSON_REJECT_DUPLICATES, NULL);
    const json_t *clock_json = json_object_get(json, "clock");
    enum alea_err err = json_is_object(json) && clock_json ? clock_rules_read(clock_json, &rules, error) : bad(error);
    if (!read_beginning(json, beginning) && !err) err = bad(error);
    json_decref(json);
    clock_init(clock, &rules, seats);
    return err;
}

enum alea_err table_read_clock(const char *settings, struct clock_rules *rules) {
    json_t *json = json_loads(settings, JSON_REJECT_DUPLICATES, NULL);
    const enum alea_err err = clock_rules_read(json_object_get(json, "clock"), rules, NULL);
    json_decref(json);
    return err;
}

/* What a state says of seats and Masters, and beside the clock. */
struct running {
    alea_actors deputies, passing, reseated;
    struct window_clock window;
    struct draw draw;
    struct agreement agreement;
    struct loan loan[ALEA_MAX_SEATS];
    struct standing_order *standing; /* to be freed */
    struct viewed viewed[ALEA_MAX_SEATS];
    char master[STORE_MAX_MASTERS][TABLE_MASTER_NAME];
    int64_t seen[ALEA_MAX_SEATS];
};

static bool read_masters(const json_t *names, char master[STORE_MAX_MASTERS][TABLE_MASTER_NAME]) {
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (i >= STORE_MAX_MASTERS || (name && strlen(name) >= TABLE_MASTER_NAME)) return false;
        memcpy(master[i], name ? name : "", name ? strlen(name) + 1 : 1); /* cleaned when it was given */
    }
    return true;
}

static bool read_viewed(const json_t *list, int seats, struct viewed viewed[]) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *row = json_array_get(list, i), *seat = json_array_get(row, 0), *ply = json_array_get(row, 1),
                     *at = json_array_get(row, 2);
        if (!json_is_integer(seat) || json_integer_value(seat) < 0 || json_integer_value(seat) >= seats ||
            !json_is_integer(ply) || json_integer_value(ply) < 0 || json_integer_value(ply) > INT32_MAX ||
            !json_is_integer(at) || json_integer_value(at) < 0)
            return false;
        viewed[json_integer_value(seat)] =
            (struct viewed){.ply = (long)json_integer_value(ply), .at = (int64_t)json_integer_value(at)};
    }
    return true;
}

static enum alea_err read_state(const char *state, int seats, struct clock *clock, struct running *running,
                                struct alea_error *error) {
    const alea_actors all = ((alea_actors)1 << seats) - 1;
    json_t *json = json_loads(state, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(json)) {
        json_decref(json);
        return bad(error);
    }
    running->deputies = (alea_actors)json_integer_value(json_object_get(json, "deputies")) & all;
    running->passing = (alea_actors)json_integer_value(json_object_get(json, "passing")) & all;
    running->reseated = (alea_actors)json_integer_value(json_object_get(json, "reseated")) & all;
    enum alea_err err = ALEA_OK;
    if (clock_has_state(&clock->rules)) err = clock_state_read(json_object_get(json, "clock"), clock, error);
    if (!err && !window_clock_read(json_object_get(json, "window"), &running->window)) err = bad(error);
    if (!err && !draw_state_read(json_object_get(json, "draw"), seats, &running->draw)) err = bad(error);
    if (!err && !agreement_read(json_object_get(json, "agreement"), seats, &running->agreement)) err = bad(error);
    if (!err && !loans_read(json_object_get(json, "lent"), seats, running->loan)) err = bad(error);
    if (!err && !standing_read(json_object_get(json, "standing"), seats, &running->standing)) err = bad(error);
    if (!err && !read_viewed(json_object_get(json, "viewed"), seats, running->viewed)) err = bad(error);
    if (!err && !read_masters(json_object_get(json, "masters"), running->master)) err = bad(error);
    for (int seat = 0; seat < seats; seat++) /* tables of older releases have none */
        running->seen[seat] = (int64_t)json_integer_value(json_array_get(json_object_get(json, "seen"), (size_t)seat));
    json_decref(json);
    if (err) standing_free(&running->standing);
    return err;
}

enum alea_err table_read_settings(struct table *table, const char *settings, struct alea_error *error) {
    struct beginning beginning;
    enum alea_err err = read_settings(settings, table->seats, &table->clock, &beginning, error);
    table->wait_for_all = beginning.wait_for_all;
    table->drawn = beginning.drawn;
    table->has_master = beginning.master;
    table->help = beginning.help;
    table->open = beginning.open & (((alea_actors)1 << table->seats) - 1);
    table->takebacks = beginning.takebacks;
    table->wants_beacon = beginning.wants_beacon;
    table->beacon_round = beginning.round;
    memcpy(table->beacon_chain, beginning.chain, sizeof table->beacon_chain);
    return err;
}

enum alea_err table_read_state(struct table *table, const char *state, struct alea_error *error) {
    struct running running = {0};
    enum alea_err err = read_state(state, table->seats, &table->clock, &running, error);
    table->deputies = running.deputies;
    table->passing = running.passing;
    table->reseated = running.reseated;
    table->window = running.window;
    table->draw = running.draw;
    table->agreement = running.agreement;
    memcpy(table->loan, running.loan, sizeof table->loan);
    standing_free(&table->standing);
    table->standing = running.standing;
    memcpy(table->viewed, running.viewed, sizeof table->viewed);
    memcpy(table->master, running.master, sizeof table->master);
    memcpy(table->seen, running.seen, sizeof table->seen);
    return err;
}

int64_t table_due_by(const struct store_match *match, int64_t now, bool *bots) {
    struct clock clock;
    struct beginning beginning;
    struct running running = {0};
    if (read_settings(match->settings, match->seats, &clock, &beginning, NULL) ||
        read_state(match->state, match->seats, &clock, &running, NULL))
        return 0;
    standing_free(&running.standing);
    *bots = (running.deputies | running.passing) != 0;
    if (running.draw.phase != DRAW_NONE) return 1;
    const int64_t window = running.window.held ? 0 : running.window.number ? running.window.closes : 1;
    const int64_t turn = clock.rules.kind == CLOCK_WINDOWS ? window : clock_next(&clock, now);
    const int64_t absence = absence_due(running.loan, &clock);
    if (!turn && beginning.wants_beacon && match->status == STORE_PLAYING)
        return 1; /* the first throw may wait for its round */
    return absence && (!turn || absence < turn) ? absence : turn;
}

/* ---- Looking through ------------------------------------------------------------------------------------------------------ */

struct checking {
    struct alea_error *error;
    enum alea_err err;
};

static void check_row(void *context, const struct store_match *row) {
    struct checking *checking = context;
    struct clock clock;
    struct beginning beginning;
    struct running running = {0};
    checking->err = read_settings(row->settings, row->seats, &clock, &beginning, checking->error);
    if (!checking->err) checking->err = read_state(row->state, row->seats, &clock, &running, checking->error);
    standing_free(&running.standing);
}

static bool next_line(void *context, long n, int seat, const char *text, int64_t at) {
    (void)context, (void)n, (void)seat, (void)text, (void)at;
    return true;
}

enum alea_err table_check(struct store *store, const char *id, struct alea_error *error) {
    struct checking checking = {.error = error};
    enum alea_err err = store_match(store, id, check_row, &checking, error);
    if (!err) err = checking.err;
    return err ? err : store_read_chat(store, id, 0, next_line, NULL, error);
}
