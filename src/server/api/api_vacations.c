/* SPDX-License-Identifier: MIT */
/* api_vacations.c - the days for which a table lets its people be away. */
#include <stdio.h>

#include "api_internal.h"

static enum api_next answer(struct api_request *request, int seat, enum table_answer answer) {
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const struct clock *clock = table_look(request->table).clock;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", seat);
    alea_json_integer(text, "days", clock_vacation(clock, seat));
    wire_time(text, "until", clock->vacation[seat].until);
    alea_json_close_object(text);
    return API_ANSWERED;
}

enum api_next api_begin_vacation(struct api_request *request) {
    char days[8];
    json_in_required(&request->body, "until");
    const int64_t until = (int64_t)json_in_number(&request->body, "until", 0, API_MAX_NUMBER, 0);
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    const int seat = request->viewer.seat;
    const struct clock *clock = table_look(request->table).clock;
    if (!clock->rules.vacation) return api_refuse(request, API_FAULT_NO_VACATION, NULL, NULL);
    snprintf(days, sizeof days, "%d", clock_vacation(clock, seat));
    const enum table_answer left = table_leave(request->table, seat, until, request->now, &request->error);
    if (left == TABLE_FORBIDDEN) return api_refuse(request, API_FAULT_VACATION_TIME, "until", days);
    return answer(request, seat, left);
}

enum api_next api_end_vacation(struct api_request *request) {
    if (!api_enter(request, API_OWNER)) return API_ANSWERED;
    const int seat = request->viewer.seat;
    return answer(request, seat, table_come_back(request->table, seat, request->now, &request->error));
}
