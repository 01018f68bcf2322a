/* SPDX-License-Identifier: MIT */
/* api_hands.c - a Master's hands: what the host may do now, what each would read of it before it is made. */
#include <string.h>

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

/* With ";" between them: how many; 0 after the refusal. */
static int read_moves(struct api_request *request, const char *text, alea_move moves[ALEA_MAX_ORDER]) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    char one[ALEA_MAX_LINE_BYTES];
    int n = 0;
    for (const char *at = text; *at; at += *at == ';') {
        at += strspn(at, " ");
        const size_t length = strcspn(at, ";");
        memcpy(one, at, length);
        one[length] = 0;
        at += length;
        if (length == 0) continue;
        if (n == ALEA_MAX_ORDER) {
            api_refuse(request, API_FAULT_TOO_MANY_ITEMS, "text", alea_digits(ALEA_MAX_ORDER).at);
            return 0;
        }
        if (alea_move_read(rules, one, &moves[n++], &request->error) != ALEA_OK) {
            api_refuse_engine(request);
            return 0;
        }
    }
    if (n == 0) api_refuse(request, API_FAULT_TOO_SHORT, "text", "1");
    return n;
}

/* What was asked of an earlier position is no fault of the asker's, who hears of the next one soon: nothing is read of it. */
static enum api_next stale(struct api_request *request) {
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_null(text, "readings");
    alea_json_close_object(text);
    return API_ANSWERED;
}

enum api_next api_preview(struct api_request *request) {
    struct json_in *body = &request->body;
    char note[ALEA_MAX_NOTE_BYTES + 1], line[ALEA_MAX_LINE_BYTES];
    alea_move moves[ALEA_MAX_ORDER];
    json_in_required(body, "text");
    json_in_line(body, "text", line, sizeof line);
    alea_note_typed(json_in_lines(body, "note"), note);
    const long ply = (long)json_in_number(body, "ply", 0, API_MAX_NUMBER, -1);
    if (!api_body_end(request) || !api_enter(request, API_MASTER)) return API_ANSWERED;
    if (ply >= 0 && ply != table_ply(request->table, ALEA_NONE)) return stale(request);
    const int n = read_moves(request, line, moves);
    if (n == 0) return API_ANSWERED;
    if (n == 1 && alea_is_rewind(ALEA_HOST, moves[0])) moves[0] = api_true_rewind(request->table, moves[0]);
    if (!api_say_whose(request, "@master ", note, sizeof note) || alea_lines_chars(note) > ALEA_MAX_NOTE_CHARS)
        return api_refuse(request, API_FAULT_TOO_LONG, "note", alea_digits(ALEA_MAX_NOTE_CHARS).at);
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    if (wire_preview(&wire, moves, n, *note ? note : NULL, text, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    return API_ANSWERED;
}
