/* SPDX-License-Identifier: MIT */
/* rehearse.h - a campaign played by programs as people play it, by a calendar of its own: each looks at the campaign now and then, the one
 * soon, the other late or never; some answer by a link that was handed to them, some in the group's chat, where who speaks for their side
 * records it; some propose. Windows close at their times, whoever has looked by then; a Master pauses, corrects and goes back. */
#ifndef ALEA_CLI_REHEARSE_H
#define ALEA_CLI_REHEARSE_H

#include "cli.h"
#include "windows.h"

/* How a person answers. The first of these is that of who speaks for a side. */
enum temper { TEMPER_AT_ONCE, TEMPER_LATE, TEMPER_BY_LINK, TEMPER_IN_CHAT, TEMPER_NEVER, TEMPER_REFUSES, TEMPERS };

/* What the Master does. */
enum master_act { ACT_CLOSED, ACT_PAUSED, ACT_CORRECTED, ACT_REWOUND, ACT_KEPT, ACTS };

/* What becomes of a proposal, in turn. */
enum outcome_of_proposal { PROPOSAL_ADOPTED, PROPOSAL_DECLINED, PROPOSAL_LAPSED, PROPOSAL_ENDS };

/* What time it is there, who looks when. Times are milliseconds since 1970. */
struct rehearsal_days {
    struct window_rules rules;
    struct window_clock clock;         /* of the open window, as a server's table has it */
    struct alea_window open;           /* how it ends is still to be told; number 0: none. A battle may come between. */
    int64_t now, look[ALEA_MAX_SEATS]; /* the next one; INT64_MAX: never */
    bool missed[ALEA_MAX_SEATS];       /* a window closed that waited for them; they don't know it yet */
    long late;                         /* how often somebody found that out */
};

struct rehearsal {
    const struct cli *cli;
    struct rehearsal_days days;
    uint32_t asked_in[ALEA_MAX_SEATS]; /* the number of the window in which who speaks for a side has asked the others */
    uint32_t link[ALEA_MAX_SEATS];     /* the question of the link that the person has; 0: none */
    uint32_t said[ALEA_MAX_SEATS];     /* the question to which the person has said yes in the chat */
    struct alea_match *match;          /* owned */
    const struct alea_rules *rules;
    struct alea_player player[ALEA_MAX_SEATS];
    struct alea_random random[ALEA_MAX_SEATS], chance; /* the people's, and the Master's */
    enum temper temper[ALEA_MAX_SEATS];
    long proposed[PROPOSAL_ENDS], asked, answered[TEMPERS], overtaken, acts[ACTS], silent;
    uint32_t disturbed; /* the number of the window in which the Master did more than to close it */
    void *pos, *then;   /* room for positions */
    alea_move *legal, *more;
    double *worth;
    struct alea_error error; /* why it went no further */
};

/* Takes the match; false if memory is short. Clear it in any case. It begins at `day`, YYYY-MM-DD, in the morning of that zone. */
bool rehearsal_begin(struct rehearsal *rehearsal, const struct cli *cli, struct alea_match *match, uint64_t seed);
bool rehearsal_date(struct rehearsal *rehearsal, const char *zone,
                    const char *day); /* false: there is no such day or zone */
void rehearsal_clear(struct rehearsal *rehearsal);
/* Plays until that round is over, or the match. False: rehearsal->error says why it can't. */
bool rehearsal_play(struct rehearsal *rehearsal, int round);

/* ---- rehearse_days.c: by the calendar ---- */

/* Everybody looks for the first time in the course of the first day. */
void rehearsal_days_begin(struct rehearsal *rehearsal, int64_t now);
int rehearsal_days_next(const struct rehearsal *rehearsal);                   /* who looks next; ALEA_NONE: nobody ever */
void rehearsal_days_looked(struct rehearsal *rehearsal, int seat, bool soon); /* draws when the seat looks again */
/* It is closing time, or all were done: a line on stdout says how long the window was open that is not told yet, if there is one. */
void rehearsal_days_tell(struct rehearsal *rehearsal, bool by_time);

#endif
