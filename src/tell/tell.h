/* SPDX-License-Identifier: MIT */
/* tell.h - a match told in words, ply by ply, to somebody who may not know everything.
 *
 * A ply is told by those of its events that the viewer may know. When it has no events at all it is told by the words of
 * its move; when it has some that the viewer may not know, the move itself is a secret, and only the others are told. An
 * event that says only that a move was made (ALEA_ROLE_MOVE) gives way to the move's words where they may be known. */
#ifndef ALEA_TELL_TELL_H
#define ALEA_TELL_TELL_H

#include "alea.h"

enum { TELL_ALL = -1 }; /* the viewer that knows everything; ALEA_NONE is a spectator at the table */

enum { TELL_RUN = 48 };

/* A line that is not put out yet: it may come again, and is then told once, with how often; or more may be added to it. */
struct tell_line {
    struct alea_text text;          /* what is settled; with what stands before the line */
    struct alea_text run[TELL_RUN]; /* the words that came last: one, or such as are counted together */
    long times[TELL_RUN];
    int n;            /* of them; 0: there is no line */
    bool tally, more; /* they are counted together; there are others before them */
    int group;        /* of what goes on with the line; 0: nothing does */
    unsigned opener;  /* of a seat's moves: the verb that it began with */
};

/* Groups: small events (ALEA_ROLE_PART, ALEA_ROLE_TALLY); the moves of a seat, added to it. */
enum { TELL_PARTS = 1, TELL_MOVES_OF = 2 };

/* Adds words to the line, which clears them; false if they are none of its own: then it has to be put out. */
bool tell_line_takes(struct tell_line *line, struct alea_text *words, int group, bool tally);
/* A new line: what stands before the words, and these, which it takes. */
void tell_line_begin(struct tell_line *line, const char *before, struct alea_text *words, int group, bool tally);
void tell_line_end(struct tell_line *line, struct alea_text *page); /* puts it out, if there is one */
void tell_line_clear(struct tell_line *line);
int tell_group_of(unsigned role); /* of an event */
/* A seat's small moves that follow each other make one line, up to the one that it began with. */
bool tell_line_goes_on(const struct tell_line *line, int group, unsigned verb);
bool tell_line_again(const struct tell_line *line, const struct alea_text *words); /* the very same once more */

struct teller {
    const struct alea_match *match; /* borrowed */
    int viewer;                     /* a seat, ALEA_NONE or TELL_ALL */
    bool numbered;                  /* lines begin with the number of the ply, counted over those that the viewer hears of */
    void *pos;                      /* the true position after `ply` plies */
    void *before;                   /* before that ply; of games with whole orders, as who made it saw it */
    long told; /* plies up to there that the viewer heard of: how many small orders others enter is theirs */
    long ply;
    long whole; /* plies of the match when it was begun from the first: so many are counted as they are gone over; else 0 */
    struct alea_numbers numbers; /* the viewer's, of those */
    struct alea_ply made;        /* that ply, as the viewer has it: of a rewind, with the viewer's number */
    struct alea_events events;   /* of that ply: those that the viewer may know */
    bool move_known;             /* the viewer may know the move of that ply */
    bool by_hand;                /* it is a throw, which the host entered */
    struct tell_line line;
};

/* False if memory is short; clear it in any case. */
bool teller_init(struct teller *teller, const struct alea_match *match, int viewer);
void teller_clear(struct teller *teller);
/* The next call of teller_step() goes over ply + 1. */
void teller_seek(struct teller *teller, long ply);
/* Did the viewer hear anything of the ply that was gone over last? */
bool teller_heard(const struct teller *teller);
/* Goes over one ply: fills events, move_known. */
void teller_step(struct teller *teller);
/* Is that one of teller->events told, or the move instead? */
bool teller_tells(const struct teller *teller, int event);
bool teller_tells_move(const struct teller *teller); /* of the ply just gone over */
/* The group of the lines that the move of that ply goes on with: in a game with whole orders small moves follow each other. */
int teller_move_group(const struct teller *teller);
/* The words of its move. A bare number says what it stands for; on a line that goes on, that alone. */
void teller_say_move(const struct teller *teller, bool goes_on, struct alea_text *text);
/* The note of that ply in brackets behind what is told of it, if there is one that the viewer may know; the address that ends it on a line of
 * its own. */
void teller_say_note(const struct teller *teller, struct alea_text *text);
/* Tells the plies up to `ply`, in the page's language and with its colours. */
void teller_tell(struct teller *teller, long ply, struct alea_text *page);

/* A seat in words: its letter, and who sits there: "A (Anna)". */
void tell_seat(const struct alea_match *match, int seat, struct alea_text *text);
/* Who moves, with a colon: "A (Anna): ", "Host: "; nothing for chance. */
void tell_mover(const struct alea_match *match, int seat, struct alea_text *text);
/* Those seats: the side that they are, by its name, else each by its letter. */
void tell_readers(const struct alea_match *match, alea_actors seats, struct alea_text *text);
/* Result and places of a match that is over. */
void tell_result(const struct alea_match *match, struct alea_text *page);

#endif
