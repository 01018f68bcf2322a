/* SPDX-License-Identifier: MIT */
/* wire_consents.c - what is asked of single people: who, what, and how those who read it may answer. */
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "wire.h"
#include "wire_internal.h"

/* The i-th question of the view; false past the last, or where nothing is ever asked. */
static bool asked_at(const struct wire_workspace *work, const void *view, int i, struct alea_consent *asked) {
    return work->game->campaign.consent && work->game->campaign.consent(work->tables, view, i, asked);
}

static bool allows(const struct wire_workspace *work, const void *view, int seat, alea_move move) {
    return work->game->why_not(work->tables, view, seat, move) == 0;
}

/* Does that question stand in the view? Then *now is it, with its answer there. */
static bool stands(const struct wire_workspace *work, const void *view, const struct alea_consent *asked,
                   struct alea_consent *now) {
    for (int i = 0; asked_at(work, view, i, now); i++)
        if (now->question == asked->question && now->seat == asked->seat) return true;
    return false;
}

static bool is_open(const struct wire_workspace *work, const void *view, const struct alea_consent *asked) {
    struct alea_consent now;
    return stands(work, view, asked, &now) && now.answer == ALEA_CONSENT_OPEN;
}

/* ---- With which words ------------------------------------------------------------------------------------------------------------------ */

/* The ply with words that opened the question, if whom it is put to may know it; else NULL. From the last ply back: before the question stood
 * nothing of it was said, and of what a rewind took back nothing counts. */
static const struct alea_ply *opened_by(const struct wire_workspace *work, const struct alea_consent *asked) {
    const struct alea_match *match = work->table.match;
    struct alea_events events;
    struct alea_consent now;
    for (long at = alea_match_plies(match); at > 0; at--) {
        const struct alea_ply *made = alea_match_ply(match, at);
        if (alea_is_rewind(made->seat, made->move)) at = (long)alea_move_arg(made->move) + 1;
        else if (made->note) {
            alea_match_position_at(match, at - 1, work->before);
            memcpy(work->pos, work->before, work->game->position_size);
            alea_match_step(match, at, work->pos, &events);
            if (!stands(work, work->pos, asked, &now)) return NULL;
            if (now.answer != ALEA_CONSENT_OPEN || is_open(work, work->before, asked)) continue;
            return alea_may_know(alea_ply_known(work->rules, work->before, made, &events), asked->seat) ? made : NULL;
        }
    }
    return NULL;
}

static void write_said(const struct wire_workspace *work, const struct alea_consent *asked, struct alea_text *text) {
    const struct alea_ply *ply = opened_by(work, asked);
    if (!ply) return;
    size_t from = alea_json_open_string(text, "said");
    alea_note_say(ply->note, text);
    alea_json_close_string(text, from);
}

/* ---- A question ------------------------------------------------------------------------------------------------------------------------- */

/* "may": ["yes", "no"], as the viewer may answer: for itself, or what was said elsewhere. */
static void write_may(const struct wire_workspace *work, const void *view, const struct alea_consent *asked,
                      struct alea_text *text) {
    const int seat = work->wire->viewer.seat;
    bool yes = false, no = false;
    if (seat == ALL_EYES) {
        yes = allows(work, view, ALEA_HOST, asked->record_for);
    } else if (seat == asked->seat) {
        yes = allows(work, view, seat, asked->yes);
        no = allows(work, view, seat, asked->no);
    } else if (seat != ALEA_NONE) {
        yes = allows(work, view, seat, asked->record);
    }
    alea_json_open_array(text, "may");
    if (yes) alea_json_id(text, NULL, "yes");
    if (no) alea_json_id(text, NULL, "no");
    alea_json_close_array(text);
}

/* `said`: with the words of whoever asks, too, for whom it is put to. */
static void write_question(const struct wire_workspace *work, const void *view, int i, const struct alea_consent *asked,
                           bool said, struct alea_text *text) {
    static const char *const answers[] = {
        [ALEA_CONSENT_OPEN] = "open", [ALEA_CONSENT_YES] = "yes", [ALEA_CONSENT_NO] = "no"};
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "question", asked->question);
    wire_seat(text, "seat", asked->seat);
    alea_json_id(text, "answer", answers[asked->answer]);
    alea_json_bool(text, "recorded", asked->recorded);
    alea_json_id(text, "by", asked->by_host ? "host" : "team");
    write_may(work, view, asked, text);
    if (!work->wire->plain) {
        size_t from = alea_json_open_string(text, "text");
        work->game->campaign.consent_words(work->tables, view, i, text);
        alea_json_close_string(text, from);
    }
    if (said && !work->wire->plain && asked->seat == work->wire->viewer.seat) write_said(work, asked, text);
    alea_json_close_object(text);
}

void wire_questions(const struct wire_workspace *work, const void *view, struct alea_text *text) {
    struct alea_consent asked;
    alea_json_open_array(text, "consents");
    for (int i = 0; asked_at(work, view, i, &asked); i++) write_question(work, view, i, &asked, false, text);
    alea_json_close_array(text);
}

void wire_consents(const struct wire *wire, const void *before, struct alea_text *text) {
    struct wire_workspace work;
    struct alea_consent asked;
    if (wire_begin(&work, wire, text)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        alea_json_open_array(text, "consents");
        for (int i = 0; asked_at(&work, work.view, i, &asked); i++)
            if (!before || (asked.answer == ALEA_CONSENT_OPEN && !is_open(&work, before, &asked)))
                write_question(&work, work.view, i, &asked, true, text);
        alea_json_close_array(text);
    }
    wire_end(&work);
}

bool wire_asked(const struct wire *wire, uint32_t question, struct alea_consent *asked, struct alea_text *words) {
    struct wire_workspace work;
    bool found = false;
    if (wire_begin(&work, wire, words)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        int i = 0;
        while (asked_at(&work, work.view, i, asked) && asked->question != question) i++;
        found = asked_at(&work, work.view, i, asked);
        if (found) work.game->campaign.consent_words(work.tables, work.view, i, words);
    }
    wire_end(&work);
    return found;
}

void wire_asked_with(const struct wire *wire, const struct alea_consent *asked, struct alea_text *words) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, words)) {
        const struct alea_ply *ply = opened_by(&work, asked);
        if (ply) alea_note_say(ply->note, words);
    }
    wire_end(&work);
}
