/* SPDX-License-Identifier: MIT */
/* timezone.h - what time it is somewhere: the system's time zones, daylight saving and all.
 *
 * The C library knows one zone at a time, for the whole process: nobody else here may ask for local time, and only the loop's
 * thread may call this. */
#ifndef ALEA_SERVER_TIMEZONE_H
#define ALEA_SERVER_TIMEZONE_H

#include <stdbool.h>
#include <stdint.h>

/* Is that the name of a zone that this system knows ("Europe/Rome", "UTC")? */
bool timezone_exists(const char *name);

/* Days from 1 January 1970 to that day of the Gregorian calendar; of a 30 February that is 2 March, or the 1st. */
int64_t timezone_days(int year, int month, int day);

/* Minutes since midnight in that zone, 0 to 1439, at a time in ms since 1970. */
int timezone_minute(const char *name, int64_t at);

/* What the clocks on the walls there show at a time in ms since 1970: ms since midnight of 1 January 1970 as if no day had been of
 * another length than 24 hours. Divided by a day it is the local date; 1 January 1970 was a Thursday. */
int64_t timezone_wall(const char *name, int64_t at);
/* When the clocks there show that, in ms since 1970. A time that is twice on the day on which summer ends is the later one; one that is
 * skipped when summer begins is as far into that day as it would be without the change: 02:30 is what is then called 03:30. */
int64_t timezone_instant(const char *name, int64_t wall);

/* Is it between those minutes of the day there, from the first to just before the other, which may be on the next day? *end is when that
 * changes; a minute that daylight saving skips comes all the same. */
bool timezone_between(const char *name, int from, int to, int64_t at, int64_t *end);

enum { TIMEZONE_STAMP = 40 };
/* "2026-03-29T20:30:00+02:00" */
void timezone_stamp(const char *name, int64_t at, char stamp[TIMEZONE_STAMP]);

#endif
