/* SPDX-License-Identifier: MIT */
/* preview.c - what somebody would read if a move were made, which is not. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "match.h"

/* Ends a line; behind the first stands the note, if it may be known. */
static void end_line(const char *note, bool *first, struct alea_text *text) {
    if (*first && note && *note) {
        alea_text_add(text, " (");
        alea_note_say(note, text);
        alea_text_add(text, ")");
    }
    *first = false;
    alea_text_add(text, "\n");
}

void alea_ply_say(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                  const struct alea_events *events, int viewer, struct alea_text *text) {
    const bool known = alea_may_know(alea_ply_known(rules, before, ply, events), viewer);
    bool first = true;
    const char *note = known ? ply->note : NULL;
    for (int i = 0; i < events->n; i++) {
        const struct alea_event *event = &events->at[i];
        bool move = rules->game->texts->events[event->kind].role == ALEA_ROLE_MOVE;
        if (!alea_may_know(event->audience, viewer) || (move && known)) continue;
        alea_event_say(rules, event, text);
        end_line(note, &first, text);
    }
    if (!first || !known) return;
    alea_move_say(rules, ply->move, text);
    end_line(note, &first, text);
}

enum alea_err alea_match_preview(const struct alea_match *match, int seat, alea_move move, const char *note, int viewer,
                                 struct alea_text *text, struct alea_error *error) {
    const struct alea_rules *rules = alea_match_rules(match);
    const void *now = alea_match_position(match);
    char line[ALEA_MAX_NOTE_BYTES + 1] = "";
    void *after = malloc(rules->game->position_size);
    struct alea_events *events = calloc(1, sizeof *events);
    enum alea_err err = ALEA_ERR_NO_MEMORY;
    if (!after || !events) {
        alea_fail(error, err);
        goto out;
    }
    err = alea_match_try(match, seat, move, after, events, error);
    if (!err) {
        if (note) alea_lines_clean(note, strlen(note), line);
        const struct alea_ply ply = {.move = move, .seat = (uint8_t)seat, .note = line};
        alea_ply_say(rules, now, &ply, events, viewer, text);
    }
out:
    free(after);
    free(events);
    return err;
}
