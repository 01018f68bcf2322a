/* SPDX-License-Identifier: MIT */
/* windows.c - closing times by a calendar of local days. */
#include "windows.h"

#include <jansson.h>

#include "timezone.h"

enum { MINUTE = 60000, DAY_MINUTES = 24 * 60, DAYS_OF_WEEK = 7, FIRST_WEEKDAY = 3 /* 1970 began on a Thursday */ };

static const int64_t day_ms = (int64_t)DAY_MINUTES * MINUTE;

/* ---- The calendar ---------------------------------------------------------------------------------------------------------- */

static int64_t local_day(const struct window_rules *rules, int64_t at) { return timezone_wall(rules->zone, at) / day_ms; }

static bool is_playing_day(const struct window_rules *rules, int64_t day) {
    const unsigned all = (1u << DAYS_OF_WEEK) - 1, rest = rules->calendar.rest_days & all;
    return rest == all || !(rest >> (day + FIRST_WEEKDAY) % DAYS_OF_WEEK & 1);
}

/* When it is that minute of a playing day for the first time, from `from` on: a week and a day hold one. */
static int64_t first_time(const struct window_rules *rules, int minute, int64_t from) {
    int64_t day = local_day(rules, from), at = from;
    for (int i = 0; i <= DAYS_OF_WEEK + 1; i++, day++) {
        if (!is_playing_day(rules, day)) continue;
        at = timezone_instant(rules->zone, day * day_ms + (int64_t)minute * MINUTE);
        if (at >= from) break;
    }
    return at;
}

int64_t window_closing(const struct window_rules *rules, int minute, int64_t from, int64_t opened, int64_t *due) {
    const int64_t minimum = (int64_t)rules->calendar.minimum_minutes * MINUTE, today = local_day(rules, opened),
                  midnight = timezone_instant(rules->zone, today * day_ms);
    if (from < midnight) from = midnight;
    if (from > opened + day_ms)
        from = opened + day_ms; /* who is far ahead of the calendar has a day to be silent, not weeks */
    *due = first_time(rules, minute, from);
    if (*due > opened && *due - opened >= minimum) return *due;
    if (minimum > 0 && local_day(rules, opened + minimum) == today) return opened + minimum;
    return *due = first_time(rules, minute, opened + (minimum > 0 ? minimum : 1));
}

/* ---- The window that is open ------------------------------------------------------------------------------------------------ */

/* The time of the window that is open, as of `opened`. */
static void set_time(struct window_clock *clock, const struct window_rules *rules, int64_t from, int64_t opened) {
    clock->due = clock->closes = 0;
    if (clock->minute >= 0) clock->closes = window_closing(rules, clock->minute, from, opened, &clock->due);
}

static void open_window(struct window_clock *clock, const struct window_rules *rules, const struct alea_window *window,
                        long ply, int64_t now) {
    /* A window of the same name is the one of another day. */
    const int64_t from = clock->due == 0 ? now : clock->due + (clock->name == window->name);
    *clock = (struct window_clock){.number = window->number, .name = window->name, .ply = ply, .opened = now};
    clock->minute = window->late ? window->closes : -1;
    set_time(clock, rules, from, now);
}

/* Its time was moved, on its day; or a pause is over. What is past by then is as if it opened now. */
static void set_time_again(struct window_clock *clock, const struct window_rules *rules, int64_t now) {
    const int64_t day = local_day(rules, clock->due ? clock->due : clock->opened),
                  midnight = timezone_instant(rules->zone, day * day_ms);
    set_time(clock, rules, midnight, clock->opened);
    if (clock->closes && clock->closes <= now) set_time(clock, rules, midnight, now);
}

bool window_clock_see(struct window_clock *clock, const struct window_rules *rules, const struct alea_window *window,
                      bool paused, long ply, int64_t now) {
    if (!window) return false; /* what comes next opens then; the one before is still the one before */
    const int minute = window->late ? window->closes : -1;
    const bool held = paused || window->paused, opens = window->number != clock->number || ply < clock->ply,
               moved = minute != clock->minute, goes_on = clock->held && !held && clock->closes && clock->closes <= now,
               changed = opens || moved || held != clock->held;
    if (opens) open_window(clock, rules, window, ply, now);
    clock->minute = minute;
    if (!opens && (moved || goes_on)) set_time_again(clock, rules, now);
    clock->held = held;
    return changed;
}

int64_t window_clock_due(const struct window_clock *clock, const struct window_rules *rules, int64_t since) {
    if (clock->held || !clock->closes) return 0;
    return clock->closes > since ? clock->closes : since + (int64_t)rules->calendar.grace_minutes * MINUTE;
}

/* ---- What the store keeps --------------------------------------------------------------------------------------------------- */

void window_clock_write(const struct window_clock *clock, struct alea_text *text) {
    alea_text_addf(text, "[%lld,%d,%d,%ld,%lld,%lld,%lld,%d]", (long long)clock->number, clock->name, clock->minute,
                   clock->ply, (long long)clock->opened, (long long)clock->due, (long long)clock->closes, clock->held);
}

bool window_clock_read(const struct json_t *json, struct window_clock *clock) {
    enum { MEMBERS = 8 };
    static const int64_t far = INT64_C(1) << 52;
    static const int64_t least[MEMBERS] = {1, 0, -1, 0, 0, 0, 0, 0};
    const int64_t most[MEMBERS] = {UINT32_MAX, INT32_MAX, DAY_MINUTES - 1, far, far, far, far, 1};
    int64_t value[MEMBERS];
    *clock = (struct window_clock){.number = 0};
    if (!json) return true;
    if (json_array_size(json) != MEMBERS) return false;
    for (size_t i = 0; i < MEMBERS; i++) {
        const json_t *member = json_array_get(json, i);
        value[i] = (int64_t)json_integer_value(member);
        if (!json_is_integer(member) || value[i] < least[i] || value[i] > most[i]) return false;
    }
    *clock = (struct window_clock){.number = (uint32_t)value[0],
                                   .name = (int)value[1],
                                   .minute = (int)value[2],
                                   .ply = (long)value[3],
                                   .opened = value[4],
                                   .due = value[5],
                                   .closes = value[6],
                                   .held = value[7] != 0};
    return true;
}
