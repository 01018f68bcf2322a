/* SPDX-License-Identifier: MIT */
/* api_standing.c - standing orders: what a seat wants done for it beforehand. It alone reads them. */
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "match.h"

enum { MAX_DAYS = 90, USUAL_TIMES = 10, MAX_MOVE = 200 };

static const int64_t DAY_MS = INT64_C(24) * 60 * 60 * 1000;

/* ---- What is wanted --------------------------------------------------------------------------------------------------------------------- */

/* Adds an answer that is not there yet. False after the refusal: there are too many. */
static bool add_answer(struct api_request *request, struct standing_order *order, alea_move move, const char *when) {
    for (int i = 0; i < order->n; i++)
        if (order->answer[i].move == move && strcmp(order->answer[i].when, when) == 0) return true;
    if (order->n == STANDING_ANSWERS) {
        char most[8];
        snprintf(most, sizeof most, "%d", STANDING_ANSWERS);
        api_refuse(request, API_FAULT_TOO_MANY_ITEMS, "moves", most);
        return false;
    }
    struct standing_answer *answer = &order->answer[order->n++];
    answer->move = move;
    snprintf(answer->when, sizeof answer->when, "%s", when);
    return true;
}

/* Moves that answer, whenever they are legal. False after the refusal. */
static bool read_moves(struct api_request *request, const json_t *moves, struct standing_order *order) {
    for (size_t i = 0; i < json_array_size(moves); i++) {
        alea_move move;
        const char *line = json_string_value(json_array_get(moves, i));
        if (!line || strlen(line) > MAX_MOVE) {
            api_refuse(request, API_FAULT_NO_STRING, "moves", NULL);
            return false;
        }
        if (alea_move_read(alea_match_rules(table_look(request->table).match), line, &move, &request->error) != ALEA_OK) {
            api_refuse_engine(request);
            return false;
        }
        if (!add_answer(request, order, move, "")) return false;
    }
    return true;
}

/* A yes to the question that stands, and to each with the same words; what else was ordered stays. False after the refusal. */
static bool read_question(struct api_request *request, uint32_t question, struct standing_order *order) {
    struct alea_consent asked;
    char when[STANDING_WHEN];
    if (!api_find_question(request, question, &asked)) return false;
    if (asked.seat != order->seat) {
        api_refuse(request, API_FAULT_NO_SUCH_ASKED, "question", NULL);
        return false;
    }
    standing_question(request->table, order->seat, asked.yes, when);
    for (const struct standing_order *was = table_look(request->table).standing; was; was = was->next) {
        if (was->seat != order->seat) continue;
        order->pass = was->pass;
        order->n = was->n;
        memcpy(order->answer, was->answer, sizeof order->answer);
    }
    return add_answer(request, order, asked.yes, when);
}

/* ---- The order ------------------------------------------------------------------------------------------------------------------------------ */

static enum api_next answer(struct api_request *request) {
    const struct wire wire = api_wire(request);
    wire_own_order(&wire, api_answer(request, 200));
    return API_ANSWERED;
}

enum api_next api_standing_order(struct api_request *request) {
    return api_enter(request, API_OWNER) ? answer(request) : API_ANSWERED;
}

enum api_next api_stand(struct api_request *request) {
    struct json_in *body = &request->body;
    const bool by_question = json_in_has(body, "question");
    const uint32_t question = (uint32_t)json_in_number(body, "question", 0, UINT32_MAX, 0);
    struct standing_order order = {.pass = json_in_bool(body, "pass", false)};
    const json_t *moves = json_in_array(body, "moves", STANDING_ANSWERS);
    order.until = (int64_t)json_in_number(body, "until", 0, API_MAX_NUMBER, request->now + 7 * DAY_MS);
    order.left = (int)json_in_number(body, "times", 1, STANDING_TIMES, USUAL_TIMES);
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    order.seat = request->viewer.seat;
    if (order.until <= request->now || order.until > request->now + MAX_DAYS * DAY_MS) {
        char days[8];
        snprintf(days, sizeof days, "%d", MAX_DAYS);
        return api_refuse(request, API_FAULT_STANDING_TIME, "until", days);
    }
    if (by_question ? !read_question(request, question, &order) : !read_moves(request, moves, &order)) return API_ANSWERED;
    if (!standing_stands(&order)) return api_refuse(request, API_FAULT_MISSING, "pass", NULL);
    const enum table_answer stood = table_stand(request->table, &order, request->now, &request->error);
    return stood == TABLE_OK ? answer(request) : api_refuse_table(request, stood);
}

enum api_next api_stand_no_more(struct api_request *request) {
    if (!api_enter(request, API_OWNER)) return API_ANSWERED;
    const enum table_answer ended = table_stand_no_more(request->table, request->viewer.seat, request->now, &request->error);
    return ended == TABLE_OK ? answer(request) : api_refuse_table(request, ended);
}
