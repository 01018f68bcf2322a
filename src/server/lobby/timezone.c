/* SPDX-License-Identifier: MIT */
/* timezone.c - local time by the C library, which reads the zone from the environment. */
#include "timezone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define ZONES "/usr/share/zoneinfo/"

enum { MAX_NAME = 40, MS_PER_MINUTE = 60000 };

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

int timezone_minute(const char *name, int64_t at, int *into_minute) {
    time_t seconds = (time_t)(at / 1000);
    struct tm local;
    choose(name);
    if (!localtime_r(&seconds, &local)) local = (struct tm){0};
    int second = local.tm_sec < 60 ? local.tm_sec : 59; /* no leap seconds in our minutes */
    *into_minute = (second * 1000 + (int)(at % 1000)) % MS_PER_MINUTE;
    return local.tm_hour * 60 + local.tm_min;
}
