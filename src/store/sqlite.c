/* SPDX-License-Identifier: MIT */
/* sqlite.c - a store over an SQLite database: opening it, its errors in words, its transactions and statements.
 *
 * A batch begins with the lock of the one writer (BEGIN IMMEDIATE). The log is written ahead (WAL) and flushed at each commit. */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine_text.h"
#include "pages.h"

enum {
    MAX_ROW = 4 << 20,       /* bytes of a row, or of a value */
    MAX_SQL = 64 << 10,      /* bytes of a statement */
    CACHE_KIB = 32 << 10,    /* of pages: those at whose ends hundreds of tables write must fit */
    CHECKPOINT_PAGES = 4000, /* of the log, before they go into the file: a page that is written often goes once */
    WAL_KEPT = 64 << 20,     /* bytes that the log keeps on the disk after a backup made it grow */
    OPENING_TRIES = 50,
    OPENING_PAUSE_MS = 20
};

/* ---- Errors -------------------------------------------------------------------------------------------------------------- */

/* What SQLite's codes mean to whoever runs a server; NULL: nothing that we have better words for. */
static const char *reason_of(int code, enum alea_lang lang) {
    static const struct {
        int code;
        const char *in[ALEA_LANGS];
    } reasons[] = {
        {SQLITE_BUSY, {ENGINE_SAY_DISK_BUSY}},       {SQLITE_LOCKED, {ENGINE_SAY_DISK_LOCKED}},
        {SQLITE_FULL, {ENGINE_SAY_DISK_FULL}},       {SQLITE_READONLY, {ENGINE_SAY_DISK_READ_ONLY}},
        {SQLITE_PERM, {ENGINE_SAY_DISK_READ_ONLY}},  {SQLITE_CANTOPEN, {ENGINE_SAY_DISK_CANNOT_OPEN}},
        {SQLITE_IOERR, {ENGINE_SAY_DISK_FAILS}},     {SQLITE_NOTADB, {ENGINE_SAY_DISK_NOT_OURS}},
        {SQLITE_CORRUPT, {ENGINE_SAY_DISK_DAMAGED}}, {SQLITE_SCHEMA, {ENGINE_SAY_DISK_SCHEMA}},
    };
    for (size_t i = 0; i < ALEA_LEN(reasons); i++)
        if (reasons[i].code == (code & 0xff)) return reasons[i].in[lang];
    return NULL;
}

enum alea_err database_fail(sqlite3 *db, const char *where, struct alea_error *error) {
    int code = db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM;
    if ((code & 0xff) == SQLITE_NOMEM) return store_no_memory(error);
    bool of_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    int system = of_system ? sqlite3_system_errno(db) : 0;
    const char *reason = reason_of(code, error ? error->lang : ALEA_EN);
    const char *detail = reason && system ? strerror(system) : sqlite3_errmsg(db);
    return alea_fail(error, (code & 0xff) == SQLITE_CORRUPT ? ALEA_ERR_DAMAGED : ALEA_ERR_IO, where,
                     reason ? alea_reason(error, "%s (%s)", "%s (%s)", reason, detail).at : detail);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------------- */

char *database_path(const char *where) {
    size_t size = strlen(where) + 3;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s%s", where[0] == '/' ? "" : "./", where);
    return path;
}

/* The file may be somebody else's: its schema runs nothing, its pages are looked at twice, and nothing in it is large. */
static int harden(sqlite3 *db) {
    static const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA};
    int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    for (size_t i = 0; i < ALEA_LEN(off) && code == SQLITE_OK; i++) code = sqlite3_db_config(db, off[i], 0, (int *)NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MAX_ROW);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, MAX_SQL);
    sqlite3_extended_result_codes(db, 1);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(db, STORE_PATIENCE_MS);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL, NULL);
    return code;
}

enum alea_err database_open(const char *where, const char *path, int flags, sqlite3 **db, struct alea_error *error) {
    int code = sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) code = harden(*db);
    if (code == SQLITE_OK) return ALEA_OK;
    enum alea_err err = database_fail(*db, where, error);
    sqlite3_close(*db);
    *db = NULL;
    return err;
}

enum alea_err database_run(sqlite3 *db, const char *where, const char *sql, struct alea_error *error) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? ALEA_OK : database_fail(db, where, error);
}

enum alea_err database_number(sqlite3 *db, const char *where, const char *sql, int64_t *number, struct alea_error *error) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
    enum alea_err err = code == SQLITE_ROW    ? ALEA_OK
                        : code == SQLITE_DONE ? store_refuse(where, error, ENGINE_SAY_DISK_NO_ANSWER)
                                              : database_fail(db, where, error);
    sqlite3_finalize(statement);
    return err;
}

/* A new file is its owner's alone: seeds and links to seats are in it. */
static enum alea_err make_file(const char *where, const char *path, bool create, struct alea_error *error) {
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISREG(status.st_mode)) return ALEA_OK;
        return store_refuse(where, error, ENGINE_SAY_DISK_NO_FILE);
    }
    int fd = errno == ENOENT && create ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) close(fd);
    if (fd >= 0 || (create && errno == EEXIST)) return ALEA_OK;
    if (errno == ENOENT) return store_refuse(where, error, ENGINE_SAY_DISK_MISSING);
    return store_refuse(where, error, strerror(errno), strerror(errno));
}

/* Two processes that open a new file at once get into each other's way for a moment, which SQLite does not wait out. */
static enum alea_err write_ahead(const struct sqlite_store *sqlite, struct alea_error *error) {
    int code = SQLITE_BUSY;
    for (int i = 0; i < OPENING_TRIES && (code & 0xff) == SQLITE_BUSY; i++) {
        if (i > 0) sqlite3_sleep(OPENING_PAUSE_MS);
        code = sqlite3_exec(sqlite->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    }
    return code == SQLITE_OK ? ALEA_OK : database_fail(sqlite->db, sqlite->store.where, error);
}

/* A PRAGMA that SQLite does not know, or can't follow, is passed over in silence: so each is read back. */
static enum alea_err check_settings(const struct sqlite_store *sqlite, struct alea_error *error) {
    static const struct {
        const char *sql;
        int64_t wanted;
    } settings[] = {
        {"PRAGMA synchronous", 2},
        {"PRAGMA foreign_keys", 1},
        {"PRAGMA trusted_schema", 0},
        {"SELECT journal_mode = 'wal' FROM pragma_journal_mode", 1},
    };
    for (size_t i = 0; i < ALEA_LEN(settings); i++) {
        int64_t number = -1;
        enum alea_err err = database_number(sqlite->db, sqlite->store.where, settings[i].sql, &number, error);
        if (err) return err;
        if (number != settings[i].wanted)
            return alea_fail(error, ALEA_ERR_IO, sqlite->store.where,
                             alea_reason(error, ENGINE_SAY_DISK_SHARED, settings[i].sql).at);
    }
    return ALEA_OK;
}

/* Between our look at the name and our lock on the file, a restore may have put another file there. */
static enum alea_err check_place(const struct sqlite_store *sqlite, struct alea_error *error) {
    int moved = 0;
    sqlite3_file_control(sqlite->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved ? store_refuse(sqlite->store.where, error, ENGINE_SAY_DISK_REPLACED) : ALEA_OK;
}

/* Beside a database SQLite keeps an index of the log, in memory that is a file. Where the disk is full, nobody else may have the database: then
 * our own memory does. What is there can be read; what is written fails until there is room. */
static enum alea_err keep_alone(struct sqlite_store *sqlite, struct alea_error *error) {
    sqlite3_close(sqlite->db); /* one that has looked for the index goes on looking for it */
    enum alea_err err = database_open(sqlite->store.where, sqlite->store.address, SQLITE_OPEN_READWRITE, &sqlite->db, error);
    if (!err) err = database_run(sqlite->db, sqlite->store.where, "PRAGMA locking_mode = EXCLUSIVE", error);
    sqlite->store.alone = !err;
    return err;
}

static bool no_room(const struct sqlite_store *sqlite) {
    int64_t tables;
    if (!sqlite->db) return false;
    if (!database_number(sqlite->db, sqlite->store.where, "SELECT count(*) FROM sqlite_schema", &tables, NULL)) return false;
    switch (sqlite3_extended_errcode(sqlite->db)) {
    case SQLITE_FULL:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_WRITE: return true;
    default: return false;
    }
}

static enum alea_err set_up(struct sqlite_store *sqlite, struct alea_error *error) {
    static const char settings[] = "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON;";
    bool write = sqlite->store.mode == STORE_OPEN || sqlite->store.mode == STORE_OPEN_OR_CREATE;
    char limits[160];
    snprintf(limits, sizeof limits,
             "PRAGMA journal_size_limit = %d; PRAGMA cache_size = -%d; PRAGMA wal_autocheckpoint = %d", WAL_KEPT, CACHE_KIB,
             CHECKPOINT_PAGES);
    enum alea_err err =
        make_file(sqlite->store.where, sqlite->store.address, sqlite->store.mode == STORE_OPEN_OR_CREATE, error);
    if (err) return err;
    sqlite->store.frames_lost = pages_frames_lost(sqlite->store.address); /* SQLite forgets them when it opens the file */
    int flags = write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    err = database_open(sqlite->store.where, sqlite->store.address, flags, &sqlite->db, error);
    if (!err && write && sqlite3_db_readonly(sqlite->db, "main"))
        err = store_refuse(sqlite->store.where, error, ENGINE_SAY_DISK_READ_ONLY);
    if (!err && write && no_room(sqlite)) err = keep_alone(sqlite, error);
    /* What is not ours, or from the future, is left as it is: the look comes before the first change. */
    if (!err)
        err = sqlite->store.mode == STORE_COPY
                  ? schema_look(sqlite->db, sqlite->store.where, schema_newest(), &sqlite->store.older, error)
                  : schema_bring_newest(sqlite->db, sqlite->store.where, write, error);
    if (!err && write) err = write_ahead(sqlite, error);
    if (!err && !sqlite->store.older) err = schema_check(sqlite->db, sqlite->store.where, error);
    if (!err) err = database_run(sqlite->db, sqlite->store.where, settings, error);
    if (!err && write) err = database_run(sqlite->db, sqlite->store.where, limits, error);
    if (!err && write) err = check_settings(sqlite, error);
    if (!err) err = check_place(sqlite, error);
    return err;
}

static void close_database(struct store *store) {
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    for (int i = 0; i < QUERY_END; i++) {
        sqlite3_finalize(sqlite->idle[i]);
        sqlite->idle[i] = NULL;
    }
    sqlite3_finalize(sqlite->version);
    sqlite->version = NULL;
    sqlite3_close(sqlite->db);
    sqlite->db = NULL;
}

static enum alea_err open_database(struct store *store, struct alea_error *error) {
    return set_up((struct sqlite_store *)store, error);
}

/* Where a flush failed, SQLite takes the batch back, but its frames stand in the log: whoever opens it next may find them there, and
 * what the kernel still has of them may never reach the disk (fsync does not try the same pages twice). So it was opened as whoever comes
 * next would; what is found is moved into the file, which writes and flushes it anew; and only then it is the truth. */
static enum alea_err settle(struct store *store, struct alea_error *error) {
    sqlite3 *db = sqlite_of(store);
    int frames, moved;
    int code = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &frames, &moved);
    return code == SQLITE_OK ? ALEA_OK : database_fail(db, store->where, error);
}

/* ---- Transactions -------------------------------------------------------------------------------------------------------- */

/* With the lock in hand: has another connection written since the last batch? Then nothing that is remembered holds. */
static enum alea_err look_at_others(struct sqlite_store *sqlite, struct alea_error *error) {
    int code = SQLITE_OK;
    if (!sqlite->version)
        code = sqlite3_prepare_v3(sqlite->db, "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT, &sqlite->version, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(sqlite->version);
    const int64_t others = code == SQLITE_ROW ? sqlite3_column_int64(sqlite->version, 0) : 0;
    sqlite3_reset(sqlite->version);
    if (code != SQLITE_ROW) return database_fail(sqlite->db, sqlite->store.where, error);
    if (others != sqlite->others) match_forget_all(&sqlite->store);
    sqlite->others = others;
    return ALEA_OK;
}

/* Whether each commit is flushed, which must be said while no transaction is open. Where it can't be, the file is opened anew. */
static void set_flushing(struct store *store, bool each) {
    const char *sql = each ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
    if (sqlite3_exec(sqlite_of(store), sql, NULL, NULL, NULL) != SQLITE_OK) store->reopen = true;
}

static enum alea_err begin(struct store *store, struct alea_error *error) {
    if (store->relaxed) set_flushing(store, false);
    struct query query = query_begin(store, QUERY_BEGIN, "", 0, error);
    enum alea_err err = query_run(&query, NULL);
    return err ? err : look_at_others((struct sqlite_store *)store, error);
}

static bool of_flush(sqlite3 *db) {
    int code = sqlite3_extended_errcode(db);
    return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC || code == SQLITE_IOERR_TRUNCATE;
}

static enum alea_err commit(struct store *store, struct alea_error *error) {
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    struct query query = query_begin(store, QUERY_COMMIT, "", 0, error);
    enum alea_err err = query_run(&query, NULL);
    if (err && sqlite->db && of_flush(sqlite->db)) store->unsure = store->reopen = true;
    if (!err && store->relaxed) set_flushing(store, true);
    if (!err && store->alone) { /* there is room again: it is shared again, opened anew by whatever comes next */
        store->alone = false;
        store->reopen = true;
    }
    return err;
}

static void roll_back(struct store *store) {
    sqlite3 *db = sqlite_of(store);
    if (db && !sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    if (db && store->relaxed) set_flushing(store, true);
}

/* SQLite rolls back by itself after some errors, of the disk or of memory, even if it was a read that failed. */
static bool in_transaction(const struct store *store) { return !sqlite3_get_autocommit(sqlite_of(store)); }

static enum alea_err tidy(struct store *store, struct alea_error *error) {
    sqlite3 *db = sqlite_of(store);
    if (!db) return ALEA_OK;
    int code = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY ? ALEA_OK : database_fail(db, store->where, error);
}

static enum alea_err size_of(struct store *store, int64_t *bytes, struct alea_error *error) {
    static const char sql[] =
        "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, "
        "pragma_page_size";
    return database_number(sqlite_of(store), store->where, sql, bytes, error);
}

/* ---- The look at the file itself ----------------------------------------------------------------------------------------- */

/* What is wrong in the file, row by row of the answer. */
static enum alea_err ask_file(sqlite3 *db, const char *where, void (*fault)(void *context, const char *words), void *context,
                              struct alea_error *error) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "PRAGMA integrity_check(100)", -1, &statement, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *words = (const char *)sqlite3_column_text(statement, 0);
        if (words && strcmp(words, "ok") != 0) fault(context, alea_reason(error, ENGINE_SAY_STORE_IN_FILE, words).at);
        code = SQLITE_OK;
    }
    enum alea_err err = code == SQLITE_DONE ? ALEA_OK : database_fail(db, where, error);
    sqlite3_finalize(statement);
    return err;
}

/* A connection that may only read leaves out the conditions of rows (CHECK): so one that might write is asked, and kept from
 * it. Of what is committed; an open batch is not looked at. */
static enum alea_err inspect(struct store *store, void (*fault)(void *context, const char *words), void *context,
                             struct alea_error *error) {
    sqlite3 *db = NULL;
    enum alea_err err = database_open(store->where, store->address, SQLITE_OPEN_READWRITE, &db, error);
    if (err) return err;
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    err = database_run(db, store->where, "PRAGMA query_only = ON", error);
    if (!err) err = ask_file(db, store->where, fault, context, error);
    sqlite3_close(db);
    return err;
}

/* ---- Statements ---------------------------------------------------------------------------------------------------------- */

static enum alea_err fail(const struct store *store, struct alea_error *error) {
    return database_fail(sqlite_of(store), store->where, error);
}

/* One that is at work already, because a callback asks the same again, is not idle: another is prepared. */
static enum alea_err prepare(struct query *query) {
    struct sqlite_store *sqlite = (struct sqlite_store *)query->store;
    sqlite3_stmt *statement = sqlite->idle[query->id];
    sqlite->idle[query->id] = NULL;
    if (!statement &&
        sqlite3_prepare_v3(sqlite->db, query_texts[query->id], -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL))
        return fail(query->store, query->error);
    query->statement = statement;
    return ALEA_OK;
}

static void rest(struct query *query) {
    struct sqlite_store *sqlite = (struct sqlite_store *)query->store;
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
    if (sqlite->idle[query->id]) sqlite3_finalize(query->statement);
    else sqlite->idle[query->id] = query->statement;
}

static bool bind_int(struct query *query, int64_t number) {
    return sqlite3_bind_int64(query->statement, query->bound, number) == SQLITE_OK;
}

static bool bind_text(struct query *query, const char *words, size_t n) {
    return sqlite3_bind_text(query->statement, query->bound, words, (int)n, SQLITE_STATIC) == SQLITE_OK;
}

static bool bind_blob(struct query *query, const void *bytes, size_t n) {
    if (n == 0) return sqlite3_bind_zeroblob(query->statement, query->bound, 0) == SQLITE_OK;
    return sqlite3_bind_blob64(query->statement, query->bound, bytes, n, SQLITE_STATIC) == SQLITE_OK;
}

static enum store_step step(struct query *query) {
    sqlite3 *db = sqlite_of(query->store);
    switch (sqlite3_step(query->statement)) {
    case SQLITE_ROW: return STEP_ROW;
    case SQLITE_DONE: query->changed = sqlite3_changes(db); return STEP_DONE;
    default: break;
    }
    switch (sqlite3_extended_errcode(db)) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_ROWID: return STEP_TAKEN;
    case SQLITE_CONSTRAINT_FOREIGNKEY: return STEP_POINTS_AT_NOTHING;
    default: return STEP_FAILED;
    }
}

static enum store_value kind(const struct query *query, int column) {
    switch (sqlite3_column_type(query->statement, column)) {
    case SQLITE_NULL: return VALUE_NULL;
    case SQLITE_INTEGER: return VALUE_INT;
    case SQLITE_TEXT: return VALUE_TEXT;
    case SQLITE_BLOB: return VALUE_BLOB;
    default: return VALUE_OTHER;
    }
}

static int64_t number(const struct query *query, int column) { return sqlite3_column_int64(query->statement, column); }

static const void *bytes(const struct query *query, int column, size_t *n) {
    const void *bytes = sqlite3_column_type(query->statement, column) == SQLITE_TEXT
                            ? (const void *)sqlite3_column_text(query->statement, column)
                            : sqlite3_column_blob(query->statement, column);
    *n = (size_t)sqlite3_column_bytes(query->statement, column);
    return bytes;
}

static const char *name(const struct query *query, int column) { return sqlite3_column_name(query->statement, column); }

static int columns(const struct query *query) { return sqlite3_column_count(query->statement); }

static char *where(const char *address) { return strdup(address); }

const struct store_driver store_sqlite = {
    .size = sizeof(struct sqlite_store),
    .address = database_path,
    .where = where,
    .open = open_database,
    .close = close_database,
    .settle = settle,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .in_transaction = in_transaction,
    .tidy = tidy,
    .size_of = size_of,
    .inspect = inspect,
    .copy = file_copy,
    .prepare = prepare,
    .rest = rest,
    .bind_int = bind_int,
    .bind_text = bind_text,
    .bind_blob = bind_blob,
    .step = step,
    .fail = fail,
    .kind = kind,
    .number = number,
    .bytes = bytes,
    .name = name,
    .columns = columns,
};
