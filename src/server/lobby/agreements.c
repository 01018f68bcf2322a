/* SPDX-License-Identifier: MIT */
/* agreements.c - what a seat asks of the whole table: to take the match back, to pause, to go on, to end it. What the people of all seats
 * agree to is done by the host's moves, and stands in the record like any of these. */
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "table_internal.h"
#include "text.h"

/* ---- Whether it may be asked ---------------------------------------------------------------------------------------------------------- */

static enum alea_err no_rewind(struct alea_error *error, struct alea_reason reason) {
    return alea_fail(error, ALEA_ERR_NO_REWIND, reason.at);
}

static enum alea_err may_rewind(struct table *table, long target, struct alea_error *error) {
    if (!lobby_fit(table->lobby, alea_match_rules(table->match)->game)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (table->takebacks == TAKEBACKS_NONE) return no_rewind(error, alea_reason(error, ENGINE_SAY_REWIND_NEVER_HERE));
    return alea_match_may_rewind(table->match, target, table->lobby->before, error);
}

/* The host's moves by which all give up but the winner's side, and the match is over, the winner first: how many; 0: the rules know no such
 * end, or a bot would have to give up. */
static int resignations(struct table *table, int winner, alea_move moves[ALEA_MAX_SEATS]) {
    struct lobby *lobby = table->lobby;
    const struct alea_rules *rules = alea_match_rules(table->match);
    const struct alea_game *game = rules->game;
    const alea_actors team = alea_team(rules, winner), people = agreement_people(table);
    int n = 0;
    memcpy(lobby->before, alea_match_position(table->match), game->position_size);
    for (int seat = 0; seat < table->seats && game->actors(rules->tables, lobby->before) != ALEA_ACTORS_OVER; seat++) {
        if (team & alea_actor(seat)) continue;
        if (!alea_resign_move(rules, seat, &moves[n])) return 0;
        if (game->why_not(rules->tables, lobby->before, ALEA_HOST, moves[n])) continue; /* it is out already */
        if (!(people & alea_actor(seat))) return 0;
        (void)alea_imagine_ply(rules, lobby->before, ALEA_HOST, moves[n++], &lobby->events);
    }
    const bool over = game->actors(rules->tables, lobby->before) == ALEA_ACTORS_OVER;
    return over && alea_place(rules, lobby->before, winner) == 1 ? n : 0;
}

static enum alea_err may_end(struct table *table, int winner, struct alea_error *error) {
    alea_move moves[ALEA_MAX_SEATS];
    if (!lobby_fit(table->lobby, alea_match_rules(table->match)->game)) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (resignations(table, winner, moves) > 0) return ALEA_OK;
    (void)alea_fail(error, ALEA_ERR_BAD_OPTION, "winner", alea_reason(error, ENGINE_SAY_TABLE_NO_SUCH_END).at);
    if (error) snprintf(error->where, sizeof error->where, "winner");
    return ALEA_ERR_BAD_OPTION;
}

bool table_may_end(struct table *table, int winner) { return may_end(table, winner, NULL) == ALEA_OK; }

static enum table_answer may_ask(struct table *table, const struct agreement *asked, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (table->status == STORE_OVER) {
        alea_fail(error, ALEA_ERR_OVER);
        return TABLE_ENGINE;
    }
    if (table->status == STORE_WAITING) return TABLE_WAITING;
    if (asked->what == AGREE_END && table->status == STORE_PAUSED) return TABLE_PAUSED;
    enum alea_err err = ALEA_OK;
    if (asked->what == AGREE_REWIND) err = may_rewind(table, asked->target, error);
    if (asked->what == AGREE_END) err = may_end(table, asked->winner, error);
    return err ? TABLE_ENGINE : TABLE_OK;
}

/* ---- What was agreed --------------------------------------------------------------------------------------------------------------------- */

static const char *note_of(const struct agreement *agreement, const char *key, char note[TABLE_NOTE]) {
    char letters[3];
    alea_seat_letters(agreement->seat, letters);
    snprintf(note, TABLE_NOTE, "@%s_%s %s", key, agreement_name(agreement->what), letters);
    return note;
}

static enum alea_err end_it(struct table *table, const struct agreement *agreed, int64_t now, struct alea_error *error) {
    alea_move moves[ALEA_MAX_SEATS];
    char note[TABLE_NOTE];
    const int n = resignations(table, agreed->winner, moves);
    enum alea_err err = ALEA_OK;
    for (int i = 0; i < n && !err; i++)
        err = table_ply_made(table, ALEA_HOST, moves[i], note_of(agreed, "agreed", note), 0, now, error);
    return err;
}

static enum table_answer carry_out(struct table *table, int64_t now, struct alea_error *error) {
    const struct agreement agreed = table->agreement;
    const alea_move back = alea_move_make(ALEA_VERB_REWIND, (unsigned)agreed.target);
    char note[TABLE_NOTE];
    const bool line = agreed.what == AGREE_PAUSE || agreed.what == AGREE_GO_ON; /* of which the record says nothing */
    note_of(&agreed, "agreed", note);
    table->agreement.what = AGREE_NONE;
    table->state_changed = true;
    table_change(table);
    enum alea_err err = ALEA_OK;
    if (agreed.what == AGREE_REWIND) err = table_ply_made(table, ALEA_HOST, back, note, 0, now, error);
    if (agreed.what == AGREE_END) err = end_it(table, &agreed, now, error);
    if (err) {
        table->agreement = agreed;
        return TABLE_ENGINE;
    }
    if (line && table_say(table, note, now, error)) return TABLE_ENGINE;
    if (line) return table_pause(table, agreed.what == AGREE_PAUSE, now, error);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}

/* It stands no longer, and all are told what became of it. */
static enum table_answer drop(struct table *table, const char *key, int64_t now, struct alea_error *error) {
    char note[TABLE_NOTE], letters[3];
    alea_seat_letters(table->agreement.seat, letters);
    snprintf(note, sizeof note, "@%s %s", key, letters);
    table->agreement.what = AGREE_NONE;
    table->state_changed = true;
    table_change(table);
    return table_say(table, note, now, error) ? TABLE_ENGINE : TABLE_OK;
}

static enum table_answer settle(struct table *table, int64_t now, struct alea_error *error) {
    struct agreement *agreement = &table->agreement;
    const alea_actors people = agreement_people(table);
    const int needs = agreement_needs(table, agreement->what);
    if (__builtin_popcountll(agreement->yes & people) >= needs) return carry_out(table, now, error);
    if (__builtin_popcountll(people & ~agreement->no) < needs) return drop(table, "refused", now, error);
    table->state_changed = true;
    table_change(table);
    return TABLE_OK;
}

/* ---- Asking and answering ---------------------------------------------------------------------------------------------------------------- */

enum table_answer table_ask(struct table *table, const struct agreement *asked, int64_t now, struct alea_error *error) {
    char note[TABLE_NOTE];
    if (table->agreement.what != AGREE_NONE) return TABLE_ASKED;
    enum table_answer answer = may_ask(table, asked, error);
    if (answer != TABLE_OK) return answer;
    if (asked->what == (table->status == STORE_PAUSED ? AGREE_PAUSE : AGREE_GO_ON)) return TABLE_OK; /* it is so */
    const long number = table->agreement.number + 1;
    table->agreement = *asked;
    table->agreement.number = number;
    table->agreement.asked = table->plies.n;
    table->agreement.yes = alea_actor(asked->seat);
    table->agreement.no = 0;
    if (agreement_needs(table, asked->what) > 1 && table_say(table, note_of(asked, "asked", note), now, error))
        return TABLE_ENGINE;
    return settle(table, now, error);
}

enum table_answer table_agree(struct table *table, int seat, long number, bool yes, int64_t now, struct alea_error *error) {
    struct agreement *agreement = &table->agreement;
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (agreement->what == AGREE_NONE || agreement->number != number) return TABLE_NOT_ASKED;
    if (!(agreement_people(table) & alea_actor(seat))) return TABLE_FORBIDDEN;
    enum table_answer answer = may_ask(table, agreement, error);
    if (yes && answer != TABLE_OK) return answer; /* the rules have come to forbid it: it can still be refused */
    if (!yes && seat == agreement->seat) return drop(table, "withdrawn", now, error);
    agreement->yes = yes ? agreement->yes | alea_actor(seat) : agreement->yes & ~alea_actor(seat);
    agreement->no = yes ? agreement->no & ~alea_actor(seat) : agreement->no | alea_actor(seat);
    return settle(table, now, error);
}
