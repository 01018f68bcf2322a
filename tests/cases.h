/* SPDX-License-Identifier: MIT */
/* cases.h - one case being run: rules, position, the plies so far. */
#ifndef ALEA_TESTS_CASES_H
#define ALEA_TESTS_CASES_H

#include "alea.h"

enum { CASE_WORDS = 2048, CASE_LINE = 1 << 15, CASE_UNDO = 512 };

struct case_run {
    const struct alea_rules *rules;
    const struct alea_game *game;
    const void *tables;
    const char *folder; /* of the case file, for base.pos */
    void *position;
    void *marked; /* what `rewind` goes back to; NULL: nothing yet */
    bool changed; /* a move was played or taken back: too late for `given` */

    /* What can be taken back: the positions before the last plies, the oldest forgotten first. */
    int n_undo;
    struct case_undo {
        void *before;
        int seat;
        bool barrier;
    } undo[CASE_UNDO];

    char *seen[ALEA_MAX_SEATS + 1]; /* by `same`; the last one is the spectator's */

    struct alea_events events; /* of the last move */
    alea_move *legal;
    struct alea_outcome *outcomes;
    struct alea_text text;
    void *view;
    char fault[1024];
};

/* False if memory or rules fail, with the reason in `fault`. Clear it in any case. */
bool case_run_init(struct case_run *run, const struct alea_rules *rules, const char *folder);
void case_run_clear(struct case_run *run);

/* Runs one line of a case, which is cut into words in place. False: run->fault says why. */
bool case_run_line(struct case_run *run, char *line);

#endif
