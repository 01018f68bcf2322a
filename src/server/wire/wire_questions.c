/* SPDX-License-Identifier: MIT */
/* wire_questions.c - answers to questions: why a move is not allowed, what the chances are, the transcript. */
#include "engine_text.h"
#include "error.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

enum { PLACES = 12 }; /* digits of a chance */

static bool is_seat(const struct wire_workspace *work, int seat) { return seat >= 0 && seat < work->rules->seats; }

/* Whose decision it is. */
static int decider(const struct wire_workspace *work) {
    alea_actors actors = work->game->actors(work->tables, work->view);
    return actors && actors < ALEA_ACTORS_CHANCE ? __builtin_ctzll(actors) : 0;
}

void wire_why(const struct wire *wire, alea_move move, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        bool own = is_seat(&work, wire->viewer.seat);
        alea_rule rule = own ? work.game->why_not(work.tables, work.view, wire->viewer.seat, move) : 0;
        alea_text_add(text, own && !rule ? "{\"allowed\":true,\"rule\":" : "{\"allowed\":false,\"rule\":");
        if (rule) json_out_string(text, alea_rule_id(work.game, rule));
        else ALEA_TEXT_ADD(text, "null");
        ALEA_TEXT_ADD(text, ",\"text\":\"");
        size_t from = text->len;
        if (rule) alea_rule_say(work.rules, rule, text);
        else if (!own) alea_text_add(text, alea_either(wire->lang, ENGINE_SAY_WHY_LOOKS_ON));
        json_out_quote_from(text, from);
        ALEA_TEXT_ADD(text, ",\"words\":\"");
        from = text->len;
        alea_move_say(work.rules, move, text);
        json_out_quote_from(text, from);
        ALEA_TEXT_ADD(text, "}");
    }
    wire_end(&work);
}

/* ---- Chances ------------------------------------------------------------------------------------------------------------------ */

/* ,"attackers_left":[0,0.25,...]: up to the force itself; and what is expected. */
static void wire_left(struct alea_text *text, const char *side, const double left[], int force) {
    double expected = 0;
    alea_text_addf(text, ",\"%s_left\":[", side);
    for (int i = 0; i <= force; i++) {
        if (i) ALEA_TEXT_ADD(text, ",");
        json_out_real(text, left[i], PLACES);
        expected += i * left[i];
    }
    alea_text_addf(text, "],\"expected_%s_left\":", side);
    json_out_real(text, expected, PLACES);
}

static void wire_battle(const struct alea_battle *battle, struct alea_text *text) {
    alea_text_addf(text, "{\"attackers\":%d,\"defenders\":%d,\"exact\":%s,\"win\":", battle->attackers, battle->defenders,
                   battle->exact ? "true" : "false");
    json_out_real(text, battle->win, PLACES);
    wire_left(text, "attackers", battle->attackers_left, battle->attackers);
    wire_left(text, "defenders", battle->defenders_left, battle->defenders);
    ALEA_TEXT_ADD(text, "}");
}

/* What a game says beside a move: of legal moves alone, and to whose they are. */
static void wire_remark(const struct wire_workspace *work, alea_move move, struct alea_text *text) {
    int seat = work->wire->viewer.seat;
    if (!is_seat(work, seat) || !work->game->words.remark) return;
    if (work->game->why_not(work->tables, work->view, seat, move) == 0)
        work->game->words.remark(work->tables, work->view, seat, move, text);
}

void wire_odds(const struct wire *wire, const alea_move *move, int stop, struct alea_text *text) {
    struct wire_workspace work;
    struct alea_battle battle;
    if (wire_begin(&work, wire, text)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        ALEA_TEXT_ADD(text, "{\"words\":\"");
        size_t from = text->len;
        if (!move && work.game->chances.odds) (void)work.game->chances.odds(work.tables, work.view, wire->viewer.seat, text);
        if (move) wire_remark(&work, *move, text);
        json_out_quote_from(text, from);
        ALEA_TEXT_ADD(text, ",\"battle\":");
        if (work.game->chances.battle &&
            work.game->chances.battle(work.tables, work.view, decider(&work), move ? *move : 0, stop, &battle))
            wire_battle(&battle, text);
        else ALEA_TEXT_ADD(text, "null");
        ALEA_TEXT_ADD(text, ",\"detail\":");
        if (!work.game->chances.detail ||
            !work.game->chances.detail(work.tables, work.view, wire->viewer.seat, move ? *move : 0, text))
            ALEA_TEXT_ADD(text, "null");
        ALEA_TEXT_ADD(text, "}");
    }
    wire_end(&work);
}

/* ---- The transcript -------------------------------------------------------------------------------------------------------------- */

void wire_transcript(const struct wire *wire, bool explain, struct alea_text *text) {
    text->lang = wire->lang;
    alea_transcript_write_for(table_look(wire->table).match, wire->viewer.seat, explain ? ALEA_TRANSCRIPT_EXPLAIN : 0, text);
}
