/* SPDX-License-Identifier: MIT */
/* api_notes.c - what people note for themselves, or for their side. Nobody else is told of it, not even that there is something: neither by
 * numbers nor by revisions, through no eyes, in no record. */
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"

enum { MAX_NOTES = 200 }; /* of a seat at a table */

struct listing {
    struct alea_text *text; /* NULL: they are counted alone */
    int seat, own;
};

static bool each_note(void *context, const struct store_note *note) {
    struct listing *listing = context;
    listing->own += note->seat == listing->seat;
    if (listing->text) wire_noted(note, listing->text);
    return true;
}

static enum alea_err look_at_notes(struct api_request *request, struct alea_text *text, int *own) {
    const struct table_view look = table_look(request->table);
    struct listing listing = {.text = text, .seat = request->viewer.seat};
    const alea_actors team = alea_team(alea_match_rules(look.match), listing.seat);
    enum alea_err err = store_notes(request->api->store, look.id, listing.seat, team, each_note, &listing, &request->error);
    *own = listing.own;
    return err;
}

/* A Master's eyes are no seat: only whoever sits there reads them. */
static bool enter(struct api_request *request) {
    if (!api_enter(request, API_OWNER)) return false;
    if (!request->viewer.master) return true;
    api_refuse(request, API_FAULT_SEAT_NEEDED, NULL, NULL);
    return false;
}

enum api_next api_notes(struct api_request *request) {
    int own;
    if (!enter(request)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "notes");
    if (look_at_notes(request, text, &own) != ALEA_OK) return api_refuse_engine(request);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* Is it a thing of the game, by its id in one of its sets? */
static bool is_place(const struct alea_rules *rules, const char *id) {
    const int n = rules->game->texts->n_sets;
    for (int set = 0; set < n; set++) {
        const struct alea_names names = alea_names_of(rules, ALEA_SET_GAME + set);
        for (int i = 0; i < names.n; i++)
            if (strcmp(names.at[i].id, id) == 0) return true;
    }
    return false;
}

/* False after the refusal. */
static bool check(struct api_request *request, const struct store_note *note, bool drop) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    int own;
    if (*note->place && !is_place(rules, note->place)) {
        api_refuse(request, API_FAULT_NO_SUCH_PLACE, "place", note->place);
        return false;
    }
    if (*note->goal && (!*note->place || !is_place(rules, note->goal))) {
        api_refuse(request, API_FAULT_NO_SUCH_PLACE, "to", note->goal);
        return false;
    }
    if (drop) return true;
    if (look_at_notes(request, NULL, &own) != ALEA_OK) {
        api_refuse_engine(request);
        return false;
    }
    if (own < MAX_NOTES) return true;
    api_refuse(request, API_FAULT_NOTES_FULL, NULL, alea_digits(MAX_NOTES).at);
    return false;
}

/* Without a text: the note goes; an arrow may have none, and goes by `drop`. */
enum api_next api_note(struct api_request *request) {
    struct json_in *body = &request->body;
    struct store_note note = {.at = request->now};
    json_in_line(body, "place", note.place, sizeof note.place);
    json_in_line(body, "to", note.goal, sizeof note.goal);
    note.side = json_in_bool(body, "side", false);
    const bool drop = json_in_bool(body, "drop", false);
    if (!drop) json_in_required(body, "text");
    const char *typed = json_in_string(body, "text", STORE_MAX_NOTE);
    char lines[ALEA_MAX_NOTE_BYTES + 1] = "";
    if (typed && !body->bad) alea_lines_clean(typed, strlen(typed), lines);
    if (!api_body_end(request) || !enter(request)) return API_ANSWERED;
    memcpy(note.text, lines, strnlen(lines, sizeof note.text - 1));
    note.seat = request->viewer.seat;
    const bool empty = drop || (!*note.text && !*note.goal);
    if (!check(request, &note, empty)) return API_ANSWERED;
    enum table_answer answer = table_note(request->table, &note, empty, &request->error);
    return answer == TABLE_OK ? api_notes(request) : api_refuse_table(request, answer);
}
