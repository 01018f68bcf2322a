/* SPDX-License-Identifier: MIT */
/* timezone.c - local time by the C library, which reads the zone from the environment. */
#include "timezone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define ZONES "/usr/share/zoneinfo/"

enum { MAX_NAME = 40, MS_PER_MINUTE = 60000, DAY_MINUTES = 24 * 60 };

bool timezone_exists(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-/";
    char path[sizeof ZONES + MAX_NAME];
    struct stat found;
    size_t length = strlen(name);
    if (length == 0 || length >= MAX_NAME || strspn(name, allowed) != length || name[0] == '/') return false;
    snprintf(path, sizeof path, ZONES "%s", name);
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* Changing the zone reads a file: it is done only when another one is asked for. */
static void choose(const char *name) {
    static char chosen[MAX_NAME];
    if (chosen[0] && strcmp(chosen, name) == 0) return;
    snprintf(chosen, sizeof chosen, "%s", name);
    setenv("TZ", chosen, 1);
    tzset();
}

int64_t timezone_days(int year, int month, int day) {
    int64_t y = month > 2 ? year : year - 1; /* years begin in March: the day that comes and goes is their last one */
    int64_t in_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t era = y / 400, in_era = y % 400;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

static struct tm local_time(const char *name, int64_t at) {
    time_t seconds = (time_t)(at / 1000);
    struct tm local;
    choose(name);
    if (!localtime_r(&seconds, &local)) local = (struct tm){.tm_year = 70, .tm_mday = 1};
    if (local.tm_sec > 59) local.tm_sec = 59; /* no leap seconds in our minutes */
    return local;
}

int64_t timezone_wall(const char *name, int64_t at) {
    const struct tm local = local_time(name, at);
    int64_t minutes = timezone_days(local.tm_year + 1900, local.tm_mon + 1, local.tm_mday) * DAY_MINUTES +
                      (int64_t)local.tm_hour * 60 + local.tm_min;
    return minutes * MS_PER_MINUTE + (int64_t)local.tm_sec * 1000 + at % 1000;
}

int timezone_minute(const char *name, int64_t at) { return (int)(timezone_wall(name, at) / MS_PER_MINUTE % DAY_MINUTES); }

int64_t timezone_instant(const char *name, int64_t wall) {
    const int64_t day = (int64_t)DAY_MINUTES * MS_PER_MINUTE;
    const int64_t before = timezone_wall(name, wall - day) - (wall - day),
                  after = timezone_wall(name, wall + day) - (wall + day);
    const int64_t early = wall - (before > after ? before : after), late = wall - (before < after ? before : after);
    if (timezone_wall(name, late) == wall) return late;
    return timezone_wall(name, early) == wall ? early : wall - before;
}

bool timezone_between(const char *name, int from, int to, int64_t at, int64_t *end) {
    const int64_t day = (int64_t)DAY_MINUTES * MS_PER_MINUTE, wall = timezone_wall(name, at);
    const int minute = (int)(wall / MS_PER_MINUTE % DAY_MINUTES);
    const bool between = from < to ? minute >= from && minute < to : minute >= from || minute < to;
    const int64_t today = wall - wall % day + (int64_t)(between ? to : from) * MS_PER_MINUTE;
    *end = timezone_instant(name, today);
    if (*end <= at) *end = timezone_instant(name, today + day);
    return between;
}

void timezone_stamp(const char *name, int64_t at, char stamp[TIMEZONE_STAMP]) {
    const struct tm local = local_time(name, at);
    const int64_t beside = (timezone_wall(name, at) - at) / MS_PER_MINUTE, far = beside < 0 ? -beside : beside;
    snprintf(stamp, TIMEZONE_STAMP, "%04d-%02d-%02dT%02d:%02d:%02d%c%02d:%02d", (local.tm_year + 1900) % 10000,
             local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec, beside < 0 ? '-' : '+',
             (int)(far / 60 % 100), (int)(far % 60));
}
