/* SPDX-License-Identifier: MIT */
/* moves.c - moves of people at a table: played, ordered, taken back, given up. */
#include <stdio.h>

#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "table_internal.h"

static const int64_t MAX_AHEAD_MS = INT64_C(366) * 24 * 60 * 60 * 1000;

/* ---- Who may move ---------------------------------------------------------------------------------------------------------------- */

/* Is the table one at which moves are made now? */
static enum table_answer goes_on(const struct table *table, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    switch (table->status) {
    case STORE_WAITING: return TABLE_WAITING;
    case STORE_PAUSED: return TABLE_PAUSED;
    case STORE_OVER: alea_fail(error, ALEA_ERR_OVER); return TABLE_ENGINE;
    case STORE_PLAYING: break;
    }
    return TABLE_OK;
}

static enum table_answer current(const struct table *table, int seat, long ply, struct alea_error *error) {
    long now = table_ply(table, seat);
    if (ply == now) return TABLE_OK;
    table->lobby->counts.stale++;
    alea_fail(error, ALEA_ERR_STALE, alea_digits(ply).at, alea_digits(now).at);
    return TABLE_ENGINE;
}

static enum table_answer may_move(const struct table *table, int seat, long ply, struct alea_error *error) {
    enum table_answer answer = goes_on(table, error);
    if (answer == TABLE_OK) answer = current(table, seat, ply, error);
    if (answer != TABLE_OK || seat == ALEA_HOST) return answer;
    const alea_actors movers = alea_movers(alea_match_rules(table->match), alea_match_position(table->match));
    return seat < table->seats && movers & alea_actor(seat) ? TABLE_OK : TABLE_NOT_YOUR_TURN;
}

/* Who moves is back: nobody plays for it any more. */
static void take_back_seat(struct table *table, int seat) {
    alea_actors played_for = table->deputies | table->passing;
    if (seat >= table->seats || !(played_for & alea_actor(seat))) return;
    table->deputies &= ~alea_actor(seat);
    table->passing &= ~alea_actor(seat);
    table->state_changed = true;
    table_change(table);
}

/* The plies after `from` stand: into the batch with them and what follows. */
static enum table_answer settle(struct table *table, int seat, long from, int64_t now, struct alea_error *error) {
    if (table_keep(table, from, now, error)) return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
    take_back_seat(table, seat);
    standing_by_hand(table, seat);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}

/* The engine's answer to a move, with the number of the ply as its viewer counts. */
static enum table_answer refused(const struct table *table, int seat, struct alea_error *error) {
    if (error->code == ALEA_ERR_REFUSED) table->lobby->counts.refused++;
    if (error->ply) error->ply = table_ply(table, seat) + 1;
    return TABLE_ENGINE;
}

enum table_answer table_submit(struct table *table, int seat, long ply, alea_move move, const char *note, int64_t now,
                               long *from, struct alea_error *error) {
    *from = table->plies.n;
    enum table_answer answer = may_move(table, seat, ply, error);
    if (answer != TABLE_OK) return answer;
    if (table_door(table, seat, move, note, 0, error)) return refused(table, seat, error);
    return settle(table, seat, *from, now, error);
}

/* The engine's answer to the first move of an order that the rules refuse; ALEA_OK: all of them may be made one after the other. */
static enum alea_err try_order(struct table *table, int seat, const alea_move moves[], int n, struct alea_error *error) {
    const struct alea_game *game = alea_match_rules(table->match)->game;
    int at;
    if (!lobby_fit(table->lobby, game)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    memcpy(table->lobby->before, alea_match_position(table->match), game->position_size);
    alea_rule rule = alea_match_imagine(table->match, table->lobby->before, seat, moves, n, &at);
    return rule ? alea_match_refuse(table->match, rule, error) : ALEA_OK;
}

enum table_answer table_submit_order(struct table *table, int seat, long ply, const alea_move moves[], int n,
                                     const char *note, int64_t now, long *from, struct alea_error *error) {
    *from = table->plies.n;
    enum table_answer answer = may_move(table, seat, ply, error);
    if (answer != TABLE_OK) return answer;
    if (try_order(table, seat, moves, n, error)) return refused(table, seat, error);
    int made = 0;
    while (made < n && !table_door(table, seat, moves[made], made == n - 1 ? note : NULL, 0, error)) made++;
    if (made == n) return settle(table, seat, *from, now, error);

    answer = refused(table, seat, error); /* memory is short, or the record full */
    while (table->plies.n > *from && !table_ply_unmade(table, seat, NULL)) plies_drop(&table->plies);
    if (table->plies.n > *from) lobby_break(table->lobby, error);
    else table_auto_advance(table, now); /* a bot may have been disturbed */
    return answer;
}

/* ---- Posts ------------------------------------------------------------------------------------------------------------------------- */

enum table_answer table_post(struct table *table, const struct alea_post *post, int64_t now, long *number,
                             struct alea_error *error) {
    enum table_answer answer = goes_on(table, error);
    const bool talk = post->kind == ALEA_POST_CHAT; /* people talk before, and after */
    if (talk && table_usable(table, error)) return TABLE_ENGINE;
    if (answer != TABLE_OK && answer != TABLE_PAUSED && !talk) return answer;
    if (talk && post->from < table->seats && table->seat[post->from].muted) return TABLE_FORBIDDEN;
    struct alea_post placed = *post;
    placed.ply = table->plies.n;
    if (alea_match_post(table->match, &placed, error)) return TABLE_ENGINE;
    *number = alea_match_posts(table->match);
    const struct alea_post *posted = alea_match_post_at(table->match, *number);
    plies_news(&table->plies, posted->to == ALEA_EVERYBODY ? ALEA_EVERYBODY : alea_post_readers(posted));
    enum alea_err err = store_add_post(table->lobby->options.store, table->id, posted, now, error);
    if (table_wrote(table, err, error) && table_usable(table, error)) return TABLE_ENGINE;
    return TABLE_OK;
}

/* ---- Undo -------------------------------------------------------------------------------------------------------------------------- */

enum undo { UNDO_OK, UNDO_NOTHING, UNDO_OTHER, UNDO_TOGETHER, UNDO_BARRIER, UNDOS };

/* The last ply that the viewer heard of; 0: none. */
static long last_heard(const struct table *table, int seat) {
    long heard = table_ply(table, seat);
    return heard > 0 ? table_true_ply(table, seat, heard - 1) + 1 : 0;
}

/* Can the seat take back its last ply, and how many go with it? Whatever it is answered follows from what it heard of and from whose
 * turn it is: not from what others may have entered in secret since. */
static enum undo undo_state(const struct table *table, int seat, int *n) {
    const struct plies *plies = &table->plies;
    long ply = last_heard(table, seat);
    *n = 0;
    if (ply == 0) return UNDO_NOTHING;
    int mover = alea_match_ply(table->match, ply)->seat;
    if (mover == ALEA_CHANCE) return UNDO_BARRIER;
    if (seat >= table->seats || mover != seat) return UNDO_OTHER;
    if (plies->mark[ply - 1] & PLY_BARRIER) return UNDO_BARRIER;
    alea_actors actors = alea_match_actors_seen(table->match, seat);
    bool handed_on = actors != alea_actor(seat) && (actors & (actors - 1)) == 0;
    if (handed_on) return UNDO_BARRIER;
    if (actors != alea_actor(seat) || ply != plies->n) return UNDO_TOGETHER;
    for (;; ply--) {
        uint8_t mark = plies->mark[ply - 1];
        if (!(mark & PLY_ALONE)) return UNDO_TOGETHER;
        if (mark & PLY_BARRIER || alea_match_ply(table->match, ply)->seat != seat) return UNDO_BARRIER;
        ++*n;
        if (!(mark & PLY_FORCED)) return UNDO_OK;
        if (ply == 1) return UNDO_BARRIER;
    }
}

static enum alea_err no_undo(enum undo state, struct alea_error *error) {
    static const char *const words[UNDOS][ALEA_LANGS] = {
        [UNDO_NOTHING] = {ENGINE_SAY_UNDO_NOTHING},
        [UNDO_OTHER] = {ENGINE_SAY_UNDO_OTHER},
        [UNDO_TOGETHER] = {ENGINE_SAY_UNDO_TOGETHER},
        [UNDO_BARRIER] = {ENGINE_SAY_UNDO_BARRIER},
    };
    return alea_fail(error, ALEA_ERR_NO_UNDO, words[state][error ? error->lang : ALEA_EN]);
}

enum alea_err table_may_undo(const struct table *table, int seat, struct alea_error *error) {
    int n;
    if (table->status == STORE_OVER) return alea_fail(error, ALEA_ERR_OVER);
    enum undo state = undo_state(table, seat, &n);
    return state == UNDO_OK ? ALEA_OK : no_undo(state, error);
}

enum table_answer table_undo(struct table *table, int seat, long ply, int64_t now, struct alea_error *error) {
    int n;
    enum table_answer answer = goes_on(table, error);
    if (answer == TABLE_OK) answer = current(table, seat, ply, error);
    if (answer != TABLE_OK) return answer;
    enum undo state = undo_state(table, seat, &n);
    if (state != UNDO_OK) {
        no_undo(state, error);
        return TABLE_ENGINE;
    }
    table_stop_thinking(table);
    for (int i = 0; i < n; i++) {
        if (table_ply_unmade(table, seat, error)) return TABLE_ENGINE;
        enum alea_err err = store_take_back(table->lobby->options.store, table->id, table->plies.n, error);
        if (table_wrote(table, err, error)) return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
        alea_actors heard = plies_drop(&table->plies);
        table->taken_back |= heard;
        plies_taken_back(&table->plies, heard);
    }
    if (table->notified > table->plies.n) table->notified = table->plies.n;
    if (alea_may_know(table->taken_back, ALEA_NONE)) table->changed = now;
    take_back_seat(table, seat);
    standing_undone(table, alea_actor(seat));
    notices_order_seen(table, seat);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}

/* ---- The window that is open ------------------------------------------------------------------------------------------------------- */

enum table_answer table_extend(struct table *table, long ply, int64_t closes, int64_t now, struct alea_error *error) {
    struct alea_window window;
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (table->status == STORE_WAITING) return TABLE_WAITING;
    enum table_answer answer = table->status == STORE_OVER ? goes_on(table, error) : current(table, ALEA_HOST, ply, error);
    if (answer != TABLE_OK) return answer;
    table_see_window(table, now);
    /* One without a time of its own gets one: day 0 closes by itself if the host says so. */
    const bool open = table_open_window(table, &window) && window.number == table->window.number && window.late;
    if (!open || closes <= now || closes > now + MAX_AHEAD_MS) {
        alea_fail(error, ALEA_ERR_BAD_OPTION, "closes",
                  open ? alea_reason(error, ENGINE_SAY_WINDOW_BAD_TIME).at
                       : alea_reason(error, ENGINE_SAY_WINDOW_NOT_OPEN).at);
        snprintf(error->where, sizeof error->where, "closes");
        return TABLE_ENGINE;
    }
    table->window.closes = closes;
    table->state_changed = true;
    table_change(table);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}

/* ---- Giving up -------------------------------------------------------------------------------------------------------------------- */

enum table_answer table_resign(struct table *table, int seat, int64_t now, struct alea_error *error) {
    enum table_answer answer = goes_on(table, error);
    if (answer != TABLE_OK) return answer;
    if (seat >= table->seats) return TABLE_FORBIDDEN;
    if (table_give_up(table, seat, "@resign", now, error)) return refused(table, seat, error);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}
