/* SPDX-License-Identifier: MIT */
/* standing_order.c - what a seat has ordered beforehand, and what the store keeps of it. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "json_write.h"
#include "table_internal.h"

const char *const standing_ends[STANDING_ENDS] = {"", "alarm", "time", "count", "undone", "refused"};

bool standing_stands(const struct standing_order *order) { return order && (order->pass || order->n > 0); }

/* ---- One a seat ----------------------------------------------------------------------------------------------------------------------- */

struct standing_order *standing_of(const struct table *table, int seat) {
    struct standing_order *order = table->standing;
    while (order && order->seat != seat) order = order->next;
    return order;
}

bool standing_put(struct standing_order **list, const struct standing_order *order) {
    while (*list && (*list)->seat != order->seat) list = &(*list)->next;
    if (!*list) *list = calloc(1, sizeof **list);
    if (!*list) return false;
    struct standing_order *next = (*list)->next;
    **list = *order;
    (*list)->next = next;
    return true;
}

void standing_free(struct standing_order **list) {
    while (*list) {
        struct standing_order *order = *list;
        *list = order->next;
        free(order);
    }
}

/* ---- In the store -------------------------------------------------------------------------------------------------------------------------- */

/* ,"standing":[[seat,until,left,pass,why,ply,[move,"words",...]],...] */
void standing_write(const struct table *table, struct alea_text *text) {
    if (!table->standing) return;
    alea_json_open_array(text, "standing");
    for (const struct standing_order *order = table->standing; order; order = order->next) {
        alea_json_open_array(text, NULL);
        alea_json_integer(text, NULL, order->seat);
        alea_json_integer(text, NULL, order->until);
        alea_json_integer(text, NULL, order->left);
        alea_json_integer(text, NULL, order->pass);
        alea_json_integer(text, NULL, order->why);
        alea_json_integer(text, NULL, order->ply);
        alea_json_open_array(text, NULL);
        for (int i = 0; i < order->n; i++) {
            alea_json_integer(text, NULL, order->answer[i].move);
            alea_json_string(text, NULL, order->answer[i].when);
        }
        alea_json_close_array(text);
        alea_json_close_array(text);
    }
    alea_json_close_array(text);
}

/* The integer at `i` of a row, if it is 0 .. most; else *good is false. */
static int64_t number(const json_t *row, size_t i, int64_t most, bool *good) {
    const json_t *value = json_array_get(row, i);
    const json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 0 || n > most) *good = false;
    return *good ? n : 0;
}

static bool read_answers(const json_t *row, struct standing_order *order) {
    bool good = json_is_array(row) && json_array_size(row) <= 2 * (size_t)STANDING_ANSWERS && json_array_size(row) % 2 == 0;
    for (size_t i = 0; good && i < json_array_size(row); i += 2) {
        const char *when = json_string_value(json_array_get(row, i + 1));
        struct standing_answer *answer = &order->answer[order->n++];
        answer->move = (alea_move)number(row, i, UINT32_MAX, &good);
        if (!when || strlen(when) >= sizeof answer->when) return false;
        memcpy(answer->when, when, strlen(when) + 1);
    }
    return good;
}

bool standing_read(const json_t *json, int seats, struct standing_order **list) {
    static const int64_t far = INT64_C(1) << 52;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *row = json_array_get(json, i);
        bool good = true;
        struct standing_order order = {
            .seat = (int)number(row, 0, seats - 1, &good),
            .until = number(row, 1, far, &good),
            .left = (int)number(row, 2, STANDING_TIMES, &good),
            .pass = number(row, 3, 1, &good) == 1,
            .why = (enum standing_end)number(row, 4, STANDING_ENDS - 1, &good),
            .ply = (long)number(row, 5, INT32_MAX, &good),
        };
        if (!good || !read_answers(json_array_get(row, 6), &order) || !standing_put(list, &order)) return false;
    }
    return true;
}
