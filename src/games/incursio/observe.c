/* SPDX-License-Identifier: MIT */
/* observe.c - what studies count: what each side holds as the days go by, battles, and what fell. */
#include <string.h>

#include "incursio_internal.h"
#include "incursio_text.h"

enum { DAYS = 22, SIDE_DAYS = INC_SIDES * DAYS }; /* of the plots: 0 is the opening */

enum statistic { CAMPAIGNS, PLACES, UNITS, BATTLES, TAKEN, SACKED, PURIFIED, POINTS, STATISTICS };

/* One row a side, along the days. */
#define BY_DAY(name, words, share)                                                                                \
    {                                                                                                             \
        .id = (name), .in = {words}, .row_set = INCURSIO_SET_SIDE, .col_set = ALEA_SET_NUMBER, .rows = INC_SIDES, \
        .cols = DAYS, .of = (share)                                                                               \
    }
#define ONE_ROW(name, words, set, n, share) \
    { .id = (name), .in = {words}, .row_set = ALEA_SET_NONE, .col_set = (set), .rows = 1, .cols = (n), .of = (share) }

const struct alea_statistic inc_statistics[INC_STATISTICS] = {
    [CAMPAIGNS] = BY_DAY("campaigns_by_day", INCURSIO_SAY_STUDY_CAMPAIGNS_BY_DAY, -1),
    [PLACES] = BY_DAY("places_by_day", INCURSIO_SAY_STUDY_PLACES_BY_DAY, CAMPAIGNS),
    [UNITS] = BY_DAY("units_by_day", INCURSIO_SAY_STUDY_UNITS_BY_DAY, CAMPAIGNS),
    [BATTLES] = ONE_ROW("battles", INCURSIO_SAY_STUDY_BATTLES, INCURSIO_SET_SIDE, INC_SIDES, -1),
    [TAKEN] = ONE_ROW("battles_won", INCURSIO_SAY_STUDY_BATTLES_WON, INCURSIO_SET_SIDE, INC_SIDES, BATTLES),
    [SACKED] = ONE_ROW("sacked", INCURSIO_SAY_STUDY_SACKED, ALEA_SET_NUMBER, INC_LEVELS, -1),
    [PURIFIED] = ONE_ROW("purified", INCURSIO_SAY_STUDY_PURIFIED, ALEA_SET_NUMBER, INC_RUIN_LEVELS, -1),
    [POINTS] = ONE_ROW("final_points", INCURSIO_SAY_STUDY_FINAL_POINTS, INCURSIO_SET_SIDE, INC_SIDES, -1),
};
_Static_assert((int)STATISTICS == (int)INC_STATISTICS, "as many as incursio_internal.h says");

/* Where each statistic begins in the tally. */
enum {
    AT_CAMPAIGNS = 0,
    AT_PLACES = AT_CAMPAIGNS + SIDE_DAYS,
    AT_UNITS = AT_PLACES + SIDE_DAYS,
    AT_BATTLES = AT_UNITS + SIDE_DAYS,
    AT_TAKEN = AT_BATTLES + INC_SIDES,
    AT_SACKED = AT_TAKEN + INC_SIDES,
    AT_PURIFIED = AT_SACKED + INC_LEVELS,
    AT_POINTS = AT_PURIFIED + INC_RUIN_LEVELS
};

static void end_day(const struct inc_tables *t, const struct inc_position *p, int day, double tally[]) {
    int places[INC_SIDES] = {0};
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        places[INC_DEFENDERS] += inc_is_settlement(p, site);
        places[INC_RAIDERS] += inc_is_ruin(p, site);
    }
    for (int side = 0; side < INC_SIDES && day < DAYS; side++) {
        int cell = side * DAYS + day;
        tally[AT_CAMPAIGNS + cell] += 1;
        tally[AT_PLACES + cell] += places[side];
        tally[AT_UNITS + cell] += p->total[side];
    }
}

/* Battles may begin and end within one ply, several of them: what happened is told by events. */
static void count_battles(const struct inc_position *before, const struct alea_events *events, double tally[]) {
    bool ambush = before->battle != ALEA_NONE && before->ambush;
    for (int i = 0; i < events->n; i++) {
        const struct alea_event *event = &events->at[i];
        switch (event->kind) {
        case INCURSIO_EVENT_BATTLE: ambush = false; break;
        case INCURSIO_EVENT_AMBUSH: ambush = true; break;
        case INCURSIO_EVENT_BATTLE_OVER:
            if (ambush) break;
            tally[AT_BATTLES + event->arg[2]] += 1;
            tally[AT_TAKEN + event->arg[2]] += event->arg[1] == INCURSIO_RESULT_TAKEN;
            break;
        case INCURSIO_EVENT_SACKED: tally[AT_SACKED + event->arg[1]] += 1; break;
        case INCURSIO_EVENT_PURIFIED: tally[AT_PURIFIED + event->arg[1]] += 1; break;
        default: break;
        }
    }
}

/* Whether some battle may have begun or ended: nothing else is worth another look. */
static bool has_fought(const struct inc_position *before, const struct inc_position *after) {
    return before->battle != ALEA_NONE || after->battle != ALEA_NONE || after->attacks != before->attacks;
}

void inc_observe(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]) {
    const struct inc_tables *t = tables;
    const struct inc_position *was = before, *p = after;
    if (has_fought(was, p)) {
        struct inc_position again = *was;
        struct alea_events events = {.n = 0};
        inc_apply(t, &again, seat, move, &events);
        count_battles(was, &events, tally);
    }
    bool over = p->step == INCURSIO_STEP_OVER;
    if (p->day != was->day || over) end_day(t, p, was->day, tally);
    for (int side = 0; over && side < INC_SIDES; side++) tally[AT_POINTS + side] += inc_points(t, p, side);
}
