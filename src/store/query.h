/* SPDX-License-Identifier: MIT */
/* query.h - what the files of this folder share: a store over some database, and one statement at work.
 *
 * A database is a table of functions, struct store_driver, one for each engine; all that knows tables and rows is written once, over
 * statements whose text is in queries.h. */
#ifndef ALEA_STORE_QUERY_H
#define ALEA_STORE_QUERY_H

#include "error.h"
#include "queries.h"
#include "store.h"

enum {
    STORE_PATIENCE_MS = 5000, /* for another process that writes */
    STORE_MAX_OPTIONS = 4096, /* bytes of a match's options */
    STORE_MAX_GAME = 40,      /* bytes of a game's id */
    STORE_KNOWN_SETS = 1024,  /* in which matches are whose numbers are remembered; a power of two */
    STORE_KNOWN_IN_SET = 4    /* of 2,000 matches that are played hardly any has no place */
};

/* A match's number in the database, and its last ply, remembered so that an append need not look them up. Numbers are never used again,
 * so one that is out of date finds nothing; where the log ends is forgotten as soon as others have written (match_forget_all). */
struct known_match {
    char id[STORE_ID_LENGTH + 1];
    int64_t number;
    long last; /* -1: not known */
};

struct store {
    const struct store_driver *driver;
    char *address; /* as the driver wants it */
    char *where;   /* as it was given, without secrets: for messages */
    enum store_mode mode;
    long frames_lost; /* of the log, when it was opened */
    bool alone;       /* nobody else can open it: see store_alone() */
    bool unsure;      /* whether the last commit is in the database is not known: see store_unsure() */
    bool reopen;      /* before anything else */
    bool older;       /* schema: STORE_COPY alone opens it */
    bool batch;       /* a transaction is open */
    bool relax;       /* of a batch that begins now: see store_relax() */
    bool relaxed;     /* the open one is flushed with the next */
    bool spoilt;      /* a write of this batch failed: it can't be committed */
    char letters[33]; /* first letters of the ids whose turns and notices it looks after; "": all */
    struct known_match known[STORE_KNOWN_SETS][STORE_KNOWN_IN_SET]; /* those asked for last stand first */
};

/* A statement from query_begin() to query_end(). After a failure the calls in between do nothing and answer zeros, so that one asks once,
 * at the end. One that writes opens the batch. */
struct query {
    struct store *store;
    enum query_id id;
    void *statement;   /* the driver's; NULL: there is none */
    int bound;         /* parameters */
    int changed;       /* rows, once query_step() was false */
    const char *match; /* id, for messages; "" */
    long ply;          /* for messages; 0 */
    struct alea_error *error;
    enum alea_err err;
    char key[STORE_MAX_ACCOUNT_NAME + 1]; /* of the account that is bound */
};

extern const char *const query_texts[QUERY_END];

/* ---- What an engine does for the store ----------------------------------------------------------------------------------- */

/* Keys that are taken and rows that point at nothing are answers, which leave the rest of the batch as it is. */
enum store_step { STEP_ROW, STEP_DONE, STEP_TAKEN, STEP_POINTS_AT_NOTHING, STEP_FAILED };
enum store_value { VALUE_NULL, VALUE_INT, VALUE_TEXT, VALUE_BLOB, VALUE_OTHER };

struct store_driver {
    bool appends_in_order; /* QUERY_APPEND finds out by itself whether the log ends there: STEP_TAKEN */
    size_t size;           /* of its own struct, which begins with a struct store */
    /* Of what was given, how the driver wants it, and how messages have it: in memory of its own; NULL if there is none. */
    char *(*address)(const char *given);
    char *(*where)(const char *given);
    /* Opens what is at store->address as store->mode says; what is not ours, or from the future, is left as it is. */
    enum alea_err (*open)(struct store *store, struct alea_error *error);
    /* All that open() made; nothing, if it was closed before. */
    void (*close)(struct store *store);
    /* It was opened anew, since something was lost: from now on what is found is the truth. */
    enum alea_err (*settle)(struct store *store, struct alea_error *error);

    /* A transaction that is the only writer's until its end; store->relaxed: its commit need not be flushed. A commit that fails says in
     * store->unsure whether it may have happened, and in store->reopen whether anything else is to be hoped for before it is opened anew. */
    enum alea_err (*begin)(struct store *store, struct alea_error *error);
    enum alea_err (*commit)(struct store *store, struct alea_error *error);
    void (*roll_back)(struct store *store);
    bool (*in_transaction)(const struct store *store); /* false: it was rolled back by itself, or there was none */

    enum alea_err (*tidy)(struct store *store, struct alea_error *error);
    enum alea_err (*size_of)(struct store *store, int64_t *bytes, struct alea_error *error);
    enum alea_err (*inspect)(struct store *store, void (*fault)(void *context, const char *words), void *context,
                             struct alea_error *error);
    enum alea_err (*copy)(struct store *store, const char *path, struct alea_error *error); /* into an empty file */

    /* A statement of query->id, ready to be bound, goes to query->statement. rest() is its end; it may be asked again. */
    enum alea_err (*prepare)(struct query *query);
    void (*rest)(struct query *query);
    /* Of parameter query->bound, from 1; one that is not bound is NULL. False if there is no memory. Text and bytes are borrowed until rest(). */
    bool (*bind_int)(struct query *query, int64_t number);
    bool (*bind_text)(struct query *query, const char *words, size_t n);
    bool (*bind_blob)(struct query *query, const void *bytes, size_t n);
    enum store_step (*step)(struct query *query); /* STEP_DONE: query->changed says how many rows */
    enum alea_err (*fail)(const struct store *store, struct alea_error *error); /* what went wrong last, in words */

    /* Of the row, columns from 0. */
    enum store_value (*kind)(const struct query *query, int column);
    int64_t (*number)(const struct query *query, int column);
    const void *(*bytes)(const struct query *query, int column, size_t *n); /* NULL: none, or no memory */
    const char *(*name)(const struct query *query, int column);
    int (*columns)(const struct query *query);
};

extern const struct store_driver store_sqlite, store_postgres;

enum alea_err store_no_memory(struct alea_error *error);
/* IO: "WHERE: reason". */
enum alea_err store_refuse(const char *where, struct alea_error *error, const char *it, const char *en);

/* ---- The tables (schema.c) ----------------------------------------------------------------------------------------------- */

int schema_newest(void); /* the version of this release */
/* What takes an empty database, or one of version to - 1, to that version, in SQLite's words. */
const char *schema_step(int to);

/* ---- A statement at work (query.c) -------------------------------------------------------------------------------------- */

/* True if the bytes are UTF-8 without a 0 in it. */
bool text_well_formed(const char *words, size_t n);
/* Does a statement change rows? Its first word says it. */
bool query_writes(enum query_id id);
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

/* ---- The batch (open.c) -------------------------------------------------------------------------------------------------- */

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
/* Where the log of a match that is remembered ends; NULL: it is not. */
long *match_last_known(struct store *store, const char *id);
void match_forget(struct store *store, const char *id);
void match_forget_all(struct store *store);
/* ALEA_ERR_STALE in words of its own. */
enum alea_err match_taken(struct alea_error *error, const char *it, const char *en);

#endif
