/* SPDX-License-Identifier: MIT */
/* table.c - a table as a value: made and freed, shown without a store, looked at. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "match.h"
#include "table_internal.h"

enum { REVISIONS_PER_MS = 1024 };

/* ---- Made and freed ----------------------------------------------------------------------------------------------------------- */

struct table *table_new(struct lobby *lobby, int seats, int64_t now, struct alea_error *error) {
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
    for (struct chat_line *line = table->lines, *next; line; line = next) {
        next = line->next;
        free(line);
    }
    for (struct note_line *line = table->notes, *next; line; line = next) {
        next = line->next;
        free(line);
    }
    table->lines = NULL;
    table->notes = NULL;
}

void table_close(struct table *table) {
    if (!table) return;
    table_stop_thinking(table);
    free(table->plan);
    standing_free(&table->standing);
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

void table_take_line(char *to, size_t size, const char *from) {
    size_t length = alea_line_clean(from, strlen(from), to, size);
    memset(to + length, 0, size - length);
}

bool table_all_joined(const struct table *table) {
    for (int seat = 0; seat < table->seats; seat++)
        if (!table->seat[seat].joined) return false;
    return true;
}

void table_committed(struct table *table) {
    drop_lines(table);
    table->state_changed = table->over = table->news = table->anew = false;
    table->taken_back = 0;
    table->notified = table->plies.n;
    table->posted = alea_match_posts(table->match);
}

/* ---- To look at ---------------------------------------------------------------------------------------------------------------- */

const char *const table_help_names[TABLE_HELPS] = {"odds", "none", "all"};

struct table *table_show(struct lobby *lobby, struct alea_match *match, struct alea_error *error) {
    const struct alea_match_head *head = alea_match_head(match);
    struct table *table = table_new(lobby, alea_match_rules(match)->seats, lobby->now, error);
    if (!table) {
        alea_match_free(match);
        return NULL;
    }
    table->match = match;
    table->status = alea_match_actors(match) == ALEA_ACTORS_OVER ? STORE_OVER : STORE_PLAYING;
    table->help = TABLE_HELP_ALL; /* nobody is played against */
    for (int seat = 0; seat < table->seats; seat++) {
        table_take_line(table->seat[seat].who, sizeof table->seat[seat].who, head->seat[seat].who);
        table_take_line(table->seat[seat].name, sizeof table->seat[seat].name, head->seat[seat].name);
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

/* ---- Looking -------------------------------------------------------------------------------------------------------------------- */

/* Seats that were left open, and where no person sits, nor a bot. */
static alea_actors open_now(const struct table *table) {
    alea_actors open = 0;
    for (int seat = 0; seat < table->seats && table->open && table->status != STORE_OVER; seat++)
        if (!table->seat[seat].joined && strcmp(table->seat[seat].who, "human") == 0) open |= alea_actor(seat);
    return open & table->open;
}

const struct table_window *table_windows(const struct table *table, int *n) {
    *n = table->plies.n_opened;
    return table->plies.opened;
}

void table_saw(struct table *table, int seat, int64_t now) {
    table->seen[seat] = now;
    table->state_changed |= table->has_master; /* it is told after a restart, too, once anything of the table is written */
}

struct table_view table_look(const struct table *table) {
    const bool asks = table->agreement.what != AGREE_NONE; /* every message looks; few tables ask */
    return (struct table_view){
        .id = table->id,
        .name = table->name,
        .match = table->match,
        .status = table->status,
        .seat = table->seat,
        .deputies = table->deputies,
        .online = table->online,
        .seen = table->seen,
        .clock = &table->clock,
        .window = &table->window,
        .window_closes = table_window_due(table),
        .chat = table->chat,
        .created = table->created,
        .changed = table->changed,
        .listed = table->listed,
        .has_master = table->has_master,
        .help = table->help,
        .open = open_now(table),
        .takebacks = table->takebacks,
        .loan = table->loan,
        .standing = table->standing,
        .viewed = table->viewed,
        .agreement = &table->agreement,
        .asked = asks ? agreement_people(table) : 0,
        .needs = asks ? agreement_needs(table, table->agreement.what) : 0,
        .master = (const char(*)[TABLE_MASTER_NAME])table->master,
        .draw_phase = draw_phase_name(&table->draw),
        .opened = table->draw.opened,
        .draw_until = draw_due(table),
        .wants_beacon = table->wants_beacon,
        .beacon_fails = table->beacon_failures > 0,
        .beacon_chain = table->beacon_chain,
        .beacon_round = table->beacon_round,
    };
}
