/* SPDX-License-Identifier: MIT */
/* api_hands.c - a Master's hands: what the host may do now, what each would read of it before it is made. */
#include "api_internal.h"
#include "error.h"
#include "match.h"

/* With the ply that a move of the host's names: the spectators'. */
enum api_next api_host_moves(struct api_request *request) {
    if (!api_enter(request, API_MASTER)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", table_ply(request->table, ALEA_NONE));
    wire_host(&wire, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

enum api_next api_preview(struct api_request *request) {
    struct json_in *body = &request->body;
    char note[ALEA_MAX_NOTE_BYTES + 1], line[ALEA_MAX_LINE_BYTES];
    alea_move move;
    json_in_required(body, "text");
    json_in_line(body, "text", line, sizeof line);
    alea_note_typed(json_in_lines(body, "note"), note);
    if (!api_body_end(request) || !api_enter(request, API_MASTER)) return API_ANSWERED;
    if (alea_move_read(alea_match_rules(table_look(request->table).match), line, &move, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    if (!api_say_whose(request, "@master ", note, sizeof note) || alea_lines_chars(note) > ALEA_MAX_NOTE_CHARS)
        return api_refuse(request, API_FAULT_TOO_LONG, "note", alea_digits(ALEA_MAX_NOTE_CHARS).at);
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    if (wire_preview(&wire, move, *note ? note : NULL, text, &request->error) != ALEA_OK) return api_refuse_engine(request);
    return API_ANSWERED;
}
