/* SPDX-License-Identifier: MIT */
/* table_create.c - tables are created: checked, furnished, written. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "table_internal.h"

enum { TRIES = 3, MAX_OPTIONS_BYTES = 4096 };

static const char id_letters[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Of several processes each makes tables of its own shares. */
static void new_id(const struct lobby *lobby, char id[STORE_ID_LENGTH + 1]) {
    unsigned char bytes[STORE_ID_LENGTH];
    do {
        randombytes_buf(bytes, sizeof bytes);
        for (int i = 0; i < STORE_ID_LENGTH; i++) id[i] = id_letters[bytes[i] % 32];
        id[STORE_ID_LENGTH] = 0;
    } while (lobby->shares && !(lobby->shares & share_bit(share_of_match(id))));
}

static enum alea_err take_seats(struct table *table, const struct table_plan *plan, struct alea_error *error) {
    for (int seat = 0; seat < table->seats; seat++) {
        struct store_seat *to = &table->seat[seat];
        *to = plan->seat[seat];
        table_take_line(to->name, sizeof to->name, plan->seat[seat].name);
        table_take_line(to->word, sizeof to->word, plan->seat[seat].word);
        bool person = strcmp(to->who, "human") == 0;
        if (!person && !table_bot(table, seat))
            return alea_fail(error, ALEA_ERR_BAD_SEATS, alea_digits(table->seats).at,
                             alea_reason(error, ENGINE_SAY_TABLE_WHO, to->who).at);
        if (!person) to->joined = true;
    }
    return ALEA_OK;
}

static enum alea_err write_new(struct table *table, const struct table_plan *plan, struct alea_error *error) {
    const struct alea_match_head *head = alea_match_head(table->match);
    struct alea_text settings, state;
    alea_text_init(&settings, STORE_MAX_STATE, ALEA_EN);
    alea_text_init(&state, STORE_MAX_STATE, ALEA_EN);
    table_write_settings(table, &settings);
    table_state_words(table, &state);
    struct store_match row = {
        .game = plan->game->id,
        .rules_version = plan->game->rules_version,
        .seats = table->seats,
        .options = table->cached->options,
        .name = table->name,
        .listed = table->listed,
        .settings = alea_text_str(&settings),
        .state = alea_text_str(&state),
        .status = table->status,
        .created = table->created,
        .changed = table->created,
    };
    if (plan->scenario) {
        row.scenario_name = plan->scenario->name;
        row.scenario = plan->scenario->bytes;
        row.scenario_bytes = plan->scenario->n_bytes;
    }
    memcpy(row.seed, head->dice.seed, sizeof row.seed);
    memcpy(row.commitment, head->commitment, sizeof row.commitment);
    enum alea_err err = ALEA_ERR_STALE;
    if (settings.truncated || state.truncated) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    for (int i = 0; i < TRIES && err == ALEA_ERR_STALE; i++) {
        new_id(table->lobby, table->id);
        memcpy(row.id, table->id, sizeof row.id);
        err = store_create(table->lobby->options.store, &row, table->seat, error);
    }
    if (!err) err = store_set_dice(table->lobby->options.store, table->id, head, table->seats, error);
    if (err) lobby_break(table->lobby, error);
    alea_text_clear(&settings);
    alea_text_clear(&state);
    return err;
}

/* A clock for each seat is wrong where windows belong to teams, and tells the others who is waited for. */
static enum alea_err check_clock(const struct table_plan *plan, struct alea_error *error) {
    const bool windows = plan->game->campaign.window != NULL;
    enum alea_err err = ALEA_OK;
    if (windows && clock_of_seats(&plan->clock))
        err = alea_fail(error, ALEA_ERR_BAD_OPTION, "kind", alea_reason(error, ENGINE_SAY_CLOCK_HAS_WINDOWS).at);
    if (!windows && plan->clock.kind == CLOCK_WINDOWS)
        err = alea_fail(error, ALEA_ERR_BAD_OPTION, "kind", alea_reason(error, ENGINE_SAY_CLOCK_NO_WINDOWS).at);
    if (err && error) snprintf(error->where, sizeof error->where, "clock.kind");
    return err;
}

static void take_beacon(struct table *table, const struct table_plan *plan) {
    table->wants_beacon = plan->wants_beacon;
    table->beacon_round = plan->beacon_round;
    memcpy(table->beacon_chain, plan->beacon_chain, sizeof table->beacon_chain);
}

/* All plies of a match that was begun elsewhere, the first ones here. The dice are others from now on: which throws were those of that match
 * stands in the record. */
static enum alea_err take_over(struct table *table, const struct alea_match *begun, struct alea_error *error) {
    for (long ply = 1; begun && ply <= alea_match_plies(begun); ply++) {
        const struct alea_ply *done = alea_match_ply(begun, ply);
        const char *note = done->seat == ALEA_CHANCE ? ALEA_NOTE_HANDED : done->note;
        if (alea_match_play(table->match, ply - 1, done->seat, done->move, note, NULL, error)) return error->code;
    }
    return !begun || plies_of_match(table) ? ALEA_OK : alea_fail(error, ALEA_ERR_NO_MEMORY);
}

/* Everything of a new table but its rules. */
static enum alea_err furnish(struct table *table, const struct table_plan *plan, int64_t now, struct alea_error *error) {
    struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR, .has_seed = true};
    enum alea_err err = take_seats(table, plan, error);
    if (err) return err;
    table_take_line(table->name, sizeof table->name, plan->name ? plan->name : "");
    table->listed = plan->listed;
    table->created = table->changed = now;
    table->wait_for_all = plan->wait_for_all;
    table->drawn = plan->drawn;
    table->has_master = plan->master;
    table->help = plan->help;
    table->open = plan->open;
    table->takebacks = plan->takebacks;
    if (plan->master) table->master[0][0] = '1'; /* what he is called until somebody else has to be told from him */
    take_beacon(table, plan);
    bool waits = (plan->wait_for_all || plan->drawn) && !table_all_joined(table);
    table->status = waits || plan->wants_beacon ? STORE_WAITING : STORE_PLAYING;
    clock_init(&table->clock, &plan->clock, table->seats);
    if (table->status == STORE_PLAYING) clock_go(&table->clock, now);
    alea_seed_new(head.dice.seed);
    if (table->status == STORE_PLAYING) draw_bind_names(table, &head);
    table->match = table_make_match(table, &head, error);
    sodium_memzero(&head, sizeof head);
    if (!table->match) return ALEA_ERR_NO_MEMORY;
    err = take_over(table, plan->begun, error);
    if (err) return err;
    return write_new(table, plan, error) ? lobby_is_broken(table->lobby, error) : ALEA_OK;
}

static struct cached_rules *bad_option(const char *option, struct alea_error *error) {
    alea_fail(error, ALEA_ERR_BAD_OPTION, option, alea_reason(error, ENGINE_SAY_TABLE_BAD_OPTION).at);
    return NULL;
}

struct cached_rules *lobby_cache_rules(struct lobby *lobby, const struct table_plan *plan, struct alea_error *error) {
    struct alea_text options;
    alea_text_init(&options, MAX_OPTIONS_BYTES, ALEA_EN);
    for (int i = 0; i < plan->n_options; i++) {
        if (!plan->option[i][0] || strchr(plan->option[i], ' ')) {
            alea_text_clear(&options);
            return bad_option(plan->option[i], error);
        }
        alea_text_addf(&options, "%s%s", i ? " " : "", plan->option[i]);
    }
    const struct rules_key key = {.game = plan->game,
                                  .version = plan->game->rules_version,
                                  .seats = plan->seats,
                                  .options = alea_text_str(&options),
                                  .scenario = plan->scenario};
    struct cached_rules *cached = NULL;
    if (options.truncated) alea_fail(error, ALEA_ERR_TOO_LARGE, "options");
    else cached = rules_cache_get(lobby, &key, error);
    alea_text_clear(&options);
    return cached;
}

void lobby_release_rules(struct lobby *lobby, struct cached_rules *cached) { rules_cache_release(lobby, cached); }

enum alea_err lobby_create(struct lobby *lobby, const struct table_plan *plan, int64_t now, struct table **out,
                           struct alea_error *error) {
    if (lobby->broken.code) return lobby_is_broken(lobby, error);
    lobby->now = now;
    if (plan->scenario && plan->scenario->name && strlen(plan->scenario->name) > STORE_MAX_SCENARIO_NAME)
        return alea_fail(error, ALEA_ERR_BAD_SCENARIO, alea_reason(error, ENGINE_SAY_TABLE_LONG_NAME).at);
    if (check_clock(plan, error)) return ALEA_ERR_BAD_OPTION;
    struct cached_rules *cached = lobby_cache_rules(lobby, plan, error);
    if (!cached) return error->code;
    struct table *table = table_new(lobby, plan->seats, now, error);
    if (!table) {
        rules_cache_release(lobby, cached);
        return ALEA_ERR_NO_MEMORY;
    }
    table->cached = cached;
    enum alea_err err = furnish(table, plan, now, error);
    if (err) {
        table_close(table);
        return err;
    }
    lobby_add(lobby, table);
    lobby->weighed = 0;
    table_change(table);
    if (plan->begun && table_keep(table, 0, now, error)) return table_usable(table, error);
    if (table_tell_unlearned(table, ALEA_EVERYBODY, now, error)) return error->code;
    bool ready = table->wants_beacon && !table->drawn && (!table->wait_for_all || table_all_joined(table));
    if (ready) (void)table_ready(table, now, error);
    else table_auto_advance(table, now);
    *out = table;
    return table_usable(table, error);
}
