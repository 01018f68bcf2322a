/* SPDX-License-Identifier: MIT */
/* bot_moves.c - bots move: what they thought of (seatbots.c) is played; for one that is late, or chose none, any legal move is. */
#include "bot.h"
#include "table_internal.h"

static int bot_to_move(const struct table *table) {
    alea_actors actors = alea_match_actors(table->match);
    for (int seat = 0; seat < table->seats; seat++)
        if (actors & alea_actor(seat) && table_bot(table, seat)) return seat;
    return ALEA_NONE;
}

/* Any legal move: for a bot that is late, or that chose none. */
static bool play_any(struct table *table, int seat, int64_t now) {
    struct lobby *lobby = table->lobby;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_random random = table_bot_stream(table);
    const struct alea_rules *rules = alea_match_rules(table->match);
    if (!lobby_fit(lobby, rules->game)) return false;
    int n = rules->game->legal(rules->tables, alea_match_position(table->match), seat, lobby->legal);
    if (n == 0) return false;
    alea_move move = alea_bot_any(lobby->legal, n, alea_random_word(&random), &random);
    return table_ply_made(table, seat, move, NULL, 0, now, &error) == ALEA_OK;
}

/* Plays what was thought of. */
static bool take_result(struct table *table, int seat, alea_move move, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    table_stop_thinking(table);
    table->lobby->counts.bot_moves++;
    table->lobby->counts.bot_moves_alone += !table_attended(table);
    enum alea_err err = table_ply_made(table, seat, move, NULL, 0, now, &error);
    if (err == ALEA_OK) return true;
    if (err == ALEA_ERR_REFUSED) lobby_log(table->lobby, "bot_refused", table, seat, &error);
    return (err == ALEA_ERR_REFUSED && play_any(table, seat, now)) || table_bot_later(table, now);
}

bool table_let_bots(struct table *table, int64_t now) {
    struct lobby *lobby = table->lobby;
    int seat;
    alea_move move;
    if (table_has_thought(table, &seat, &move)) return take_result(table, seat, move, now);
    seat = bot_to_move(table);
    if (seat == ALEA_NONE) {
        table_stop_thinking(table);
        return false;
    }
    if (table->bot_since == 0) table->bot_since = now;
    if (!table_thinks_alone(table) && now - table->bot_since >= lobby->options.think_ms) {
        table_stop_thinking(table);
        lobby->counts.bot_late++;
        lobby->counts.bot_moves++;
        lobby_log(lobby, "bot_late", table, seat, NULL);
        return play_any(table, seat, now) || table_bot_later(table, now);
    }
    if (!table->thinking && table_may_think(table)) (void)table_think(table, seat);
    return false;
}
