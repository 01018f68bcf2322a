/* SPDX-License-Identifier: MIT */
/* clock.h - the time that seats have: none, live (reserve and time per move) or days (the same, with quiet hours). Of the kind `windows`
 * only the rules are here: seats have no time of their own then, see windows.h.
 *
 * A value that is told what time it is: it reads no clock, allocates nothing. Times are milliseconds since 1970. A turn lasts from when
 * a seat is awaited until it no longer is, however many small moves that takes; it has `move` of its own before it uses up the
 * seat's reserve. Past both there is the late window, in which the seat may still move; then the match's policy. Quiet hours,
 * vacations and pauses do not count. */
#ifndef ALEA_SERVER_CLOCK_H
#define ALEA_SERVER_CLOCK_H

#include "alea.h"

enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_DAYS, CLOCK_WINDOWS, CLOCK_KINDS };
enum clock_then { CLOCK_THEN_DEPUTY, CLOCK_THEN_PASS, CLOCK_THEN_FORFEIT, CLOCK_THENS };

enum { MAX_VACATION = 99, MAX_OFTEN = 9 };

struct clock_rules {
    enum clock_kind kind;
    enum clock_then then;
    char deputy[32];             /* name of the bot; CLOCK_THEN_DEPUTY alone */
    int64_t reserve, move, late; /* ms, 0 to 366 days */
    int quiet_from, quiet_to;    /* minutes of the day, in the zone; equal: no quiet hours */
    int often_times;             /* turns run out, 1 to MAX_OFTEN, after which a seat has less time; 0: never */
    int often_percent;           /* of `move` that it has then, 10 to 90 */
    int vacation;                /* days that each seat may be away, 0 to MAX_VACATION; days and windows alone */
    char zone[40];               /* "Europe/Rome"; of quiet hours, and of windows */
};

/* Has each seat a time of its own? */
static inline bool clock_of_seats(const struct clock_rules *rules) {
    return rules->kind == CLOCK_LIVE || rules->kind == CLOCK_DAYS;
}

/* A seat's days away: those that are over, and one stretch that may go on. Times of a stretch are 0 where there is none. */
struct vacation {
    int64_t from, until;
    int used; /* days before it */
};

/* Is there something to keep of each seat? */
static inline bool clock_has_state(const struct clock_rules *rules) { return clock_of_seats(rules) || rules->vacation > 0; }

struct clock {
    struct clock_rules rules;
    int seats;
    alea_actors running;             /* seats that are awaited */
    bool stopped;                    /* paused, waiting or over */
    int64_t since[ALEA_MAX_SEATS];   /* when the time of a running seat began to count */
    int64_t spent[ALEA_MAX_SEATS];   /* of this turn, before `since` */
    int64_t left[ALEA_MAX_SEATS];    /* reserve */
    uint16_t misses[ALEA_MAX_SEATS]; /* how often the policy had to act */
    uint8_t overdue[ALEA_MAX_SEATS]; /* turns that ran out, 0 to often_times, since all was well */
    int8_t timely[ALEA_MAX_SEATS];   /* turns in time since then, one after the other; -1: the one that ran out goes on */
    struct vacation vacation[ALEA_MAX_SEATS];
};

void clock_init(struct clock *clock, const struct clock_rules *rules, int seats);
/* Makes the clocks of `running` run: those that ran before go on with their turn, the others begin one, and a seat that is not among them
 * any more has ended its own. */
void clock_turn(struct clock *clock, alea_actors running, int64_t now);
void clock_stop(struct clock *clock, int64_t now); /* pause, end */
void clock_go(struct clock *clock, int64_t now);
int64_t clock_left(const struct clock *clock, int seat, int64_t now); /* of the reserve, ms */
int64_t clock_deadline(const struct clock *clock, int seat);          /* of the reserve's end; 0: none */
bool clock_late(const struct clock *clock, int seat, int64_t now);    /* in the late window */
/* Seats whose late window is over: the policy acts. */
alea_actors clock_expired(const struct clock *clock, int64_t now);
void clock_missed(struct clock *clock, int seat,
                  int64_t now); /* the policy acted: its time starts anew, without a reserve */
/* The time of a turn for who is often late, ms; and who has no more than that now. */
int64_t clock_short_move(const struct clock_rules *rules);
bool clock_is_short(const struct clock *clock, int seat);
/* Days that the seat may still be away, beside those that it has said. */
int clock_vacation(const struct clock *clock, int seat);
/* The seat is away from now on until then, instead of what it had said before: its time stands still. False if it has not as many days:
 * a day that has begun is one. */
bool clock_leave(struct clock *clock, int seat, int64_t until, int64_t now);
/* It is back, at the end or before: days that had not begun are its own again. */
void clock_return(struct clock *clock, int seat, int64_t now);
/* When something happens next (a late window begins or ends) if nobody moves; 0: never. */
int64_t clock_next(const struct clock *clock, int64_t now);

/* {"kind":"live","reserve":600,...} as in docs/api.md. BAD_OPTION with `where` set to the member's name. */
struct json_t;
ALEA_MUST_CHECK enum alea_err clock_rules_read(const struct json_t *json, struct clock_rules *rules,
                                               struct alea_error *error);
/* The policy, a sentence a line. */
void clock_say(const struct clock_rules *rules, struct alea_text *text);
/* The members of the rules, without braces: `"kind":"live",...`. */
void clock_rules_write(const struct clock_rules *rules, struct alea_text *text);
/* The running state as a JSON object, for the store, and back; hostile input is refused. */
void clock_state_write(const struct clock *clock, struct alea_text *text);
ALEA_MUST_CHECK enum alea_err clock_state_read(const struct json_t *json, struct clock *clock, struct alea_error *error);

#endif
