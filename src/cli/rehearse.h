/* SPDX-License-Identifier: MIT */
/* rehearse.h - a campaign played by programs as people play it: some answer at once, some late, some never, some by a link, some in the
 * group's chat, where who speaks for their side records it; some propose; a Master who pauses, corrects and goes back. */
#ifndef ALEA_CLI_REHEARSE_H
#define ALEA_CLI_REHEARSE_H

#include "cli.h"

/* How a person answers. The first of these is that of who speaks for a side. */
enum temper { TEMPER_AT_ONCE, TEMPER_LATE, TEMPER_BY_LINK, TEMPER_IN_CHAT, TEMPER_NEVER, TEMPER_REFUSES, TEMPERS };

/* What the Master does. */
enum master_act { ACT_CLOSED, ACT_PAUSED, ACT_CORRECTED, ACT_REWOUND, ACT_KEPT, ACTS };

/* What becomes of a proposal, in turn. */
enum outcome_of_proposal { PROPOSAL_ADOPTED, PROPOSAL_DECLINED, PROPOSAL_LAPSED, PROPOSAL_ENDS };

struct rehearsal {
    const struct cli *cli;
    struct alea_match *match; /* owned */
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

/* Takes the match; false if memory is short. Clear it in any case. */
bool rehearsal_begin(struct rehearsal *rehearsal, const struct cli *cli, struct alea_match *match, uint64_t seed);
void rehearsal_clear(struct rehearsal *rehearsal);
/* Plays until that round is over, or the match. False: rehearsal->error says why it can't. */
bool rehearsal_play(struct rehearsal *rehearsal, int round);

#endif
