/* SPDX-License-Identifier: MIT */
/* auto_advance.c - what follows at a table by itself: throws, forced moves, bots, the end. */
#include "match.h"
#include "table_internal.h"

enum { TRY_AGAIN_MS = 1000 };

/* Nobody can be asked what is wrong: people see a pause, and the log says why. */
static void stuck(struct table *table, int seat, const struct alea_error *error) {
    lobby_log(table->lobby, "stuck", table, seat, error);
    if (error->code == ALEA_ERR_NO_MEMORY) {
        table->again = table->lobby->now + TRY_AGAIN_MS;
        return;
    }
    table->status = STORE_PAUSED;
    table->state_changed = true;
    clock_stop(&table->clock, table->lobby->now);
    table_see_window(table, table->lobby->now);
    table_change(table);
}

bool table_alive(const struct table *table) {
    return !table->lost && !table->frozen && !table->deleted && !table->lobby->broken.code && table->status == STORE_PLAYING;
}

/* Was the match taken back since it was asked, or the ply undone to which it would go? Then its number means another position. */
static bool is_overtaken(const struct table *table) {
    const struct agreement *agreement = &table->agreement;
    const int rewinds = alea_match_rewinds(table->match);
    if (agreement->what == AGREE_REWIND && agreement->target >= table->plies.n) return true;
    return rewinds > 0 && alea_match_rewind(table->match, rewinds - 1) > agreement->asked;
}

/* What is asked ends with that, and with the match. */
static void lapse(struct table *table) {
    struct agreement *agreement = &table->agreement;
    if (agreement->what == AGREE_NONE) return;
    if (table->status != STORE_OVER && alea_match_actors(table->match) != ALEA_ACTORS_OVER && !is_overtaken(table)) return;
    agreement->what = AGREE_NONE;
    table->state_changed = true;
    table_change(table);
}

static void end(struct table *table, int64_t now) {
    table->status = STORE_OVER;
    table->over = table->state_changed = true;
    clock_turn(&table->clock, 0, now);
    clock_stop(&table->clock, now);
    table_change(table);
    notices_over(table, now);
    lapse(table);
    standing_free(&table->standing);
}

/* Dice by hand are nobody's here, those of a real table the host's; a beacon that the dice wait for may not be out yet. */
static bool can_throw(const struct table *table) {
    const struct alea_match_head *head = alea_match_head(table->match);
    if (alea_at_table(alea_match_rules(table->match), alea_match_position(table->match))) return false;
    return head->dice_kind == ALEA_DICE_FAIR && (!head->dice.beacon.named || head->dice.beacon.out);
}

/* A ply that nobody has to be asked for; false if there is none. */
static bool step(struct table *table, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    alea_actors actors = alea_match_actors(table->match);
    alea_move move = 0;
    int seat = ALEA_CHANCE;
    if (actors == ALEA_ACTORS_OVER) {
        end(table, now);
        return false;
    }
    if (actors == ALEA_ACTORS_CHANCE && !can_throw(table)) return false;
    if (actors != ALEA_ACTORS_CHANCE) {
        for (seat = 0; seat < table->seats; seat++)
            if (actors & alea_actor(seat) && alea_match_forced(table->match, seat, &move)) break;
        if (seat == table->seats) return false;
    }
    if (!table_ply_made(table, seat, move, NULL, seat == ALEA_CHANCE ? 0 : PLY_FORCED, now, &error)) return true;
    if (table_alive(table)) stuck(table, seat, &error);
    return false;
}

/* Seats whose people are awaited: they have to look at the clock. */
static alea_actors awaited(const struct table *table) {
    alea_actors actors = alea_match_actors(table->match), people = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (actors & alea_actor(seat) && !table_bot(table, seat)) people |= alea_actor(seat);
    return people;
}

/* Whose turn it is may have changed. */
static void turn(struct table *table, int64_t now) {
    const alea_actors running = table->clock.running, passing = table->passing;
    table->passing &= alea_match_actors(table->match);
    clock_turn(&table->clock, awaited(table), now);
    if (running != table->clock.running || passing != table->passing) table->state_changed = true;
    if (table->state_changed) table_touch(table);
}

void table_auto_advance(struct table *table, int64_t now) {
    int left = PLIES_AT_ONCE;
    table->lobby->now = now;
    table->again = 0;
    if (table->frozen) return;
    lapse(table);
    table_see_window(table, now);
    if (!table_may_advance(table)) return;
    beacon_look(table, now);
    if (table_attended(table)) table->lobby->attended_at = now;
    while (left > 0 && table_alive(table) &&
           (step(table, now) || (table_alive(table) && (table_let_orders(table, now) || table_let_bots(table, now)))))
        left--;
    if (table->lost || table->deleted || table->lobby->broken.code) return;
    if (left == 0 && table->status == STORE_PLAYING) {
        table_advance_later(table);
        return;
    }
    if (table->status == STORE_PLAYING) turn(table, now);
    table_set_due(table, now);
}
