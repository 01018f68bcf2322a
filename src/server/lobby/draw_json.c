/* SPDX-License-Identifier: MIT */
/* draw_json.c - what a restart must find again of a draw of words. */
#include <string.h>

#include "table_internal.h"

static const char *const phases[] = {[DRAW_NONE] = "promising", [DRAW_OPENING] = "opening", [DRAW_AGAIN] = "again"};

const char *draw_phase_name(const struct draw *draw) { return phases[draw->phase]; }

void draw_state_write(const struct draw *draw, struct alea_text *text) {
    if (draw->phase == DRAW_NONE) return;
    alea_text_addf(
        text, ",\"draw\":{\"phase\":\"%s\",\"until\":%lld,\"frozen\":%lld,\"opened\":%llu,\"awaited\":%llu,\"out\":%llu}",
        phases[draw->phase], (long long)draw->until, (long long)draw->frozen, (unsigned long long)draw->opened,
        (unsigned long long)draw->awaited, (unsigned long long)draw->out);
}

bool draw_state_read(const json_t *json, int seats, struct draw *draw) {
    const alea_actors all = ((alea_actors)1 << seats) - 1;
    const char *phase = json_string_value(json_object_get(json, "phase"));
    *draw = (struct draw){.phase = DRAW_NONE};
    if (!json) return true;
    if (!phase) return false;
    while (draw->phase < DRAW_PHASES && strcmp(phases[draw->phase], phase) != 0) draw->phase++;
    draw->until = json_integer_value(json_object_get(json, "until"));
    draw->frozen = json_integer_value(json_object_get(json, "frozen"));
    draw->opened = (alea_actors)json_integer_value(json_object_get(json, "opened")) & all;
    draw->awaited = (alea_actors)json_integer_value(json_object_get(json, "awaited")) & all;
    draw->out = (alea_actors)json_integer_value(json_object_get(json, "out")) & all;
    return draw->phase < DRAW_PHASES;
}
