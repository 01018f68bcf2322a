/* SPDX-License-Identifier: MIT */
/* table.c - tables come and go: created, opened from the store, written back, opened anew when the store has it otherwise. */
#include "table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "table_internal.h"

enum { TRIES = 3, REVISIONS_PER_MS = 1024, MAX_OPTIONS_BYTES = 4096 };

static const char id_letters[] = "abcdefghijklmnopqrstuvwxyz234567";

/* ---- Made and freed ----------------------------------------------------------------------------------------------------------- */

static struct table *table_new(struct lobby *lobby, int seats, int64_t now, struct alea_error *error) {
    struct table *table = calloc(1, sizeof *table);
    if (table) table->seat = calloc((size_t)seats, sizeof *table->seat);
    if (!table || !table->seat) {
        free(table);
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    table->lobby = lobby;
    table->seats = table->plies.seats = seats;
    if (!chains_new(&table->plies)) {
        free(table->seat);
        free(table);
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    /* Revisions go on growing over a restart: there are less changes in a millisecond than that. */
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        table->plies.changes[viewer] = table->plies.undone[viewer] = (uint64_t)now * REVISIONS_PER_MS + 1;
    return table;
}

static void drop_lines(struct table *table) {
    for (struct chat_line *line = table->lines; line;) {
        struct chat_line *next = line->next;
        free(line);
        line = next;
    }
    table->lines = NULL;
}

void table_close(struct table *table) {
    if (!table) return;
    table_stop_thinking(table);
    drop_lines(table);
    plies_clear(&table->plies);
    alea_match_free(table->match);
    rules_cache_release(table->lobby, table->cached);
    free(table->seat);
    free(table);
}

struct alea_match *table_make_match(const struct table *table, const struct alea_match_head *dice,
                                    struct alea_error *error) {
    struct alea_match_head head = *dice;
    for (int seat = 0; seat < table->seats; seat++) {
        memcpy(head.seat[seat].who, table->seat[seat].who, sizeof head.seat[seat].who);
        memcpy(head.seat[seat].name, table->seat[seat].name, sizeof head.seat[seat].name);
        memcpy(head.dice.word[seat], table->seat[seat].word, sizeof head.dice.word[seat]);
    }
    struct alea_rules *rules = alea_rules_share(table->cached->rules);
    struct alea_match *match = rules ? alea_match_new(rules, &head, error) : NULL;
    if (!match) alea_rules_free(rules);
    return match;
}

/* ---- Creating ------------------------------------------------------------------------------------------------------------------ */

static void new_id(char id[STORE_ID_LENGTH + 1]) {
    unsigned char bytes[STORE_ID_LENGTH];
    randombytes_buf(bytes, sizeof bytes);
    for (int i = 0; i < STORE_ID_LENGTH; i++) id[i] = id_letters[bytes[i] % 32];
    id[STORE_ID_LENGTH] = 0;
}

static void clean(char *to, size_t size, const char *from) {
    size_t length = alea_line_clean(from, strlen(from), to, size);
    memset(to + length, 0, size - length);
}

static enum alea_err take_seats(struct table *table, const struct table_plan *plan, struct alea_error *error) {
    for (int seat = 0; seat < table->seats; seat++) {
        struct store_seat *to = &table->seat[seat];
        *to = plan->seat[seat];
        clean(to->name, sizeof to->name, plan->seat[seat].name);
        clean(to->word, sizeof to->word, plan->seat[seat].word);
        bool person = strcmp(to->who, "human") == 0;
        if (!person && !table_bot(table, seat))
            return alea_fail(error, ALEA_ERR_BAD_SEATS, alea_digits(table->seats).at,
                             alea_reason(error, ENGINE_SAY_TABLE_WHO, to->who).at);
        if (!person) to->joined = true;
    }
    return ALEA_OK;
}

static bool all_joined(const struct table *table) {
    bool all = true;
    for (int seat = 0; seat < table->seats; seat++) all &= table->seat[seat].joined;
    return all;
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
    for (int i = 0; i < TRIES && err == ALEA_ERR_STALE; i++) {
        new_id(table->id);
        memcpy(row.id, table->id, sizeof row.id);
        err = store_create(table->lobby->options.store, &row, table->seat, error);
    }
    if (!err) err = store_set_dice(table->lobby->options.store, table->id, head, table->seats, error);
    if (err) lobby_break(table->lobby, error);
    alea_text_clear(&settings);
    alea_text_clear(&state);
    return err;
}

static void take_beacon(struct table *table, const struct table_plan *plan) {
    table->wants_beacon = plan->wants_beacon;
    table->beacon_round = plan->beacon_round;
    memcpy(table->beacon_chain, plan->beacon_chain, sizeof table->beacon_chain);
}

/* Everything of a new table but its rules. */
static enum alea_err furnish(struct table *table, const struct table_plan *plan, int64_t now, struct alea_error *error) {
    struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR, .has_seed = true};
    enum alea_err err = take_seats(table, plan, error);
    if (err) return err;
    clean(table->name, sizeof table->name, plan->name ? plan->name : "");
    table->listed = plan->listed;
    table->created = table->changed = now;
    table->wait_for_all = plan->wait_for_all;
    table->drawn = plan->drawn;
    take_beacon(table, plan);
    bool waits = (plan->wait_for_all || plan->drawn) && !all_joined(table);
    table->status = waits || plan->wants_beacon ? STORE_WAITING : STORE_PLAYING;
    clock_init(&table->clock, &plan->clock, table->seats);
    if (table->status == STORE_PLAYING) clock_go(&table->clock, now);
    alea_seed_new(head.dice.seed);
    if (table->status == STORE_PLAYING) draw_bind_names(table, &head);
    table->match = table_make_match(table, &head, error);
    sodium_memzero(&head, sizeof head);
    if (!table->match) return ALEA_ERR_NO_MEMORY;
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
    bool ready = table->wants_beacon && !table->drawn && (!table->wait_for_all || all_joined(table));
    if (ready) (void)table_ready(table, now, error);
    else table_auto_advance(table, now);
    *out = table;
    return table_usable(table, error);
}

/* ---- To look at ---------------------------------------------------------------------------------------------------------------- */

struct table *table_show(struct lobby *lobby, struct alea_match *match, struct alea_error *error) {
    const struct alea_match_head *head = alea_match_head(match);
    struct table *table = table_new(lobby, alea_match_rules(match)->seats, lobby->now, error);
    if (!table) {
        alea_match_free(match);
        return NULL;
    }
    table->match = match;
    table->status = alea_match_actors(match) == ALEA_ACTORS_OVER ? STORE_OVER : STORE_PLAYING;
    for (int seat = 0; seat < table->seats; seat++) {
        clean(table->seat[seat].who, sizeof table->seat[seat].who, head->seat[seat].who);
        clean(table->seat[seat].name, sizeof table->seat[seat].name, head->seat[seat].name);
        table->seat[seat].joined = true;
        if (strcmp(head->seat[seat].who, "human") == 0) table->online |= alea_actor(seat);
    }
    for (int viewer = 0; viewer < VIEWERS; viewer++) table->plies.changes[viewer] = table->plies.undone[viewer] = 0;
    clock_init(&table->clock, &(struct clock_rules){.kind = CLOCK_NONE}, table->seats);
    if (plies_of_match(table)) return table;
    table_close(table);
    alea_fail(error, ALEA_ERR_NO_MEMORY);
    return NULL;
}

void table_put_away(struct table *table) { table_close(table); }

/* ---- Opening ------------------------------------------------------------------------------------------------------------------- */

struct reading {
    const struct opening_place *place;
    struct table *table;
    enum alea_err err;
    struct alea_error *error;
};

/* What the store says of the match: all but plies, seats and chat. */
static void take_match(void *context, const struct store_match *row) {
    struct reading *opening = context;
    const struct alea_game *game = alea_game_find(row->game);
    struct alea_scenario scenario = {.name = row->scenario_name, .bytes = row->scenario, .n_bytes = row->scenario_bytes};
    struct rules_key key = {.game = game,
                            .version = row->rules_version,
                            .seats = row->seats,
                            .options = row->options,
                            .complete = true,
                            .scenario = row->scenario ? &scenario : NULL};
    struct table *table = opening->table = table_new(opening->place->lobby, row->seats, opening->place->now, opening->error);
    opening->err = ALEA_ERR_NO_MEMORY;
    if (!table) return;
    if (table_is_deleting(row)) {
        opening->err = alea_fail(opening->error, ALEA_ERR_NOT_FOUND, row->id);
        return;
    }
    memcpy(table->id, row->id, sizeof table->id);
    clean(table->name, sizeof table->name, row->name);
    table->listed = row->listed;
    table->created = row->created;
    table->changed = row->changed;
    table->status = row->status;
    opening->err = table_read_settings(table, row->settings, opening->error);
    if (!opening->err) opening->err = table_read_state(table, row->state, opening->error);
    if (opening->err) return;
    if (!game) {
        opening->err = alea_fail(opening->error, ALEA_ERR_UNKNOWN_GAME, row->game, "-");
        return;
    }
    if (key.version > game->rules_version) key.version = game->rules_version; /* store_replay() tells that it is too new */
    table->cached = rules_cache_get(opening->place->lobby, &key, opening->error);
    opening->err = table->cached ? ALEA_OK : opening->error->code;
}

static enum alea_err read_plies(struct table *table, struct store *store, struct alea_error *error) {
    struct alea_rules *rules = alea_rules_share(table->cached->rules);
    enum alea_err err = store_replay(store, table->id, rules, &table->match, error);
    if (err && !table->match) alea_rules_free(rules);
    if (!err && !plies_of_match(table)) err = alea_fail(error, ALEA_ERR_NO_MEMORY);
    return err;
}

static bool note_a_line(void *context, long n, int seat, const char *text, int64_t at) {
    (void)seat, (void)text, (void)at;
    *(long *)context = n;
    return false;
}

/* The number of the last line, by halving: the store counts none. */
static enum alea_err find_last_line(struct table *table, struct store *store, struct alea_error *error) {
    long low = 0, high = MAX_CHAT_LINES;
    while (low < high) {
        long middle = low + (high - low) / 2, found = 0;
        enum alea_err err = store_read_chat(store, table->id, middle, note_a_line, &found, error);
        if (err) return err;
        if (found > middle) low = found;
        else high = middle;
    }
    table->chat = low;
    return ALEA_OK;
}

static bool take_time(void *context, long ply, const struct alea_ply *done, int64_t at) {
    (void)ply, (void)done;
    *(int64_t *)context = at;
    return false;
}

/* Lists tell everybody when a match last changed: by something that everybody heard of. */
static enum alea_err find_last_change(struct table *table, struct store *store, struct alea_error *error) {
    const struct plies *plies = &table->plies;
    if (table->status == STORE_OVER || !plies->heard || alea_may_know(plies->heard[plies->n - 1], ALEA_NONE)) return ALEA_OK;
    long heard = table_ply(table, ALEA_NONE);
    table->changed = table->created;
    if (heard == 0) return ALEA_OK;
    long before = table_true_ply(table, ALEA_NONE, heard - 1);
    return store_read(store, table->id, before, take_time, &table->changed, error);
}

enum alea_err table_open(const struct opening_place *place, const char *id, struct table **out, struct alea_error *error) {
    struct reading opening = {.place = place, .error = error};
    struct store *store = place->store;
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0;
    enum alea_err err = store_match(store, id, take_match, &opening, error);
    struct table *table = opening.table;
    if (!err) err = opening.err;
    if (!err) err = store_seats(store, id, seats, &n, error);
    if (!err && n != table->seats) err = alea_fail(error, ALEA_ERR_BAD_SEATS, alea_digits(n).at, "-");
    if (!err) memcpy(table->seat, seats, (size_t)n * sizeof *seats);
    if (!err) err = read_plies(table, store, error);
    if (!err) err = find_last_change(table, store, error);
    if (!err) err = find_last_line(table, store, error);
    if (err) {
        table_close(table);
        return err;
    }
    table->notified = table->plies.n;
    draw_woken(table);
    *out = table;
    return ALEA_OK;
}

/* Who listens and watches goes over to `to`. */
static void move_company(struct table *from, struct table *to) {
    to->listeners = from->listeners;
    to->watchers = from->watchers;
    from->listeners = NULL;
    from->watchers = NULL;
    for (struct listener *listener = to->listeners; listener; listener = listener->next) listener->table = to;
    for (struct watcher *watcher = to->watchers; watcher; watcher = watcher->next) watcher->table = to;
    to->online = table_who_listens(to);
}

void table_replace(struct table *table, struct table *fresh, enum alea_err err) {
    struct lobby *lobby = table->lobby;
    lobby_remove(lobby, table);
    if (err) {
        lobby_try_again(lobby, table->id, err);
        table_dismiss(table, true);
    } else {
        uint64_t newest = 0;
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            if (table->plies.changes[viewer] > newest) newest = table->plies.changes[viewer];
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            if (fresh->plies.changes[viewer] <= newest) fresh->plies.changes[viewer] = newest + 1;
        memcpy(fresh->plies.undone, fresh->plies.changes, sizeof fresh->plies.undone);
        fresh->frozen = table->frozen;
        move_company(table, fresh);
        lobby_add(lobby, fresh);
        fresh->anew = true;
        table_notify(fresh);
        table_committed(fresh);
        table_advance_later(fresh);
    }
    table_close(table);
}

void table_reopen(struct table *table) {
    struct lobby *lobby = table->lobby;
    struct alea_error error = {.lang = ALEA_EN};
    struct table *fresh = NULL;
    if (table->reopening) return;
    bool deleted = table->deleted && !lobby->counts.store_fails;
    table->lost = true;
    table->reopening = !deleted && opening_lasts(lobby, table->id) && lobby_await(lobby, table->id, 0, NULL);
    if (table->reopening) return;
    const struct opening_place place = {.lobby = lobby, .store = lobby->options.store, .now = lobby->now};
    enum alea_err err = deleted ? ALEA_ERR_NOT_FOUND : table_open(&place, table->id, &fresh, &error);
    if (err && err != ALEA_ERR_NOT_FOUND) lobby_unreadable(lobby, table->id, &error);
    table_replace(table, fresh, err);
}

/* ---- Changes ------------------------------------------------------------------------------------------------------------------- */

void table_touch(struct table *table) {
    if (table->dirty) return;
    table->dirty = true;
    table->next_dirty = table->lobby->dirty;
    table->lobby->dirty = table;
}

void table_change(struct table *table) {
    table_touch(table);
    table->news = true;
    plies_news(&table->plies, ALEA_EVERYBODY);
}

enum alea_err table_usable(const struct table *table, struct alea_error *error) {
    if (table->lobby->broken.code) return lobby_is_broken(table->lobby, error);
    if (table->frozen) return alea_fail(error, ALEA_ERR_DAMAGED, table->id, "-");
    if (table->lost) return alea_fail(error, ALEA_ERR_STALE, alea_digits(table_ply(table, ALEA_NONE)).at, "?");
    return table->deleted ? alea_fail(error, ALEA_ERR_NOT_FOUND, table->id) : ALEA_OK;
}

enum alea_err table_wrote(struct table *table, enum alea_err err, const struct alea_error *error) {
    table_touch(table);
    if (err == ALEA_ERR_STALE || err == ALEA_ERR_NOT_FOUND) {
        table->lost = true;
        table->lobby->counts.stale++;
    } else if (err) {
        if (err == ALEA_ERR_DAMAGED) {
            table->frozen = true; /* else it would keep everybody's batches from being written */
            lobby_damaged(table->lobby, error);
        }
        lobby_break(table->lobby, error);
    }
    return err;
}

void table_write_state(struct table *table) {
    struct lobby *lobby = table->lobby;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_text state;
    if (table->lost || table->frozen || table->deleted || lobby->broken.code || !(table->state_changed || table->over))
        return;
    alea_text_init(&state, STORE_MAX_STATE, ALEA_EN);
    table_state_words(table, &state);
    enum alea_err err =
        store_set_state(lobby->options.store, table->id, table->status, alea_text_str(&state), lobby->now, &error);
    if (!err && table->over) err = store_seal(lobby->options.store, table->id, lobby->now, &error);
    if (err) (void)table_wrote(table, err, &error);
    alea_text_clear(&state);
}

void table_committed(struct table *table) {
    drop_lines(table);
    table->state_changed = table->over = table->news = table->anew = false;
    table->taken_back = 0;
    table->notified = table->plies.n;
}

/* ---- Looking -------------------------------------------------------------------------------------------------------------------- */

struct table_view table_look(const struct table *table) {
    return (struct table_view){
        .id = table->id,
        .name = table->name,
        .match = table->match,
        .status = table->status,
        .seat = table->seat,
        .deputies = table->deputies,
        .online = table->online,
        .clock = &table->clock,
        .chat = table->chat,
        .created = table->created,
        .changed = table->changed,
        .listed = table->listed,
        .draw_phase = draw_phase_name(&table->draw),
        .opened = table->draw.opened,
        .draw_until = draw_due(table),
        .wants_beacon = table->wants_beacon,
        .beacon_fails = table->beacon_failures > 0,
        .beacon_chain = table->beacon_chain,
        .beacon_round = table->beacon_round,
    };
}
