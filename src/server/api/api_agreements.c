/* SPDX-License-Identifier: MIT */
/* api_agreements.c - what a seat asks of the whole table, and the answers of the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "match.h"

/* {"ply","status","agreement"}: null once it is done, or dropped. */
static enum api_next answer(struct api_request *request, int status, enum table_answer answered) {
    if (answered != TABLE_OK) return api_refuse_table(request, answered);
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, status);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", table_ply(request->table, request->viewer.seat));
    alea_json_id(text, "status", store_status_name(table_look(request->table).status));
    wire_agreed(&wire, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* What is asked now, and with whose victory the table might agree to end. */
enum api_next api_agreements(struct api_request *request) {
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    const int seats = alea_match_rules(table_look(request->table).match)->seats;
    alea_actors ends = 0;
    for (int seat = 0; seat < seats; seat++) ends |= table_may_end(request->table, seat) ? alea_actor(seat) : 0;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_agreed(&wire, text);
    alea_json_id(text, "takebacks", takebacks_name(table_look(request->table).takebacks));
    wire_actors(text, "ends", ends);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* Which true ply the viewer means; a ply that it has not heard of is none to go back to. */
static long true_target(const struct api_request *request, long to) {
    const long target = table_true_ply(request->table, request->viewer.seat, to);
    return target < 0 ? ALEA_MAX_PLIES : target;
}

enum api_next api_put_to_all(struct api_request *request) {
    static const char *const words[] = {"rewind", "pause", "go_on", "end"};
    struct json_in *body = &request->body;
    struct agreement asked = {.what = AGREE_NONE};
    char who[STORE_ID_LENGTH + 8];
    int wait;
    json_in_required(body, "what");
    asked.what = (enum agreement_what)(AGREE_REWIND + json_in_word(body, "what", words, ALEA_LEN(words), 0));
    if (asked.what == AGREE_REWIND) json_in_required(body, "to");
    if (asked.what == AGREE_END) json_in_required(body, "winner");
    const long to = (long)json_in_number(body, "to", 0, API_MAX_NUMBER, 0);
    const char *winner = json_in_string(body, "winner", API_MAX_PART - 1);
    if (!body->bad && asked.what != AGREE_REWIND && json_in_has(body, "to"))
        json_in_refuse(body, API_FAULT_UNKNOWN_MEMBER, "to", "%s", "to");
    if (!body->bad && asked.what != AGREE_END && winner)
        json_in_refuse(body, API_FAULT_UNKNOWN_MEMBER, "winner", "%s", "winner");
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    asked.seat = request->viewer.seat;
    asked.target = true_target(request, to);
    asked.winner = winner ? api_named_seat(rules, winner) : asked.seat;
    if (asked.winner >= rules->seats) return api_refuse(request, API_FAULT_NO_SUCH_SEAT, "winner", winner);
    snprintf(who, sizeof who, "%s=%d", table_look(request->table).id, asked.seat);
    if (!attempts_take(request->api->chat, who, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return answer(request, 201, table_ask(request->table, &asked, request->now, &request->error));
}

enum api_next api_agree(struct api_request *request) {
    static const char *const words[] = {"yes", "no"};
    json_in_required(&request->body, "answer");
    const bool yes = json_in_word(&request->body, "answer", words, ALEA_LEN(words), 0) == 0;
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    const char *part = request->part[1];
    const size_t digits = strspn(part, "0123456789");
    const long number = digits > 0 && digits < 9 && !part[digits] ? strtol(part, NULL, 10) : 0;
    return answer(request, 200,
                  table_agree(request->table, request->viewer.seat, number, yes, request->now, &request->error));
}
