/* SPDX-License-Identifier: MIT */
/* tell.h - a match told in words, ply by ply, to somebody who may not know everything.
 *
 * A ply is told by those of its events that the viewer may know. When it has no events at all it is told by the words of
 * its move; when it has some that the viewer may not know, the move itself is a secret, and only the others are told. An
 * event that says only that a move was made (ALEA_ROLE_MOVE) gives way to the move's words where they may be known. */
#ifndef ALEA_CLI_TELL_H
#define ALEA_CLI_TELL_H

#include "cli.h"

enum { TELL_ALL = -1 }; /* the viewer that knows everything; ALEA_NONE is a spectator at the table */

struct teller {
    const struct alea_match *match; /* borrowed */
    int viewer;                     /* a seat, ALEA_NONE or TELL_ALL */
    bool numbered;                  /* lines begin with the number of the ply */
    void *pos;                      /* the true position after `ply` plies */
    long ply;
    struct alea_events events; /* of that ply: those that the viewer may know */
    bool move_known;           /* the viewer may know the move of that ply */
    struct alea_text last;     /* one line not yet put out, as it may come again */
    long times;
};

/* False if memory is short; clear it in any case. */
bool teller_init(struct teller *teller, const struct alea_match *match, int viewer);
void teller_clear(struct teller *teller);
/* The next call of teller_step() goes over ply + 1. */
void teller_seek(struct teller *teller, long ply);
/* Goes over one ply: fills events, move_known. */
void teller_step(struct teller *teller);
/* Is that one of teller->events told, or the move instead? */
bool teller_tells(const struct teller *teller, int event);
bool teller_tells_move(const struct teller *teller); /* of the ply just gone over */
/* Tells the plies up to `ply`. The same line several times running is told once, with how often. */
void teller_tell(struct teller *teller, const struct cli *cli, long ply, struct alea_text *page);

/* Result and places of a match that is over. */
void tell_result(const struct cli *cli, const struct alea_match *match, struct alea_text *page);

#endif
