/* SPDX-License-Identifier: MIT */
/* wire_window.c - the window that is open: which one, of whom, and until when. Of whom is waited for there it tells nothing. */
#include <stdio.h>

#include "engine_text.h"
#include "error.h"
#include "names.h"
#include "timezone.h"
#include "wire.h"
#include "wire_internal.h"

enum { WEEK = 7, FIRST_WEEKDAY = 3, MINUTE_MS = 60000, DAY_MS = 24 * 60 * MINUTE_MS };

/* "today 20:30", by the clocks on the walls of that zone. */
static void say_when(const char *zone, int64_t at, int64_t now, struct alea_text *text) {
    static const char *const weekday[WEEK][ALEA_LANGS] = {
        {ENGINE_SAY_WINDOW_MONDAY},   {ENGINE_SAY_WINDOW_TUESDAY}, {ENGINE_SAY_WINDOW_WEDNESDAY},
        {ENGINE_SAY_WINDOW_THURSDAY}, {ENGINE_SAY_WINDOW_FRIDAY},  {ENGINE_SAY_WINDOW_SATURDAY},
        {ENGINE_SAY_WINDOW_SUNDAY},
    };
    const int64_t wall = timezone_wall(zone, at), day = wall / DAY_MS, ahead = day - timezone_wall(zone, now) / DAY_MS;
    const int minute = (int)(wall / MINUTE_MS % (DAY_MS / MINUTE_MS));
    const char *name = weekday[(day + FIRST_WEEKDAY) % WEEK][text->lang];
    char time[8], stamp[TIMEZONE_STAMP];
    snprintf(time, sizeof time, "%02d:%02d", minute / 60 % 24, minute % 60);
    timezone_stamp(zone, at, stamp);
    stamp[sizeof "2026-03-29" - 1] = 0;
    if (ahead == 0) alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_TODAY), time);
    else if (ahead == 1) alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_TOMORROW), time);
    else if (ahead > 0 && ahead < WEEK) alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_WEEKDAY), name, time);
    else alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_DATE), name, stamp, time);
}

/* When it opened and closes, if it is the one that the table's clock sees. */
static void wire_times(const struct wire_workspace *work, const struct alea_window *window, int64_t now,
                       struct alea_text *text) {
    const struct table_view *table = &work->table;
    const char *zone = table->clock->rules.zone;
    const bool seen = now && table->clock->rules.kind == CLOCK_WINDOWS && table->window->number == window->number;
    const int64_t closes = seen ? table->window_closes : 0;
    char stamp[TIMEZONE_STAMP];
    if (seen) alea_json_integer(text, "opened", table->window->opened);
    else alea_json_null(text, "opened");
    if (!closes) {
        alea_json_null(text, "closes");
        alea_json_null(text, "local");
        return;
    }
    alea_json_integer(text, "closes", closes);
    timezone_stamp(zone, closes, stamp);
    alea_json_id(text, "local", stamp);
    if (work->wire->plain) return;
    size_t from = alea_json_open_string(text, "text");
    say_when(zone, closes, now, text);
    alea_json_close_string(text, from);
}

void wire_window(const struct wire_workspace *work, const void *view, int64_t now, struct alea_text *text) {
    struct alea_window window;
    if (!work->game->campaign.window) return;
    if (!work->game->campaign.window(work->tables, view, &window)) {
        alea_json_null(text, "window");
        return;
    }
    const struct alea_names names = alea_names_of(work->rules, window.set);
    const bool named = window.name >= 0 && window.name < names.n;
    const bool stands = work->table.status == STORE_PAUSED && now;
    alea_json_open_object(text, "window");
    alea_json_id(text, "id", named ? names.at[window.name].id : "");
    if (!work->wire->plain) alea_json_string(text, "name", named ? names.at[window.name].in[text->lang] : "");
    wire_actors(text, "seats", window.seats);
    wire_times(work, &window, now, text);
    alea_json_bool(text, "paused", window.paused || stands);
    alea_json_close_object(text);
}

void wire_say_window(const struct wire *wire, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    struct alea_window window;
    if (wire_begin(&work, wire, text)) {
        wire_view_of(&work, alea_match_position(work.table.match), wire->viewer.seat, work.view);
        if (work.game->campaign.window && work.game->campaign.window(work.tables, work.view, &window)) {
            const struct alea_names names = alea_names_of(work.rules, window.set);
            const char *name = window.name >= 0 && window.name < names.n ? names.at[window.name].in[text->lang] : "";
            const struct clock_rules *rules = &work.table.clock->rules;
            const bool seen = rules->kind == CLOCK_WINDOWS && work.table.window->number == window.number;
            struct alea_text when;
            alea_text_init(&when, 128, text->lang);
            if (seen && work.table.window_closes) say_when(rules->zone, work.table.window_closes, now, &when);
            if (when.len) alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_ASKED_UNTIL), name, alea_text_str(&when));
            else alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_ASKED_NO_TIME), name);
            alea_text_clear(&when);
        }
    }
    wire_end(&work);
}
