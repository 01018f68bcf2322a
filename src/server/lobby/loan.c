/* SPDX-License-Identifier: MIT */
/* loan.c - seats that are lent: what the store keeps of them; when the first of these, or of the vacations, ends. */
#include <jansson.h>
#include <string.h>

#include "json_write.h"
#include "table_internal.h"

/* ,"lent":[[seat,until,"Carla"],...]; null instead of a name: nobody has taken it yet. */
void loans_write(const struct table *table, struct alea_text *text) {
    bool any = false;
    for (int seat = 0; seat < table->seats; seat++) {
        const struct loan *loan = &table->loan[seat];
        if (!loan->until) continue;
        if (!any) alea_json_open_array(text, "lent");
        any = true;
        alea_json_open_array(text, NULL);
        alea_json_integer(text, NULL, seat);
        alea_json_integer(text, NULL, loan->until);
        alea_json_string(text, NULL, loan->taken ? loan->name : NULL);
        alea_json_close_array(text);
    }
    if (any) alea_json_close_array(text);
}

bool loans_read(const json_t *json, int seats, struct loan loans[]) {
    static const int64_t far = INT64_C(1) << 52;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *row = json_array_get(json, i), *seat = json_array_get(row, 0), *until = json_array_get(row, 1);
        const char *name = json_string_value(json_array_get(row, 2));
        if (!json_is_integer(seat) || json_integer_value(seat) < 0 || json_integer_value(seat) >= seats ||
            !json_is_integer(until) || json_integer_value(until) <= 0 || json_integer_value(until) > far)
            return false;
        struct loan *loan = &loans[json_integer_value(seat)];
        if (name && strlen(name) >= sizeof loan->name) return false;
        *loan = (struct loan){.until = (int64_t)json_integer_value(until), .taken = name != NULL};
        if (name) memcpy(loan->name, name, strlen(name) + 1); /* cleaned when it was given */
    }
    return true;
}

int64_t absence_due(const struct loan loans[], const struct clock *clock) {
    int64_t due = 0;
    for (int seat = 0; seat < clock->seats; seat++) {
        const int64_t ends[] = {loans[seat].until, clock->vacation[seat].until};
        for (size_t i = 0; i < ALEA_LEN(ends); i++)
            if (ends[i] && (!due || ends[i] < due)) due = ends[i];
    }
    return due;
}
