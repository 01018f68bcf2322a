/* SPDX-License-Identifier: MIT */
/* wire_agreements.c - what one seat asks of the whole table: everybody reads the same of it, each by their own numbers of plies. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "wire.h"
#include "wire_internal.h"

/* "Anna (A) asks to take back all since ply 12" */
static void write_words(const struct wire_workspace *work, const struct agreement *asked, long to, struct alea_text *text) {
    static const char *const sentences[][ALEA_LANGS] = {
        [AGREE_REWIND] = {ENGINE_SAY_AGREEMENT_REWIND},
        [AGREE_PAUSE] = {ENGINE_SAY_AGREEMENT_PAUSE},
        [AGREE_GO_ON] = {ENGINE_SAY_AGREEMENT_GO_ON},
        [AGREE_END] = {ENGINE_SAY_AGREEMENT_END},
    };
    for (const char *at = sentences[asked->what][text->lang]; *at; at++) {
        if (*at != '{') alea_text_add_n(text, at, 1);
        else {
            if (at[1] == '1') wire_person(work, asked->seat, text);
            else if (asked->what == AGREE_END) wire_person(work, asked->winner, text);
            else alea_text_addf(text, "%ld", to);
            at += 2;
        }
    }
}

/* Whoever is one of the people of the table may still answer, or answer otherwise. */
static bool may_answer(const struct wire_workspace *work) {
    const int seat = work->wire->viewer.seat;
    return seat >= 0 && seat < work->rules->seats && work->table.asked & alea_actor(seat);
}

void wire_agreement(const struct wire_workspace *work, struct alea_text *text) {
    const struct agreement *asked = work->table.agreement;
    if (asked->what == AGREE_NONE) {
        alea_json_null(text, "agreement");
        return;
    }
    const long to = table_ply_at(work->wire->table, work->wire->viewer.seat, asked->target);
    alea_json_open_object(text, "agreement");
    alea_json_integer(text, "agreement", asked->number);
    alea_json_id(text, "what", agreement_name(asked->what));
    wire_seat(text, "by", asked->seat);
    if (asked->what == AGREE_REWIND) alea_json_integer(text, "to", to);
    if (asked->what == AGREE_END) wire_seat(text, "winner", asked->winner);
    wire_actors(text, "asked", work->table.asked);
    wire_actors(text, "yes", asked->yes & work->table.asked);
    wire_actors(text, "no", asked->no & work->table.asked);
    alea_json_integer(text, "needs", work->table.needs);
    alea_json_bool(text, "may", may_answer(work));
    if (!work->wire->plain) {
        size_t from = alea_json_open_string(text, "text");
        write_words(work, asked, to, text);
        alea_json_close_string(text, from);
    }
    alea_json_close_object(text);
}

/* What the table itself says of it in the chat: "@refused A". Other lines are keys of notes. */
void wire_own_line(struct alea_text *text, const char *key, const char *line) {
    static const struct {
        const char *mark, *in[ALEA_LANGS];
    } said[] = {
        {"@asked_rewind ", {ENGINE_SAY_AGREEMENT_ASKED_REWIND}}, {"@asked_end ", {ENGINE_SAY_AGREEMENT_ASKED_END}},
        {"@asked_pause ", {ENGINE_SAY_AGREEMENT_ASKED_PAUSE}},   {"@asked_go_on ", {ENGINE_SAY_AGREEMENT_ASKED_GO_ON}},
        {"@agreed_pause ", {ENGINE_SAY_AGREEMENT_AGREED_PAUSE}}, {"@agreed_go_on ", {ENGINE_SAY_AGREEMENT_AGREED_GO_ON}},
        {"@refused ", {ENGINE_SAY_AGREEMENT_REFUSED}},           {"@withdrawn ", {ENGINE_SAY_AGREEMENT_WITHDRAWN}},
    };
    size_t i = 0;
    while (i < ALEA_LEN(said) && strncmp(line, said[i].mark, strlen(said[i].mark)) != 0) i++;
    if (i == ALEA_LEN(said)) {
        wire_note(text, key, line);
        return;
    }
    const char *words = said[i].in[text->lang], *hole = strstr(words, "%1");
    size_t from = alea_json_open_string(text, key);
    alea_text_add_n(text, words, (size_t)(hole - words));
    alea_text_add(text, line + strlen(said[i].mark));
    alea_text_add(text, hole + 2);
    alea_json_close_string(text, from);
}

void wire_agreed(const struct wire *wire, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) wire_agreement(&work, text);
    wire_end(&work);
}
