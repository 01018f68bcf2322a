/* SPDX-License-Identifier: MIT */
/* rehearse_days.c - the days of a rehearsal: what time it is in its zone, when each person looks at the campaign, how long a window was
 * open. Windows close by the same calendar as at a server's table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "names.h"
#include "rehearse.h"
#include "timezone.h"

enum {
    MINUTE = 60 * 1000,
    HOUR = 60 * MINUTE,
    BEGINS = 8 * HOUR,
    WAKES = 7 * 60,
    SLEEPS = 23 * 60 /* minutes after midnight */
};

/* Minutes from one look to the next. */
static const struct {
    unsigned least, most;
} habit[TEMPERS] = {[TEMPER_AT_ONCE] = {20, 90},
                    [TEMPER_LATE] = {360, 1500},
                    [TEMPER_BY_LINK] = {60, 480},
                    [TEMPER_IN_CHAT] = {30, 300},
                    [TEMPER_REFUSES] = {60, 420}};

static int64_t awake(const char *zone, int64_t at) {
    const int minute = timezone_minute(zone, at);
    if (minute >= WAKES && minute < SLEEPS) return at;
    return at + (int64_t)((WAKES - minute + 24 * 60) % (24 * 60)) * MINUTE;
}

static int64_t after(struct rehearsal *rehearsal, int seat, unsigned least, unsigned most) {
    const int64_t minutes = least + alea_random_below(&rehearsal->random[seat], most - least + 1);
    return awake(rehearsal->days.rules.zone, rehearsal->days.now + minutes * MINUTE);
}

void rehearsal_days_looked(struct rehearsal *rehearsal, int seat, bool soon) {
    const enum temper temper = rehearsal->temper[seat];
    int64_t *look = &rehearsal->days.look[seat];
    if (temper == TEMPER_NEVER) *look = INT64_MAX;
    else if (soon) *look = after(rehearsal, seat, habit[TEMPER_AT_ONCE].least, habit[TEMPER_AT_ONCE].most / 2);
    else *look = after(rehearsal, seat, habit[temper].least, habit[temper].most);
}

void rehearsal_days_begin(struct rehearsal *rehearsal, int64_t now) {
    const struct alea_rules *rules = rehearsal->rules;
    rehearsal->days.now = now;
    if (rules->game->campaign.calendar) rules->game->campaign.calendar(rules->tables, &rehearsal->days.rules.calendar);
    for (int seat = 0; seat < rules->seats; seat++) rehearsal_days_looked(rehearsal, seat, false);
}

int rehearsal_days_next(const struct rehearsal *rehearsal) {
    const int64_t *look = rehearsal->days.look;
    int next = ALEA_NONE;
    for (int seat = 0; seat < rehearsal->rules->seats; seat++)
        if (look[seat] < (next == ALEA_NONE ? INT64_MAX : look[next])) next = seat;
    return next;
}

bool rehearsal_date(struct rehearsal *rehearsal, const char *zone, const char *day) {
    enum { YEAR = 4, MONTH = 7, WHOLE = 10 }; /* where they end */
    static const char digits[] = "0123456789";
    const bool read = strlen(day) == WHOLE && strspn(day, digits) == YEAR && day[YEAR] == '-' && day[MONTH] == '-' &&
                      strspn(day + YEAR + 1, digits) == 2 && strspn(day + MONTH + 1, digits) == 2;
    if (!read || !timezone_exists(zone)) return false;
    const int year = (int)strtol(day, NULL, 10), month = (int)strtol(day + YEAR + 1, NULL, 10);
    if (year < 1970 || month < 1 || month > 12) return false;
    const int64_t midnight = timezone_days(year, month, (int)strtol(day + MONTH + 1, NULL, 10)) * 24 * HOUR;
    char back[TIMEZONE_STAMP];
    timezone_stamp("UTC", midnight, back);
    if (strncmp(back, day, WHOLE) != 0) return false; /* there is no such day */
    rehearsal->days.rules.zone = zone;
    rehearsal_days_begin(rehearsal, timezone_instant(zone, midnight + BEGINS));
    return true;
}

/* "2026-03-02 10:00" */
static void stamp(const char *zone, int64_t at, char out[TIMEZONE_STAMP]) {
    timezone_stamp(zone, at, out);
    out[sizeof "2026-03-02" - 1] = ' ';
    out[sizeof "2026-03-02 10:00" - 1] = 0;
}

void rehearsal_days_tell(struct rehearsal *rehearsal, bool by_time) {
    struct rehearsal_days *days = &rehearsal->days;
    const struct alea_window *window = &days->open;
    const struct alea_names names = alea_names_of(rehearsal->rules, window->set);
    if (!window->number) return;
    const bool named = window->name >= 0 && window->name < names.n;
    char opened[TIMEZONE_STAMP], ended[TIMEZONE_STAMP];
    stamp(days->rules.zone, days->clock.opened, opened);
    stamp(days->rules.zone, days->now, ended);
    cli_say(rehearsal->cli, by_time ? ALEA_LABEL_REHEARSE_BY_TIME : ALEA_LABEL_REHEARSE_ALL_DONE, opened, ended,
            named ? names.at[window->name].in[rehearsal->cli->lang] : "", NULL);
    days->open.number = 0;
}
