/* SPDX-License-Identifier: MIT */
/* processes.h - several servers over one PostgreSQL database: which of them live, and whose matches are whose.
 *
 * All matches fall into SHARES shares, by the first letter of their ids, which are random. A share is one process' at a time. A process
 * has a number that is never used again, and shows that it lives by counting up: who sees another's count stand still for
 * PROCESS_LEASE_MS of its own clock strikes that process off, and its shares are free. No wall clock is asked, neither a process' nor the
 * database's, so that none can jump.
 *
 * A process that was struck off can't write any more (store_fence): who strikes off, takes or gives holds the writers' lock alone,
 * and every batch begins with a look at the number under the same lock, which batches share. What hangs in the middle of a batch is cut
 * off first. NOTIFY says that somebody should look again, and nothing else. */
#ifndef ALEA_STORE_PROCESSES_H
#define ALEA_STORE_PROCESSES_H

#include "store.h"

enum {
    SHARES = 32,
    PROCESS_LEASE_MS = 2500,
    PROCESS_BEAT_MS = 400,    /* between two counts */
    PROCESS_MAX_ADDRESS = 80, /* bytes, with the 0 */
    PROCESS_SECRET_BYTES = 32,
    PROCESSES_MAX = SHARES /* more would have nothing to do */
};

typedef uint32_t shares; /* bit k: share k */
#define SHARES_ALL UINT32_MAX

static inline shares share_bit(int share) { return (shares)1 << share; }
/* Of a match. An id that is none is somewhere, too. */
static inline int share_of_match(const char *id) {
    return id[0] >= 'a' && id[0] <= 'z' ? id[0] - 'a' : id[0] >= '2' && id[0] <= '7' ? id[0] - '2' + 26 : 0;
}
/* Where what belongs to no match is done, so that it is done once: accounts, passes, and notices to people as such. */
enum { SHARE_OF_PEOPLE = 0 };

/* ---- For the store that writes ------------------------------------------------------------------------------------------------ */

/* The store is the server's: alone, so that no other server uses the same database, or one of several. A file has one server anyway. */
ALEA_MUST_CHECK enum alea_err store_serve(struct store *store, bool alone, struct alea_error *error);
/* From now on batches begin only as long as the process of that number lives. ALEA_ERR_IO says that it does not. */
ALEA_MUST_CHECK enum alea_err store_fence(struct store *store, int64_t process, struct alea_error *error);
/* Turns and notices that are due are those of these shares alone; all at first. */
void store_look_after(struct store *store, shares which);

/* ---- A process among others ----------------------------------------------------------------------------------------------- */

struct process {
    int64_t number;
    char address[PROCESS_MAX_ADDRESS]; /* at which it answers others: "10.0.0.7:9100" */
};

/* What the database says. */
struct process_map {
    int n;
    struct process at[PROCESSES_MAX]; /* those that live, by number */
    int64_t owner[SHARES];            /* a process' number; 0: nobody's */
    shares mine;
    shares orphans; /* of mine, those that were taken since the last time from one that was struck off */
    shares surplus; /* of mine, those that are for others as soon as nobody plays there: process_give() */
};

struct membership; /* a connection of its own; for one thread */

/* Joins. Refused where `where` is a file, or a server serves the database alone. */
struct membership *process_join(const char *where, const char *address, struct alea_error *error);
int64_t process_number(const struct membership *membership);
/* Shared by all that may read the database. */
const uint8_t *process_secret(const struct membership *membership);
/* Counts up, strikes off whoever is dead, takes what is free up to a fair share, and fills in the map. ALEA_ERR_STALE: it was struck
 * off itself, and has to join anew. */
ALEA_MUST_CHECK enum alea_err process_beat(struct membership *membership, struct process_map *map, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err process_give(struct membership *membership, shares which, struct alea_error *error);
/* Until somebody says that something changed, the descriptor can be read from, or so many ms are over. */
void process_wait(struct membership *membership, int descriptor, int ms);
/* Gives all up, and is gone; NULL is allowed. */
void process_leave(struct membership *membership);

#endif
