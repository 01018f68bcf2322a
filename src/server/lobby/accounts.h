/* SPDX-License-Identifier: MIT */
/* accounts.h - names (account_name.c) and passwords (account_password.c).
 *
 * A password is hashed by Argon2id (64 MiB and 2 passes, libsodium's INTERACTIVE), which takes a good part of a second: in the pool,
 * never in the loop. */
#ifndef ALEA_SERVER_ACCOUNTS_H
#define ALEA_SERVER_ACCOUNTS_H

#include "pool.h"
#include "store.h"

enum { ACCOUNT_MIN_PASSWORD = 8, ACCOUNT_MAX_PASSWORD = 256 /* bytes */ };

/* Can it be the name of an account? Letters (of any script), digits, . _ - and single blanks between them; 1 to STORE_MAX_ACCOUNT_NAME bytes. */
bool account_name_good(const char *name);

/* Is it a good one for a new account? Names are shown to others, who must be able to read and to tell them apart. */
enum account_name {
    ACCOUNT_NAME_FINE,
    ACCOUNT_NAME_LETTERS, /* other things than letters, digits, . _ - and blanks */
    ACCOUNT_NAME_UNSEEN,  /* what can't be seen, or too many marks on a letter */
    ACCOUNT_NAME_MIXED,   /* letters of several alphabets, or that pass for others */
    ACCOUNT_NAMES
};
enum account_name account_name_fresh(const char *name);

/* One of the commonest, whatever its capitals and blanks at the ends; or the name of the account, as accounts are told apart. */
bool account_password_common(const char *password);
bool account_password_is_name(const char *password, const char *name);

/* A password on its way through the pool. It wipes and frees itself; whoever waits sets `context` to NULL to be told nothing. */
struct password_job {
    struct pool_job job; /* first: the pool's pointer is ours */
    bool verify;         /* compare with hash; else make hash */
    char password[ACCOUNT_MAX_PASSWORD + 1];
    char name[STORE_MAX_ACCOUNT_NAME + 1];
    char hash[STORE_MAX_PASSWORD_HASH + 1];
    bool good; /* the password fits; or the hash was made */
    void (*done)(struct password_job *job);
    void *context;
};

/* NULL if memory is short. Of `hash` NULL: one is made. With hash "" (nobody of that name) the comparison fails, after as much time. */
struct password_job *password_job_new(const char *name, const char *password, const char *hash,
                                      void (*done)(struct password_job *job), void *context);
/* False if too much waits in the pool already; the job is freed then. */
bool password_job_start(struct pool *pool, struct password_job *job);

#endif
