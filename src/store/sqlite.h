/* SPDX-License-Identifier: MIT */
/* sqlite.h - what the files of this folder share: the store over an SQLite database, and one statement at work.
 *
 * Nobody outside of this folder includes this, nor <sqlite3.h>. A second engine (PostgreSQL) would come in so: the functions of
 * store.h become members of a `struct store_engine`, a table of pointers that this folder fills for SQLite and another one for
 * the other; `struct store` begins with a pointer to its table, store_open() chooses it by the form of `where` ("postgres://..."
 * or a path), and store_replay(), which uses store.h alone, stays as it is. The suite in store_test.c is to pass on both.
 * Nothing but queries.h, schema.c, salvage.c and recover.c is written in SQL, and of that only RETURNING, STRICT and the PRAGMAs are SQLite's own. */
#ifndef ALEA_STORE_SQLITE_H
#define ALEA_STORE_SQLITE_H

#include <sqlite3.h>

#include "error.h"
#include "queries.h"
#include "store.h"

enum {
    STORE_PATIENCE_MS = 5000, /* for another process that writes */
    STORE_MAX_OPTIONS = 4096, /* bytes of a match's options */
    STORE_MAX_GAME = 40,      /* bytes of a game's id */
    STORE_KNOWN = 1024        /* matches whose numbers are remembered; a power of two */
};

/* A match's number in the database, remembered so that an append need not look its id up. Numbers are never used again, so
 * one that is out of date finds nothing. */
struct known_match {
    char id[STORE_ID_LENGTH + 1];
    int64_t number;
};

struct store {
    sqlite3 *db;
    char *where; /* as it was given, for messages */
    char *path;  /* as SQLite wants it */
    enum store_mode mode;
    long frames_lost;              /* of the log, when it was opened */
    bool unsure;                   /* whether the last commit is in the file is not known: see store_unsure() */
    bool reopen;                   /* before anything else */
    bool alone;                    /* nobody else can open it: there is no room for what SQLite keeps beside it */
    bool older;                    /* schema: STORE_COPY alone opens it */
    bool batch;                    /* a transaction is open */
    bool spoilt;                   /* a write of this batch failed: it can't be committed */
    sqlite3_stmt *idle[QUERY_END]; /* prepared and not at work; NULL: to be prepared */
    struct known_match known[STORE_KNOWN];
};

/* ---- The database file (sqlite.c) --------------------------------------------------------------------------------------- */

/* Opens a file with all that makes SQLite wary of what is in it. On error *db is NULL. `flags` are SQLite's. */
ALEA_MUST_CHECK enum alea_err database_open(const char *where, const char *path, int flags, sqlite3 **db,
                                            struct alea_error *error);
/* Fills *error with what SQLite says is wrong with `db`. */
enum alea_err database_fail(sqlite3 *db, const char *where, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err database_run(sqlite3 *db, const char *where, const char *sql, struct alea_error *error);
/* The whole number that a query answers in its first column. */
ALEA_MUST_CHECK enum alea_err database_number(sqlite3 *db, const char *where, const char *sql, int64_t *number,
                                              struct alea_error *error);
/* A path that SQLite does not take for anything else, in memory of its own: NULL if there is none. */
char *database_path(const char *where);
enum alea_err store_no_memory(struct alea_error *error);
/* IO: "PATH: reason". */
enum alea_err store_refuse(const char *where, struct alea_error *error, const char *it, const char *en);

/* ---- Files (keep.c) ------------------------------------------------------------------------------------------------------ */

/* Refuses a path at which something is. */
ALEA_MUST_CHECK enum alea_err file_refuse(const char *where, const char *path, struct alea_error *error);
/* Makes an empty file beside `path`, its owner's alone. Its name is the caller's to free; NULL on error. */
char *file_beside(const char *where, const char *path, struct alea_error *error);
/* Gives the file `beside` its name, whole or not at all, over what is there if `replace`. */
ALEA_MUST_CHECK enum alea_err file_put(const char *where, const char *beside, const char *path, bool replace,
                                       struct alea_error *error);
ALEA_MUST_CHECK enum alea_err file_flush(const char *where, const char *path, int flags, struct alea_error *error);
/* What SQLite keeps beside a database goes. */
void file_drop_beside(const char *path);

/* ---- Its schema (schema.c) ---------------------------------------------------------------------------------------------- */

/* Migration i takes a database of version i to version i + 1; 0 is an empty one. */
struct migration {
    const char *sql;
};

/* Brings `db` to the newest version that the list knows, each step whole or not at all. May `write`, else a database that is
 * not of that version is refused. Refuses what is not a database of Alea, and what a newer release has made. */
ALEA_MUST_CHECK enum alea_err schema_bring(sqlite3 *db, const char *where, const struct migration list[], int n, bool write,
                                           struct alea_error *error);
int schema_newest(void); /* of this release */
/* Makes the tables of that version in an empty database. */
ALEA_MUST_CHECK enum alea_err schema_make(sqlite3 *db, const char *where, int version, struct alea_error *error);
/* Finds out whether the database is of a version before `newest`; refuses what schema_bring() would refuse. */
ALEA_MUST_CHECK enum alea_err schema_look(sqlite3 *db, const char *where, int newest, bool *older, struct alea_error *error);
/* The same as schema_bring() with the list of this release. */
ALEA_MUST_CHECK enum alea_err schema_bring_newest(sqlite3 *db, const char *where, bool write, struct alea_error *error);
/* Refuses a database whose tables are not the ones that the migrations make: somebody else's, or altered by hand. */
ALEA_MUST_CHECK enum alea_err schema_check(sqlite3 *db, const char *where, struct alea_error *error);

/* ---- A statement at work (query.c) -------------------------------------------------------------------------------------- */

/* A statement from query_begin() to query_end(). After a failure the calls in between do nothing and answer zeros, so that one asks once,
 * at the end. One that writes opens the batch. */
struct query {
    struct store *store;
    enum query_id id;
    sqlite3_stmt *statement;
    int bound;         /* parameters */
    int changed;       /* rows, once query_step() was false */
    const char *match; /* id, for messages; "" */
    long ply;          /* for messages; 0 */
    struct alea_error *error;
    enum alea_err err;
};

/* True if the bytes are UTF-8 without a 0 in it. */
bool text_well_formed(const char *words, size_t n);
struct query query_begin(struct store *store, enum query_id id, const char *match, long ply, struct alea_error *error);
void query_bind_int(struct query *query, int64_t number);
/* Well-formed UTF-8 of at most `max` bytes; NULL is bound as NULL. `what` for messages; borrowed until query_end(). */
void query_bind_text(struct query *query, const char *what, const char *words, size_t max);
/* The key of an account, of its name; NULL if that is "". */
void query_bind_account(struct query *query, const char *name);
void query_bind_blob(struct query *query, const void *bytes, size_t n);
/* True while there is a row. */
bool query_step(struct query *query);
/* Runs a statement that gives no rows, and ends it. *changed (may be NULL): how many rows it changed. */
ALEA_MUST_CHECK enum alea_err query_run(struct query *query, int *changed);
enum alea_err query_end(struct query *query);

/* What stands in a column of the row; anything else than what is asked for is a fault of the file. */
int64_t query_int(struct query *query, int column, int64_t min, int64_t max);
/* Well-formed UTF-8 of at most max bytes without a 0 in it; borrowed until the next step. "" after a failure. */
const char *query_text(struct query *query, int column, size_t max);
/* The same copied into room for `size` bytes. */
void query_copy(struct query *query, int column, char *room, size_t size);
bool query_is_null(struct query *query, int column);
/* The name of an account in the column, "" if the column before it, which points at the account, is NULL. */
void query_account(struct query *query, int column, char name[STORE_MAX_ACCOUNT_NAME + 1]);
/* A blob of min to max bytes; borrowed. NULL after a failure. */
const void *query_blob(struct query *query, int column, size_t min, size_t max, size_t *n);
/* Makes the query fail, because its row holds what can't be. */
void query_fault(struct query *query, const char *it, const char *en);

/* ---- The batch (sqlite.c) ------------------------------------------------------------------------------------------------ */

ALEA_MUST_CHECK enum alea_err batch_begin(struct store *store, struct alea_error *error);
/* After a commit of which nobody knows whether it happened: opens the database anew. */
enum alea_err batch_look_again(struct store *store, struct alea_error *error);
/* After a write failed: nothing of this batch may be committed. */
void batch_spoil(struct store *store);

/* ---- Matches by id (matches.c) ------------------------------------------------------------------------------------------- */

enum alea_err match_not_found(const char *id, struct alea_error *error);
/* The match's number; ALEA_ERR_NOT_FOUND. Looks into the database. */
ALEA_MUST_CHECK enum alea_err match_number(struct store *store, const char *id, int64_t *number, struct alea_error *error);
/* The same, remembered: for writes that fail if the match is gone. */
ALEA_MUST_CHECK enum alea_err match_number_known(struct store *store, const char *id, int64_t *number,
                                                 struct alea_error *error);
void match_forget(struct store *store, const char *id);
void match_forget_all(struct store *store);
/* ALEA_ERR_STALE in words of its own. */
enum alea_err match_taken(struct alea_error *error, const char *it, const char *en);

#endif
