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

/* Minutes since midnight in that zone, 0 to 1439, at a time in ms since 1970; *into_minute is how many ms of that minute are over. */
int timezone_minute(const char *name, int64_t at, int *into_minute);

#endif
