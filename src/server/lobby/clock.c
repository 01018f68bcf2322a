/* SPDX-License-Identifier: MIT */
/* clock.c - counting time, but for quiet hours and vacations. */
#include "clock.h"

#include <string.h>

#include "timezone.h"

enum { SECOND = 1000, DAY = 24 * 60 * 60 * SECOND, MAX_STRETCHES = 3 * 366 };

/* ---- Time that counts --------------------------------------------------------------------------------------------------- */

static bool has_quiet(const struct clock_rules *rules) {
    return rules->kind == CLOCK_DAYS && rules->quiet_from != rules->quiet_to;
}

/* Is `at` in the quiet hours? *end is when that changes. */
static bool quiet_at(const struct clock_rules *rules, int64_t at, int64_t *end) {
    return timezone_between(rules->zone, rules->quiet_from, rules->quiet_to, at, end);
}

/* Milliseconds between two times that count. */
static int64_t counted(const struct clock_rules *rules, int64_t from, int64_t to) {
    if (to <= from) return 0;
    if (!has_quiet(rules)) return to - from;
    int64_t sum = 0, end = from;
    for (int stretch = 0; from < to && stretch < MAX_STRETCHES; stretch++, from = end) {
        bool quiet = quiet_at(rules, from, &end);
        if (end > to) end = to;
        if (!quiet) sum += end - from;
    }
    return sum;
}

/* When `ms` that count will be over. */
static int64_t after(const struct clock_rules *rules, int64_t from, int64_t ms) {
    if (!has_quiet(rules)) return from + ms;
    for (int stretch = 0; stretch < MAX_STRETCHES; stretch++) {
        int64_t end;
        if (!quiet_at(rules, from, &end)) {
            if (end - from >= ms) return from + ms;
            ms -= end - from;
        }
        from = end;
    }
    return from + ms; /* more than a year away */
}

/* ---- Turns --------------------------------------------------------------------------------------------------------------- */

void clock_init(struct clock *clock, const struct clock_rules *rules, int seats) {
    *clock = (struct clock){.rules = *rules, .seats = seats, .stopped = true};
    for (int seat = 0; seat < seats; seat++) clock->left[seat] = rules->reserve;
}

static bool runs(const struct clock *clock, int seat) { return (clock->running & alea_actor(seat)) != 0; }

/* When the time of a running seat begins to count, or began: not while it is away. */
static int64_t since(const struct clock *clock, int seat) {
    const int64_t until = clock->vacation[seat].until;
    return until > clock->since[seat] ? until : clock->since[seat];
}

/* What the seat has used of its turn. */
static int64_t used(const struct clock *clock, int seat, int64_t now) {
    return clock->spent[seat] + (clock->stopped ? 0 : counted(&clock->rules, since(clock, seat), now));
}

int64_t clock_short_move(const struct clock_rules *rules) {
    const int64_t ms = rules->move * rules->often_percent / 100;
    return ms > SECOND ? ms : SECOND;
}

bool clock_is_short(const struct clock *clock, int seat) {
    return clock->rules.often_times && clock->overdue[seat] >= clock->rules.often_times;
}

static int64_t move_of(const struct clock *clock, int seat) {
    return clock_is_short(clock, seat) ? clock_short_move(&clock->rules) : clock->rules.move;
}

static int64_t beyond_move(const struct clock *clock, int seat, int64_t spent) {
    return spent > move_of(clock, seat) ? spent - move_of(clock, seat) : 0;
}

/* Its last turn that ran out ends, or one more was played in time. */
static void turn_ended(struct clock *clock, int seat) {
    if (clock->overdue[seat] && ++clock->timely[seat] >= clock->rules.often_times)
        clock->overdue[seat] = 0, clock->timely[seat] = 0;
}

int64_t clock_left(const struct clock *clock, int seat, int64_t now) {
    int64_t left = clock->left[seat];
    if (runs(clock, seat)) left -= beyond_move(clock, seat, used(clock, seat, now));
    return left > 0 ? left : 0;
}

void clock_turn(struct clock *clock, alea_actors running, int64_t now) {
    if (!clock_of_seats(&clock->rules)) return;
    for (int seat = 0; seat < clock->seats; seat++) {
        bool will = (running & alea_actor(seat)) != 0;
        if (will == runs(clock, seat)) continue;
        if (!will) {
            clock->left[seat] = clock_left(clock, seat, now);
            turn_ended(clock, seat);
        }
        clock->spent[seat] = 0;
        clock->since[seat] = now;
    }
    clock->running = running & (((alea_actors)1 << clock->seats) - 1);
}

void clock_stop(struct clock *clock, int64_t now) {
    if (clock->stopped) return;
    for (int seat = 0; seat < clock->seats; seat++)
        if (runs(clock, seat)) clock->spent[seat] = used(clock, seat, now);
    clock->stopped = true;
}

void clock_go(struct clock *clock, int64_t now) {
    if (!clock->stopped) return;
    clock->stopped = false;
    for (int seat = 0; seat < clock->seats; seat++) clock->since[seat] = now;
}

void clock_missed(struct clock *clock, int seat, int64_t now) {
    clock->left[seat] = 0;
    clock->spent[seat] = 0;
    clock->since[seat] = now;
    if (clock->misses[seat] < UINT16_MAX) clock->misses[seat]++;
    if (!clock->rules.often_times) return;
    if (clock->overdue[seat] < clock->rules.often_times) clock->overdue[seat]++;
    clock->timely[seat] = -1;
}

/* ---- Vacations ------------------------------------------------------------------------------------------------------------ */

static int days(int64_t from, int64_t to) { return to > from ? (int)((to - from + DAY - 1) / DAY) : 0; }

int clock_vacation(const struct clock *clock, int seat) {
    const struct vacation *vacation = &clock->vacation[seat];
    const int left = clock->rules.vacation - vacation->used - days(vacation->from, vacation->until);
    return left > 0 ? left : 0;
}

/* What was used until now stays used, whatever of the time to come will count. */
static void count_until(struct clock *clock, int seat, int64_t now) {
    if (!runs(clock, seat) || clock->stopped) return;
    clock->spent[seat] = used(clock, seat, now);
    clock->since[seat] = now;
}

void clock_return(struct clock *clock, int seat, int64_t now) {
    struct vacation *vacation = &clock->vacation[seat];
    if (!vacation->until) return;
    count_until(clock, seat, now);
    vacation->used += days(vacation->from, now < vacation->until ? now : vacation->until);
    vacation->from = vacation->until = 0;
}

bool clock_leave(struct clock *clock, int seat, int64_t until, int64_t now) {
    struct clock changed = *clock;
    clock_return(&changed, seat, now);
    if (until <= now || until - now > (int64_t)clock_vacation(&changed, seat) * DAY) return false;
    count_until(&changed, seat, now);
    changed.vacation[seat].from = now;
    changed.vacation[seat].until = until;
    *clock = changed;
    return true;
}

/* ---- Deadlines ------------------------------------------------------------------------------------------------------------ */

static bool ticks(const struct clock *clock, int seat) {
    return clock_of_seats(&clock->rules) && !clock->stopped && runs(clock, seat);
}

/* When the seat will have used that much of its turn. */
static int64_t when_used(const struct clock *clock, int seat, int64_t ms) {
    return after(&clock->rules, since(clock, seat), ms - clock->spent[seat]);
}

static int64_t time_of_turn(const struct clock *clock, int seat) { return move_of(clock, seat) + clock->left[seat]; }

int64_t clock_deadline(const struct clock *clock, int seat) {
    return ticks(clock, seat) ? when_used(clock, seat, time_of_turn(clock, seat)) : 0;
}

bool clock_late(const struct clock *clock, int seat, int64_t now) {
    return ticks(clock, seat) && used(clock, seat, now) >= time_of_turn(clock, seat);
}

alea_actors clock_expired(const struct clock *clock, int64_t now) {
    alea_actors expired = 0;
    for (int seat = 0; seat < clock->seats; seat++)
        if (ticks(clock, seat) && used(clock, seat, now) >= time_of_turn(clock, seat) + clock->rules.late)
            expired |= alea_actor(seat);
    return expired;
}

int64_t clock_next(const struct clock *clock, int64_t now) {
    int64_t next = 0;
    for (int seat = 0; seat < clock->seats; seat++) {
        if (!ticks(clock, seat)) continue;
        int64_t turn = time_of_turn(clock, seat);
        int64_t at = when_used(clock, seat, clock_late(clock, seat, now) ? turn + clock->rules.late : turn);
        if (next == 0 || at < next) next = at;
    }
    return next;
}
