/* SPDX-License-Identifier: MIT */
/* door.c - one ply at a table: through the door of its match, into the batch, and back. The next ply that has no note of its own
 * tells of one seat that was given to somebody else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "table_internal.h"
#include "text.h"

/* ---- Seats that were given to others ------------------------------------------------------------------------------------------------ */

/* What everybody is told when the creator of the table gives a seat to whoever now has it. */
const char *seat_note(const struct table *table, int seat, char note[TABLE_NOTE]) {
    char letters[3];
    const char *who = table->seat[seat].who;
    alea_seat_letters(seat, letters);
    if (strcmp(who, "human") == 0) snprintf(note, TABLE_NOTE, "@seat_to_person %s", letters);
    else snprintf(note, TABLE_NOTE, "@seat_to_bot %s %s", letters, who);
    return note;
}

static const char *reseat_note(const struct table *table, char note[TABLE_NOTE]) {
    if (!table->reseated) return NULL;
    int seat = 0;
    while (!(table->reseated & alea_actor(seat))) seat++;
    return seat_note(table, seat, note);
}

/* Which seat does a note of ours say was given to somebody else? ALEA_NONE: it says nothing of the kind. */
static int seat_of_note(const char *note) {
    char letters[3] = "";
    if (!note || sscanf(note, "@seat_to_%*[a-z] %2[A-Z]", letters) != 1) return ALEA_NONE;
    return alea_seat_read(letters);
}

static void reseat_told(struct table *table, const char *note, bool told) {
    int seat = seat_of_note(note);
    if (seat >= table->seats) return;
    if (told) table->reseated &= ~alea_actor(seat);
    else table->reseated |= alea_actor(seat);
    table->state_changed = true;
}

/* ---- A ply ---------------------------------------------------------------------------------------------------------------------- */

bool lobby_fit(struct lobby *lobby, const struct alea_game *game) {
    if (lobby->before_bytes < 3 * game->position_size) {
        void *grown = realloc(lobby->before, 3 * game->position_size);
        if (!grown) return false;
        lobby->before = grown;
        lobby->before_bytes = 3 * game->position_size;
    }
    if (lobby->n_legal < (size_t)game->max_legal) {
        alea_move *grown = realloc(lobby->legal, (size_t)game->max_legal * sizeof *grown);
        if (!grown) return false;
        lobby->legal = grown;
        lobby->n_legal = (size_t)game->max_legal;
    }
    return true;
}

enum alea_err table_door(struct table *table, int seat, alea_move move, const char *note, uint8_t mark,
                         struct alea_error *error) {
    struct lobby *lobby = table->lobby;
    struct alea_match *match = table->match;
    const struct alea_rules *rules = alea_match_rules(match);
    if (!lobby_fit(lobby, rules->game) || !plies_reserve(&table->plies)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    memcpy(lobby->before, alea_match_position(match), rules->game->position_size);
    char reseat[TABLE_NOTE];
    if (!note && seat != ALEA_CHANCE) note = reseat_note(table, reseat);
    enum alea_err err = seat == ALEA_CHANCE
                            ? alea_match_roll(match, &lobby->events, error)
                            : alea_match_play(match, table->plies.n, seat, move, note, &lobby->events, error);
    if (err) return err;
    const struct alea_ply *done = alea_match_ply(match, table->plies.n + 1);
    mark |= ply_marks(rules, lobby->before, done, alea_match_position(match));
    reseat_told(table, done->note, true);
    table_stop_thinking(table);
    table_touch(table);
    alea_actors heard = alea_ply_heard(rules, lobby->before, done, &lobby->events),
                known = alea_ply_known(rules, lobby->before, done, &lobby->events);
    if (plies_add(&table->plies, heard, known, mark) &&
        plies_see_window(&table->plies, rules, lobby->before, alea_match_position(match))) {
        if (alea_is_rewind(seat, move)) standing_undone(table, ALEA_EVERYBODY);
        else standing_look(table, seat, lobby->before);
        return ALEA_OK;
    }
    lobby->broken = (struct alea_error){.code = ALEA_ERR_NO_MEMORY}; /* the match has a ply that `plies` has not */
    return alea_fail(error, ALEA_ERR_NO_MEMORY);
}

enum alea_err table_keep(struct table *table, long from, int64_t now, struct alea_error *error) {
    struct lobby *lobby = table->lobby;
    for (long ply = from + 1; ply <= table->plies.n; ply++) {
        const struct alea_ply *done = alea_match_ply(table->match, ply);
        enum alea_err err = store_append(lobby->options.store, table->id, ply, done, now, error);
        if (table_wrote(table, err, error)) return err;
        alea_actors heard = table->plies.heard ? table->plies.heard[ply - 1] : ALEA_EVERYBODY;
        plies_news(&table->plies, heard);
        lobby->counts.moves++;
        if (alea_may_know(heard, ALEA_NONE)) table->changed = now;
    }
    table_see_window(table, now);
    return ALEA_OK;
}

enum alea_err table_ply_unmade(struct table *table, int seat, struct alea_error *error) {
    char note[TABLE_NOTE] = "";
    const struct alea_ply *last = alea_match_ply(table->match, table->plies.n);
    if (last->note) snprintf(note, sizeof note, "%s", last->note);
    enum alea_err err = alea_match_undo(table->match, seat, error);
    if (!err) reseat_told(table, note, false);
    return err;
}

enum alea_err table_ply_made(struct table *table, int seat, alea_move move, const char *note, uint8_t mark, int64_t now,
                             struct alea_error *error) {
    long from = table->plies.n;
    enum alea_err err = table_door(table, seat, move, note, mark, error);
    return err ? err : table_keep(table, from, now, error);
}

enum alea_err table_give_up(struct table *table, int seat, const char *note, int64_t now, struct alea_error *error) {
    alea_move move;
    if (!alea_resign_move(alea_match_rules(table->match), seat, &move))
        return alea_fail(error, ALEA_ERR_BAD_MOVE, "resign", alea_reason(error, ENGINE_SAY_TABLE_NOBODY_RESIGNS).at);
    return table_ply_made(table, ALEA_HOST, move, note, 0, now, error);
}
