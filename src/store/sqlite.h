/* SPDX-License-Identifier: MIT */
/* sqlite.h - the store over an SQLite database: what the files share that know SQLite. Nobody else includes this, nor <sqlite3.h>. */
#ifndef ALEA_STORE_SQLITE_H
#define ALEA_STORE_SQLITE_H

#include <sqlite3.h>

#include "query.h"

struct sqlite_store {
    struct store store;
    sqlite3 *db;
    sqlite3_stmt *version;         /* asks for the next; NULL: to be prepared */
    int64_t others;                /* grows when another connection has committed; of the last batch */
    sqlite3_stmt *idle[QUERY_END]; /* prepared and not at work; NULL: to be prepared */
};

static inline sqlite3 *sqlite_of(const struct store *store) { return ((const struct sqlite_store *)store)->db; }

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
/* Writes all that is committed into an empty file. */
ALEA_MUST_CHECK enum alea_err file_copy(struct store *store, const char *path, struct alea_error *error);

/* ---- Its schema (schema.c) ---------------------------------------------------------------------------------------------- */

/* Migration i takes a database of version i to version i + 1; 0 is an empty one. */
struct migration {
    const char *sql;
};

/* Brings `db` to the newest version that the list knows, each step whole or not at all. May `write`, else a database that is
 * not of that version is refused. Refuses what is not a database of Alea, and what a newer release has made. */
ALEA_MUST_CHECK enum alea_err schema_bring(sqlite3 *db, const char *where, const struct migration list[], int n, bool write,
                                           struct alea_error *error);
/* Makes the tables of that version in an empty database. */
ALEA_MUST_CHECK enum alea_err schema_make(sqlite3 *db, const char *where, int version, struct alea_error *error);
/* Finds out whether the database is of a version before `newest`; refuses what schema_bring() would refuse. */
ALEA_MUST_CHECK enum alea_err schema_look(sqlite3 *db, const char *where, int newest, bool *older, struct alea_error *error);
/* The same as schema_bring() with the list of this release. */
ALEA_MUST_CHECK enum alea_err schema_bring_newest(sqlite3 *db, const char *where, bool write, struct alea_error *error);
/* BLAKE2b-256 of all tables and indexes, with the words that made them, in the order of kind and name. What SQLite makes for itself is left out. */
ALEA_MUST_CHECK enum alea_err schema_hash(sqlite3 *db, const char *where, uint8_t hash[ALEA_HASH_BYTES],
                                          struct alea_error *error);
/* Refuses a database whose tables are not the ones that the migrations make: somebody else's, or altered by hand. */
ALEA_MUST_CHECK enum alea_err schema_check(sqlite3 *db, const char *where, struct alea_error *error);

#endif
