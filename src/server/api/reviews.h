/* SPDX-License-Identifier: MIT */
/* reviews.h - matches that are over, reviewed for those who ask: one after the other in a thread of their own, the last ones kept.
 *
 * A review takes seconds, so nobody waits for it: who asks is told how far it is, and asks again. */
#ifndef ALEA_SERVER_REVIEWS_H
#define ALEA_SERVER_REVIEWS_H

#include "alea.h"

enum { REVIEWS_KEPT = 32 }; /* ready, made and waiting, together */

struct reviews;

struct reviews *reviews_new(void); /* NULL if memory is short */
void reviews_free(struct reviews *reviews);

enum reviews_state {
    REVIEWS_READY,    /* the answer was added */
    REVIEWS_COMING,   /* *done of *all plies are looked at */
    REVIEWS_BUSY,     /* too many wait already */
    REVIEWS_TOO_LONG, /* of more than REVIEW_MAX_PLIES */
    REVIEWS_FAILED    /* memory was short */
};

/* Asks for the review of the match, which is called `id` and is over; begins it at the first time. */
enum reviews_state reviews_ask(struct reviews *reviews, const char *id, const struct alea_match *match, enum alea_lang lang,
                               struct alea_text *answer, long *done, long *all);

#endif
