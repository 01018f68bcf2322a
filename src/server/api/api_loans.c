/* SPDX-License-Identifier: MIT */
/* api_loans.c - a seat is lent by a link, to somebody who plays on no other side of the table, until it is taken back or its time is over. */
#include <stdio.h>

#include "api_internal.h"

enum { MAX_LOAN_DAYS = 60, MAX_TOKENS = ALEA_MAX_SEATS };

/* Of a browser that holds other links to this table each is one of its person's: a Master sees all sides. */
static bool may_borrow_with(struct api_request *request, const json_t *tokens, int seat) {
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        const char *token = json_string_value(json_array_get(tokens, i));
        struct viewer viewer;
        if (!token || !api_link_viewer(request, token, &viewer)) continue;
        if (viewer.master) {
            api_refuse(request, API_FAULT_OTHER_SIDE, NULL, NULL);
            return false;
        }
        if (viewer.lent == seat + 1 || viewer.seat == ALEA_NONE) continue;
        if (!api_may_sit_for(request, seat, viewer.seat)) return false;
    }
    return true;
}

static enum alea_err drop_links(struct api_request *request, int seat) {
    return store_drop_links(request->api->store, STORE_LINK_LENT, table_look(request->table).id, seat, &request->error);
}

/* A loan, and its end, stand in lines of the table's own, and those are as many as there is room for. */
static bool may_tell(struct api_request *request, int seat) {
    char who[STORE_ID_LENGTH + 8];
    int wait;
    snprintf(who, sizeof who, "%s~%d", table_look(request->table).id, seat);
    if (attempts_take(request->api->chat, who, request->now, &wait)) return true;
    api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return false;
}

enum api_next api_lend(struct api_request *request) {
    static const int64_t day = INT64_C(24) * 60 * 60 * 1000;
    char days[8];
    json_in_required(&request->body, "until");
    const int64_t until = (int64_t)json_in_number(&request->body, "until", 0, API_MAX_NUMBER, 0);
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    const int seat = request->viewer.seat;
    snprintf(days, sizeof days, "%d", MAX_LOAN_DAYS);
    if (until <= request->now || until > request->now + MAX_LOAN_DAYS * day)
        return api_refuse(request, API_FAULT_LOAN_TIME, "until", days);
    if (!may_tell(request, seat)) return API_ANSWERED;
    const enum table_answer answer = table_lend(request->table, seat, until, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    if (drop_links(request, seat)) return api_refuse_engine(request);
    struct alea_text *text = api_answer(request, 201);
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", seat);
    alea_json_integer(text, "until", until);
    const enum alea_err err = api_write_link_until(request, STORE_LINK_LENT, seat, until, "token", "url", text);
    alea_json_close_object(text);
    return err ? api_refuse_engine(request) : API_ANSWERED;
}

static enum api_next answer_seat(struct api_request *request, int seat, enum table_answer answer) {
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const struct loan *loan = &table_look(request->table).loan[seat];
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", seat);
    wire_time(text, "until", loan->until);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* By whoever holds the link; `seats`: the tokens of other links to this table that the same browser holds. */
enum api_next api_borrow(struct api_request *request) {
    char name[API_MAX_NAME];
    json_in_required(&request->body, "name");
    json_in_line(&request->body, "name", name, sizeof name);
    if (!request->body.bad && !*name) json_in_refuse(&request->body, API_FAULT_TOO_SHORT, "1", "%s", "name");
    const json_t *tokens = json_in_array(&request->body, "seats", MAX_TOKENS);
    if (!api_body_end(request) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const int seat = request->viewer.lent - 1;
    if (seat < 0) return api_refuse(request, API_FAULT_NOT_LENT, NULL, NULL);
    if (!may_borrow_with(request, tokens, seat)) return API_ANSWERED;
    return answer_seat(request, seat, table_borrow(request->table, seat, name, request->now, &request->error));
}

/* By its person, or by who has borrowed it. */
enum api_next api_end_loan(struct api_request *request) {
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const int seat = request->viewer.lent ? request->viewer.lent - 1 : request->viewer.seat;
    if (seat == ALEA_NONE || request->viewer.master) return api_refuse(request, API_FAULT_SEAT_NEEDED, NULL, NULL);
    if (!may_tell(request, seat)) return API_ANSWERED;
    const enum table_answer answer = table_end_loan(request->table, seat, request->now, &request->error);
    if (answer == TABLE_OK && drop_links(request, seat)) return api_refuse_engine(request);
    return answer_seat(request, seat, answer);
}
