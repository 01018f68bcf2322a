/* SPDX-License-Identifier: MIT */
/* spent.h - what addresses and their networks took off their accounts at one process (rate.h), as it tells the others: JSON,
 * {"taken":{"192.0.2.7":1250000,"192.0.2.0/24":312500,"2001:db8:1:2::":250000,"2001:db8:1::/48":62500}}, in us of the account. Who took
 * little is left out, so that most cost no word. Knows no sockets. */
#ifndef ALEA_SERVER_SPENT_H
#define ALEA_SERVER_SPENT_H

#include "alea.h"
#include "rate.h"

enum {
    SPENT_MS = 1000, /* between two times that it is told */
    SPENT_MOST = 256 /* addresses and networks of one message */
};

/* One message of what was taken in the last `ms`, for the others of so many processes: of places behind `after`; NULL: of the first ones.
 * Returns where the next message goes on; NULL: there is none. Nothing is written where there is nobody to tell of. */
struct rate_place *spent_write(const struct rate *rate, struct rate_place *after, int processes, int64_t ms,
                               struct alea_text *json);
/* Whoever another process tells of owes that here, too. How many they were; -1: it can't be read, and nobody owes anything. */
int spent_hear(struct rate *rate, const char *json, size_t n, int64_t now);

#endif
