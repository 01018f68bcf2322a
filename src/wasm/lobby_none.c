/* SPDX-License-Identifier: MIT */
/* lobby_none.c - what a table asks of its lobby, where there is one table and no store: nothing it is told is kept, whatever it wants to
 * do later is only noted, and its bots move when they are asked to (play.c). */
#include <string.h>

#include "error.h"
#include "table_internal.h"
#include "timezone.h"
#include "wire_echo.h"

/* ---- The store: all of it is in memory ------------------------------------------------------------------------------------- */

enum alea_err store_append(struct store *store, const char *id, long ply, const struct alea_ply *done, int64_t now,
                           struct alea_error *error) {
    (void)store, (void)id, (void)ply, (void)done, (void)now, (void)error;
    return ALEA_OK;
}

enum alea_err store_take_back(struct store *store, const char *id, long ply, struct alea_error *error) {
    (void)store, (void)id, (void)ply, (void)error;
    return ALEA_OK;
}

enum alea_err store_add_post(struct store *store, const char *id, const struct alea_post *post, int64_t now,
                             struct alea_error *error) {
    (void)store, (void)id, (void)post, (void)now, (void)error;
    return ALEA_OK;
}

/* ---- The batch: there is none ------------------------------------------------------------------------------------------------ */

void lobby_break(struct lobby *lobby, const struct alea_error *error) {
    if (!lobby->broken.code) lobby->broken.code = error && error->code ? error->code : ALEA_ERR_NO_MEMORY;
}

void table_touch(struct table *table) { (void)table; }
void table_see_window(struct table *table, int64_t now) { (void)table, (void)now; }
void table_change(struct table *table) { plies_news(&table->plies, ALEA_EVERYBODY); }

enum alea_err table_usable(const struct table *table, struct alea_error *error) {
    return table->lobby->broken.code ? alea_fail(error, table->lobby->broken.code) : ALEA_OK;
}

enum alea_err table_wrote(struct table *table, enum alea_err err, const struct alea_error *error) {
    (void)table, (void)error;
    return err;
}

void lobby_log(struct lobby *lobby, const char *event, const struct table *table, int seat, const struct alea_error *error) {
    (void)lobby, (void)event, (void)table, (void)seat, (void)error;
}

void rules_cache_release(struct lobby *lobby, struct cached_rules *cached) { (void)lobby, (void)cached; }

/* ---- Whoever looks is told alone: nothing is kept for others ---------------------------------------------------------------- */

struct wire_echoed *wire_echo_of(struct wire_workspace *work, long at) {
    (void)work, (void)at;
    return NULL;
}

bool wire_echo_repeat(struct wire_workspace *work, struct wire_echoed *echoed, struct wire_part part,
                      struct alea_text *text) {
    (void)work, (void)echoed, (void)part, (void)text;
    return false;
}

void wire_echo_keep(struct wire_workspace *work, struct wire_echoed *echoed, struct wire_part part, size_t from,
                    const struct alea_text *text) {
    (void)work, (void)echoed, (void)part, (void)from, (void)text;
}

void *wire_echo_room(struct wire_echo *echo, size_t bytes) {
    (void)echo, (void)bytes;
    return NULL;
}

/* ---- Times: no clock runs here -------------------------------------------------------------------------------------------- */

void table_set_due(struct table *table, int64_t now) { (void)table, (void)now; }
void table_advance_later(struct table *table) { table->busy = true; }

bool table_attended(const struct table *table) {
    (void)table;
    return true;
}

bool table_may_advance(const struct table *table) {
    (void)table;
    return true;
}

bool table_open_window(const struct table *table, struct alea_window *window) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    return rules->game->campaign.window &&
           rules->game->campaign.window(rules->tables, alea_match_position(table->match), window);
}

int64_t table_window_due(const struct table *table) {
    (void)table;
    return 0;
}

int64_t timezone_wall(const char *zone, int64_t at) {
    (void)zone;
    return at;
}

void timezone_stamp(const char *zone, int64_t at, char stamp[TIMEZONE_STAMP]) {
    (void)zone, (void)at;
    *stamp = 0;
}

bool timezone_between(const char *zone, int from, int to, int64_t at, int64_t *end) {
    (void)zone, (void)from, (void)to;
    *end = at;
    return false;
}

void notices_over(struct table *table, int64_t now) { (void)table, (void)now; }
void notices_order_seen(struct table *table, int seat) { (void)table, (void)seat; }
void beacon_look(struct table *table, int64_t now) { (void)table, (void)now; }

void wire_policy(const struct clock_rules *rules, struct alea_text *text) { (void)rules, (void)text; }
void clock_rules_write(const struct clock_rules *rules, struct alea_text *text) { (void)rules, (void)text; }

int64_t draw_due(const struct table *table) {
    (void)table;
    return 0;
}

const char *draw_phase_name(const struct draw *draw) {
    (void)draw;
    return NULL;
}

/* ---- Standing orders: there are none ------------------------------------------------------------------------------------- */

void standing_free(struct standing_order **list) { (void)list; }
void standing_undone(struct table *table, alea_actors seats) { (void)table, (void)seats; }
void standing_by_hand(struct table *table, int seat) { (void)table, (void)seat; }
void standing_look(struct table *table, int maker, const void *before) { (void)table, (void)maker, (void)before; }
void wire_standing_order(const struct wire_workspace *work, struct alea_text *text) { (void)work, (void)text; }

bool table_let_orders(struct table *table, int64_t now) {
    (void)table, (void)now;
    return false;
}

/* ---- Bots ------------------------------------------------------------------------------------------------------------------------ */

const struct alea_bot *table_bot(const struct table *table, int seat) {
    const char *who = table->seat[seat].who;
    return strncmp(who, "bot:", 4) == 0 ? alea_bot_find(who + 4) : NULL;
}

void table_stop_thinking(struct table *table) { (void)table; }

bool table_let_bots(struct table *table, int64_t now) {
    (void)table, (void)now;
    return false;
}
