/* SPDX-License-Identifier: MIT */
/* wire_questions.c - answers to questions: why a move is not allowed, what the chances are, the transcript. */
#include "engine_text.h"
#include "error.h"
#include "odds.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

static bool is_seat(const struct wire_workspace *work, int seat) { return seat >= 0 && seat < work->rules->seats; }

/* Who asks with all eyes asks for nobody. */
static int asker_of(const struct wire *wire) { return wire->viewer.seat == ALL_EYES ? ALEA_NONE : wire->viewer.seat; }

void wire_why(const struct wire *wire, alea_move move, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        bool master = wire->viewer.seat == ALL_EYES; /* the host's moves are his */
        bool own = master || is_seat(&work, wire->viewer.seat);
        int seat = master ? ALEA_HOST : wire->viewer.seat;
        alea_rule rule = own ? work.game->why_not(work.tables, work.view, seat, move) : 0;
        alea_json_open_object(text, NULL);
        alea_json_bool(text, "allowed", own && !rule);
        alea_json_string(text, "rule", rule ? alea_rule_id(work.game, rule) : NULL);
        size_t from = alea_json_open_string(text, "text");
        if (rule) alea_rule_say(work.rules, rule, text);
        else if (!own) alea_text_add(text, alea_either(wire->lang, ENGINE_SAY_WHY_LOOKS_ON));
        alea_json_close_string(text, from);
        from = alea_json_open_string(text, "words");
        alea_move_say(work.rules, move, text);
        alea_json_close_string(text, from);
        alea_json_close_object(text);
    }
    wire_end(&work);
}

/* ---- Chances ------------------------------------------------------------------------------------------------------------------ */

/* What is said beside a move: of legal moves alone, and to whose they are. */
static void wire_remark(const struct wire_workspace *work, const struct odds_asker *asker, struct alea_text *text) {
    if (!is_seat(work, asker->seat)) return;
    if (work->game->why_not(work->tables, work->view, asker->seat, asker->move) == 0) odds_say_remark(asker, NULL, text);
}

/* What is said of the move in the workspace, or of all that is at hand (NULL), and the chances. */
static void add_odds(const struct odds_asker *asker, const struct wire_workspace *work, int stop, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    size_t from = alea_json_open_string(text, "words");
    if (work) wire_remark(work, asker, text);
    else (void)odds_say_at_hand(asker, text);
    alea_json_close_string(text, from);
    odds_at_hand_json(asker, stop, text);
    alea_json_close_object(text);
}

bool wire_asks(const struct wire *wire, void *view, int *seat) {
    struct wire_workspace work;
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_LINE_BYTES, wire->lang);
    bool fine = wire_begin(&work, wire, &text);
    if (fine) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        memcpy(view, work.view, work.game->position_size);
        *seat = asker_of(wire);
    }
    wire_end(&work);
    alea_text_clear(&text);
    return fine;
}

void wire_odds_at_hand(const struct alea_rules *rules, const void *view, int seat, int stop, struct alea_text *text) {
    const struct odds_asker asker = {rules, view, seat, 0};
    add_odds(&asker, NULL, stop, text);
}

void wire_odds(const struct wire *wire, const alea_move *move, int stop, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        struct odds_asker asker = {work.rules, work.view, asker_of(wire), move ? *move : 0};
        add_odds(&asker, move ? &work : NULL, stop, text);
    }
    wire_end(&work);
}

/* ---- The transcript -------------------------------------------------------------------------------------------------------------- */

void wire_transcript(const struct wire *wire, bool explain, struct alea_text *text) {
    text->lang = wire->lang;
    alea_transcript_write_for(table_look(wire->table).match, wire->viewer.seat, explain ? ALEA_TRANSCRIPT_EXPLAIN : 0, text);
}
