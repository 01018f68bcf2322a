/* SPDX-License-Identifier: MIT */
/* postgres.h - the store over a PostgreSQL database: what the files share that know libpq. Nobody else includes this, nor <libpq-fe.h>. */
#ifndef ALEA_STORE_POSTGRES_H
#define ALEA_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "query.h"

/* Who serves the database: nobody who says so; one server; one of several. */
enum postgres_place { PLACE_NONE, PLACE_ALONE, PLACE_AMONG_OTHERS };

enum {
    /* First halves of the numbers of locks; the second is the schema's. */
    POSTGRES_WRITERS_LOCK = 0x416c6561, /* "Alea" */
    POSTGRES_SERVERS_LOCK = 0x41726561,
    POSTGRES_MAX_SCHEMA_NAME = 64, /* bytes, with the 0 at the end: PostgreSQL's own limit */
    POSTGRES_ANSWER_MS = 15000     /* longest wait for an answer; more than STORE_PATIENCE_MS, which the server keeps to */
};

/* Plies that were appended, and not sent yet: an array for each column, as it is sent. */
enum { POSTGRES_PLIES = 512, POSTGRES_PLY_COLUMNS = 5, POSTGRES_ARRAY_HEAD = 20, POSTGRES_ARRAY_ROW = 12 };
struct postgres_plies {
    int n;
    bool prepared; /* their statement, on this connection */
    unsigned char column[POSTGRES_PLY_COLUMNS][POSTGRES_ARRAY_HEAD + POSTGRES_PLIES * POSTGRES_ARRAY_ROW];
};

struct postgres_store {
    struct store store;
    PGconn *conn;
    Oid schema; /* in which the tables are */
    char schema_name[POSTGRES_MAX_SCHEMA_NAME];
    bool checked;    /* its tables are those that Alea makes */
    bool silent;     /* an answer did not come in time: what comes now is of no use */
    char state[6];   /* SQLSTATE of what went wrong last; "" of what the server has not said */
    char words[400]; /* the same in words */
    enum postgres_place place;
    int64_t process;                 /* among others: without it nothing is written; 0: it has none */
    int64_t retry;                   /* before, another connection is not tried; of alea_now_ms() */
    bool prepared[QUERY_END];        /* on this connection */
    struct postgres_statement *idle; /* a list */
    struct postgres_plies plies;
};

static inline struct postgres_store *postgres_of(const struct store *store) { return (struct postgres_store *)store; }

/* ---- Asking (postgres.c) ------------------------------------------------------------------------------------------------ */

/* Runs one or several statements, and waits no longer than `patience` ms (-1: as long as it takes). The result of the last one is the caller's
 * to clear; NULL after a failure, of which postgres_fail() tells. */
PGresult *postgres_ask(struct postgres_store *postgres, const char *sql, int patience);
ALEA_MUST_CHECK enum alea_err postgres_run(struct postgres_store *postgres, const char *sql, int patience,
                                           struct alea_error *error);
/* The last result of what was sent, if it was, the caller's to clear; NULL after a failure. */
PGresult *postgres_receive(struct postgres_store *postgres, bool sent, int patience);
/* Fills *error with what went wrong last. */
enum alea_err postgres_fail(const struct store *store, struct alea_error *error);
/* Begins a transaction that is the only writer's. */
ALEA_MUST_CHECK enum alea_err postgres_begin(struct store *store, struct alea_error *error);

/* ---- Its address (postgres_address.c) ------------------------------------------------------------------------------------ */

/* What may be shown of it, in memory of its own. */
char *postgres_where(const char *given);
/* Refuses an address whose password would be taken for something else. */
ALEA_MUST_CHECK enum alea_err postgres_check_address(const struct postgres_store *postgres, struct alea_error *error);

/* ---- Plies (postgres_plies.c) ------------------------------------------------------------------------------------------- */

/* A ply without a note that is to be appended, as its columns' numbers, big-endian: does it wait for others? */
bool postgres_ply_waits(struct postgres_store *postgres, const struct query *query, unsigned char number[][8]);
/* Sends those that wait. False after a failure, as of any statement, and the batch is lost. */
bool postgres_send_plies(struct postgres_store *postgres);

/* ---- Several servers (postgres_processes.c) ---------------------------------------------------------------------------- */

/* Takes the place that the store was given, on a connection that was just made. */
ALEA_MUST_CHECK enum alea_err postgres_take_place(struct postgres_store *postgres, struct alea_error *error);
/* Begins a transaction beside those of other processes, if this one lives. */
ALEA_MUST_CHECK enum alea_err postgres_begin_among(struct postgres_store *postgres, struct alea_error *error);

/* ---- Its tables (postgres_schema.c) -------------------------------------------------------------------------------------- */

/* Brings the schema to the newest version if it may be written, under the writer's lock, whole or not at all; refuses what is not Alea's, what a
 * newer release has made, and tables that were altered. */
ALEA_MUST_CHECK enum alea_err postgres_bring_newest(struct postgres_store *postgres, bool write, struct alea_error *error);

#endif
