/* SPDX-License-Identifier: MIT */
/* daily.h - the report of a day: what happened in one round of a match, as one viewer may know it, and the map as that viewer
 * knows it at that moment. For the terminal and the server, of matches that run or are over, from the record alone.
 *
 * The text is in the order of the day, a sentence a line, under the headings that the game says are headings (ALEA_ROLE_*); it ends
 * with what is asked of its readers, and until when, or with the result. What the viewer may not know is in neither. [INC-TABLE-11]
 *
 * All of it replays the match: O(plies), some microseconds each. */
#ifndef ALEA_TELL_DAILY_H
#define ALEA_TELL_DAILY_H

#include "alea.h"

enum {
    DAILY_PART = 4096,      /* most characters (code points) of a part, as chats take them */
    DAILY_MAX = 1 << 20,    /* bytes of a report; what is longer is cut, and the text says that it is truncated */
    DAILY_PICTURE = 1 << 20 /* bytes of a picture */
};

struct daily {
    const struct alea_match *match;
    int viewer; /* a seat, or ALEA_NONE for everybody */
    bool side; /* for all who see what the viewer sees: the title names their side, and each of them is told what is asked */
    int round; /* first .. last of daily_rounds() */
    const char *
        until; /* when the time of what is asked is up, in words; NULL: by the game's own windows, if it has some; "": it is not */
};

struct daily_rounds {
    int first, last; /* last: the one that something happened in, or will: after the end that of the last ply */
    int whole;       /* the last one that is over; first - 1: none is */
};

/* False if memory is short, as for the others. */
bool daily_rounds(const struct alea_match *match, struct daily_rounds *rounds);
/* The side's seat; ALEA_NONE: the game's seats have no sides of that number. */
int daily_side_seat(const struct alea_rules *rules, int side);
/* May the seat have what its side is told: the side's own seat, or one of its team that was shown and told all along just what that was?
 * O(plies). */
bool daily_is_of_side(const struct alea_match *match, int seat, int side);
/* The whole report, in the page's language. */
bool daily_write(const struct daily *daily, struct alea_text *page);
/* Bytes of the first part of such words: all, or at most DAILY_PART characters, cut behind a paragraph, else behind a line, a word, a
 * character. 0: there are no words. The next part begins there. */
size_t daily_part(const char *words);
/* The map at the end of that round, or now if it is going on, as a whole SVG. False, too, if the game has no pictures: the text is
 * empty then. */
bool daily_picture(const struct daily *daily, struct alea_text *svg);

#endif
