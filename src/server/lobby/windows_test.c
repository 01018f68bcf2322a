/* SPDX-License-Identifier: MIT */
/* windows_test.c - closing times by the calendar: summer time, rest days, the minimum, midnight; pauses, stops, what the store keeps.
 * proves INC-TABLE-6 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "timezone.h"
#include "windows.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE, SATURDAY = 1 << 5, SUNDAY = 1 << 6, ALL_DAYS = 127 };

static const char rome[] = "Europe/Rome";

/* That time UTC, counted out day by day. */
static int64_t utc(int year, int month, int day, int hour, int minute) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t days = day - 1;
    for (int y = 1970; y < year; y++) days += y % 4 == 0 ? 366 : 365; /* none of 2100 here */
    for (int m = 1; m < month; m++) days += lengths[m - 1] + (m == 2 && year % 4 == 0);
    return ((days * 24 + hour) * 60 + minute) * MINUTE;
}

static struct window_rules rules_of(const char *zone, int rest, int minimum) {
    return (struct window_rules){
        .zone = zone, .calendar = {.rest_days = (uint8_t)rest, .minimum_minutes = (uint16_t)minimum, .grace_minutes = 60}};
}

static void assert_time(const char *zone, int64_t at, const char *stamp) {
    char is[TIMEZONE_STAMP];
    timezone_stamp(zone, at, is);
    assert_string_equal(is, stamp);
}

/* A window that closes at hour:minute and follows none. */
static void assert_closes(const struct window_rules *rules, int hour, int minute, int64_t opened, const char *stamp) {
    int64_t due, at = window_closing(rules, hour * 60 + minute, opened, opened, &due);
    assert_true(at > opened);
    assert_time(rules->zone, at, stamp);
}

/* ---- Zones ---------------------------------------------------------------------------------------------------------------------- */

static void local_times_come_back(void **state) {
    (void)state;
    static const char *const zones[] = {
        "UTC", "Europe/Rome", "America/St_Johns", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"};
    for (size_t i = 0; i < ALEA_LEN(zones); i++)
        for (int64_t at = utc(2026, 1, 1, 0, 0); at < utc(2027, 1, 1, 0, 0); at += 37 * MINUTE) {
            const int64_t wall = timezone_wall(zones[i], at), again = timezone_instant(zones[i], wall);
            assert_true(timezone_wall(zones[i], again) == wall);
            assert_true(again == at || (again > at && again - at <= HOUR)); /* twice: the later one */
        }
}

static void a_time_is_skipped_or_twice(void **state) {
    (void)state;
    const int64_t march = timezone_wall("UTC", utc(2026, 3, 29, 0, 0)),
                  october = timezone_wall("UTC", utc(2026, 10, 25, 0, 0));
    assert_time(rome, timezone_instant(rome, march + 2 * HOUR + 30 * MINUTE), "2026-03-29T03:30:00+02:00");
    assert_time(rome, timezone_instant(rome, march + 2 * HOUR - MINUTE), "2026-03-29T01:59:00+01:00");
    assert_time(rome, timezone_instant(rome, march + 3 * HOUR), "2026-03-29T03:00:00+02:00");
    assert_time(rome, timezone_instant(rome, october + 2 * HOUR + 30 * MINUTE), "2026-10-25T02:30:00+01:00");
    assert_time(rome, timezone_instant(rome, october + 2 * HOUR - MINUTE), "2026-10-25T01:59:00+02:00");
    assert_time("Asia/Kathmandu", utc(2026, 1, 1, 0, 0), "2026-01-01T05:45:00+05:45");
    assert_time("America/St_Johns", utc(2026, 1, 1, 0, 0), "2025-12-31T20:30:00-03:30");
}

/* ---- Closing times ---------------------------------------------------------------------------------------------------------------- */

static void the_next_such_time(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30), plain = rules_of("UTC", 0, 30),
                              half = rules_of("Asia/Kolkata", 0, 30);
    assert_closes(&rules, 20, 30, utc(2026, 3, 28, 11, 0), "2026-03-28T20:30:00+01:00");
    assert_closes(&rules, 20, 30, utc(2026, 3, 28, 22, 0), "2026-03-29T20:30:00+02:00"); /* 21.5 hours later: summer began */
    assert_closes(&rules, 20, 30, utc(2026, 10, 24, 21, 0), "2026-10-25T20:30:00+01:00");
    assert_closes(&rules, 2, 30, utc(2026, 3, 28, 22, 0), "2026-03-29T03:30:00+02:00");
    assert_closes(&rules, 2, 30, utc(2026, 10, 24, 21, 0), "2026-10-25T02:30:00+01:00");
    assert_closes(&plain, 20, 30, utc(2026, 3, 28, 21, 0), "2026-03-29T20:30:00+00:00");
    assert_closes(&half, 9, 0, utc(2026, 3, 28, 3, 31), "2026-03-29T09:00:00+05:30"); /* it is 9:01 there */
    assert_closes(&half, 9, 0, utc(2026, 3, 28, 3, 0), "2026-03-28T09:00:00+05:30");
    assert_closes(&plain, 10, 0, utc(2026, 12, 31, 23, 45), "2027-01-01T10:00:00+00:00");
    assert_closes(&plain, 10, 0, utc(2028, 2, 28, 12, 0), "2028-02-29T10:00:00+00:00");
}

static void nothing_closes_on_a_day_without_play(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, SATURDAY | SUNDAY, 30), never = rules_of(rome, ALL_DAYS, 30);
    assert_closes(&rules, 20, 30, utc(2026, 3, 28, 11, 0), "2026-03-30T20:30:00+02:00"); /* Saturday: on Monday */
    assert_closes(&rules, 20, 30, utc(2026, 3, 27, 11, 0), "2026-03-27T20:30:00+01:00");
    assert_closes(&rules, 20, 30, utc(2026, 3, 27, 20, 30), "2026-03-30T20:30:00+02:00");
    assert_closes(&never, 20, 30, utc(2026, 3, 28, 11, 0), "2026-03-28T20:30:00+01:00"); /* no week without any play */
    const struct window_rules weekly = rules_of(rome, ALL_DAYS & ~SUNDAY, 30);
    assert_closes(&weekly, 20, 30, utc(2026, 3, 22, 20, 0), "2026-03-29T20:30:00+02:00");
}

static void at_least_the_minimum(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30), none = rules_of(rome, 0, 0),
                              sundays = rules_of(rome, SUNDAY, 30);
    assert_closes(&rules, 20, 30, utc(2026, 3, 27, 19, 0), "2026-03-27T20:30:00+01:00"); /* 30 minutes are enough */
    assert_closes(&rules, 20, 30, utc(2026, 3, 27, 19, 1), "2026-03-27T20:31:00+01:00"); /* 29 are not */
    assert_closes(&rules, 23, 45, utc(2026, 3, 27, 22, 20), "2026-03-27T23:50:00+01:00");
    assert_closes(&rules, 23, 45, utc(2026, 3, 27, 22, 30), "2026-03-28T23:45:00+01:00"); /* midnight is past */
    assert_closes(&rules, 0, 10, utc(2026, 3, 27, 22, 50), "2026-03-29T00:10:00+01:00");
    assert_closes(&sundays, 23, 45, utc(2026, 3, 28, 22, 40), "2026-03-30T23:45:00+02:00");
    assert_closes(&none, 20, 30, utc(2026, 3, 27, 19, 30) - 1, "2026-03-27T20:30:00+01:00");
    assert_closes(&none, 20, 30, utc(2026, 3, 27, 19, 30), "2026-03-28T20:30:00+01:00");
}

/* ---- One after the other -------------------------------------------------------------------------------------------------------------- */

static struct alea_window window_at(uint32_t number, int name, int hour, int minute) {
    return (struct alea_window){.number = number, .name = name, .closes = hour * 60 + minute, .late = 7};
}

static int64_t see(struct window_clock *clock, const struct window_rules *rules, struct alea_window window, int64_t now) {
    window_clock_see(clock, rules, &window, false, (long)window.number * 10, now);
    return clock->closes;
}

static void a_window_that_opens_late_is_late_and_not_a_day_later(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0};
    assert_time(rome, see(&clock, &rules, window_at(1, 1, 20, 30), utc(2026, 3, 26, 12, 0)), "2026-03-26T20:30:00+01:00");
    /* The first was closed at 21:10 only. */
    assert_time(rome, see(&clock, &rules, window_at(2, 2, 21, 0), utc(2026, 3, 26, 20, 10)), "2026-03-26T21:40:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(3, 3, 21, 0), utc(2026, 3, 26, 20, 40)), "2026-03-26T22:10:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(4, 4, 22, 30), utc(2026, 3, 26, 21, 10)), "2026-03-26T22:40:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(5, 5, 10, 0), utc(2026, 3, 26, 21, 40)), "2026-03-27T10:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(6, 5, 10, 0), utc(2026, 3, 27, 9, 0)), "2026-03-28T10:00:00+01:00");
    /* Nobody could come for days: the day on which it opens counts, none before. */
    assert_time(rome, see(&clock, &rules, window_at(7, 6, 12, 0), utc(2026, 4, 2, 7, 0)), "2026-04-02T12:00:00+02:00");
}

static void who_is_ahead_has_a_day_more(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0};
    see(&clock, &rules, window_at(1, 1, 23, 45), utc(2026, 3, 23, 8, 0));
    assert_time(rome, see(&clock, &rules, window_at(2, 2, 10, 0), utc(2026, 3, 23, 13, 0)), "2026-03-24T10:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(3, 3, 15, 0), utc(2026, 3, 23, 13, 50)), "2026-03-24T15:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(4, 2, 10, 0), utc(2026, 3, 23, 14, 0)), "2026-03-25T10:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(5, 3, 15, 0), utc(2026, 3, 23, 14, 10)), "2026-03-25T15:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(6, 2, 10, 0), utc(2026, 3, 23, 14, 20)), "2026-03-25T10:00:00+01:00");
}

static void a_moved_time_counts_at_once(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0};
    const int64_t noon = utc(2026, 3, 26, 11, 0);
    see(&clock, &rules, window_at(1, 1, 20, 30), noon);
    assert_time(rome, see(&clock, &rules, window_at(1, 1, 22, 0), noon + HOUR), "2026-03-26T22:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(1, 1, 14, 0), noon + HOUR), "2026-03-26T14:00:00+01:00");
    assert_time(rome, see(&clock, &rules, window_at(1, 1, 13, 0), noon + 90 * MINUTE),
                "2026-03-26T14:00:00+01:00"); /* past */
    assert_true(clock.opened == noon);
    struct alea_window none = window_at(1, 1, 0, 0);
    none.late = 0;
    assert_true(see(&clock, &rules, none, noon + 2 * HOUR) == 0);
}

static void a_pause_holds_it(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0};
    struct alea_window window = window_at(1, 1, 20, 30);
    const int64_t noon = utc(2026, 3, 26, 11, 0), evening = utc(2026, 3, 26, 19, 30);
    see(&clock, &rules, window, noon);
    window.paused = true;
    assert_true(window_clock_see(&clock, &rules, &window, false, 11, noon));
    assert_false(window_clock_see(&clock, &rules, &window, true, 11, noon));
    assert_true(window_clock_due(&clock, &rules, 0) == 0);
    window.paused = false;
    assert_false(window_clock_see(&clock, &rules, &window, true, 11, evening)); /* the table's own pause goes on */
    struct window_clock held = clock;
    assert_true(window_clock_see(&clock, &rules, &window, false, 11, noon + HOUR)); /* before its time: that stands */
    assert_true(window_clock_due(&clock, &rules, 0) == evening);
    clock = held;
    window_clock_see(&clock, &rules, &window, false, 11, evening + 30 * MINUTE);
    assert_true(window_clock_due(&clock, &rules, 0) == evening + HOUR); /* past: the minimum again */
    clock = held;
    window_clock_see(&clock, &rules, &window, false, 11, evening + 36 * HOUR); /* a morning, after the next time, too */
    assert_time(rome, window_clock_due(&clock, &rules, 0), "2026-03-28T20:30:00+01:00");
}

static void after_a_stop_there_is_a_grace(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0};
    const int64_t noon = utc(2026, 3, 26, 11, 0), evening = utc(2026, 3, 26, 19, 30);
    see(&clock, &rules, window_at(1, 1, 20, 30), noon);
    assert_true(window_clock_due(&clock, &rules, evening - 1) == evening);
    assert_true(window_clock_due(&clock, &rules, evening) == evening + HOUR);
    assert_true(window_clock_due(&clock, &rules, evening + 50 * HOUR) == evening + 51 * HOUR);
}

static void a_window_that_is_open_again_opens(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0};
    struct alea_window first = window_at(1, 1, 20, 30);
    const int64_t noon = utc(2026, 3, 26, 11, 0);
    window_clock_see(&clock, &rules, &first, false, 10, noon);
    assert_false(window_clock_see(&clock, &rules, NULL, false, 14, noon + HOUR));     /* a throw is awaited */
    assert_false(window_clock_see(&clock, &rules, &first, false, 15, noon + HOUR));   /* it goes on */
    assert_true(window_clock_see(&clock, &rules, &first, false, 8, noon + 2 * HOUR)); /* it had not been opened by then */
    assert_true(clock.opened == noon + 2 * HOUR && clock.ply == 8);
}

static void a_restart_finds_it_again(void **state) {
    (void)state;
    const struct window_rules rules = rules_of(rome, 0, 30);
    struct window_clock clock = {.number = 0}, read;
    struct alea_text text;
    see(&clock, &rules, window_at(UINT32_MAX, 3, 20, 30), utc(2026, 3, 26, 11, 0));
    clock.held = true;
    alea_text_init(&text, 1000, ALEA_EN);
    window_clock_write(&clock, &text);
    json_t *json = json_loads(alea_text_str(&text), 0, NULL);
    assert_true(window_clock_read(json, &read));
    assert_true(read.number == clock.number && read.name == clock.name && read.minute == clock.minute &&
                read.ply == clock.ply && read.opened == clock.opened && read.due == clock.due &&
                read.closes == clock.closes && read.held);
    static const int64_t wrong[] = {0, -1, 1440, -1, -1, -1, INT64_C(1) << 60, 2};
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        json_t *was = json_incref(json_array_get(json, i));
        json_array_set_new(json, i, json_integer(wrong[i]));
        assert_false(window_clock_read(json, &read));
        json_array_set_new(json, i, json_string("1"));
        assert_false(window_clock_read(json, &read));
        json_array_set_new(json, i, was);
    }
    assert_true(window_clock_read(json, &read));
    json_array_append_new(json, json_integer(1));
    assert_false(window_clock_read(json, &read));
    json_decref(json);
    alea_text_clear(&text);
    assert_true(window_clock_read(NULL, &read));
    assert_int_equal(read.number, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_times_come_back),
        cmocka_unit_test(a_time_is_skipped_or_twice),
        cmocka_unit_test(the_next_such_time),
        cmocka_unit_test(nothing_closes_on_a_day_without_play),
        cmocka_unit_test(at_least_the_minimum),
        cmocka_unit_test(a_window_that_opens_late_is_late_and_not_a_day_later),
        cmocka_unit_test(who_is_ahead_has_a_day_more),
        cmocka_unit_test(a_moved_time_counts_at_once),
        cmocka_unit_test(a_pause_holds_it),
        cmocka_unit_test(after_a_stop_there_is_a_grace),
        cmocka_unit_test(a_window_that_is_open_again_opens),
        cmocka_unit_test(a_restart_finds_it_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
