/* SPDX-License-Identifier: MIT */
/* wire_window.c - the window that is open: which one, of whom, and until when. Of whom is waited for there it tells nothing. */
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "names.h"
#include "timezone.h"
#include "wire.h"
#include "wire_internal.h"

enum { WEEK = 7, FIRST_WEEKDAY = 3, MINUTE_MS = 60000, DAY_MS = 24 * 60 * MINUTE_MS };

/* A time by the clocks on the walls of a zone. */
struct when {
    const char *weekday[ALEA_LANGS];
    char time[sizeof "20:30"], date[TIMEZONE_STAMP];
    int64_t day; /* since 1970, there */
};

static struct when read_when(const char *zone, int64_t at) {
    static const char *const weekday[WEEK][ALEA_LANGS] = {
        {ENGINE_SAY_WINDOW_MONDAY},   {ENGINE_SAY_WINDOW_TUESDAY}, {ENGINE_SAY_WINDOW_WEDNESDAY},
        {ENGINE_SAY_WINDOW_THURSDAY}, {ENGINE_SAY_WINDOW_FRIDAY},  {ENGINE_SAY_WINDOW_SATURDAY},
        {ENGINE_SAY_WINDOW_SUNDAY},
    };
    const int64_t wall = timezone_wall(zone, at);
    const unsigned minute = (unsigned)(wall / MINUTE_MS % (DAY_MS / MINUTE_MS));
    struct when when = {.day = wall / DAY_MS};
    memcpy(when.weekday, weekday[(when.day + FIRST_WEEKDAY) % WEEK], sizeof when.weekday);
    snprintf(when.time, sizeof when.time, "%02u:%02u", minute / 60 % 24, minute % 60);
    timezone_stamp(zone, at, when.date);
    when.date[sizeof "2026-03-29" - 1] = 0;
    return when;
}

static void say_date(const struct when *when, struct alea_text *text) {
    alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_DATE), when->weekday[text->lang], when->date, when->time);
}

/* "today 20:30" */
static void say_when(const char *zone, int64_t at, int64_t now, struct alea_text *text) {
    const struct when when = read_when(zone, at);
    const int64_t ahead = when.day - timezone_wall(zone, now) / DAY_MS;
    if (ahead == 0) alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_TODAY), when.time);
    else if (ahead == 1) alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_TOMORROW), when.time);
    else if (ahead > 0 && ahead < WEEK)
        alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_WINDOW_WEEKDAY), when.weekday[text->lang], when.time);
    else say_date(&when, text);
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

/* When the window that the view shows closes; 0: at no time. */
static int64_t closing(const struct wire_workspace *work, const void *view) {
    const struct table_view *table = &work->table;
    struct alea_window window;
    if (!work->game->campaign.window(work->tables, view, &window) || window.paused) return 0;
    return table->window->number == window.number ? table->window_closes : 0;
}

bool wire_until(const struct wire *wire, struct alea_text *text) {
    struct wire_workspace work;
    if (!wire_begin(&work, wire, text)) return false;
    const struct clock_rules *clock = &work.table.clock->rules;
    const bool timed = clock->kind == CLOCK_WINDOWS && work.game->campaign.window;
    if (timed) {
        alea_match_view(work.table.match, wire->viewer.seat, work.view);
        const int64_t closes = closing(&work, work.view);
        const struct when when = read_when(clock->zone, closes);
        if (closes) say_date(&when, text);
        if (closes) alea_text_addf(text, " (%s)", clock->zone);
    }
    wire_end(&work);
    return timed;
}
