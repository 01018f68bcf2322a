/* SPDX-License-Identifier: MIT */
/* windows.h - when the windows of a game close: at local times of the day, with rest days and summer time, one after the other.
 *
 * A value that is told what time it is and what is open: it reads no clock, knows no table. Times are milliseconds since 1970. Each
 * window of a game has its time of the day. The windows of a day belong together: one closes at the first such time on a playing day
 * after the time at which the one before it was to close, so that a window that opens late is late, and not a day later; but no
 * earlier than on the day on which it opens. Where less than the minimum would be left it closes that long after it has opened, and
 * if that is past midnight, at the next playing day's time. */
#ifndef ALEA_SERVER_WINDOWS_H
#define ALEA_SERVER_WINDOWS_H

#include "alea.h"

/* Where and on which days windows close. */
struct window_rules {
    const char *zone; /* "Europe/Rome" */
    struct alea_calendar calendar;
};

struct window_clock {
    uint32_t number; /* of the window that is open, or was last; 0: none was */
    int name;        /* of that window, as the game has it */
    int minute;      /* of the day, at which it closes; -1: at no time of its own */
    long ply;        /* after which it opened */
    int64_t opened;
    int64_t due;    /* its time by the calendar, whatever was left then; 0: none */
    int64_t closes; /* 0: not by itself */
    bool held;      /* a pause: nothing closes */
};

/* When a window closes at `minute` of the day (0 .. 1439) that opened at `opened`; `from`: not before that by the calendar, which
 * says *due. Later than `opened`, always. */
int64_t window_closing(const struct window_rules *rules, int minute, int64_t from, int64_t opened, int64_t *due);

/* What is open now, after that many plies: one that was not open before opens, one whose time was moved closes at the new one, one
 * that a pause held goes on; if its time went by meanwhile it is as if it opened now. window == NULL: nothing is open. True if that
 * changed anything. */
bool window_clock_see(struct window_clock *clock, const struct window_rules *rules, const struct alea_window *window,
                      bool paused, long ply, int64_t now);
/* When the window is to be closed: 0, not by itself. A time that had gone by when the server began at `since` is a grace later. */
int64_t window_clock_due(const struct window_clock *clock, const struct window_rules *rules, int64_t since);

/* The running state as a JSON object, for the store, and back; hostile input is refused. */
struct json_t;
void window_clock_write(const struct window_clock *clock, struct alea_text *text);
bool window_clock_read(const struct json_t *json, struct window_clock *clock); /* NULL: no window was seen yet */

#endif
